#include "serve/presence.h"

#include "serve/transaction.h"

/* Whether a seat's person is here, and the lobby says otherwise. What another process says of its
 * own sockets is left alone, if there can be one. */
static bool seat_differs(const table *t, int seat, bool *here) {
    const lobby_seat *s = &t->lobby.seats[seat];
    *here = t->viewers[seat] > 0;
    if (!s->person)
        return false;
    if (*here)
        return s->home != t->server->process;
    return s->home == t->server->process ||
           (s->home && (!t->server->shared || s->home == t->server->dead));
}

bool presence_has_changed(const table *t) {
    bool here, changed = false;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        changed |= seat_differs(t, s, &here);
    return changed && t->lobby.status <= STORE_RUNNING;
}

bool presence_is_denied(const table *t) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (t->viewers[s] > 0 && !t->lobby.seats[s].home)
            return true;
    return false;
}

bool presence_has_looked(const table *t, int seat) {
    const lobby_seat *s = seat >= 0 ? &t->lobby.seats[seat] : NULL;
    return s && t->lobby.status > STORE_RUNNING && !s->home &&
           (s->seen < t->position.number || s->heard < t->said);
}

outcome presence_note_look(table *t, operation *o) {
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (!presence_has_looked(t, seat))
        return ANSWERED;
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    x->lobby->changed = t->lobby.changed; /* nothing has happened there */
    x->lobby->seats[seat].seen = t->position.number;
    x->lobby->seats[seat].heard = t->said;
    return transaction_commit(x);
}

outcome presence_note_turn(table *t, operation *o) {
    transaction *x = t->lobby.status <= STORE_RUNNING ? transaction_new(t, o) : NULL;
    if (!x)
        return ANSWERED;
    x->notes_turn = true;
    return transaction_commit(x);
}

outcome presence_note(table *t, operation *o) {
    bool here;
    if (!presence_has_changed(t))
        return ANSWERED;
    transaction *x = transaction_with_lobby(t, o);
    t->unnoted = !x;
    if (!x)
        return ANSWERED;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (seat_differs(t, s, &here)) {
            x->lobby->seats[s].home = here ? t->server->process : 0;
            x->lobby->seats[s].gone = here ? 0 : x->at;
            x->lobby->seats[s].seen = t->position.number;
            x->lobby->seats[s].heard = t->said;
            x->lobby->asleep = here ? 0 : x->lobby->asleep;
        }
    return transaction_commit(x);
}
