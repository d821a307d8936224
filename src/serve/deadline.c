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

static int64_t of_bot(const server *sv, const position *p, int seat) {
    return p->since[seat] + sv->options->bot_ms;
}

static bool waits(const lobby *l) {
    return l->status == STORE_RUNNING && !l->paused;
}

int64_t deadline_of(const server *sv, const lobby *l, const position *p, int64_t now) {
    int64_t due = INT64_MAX;
    if (!waits(l))
        return due;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (p->asked >> s & 1)
            due =
                sooner(due, lobby_is_bot(l, p, s) ? of_bot(sv, p, s) : of_person(sv, l, p, s, now));
    return due;
}

bool deadline_passed(const server *sv, const lobby *l, const position *p, int seat, int64_t now) {
    return waits(l) && p->asked >> seat & 1 && !lobby_is_bot(l, p, seat) &&
           of_person(sv, l, p, seat, now) <= now;
}

bool deadline_of_bot_passed(const server *sv, const lobby *l, const position *p, int seat,
                            int64_t now) {
    return waits(l) && p->asked >> seat & 1 && lobby_is_bot(l, p, seat) &&
           of_bot(sv, p, seat) <= now;
}
