#include "serve/moderation.h"

#include <string.h>

#include "serve/play.h"
#include "serve/seating.h"
#include "serve/table.h"
#include "serve/transaction.h"

static outcome set_mute(table *t, operation *o, bool mute) {
    char who[WHO + 1];
    if (!seating_is_maker(t, o))
        return ANSWERED;
    if (!message_string(&o->message, FIELD_WHO, who, sizeof who) || strlen(who) != WHO)
        return operation_fail(o, ERROR_REQUEST, "Who is meant is said by 12 hex digits.");
    if (marks_contain(&t->lobby.muted, who) == mute)
        return operation_ok(o);
    if (mute && t->lobby.muted.n == LOBBY_LISTED)
        return operation_fail(o, ERROR_LIMIT, "Too many are muted at this table.");
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    lobby *l = x->lobby;
    lobby_marks *m = &l->muted;
    if (mute)
        memcpy(m->who[m->n++], who, sizeof who);
    for (int i = 0; i < m->n && !mute; i++)
        if (!strcmp(m->who[i], who)) {
            memcpy(m->who[i], m->who[--m->n], sizeof who);
            break;
        }
    return transaction_commit(x);
}

outcome moderation_mute(table *t, operation *o) {
    return set_mute(t, o, true);
}

outcome moderation_unmute(table *t, operation *o) {
    return set_mute(t, o, false);
}

/* The seat of who has that public mark, or -1. */
static int seat_of_mark(const lobby *l, const char *who) {
    char mark[WHO + 1];
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (l->seats[s].person && (mark_of(l->seats[s].hash, mark), !strcmp(who, mark)))
            return s;
    return -1;
}

/* A bot plays on for them. */
static outcome commit_removal(table *t, operation *o, int seat, const char *who) {
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    lobby_marks *removed = &x->lobby->removed;
    memcpy(removed->who[removed->n++], who, WHO + 1);
    operation *leave = table_enqueue(t, play_removed);
    if (leave)
        leave->seat = seat;
    return transaction_commit(x);
}

outcome moderation_remove(table *t, operation *o) {
    char who[WHO + 1];
    if (!seating_is_maker(t, o))
        return ANSWERED;
    if (!message_string(&o->message, FIELD_WHO, who, sizeof who))
        return operation_fail(o, ERROR_REQUEST, "Who is meant is said by 12 hex digits.");
    int seat = seat_of_mark(&t->lobby, who);
    if (seat < 0 || seat == t->lobby.maker)
        return operation_fail(o, ERROR_SEAT, "Nobody with that mark sits here, but you.");
    if (marks_contain(&t->lobby.removed, who))
        return operation_ok(o);
    if (t->lobby.removed.n == LOBBY_LISTED)
        return operation_fail(o, ERROR_LIMIT, "Too many were removed from this table.");
    if (t->lobby.status == STORE_GATHERING)
        return seating_free(t, o, seat, who);
    return commit_removal(t, o, seat, who);
}
