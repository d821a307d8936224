#include "serve/seating.h"

#include <string.h>

#include "core/json_write.h"
#include "serve/beginning.h"
#include "serve/levels.h"
#include "serve/lobby_public.h"
#include "serve/people.h"
#include "serve/transaction.h"

/* True if the table still gathers; else answered. */
static bool gathers(table *t, operation *o) {
    if (t->lobby.status != STORE_GATHERING)
        operation_fail(o, ERROR_STARTED, "The game has started already.");
    return t->lobby.status == STORE_GATHERING;
}

bool seating_is_maker(table *t, operation *o) {
    bool maker = lobby_is_maker(&t->lobby, o->person);
    if (!maker)
        operation_fail(o, ERROR_MAKER, "Only the maker of the table may do that.");
    return maker;
}

static bool is_free(const lobby_seat *seat) {
    return !seat->person && !seat->level[0];
}

/* The seat that was asked for, or any, first a free one and then that of a bot, which gives way to
 * people; -1 if there is none. */
static int seat_for(const table *t, const operation *o) {
    int32_t wanted = -1;
    int seats = rz_seats(t->setup), bots = -1;
    if (!message_none(&o->message, FIELD_SEAT) &&
        !message_int(&o->message, FIELD_SEAT, 0, seats - 1, &wanted))
        return -1;
    for (int s = seats - 1; s >= 0; s--)
        if ((wanted < 0 || s == wanted) && t->lobby.seats[s].level[0])
            bots = s;
    for (int s = 0; s < seats; s++)
        if ((wanted < 0 || s == wanted) && is_free(&t->lobby.seats[s]))
            return s;
    return bots;
}

/* False if the request names a level that no bot of this game has; "" if it names none. */
static bool read_level(const table *t, const operation *o, char level[LOBBY_LEVEL]) {
    rz_bot_spec spec;
    level[0] = '\0';
    return message_none(&o->message, FIELD_LEVEL) ||
           (message_string(&o->message, FIELD_LEVEL, level, LOBBY_LEVEL) &&
            level_read(table_game(t), level, &spec));
}

static const char no_level[] = "There is no bot of that level for this game.";

static bool is_watching(const table *t, const uint8_t person[STORE_HASH]) {
    for (const watch *w = t->watches; w; w = w->next)
        if (!memcmp(w->session->person, person, STORE_HASH))
            return true;
    return false;
}

static outcome commit_sitting(table *t, operation *o, int seat, const uint8_t nonce[RZ_SEED]) {
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    lobby_seat *s = &x->lobby->seats[seat];
    lobby_put_bot(x->lobby, seat, (char[LOBBY_LEVEL]){0});
    *s = (lobby_seat){.person = true, .gone = x->at, .heard = t->said};
    memcpy(s->hash, o->person, STORE_HASH);
    memcpy(s->nonce, nonce, RZ_SEED);
    memcpy(s->name, o->session->name, STORE_NAME);
    if (is_watching(t, o->person)) {
        s->home = t->server->process;
        s->gone = 0;
    }
    rz_put_int(&x->answer, "seat", seat);
    people_keep_name(o->session);
    if (x->lobby->self)
        x->lobby->ready |= (uint8_t)(1 << seat);
    beginning_if_ready(x);
    return transaction_commit(x);
}

outcome seating_sit(table *t, operation *o) {
    uint8_t nonce[RZ_SEED];
    if (!gathers(t, o))
        return ANSWERED;
    if (!message_hex(&o->message, FIELD_NONCE, nonce, RZ_SEED))
        return operation_fail(o, ERROR_REQUEST, "sit takes a nonce of 64 hex digits.");
    if (operation_is_removed(t, o))
        return ANSWERED;
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (seat >= 0)
        return operation_ok_int(o, "seat", seat);
    seat = seat_for(t, o);
    if (seat < 0)
        return operation_fail(o, ERROR_SEAT, "That seat is not free.");
    return commit_sitting(t, o, seat, nonce);
}

