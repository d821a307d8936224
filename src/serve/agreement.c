#include "serve/agreement.h"

#include <string.h>

#include "serve/play.h"
#include "serve/transaction.h"

/* People at the table whom a bot does not stand for. */
static unsigned people_asked(const table *t) {
    unsigned people = 0;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (t->lobby.seats[s].person && !lobby_forgotten(&t->lobby.seats[s]) &&
            !(t->position.away >> s & 1))
            people |= 1u << s;
    return people;
}

static void agree(transaction *x, lobby_wish wish) {
    lobby *l = x->lobby;
    memset(l->asked, 0, sizeof l->asked);
    if (wish == WISH_PAUSE) {
        l->paused = x->at;
    } else if (wish == WISH_RESUME) {
        int n = l->clock.n_pauses++;
        l->clock.pauses[n].from = l->paused;
        l->clock.pauses[n].to = x->at;
        l->paused = 0;
    } else {
        x->status = STORE_ABANDONED;
    }
}

static outcome wish(table *t, operation *o, lobby_wish which) {
    int seat = play_seat(t, o);
    if (seat < 0)
        return ANSWERED;
    if (t->position.away >> seat & 1)
        return operation_fail(o, ERROR_SEAT, "Only who plays may ask for that.");
    unsigned asked = t->lobby.asked[which] | 1u << seat;
    bool agreed = (people_asked(t) & ~asked) == 0;
    bool settled = which != WISH_END && (t->lobby.paused != 0) == (which == WISH_PAUSE);
    /* Who has asked before may have waited for somebody who has left since. */
    if (settled || (asked == t->lobby.asked[which] && !agreed))
        return operation_ok(o);
    if (which == WISH_PAUSE && t->lobby.clock.n_pauses == PAUSES_MAX)
        return operation_fail(o, ERROR_LIMIT, "This game has been paused too often.");
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    lobby *l = x->lobby;
    l->asked[which] = (uint8_t)asked;
    if (agreed)
        agree(x, which);
    return transaction_commit(x);
}

outcome agreement_pause(table *t, operation *o) {
    return wish(t, o, WISH_PAUSE);
}

outcome agreement_resume(table *t, operation *o) {
    return wish(t, o, WISH_RESUME);
}

outcome agreement_end(table *t, operation *o) {
    return wish(t, o, WISH_END);
}
