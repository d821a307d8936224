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
    rz_put_int(out, "attacks", (int64_t)r->attacks);
    rz_put_int(out, "held", (int64_t)r->held);
    rz_put_int(out, "open", (int64_t)r->open);
    rz_put_string(out, "breach", r->breach);
    rz_put_close(out, '}');
}

static void print_json(const load_options *o, const load_result *r) {
    char memory[1000 + 12 * LOAD_WHY];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    put_result(&text, o, r);
    puts(memory);
}

static void print_row(const char *label, double value, int decimals, const char *after) {
    printf("  %-32s %12.*f%s\n", cmd_translate(label), decimals, value, after);
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
    if (o->hostile) {
        print_row(N_("attacks"), (double)r->attacks, 0, "");
        print_row(N_("attacks refused"), (double)r->held, 0, "");
    }
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
    named.operands[0] = args->value[OPT_GAME] ? args->value[OPT_GAME] : rz_games[0]->name;
    return (*game = cmd_read_game(&named)) != NULL;
}

static bool read_arguments(const cmd_args *args, load_options *o) {
    long tables, seconds;
    uint8_t seed[RZ_SEED];
    if (!cmd_read_number(args, OPT_TABLES, 1, LOAD_TABLES_MAX, 10, &tables) ||
        !cmd_read_number(args, OPT_SECONDS, 1, LOAD_SECONDS_MAX, 10, &seconds) ||
        !read_rate(args, &o->rate) || !read_game(args, &o->game) || !cmd_read_seed(args, seed))
        return false;
    memcpy(&o->seed, seed, sizeof o->seed);
    o->url = args->value[OPT_URL] ? args->value[OPT_URL] : "ws://127.0.0.1:7200/ws";
    o->tables = (int)tables;
    o->seconds = (int)seconds;
    o->seats = o->game->seats_max < SEATS ? o->game->seats_max : SEATS;
    o->hostile = args->value[OPT_HOSTILE] != NULL;
    o->progress = show_progress;
    return true;
}

int cmd_load(const cmd_args *args) {
    load_options options;
    load_result result;
    if (!read_arguments(args, &options))
        return CMD_USAGE;
    const char *wrong = load_run(&options, &result);
    if (*wrong)
        return cmd_fail(CMD_USAGE, args->command, wrong, "value", options.url, NULL);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 78, "");
    (args->value[OPT_JSON] ? print_json : print_result)(&options, &result);
    bool held = result.errors == 0 && result.held == result.attacks;
    return cmd_close_stdout(args, held ? CMD_OK : CMD_FAILURE);
}
