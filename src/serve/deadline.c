#include "serve/deadline.h"

static int64_t later(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t sooner(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* When the person who is asked has been waited for long enough: the clock has run out, or nobody is
 * there. Games that last days wait for people without a socket. */
static int64_t of_person(const server *sv, const lobby *l, const position *p, int seat,
                         int64_t now) {
    const serve_options *options = sv->options;
    if (lobby_forgotten(&l->seats[seat]))
        return p->since[seat];
    int64_t due = position_deadline(p, &l->clock, seat, now);
    if (l->seats[seat].gone && !l->clock.rule.days)
        due = sooner(due, later(l->seats[seat].gone, p->since[seat]) +
                              1000 * (int64_t)options->gone_seconds);
    return due == INT64_MAX ? due
                            : later(due, sv->started + 1000 * (int64_t)options->grace_seconds);
}

int64_t deadline_bot_step(const server *sv) {
    enum { STEP_MS = 100 };
    return sooner(sv->options->bot_ms, STEP_MS);
}

/* It has the last step to think. Where nobody is there to see it there is no hurry: a thousand
 * games that were left at once write no more than some dozens that are played. */
static int64_t of_bot(const server *sv, const lobby *l, const position *p, int seat) {
    enum { TIMES = 30, NO_HURRY_MS = 10000 };
    int64_t wait = sv->options->bot_ms;
    if (lobby_unattended_since(l) != INT64_MAX && !l->clock.rule.days)
        wait = later(wait, sooner(TIMES * wait, NO_HURRY_MS));
    return p->since[seat] + wait - deadline_bot_step(sv);
}

static bool waits(const lobby *l) {
    return l->status == STORE_RUNNING && !l->paused;
}

#define MINUTE_MS INT64_C(60000)
#define HOUR_MS   (60 * MINUTE_MS)
#define DAY_MS    (24 * HOUR_MS)

int64_t deadline_of_wish(const lobby *l, lobby_wish wish) {
    if (l->status != STORE_RUNNING || !l->asked[wish])
        return INT64_MAX;
    return l->wished[wish] + (l->clock.rule.days ? l->clock.rule.days * DAY_MS : 10 * MINUTE_MS);
}

/* What people have agreed to interrupt they agree to go on with; that is no matter for who was
 * absent when they did. */
int64_t deadline_of_say(const lobby *l, int seat) {
    int64_t gone = l->seats[seat].gone;
    int64_t until = gone + (l->clock.rule.days ? l->clock.rule.days * DAY_MS : HOUR_MS);
    if (!gone)
        return INT64_MAX;
    return l->paused && l->paused < until ? later(until, gone + 7 * DAY_MS) : until;
}

/* What people have paused waits for them. */
int64_t deadline_of_absence(const server *sv, const lobby *l) {
    const serve_options *options = sv->options;
    int64_t since = lobby_unattended_since(l);
    int64_t wait =
        l->asleep ? options->unattended_days * DAY_MS : options->unattended_minutes * MINUTE_MS;
    if (!waits(l) || l->clock.rule.days || since == INT64_MAX || wait == 0)
        return INT64_MAX;
    return since + wait;
}

int64_t deadline_of(const server *sv, const lobby *l, const position *p, int64_t now) {
    int64_t due = deadline_of_absence(sv, l);
    if (l->status == STORE_GATHERING && l->self && l->starts)
        due = l->starts;
    for (lobby_wish w = 0; w < WISHES; w++)
        due = sooner(due, deadline_of_wish(l, w));
    for (int s = 0; s < RZ_SEATS_MAX && waits(l); s++)
        if (p->asked >> s & 1 && !(l->asleep && lobby_is_bot(l, p, s)))
            due = sooner(due,
                         lobby_is_bot(l, p, s) ? of_bot(sv, l, p, s) : of_person(sv, l, p, s, now));
    return due;
}

bool deadline_passed(const server *sv, const lobby *l, const position *p, int seat, int64_t now) {
    return waits(l) && p->asked >> seat & 1 && !lobby_is_bot(l, p, seat) &&
           of_person(sv, l, p, seat, now) <= now;
}

bool deadline_of_bot_passed(const server *sv, const lobby *l, const position *p, int seat,
                            int64_t now) {
    return waits(l) && !l->asleep && p->asked >> seat & 1 && lobby_is_bot(l, p, seat) &&
           of_bot(sv, l, p, seat) <= now;
}
