/* The loop of a game at a terminal. The record is the game: every move is a line of it, and taking
 * one back is replaying fewer lines. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ai/foreign.h"
#include "core/driver.h"
#include "core/module.h"
#include "tui/tui.h"
#include "words/hint.h"
#include "words/rules.h"

struct tui_table {
    const tui_options *options;
    const tui_game *look;
    const rz_game *game;
    const rz_header *header;
    const rz_setup *setup;
    rz_bot_spec bots[RZ_SEATS_MAX];
    rz_voice voice;
    screen scr;
    char **record;
    size_t *length;
    uint32_t number; /* of the event to come */
    rz_state state;
    rz_public before; /* what was public before the last move */
    rz_dealer dealer;
    int shown_to;                    /* who looks at the screen: a seat, or all (RZ_SPECTATOR) */
    uint32_t seen[RZ_SPECTATOR + 1]; /* for each of those the first event they have not seen */
    bool line_open; /* the last event told may be followed by another in its line … */
    uint8_t chance; /* … of chance, if it is of this verb; RZ_SEAL: of any */
    bool unsaved;   /* there are lines that are not on disk */
    bool touched;   /* a person has done something: what is on disk may be replaced */
    bool no_memory;
};

const tui_game *tui_of(const rz_game *game) {
    return rz_module_of(game)->terminal;
}

enum { CHOSEN_MAX = 16 }; /* numbers in one answer */

static void say(tui_table *t, scr_style style, const char *english) {
    scr_put(&t->scr, style, rz_translate(&t->voice, english));
}

static bool is_person(const tui_table *t, int seat) {
    return seat < rz_seats(t->setup) && !t->bots[seat].bot;
}

static int people(const tui_table *t) {
    int n = 0;
    for (int s = 0; s < rz_seats(t->setup); s++)
        n += is_person(t, s);
    return n;
}

/* People at one screen must not see each other's. */
static bool must_hide(const tui_table *t) {
    return t->look->secrets && people(t) > 1;
}

/* Whose eyes the log is for: the only person's, the one's who has the screen, or everybody's. */
static int log_seat(const tui_table *t) {
    if (must_hide(t))
        return t->shown_to;
    for (int s = 0; s < rz_seats(t->setup); s++)
        if (is_person(t, s) && people(t) == 1)
            return s;
    return RZ_SPECTATOR;
}

/* ---- The record ------------------------------------------------------------------------------ */

static void end_line(tui_table *t) {
    if (t->line_open)
        scr_newline(&t->scr);
    t->line_open = false;
}

/* A move and the chance that it asks for share a line: "Anna draws a card. Turned over: car." What
 * is hidden is not told before it is shown. */
static void tell(tui_table *t, const rz_event *event) {
    char memory[2048];
    rz_text sentence;
    rz_event seen = *event;
    rz_voice voice = t->voice;
    voice.you = log_seat(t) == RZ_SPECTATOR ? -1 : log_seat(t);
    rz_text_init(&sentence, memory, sizeof memory);
    if (seen.verb < RZ_SEAL)
        t->game->conceal(t->setup, log_seat(t), &seen);
    if (memcmp(&seen, event, sizeof seen) != 0)
        return;
    rz_format_event(&voice, &seen, &sentence);
    if (rz_words_of(t->game)->comment && seen.verb < RZ_SEAL)
        rz_words_of(t->game)->comment(&voice, &t->before, &seen, &sentence);
    t->scr.indent = 2;
    bool same_roll = t->chance == RZ_SEAL || t->chance == seen.verb;
    if (t->look->joins ? !t->look->joins(&seen) : seen.by != RZ_CHANCE || !same_roll)
        end_line(t);
    else if (t->line_open)
        scr_put(&t->scr, SCR_PLAIN, " ");
    scr_put(&t->scr, seen.by < RZ_SEATS_MAX ? SCR_PLAIN : SCR_STRONG, memory);
    t->line_open = true;
    t->chance = seen.by == RZ_CHANCE ? seen.verb : RZ_SEAL;
    if (seen.by == RZ_RULES && !t->look->joins)
        end_line(t);
    if (t->look->show_event && seen.verb < RZ_SEAL)
        t->look->show_event(&t->scr, &voice, &seen);
}

