#include "serve/play.h"

#include <stdlib.h>
#include <string.h>

#include "serve/clock.h"
#include "words/words.h"

bool operation_refuse(operation *o, const rz_game *game, const char *code,
                      const rz_problem *problem) {
    static const rz_voice voice = {.you = -1};
    char memory[1024];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format_problem(&voice, &text, game, problem);
    const rz_reason *reason = rz_reason_of(game, problem->error);
    const char *rule = problem->rule ? problem->rule : reason->rule;
    if (o->session)
        session_error(o->session, o->id, code, rule, memory);
    return true;
}

int play_seat(table *t, operation *o) {
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (t->lobby.status == STORE_GATHERING)
        operation_fail(o, "not_started", "The game has not started.");
    else if (t->lobby.status != STORE_RUNNING)
        operation_fail(o, "over", "The game is over.");
    else if (seat < 0)
        operation_fail(o, "seat", "You have no seat at this table.");
    else if (marks_contain(&t->lobby.removed, o->session->who))
        operation_fail(o, "removed", "You were removed from this table.");
    else
        return seat;
    return -1;
}

/* Commits what the position has become; the end of a fair game is sealed with it. */
static bool play_on(transaction *c, uint32_t number) {
    table *t = c->table;
    if (c->position.over) {
        position_seal(&c->position, t->setup, t->seed, &c->line_batch);
        c->status = STORE_FINISHED;
    }
    c->plays = true;
    rz_text answer;
    rz_text_init(&answer, c->answer, sizeof c->answer);
    rz_text_add(&answer, ",\"number\":");
    rz_text_int(&answer, number);
    return transaction_commit(c);
}

/* ---- A move that may have been made before --------------------------------------------------- */

typedef struct lookup {
    job job;
    session *session;
    int32_t id;
    int seat;
    bool found, same;
    uint32_t from, number;
    const rz_setup *setup;
    table *table;
    size_t length;
    char text[];
} lookup;

/* The first line by this seat from there on: is it this very one? */
static bool schedule_check(void *context, const store_line *line) {
    lookup *l = context;
    rz_event event;
    rz_problem problem = {0};
    const rz_game *game = rz_game_of(l->setup);
    if (line->number == 0 || !rz_read_event(game, l->setup, line->text, &event, &problem) ||
        event.by != l->seat || event.verb >= RZ_SEAL)
        return true;
    l->number = line->number;
    l->same = line->text.length == l->length && !memcmp(line->text.at, l->text, l->length);
    return false;
}

static store_result look_up(job *j, store *s) {
    lookup *l = (lookup *)j;
    return store_lines(s, j->table, l->from, schedule_check, l);
}

static void looked_up(job *j) {
    lookup *l = (lookup *)j;
    char fields[48];
    snprintf(fields, sizeof fields, ",\"number\":%u", l->number);
    if (j->result != STORE_OK && j->result != STORE_MISSING)
        session_error(l->session, l->id, "store", NULL, "The store can not be read now.");
    else if (l->same)
        session_ok(l->session, l->id, fields);
    else
        session_error(l->session, l->id, "late", NULL, "Another line has that number by now.");
    l->table->pins--;
    session_release(l->session);
    free(l);
}

