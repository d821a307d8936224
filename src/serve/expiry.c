#include "serve/expiry.h"

#include "serve/deadline.h"
#include "serve/transaction.h"

bool expiry_is_due(const table *t, int64_t now) {
    bool due = deadline_of_absence(t->server, &t->lobby) <= now;
    for (lobby_wish w = 0; w < WISHES; w++)
        due |= deadline_of_wish(&t->lobby, w) <= now;
    return due;
}

static void forget_wishes(lobby *l, int64_t now) {
    for (lobby_wish w = 0; w < WISHES; w++)
        if (deadline_of_wish(l, w) <= now)
            l->asked[w] = 0, l->wished[w] = 0;
}

/* First it sleeps, and much later it is given up. */
static void note_absence(transaction *x) {
    if (x->lobby->asleep)
        x->status = STORE_ABANDONED;
    else
        x->lobby->asleep = x->at;
}

outcome expiry_note(table *t, operation *o) {
    int64_t now = server_now(t->server);
    transaction *x = expiry_is_due(t, now) ? transaction_with_lobby(t, o) : NULL;
    if (!x)
        return ANSWERED;
    if (deadline_of_absence(t->server, &t->lobby) <= now)
        note_absence(x);
    forget_wishes(x->lobby, now);
    return transaction_commit(x);
}
