/* admin: what the owner of a club does on the machine where its store is. */
#include "serve/acts.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/server_options.h"
#include "core/json_write.h"

/* What each act takes: w somebody, b a table, n a name, r the number of a report, d days, u uses,
 * a the word “all”, t a reason; after | it may be left out. */
static const struct {
    const char *name, *takes, *usage;
} forms[] = {
    {"owner", "w", "owner WHO"},
    {"no-owner", "w", "no-owner WHO"},
    {"find", "n", "find PART-OF-A-NAME"},
    {"reports", "|a", "reports [all]"},
    {"done", "r", "done REPORT"},
    {"mute", "w|dt", "mute WHO [DAYS [WHY]]"},
    {"unmute", "w", "unmute WHO"},
    {"ban", "w|dt", "ban WHO [DAYS [WHY]]"},
    {"unban", "w", "unban WHO"},
    {"rename", "wn|t", "rename WHO NAME [WHY]"},
    {"end", "b|t", "end TABLE [WHY]"},
    {"reset", "w|t", "reset WHO [WHY]"},
    {"invite", "|ud", "invite [USES [DAYS]]"},
    {"acts", "", "acts"},
};

enum { FORMS = sizeof forms / sizeof *forms };

static int find_form(const char *name) {
    int i = 0;
    while (i < FORMS && strcmp(forms[i].name, name) != 0)
        i++;
    return i;
}

static int fail_act(const cmd_args *args) {
    char list[512];
    rz_text text;
    rz_text_init(&text, list, sizeof list);
    for (int i = 0; i < FORMS; i++) {
        rz_text_add(&text, i ? ", " : "");
        rz_text_add(&text, forms[i].name);
    }
    return cmd_fail(CMD_USAGE, args->command, N_("there is no act “{act}”; there are {list}"),
                    "act", args->operands[0], "list", list, NULL);
}

static int fail_form(const cmd_args *args, int form) {
    return cmd_fail(CMD_USAGE, args->command, N_("it is: razzia admin {usage}"), "usage",
                    forms[form].usage, NULL);
}

/* ---- Who is meant ------------------------------------------------------------------------------
 */

typedef struct namesakes {
    const char *name;
    int n;
    char mark[STORE_MARK + 1], marks[256];
} namesakes;

static bool take_namesake(void *context, const store_person *person) {
    namesakes *all = context;
    size_t length = strlen(all->marks);
    if (strcmp(person->name, all->name) != 0)
        return true;
    memcpy(all->mark, person->mark, sizeof all->mark);
    snprintf(all->marks + length, sizeof all->marks - length, "%s%s", all->n ? ", " : "",
             person->mark);
    all->n++;
    return true;
}

static bool is_mark(const char *text) {
    return strlen(text) == STORE_MARK && strspn(text, "0123456789abcdef") == STORE_MARK;
}

/* A mark, or a name that only one has. False: it was said what is wrong. */
static bool find_who(const cmd_args *args, store *s, const char *text, char who[STORE_MARK + 1]) {
    namesakes all = {.name = text};
    if (is_mark(text)) {
        memcpy(who, text, STORE_MARK + 1);
        return true;
    }
    store_result result = store_find_people(s, text, 0, INT32_MAX, take_namesake, &all);
    memcpy(who, all.mark, STORE_MARK + 1);
    if (result != STORE_OK)
        cmd_fail(CMD_FAILURE, args->command, "{sentence}", "sentence", store_why(s), NULL);
    else if (all.n == 0)
        cmd_fail(CMD_FAILURE, args->command,
                 N_("nobody here is called “{name}”; razzia admin find shows names and marks"),
                 "name", text, NULL);
    else if (all.n > 1)
        cmd_fail(CMD_FAILURE, args->command,
                 N_("several are called “{name}”; say the mark of one: {marks}"), "name", text,
                 "marks", all.marks, NULL);
    return result == STORE_OK && all.n == 1;
}

/* ---- Arguments ---------------------------------------------------------------------------------
 */

static bool read_number(const char *text, int most, int *number) {
    size_t digits = strspn(text, "0123456789");
    *number = 0;
    if (digits == 0 || digits > 9 || text[digits])
        return false;
    for (; *text; text++)
        *number = 10 * *number + (*text - '0');
    return *number <= most;
}

static bool copy(char *to, size_t size, const char *from) {
    bool fits = strlen(from) < size;
    if (fits)
        memcpy(to, from, strlen(from) + 1);
    return fits;
}

static bool read_one(char kind, const char *text, act *a) {
    int number = 0;
    switch (kind) {
    case 'b':
        return copy(a->table, sizeof a->table, text);
    case 'n':
        return copy(a->name, sizeof a->name, text);
    case 't':
        return copy(a->text, sizeof a->text, text);
    case 'd':
        return read_number(text, 3650, &a->days);
    case 'u':
        return read_number(text, 1000, &a->uses) && a->uses > 0;
    case 'r':
        a->report = read_number(text, 999999999, &number) ? number : 0;
        return a->report > 0;
    default:
        return a->all = !strcmp(text, "all");
    }
}