static void add_line(tui_table *t, const rz_event *event) {
    char memory[2048];
    rz_text line;
    rz_text_init(&line, memory, sizeof memory);
    rz_write_event(t->game, t->setup, event, &line);
    rz_text_char(&line, '\n');
    char *larger = realloc(*t->record, *t->length + line.length + 1);
    if (!larger) {
        t->no_memory = true;
        return;
    }
    memcpy(larger + *t->length, memory, line.length + 1);
    *t->record = larger;
    *t->length += line.length;
    t->number++;
    t->unsaved = true;
    rz_guests_notify(t->bots, t->game, t->setup, event);
    tell(t, event);
}

/* Bots from outside are told the game so far: when it begins, and when it is not as they knew it
 * any more. */
static void seat_guests(tui_table *t) {
    rz_event event;
    rz_problem problem;
    rz_guests_dismiss(t->bots);
    if (!rz_guests_seat(t->bots, t->header, t->setup))
        return;
    const char *at = strchr(*t->record, '\n') + 1;
    for (const char *end; (end = strchr(at, '\n')); at = end + 1)
        if (rz_read_event(t->game, t->setup, (rz_slice){at, (size_t)(end - at)}, &event, &problem))
            rz_guests_notify(t->bots, t->game, t->setup, &event);
}

static void keep_public(tui_table *t) {
    memcpy(&t->before, rz_state_public(&t->state), t->game->public_size);
}

/* Reads the whole record into the state, and counts what the dealer has dealt; tells the events
 * from number `from` on. The record was checked when it was opened. */
static void replay(tui_table *t, uint32_t from) {
    rz_driver replay;
    rz_event event;
    rz_problem problem;
    rz_driver_init(&replay, t->header, t->setup, &t->state, NULL);
    rz_dealer_init(&t->dealer, t->options->seed);
    const char *at = strchr(*t->record, '\n') + 1;
    for (const char *end; (end = strchr(at, '\n')); at = end + 1) {
        if (!rz_driver_due(&replay))
            keep_public(t);
        if (rz_driver_read(&replay, (rz_slice){at, (size_t)(end - at)}, &event, &problem)) {
            if (event.by == RZ_CHANCE)
                rz_dealer_skip(&t->dealer, event.verb);
            if (replay.number > from)
                tell(t, &event);
        }
    }
    t->number = replay.number;
    /* A record may end before the lines that follow by rule. */
    for (const rz_event *due; (due = rz_driver_next(&replay));)
        add_line(t, due);
}

static rz_error make_move(tui_table *t, int actor, rz_action action) {
    rz_events events;
    rz_event event;
    events.snapshots = NULL;
    t->game->describe(t->setup, rz_state_public(&t->state), actor, action, &event);
    keep_public(t);
    rz_error error = t->game->apply(t->setup, &t->state, actor, action, &events);
    if (error != RZ_OK)
        return error;
    add_line(t, &event);
    for (int i = 0; i < events.count; i++)
        add_line(t, &events.list[i]);
    return RZ_OK;
}

/* True if somebody types what chance does: at a real table, but for what is secret there. */
static bool is_asked(const tui_table *t, int verb) {
    return t->options->ask && (!t->look->asks || t->look->asks(verb));
}

/* Where the last line that is not the rules' begins, and what it is. At a real table the bots are
 * passed over: they move again once what was typed is put right. */
static size_t last_move(const tui_table *t, rz_event *event) {
    const char *record = *t->record;
    for (size_t end = *t->length; end > 0;) {
        size_t begin = end - 1;
        while (begin > 0 && record[begin - 1] != '\n')
            begin--;
        rz_problem problem;
        if (begin > 0 &&
            rz_read_event(t->game, t->setup, (rz_slice){record + begin, end - 1 - begin}, event,
                          &problem) &&
            event->by != RZ_RULES &&
            !(t->options->ask && event->by < RZ_SEATS_MAX && !is_person(t, event->by)))
            return begin;
        end = begin;
    }
    return 0;
}

/* Never after chance or something hidden was shown, never across another player's move. Who deals
 * real cards may take back what was typed. */
static bool may_undo(const tui_table *t, int seat, size_t begin, const rz_event *event) {
    bool last = !memchr(*t->record + begin, '\n', *t->length - begin - 1);
    if (event->by == RZ_CHANCE)
        return is_asked(t, event->verb);
    return is_person(t, event->by) && (!t->look->secrets || (event->by == seat && last));
}

