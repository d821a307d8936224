#include "serve/play.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/deadline.h"
#include "serve/transaction.h"

int play_seat(table *t, operation *o) {
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (operation_is_removed(t, o))
        return -1;
    if (t->lobby.status == STORE_GATHERING)
        operation_fail(o, ERROR_NOT_STARTED, "The game has not started.");
    else if (t->lobby.status != STORE_RUNNING)
        operation_fail(o, ERROR_OVER, "The game is over.");
    else if (seat < 0)
        operation_fail(o, ERROR_SEAT, "You have no seat at this table.");
    else
        return seat;
    return -1;
}

/* Commits what the position has become; the end of a fair game is sealed with it. */
static outcome commit_position(transaction *x, uint32_t number) {
    table *t = x->table;
    if (x->position.over) {
        position_seal(&x->position, t->setup, t->seed, &x->batch);
        x->status = STORE_FINISHED;
    }
    x->plays = true;
    rz_put_int(&x->answer, "number", number);
    rz_put_hex(&x->answer, "head", x->position.head, RZ_HEAD);
    return transaction_commit(x);
}

/* ---- A move that may have been made before --------------------------------------------------- */

typedef struct lookup {
    job job;
    session *session;
    int32_t id;
    int seat;
    bool found, same;
    uint32_t from, number;
    uint32_t known; /* lines after these were written later, by whomever */
    const rz_setup *setup;
    table *table;
    size_t length;
    char text[];
} lookup;

/* The first line by this seat from there on: is it this very one? */
static bool compare_line(void *context, const store_line *line) {
    lookup *l = context;
    rz_event event;
    rz_problem problem = {0};
    const rz_game *game = rz_game_of(l->setup);
    if (line->number >= l->known)
        return false;
    if (line->number == 0 || !rz_read_event(game, l->setup, line->text, &event, &problem) ||
        event.by != l->seat || rz_is_table_verb(event.verb))
        return true;
    l->number = line->number;
    l->same = line->text.length == l->length && !memcmp(line->text.at, l->text, l->length);
    return false;
}

static store_result find_line(job *j, store *s) {
    enum { NEAR = 512 }; /* lines: who sends it again has not been away for long */
    lookup *l = (lookup *)j;
    return store_lines(s, j->table, l->from, NEAR, compare_line, l);
}

static void line_found(job *j) {
    lookup *l = (lookup *)j;
    char memory[96];
    rz_text reply;
    reply_open(&reply, memory, sizeof memory, l->id);
    rz_put_int(&reply, "number", l->number);
    if (j->result != STORE_OK && j->result != STORE_MISSING)
        session_error(l->session, l->id, ERROR_STORE, NULL, "The store can not be read now.");
    else if (marks_contain(&l->table->lobby.removed, l->session->who))
        session_error(l->session, l->id, ERROR_REMOVED, NULL, "You were removed from this table.");
    else if (l->same)
        session_reply(l->session, &reply);
    else
        session_error(l->session, l->id, ERROR_LATE, NULL, "Another line has that number by now.");
    l->table->pins--;
    session_release(l->session);
    free(l);
}

