#include "serve/broadcast.h"

#include "core/json_write.h"
#include "serve/catch_up.h"
#include "serve/lobby_public.h"
#include "serve/watch.h"

static void send_to_all(table *t, packet *p) {
    for (watch *w = t->watches, *next; w; w = next) {
        next = w->next;
        session_send(w->session, p);
    }
}

/* ---- The lobby ------------------------------------------------------------------------------- */

static unsigned seats_here(const table *t) {
    unsigned here = 0;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        here |= (unsigned)(t->viewers[s] > 0) << s;
    return here;
}

static void update_viewer(watch *w) {
    const lobby *l = &w->table->lobby;
    int seat = lobby_seat_of(l, w->session->person);
    bool removed = seat >= 0 && marks_contain(&l->removed, w->session->who);
    watch_set_viewer(w, seat >= 0 && !removed ? seat : RZ_SPECTATOR);
}

void broadcast_update_viewers(table *t) {
    for (watch *w = t->watches; w; w = w->next)
        update_viewer(w);
}

void broadcast_lobby(table *t, watch *only) {
    char memory[LOBBY_BYTES];
    rz_text out;
    if (only)
        update_viewer(only);
    else
        broadcast_update_viewers(t);
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '{');
    rz_put_string(&out, "table", t->id);
    lobby_write_public(&out, "lobby", &t->lobby, t->setup, &t->position, seats_here(t),
                       t->viewers[RZ_SPECTATOR]);
    rz_put_close(&out, '}');
    packet *p = packet_new((rz_slice){memory, out.length});
    if (only)
        session_send(only->session, p);
    else
        send_to_all(t, p);
    if (p)
        packet_free(p);
    if (!only) {
        t->dirty = false;
        t->pushed = server_now(t->server);
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The lines as one viewer sees them. */
static packet *write_lines(const table *t, const line_batch *b, int viewer) {
    char memory[LOBBY_BYTES * 2];
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '{');
    rz_put_string(&out, "table", t->id);
    rz_put_int(&out, "from", b->first);
    rz_put_open(&out, "lines", '[');
    for (int i = 0; i < b->n; i++) {
        rz_put_key(&out, NULL);
        line_batch_write(b, t->setup, i, viewer, &out);
    }
    rz_put_close(&out, ']');
    rz_put_hex(&out, "head", b->lines[b->n - 1].head, RZ_HEAD);
    if (clock_rule_is_set(&t->lobby.clock.rule))
        lobby_write_clocks(&out, &t->position, rz_seats(t->setup));
    rz_put_close(&out, '}');
    return out.full ? NULL : packet_new((rz_slice){memory, out.length});
}

/* Written once for all who see the same. */
void broadcast_lines(table *t, const line_batch *b) {
    enum { ALL = RZ_SPECTATOR + 1, KINDS };
    packet *packets[KINDS] = {0};
    uint16_t hidden = line_batch_hidden(b);
    if (b->n == 0)
        return;
    for (watch *w = t->watches, *next; w; w = next) {
        next = w->next;
        int kind = hidden >> w->viewer & 1 ? w->viewer : ALL;
        if (w->catching_up || w->line > b->first)
            continue;
        if (!packets[kind])
            packets[kind] = write_lines(t, b, w->viewer);
        if (w->line < b->first || !packets[kind]) {
            catch_up_start(w);
        } else {
            w->line = b->first + (uint32_t)b->n;
            session_send(w->session, packets[kind]);
        }
    }
    for (int i = 0; i < KINDS; i++)
        if (packets[i])
            packet_free(packets[i]);
}
