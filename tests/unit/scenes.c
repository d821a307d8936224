/* Runs the scenes: short games written down, a line each for what is done and what must follow.
 *
 *     scene NAME                begins a scene; everything up to the next one belongs to it
 *     proves L25 L26            the rules that it proves
 *     game loot 4 sets=seat     game, seats, options
 *     no L1 loot 9              no such game can be set up, by that rule
 *     given …                   arranges the table (see given_GAME.c)
 *     0 bid 7                   seat 0 does something, in the words of rz_read_words
 *     chance reveal card=car    so does chance
 *     > won seat=0 …            what follows by rule from the line above, in order;
 *     > *                       … and whatever else follows; with no such line, anything may
 *     ! L25 0 pass              this is refused, by that rule, and nothing changes
 *     ! L21:bid-too-low 0 bid 1   … and for that reason, of several
 *     = estate 0 car : 3        something about the table (see given_GAME.c)
 *     legal 0 : pass; bid 9     exactly these are legal for seat 0; "-" for nothing
 *     act 0,2  ·  act chance  ·  act -     who may act now
 *     scores 5,-2,0  ·  winners 0,2
 *     # a comment
 */
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "given.h"

typedef struct scene {
    const char *file;
    int line;
    char name[128];
    bool begun, proves, failed;
    const rz_given *given; /* NULL before the game line */
    rz_setup setup;
    rz_state state;
    rz_events events;
    int told; /* events that `>` lines have matched; -1: any may follow */
} scene;

static int passed, failures;

static void fail(scene *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: %s: ", s->file, s->line, s->name);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    s->failed = true;
}

static rz_slice slice(const char *text) {
    return rz_slice_of(text);
}

static const char *line_of(scene *s, const rz_event *event) {
    static char memory[2048];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(s->given->game, &s->setup, event, &text);
    return memory;
}

/* All that follows must have been told, if any of it was. */
static void close_events(scene *s) {
    if (s->told > 0 && s->told < s->events.count)
        fail(s, "the scene does not tell of %s", line_of(s, &s->events.list[s->told]));
    s->told = 0;
    s->events.count = 0;
}

static void end_scene(scene *s) {
    if (!s->begun && !s->failed)
        return;
    close_events(s);
    if (!s->given && !s->failed)
        fail(s, "has no game");
    if (!s->proves)
        fail(s, "says not what it proves");
    if (s->failed)
        failures++;
    else
        passed++;
    s->given = NULL;
    s->begun = s->failed = false;
}

/* "bars 4 first=2": game, seats, options. */
static bool make_setup(scene *s, char *words, rz_problem *problem) {
    char *save, *name = strtok_r(words, " ", &save), *seats = strtok_r(NULL, " ", &save);
    *problem = (rz_problem){0};
    s->given = name ? rz_given_find(name) : NULL;
    if (!s->given || !seats) {
        fail(s, "no such game");
        return false;
    }
    if (!rz_setup_init(s->given->game, atoi(seats), &s->setup, problem))
        return false;
    for (char *word; (word = strtok_r(NULL, " ", &save));) {
        char *value = strchr(word, '=');
        if (!value) {
            fail(s, "option without value: %s", word);
            return false;
        }
        *value++ = '\0';
        if (!rz_setup_option(s->given->game, &s->setup, slice(word), slice(value), problem))
            return false;
    }
    return rz_setup_complete(s->given->game, &s->setup, problem);
}

static void begin_game(scene *s, char *words) {
    rz_problem problem;
    if (!make_setup(s, words, &problem))
        fail(s, "no such setup: %s", problem.detail);
    else
        s->given->game->init(&s->setup, &s->state, &s->events);
}

static void refuse_setup(scene *s, char *words) {
    char rule[16];
    int at = 0;
    rz_problem problem;
    if (sscanf(words, "%15s %n", rule, &at) != 1)
        fail(s, "refused by which rule?");
    else if (make_setup(s, words + at, &problem))
        fail(s, "such a game can be set up");
    else if (!problem.rule || strcmp(problem.rule, rule) != 0)
        fail(s, "refused by %s (%s)", problem.rule ? problem.rule : "no rule", problem.detail);
}

/* "0 bid 7": who, and what. */
static bool split_actor(const char *words, int *actor, const char **rest) {
    int at = 0;
    if (sscanf(words, "%d %n", actor, &at) == 1 && at > 0) {
        *rest = words + at;
        return true;
    }
    *actor = RZ_CHANCE;
    *rest = words + 7;
    return !strncmp(words, "chance ", 7);
}

