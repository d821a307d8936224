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
    if (!rz_read_setup(rz_games, text, &header, &setup, &problem))
        return false;
    position_init(&l->position, &header, l->setup, &l->lobby.clock, l->seed, at);
    position_reader_init(&l->reader, &l->position, l->setup, &l->lobby.clock);
    if (!l->first)
        line_batch_add_setup(&l->batch, text, l->position.head);
    return true;
}

static bool take_event(loading *l, const store_line *line, rz_problem *problem) {
    if (line->number != l->position.number ||
        !position_read(&l->reader, line->text, line->at, l->first || l->many ? NULL : &l->batch,
                       problem))
        return false;
    heads_note(&l->heads, line->number, l->position.head);
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

/* So many lines; then others have their turn. */
static store_result read_lines(loading *l, store *s) {
    enum { PART = 512 };
    uint32_t before = l->position.number;
    if (l->lobby.status == STORE_GATHERING)
        return STORE_OK;
    store_result result = store_lines(s, l->job.table, before, PART, take_line, l);
    l->job.more = result == STORE_OK && !l->damaged && l->position.number - before == PART;
    l->many |= l->job.more;
    return result;
}

static store_result begin(loading *l, store *s) {
    store_result result = store_table_of(s, l->job.table, take_row, l);
    if (result != STORE_OK || l->damaged)
        return result;
    l->healed = lobby_heal(&l->lobby);
    people_read_names(s, &l->lobby);
    l->batch.first = l->position.number;
    if (l->position.number > 0)
        position_reader_init(&l->reader, &l->position, l->setup, &l->lobby.clock);
    result = l->first ? store_seed(s, l->job.table, l->seed) : STORE_OK;
    return result == STORE_MISSING ? STORE_BROKEN : result;
}

static bool compare_version(void *context, const store_table *row) {
    loading *l = context;
    l->outdated = row->version != l->lobby.version || row->status != l->lobby.status;
    return false;
}

/* Lines are only shown with a lobby that is as new as they are: somebody may have been removed. */
static store_result read_lines_of_lobby(loading *l, store *s) {
    uint32_t before = l->position.number;
    store_result result = read_lines(l, s);
    if (result != STORE_OK || l->job.more || (l->position.number == before && !l->many))
        return result;
    return store_table_of(s, l->job.table, compare_version, l);
}

static store_result load(job *j, store *s) {
    loading *l = (loading *)j;
    store_result result = l->begun ? STORE_OK : begin(l, s);
    l->begun = true;
    if (result == STORE_OK && !l->damaged)
        result = read_lines_of_lobby(l, s);
    if (!j->more)
        store_last_chat(s, j->table, &l->said);
    if (!l->first && !j->more)
        l->chat = l->said;
    return result;
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
    l->heads.first = t->heads.first + t->heads.n;
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
    heads_free(&l->heads);
    free(l);
}
