#include "serve/lobby.h"

#include <string.h>

#include "core/json_write.h"

static const uint8_t nobody[STORE_HASH]; /* what is left of somebody who was forgotten */

void mark_of(const uint8_t hash[STORE_HASH], char who[WHO + 1]) {
    store_mark(hash, who);
}

void default_name(const uint8_t hash[STORE_HASH], char name[STORE_NAME]) {
    char who[WHO + 1];
    rz_text text;
    rz_text_init(&text, name, STORE_NAME);
    if (!memcmp(hash, nobody, STORE_HASH)) {
        rz_text_add(&text, "–");
        return;
    }
    mark_of(hash, who);
    rz_text_add(&text, "guest ");
    rz_text_slice(&text, (rz_slice){who, 4});
}

bool marks_contain(const lobby_marks *marks, const char *who) {
    for (int i = 0; i < marks->n; i++)
        if (!strcmp(marks->who[i], who))
            return true;
    return false;
}

static void drop_mark(lobby_marks *marks, int at) {
    marks->n--;
    memmove(marks->who[at], marks->who[at + 1], (size_t)(marks->n - at) * sizeof *marks->who);
}

void marks_remove(lobby_marks *marks, const char *who) {
    for (int i = marks->n - 1; i >= 0; i--)
        if (!strcmp(marks->who[i], who))
            drop_mark(marks, i);
}

_Static_assert((int)LOBBY_LISTED > (int)RZ_SEATS_MAX, "somebody on a full list has no seat");

void marks_add(lobby_marks *marks, const lobby *l, const char *who) {
    int oldest = 0;
    while (marks->n == LOBBY_LISTED) {
        if (lobby_seat_of_mark(l, marks->who[oldest]) < 0)
            drop_mark(marks, oldest);
        oldest++;
    }
    memcpy(marks->who[marks->n++], who, WHO + 1);
}

void marks_write(rz_text *out, const char *key, const lobby_marks *marks) {
    rz_put_open(out, key, '[');
    for (int i = 0; i < marks->n; i++)
        rz_put_string(out, NULL, marks->who[i]);
    rz_put_close(out, ']');
}

int lobby_seat_of(const lobby *l, const uint8_t hash[STORE_HASH]) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (l->seats[s].person && !memcmp(l->seats[s].hash, hash, STORE_HASH))
            return s;
    return -1;
}

int lobby_seat_of_mark(const lobby *l, const char *who) {
    char mark[WHO + 1];
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (l->seats[s].person && (mark_of(l->seats[s].hash, mark), !strcmp(who, mark)))
            return s;
    return -1;
}

bool lobby_is_maker(const lobby *l, const uint8_t hash[STORE_HASH]) {
    return l->maker >= 0 && lobby_seat_of(l, hash) == l->maker;
}

bool lobby_is_bot(const lobby *l, const position *p, int seat) {
    return (l->clock.bots | p->away) >> seat & 1;
}

void lobby_put_bot(lobby *l, int seat, const char level[LOBBY_LEVEL]) {
    unsigned bit = 1u << seat;
    l->seats[seat] = (lobby_seat){0};
    memcpy(l->seats[seat].level, level, LOBBY_LEVEL);
    l->clock.bots = (rz_actors)(level[0] ? l->clock.bots | bit : l->clock.bots & ~bit);
}

bool lobby_may_start(const lobby *l, const rz_setup *setup, int64_t now) {
    bool all = true;
    for (int s = 0; s < rz_seats(setup); s++) {
        bool bot = l->seats[s].level[0];
        all = all && (bot || (l->seats[s].person && l->ready >> s & 1));
    }
    return l->status == STORE_GATHERING && l->self && (all || (l->starts && l->starts <= now));
}

bool lobby_forgotten(const lobby_seat *seat) {
    return seat->person && !memcmp(seat->hash, nobody, STORE_HASH);
}

int64_t lobby_unattended_since(const lobby *l) {
    int64_t since = 0;
    for (int s = 0; s < RZ_SEATS_MAX; s++) {
        if (l->seats[s].person && l->seats[s].home)
            return INT64_MAX;
        if (l->seats[s].person && l->seats[s].gone > since)
            since = l->seats[s].gone;
    }
    return since ? since : l->changed;
}

void lobby_next_maker(lobby *l) {
    l->maker = -1;
    for (int s = RZ_SEATS_MAX - 1; s >= 0; s--)
        if (l->seats[s].person && !lobby_forgotten(&l->seats[s]))
            l->maker = s;
    if (l->maker < 0 && l->status == STORE_GATHERING)
        l->status = STORE_ABANDONED;
}

bool lobby_heal(lobby *l) {
    if (l->status > STORE_RUNNING)
        return false;
    bool healed = l->maker >= 0 && lobby_forgotten(&l->seats[l->maker]);
    for (int s = 0; s < RZ_SEATS_MAX && l->status == STORE_GATHERING; s++)
        if (lobby_forgotten(&l->seats[s])) {
            l->seats[s] = (lobby_seat){0};
            healed = true;
        }
    if (l->maker >= 0 && (!l->seats[l->maker].person || lobby_forgotten(&l->seats[l->maker])))
        lobby_next_maker(l);
    return healed;
}