/* False: it was said what is wrong. */
static bool read_arguments(const cmd_args *args, int form, store *s, act *a) {
    int given = 1;
    bool optional = false;
    for (const char *kind = forms[form].takes; *kind; kind++) {
        if (*kind == '|') {
            optional = true;
            continue;
        }
        if (given == args->n_operands && optional)
            return true;
        if (given == args->n_operands) {
            fail_form(args, form);
            return false;
        }
        const char *text = args->operands[given++];
        if (*kind == 'w' && !find_who(args, s, text, a->who))
            return false;
        if (*kind != 'w' && !read_one(*kind, text, a)) {
            fail_form(args, form);
            return false;
        }
    }
    if (given == args->n_operands)
        return true;
    fail_form(args, form);
    return false;
}

/* ---- Doing it ----------------------------------------------------------------------------------
 */

/* The rows of a list, one a line; or what else there is, as one object. True: there is another
 * page. */
static bool print_reply(const rz_text *reply) {
    rz_json json;
    rz_problem problem = {0};
    rz_slice key;
    int count = 0, rows = 0;
    int32_t more = 0;
    const char *begin = reply->at;
    rz_json_init(&json, (rz_slice){reply->at, reply->length}, &problem);
    if (!rz_json_open(&json, '{') || !rz_json_more(&json, '{', &count) ||
        !rz_json_key(&json, &key) || rz_json_peek(&json) != '[' || !rz_json_open(&json, '[')) {
        if (count > 0)
            printf("%.*s\n", (int)reply->length, begin);
        return false;
    }
    while (rz_json_more(&json, '[', &rows)) {
        rz_json_peek(&json);
        begin = json.at;
        if (!rz_json_skip(&json))
            return false;
        printf("%.*s\n", (int)(json.at - begin), begin);
    }
    return rz_json_more(&json, '{', &count) && rz_json_key(&json, &key) &&
           rz_json_bool(&json, &more) && more;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* All of it, or nothing. */
static bool run_act(const cmd_args *args, store *s, int form, act *a, rz_text *reply) {
    protocol_error error;
    const char *text = NULL;
    store_result result = store_begin(s);
    result = result ? result : store_lock_people(s);
    rz_put_open(reply, NULL, '{');
    bool done = result == STORE_OK &&
                act_run(s, forms[form].name, a, reply, &error, &text, &result) &&
                (result = store_commit(s)) == STORE_OK;
    rz_put_close(reply, '}');
    if (!done) {
        const char *why = text ? text : store_why(s);
        cmd_fail(CMD_FAILURE, args->command, "{sentence}", "sentence", why, NULL);
        store_rollback(s);
    }
    return done;
}

/* Of a list all pages. */
static int do_act(const cmd_args *args, store *s, int form, act *a) {
    static char memory[ACT_REPLY];
    rz_text reply;
    do {
        rz_text_init(&reply, memory, sizeof memory);
        if (!run_act(args, s, form, a, &reply))
            return CMD_FAILURE;
        a->page++;
    } while (print_reply(&reply));
    return CMD_OK;
}

/* To open a file that is not there would make a new store. */
static bool is_there(const cmd_args *args, const char *url) {
    static const char scheme[] = "sqlite:";
    const char *file = url + sizeof scheme - 1;
    if (strncmp(url, scheme, sizeof scheme - 1) != 0 || access(file, F_OK) == 0 || errno != ENOENT)
        return true;
    cmd_fail(CMD_FAILURE, args->command,
             N_("there is no store {file}; --store or --config says where it is"), "file", file,
             NULL);
    return false;
}

int cmd_admin(const cmd_args *args) {
    static serve_options options;
    static act a;
    char why[512];
    store_result result;
    int form = find_form(args->operands[0]);
    if (form == FORMS)
        return fail_act(args);
    serve_defaults(&options);
    if (!cmd_read_server_config(args, &options))
        return cmd_last_status();
    const char *url = args->value[OPT_STORE] ? args->value[OPT_STORE] : options.store;
    url = url ? url : cmd_default_store();
    if (!is_there(args, url))
        return CMD_FAILURE;
    store *s = store_open(url, why, sizeof why, &result);
    if (!s)
        return cmd_fail(CMD_FAILURE, args->command, "{sentence}", "sentence", why, NULL);
    a.now = now_ms();
    a.shared = true;
    uint8_t bytes[16];
    bool ready = sodium_init() >= 0;
    randombytes_buf(bytes, sizeof bytes);
    code_write(bytes, a.code, a.hash);
    int status =
        ready && read_arguments(args, form, s, &a) ? do_act(args, s, form, &a) : cmd_last_status();
    store_close(s);
    return status;
}