static bool undo(tui_table *t, int seat) {
    rz_event event;
    size_t begin = last_move(t, &event);
    if (begin == 0 || !may_undo(t, seat, begin, &event)) {
        say(t, SCR_ALARM,
            N_("That can not be taken back: chance, or another player, has moved since.\n"));
        return false;
    }
    (*t->record)[begin] = '\0';
    *t->length = begin;
    replay(t, UINT32_MAX);
    t->unsaved = t->touched = true;
    seat_guests(t);
    say(t, SCR_STRONG, N_("Taken back.\n"));
    return true;
}

/* ---- Asking people --------------------------------------------------------------------------- */

static void show_help(tui_table *t) {
    static const char *const lines[] = {
        N_("A number chooses: type it and press Enter. Several numbers choose several things at "
           "once, where that is possible.\n"),
        N_("? this help · h a hint · t the table again · s the score now · c cards left and "
           "chances · w what it is worth\n"),
        N_("u take back · r ID a rule, such as r 1 · q save and quit\n")};
    char memory[256];
    rz_text text;
    t->scr.indent = 2;
    t->look->primer(&t->scr, &t->voice);
    scr_newline(&t->scr);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        say(t, SCR_PLAIN, lines[i]);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&t->voice, &text,
              N_("You can also type a move in the words of the record: {examples}."), "examples",
              t->look->examples, NULL);
    scr_put(&t->scr, SCR_PLAIN, memory);
    scr_newline(&t->scr);
}

/* From now on the screen is for this seat, or for all: what they have not seen is told again, as
 * they may see it. */
static void turn_screen(tui_table *t, int seat) {
    scr_clear(&t->scr);
    t->shown_to = seat;
    t->voice.you = seat < RZ_SEATS_MAX ? seat : -1;
    if (t->seen[seat] < t->number)
        replay(t, t->seen[seat]);
    end_line(t);
}

/* Hidden hands: nobody sees the one's who had the screen before, nor, before Enter, the one's who
 * gets it. */
static bool pass_screen(tui_table *t, int seat) {
    char memory[RZ_NAME_BYTES + 200], name[RZ_NAME_BYTES + 40], line[64];
    rz_text text;
    if (!must_hide(t) || t->shown_to == seat)
        return true;
    if (seat < RZ_SEATS_MAX) {
        t->voice.you = -1;
        rz_text_init(&text, name, sizeof name);
        rz_format_seat(&t->voice, &text, seat);
        rz_text_init(&text, memory, sizeof memory);
        rz_format(&t->voice, &text, N_("Hand the screen to {who}, who presses Enter."), "who", name,
                  NULL);
        scr_clear(&t->scr);
        scr_put(&t->scr, SCR_LIT, memory);
        if (!scr_read(&t->scr, line, sizeof line))
            return false;
    }
    turn_screen(t, seat);
    return true;
}

static void show_choices(tui_table *t, const rz_view *view, const rz_action offered[], int n) {
    for (int i = 0; i < n; i++) {
        char label[512], number[16];
        rz_text text;
        rz_error error = t->game->why_not(t->setup, view, offered[i]);
        bool legal = error == RZ_OK;
        rz_text_init(&text, label, sizeof label);
        rz_words_of(t->game)->choice(&t->voice, rz_view_public(view), t->voice.you, offered[i],
                                     &text);
        snprintf(number, sizeof number, "%3d ", i + 1);
        t->scr.indent = 4;
        scr_put(&t->scr, legal ? SCR_LIT : SCR_FAINT, number);
        scr_put(&t->scr, legal ? SCR_PLAIN : SCR_FAINT, label);
        if (!legal) {
            rz_text_init(&text, label, sizeof label);
            rz_format(&t->voice, &text, N_(" (not now: {rule})"), "rule",
                      rz_reason_of(t->game, error)->rule, NULL);
            scr_put(&t->scr, SCR_FAINT, label);
        }
        scr_newline(&t->scr);
    }
}

void tui_refuse(screen *scr, const rz_voice *voice, const rz_game *game,
                const rz_problem *problem) {
    char memory[512];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format_problem(voice, &text, game, problem);
    scr_put(scr, SCR_ALARM, rz_translate(voice, N_("Not allowed: ")));
    scr_put(scr, SCR_PLAIN, memory);
    scr_newline(scr);
}

static void refuse(tui_table *t, const rz_problem *problem) {
    tui_refuse(&t->scr, &t->voice, t->game, problem);
}