static rz_error attempt(scene *s, const char *words, rz_problem *problem) {
    const rz_game *game = s->given->game;
    int actor;
    const char *rest;
    rz_event event, told;
    rz_action action;
    *problem = (rz_problem){0};
    if (!split_actor(words, &actor, &rest) ||
        !rz_read_words(game, &s->setup, actor, slice(rest), &event, problem))
        return problem->error ? problem->error : RZ_E_VERB;
    rz_error error = game->understand(&s->setup, rz_state_public(&s->state), &event, &action);
    if (error != RZ_OK)
        return error;
    game->describe(&s->setup, rz_state_public(&s->state), actor, action, &told);
    error = game->apply(&s->setup, &s->state, actor, action, &s->events);
    if (error == RZ_OK && memcmp(&told, &event, sizeof told) != 0)
        fail(s, "is told as %s", line_of(s, &told));
    return error;
}

static void act(scene *s, const char *words) {
    rz_problem problem;
    close_events(s);
    rz_error error = attempt(s, words, &problem);
    const rz_reason *reason = rz_reason_of(s->given->game, error);
    if (error)
        fail(s, "refused: %s: %s %s (%s)", words, reason->text, problem.detail,
             reason->rule ? reason->rule : "-");
    const char *wrong = s->given->invariant(&s->setup, &s->state);
    if (wrong)
        fail(s, "afterwards: %s", wrong);
}

/* "L21", "L21:bid-too-low", or the name of what has no rule. */
static bool is_reason(const rz_reason *reason, const char *said) {
    const char *name = strchr(said, ':'), *rule = reason->rule ? reason->rule : reason->name;
    size_t length = name ? (size_t)(name - said) : strlen(said);
    return strlen(rule) == length && !strncmp(rule, said, length) &&
           (!name || !strcmp(name + 1, reason->name));
}

static void refuse(scene *s, const char *words) {
    char rule[64];
    int at = 0;
    rz_problem problem;
    rz_state before = s->state;
    if (sscanf(words, "%63s %n", rule, &at) != 1) {
        fail(s, "refused by which rule?");
        return;
    }
    close_events(s);
    rz_error error = attempt(s, words + at, &problem);
    const rz_reason *reason = rz_reason_of(s->given->game, error);
    if (!error)
        fail(s, "should be refused: %s", words + at);
    else if (!is_reason(reason, rule))
        fail(s, "refused by %s:%s (%s %s), not %s", reason->rule ? reason->rule : "-", reason->name,
             reason->text, problem.detail, rule);
    if (memcmp(&before, &s->state, s->given->game->state_size) != 0)
        fail(s, "a refused action changed the state");
}

static void follows(scene *s, const char *words) {
    rz_event event;
    rz_problem problem;
    if (!strcmp(words, "*")) {
        s->told = s->events.count;
        return;
    }
    if (!rz_read_words(s->given->game, &s->setup, RZ_RULES, slice(words), &event, &problem))
        fail(s, "not in the vocabulary: %s (%s)", words, problem.detail);
    else if (s->told >= s->events.count)
        fail(s, "nothing more follows");
    else if (memcmp(&event, &s->events.list[s->told], sizeof event) != 0)
        fail(s, "what follows is %s", line_of(s, &s->events.list[s->told]));
    s->told++;
}

static void check_number(scene *s, char *words) {
    char *colon = strstr(words, " : ");
    int number = 0;
    if (!colon) {
        fail(s, "expected NUMBER after ' : '");
        return;
    }
    *colon = '\0';
    if (!s->given->look(&s->setup, &s->state, words, &number))
        fail(s, "nothing to look at: %s", words);
    else if (number != atoi(colon + 3))
        fail(s, "%s is %d, not %s", words, number, colon + 3);
}