outcome seating_free(table *t, operation *o, int seat, const char *removed) {
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    lobby *l = x->lobby;
    l->seats[seat] = (lobby_seat){0};
    l->ready &= (uint8_t) ~(1u << seat);
    if (removed)
        marks_add(&l->removed, l, removed);
    if (seat == l->maker)
        lobby_next_maker(l);
    x->status = l->status;
    return transaction_commit(x);
}

outcome seating_stand(table *t, operation *o) {
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (!gathers(t, o))
        return ANSWERED;
    if (seat < 0)
        return operation_ok(o);
    return seating_free(t, o, seat, NULL);
}

outcome seating_bot(table *t, operation *o) {
    int32_t seat;
    char level[LOBBY_LEVEL] = {0};
    if (!gathers(t, o) || !seating_is_maker(t, o))
        return ANSWERED;
    if (!message_int(&o->message, FIELD_SEAT, 0, rz_seats(t->setup) - 1, &seat) ||
        t->lobby.seats[seat].person)
        return operation_fail(o, ERROR_SEAT, "No bot can sit there.");
    if (!read_level(t, o, level))
        return operation_fail(o, ERROR_LEVEL, no_level);
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    lobby_put_bot(x->lobby, seat, level);
    return transaction_commit(x);
}

/* Its first lines, however many they are; bots write more. */
static bool take_room(const transaction *x) {
    const line_batch *b = &x->batch;
    return b->failed || session_take_room(x->operation->session, 2 * b->lines[b->n - 1].end);
}

static outcome commit_beginning(operation *o, transaction *x) {
    beginning_start(x);
    if (take_room(x))
        return transaction_commit(x);
    transaction_free(x);
    return operation_fail(o, ERROR_LIMIT,
                          "Too much was stored from this address; please wait a little.");
}

static bool has_free_seat(const table *t) {
    bool any = false;
    for (int s = 0; s < rz_seats(t->setup); s++)
        any |= is_free(&t->lobby.seats[s]);
    return any;
}

/* Bots take what people have left free until now. The nonce that came with the making was known
 * when the seed was chosen: the maker has the last word. */
outcome seating_start(table *t, operation *o) {
    uint8_t nonce[RZ_SEED];
    char level[LOBBY_LEVEL] = {0};
    bool has_nonce = !message_none(&o->message, FIELD_NONCE);
    if (!o->session->link) /* its account may be gone */
        return ANSWERED;
    if (!gathers(t, o) || !seating_is_maker(t, o))
        return ANSWERED;
    if (has_nonce && !message_hex(&o->message, FIELD_NONCE, nonce, RZ_SEED))
        return operation_fail(o, ERROR_REQUEST, "A nonce has 64 hex digits.");
    if (!read_level(t, o, level))
        return operation_fail(o, ERROR_LEVEL, no_level);
    if (!level[0] && has_free_seat(t))
        return operation_fail(o, ERROR_SEAT,
                              "There are free seats; people or bots must take them.");
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    for (int s = 0; s < rz_seats(t->setup); s++)
        if (is_free(&x->lobby->seats[s]))
            lobby_put_bot(x->lobby, s, level);
    if (has_nonce)
        memcpy(x->lobby->seats[x->lobby->maker].nonce, nonce, RZ_SEED);
    return commit_beginning(o, x);
}

/* ---- Tables that start by themselves --------------------------------------------------------- */

/* The nonce takes the place of the one that was there when the server committed to its seed. */
outcome seating_ready(table *t, operation *o) {
    uint8_t nonce[RZ_SEED];
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (!gathers(t, o))
        return ANSWERED;
    if (seat < 0 || !t->lobby.self)
        return operation_fail(o, ERROR_SEAT, "You have no seat at a table that starts by itself.");
    if (!message_hex(&o->message, FIELD_NONCE, nonce, RZ_SEED))
        return operation_fail(o, ERROR_REQUEST, "ready takes a nonce of 64 hex digits.");
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    memcpy(x->lobby->seats[seat].nonce, nonce, RZ_SEED);
    x->lobby->ready |= (uint8_t)(1 << seat);
    beginning_if_ready(x);
    return transaction_commit(x);
}