/* Somebody sends a line whose number is taken: perhaps the answer was lost the first time. */
static outcome repeat_answer(table *t, operation *o, int seat, const rz_event *event,
                             uint32_t number) {
    char memory[4096];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(rz_game_of(t->setup), t->setup, event, &text);
    lookup *l = calloc(1, sizeof *l + text.length);
    if (!l)
        return operation_fail_memory(o);
    l->session = session_retain(o->session);
    l->id = o->id;
    l->seat = seat;
    l->from = number;
    l->known = t->position.number;
    l->setup = t->setup;
    l->table = t;
    l->length = text.length;
    memcpy(l->text, memory, text.length);
    l->job = (job){.run = find_line, .done = line_found};
    memcpy(l->job.table, t->id, sizeof t->id);
    t->pins++;
    server_read(t->server, o->session->share, &l->job);
    return ANSWERED;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static outcome move(table *t, operation *o, int seat, rz_action action) {
    transaction *x = transaction_new(t, o);
    if (!x)
        return ANSWERED;
    rz_problem problem = {0};
    uint32_t number = t->position.number;
    problem.error =
        position_act(&x->position, t->setup, &t->lobby.clock, seat, action, x->at, &x->batch);
    if (problem.error != RZ_OK) {
        transaction_free(x);
        return operation_refuse(o, table_game(t), &problem);
    }
    return commit_position(x, number);
}

/* The number and the event of a request. False: it is answered. Who was removed is told nothing
 * about a line, not even whether it is there: it may be a bot's secret. */
static bool read_act(table *t, operation *o, uint32_t *number, rz_event *event) {
    int32_t read;
    rz_problem problem = {0};
    rz_slice line = o->message.field[FIELD_LINE];
    if (!message_int(&o->message, FIELD_NUMBER, 0, INT32_MAX, &read) || !line.at) {
        operation_fail(o, ERROR_REQUEST, "act takes a number and a line.");
        return false;
    }
    *number = (uint32_t)read;
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (operation_is_removed(t, o))
        return false;
    if (t->lobby.status == STORE_GATHERING || seat < 0)
        play_seat(t, o);
    else if (!rz_read_event(table_game(t), t->setup, line, event, &problem))
        operation_refuse(o, table_game(t), &problem);
    else if (event->by != seat || rz_is_table_verb(event->verb))
        operation_fail(o, ERROR_SEAT, "A line is by your own seat, and a move of the game.");
    else
        return true;
    return false;
}

/* Whether the seat may act now. False: it is answered. */
static bool may_act(table *t, operation *o, int seat) {
    bool asked = t->position.asked >> seat & 1;
    if (play_seat(t, o) < 0)
        return false;
    if (t->lobby.paused)
        operation_fail(o, ERROR_PAUSED, "The game is paused.");
    else if (!asked || table_is_bot(t, seat))
        operation_fail(o, ERROR_TURN,
                       asked ? "A bot plays for you; return first." : "It is not your turn.");
    else
        return true;
    return false;
}

/* Sixty people behind one address do not move so fast; beyond that a move has its price in bytes,
 * as everything else that is stored. */
static bool may_move_now(session *s) {
    enum { A_SECOND = 30, AT_ONCE = 1800, ROOM = 512 };
    if (s->local || !s->link) /* then its accounts may be gone */
        return true;
    return account_take(s->address, &s->address->moves, 1, A_SECOND, AT_ONCE,
                        server_now(s->server)) ||
           session_take_room(s, ROOM);
}

static outcome refuse_speed(operation *o) {
    server_note_limit(o->session->server, LIMIT_MOVES, o->session->address);
    return operation_fail(o, ERROR_LIMIT, "Too many moves; slower, please.");
}

outcome play_act(table *t, operation *o) {
    const position *p = &t->position;
    rz_event event;
    rz_problem problem = {0};
    uint32_t number;
    rz_action action;
    if (!read_act(t, o, &number, &event))
        return ANSWERED;
    int seat = event.by;
    bool asked = p->asked >> seat & 1 && t->lobby.status == STORE_RUNNING;
    if (number < p->number && !(asked && p->asked_at[seat] <= number))
        return repeat_answer(t, o, seat, &event, number);
    if (number > p->number)
        return operation_fail(o, ERROR_LATE,
                              "The record has not come that far; what is there is pushed.");
    if (!may_act(t, o, seat))
        return ANSWERED;
    problem.error =
        table_game(t)->understand(t->setup, rz_state_public(&p->state), &event, &action);
    if (problem.error == RZ_OK && action == RZ_HIDDEN)
        problem.error = RZ_E_HIDDEN;
    if (problem.error != RZ_OK)
        return operation_refuse(o, table_game(t), &problem);
    return may_move_now(o->session) ? move(t, o, seat, action) : refuse_speed(o);
}

outcome play_bot(table *t, operation *o) {
    const position *p = &t->position;
    if (o->number != p->number || !(p->asked >> o->seat & 1) || !table_is_bot(t, o->seat) ||
        t->lobby.status != STORE_RUNNING || t->lobby.paused || t->lobby.asleep)
        return ANSWERED; /* something else has happened; it is asked again */
    return move(t, o, o->seat, o->action);
}

/* ---- Leaving and returning ------------------------------------------------------------------- */

static outcome commit_table_event(table *t, operation *o, int seat, int verb, bool timeout) {
    transaction *x = transaction_new(t, o);
    if (!x)
        return ANSWERED;
    uint32_t number = t->position.number;
    position_table_event(&x->position, t->setup, seat, verb, timeout, x->at, &x->batch);
    return commit_position(x, number);
}

outcome play_timeout(table *t, operation *o) {
    if (!deadline_passed(t->server, &t->lobby, &t->position, o->seat, server_now(t->server)))
        return ANSWERED;
    t->server->metrics.timeouts++;
    return commit_table_event(t, o, o->seat, RZ_LEAVE, true);
}

outcome play_leave(table *t, operation *o) {
    int seat = play_seat(t, o);
    if (seat < 0)
        return ANSWERED;
    if (t->position.away >> seat & 1)
        return operation_ok(o);
    return commit_table_event(t, o, seat, RZ_LEAVE, false);
}

outcome play_return(table *t, operation *o) {
    int seat = play_seat(t, o);
    if (seat < 0)
        return ANSWERED;
    if (!(t->position.away >> seat & 1))
        return operation_ok(o);
    return commit_table_event(t, o, seat, RZ_RETURN, false);
}
