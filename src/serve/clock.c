#include "serve/clock.h"

#include <stdlib.h>
#include <string.h>

#include "serve/play.h"
#include "serve/seats.h"

static bool is_bot(const lobby *l, const position *p, int seat) {
    return (l->clock.bots | p->away) >> seat & 1;
}

static int64_t later(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t sooner(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* When the person who is asked has been waited for long enough: the clock has run out, or nobody is
 * there. Games that last days wait for people without a socket. */
static int64_t person_due(const table *t, const lobby *l, const position *p, int seat,
                          int64_t now) {
    const serve_options *options = t->server->options;
    if (lobby_forgotten(&l->seats[seat]))
        return p->since[seat];
    int64_t due = position_deadline(p, &l->clock, seat, now);
    if (l->seats[seat].gone && !l->clock.rule.days)
        due = sooner(due, later(l->seats[seat].gone, p->since[seat]) +
                              1000 * (int64_t)options->gone_seconds);
    return due == INT64_MAX
               ? due
               : later(due, t->server->started + 1000 * (int64_t)options->grace_seconds);
}

int64_t clock_due(const table *t, const lobby *l, const position *p, int64_t now) {
    int64_t due = INT64_MAX;
    if (l->status != STORE_RUNNING || l->paused)
        return due;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (p->asked >> s & 1)
            due = sooner(due, is_bot(l, p, s) ? p->since[s] + t->server->options->bot_ms
                                              : person_due(t, l, p, s, now));
    return due;
}

bool clock_ran_out(const table *t, int seat, int64_t now) {
    return t->lobby.status == STORE_RUNNING && !t->lobby.paused && t->position.asked >> seat & 1 &&
           !table_is_bot(t, seat) && person_due(t, &t->lobby, &t->position, seat, now) <= now;
}

/* ---- Bots ------------------------------------------------------------------------------------ */

typedef struct asked {
    bot_question bot_question;
    table *table;
} asked;

static void answered(bot_question *th) {
    table *t = ((asked *)th)->table;
    operation *o = t->server->closing ? NULL : table_enqueue(t, play_bot);
    t->thinking = false;
    t->pins--;
    if (o) {
        o->seat = th->seat;
        o->number = th->number;
        o->action = th->action;
    }
    free(th);
    table_run(t);
}

/* The bot of a seat, or the one for people who are away; where that can not play, one that can
 * play everything. */
static rz_bot_spec spec_of(const table *t, int seat) {
    const rz_game *game = rz_game_of(t->setup);
    const char *level = t->lobby.seats[seat].level;
    rz_bot_spec spec;
    if (!seats_level(game, *level ? level : t->server->options->away_level, &spec))
        spec = (rz_bot_spec){.bot = &rz_casual_bot};
    return spec;
}

static void ask_bot(table *t, int seat) {
    asked *a = malloc(sizeof *a);
    if (!a)
        return;
    memset(a, 0, sizeof *a);
    a->table = t;
    a->bot_question = (bot_question){.spec = spec_of(t, seat),
                                     .setup = t->setup,
                                     .state = t->position.state,
                                     .seat = seat,
                                     .number = t->position.number,
                                     .done = answered};
    memcpy(a->bot_question.seed, t->position.dealer.seed, RZ_SEED);
    if (t->lobby.maker >= 0)
        memcpy(a->bot_question.owner, t->lobby.seats[t->lobby.maker].hash, BOT_OWNER);
    if (!bot_pool_ask(t->server->bot_pool, &a->bot_question)) {
        free(a);
        return;
    }
    t->thinking = true;
    t->pins++;
}

void clock_look(table *t, int64_t now) {
    const position *p = &t->position;
    if (t->due > now || t->retry_at > now || t->busy || t->thinking || t->first ||
        t->server->closing)
        return;
    table_due(t, clock_due(t, &t->lobby, p, now));
    if (t->due > now)
        return;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (p->asked >> s & 1 && table_is_bot(t, s) &&
            p->since[s] + t->server->options->bot_ms <= now) {
            ask_bot(t, s);
            return;
        }
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (clock_ran_out(t, s, now)) {
            operation *o = table_enqueue(t, play_timeout);
            if (o)
                o->seat = s;
        }
    if (t->first)
        table_run(t);
}

/* ---- Who is there ---------------------------------------------------------------------------- */

/* Whether a seat's person is here, and the lobby says otherwise. What another process says of its
 * own sockets is left alone, if there can be one. */
static bool seat_differs(const table *t, int seat, bool *here) {
    const lobby_seat *s = &t->lobby.seats[seat];
    *here = false;
    for (const watch *w = t->watches; w; w = w->next)
        *here |= w->viewer == seat;
    if (!s->person)
        return false;
    if (*here)
        return s->home != t->server->process;
    return s->home == t->server->process ||
           (s->home && (!t->server->shared || s->home == t->server->dead));
}

bool clock_note(table *t, operation *o) {
    bool here, any = false;
    transaction *c = transaction_with_lobby(t, o);
    if (!c)
        return true;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (seat_differs(t, s, &here)) {
            c->lobby->seats[s].home = here ? t->server->process : 0;
            c->lobby->seats[s].gone = here ? 0 : c->at;
            any = true;
        }
    if (any && t->lobby.status <= STORE_RUNNING)
        return transaction_commit(c);
    transaction_free(c);
    return true;
}

void clock_presence(table *t) {
    bool here, any = false;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        any |= seat_differs(t, s, &here);
    if (any && t->lobby.status <= STORE_RUNNING)
        table_enqueue(t, clock_note);
}
