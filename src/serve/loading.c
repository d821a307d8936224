#include "serve/loading.h"

#include <stdlib.h>
#include <string.h>

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
    line_batch_add_setup(&l->batch, text);
    return true;
}

static bool take_line(void *context, const store_line *line) {
    loading *l = context;
    rz_event event;
    rz_problem problem = {0};
    if (line->number == 0) {
        l->damaged = !take_first_line(l, line->text, line->at);
    } else {
        l->damaged = line->number != l->position.number ||
                     !position_line(&l->position, l->setup, &l->lobby.clock, line->text, line->at,
                                    &event, &problem);
        if (!l->damaged)
            line_batch_add_event(&l->batch, l->setup, &event);
    }
    if (l->damaged)
        snprintf(l->why, sizeof l->why, "line %u does not follow (error %d)", line->number,
                 problem.error);
    return !l->damaged;
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
    l->batch.first = l->position.number;
    if (result == STORE_OK && l->lobby.status != STORE_GATHERING)
        result = store_lines(s, j->table, l->position.number, take_line, l);
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