/* "2", "4 6": the choices with these numbers; how many, or 0 if there is any other. */
static int choose_numbers(const char *line, const rz_action offered[], int n,
                          rz_action chosen[CHOSEN_MAX]) {
    int count = 0;
    for (const char *at = line; *at;) {
        char *end;
        long number = strtol(at, &end, 10);
        if (end == at || number < 1 || number > n || count == CHOSEN_MAX)
            return 0;
        chosen[count++] = offered[number - 1];
        at = end + strspn(end, " ,");
    }
    return count;
}

static bool choose_words(tui_table *t, int seat, const char *line, rz_action *action,
                         rz_problem *problem) {
    rz_event event;
    if (!rz_read_words(t->game, t->setup, seat, rz_slice_of(line), &event, problem))
        return false;
    if (event.verb >= RZ_SEAL)
        return rz_problem_set(problem, RZ_E_VERB, rz_slice_of(line));
    rz_error error = t->game->understand(t->setup, rz_state_public(&t->state), &event, action);
    return error == RZ_OK || rz_problem_set(problem, error, rz_slice_of(line));
}

/* "L21", or 21 for short. */
static void show_rule(tui_table *t, const char *id) {
    for (int i = 0; i < rz_n_rules; i++) {
        const rz_rule *rule = &rz_rules[i];
        if (strcmp(rule->game, t->game->name) != 0 ||
            (strcasecmp(rule->id, id) != 0 && strcmp(rule->id + 1, id) != 0))
            continue;
        t->scr.indent = 5;
        scr_put(&t->scr, SCR_STRONG, rule->id);
        scr_to(&t->scr, 5);
        say(t, SCR_PLAIN, rule->text);
        scr_newline(&t->scr);
        return;
    }
    say(t, SCR_ALARM, N_("There is no such rule.\n"));
}

/* The number by which a choice is on offer, or 0: it must be typed in words. */
static int number_of(const rz_action offered[], int n, rz_action action) {
    for (int i = 0; i < n; i++)
        if (offered[i] == action)
            return i + 1;
    return 0;
}

static void put_percent(tui_table *t, scr_style style, float share) {
    char text[16];
    snprintf(text, sizeof text, "%7s", tui_percent(&t->voice, (double)share));
    scr_put(&t->scr, style, text);
}

/* "  3   41.2%  Bid 7,000 (in 60% of such cases)" */
static void put_judged(tui_table *t, const rz_view *view, const rz_hint *hint, int i, int number) {
    char label[512], place[16], share[16];
    rz_text text;
    bool best = i == hint->best, mixed = hint->mix[hint->best] < 0.95f && hint->mix[i] >= 0.005f;
    snprintf(place, sizeof place, number ? "%3d " : "    ", number);
    t->scr.indent = 13;
    scr_put(&t->scr, SCR_LIT, place);
    put_percent(t, best ? SCR_GOOD : SCR_PLAIN, hint->win[i]);
    rz_text_init(&text, label, sizeof label);
    rz_text_add(&text, "  ");
    rz_words_of(t->game)->choice(&t->voice, rz_view_public(view), t->voice.you, hint->action[i],
                                 &text);
    if (mixed) {
        snprintf(share, sizeof share, "%.0f", 100 * (double)hint->mix[i]);
        rz_format(&t->voice, &text, N_(" (in {share}% of such cases)"), "share", share, NULL);
    }
    scr_put(&t->scr, best ? SCR_GOOD : SCR_PLAIN, label);
    scr_newline(&t->scr);
}

/* Those that need not be told one by one. */
static void put_rest(tui_table *t, const rz_hint *hint, int from) {
    char memory[300];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&t->voice, &text, N_("and {count} more, from {high} down to {low}"), "count",
              tui_number(hint->n - from), "high", tui_percent(&t->voice, (double)hint->win[from]),
              "low", tui_percent(&t->voice, (double)hint->win[hint->n - 1]), NULL);
    scr_put(&t->scr, SCR_PLAIN, "    ");
    scr_put(&t->scr, SCR_FAINT, memory);
    scr_newline(&t->scr);
}

