/* Many games between bots: workers play, one thread writes, in order. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/data.h"
#include "cmd/device.h"
#include "cmd/foreign.h"
#include "core/json_write.h"
#include "gpu/play.h"
#include "tui/screen.h"

enum {
    CHUNK = 32,      /* games a worker takes at a time, … */
    DATA_CHUNK = 4,  /* … and where their decisions are kept, which are large */
    WIN_PARTS = 840, /* a win, so that any share of it is whole */
    RECORD_ROOM = 1 << 16
};

/* All sums are whole numbers, so that their order does not matter. */
typedef struct tally {
    int64_t games, actions, score[RZ_SEATS_MAX], win_parts[RZ_SEATS_MAX];
    int64_t shortest, longest;
} tally;

typedef struct chunk {
    bool done;
    char *records;
    size_t length, room;
    cmd_rows rows;
    tally sums;
} chunk;

typedef struct simulation {
    rz_match match;
    uint8_t seed[RZ_SEED];
    bool record, on_card;
    cmd_data *data; /* or NULL */
    uint32_t games, chunks, chunk_games;
    int jobs;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t next;    /* chunk that nobody plays yet */
    uint32_t written; /* chunks that have been written */
    bool stop;
    bool out_of_memory;
    bool is_full; /* something could not be written, and the reason has been said */
    chunk *ring;  /* chunk i is in place i % ring_size */
    uint32_t ring_size;
} simulation;

static void add_result(tally *sums, const simulation *sim, const int32_t scores[],
                       rz_actors winners, uint32_t actions) {
    for (int s = 0; s < rz_seats(&sim->match.setup); s++) {
        sums->score[s] += scores[s];
        if (winners >> s & 1)
            sums->win_parts[s] += WIN_PARTS / __builtin_popcount(winners);
    }
    if (sums->games == 0 || actions < sums->shortest)
        sums->shortest = actions;
    if (actions > sums->longest)
        sums->longest = actions;
    sums->games++;
    sums->actions += actions;
}

static void add_game(tally *sums, const simulation *sim, const rz_state *state, uint32_t actions) {
    int32_t scores[RZ_SEATS_MAX];
    const rz_game *game = sim->match.header.game;
    game->scores(&sim->match.setup, rz_state_public(state), scores);
    add_result(sums, sim, scores, game->winners(&sim->match.setup, rz_state_public(state)),
               actions);
}

static void add_tally(tally *sums, const tally *more) {
    if (sums->games == 0 || more->shortest < sums->shortest)
        sums->shortest = more->shortest;
    if (more->longest > sums->longest)
        sums->longest = more->longest;
    sums->games += more->games;
    sums->actions += more->actions;
    for (int s = 0; s < RZ_SEATS_MAX; s++) {
        sums->score[s] += more->score[s];
        sums->win_parts[s] += more->win_parts[s];
    }
}

static uint32_t play(const simulation *sim, chunk *c, uint32_t n, rz_state *state, rz_text *text) {
    return sim->data ? cmd_play_data(sim->data, &sim->match, sim->seed, n, state, text, &c->rows)
                     : rz_match_play(&sim->match, sim->seed, n, state, text, NULL);
}

/* Plays one game, its record behind those that are there; grows the room until it fits. */
static bool play_one(const simulation *sim, chunk *c, uint32_t n) {
    rz_state state;
    for (;;) {
        size_t room = c->room - c->length;
        rz_text text;
        if (sim->record && room >= RECORD_ROOM)
            rz_text_init(&text, c->records + c->length, room);
        if (!sim->record || room >= RECORD_ROOM) {
            size_t rows = c->rows.count;
            uint32_t actions = play(sim, c, n, &state, sim->record ? &text : NULL);
            if (!sim->record || !text.full) {
                c->length += sim->record ? text.length : 0;
                add_game(&c->sums, sim, &state, actions);
                return !c->rows.no_memory;
            }
            c->rows.count = rows;
        }
        size_t larger = c->room ? 2 * c->room : 4 * RECORD_ROOM;
        char *records = realloc(c->records, larger);
        if (!records)
            return false;
        c->records = records;
        c->room = larger;
    }
}

