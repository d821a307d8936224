#include "serve/notice.h"

#include <stdlib.h>
#include <string.h>

#include "serve/turn.h"
#include "store/notices.h"

typedef enum change { BEGINS, SEEN, RESTS, ENDS } change;

struct notices {
    int64_t at; /* when those are told for whom a wait begins */
    int n;
    struct {
        change change;
        uint32_t number;
        uint8_t person[STORE_HASH];
    } of[2 * RZ_SEATS_MAX];
};

/* A table as far as it matters here. */
typedef struct look {
    const lobby *lobby;
    const position *position;
    unsigned waited, untold; /* seats: of whom something is awaited; … and who are not there */
    unsigned here;           /* … and who are */
} look;

static look look_at(const lobby *l, const rz_setup *setup, const position *p) {
    look k = {.lobby = l, .position = p, .waited = turn_seats(l, setup, p)};
    k.untold = k.waited;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        k.here |= (unsigned)(l->seats[s].home != 0) << s;
    k.untold &= ~k.here;
    return k;
}

/* Since which line the seat is waited for: what makes one wait another than the one before. */
static uint32_t number_of(const look *k, int seat) {
    return k->lobby->status == STORE_RUNNING ? k->position->asked_at[seat] : 0;
}

static bool is_same_person(const look *before, const look *after, int seat) {
    return !memcmp(before->lobby->seats[seat].hash, after->lobby->seats[seat].hash, STORE_HASH);
}

static void note(notices *n, const look *k, int seat, change what) {
    n->of[n->n].change = what;
    n->of[n->n].number = number_of(k, seat);
    memcpy(n->of[n->n++].person, k->lobby->seats[seat].hash, STORE_HASH);
}

/* The wait of somebody who is not there, as it was, is over. */
static change change_of(const look *after, int seat, bool same) {
    if (!same)
        return ENDS;
    if (after->waited >> seat & 1)
        return SEEN;
    return after->lobby->status == STORE_GATHERING && !(after->here >> seat & 1) ? RESTS : ENDS;
}

/* At a table that gathers anybody may sit down and stand up as often as they like: the maker is
 * told of it once, until they come. */
static bool comes_to_make(const look *before, const look *after, int seat) {
    return before->lobby->status == STORE_GATHERING && seat == after->lobby->maker &&
           !(before->here >> seat & 1) && after->here >> seat & 1;
}

static void compare_seat(notices *n, const look *before, const look *after, int seat) {
    bool was = before->untold >> seat & 1, is = after->untold >> seat & 1;
    bool same = is_same_person(before, after, seat);
    if (was && (!is || !same))
        note(n, before, seat, change_of(after, seat, same));
    else if (!is && same && comes_to_make(before, after, seat))
        note(n, after, seat, ENDS);
    if (is && (!was || !same || number_of(before, seat) != number_of(after, seat)))
        note(n, after, seat, BEGINS);
}

/* When a game is over, the store ends all that waits at its table. */
notices *notices_new(const table *t, const lobby *l, const position *p, store_status status,
                     int64_t at) {
    if (status > STORE_RUNNING || !t->setup)
        return NULL;
    look before = look_at(&t->lobby, t->setup, &t->position), after = look_at(l, t->setup, p);
    notices found = {.at = at + 1000 * (int64_t)t->server->options->tell_after_seconds};
    unsigned seats = before.untold | after.untold | (after.here & ~before.here);
    for (int s = 0; s < RZ_SEATS_MAX && seats; s++)
        if (seats >> s & 1)
            compare_seat(&found, &before, &after, s);
    notices *n = found.n > 0 ? malloc(sizeof *n) : NULL;
    if (n)
        *n = found;
    return n;
}

store_result notices_write(const notices *n, store *s, const char *id) {
    store_result result = STORE_OK;
    for (int i = 0; i < n->n && result == STORE_OK; i++) {
        const uint8_t *person = n->of[i].person;
        result = n->of[i].change == BEGINS ? store_add_notice(s, id, person, n->of[i].number, n->at)
                 : n->of[i].change == SEEN ? store_see_notice(s, id, person)
                 : n->of[i].change == RESTS ? store_rest_notice(s, id, person)
                                            : store_end_notice(s, id, person);
    }
    return result;
}