static void put_hint(tui_table *t, const rz_view *view, const rz_hint *hint) {
    enum { SHOWN = 10 };
    char memory[1024];
    rz_text text;
    rz_action offered[RZ_LEGAL_MAX];
    int n = t->look->offer(t->setup, view, offered);
    int shown = hint->n <= SHOWN + 1 ? hint->n : SHOWN;
    rz_text_init(&text, memory, sizeof memory);
    rz_hint_format(&t->voice, view, hint, &text);
    t->scr.indent = 2;
    scr_put(&t->scr, SCR_GOOD, memory);
    scr_newline(&t->scr);
    rz_text_init(&text, memory, sizeof memory);
    rz_hint_why(&t->voice, view, hint, &text);
    scr_put(&t->scr, SCR_PLAIN, memory);
    scr_newline(&t->scr);
    if (hint->source == RZ_HINT_REASONED)
        return;
    say(t, SCR_STRONG, N_("Your chance to win after each choice:\n"));
    for (int i = 0; i < shown; i++)
        put_judged(t, view, hint, i, number_of(offered, n, hint->action[i]));
    if (shown < hint->n)
        put_rest(t, hint, shown);
}

static void show_hint(tui_table *t, int seat, const rz_view *view) {
    static rz_hint hint;
    rz_action legal[RZ_LEGAL_MAX];
    rz_rng rng;
    int n = seat < 0 ? 0 : t->game->legal(t->setup, view, legal);
    if (n < 2) {
        say(t, SCR_PLAIN, N_("There is nothing to choose.\n"));
        return;
    }
    rz_seed_stream(t->options->seed, "hint", t->number, &rng);
    rz_question question = {t->game, t->setup, view, seat, legal, n, &rng, 0, 0};
    rz_hint_find(&question, &hint);
    put_hint(t, view, &hint);
}

typedef enum answer {
    ANSWER_MOVED,
    ANSWER_AGAIN, /* the question is asked again … */
    ANSWER_SHOWN, /* … with its choices, since something was shown that stands before them */
    ANSWER_QUIT,
    ANSWER_END
} answer;

/* Keys that are not moves. What they show stands before the choices, which come again. */
static bool take_key(tui_table *t, int seat, const rz_view *view, const char *line, answer *a) {
    int key = tolower((unsigned char)line[0]);
    *a = ANSWER_SHOWN;
    if (line[0] && line[1] && !(key == 'r' && line[1] == ' '))
        return false;
    switch (key) {
    case '?':
        show_help(t);
        return true;
    case 'h':
        show_hint(t, seat, view);
        return true;
    case 't':
        t->look->draw(&t->scr, &t->voice, view);
        return true;
    case 's':
        t->look->sheet(&t->scr, &t->voice, view);
        return true;
    case 'c':
        t->look->odds(&t->scr, &t->voice, view);
        return true;
    case 'w':
        t->look->worth(&t->scr, &t->voice, view);
        return true;
    case 'r':
        show_rule(t, line[1] ? line + 2 : "");
        return true;
    case 'u':
        *a = undo(t, seat) ? ANSWER_MOVED : ANSWER_AGAIN;
        return true;
    case 'q':
        *a = ANSWER_QUIT;
        return true;
    default:
        return false;
    }
}

/* One move after another, as far as they are allowed. */
static answer make_moves(tui_table *t, int seat, const rz_action chosen[], int n) {
    rz_problem problem = {0};
    for (int i = 0; i < n; i++) {
        problem.error = make_move(t, seat, chosen[i]);
        if (problem.error != RZ_OK) {
            end_line(t);
            refuse(t, &problem);
            return i > 0 ? ANSWER_MOVED : ANSWER_AGAIN;
        }
        t->touched = true;
    }
    return ANSWER_MOVED;
}

/* Several numbers are one move made of parts, or several moves. */
static answer take_numbers(tui_table *t, int seat, const rz_view *view, const char *line,
                           const rz_action offered[], int n) {
    rz_action chosen[CHOSEN_MAX], whole;
    int count = choose_numbers(line, offered, n, chosen);
    if (count == 1 || (count > 1 && t->look->in_turn && t->look->in_turn(view)))
        return make_moves(t, seat, chosen, count);
    if (count > 1 && t->look->combine && t->look->combine(chosen, count, &whole))
        return make_moves(t, seat, &whole, 1);
    say(t, SCR_ALARM, N_("There is no such choice; ? explains.\n"));
    return ANSWER_AGAIN;
}