static void check_legal(scene *s, char *words) {
    const rz_game *game = s->given->game;
    uint8_t expected[RZ_LEGAL_MAX] = {0};
    rz_action legal[RZ_LEGAL_MAX], action;
    rz_event event;
    rz_problem problem;
    int seat = 0, at = 0;
    if (sscanf(words, "%d : %n", &seat, &at) != 1 || at == 0) {
        fail(s, "expected: legal SEAT : LIST");
        return;
    }
    for (char *save, *word = strtok_r(words + at, ";", &save); word && strcmp(word, "-");
         word = strtok_r(NULL, ";", &save)) {
        word += strspn(word, " ");
        if (!rz_read_words(game, &s->setup, seat, slice(word), &event, &problem) ||
            game->understand(&s->setup, rz_state_public(&s->state), &event, &action) != RZ_OK)
            fail(s, "no such action: %s", word);
        else
            expected[action] = 1;
    }
    int n = game->legal_in(&s->setup, &s->state, seat, legal);
    for (int i = 0; i < n; i++)
        expected[legal[i]] |= 2;
    for (int i = 0; i < game->actions; i++)
        if (expected[i] == 1 || expected[i] == 2) {
            game->describe(&s->setup, rz_state_public(&s->state), seat, (rz_action)i, &event);
            fail(s, "%s: %s", expected[i] == 1 ? "not legal" : "legal too", line_of(s, &event));
        }
}

static void check_actors(scene *s, const char *words) {
    rz_actors expected = 0;
    if (!strcmp(words, "chance"))
        expected = RZ_CHANCE_BIT;
    for (const char *at = words; *at >= '0' && *at <= '9'; at += at[1] == ',' ? 2 : 1)
        expected |= (rz_actors)(1 << (*at - '0'));
    rz_actors actors = s->given->game->to_act(&s->setup, rz_state_public(&s->state));
    if (actors != expected)
        fail(s, "to act is %#x, not %#x", actors, expected);
}

static void check_result(scene *s, const char *what, const char *words) {
    int32_t scores[RZ_SEATS_MAX];
    char text[128] = "";
    const rz_public *pub = rz_state_public(&s->state);
    s->given->game->scores(&s->setup, pub, scores);
    rz_actors winners = s->given->game->winners(&s->setup, pub);
    for (int seat = 0; seat < rz_seats(&s->setup); seat++) {
        char item[16];
        if (!strcmp(what, "scores"))
            snprintf(item, sizeof item, "%s%d", *text ? "," : "", scores[seat]);
        else if (winners >> seat & 1)
            snprintf(item, sizeof item, "%s%d", *text ? "," : "", seat);
        else
            continue;
        strncat(text, item, sizeof text - strlen(text) - 1);
    }
    if (strcmp(text, words) != 0)
        fail(s, "%s are %s, not %s", what, text, words);
}

static void take_line(scene *s, char *line) {
    char *end = line + strcspn(line, "#\n");
    while (end > line && end[-1] == ' ')
        end--;
    *end = '\0';
    line += strspn(line, " ");
    char *rest = line + strcspn(line, " ");
    rest += *rest == ' ';
    if (*line == '\0')
        return;
    if (!strncmp(line, "scene ", 6)) {
        end_scene(s);
        snprintf(s->name, sizeof s->name, "%s", rest);
        s->begun = true;
        s->proves = false;
    } else if (!strncmp(line, "proves ", 7)) {
        s->proves = true;
    } else if (!strncmp(line, "game ", 5)) {
        begin_game(s, rest);
    } else if (!strncmp(line, "no ", 3)) {
        refuse_setup(s, rest);
    } else if (!s->given) {
        if (!s->failed)
            fail(s, "no game yet");
    } else if (!strncmp(line, "given ", 6)) {
        if (!s->given->arrange(&s->setup, &s->state, rest))
            fail(s, "can not arrange: %s", rest);
    } else if (*line == '!') {
        refuse(s, rest);
    } else if (*line == '>') {
        follows(s, rest);
    } else if (*line == '=') {
        check_number(s, rest);
    } else if (!strncmp(line, "legal ", 6)) {
        check_legal(s, rest);
    } else if (!strncmp(line, "act ", 4)) {
        check_actors(s, rest);
    } else if (!strncmp(line, "scores ", 7) || !strncmp(line, "winners ", 8)) {
        check_result(s, *line == 's' ? "scores" : "winners", rest);
    } else {
        act(s, line);
    }
}

static void run_file(const char *path) {
    char line[1024];
    scene s = {.file = path, .name = "(no scene)"};
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        failures++;
        return;
    }
    while (fgets(line, sizeof line, file)) {
        s.line++;
        take_line(&s, line);
    }
    end_scene(&s);
    fclose(file);
}

static int is_visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static void run_folder(const char *path) {
    struct dirent **entries;
    int n = scandir(path, &entries, is_visible, alphasort);
    if (n < 0) {
        run_file(path);
        return;
    }
    for (int i = 0; i < n; i++) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
        run_folder(inner);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        run_folder(argv[i]);
    printf("%d scenes passed, %d failed\n", passed, failures);
    return failures > 0 || passed == 0;
}
