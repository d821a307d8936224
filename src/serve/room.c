#include "serve/room.h"

#include <stdio.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/house.h"
#include "serve/lobby_row.h"
#include "serve/making.h"
#include "store/club.h"

enum { START_MS = 8000 /* people have so long to say that they are ready */ };

/* ---- As text ----------------------------------------------------------------------------------
 */

void room_write(rz_text *out, const char *game, int seats, const clock_rule *clock) {
    char memory[STORE_ROOM];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '{');
    rz_put_string(&text, "game", game);
    rz_put_int(&text, "seats", seats);
    clock_rule_write(&text, "clock", clock);
    rz_put_close(&text, '}');
    rz_text_slice(out, (rz_slice){memory + 1, text.length - 1});
}

bool room_read(const message *from, rz_setup *setup, clock_rule *clock) {
    rz_header header;
    rz_problem problem = {0};
    message m = *from;
    m.field[FIELD_OPTIONS] = (rz_slice){0};
    return m.field[FIELD_GAME].at && m.field[FIELD_SEATS].at && making_read_clock(&m, clock) &&
           making_read_setup(&m, setup, &header, &problem) && !making_reason_against(setup);
}

/* ---- Seating, on the thread of the store ------------------------------------------------------
 */

typedef struct waiters {
    int n;
    store_waiter list[RZ_SEATS_MAX];
} waiters;

static bool take_waiter(void *context, const store_waiter *waiter) {
    waiters *w = context;
    w->list[w->n++] = *waiter;
    return w->n < RZ_SEATS_MAX;
}

/* The level of the first who has waited for long enough, or NULL. */
static const char *level_of(const waiters *w, int64_t now) {
    for (int i = 0; i < w->n; i++)
        if (w->list[i].fill && w->list[i].fill <= now)
            return w->list[i].level;
    return NULL;
}

/* Who waits for people alone keeps the place. */
static void keep_who_takes_bots(waiters *w) {
    int n = 0;
    for (int i = 0; i < w->n; i++)
        if (w->list[i].fill)
            w->list[n++] = w->list[i];
    w->n = n;
}

static void seat_people(lobby *l, const waiters *w, int seats, const char *level, int64_t now) {
    for (int s = 0; s < seats; s++) {
        if (s >= w->n) {
            char name[LOBBY_LEVEL];
            snprintf(name, sizeof name, "%s", level);
            lobby_put_bot(l, s, name);
            continue;
        }
        l->seats[s] = (lobby_seat){.person = true, .gone = now};
        memcpy(l->seats[s].hash, w->list[s].person, STORE_HASH);
        memcpy(l->seats[s].nonce, w->list[s].nonce, RZ_SEED);
    }
}

static store_result make_table(server *sv, store *s, const lobby *l, const rz_setup *setup,
                               const char *id, const uint8_t seed[RZ_SEED]) {
    char memory[LOBBY_BYTES];
    rz_text info;
    store_table row;
    rz_text_init(&info, memory, sizeof memory);
    lobby_write(l, setup, &info);
    lobby_row(id, l, (rz_slice){memory, info.length}, l->starts, sv->shared, &row);
    return store_make(s, &row, seed);
}

static store_result note_seated(store *s, struct seated_table *t, const waiters *w, int64_t now) {
    store_result result = STORE_OK;
    for (int i = 0; i < w->n && result == STORE_OK; i++) {
        char who[WHO + 1];
        mark_of(w->list[i].person, who);
        memcpy(t->person[t->people++], w->list[i].person, STORE_HASH);
        result = store_seat_waiter(s, w->list[i].person, t->id, now);
        result = result ? result : store_note_person(s, who);
    }
    return result;
}

static store_result fill_table(server *sv, store *s, const waiters *w, const rz_setup *setup,
                               const clock_rule *clock, const char *level, int64_t now,
                               seated *out) {
    uint8_t seed[RZ_SEED];
    struct seated_table *t = &out->tables[out->n++];
    lobby l = {.version = 1,
               .changed = now,
               .help = house_helps(sv->options, true),
               .self = true,
               .starts = now + START_MS,
               .clock.rule = *clock};
    *t = (struct seated_table){0};
    seat_people(&l, w, rz_seats(setup), level, now);
    making_draw_seed(sv, t->id, seed, l.commit);
    store_result result = make_table(sv, s, &l, setup, t->id, seed);
    return result ? result : note_seated(s, t, w, now);
}

store_result room_fill(server *sv, store *s, const char *room, int64_t now, seated *out) {
    char memory[STORE_ROOM + 2];
    rz_setup setup;
    clock_rule clock = {0};
    message m;
    int length = snprintf(memory, sizeof memory, "{%s", room);
    if (!message_read((rz_slice){memory, (size_t)length}, &m) || !room_read(&m, &setup, &clock))
        return STORE_OK; /* of an older server, which offered it */
    while (out->n < SEATED_MOST) {
        waiters w = {0};
        store_result result = store_waiters(s, room, rz_seats(&setup), take_waiter, &w);
        bool full = w.n == rz_seats(&setup);
        if (!full)
            keep_who_takes_bots(&w);
        const char *level = level_of(&w, now);
        if (result != STORE_OK || w.n == 0 || (!full && !level))
            return result;
        result = fill_table(sv, s, &w, &setup, &clock, level, now, out);
        if (result != STORE_OK)
            return result;
    }
    return STORE_OK;
}