static answer take_answer(tui_table *t, int seat, const rz_view *view, const char *line,
                          const rz_action offered[], int n) {
    rz_problem problem = {0};
    rz_action action;
    answer a;
    if (*line && take_key(t, seat, view, line, &a))
        return a;
    tui_answer heard =
        t->look->hear ? t->look->hear(&t->scr, &t->voice, view, line, &action) : TUI_NOT_MINE;
    if (heard == TUI_TOLD || (heard == TUI_NOT_MINE && *line == '\0'))
        return ANSWER_AGAIN;
    if (heard == TUI_NOT_MINE && *line >= '0' && *line <= '9')
        return take_numbers(t, seat, view, line, offered, n);
    if (heard == TUI_NOT_MINE && !choose_words(t, seat, line, &action, &problem)) {
        refuse(t, &problem);
        return ANSWER_AGAIN;
    }
    return make_moves(t, seat, &action, 1);
}

/* Whatever has been shown is on disk before anybody thinks about what comes next. */
static void save(tui_table *t) {
    if (!t->unsaved || (t->options->resumed && !t->touched))
        return;
    t->unsaved = false;
    if (t->options->save(t->options->context, *t->record, *t->length))
        return;
    end_line(t);
    say(t, SCR_ALARM, N_("The game goes on, but is not saved.\n"));
}

/* "Anna: beat 7,000 or pass (? for help): " */
static void put_prompt(tui_table *t, int seat, const rz_view *view) {
    char name[RZ_NAME_BYTES + 40], moment[512], prompt[RZ_NAME_BYTES + 600];
    rz_text text;
    rz_voice plain = t->voice;
    plain.you = -1;
    rz_text_init(&text, name, sizeof name);
    rz_format_seat(&plain, &text, seat);
    rz_text_init(&text, moment, sizeof moment);
    rz_words_of(t->game)->moment(&t->voice, view, &text);
    const char *typing = t->look->typing ? t->look->typing(t->setup, view) : NULL;
    if (typing) {
        rz_text_add(&text, "; ");
        rz_text_add(&text, rz_translate(&t->voice, typing));
    }
    rz_text_init(&text, prompt, sizeof prompt);
    rz_format(&t->voice, &text, N_("{who}, {moment} (? for help): "), "who", name, "moment", moment,
              NULL);
    t->scr.indent = 2;
    scr_put(&t->scr, SCR_LIT, prompt);
}

static answer ask_person(tui_table *t, int seat) {
    rz_view view;
    rz_action offered[RZ_LEGAL_MAX];
    char line[512];
    answer a = ANSWER_AGAIN;
    end_line(t);
    if (!pass_screen(t, seat))
        return ANSWER_END;
    t->voice.you = seat;
    t->seen[seat] = t->number;
    t->game->view(t->setup, &t->state, seat, &view);
    t->look->draw(&t->scr, &t->voice, &view);
    int n = t->look->offer(t->setup, &view, offered);
    show_choices(t, &view, offered, n);
    while ((a == ANSWER_AGAIN || a == ANSWER_SHOWN) && !t->no_memory) {
        if (a == ANSWER_SHOWN && n > 0) {
            scr_newline(&t->scr);
            show_choices(t, &view, offered, n);
        }
        put_prompt(t, seat, &view);
        if (!scr_read(&t->scr, line, sizeof line))
            return ANSWER_END;
        a = take_answer(t, seat, &view, line, offered, n);
    }
    return a;
}

/* Chance at a real table: somebody types what was drawn. */
static answer ask_dealer(tui_table *t) {
    rz_event event = {.by = RZ_CHANCE};
    rz_problem problem = {0};
    rz_action action;
    rz_view view;
    end_line(t);
    pass_screen(t, RZ_SPECTATOR);
    t->seen[RZ_SPECTATOR] = t->number;
    t->game->view(t->setup, &t->state, RZ_SPECTATOR, &view);
    for (int part = 0, left = 1; left > 0;) {
        char line[256];
        answer a;
        t->look->ask_chance(&t->scr, &t->voice, &t->state, part);
        if (!scr_read(&t->scr, line, sizeof line))
            return ANSWER_END;
        bool key = take_key(t, -1, &view, line, &a);
        if (key && (a == ANSWER_MOVED || a == ANSWER_QUIT))
            return a;
        if (key || *line == '\0')
            continue;
        left = t->look->hear_chance(&t->voice, &t->state, part, line, &event);
        if (left < 0)
            say(t, SCR_ALARM, N_("That is not understood: type one of the numbers.\n"));
        part += left >= 0;
        left = left < 0 ? 1 : left;
    }
    problem.error = t->game->understand(t->setup, rz_state_public(&t->state), &event, &action);
    if (problem.error == RZ_OK)
        problem.error = make_move(t, RZ_CHANCE, action);
    if (problem.error != RZ_OK)
        refuse(t, &problem);
    t->touched |= problem.error == RZ_OK;
    return problem.error == RZ_OK ? ANSWER_MOVED : ANSWER_AGAIN;
}

