/* arena: how strong is a bot against a table of another? */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ai/arena.h"
#include "cmd/foreign.h"
#include "core/json_write.h"
#include "tui/screen.h"

typedef struct contest {
    rz_arena arena;
    char names[2][CMD_BOTS_BYTES];
    uint32_t deals;
    int jobs;
    bool sprt;
    /* A batch of deals, played by all workers, summed up in order. */
    pthread_mutex_t lock;
    uint32_t begin, end, next, played;
    double since, shown;
    rz_deal *results;
    rz_times times;
    rz_mean share, margin;
    int verdict;
} contest;

/* A bot among its like wins its share of every deal exactly, if its budget is in positions: there
 * is nothing to be unsure of. By the clock it may think otherwise each time. */
static double share_half_width(const contest *c) {
    bool alike = !strcmp(c->names[0], c->names[1]);
    return (alike ? rz_mean_half_width : rz_share_half_width)(&c->share);
}

/* Not more often than can be read. */
static void show_progress(contest *c) {
    double now = cmd_seconds();
    if (now < c->shown + 0.1 || !cmd_print_bar((double)c->played / c->deals))
        return;
    c->shown = now;
    fprintf(stderr, "%u/%u", c->played, c->deals);
    if (c->share.n > 1 && share_half_width(c) < 1)
        fprintf(stderr, "  %.3f ± %.3f", rz_mean_value(&c->share), share_half_width(c));
    fprintf(stderr, "  %.0f s ", now - c->since);
}

static void *work(void *argument) {
    contest *c = argument;
    rz_times times = {0};
    pthread_mutex_lock(&c->lock);
    while (c->next < c->end) {
        uint32_t mine = c->next++;
        pthread_mutex_unlock(&c->lock);
        rz_deal result = rz_arena_deal(&c->arena, mine, &times);
        pthread_mutex_lock(&c->lock);
        c->results[mine - c->begin] = result;
        c->played++;
        show_progress(c);
    }
    rz_times_add(&c->times, &times);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static bool play_batch(contest *c) {
    pthread_t threads[64];
    int started = 0, jobs = c->jobs < 64 ? c->jobs : 64;
    c->next = c->begin;
    while (started < jobs && pthread_create(&threads[started], NULL, work, c) == 0)
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return started > 0;
}

/* The deals count in their order, and none after the verdict: so the result does not depend on how
 * many were played at once. */
static bool run(contest *c) {
    enum { BATCH = 32 };
    c->since = cmd_seconds();
    show_progress(c);
    c->results = calloc(BATCH, sizeof *c->results);
    bool ok = c->results != NULL;
    for (; ok && c->end < c->deals && !c->verdict; c->begin = c->end) {
        c->end = c->begin + BATCH < c->deals ? c->begin + BATCH : c->deals;
        ok = play_batch(c);
        for (uint32_t i = 0; ok && i < c->end - c->begin && !c->verdict; i++) {
            rz_mean_add(&c->share, c->results[i].share);
            rz_mean_add(&c->margin, c->results[i].margin);
            if (c->sprt)
                c->verdict = rz_arena_verdict(&c->share, rz_seats(&c->arena.match.setup));
        }
    }
    cmd_erase_bar();
    free(c->results);
    return ok;
}

/* Time is told apart from the result, which a budget in nodes makes the same every time. */
static void print_time(const contest *c) {
    char line[CMD_BOTS_BYTES + 256], mean[24], p99[24];
    rz_text text;
    snprintf(mean, sizeof mean, "%.3f", c->times.ms / c->times.moves);
    snprintf(p99, sizeof p99, "%.3f", rz_times_quantile(&c->times, 0.99));
    rz_text_init(&text, line, sizeof line);
    rz_format(&cmd_voice, &text,
              N_("A move of {name}: {mean} ms in the mean, {p99} ms for 99 of 100"), "name",
              c->names[0], "mean", mean, "p99", p99, NULL);
    fprintf(stderr, "%s\n", line);
}

/* A mean and the ends of its interval, which is infinite after a single deal: JSON has no word for
 * that. */
static void put_mean(rz_text *out, const char *name, double mean, double half, double min,
                     double max) {
    char interval[32];
    snprintf(interval, sizeof interval, "%s_95", name);
    rz_put_fixed(out, name, mean, 5);
    if (!isfinite(half)) {
        rz_put_null(out, interval);
        return;
    }
    rz_put_open(out, interval, '[');
    rz_put_fixed(out, NULL, fmax(mean - half, min), 5);
    rz_put_fixed(out, NULL, fmin(mean + half, max), 5);
    rz_put_close(out, ']');
}

static void put_result(rz_text *out, const contest *c) {
    int seats = rz_seats(&c->arena.match.setup);
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "game", c->arena.match.header.game->name);
    rz_put_int(out, "seats", seats);
    rz_put_hex(out, "seed", c->arena.seed, RZ_SEED);
    rz_put_string(out, "one", c->names[0]);
    rz_put_string(out, "others", c->names[1]);
    rz_put_int(out, "deals", (int64_t)c->share.n);
    rz_put_int(out, "games", (int64_t)c->share.n * seats);
    put_mean(out, "win_share", rz_mean_value(&c->share), share_half_width(c), 0, 1);
    rz_put_fixed(out, "even", 1.0 / seats, 5);
    put_mean(out, "margin", rz_mean_value(&c->margin), rz_mean_half_width(&c->margin), -INFINITY,
             INFINITY);
    if (c->sprt)
        rz_put_string(out, "verdict",
                      c->verdict > 0   ? "stronger"
                      : c->verdict < 0 ? "not stronger"
                                       : "open");
    cmd_put_failures(out);
    rz_put_close(out, '}');
}