static void *work(void *argument) {
    simulation *sim = argument;
    pthread_mutex_lock(&sim->lock);
    while (!sim->stop && sim->next < sim->chunks) {
        if (sim->next - sim->written >= sim->ring_size) {
            pthread_cond_wait(&sim->changed, &sim->lock);
            continue;
        }
        uint32_t mine = sim->next++;
        chunk *c = &sim->ring[mine % sim->ring_size];
        pthread_mutex_unlock(&sim->lock);

        c->length = 0;
        c->rows.count = 0;
        c->sums = (tally){0};
        bool ok = true;
        uint32_t first = mine * sim->chunk_games;
        for (uint32_t i = 0; ok && i < sim->chunk_games && first + i < sim->games; i++)
            ok = play_one(sim, c, first + i);

        pthread_mutex_lock(&sim->lock);
        c->done = true;
        sim->out_of_memory |= !ok;
        sim->stop |= !ok;
        pthread_cond_broadcast(&sim->changed);
    }
    pthread_mutex_unlock(&sim->lock);
    return NULL;
}

static void show_progress(const simulation *sim, uint32_t games, double since, double *last) {
    double now = cmd_seconds();
    if (now - *last < 0.1 && games < sim->games)
        return;
    *last = now;
    if (cmd_print_bar((double)games / sim->games))
        fprintf(stderr, "%u/%u %.0f/s ", games, sim->games, (double)games / (now - since));
    if (games == sim->games)
        cmd_erase_bar();
}

/* Writes the chunks in their order, as they are done. */
static bool collect(simulation *sim, cmd_writer *writer, tally *sums) {
    double since = cmd_seconds(), last = 0;
    bool ok = true;
    pthread_mutex_lock(&sim->lock);
    while (ok && sim->written < sim->chunks) {
        chunk *c = &sim->ring[sim->written % sim->ring_size];
        if (!c->done) {
            if (sim->out_of_memory)
                break;
            pthread_cond_wait(&sim->changed, &sim->lock);
            continue;
        }
        pthread_mutex_unlock(&sim->lock);
        ok = (!writer || cmd_write(writer, c->records, c->length)) &&
             (!sim->data || cmd_add_data(sim->data, &c->rows));
        add_tally(sums, &c->sums);
        show_progress(sim, (uint32_t)sums->games, since, &last);
        pthread_mutex_lock(&sim->lock);
        c->done = false;
        sim->written++;
        pthread_cond_broadcast(&sim->changed);
    }
    sim->stop = true;
    sim->is_full = !ok;
    ok = ok && !sim->out_of_memory;
    pthread_cond_broadcast(&sim->changed);
    pthread_mutex_unlock(&sim->lock);
    return ok;
}

static bool run(simulation *sim, cmd_writer *writer, tally *sums) {
    pthread_t *threads = calloc((size_t)sim->jobs, sizeof *threads);
    sim->ring_size = 4 * (uint32_t)sim->jobs;
    sim->ring = calloc(sim->ring_size, sizeof *sim->ring);
    int started = 0;
    while (threads && sim->ring && started < sim->jobs &&
           pthread_create(&threads[started], NULL, work, sim) == 0)
        started++;
    bool ok = started > 0 && collect(sim, writer, sums);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    for (uint32_t i = 0; sim->ring && i < sim->ring_size; i++) {
        free(sim->ring[i].records);
        free(sim->ring[i].rows.bytes);
    }
    free(sim->ring);
    free(threads);
    return ok;
}

/* ---- On a graphics card ---------------------------------------------------------------------- */

static bool can_play_on_card(const cmd_args *args, const simulation *sim) {
    if (sim->record || args->value[OPT_DATA]) {
        cmd_fail(CMD_USAGE, args->command, N_("--device gpu keeps no records and no data"), NULL);
        return false;
    }
    return cmd_can_play_on_card(args, &sim->match);
}

static bool play_on_card(simulation *sim, gpu_player *player, tally *sums) {
    gpu_result *results = malloc(GPU_GAMES * sizeof *results);
    double since = cmd_seconds(), last = 0;
    uint32_t n;
    bool ok = results != NULL;
    for (uint32_t first = 0; ok && first < sim->games; first += n) {
        n = sim->games - first < GPU_GAMES ? sim->games - first : GPU_GAMES;
        ok = gpu_match_play(player, first, n, results);
        for (uint32_t i = 0; ok && i < n; i++)
            add_result(sums, sim, results[i].scores, results[i].winners, results[i].actions);
        if (ok)
            show_progress(sim, first + n, since, &last);
    }
    free(results);
    return ok;
}

