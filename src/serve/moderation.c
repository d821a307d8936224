#include "serve/moderation.h"

#include <string.h>

#include "serve/seating.h"
#include "serve/transaction.h"

/* Who is meant: a mark, or "" for all who have no seat, said by null. False: it is answered. */
static bool read_mark(operation *o, char who[WHO + 1]) {
    who[0] = '\0';
    if (rz_slice_is(o->message.field[FIELD_WHO], "null") ||
        (message_string(&o->message, FIELD_WHO, who, WHO + 1) && strlen(who) == WHO))
        return true;
    operation_fail(o, ERROR_REQUEST, "Who is meant is said by 12 hex digits.");
    return false;
}

static outcome set_mute(table *t, operation *o, bool mute) {
    char who[WHO + 1];
    if (!seating_is_maker(t, o) || !read_mark(o, who))
        return ANSWERED;
    if ((*who ? marks_contain(&t->lobby.muted, who) : t->lobby.quiet) == mute)
        return operation_ok(o);
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    if (!*who)
        x->lobby->quiet = mute;
    else if (mute)
        marks_add(&x->lobby->muted, x->lobby, who);
    else
        marks_remove(&x->lobby->muted, who);
    return transaction_commit(x);
}

outcome moderation_mute(table *t, operation *o) {
    return set_mute(t, o, true);
}

outcome moderation_unmute(table *t, operation *o) {
    return set_mute(t, o, false);
}

/* A bot plays on for them; that they leave is a line of the same transaction. Where another process
 * has not heard of the removal, it can not write a line, and shows none that was written since:
 * both need the lobby's version (store_append, loading.c). */
static outcome commit_removal(table *t, operation *o, int seat, const char *who) {
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    if (!marks_contain(&x->lobby->removed, who))
        marks_add(&x->lobby->removed, x->lobby, who);
    if (t->lobby.status == STORE_RUNNING && !table_is_bot(t, seat)) {
        position_table_event(&x->position, t->setup, seat, RZ_LEAVE, true, x->at, &x->batch);
        x->plays = true;
    }
    return transaction_commit(x);
}

/* Whether nothing of the removal is left to do. */
static bool is_gone(const table *t, int seat, const char *who) {
    return marks_contain(&t->lobby.removed, who) &&
           (t->lobby.status != STORE_RUNNING || table_is_bot(t, seat));
}

outcome moderation_remove(table *t, operation *o) {
    char who[WHO + 1];
    if (!seating_is_maker(t, o) || !read_mark(o, who))
        return ANSWERED;
    int seat = lobby_seat_of_mark(&t->lobby, who);
    if (seat < 0 || seat == t->lobby.maker)
        return operation_fail(o, ERROR_SEAT, "Nobody with that mark sits here, but you.");
    if (is_gone(t, seat, who))
        return operation_ok(o);
    if (t->lobby.status == STORE_GATHERING)
        return seating_free(t, o, seat, who);
    return commit_removal(t, o, seat, who);
}