/* Of several who may act, people come first, and of those the one who has the screen: what is
 * decided can be taken back as long as possible, and the screen is handed over seldom. */
static int next_actor(const tui_table *t, rz_actors actors) {
    if (t->shown_to < RZ_SEATS_MAX && actors >> t->shown_to & 1)
        return t->shown_to;
    for (rz_actors rest = actors; rest; rest &= (rz_actors)(rest - 1))
        if (is_person(t, __builtin_ctz(rest)))
            return __builtin_ctz(rest);
    return __builtin_ctz(actors);
}

static answer next_move(tui_table *t, rz_actors actors) {
    int actor = next_actor(t, actors);
    bool asked = actor == RZ_CHANCE &&
                 is_asked(t, t->game->chance_verb(t->setup, rz_state_public(&t->state)));
    if (actor != RZ_CHANCE || asked) /* what is dealt at once is saved with the move before it */
        save(t);
    if (asked)
        return ask_dealer(t);
    if (actor == RZ_CHANCE) {
        make_move(t, RZ_CHANCE, rz_dealer_draw(&t->dealer, t->game, t->setup, &t->state));
        return ANSWER_MOVED;
    }
    if (is_person(t, actor))
        return ask_person(t, actor);
    make_move(t, actor,
              rz_bot_move(&t->bots[actor], t->game, t->setup, &t->state, actor, t->options->seed,
                          t->number));
    return ANSWER_MOVED;
}

/* A new game begins with what it is about; one that goes on, with what happened last. */
static void begin(tui_table *t) {
    enum { RECAP = 12 };
    char title[400];
    rz_text text;
    uint32_t lines = 0;
    for (const char *at = *t->record; (at = strchr(at, '\n')); at++)
        lines++;
    if (lines == 1) {
        rz_text_init(&text, title, sizeof title);
        rz_format(&t->voice, &text, N_("{title} by {author}. {about} Type ? to learn how."),
                  "title", t->game->title, "author", t->game->author, "about",
                  rz_translate(&t->voice, t->game->about), NULL);
        scr_put(&t->scr, SCR_STRONG, title);
        if (t->look->note && t->look->note(t->setup)) {
            scr_newline(&t->scr);
            say(t, SCR_PLAIN, t->look->note(t->setup));
        }
        scr_put(&t->scr, SCR_PLAIN, "\n\n");
    } else {
        say(t, SCR_STRONG, N_("What happened last:\n"));
    }
    uint32_t from = lines > RECAP ? lines - RECAP : 1;
    for (int i = 0; i <= RZ_SPECTATOR; i++)
        t->seen[i] = from;
    replay(t, from);
    seat_guests(t);
}

static tui_outcome play(tui_table *t) {
    rz_actors actors;
    while (!t->no_memory && (actors = t->game->to_act(t->setup, rz_state_public(&t->state))) != 0) {
        answer a = next_move(t, actors);
        bool stops = a == ANSWER_QUIT || a == ANSWER_END || scr_interrupted();
        if (stops && must_hide(t) && t->shown_to < RZ_SEATS_MAX)
            scr_clear(&t->scr);
        if (a == ANSWER_QUIT)
            return TUI_QUIT;
        if (stops) {
            end_line(t);
            return TUI_INPUT_END;
        }
    }
    end_line(t);
    save(t);
    return t->no_memory ? TUI_NO_MEMORY : TUI_FINISHED;
}

tui_outcome tui_play(const tui_options *options, const rz_header *header, const rz_setup *setup,
                     char **record, size_t *length) {
    static tui_table t;
    t = (tui_table){.options = options,
                    .look = tui_of(header->game),
                    .game = header->game,
                    .header = header,
                    .setup = setup,
                    .voice = {options->translate, header, setup, -1, false},
                    .record = record,
                    .length = length,
                    .unsaved = true,
                    .shown_to = RZ_SPECTATOR};
    memcpy(t.bots, options->bots, sizeof t.bots);
    scr_init(&t.scr, options->ascii);
    scr_catch_signals();
    begin(&t);
    tui_outcome outcome = play(&t);
    rz_guests_dismiss(t.bots);
    return outcome;
}
