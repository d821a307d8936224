/* load: how much can a server bear? */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "core/json_write.h"
#include "load/load.h"

enum { SEATS = 4 };

static void print_progress(FILE *out, const char *english, const load_result *r) {
    char line[1024], tables[24], seconds[24], moves[24], errors[24];
    rz_text text;
    snprintf(tables, sizeof tables, "%d", r->ready);
    snprintf(seconds, sizeof seconds, "%.1f", r->seconds > 0 ? r->seconds : r->setup_seconds);
    snprintf(moves, sizeof moves, "%llu", (unsigned long long)r->moves);
    snprintf(errors, sizeof errors, "%llu", (unsigned long long)r->errors);
    rz_text_init(&text, line, sizeof line);
    rz_format(&cmd_voice, &text, english, "tables", tables, "seconds", seconds, "moves", moves,
              "errors", errors, NULL);
    fprintf(out, "%s", line);
}

static void show_progress(const load_result *r, bool begins) {
    bool terminal = isatty(STDERR_FILENO);
    if (begins) {
        fputs(terminal ? "\r" : "", stderr);
        print_progress(stderr,
                       N_("{tables} tables sit and play; it took {seconds} s to get there."), r);
        fputc('\n', stderr);
    } else if (terminal) {
        fputc('\r', stderr);
        print_progress(stderr, N_("{tables} tables, {seconds} s, {moves} moves, {errors} errors"),
                       r);
        fputs("  ", stderr);
    }
}

static double per_second(const load_result *r) {
    return r->seconds > 0 ? (double)r->moves / r->seconds : 0;
}