static bool run_on_card(const cmd_args *args, simulation *sim, tally *sums) {
    static gpu_player player;
    gpu_device device;
    if (!cmd_open_device(args, &device))
        return false;
    bool ok = gpu_match_begin(&player, &device, &sim->match, sim->seed) &&
              play_on_card(sim, &player, sums);
    gpu_player_end(&player);
    if (!ok)
        cmd_fail_device(args, &device);
    gpu_close(&device);
    return ok;
}

/* ---- What came of it ------------------------------------------------------------------------- */

static void put_player(rz_text *out, const simulation *sim, const tally *sums, int seat) {
    char bot[CMD_BOTS_BYTES];
    double games = (double)sums->games;
    cmd_format_bot(&sim->match.bots[seat], bot);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "seat", seat);
    rz_put_string(out, "bot", bot);
    rz_put_fixed(out, "mean_score", (double)sums->score[seat] / games, 3);
    rz_put_fixed(out, "win_share", (double)sums->win_parts[seat] / games / WIN_PARTS, 5);
    rz_put_close(out, '}');
}

static void put_result(rz_text *out, const simulation *sim, const tally *sums, double seconds) {
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "game", sim->match.header.game->name);
    rz_put_int(out, "seats", rz_seats(&sim->match.setup));
    rz_put_hex(out, "seed", sim->seed, RZ_SEED);
    rz_put_int(out, "games", sums->games);
    rz_put_int(out, "actions", sums->actions);
    rz_put_fixed(out, "seconds", seconds, 3);
    rz_put_fixed(out, "games_per_second", (double)sums->games / seconds, 0);
    rz_put_fixed(out, "actions_per_second", (double)sums->actions / seconds, 0);
    rz_put_open(out, "length", '{');
    rz_put_fixed(out, "mean", (double)sums->actions / (double)sums->games, 2);
    rz_put_int(out, "min", sums->shortest);
    rz_put_int(out, "max", sums->longest);
    rz_put_close(out, '}');
    rz_put_open(out, "players", '[');
    for (int s = 0; s < rz_seats(&sim->match.setup); s++)
        put_player(out, sim, sums, s);
    rz_put_close(out, ']');
    cmd_put_failures(out);
    rz_put_close(out, '}');
}

static void print_json(const simulation *sim, const tally *sums, double seconds, FILE *out) {
    static char memory[64 * CMD_BOTS_BYTES];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    put_result(&text, sim, sums, seconds);
    fprintf(out, "%s\n", memory);
}

static void print_player(const simulation *sim, const tally *sums, int seat, FILE *out) {
    char score[40];
    double games = (double)sums->games;
    cmd_format_fixed(score, sizeof score, (double)sums->score[seat] / games, 2);
    int room = 9 - scr_columns(score);
    fprintf(out, "  %d  %-20s %s%*s%s   %s %6.2f %%\n", seat, sim->match.header.names[seat],
            cmd_translate(N_("score")), room > 1 ? room : 1, "", score, cmd_translate(N_("wins")),
            100.0 * (double)sums->win_parts[seat] / games / WIN_PARTS);
}

static void print_summary(const simulation *sim, const tally *sums, double seconds, FILE *out) {
    double games = (double)sums->games;
    fprintf(out, "%s: %lld × %s, %d\n", cmd_translate(N_("Games")), (long long)sums->games,
            sim->match.header.game->name, rz_seats(&sim->match.setup));
    fprintf(out, "%s: %.2f s, %.0f %s, %.0f %s\n", cmd_translate(N_("Time")), seconds,
            games / seconds, cmd_translate(N_("games/s")), (double)sums->actions / seconds,
            cmd_translate(N_("actions/s")));
    fprintf(out, "%s: %.1f (%lld–%lld)\n", cmd_translate(N_("Actions a game")),
            (double)sums->actions / games, (long long)sums->shortest, (long long)sums->longest);
    for (int s = 0; s < rz_seats(&sim->match.setup); s++)
        print_player(sim, sums, s, out);
    cmd_print_failures(out);
}