static void print_json(const contest *c) {
    static char memory[16 * CMD_BOTS_BYTES];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    put_result(&text, c);
    puts(memory);
}

static void print_line(const char *label, double value, double half, const char *after) {
    char number[40];
    cmd_format_fixed(number, sizeof number, value, 3);
    int room = 33 - scr_columns(label) - scr_columns(number);
    printf("  %s%*s%s", label, room > 1 ? room : 1, "", number);
    if (isfinite(half)) /* a single deal says nothing of it */
        printf(" ± %.3f", half);
    printf("%s\n", after);
}

static void print_result(const contest *c) {
    int seats = rz_seats(&c->arena.match.setup);
    char even[48];
    printf("%s, %d: %s × 1, %s × %d; %.0f × %d\n", c->arena.match.header.game->name, seats,
           c->names[0], c->names[1], seats - 1, c->share.n, seats);
    snprintf(even, sizeof even, "   (%s %.3f)", cmd_translate(N_("even:")), 1.0 / seats);
    double share = rz_mean_value(&c->share), half = share_half_width(c);
    bool too_few = isfinite(half) && share - half <= 0 && share + half >= 1;
    print_line(cmd_translate(N_("share of wins")), share, too_few ? INFINITY : half, even);
    print_line(cmd_translate(N_("margin")), rz_mean_value(&c->margin),
               rz_mean_half_width(&c->margin), "");
    if (too_few) /* a share is between 0 and 1 without any game */
        printf("  %s\n",
               cmd_translate(N_("These games are too few to say anything of the share.")));
    cmd_print_failures(stdout);
    if (c->sprt)
        printf("  %s\n", cmd_translate(c->verdict > 0   ? N_("It is clearly stronger.")
                                       : c->verdict < 0 ? N_("It is not clearly stronger.")
                                                        : N_("Not clear yet: play more games.")));
}

static bool read_arguments(const cmd_args *args, contest *c) {
    long games, jobs, cores = sysconf(_SC_NPROCESSORS_ONLN);
    rz_bot_spec bots[RZ_SEATS_MAX];
    if (!cmd_read_setup(args, &c->arena.match.header, &c->arena.match.setup))
        return false;
    int seats = rz_seats(&c->arena.match.setup);
    if (!cmd_read_bots(args, c->arena.match.header.game, 2, "greedy,random", CMD_NO_PEOPLE, bots) ||
        !cmd_read_number(args, OPT_GAMES, 1, 100000000, 1000, &games) ||
        !cmd_read_number(args, OPT_JOBS, 1, 64, cores > 0 ? cores : 1, &jobs) ||
        !cmd_read_seed(args, c->arena.seed))
        return false;
    cmd_warn_unlearnt(args, c->arena.match.header.game, &c->arena.match.setup, bots, 2);
    c->arena.one = bots[0];
    c->arena.others = bots[1];
    for (int i = 0; i < 2; i++)
        cmd_format_bot(&bots[i], c->names[i]);
    c->deals = (uint32_t)((games + seats - 1) / seats);
    c->jobs = (int)jobs;
    c->sprt = args->value[OPT_SPRT] != NULL;
    return true;
}

int cmd_arena(const cmd_args *args) {
    static contest c;
    if (!read_arguments(args, &c))
        return cmd_last_status();
    pthread_mutex_init(&c.lock, NULL);
    if (!run(&c))
        return cmd_fail(CMD_FAILURE, args->command, N_("there is not enough memory"), NULL);
    (args->value[OPT_JSON] ? print_json : print_result)(&c);
    print_time(&c);
    return cmd_close_stdout(args, cmd_strict_status(args));
}