static void put_attacks(rz_text *out, const load_result *r) {
    rz_put_open(out, "hostile", '[');
    for (const load_attack *a = r->hostile; a < r->hostile + r->n_hostile; a++) {
        rz_put_open(out, NULL, '{');
        rz_put_string(out, "attack", a->name);
        rz_put_int(out, "attempts", (int64_t)a->attempts);
        rz_put_int(out, "refused", (int64_t)a->refused);
        rz_put_int(out, "open", (int64_t)a->open);
        rz_put_int(out, "breaches", (int64_t)a->breaches);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

static void put_server(rz_text *out, const load_options *o, const load_server *s) {
    rz_put_open(out, "server", '{');
    if (o->pid) {
        rz_put_int(out, "memory", (int64_t)s->memory);
        rz_put_fixed(out, "cpu_us", s->cpu_us, 1);
    }
    if (o->store)
        rz_put_int(out, "store_growth", s->store_growth);
    rz_put_open(out, "figures", '[');
    for (int i = 0; i < s->n_figures; i++) {
        rz_put_open(out, NULL, '{');
        rz_put_string(out, "name", s->figures[i].name);
        rz_put_int(out, "growth", s->figures[i].growth);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
    rz_put_close(out, '}');
}

static void put_result(rz_text *out, const load_options *o, const load_result *r) {
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "game", o->game->name);
    rz_put_int(out, "tables", o->tables);
    rz_put_int(out, "sockets", r->sockets);
    rz_put_int(out, "ready", r->ready);
    rz_put_fixed(out, "setup_seconds", r->setup_seconds, 2);
    rz_put_fixed(out, "seconds", r->seconds, 2);
    rz_put_int(out, "moves", (int64_t)r->moves);
    rz_put_fixed(out, "moves_per_second", per_second(r), 1);
    rz_put_int(out, "games", (int64_t)r->games);
    rz_put_int(out, "late", (int64_t)r->late);
    rz_put_fixed(out, "p50_ms", r->p50, 2);
    rz_put_fixed(out, "p99_ms", r->p99, 2);
    rz_put_fixed(out, "max_ms", r->max, 2);
    rz_put_int(out, "errors", (int64_t)r->errors);
    rz_put_string(out, "why", r->why);
    rz_put_int(out, "stuck", (int64_t)r->stuck);
    put_attacks(out, r);
    rz_put_int(out, "breaches", (int64_t)r->breaches);
    rz_put_string(out, "breach", r->breach);
    put_server(out, o, &r->server);
    rz_put_close(out, '}');
}

static void print_json(const load_options *o, const load_result *r) {
    static char memory[32768];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    put_result(&text, o, r);
    puts(memory);
}

static void print_row(const char *label, double value, int decimals, const char *after) {
    printf("  %-32s %12.*f%s\n", cmd_translate(label), decimals, value, after);
}

static void print_attacks(const load_result *r) {
    enum { NAME = 26, NUMBER = 12 };
    static const char *const heads[] = {N_("attempts"), N_("refused"), N_("open"), N_("breaches")};
    printf("  %*s", NAME, "");
    for (int i = 0; i < 4; i++)
        printf(" %*s", NUMBER, cmd_translate(heads[i]));
    putchar('\n');
    for (const load_attack *a = r->hostile; a < r->hostile + r->n_hostile; a++)
        printf("  %-*s %*llu %*llu %*llu %*llu\n", NAME, a->name, NUMBER,
               (unsigned long long)a->attempts, NUMBER, (unsigned long long)a->refused, NUMBER,
               (unsigned long long)a->open, NUMBER, (unsigned long long)a->breaches);
}

static void print_server(const load_options *o, const load_server *s) {
    if (o->pid) {
        print_row(N_("memory of the server"), (double)s->memory / 1e6, 1, " MB");
        print_row(N_("its work for a move"), s->cpu_us, 1, " µs");
    }
    if (o->store)
        print_row(N_("its store has grown by"), (double)s->store_growth / 1e6, 2, " MB");
    for (int i = 0; i < s->n_figures; i++)
        printf("  %-32s %12lld\n", s->figures[i].name, (long long)s->figures[i].growth);
}

static void print_result(const load_options *o, const load_result *r) {
    print_row(N_("tables"), r->ready, 0, "");
    print_row(N_("sockets"), r->sockets, 0, "");
    print_row(N_("moves"), (double)r->moves, 0, "");
    print_row(N_("moves a second"), per_second(r), 1, "");
    print_row(N_("moves that had to wait"), (double)r->late, 0, "");
    print_row(N_("until all have it, half of them"), r->p50, 2, " ms");
    print_row(N_("until all have it, 99 of 100"), r->p99, 2, " ms");
    print_row(N_("until all have it, the slowest"), r->max, 2, " ms");
    print_server(o, &r->server);
    if (o->attacks)
        print_attacks(r);
    print_row(N_("errors"), (double)r->errors, 0, "");
    if (*r->why)
        printf("  %s\n", r->why);
    if (*r->breach)
        printf("  %s\n", r->breach);
}

static bool read_rate(const cmd_args *args, double *rate) {
    const char *value = args->value[OPT_RATE];
    char *end;
    *rate = 1;
    if (!value)
        return true;
    *rate = strtod(value, &end);
    bool digit = *value >= '0' && *value <= '9';
    if (digit && !*end && *rate >= 0.001 && *rate <= 1000)
        return true;
    cmd_fail(CMD_USAGE, args->command,
             N_("--rate takes a number from 0.001 to 1000, not “{value}”"), "value", value, NULL);
    return false;
}

static bool read_game(const cmd_args *args, const rz_game **game) {
    cmd_args named = *args;
    const char *name = args->value[OPT_GAME] ? args->value[OPT_GAME] : rz_games[0]->name;
    named.operands = &name;
    return (*game = cmd_read_game(&named)) != NULL;
}

/* --attack help */
static int list_attacks(void) {
    for (int i = 0; load_attack_name(i); i++)
        puts(load_attack_name(i));
    return CMD_OK;
}

static bool is_attack(const char *name, size_t length) {
    for (int i = 0; load_attack_name(i); i++)
        if (strlen(load_attack_name(i)) == length && !strncmp(load_attack_name(i), name, length))
            return true;
    return length == 3 && !strncmp(name, "all", length);
}

static bool read_attacks(const cmd_args *args, const char **attacks) {
    const char *list = args->value[OPT_ATTACK];
    *attacks = list ? list : args->value[OPT_HOSTILE] ? "all" : NULL;
    if (!list)
        return true;
    for (const char *at = list, *end;; at = end + 1) {
        end = at + strcspn(at, ",");
        if (!is_attack(at, (size_t)(end - at))) {
            cmd_fail(CMD_USAGE, args->command,
                     N_("there is no attack called “{name}”; --attack help lists them"), "name", at,
                     NULL);
            return false;
        }
        if (!*end)
            return true;
    }
}

static bool read_store(const cmd_args *args, const char **file) {
    const char *url = args->value[OPT_STORE];
    *file = url && !strncmp(url, "sqlite:", 7) ? url + 7 : NULL;
    if (!url || *file)
        return true;
    cmd_fail(CMD_USAGE, args->command, N_("--store takes sqlite:FILE here, not “{value}”"), "value",
             url, NULL);
    return false;
}

static bool read_arguments(const cmd_args *args, load_options *o) {
    long tables, seconds, addresses, pid;
    uint8_t seed[RZ_SEED];
    if (!cmd_read_number(args, OPT_TABLES, 1, LOAD_TABLES_MAX, 10, &tables) ||
        !cmd_read_number(args, OPT_SECONDS, 1, LOAD_SECONDS_MAX, 10, &seconds) ||
        !cmd_read_number(args, OPT_ADDRESSES, 1, LOAD_ADDRESSES_MAX, 1, &addresses) ||
        !cmd_read_number(args, OPT_PID, 1, INT32_MAX, 0, &pid) ||
        !read_attacks(args, &o->attacks) || !read_store(args, &o->store) ||
        !read_rate(args, &o->rate) || !read_game(args, &o->game) || !cmd_read_seed(args, seed))
        return false;
    memcpy(&o->seed, seed, sizeof o->seed);
    o->url = args->value[OPT_URL] ? args->value[OPT_URL] : "ws://127.0.0.1:7200/ws";
    o->tables = (int)tables;
    o->seconds = (int)seconds;
    o->seats = o->game->seats_max < SEATS ? o->game->seats_max : SEATS;
    o->addresses = (int)addresses;
    o->target = args->value[OPT_TARGET];
    o->pid = (int)pid;
    o->progress = show_progress;
    return true;
}

int cmd_load(const cmd_args *args) {
    load_options options;
    load_result result;
    if (args->value[OPT_ATTACK] && !strcmp(args->value[OPT_ATTACK], "help"))
        return cmd_close_stdout(args, list_attacks());
    if (!read_arguments(args, &options))
        return CMD_USAGE;
    const char *wrong = load_run(&options, &result);
    if (*wrong)
        return cmd_fail(CMD_USAGE, args->command, wrong, "value", options.url, NULL);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 78, "");
    (args->value[OPT_JSON] ? print_json : print_result)(&options, &result);
    bool held = result.errors == 0 && result.breaches == 0;
    return cmd_close_stdout(args, held ? CMD_OK : CMD_FAILURE);
}
