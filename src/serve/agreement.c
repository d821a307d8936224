#include "serve/agreement.h"

#include <string.h>

#include "serve/deadline.h"
#include "serve/play.h"
#include "serve/transaction.h"

/* Who has no say any longer: they were removed or forgotten, have given their seat to a bot by
 * their own will, or have had no socket for long. Who is merely disconnected, or was replaced by a
 * bot for being slow, has one. */
static bool has_say(const table *t, int seat, int64_t now) {
    const lobby_seat *s = &t->lobby.seats[seat];
    char who[WHO + 1];
    if (!s->person || lobby_forgotten(s) || t->position.resigned >> seat & 1)
        return false;
    mark_of(s->hash, who);
    return !marks_contain(&t->lobby.removed, who) && now < deadline_of_say(&t->lobby, seat);
}

static unsigned people_asked(const table *t, int64_t now) {
    unsigned people = 0;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (has_say(t, s, now))
            people |= 1u << s;
    return people;
}

/* Those who have said it, unless that is too long ago. */
static unsigned seats_asked(const lobby *l, lobby_wish wish, int64_t now) {
    return deadline_of_wish(l, wish) <= now ? 0 : l->asked[wish];
}

static void agree(transaction *x, lobby_wish wish) {
    lobby *l = x->lobby;
    memset(l->asked, 0, sizeof l->asked);
    memset(l->wished, 0, sizeof l->wished);
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

static outcome commit_wish(table *t, operation *o, lobby_wish which, int seat, bool agreed) {
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    lobby *l = x->lobby;
    if (!seats_asked(l, which, x->at))
        l->asked[which] = 0, l->wished[which] = x->at;
    l->asked[which] |= (uint8_t)(1 << seat);
    if (agreed)
        agree(x, which);
    return transaction_commit(x);
}

static outcome wish(table *t, operation *o, lobby_wish which) {
    int seat = play_seat(t, o);
    if (seat < 0)
        return ANSWERED;
    if (t->position.resigned >> seat & 1)
        return operation_fail(o, ERROR_SEAT, "Only who plays may ask for that.");
    int64_t now = server_now(t->server);
    unsigned before = seats_asked(&t->lobby, which, now), asked = before | 1u << seat;
    bool agreed = (people_asked(t, now) & ~asked) == 0;
    bool settled = which != WISH_END && (t->lobby.paused != 0) == (which == WISH_PAUSE);
    /* Who has asked before may have waited for somebody who has left since. */
    if (settled || (asked == before && !agreed))
        return operation_ok(o);
    if (which == WISH_PAUSE && t->lobby.clock.n_pauses == PAUSES_MAX)
        return operation_fail(o, ERROR_LIMIT, "This game has been paused too often.");
    return commit_wish(t, o, which, seat, agreed);
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