/* Somebody sends a line whose number is taken: perhaps the answer was lost the first time. */
static bool answer_again(table *t, operation *o, int seat, const rz_event *event, uint32_t number) {
    char memory[4096];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(rz_game_of(t->setup), t->setup, event, &text);
    lookup *l = calloc(1, sizeof *l + text.length);
    if (!l)
        return operation_fail(o, "limit", "The server is out of memory.");
    l->session = session_retain(o->session);
    l->id = o->id;
    l->seat = seat;
    l->from = number;
    l->setup = t->setup;
    l->table = t;
    l->length = text.length;
    memcpy(l->text, memory, text.length);
    l->job = (job){.run = look_up, .done = looked_up};
    memcpy(l->job.table, t->id, sizeof t->id);
    t->pins++;
    store_thread_add(t->server->store_thread, &l->job);
    return true;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static bool move(table *t, operation *o, int seat, rz_action action) {
    transaction *c = transaction_new(t, o);
    if (!c)
        return true;
    rz_problem problem = {0};
    uint32_t number = t->position.number;
    problem.error =
        position_act(&c->position, t->setup, &t->lobby.clock, seat, action, c->at, &c->line_batch);
    if (problem.error != RZ_OK) {
        transaction_free(c);
        return operation_refuse(o, rz_game_of(t->setup), "illegal", &problem);
    }
    return play_on(c, number);
}

bool play_act(table *t, operation *o) {
    const rz_game *game = rz_game_of(t->setup);
    const position *p = &t->position;
    rz_event event;
    rz_problem problem = {0};
    int32_t number;
    rz_action action;
    rz_slice line = o->message.field[FIELD_LINE];
    if (!message_int(&o->message, FIELD_NUMBER, 0, INT32_MAX, &number) || !line.at)
        return operation_fail(o, "request", "act takes a number and a line.");
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (t->lobby.status == STORE_GATHERING || seat < 0)
        return play_seat(t, o) < 0;
    if (!rz_read_event(game, t->setup, line, &event, &problem))
        return operation_refuse(o, game, "illegal", &problem);
    if (event.by != seat || event.verb >= RZ_SEAL)
        return operation_fail(o, "seat", "A line is by your own seat, and a move of the game.");
    uint32_t n = (uint32_t)number;
    bool asked = p->asked >> seat & 1;
    if (n < p->number && !(asked && p->asked_at[seat] <= n && t->lobby.status == STORE_RUNNING))
        return answer_again(t, o, seat, &event, n);
    if (n > p->number)
        return operation_fail(o, "late",
                              "The record has not come that far; what is there is pushed.");
    if (play_seat(t, o) < 0)
        return true;
    if (t->lobby.paused)
        return operation_fail(o, "paused", "The game is paused.");
    if (!asked || table_is_bot(t, seat))
        return operation_fail(
            o, "turn", asked ? "A bot plays for you; return first." : "It is not your turn.");
    problem.error = game->understand(t->setup, rz_state_public(&p->state), &event, &action);
    if (problem.error == RZ_OK && action == RZ_HIDDEN)
        problem.error = RZ_E_HIDDEN;
    if (problem.error != RZ_OK)
        return operation_refuse(o, game, "illegal", &problem);
    return move(t, o, seat, action);
}

bool play_bot(table *t, operation *o) {
    const position *p = &t->position;
    if (o->number != p->number || !(p->asked >> o->seat & 1) || !table_is_bot(t, o->seat) ||
        t->lobby.status != STORE_RUNNING || t->lobby.paused)
        return true; /* something else has happened; it is asked again */
    return move(t, o, o->seat, o->action);
}

/* ---- Leaving and returning ------------------------------------------------------------------- */

static bool table_event(table *t, operation *o, int seat, int verb, bool timeout) {
    transaction *c = transaction_new(t, o);
    if (!c)
        return true;
    uint32_t number = t->position.number;
    position_table_event(&c->position, t->setup, seat, verb, timeout, c->at, &c->line_batch);
    return play_on(c, number);
}

bool play_timeout(table *t, operation *o) {
    if (!clock_ran_out(t, o->seat, server_now()))
        return true;
    t->server->metrics.timeouts++;
    return table_event(t, o, o->seat, RZ_LEAVE, true);
}

bool play_removed(table *t, operation *o) {
    if (t->lobby.status != STORE_RUNNING || table_is_bot(t, o->seat))
        return true;
    return table_event(t, o, o->seat, RZ_LEAVE, false);
}

bool play_leave(table *t, operation *o) {
    int seat = play_seat(t, o);
    if (seat < 0)
        return true;
    if (t->position.away >> seat & 1)
        return operation_ok(o, "");
    return table_event(t, o, seat, RZ_LEAVE, false);
}

bool play_return(table *t, operation *o) {
    int seat = play_seat(t, o);
    if (seat < 0)
        return true;
    if (!(t->position.away >> seat & 1))
        return operation_ok(o, "");
    return table_event(t, o, seat, RZ_RETURN, false);
}
