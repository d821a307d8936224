#include "serve/loading.h"

#include <stdlib.h>
#include <string.h>

#include "serve/lobby_row.h"
#include "serve/people.h"

static bool take_row(void *context, const store_table *row) {
    loading *l = context;
    l->damaged = !lobby_read(row, &l->lobby, l->first ? l->setup : NULL);
    if (l->damaged)
        snprintf(l->why, sizeof l->why, "its description is damaged");
    return false;
}

/* The first line has the nonces, from which and the server's seed the game's seed is made. */
static bool take_first_line(loading *l, rz_slice text, int64_t at) {
    rz_header header;
    rz_problem problem;
    rz_setup setup;
    uint8_t seed[RZ_SEED];
    if (!rz_read_setup(rz_games, text, &header, &setup, &problem))
        return false;
    rz_shared_seed(l->seed, (const uint8_t(*)[RZ_SEED])header.nonces, rz_seats(&setup), seed);
    position_init(&l->position, l->setup, &l->lobby.clock, seed, at);
    position_reader_init(&l->reader, &l->position, l->setup, &l->lobby.clock);
    line_batch_add_setup(&l->batch, text);
    return true;
}

static bool take_event(loading *l, const store_line *line, rz_problem *problem) {
    rz_event event;
    if (line->number != l->position.number ||
        !position_read(&l->reader, line->text, line->at, &event, problem))
        return false;
    line_batch_add_event(&l->batch, l->setup, &event);
    return true;
}

static bool take_line(void *context, const store_line *line) {
    loading *l = context;
    rz_problem problem = {0};
    l->damaged = !(line->number == 0 ? take_first_line(l, line->text, line->at)
                                     : take_event(l, line, &problem));
    if (l->damaged)
        snprintf(l->why, sizeof l->why, "line %u does not follow (error %d)", line->number,
                 problem.error);
    return !l->damaged;
}

static store_result read_lines(loading *l, store *s) {
    l->batch.first = l->position.number;
    if (l->position.number > 0)
        position_reader_init(&l->reader, &l->position, l->setup, &l->lobby.clock);
    return store_lines(s, l->job.table, l->position.number, take_line, l);
}

static store_result load(job *j, store *s) {
    loading *l = (loading *)j;
    store_result result = store_table_of(s, j->table, take_row, l);
    if (result != STORE_OK || l->damaged)
        return result;
    l->healed = lobby_heal(&l->lobby);
    people_read_names(s, &l->lobby);
    if (l->first)
        result = store_seed(s, j->table, l->seed);
    if (result == STORE_OK && l->lobby.status != STORE_GATHERING)
        result = read_lines(l, s);
    if (!l->first)
        store_last_chat(s, j->table, &l->chat);
    return result == STORE_MISSING ? STORE_BROKEN : result;
}

static void load_done(job *j) {
    loading *l = (loading *)j;
    l->done(l);
}

loading *loading_new(table *t, void (*done)(loading *l)) {
    loading *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->table = t;
    l->done = done;
    l->first = !t->setup;
    l->setup = t->setup ? t->setup : calloc(1, sizeof *l->setup);
    l->position = t->position;
    l->chat = t->chat;
    memcpy(l->seed, t->seed, RZ_SEED);
    l->job = (job){.run = load, .done = load_done};
    memcpy(l->job.table, t->id, sizeof t->id);
    if (l->setup)
        return l;
    free(l);
    return NULL;
}

void loading_free(loading *l) {
    if (l->first)
        free(l->setup);
    line_batch_free(&l->batch);
    free(l);
}
