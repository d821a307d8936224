#include "serve/seating.h"

#include <string.h>

#include "core/json_write.h"
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

/* The free seat that was asked for, or any; -1 if there is none. */
static int free_seat(const table *t, const operation *o) {
    int32_t wanted = -1;
    int seats = rz_seats(t->setup);
    if (!message_none(&o->message, FIELD_SEAT) &&
        !message_int(&o->message, FIELD_SEAT, 0, seats - 1, &wanted))
        return -1;
    for (int s = 0; s < seats; s++)
        if ((wanted < 0 || s == wanted) && !t->lobby.seats[s].person && !t->lobby.seats[s].level[0])
            return s;
    return -1;
}

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
    *s = (lobby_seat){.person = true, .gone = x->at};
    memcpy(s->hash, o->person, STORE_HASH);
    memcpy(s->nonce, nonce, RZ_SEED);
    memcpy(s->name, o->session->name, STORE_NAME);
    if (is_watching(t, o->person)) {
        s->home = t->server->process;
        s->gone = 0;
    }
    rz_put_int(&x->answer, "seat", seat);
    people_keep_name(o->session);
    return transaction_commit(x);
}

outcome seating_sit(table *t, operation *o) {
    uint8_t nonce[RZ_SEED];
    if (!gathers(t, o))
        return ANSWERED;
    if (!message_hex(&o->message, FIELD_NONCE, nonce, RZ_SEED))
        return operation_fail(o, ERROR_REQUEST, "sit takes a nonce of 64 hex digits.");
    if (marks_contain(&t->lobby.removed, o->session->who))
        return operation_fail(o, ERROR_REMOVED, "You were removed from this table.");
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (seat >= 0)
        return operation_ok_int(o, "seat", seat);
    seat = free_seat(t, o);
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
    if (removed)
        memcpy(l->removed.who[l->removed.n++], removed, WHO + 1);
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
    rz_bot_spec spec;
    char level[LOBBY_LEVEL] = "";
    if (!gathers(t, o) || !seating_is_maker(t, o))
        return ANSWERED;
    if (!message_int(&o->message, FIELD_SEAT, 0, rz_seats(t->setup) - 1, &seat) ||
        t->lobby.seats[seat].person)
        return operation_fail(o, ERROR_SEAT, "No bot can sit there.");
    if (!message_none(&o->message, FIELD_LEVEL) &&
        (!message_string(&o->message, FIELD_LEVEL, level, sizeof level) ||
         !level_read(table_game(t), level, &spec)))
        return operation_fail(o, ERROR_LEVEL, "There is no bot of that level for this game.");
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    lobby *l = x->lobby;
    l->seats[seat] = (lobby_seat){0};
    memcpy(l->seats[seat].level, level, sizeof level);
    unsigned bit = 1u << seat;
    l->clock.bots = (rz_actors)(level[0] ? l->clock.bots | bit : l->clock.bots & ~bit);
    return transaction_commit(x);
}

/* The record begins: its first line, and what follows from it until somebody is asked. */
static outcome begin_game(transaction *x) {
    char memory[RZ_LINE_MAX];
    table *t = x->table;
    uint8_t nonces[RZ_SEATS_MAX][RZ_SEED] = {{0}}, seed[RZ_SEED];
    rz_text first;
    for (int s = 0; s < rz_seats(t->setup); s++)
        memcpy(nonces[s], x->lobby->seats[s].nonce, RZ_SEED);
    rz_shared_seed(t->seed, (const uint8_t(*)[RZ_SEED])nonces, rz_seats(t->setup), seed);
    rz_text_init(&first, memory, sizeof memory);
    lobby_write_first_line(&first, x->lobby, t->setup, false);
    line_batch_add_setup(&x->batch, (rz_slice){memory, first.length});
    position_init(&x->position, t->setup, &x->lobby->clock, seed, x->at);
    position_begin(&x->position, t->setup, x->at, &x->batch);
    x->status = STORE_RUNNING;
    x->plays = true;
    return transaction_commit(x);
}

/* The nonce that came with the making was known when the seed was chosen: the maker has the last
 * word. */
outcome seating_start(table *t, operation *o) {
    uint8_t nonce[RZ_SEED];
    bool has_nonce = !message_none(&o->message, FIELD_NONCE);
    if (!gathers(t, o) || !seating_is_maker(t, o))
        return ANSWERED;
    if (has_nonce && !message_hex(&o->message, FIELD_NONCE, nonce, RZ_SEED))
        return operation_fail(o, ERROR_REQUEST, "A nonce has 64 hex digits.");
    for (int s = 0; s < rz_seats(t->setup); s++)
        if (!t->lobby.seats[s].person && !t->lobby.seats[s].level[0])
            return operation_fail(o, ERROR_SEAT,
                                  "There are free seats; people or bots must take them.");
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    if (has_nonce)
        memcpy(x->lobby->seats[x->lobby->maker].nonce, nonce, RZ_SEED);
    return begin_game(x);
}