/* The players are called after their bots and seats. */
static bool name_players(const cmd_args *args, simulation *sim) {
    int seats = rz_seats(&sim->match.setup);
    if (!cmd_read_bots(args, sim->match.header.game, seats, "greedy", CMD_NO_PEOPLE,
                       sim->match.bots))
        return false;
    cmd_warn_unlearnt(args, sim->match.header.game, &sim->match.setup, sim->match.bots, seats);
    sim->match.header.n_names = seats;
    for (int s = 0; s < seats; s++)
        cmd_name_bot(&sim->match.bots[s], s, sim->match.header.names[s],
                     sizeof sim->match.header.names[s]);
    return true;
}

static bool read_arguments(const cmd_args *args, simulation *sim) {
    long games, jobs, cores = sysconf(_SC_NPROCESSORS_ONLN);
    const char *rng = args->value[OPT_RNG];
    if (!cmd_read_setup(args, &sim->match.header, &sim->match.setup) || !name_players(args, sim) ||
        !cmd_read_number(args, OPT_GAMES, 1, 1000000000, 1000, &games) ||
        !cmd_read_number(args, OPT_JOBS, 1, 1024, cores > 0 ? cores : 1, &jobs) ||
        !cmd_read_seed(args, sim->seed))
        return false;
    if (rng && strcmp(rng, "fair") != 0 && strcmp(rng, "fast") != 0) {
        cmd_fail(CMD_USAGE, args->command, N_("--rng takes fair or fast, not “{value}”"), "value",
                 rng, NULL);
        return false;
    }
    sim->match.fast = rng && !strcmp(rng, "fast");
    sim->games = (uint32_t)games;
    sim->chunk_games = args->value[OPT_DATA] ? DATA_CHUNK : CHUNK;
    sim->chunks = (sim->games + sim->chunk_games - 1) / sim->chunk_games;
    sim->jobs = (int)(jobs < (long)sim->chunks ? jobs : (long)sim->chunks);
    sim->record = args->value[OPT_RECORD] != NULL;
    if (sim->record && args->value[OPT_DATA] && !strcmp(args->value[OPT_RECORD], "-")) {
        cmd_fail(CMD_USAGE, args->command,
                 N_("with --data, --record takes a file, not standard output"), NULL);
        return false;
    }
    return cmd_read_device(args, &sim->on_card) && (!sim->on_card || can_play_on_card(args, sim));
}

/* What is written is there afterwards whole, or not at all. */
static bool finish(simulation *sim, cmd_writer *writer, bool ok) {
    if (sim->record && ok)
        ok = cmd_commit(writer);
    else if (sim->record)
        cmd_discard(writer);
    if (sim->data && ok)
        ok = cmd_commit_data(sim->data, &sim->match, sim->seed, sim->games);
    if (sim->data)
        cmd_close_data(sim->data);
    return ok;
}

int cmd_simulate(const cmd_args *args) {
    static simulation sim;
    static cmd_data data;
    cmd_writer writer;
    tally sums = {0};
    if (!read_arguments(args, &sim))
        return cmd_last_status();
    if (args->value[OPT_DATA]) {
        if (!cmd_open_data(&data, args, &sim.match))
            return CMD_FAILURE;
        sim.data = &data;
    }
    if (sim.record && !cmd_create(&writer, args, args->value[OPT_RECORD])) {
        sim.record = false;
        finish(&sim, NULL, false);
        return CMD_FAILURE;
    }
    pthread_mutex_init(&sim.lock, NULL);
    pthread_cond_init(&sim.changed, NULL);
    double start = cmd_seconds();
    bool ok = sim.on_card ? run_on_card(args, &sim, &sums)
                          : run(&sim, sim.record ? &writer : NULL, &sums);
    if (!ok && !sim.on_card && !sim.is_full)
        cmd_fail(CMD_FAILURE, args->command, N_("there is not enough memory"), NULL);
    if (!finish(&sim, &writer, ok))
        return cmd_close_stdout(args, CMD_FAILURE);
    bool to_stdout = !sim.record || strcmp(args->value[OPT_RECORD], "-") != 0;
    (args->value[OPT_JSON] ? print_json : print_summary)(&sim, &sums, cmd_seconds() - start,
                                                         to_stdout ? stdout : stderr);
    return cmd_close_stdout(args, cmd_strict_status(args));
}
