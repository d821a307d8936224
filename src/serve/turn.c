#include "serve/turn.h"

#include "core/json_write.h"

static bool is_full(const lobby *l, const rz_setup *setup) {
    for (int s = 0; s < rz_seats(setup); s++)
        if (!l->seats[s].person && !l->seats[s].level[0])
            return false;
    return true;
}

static unsigned seats_before_game(const lobby *l, const rz_setup *setup) {
    return l->maker >= 0 && is_full(l, setup) ? 1u << l->maker : 0;
}

unsigned turn_seats(const lobby *l, const rz_setup *setup, const position *p) {
    unsigned seats = 0;
    if (l->status == STORE_GATHERING)
        seats = seats_before_game(l, setup);
    else if (l->status == STORE_RUNNING && !l->paused)
        seats = p->asked & ~(unsigned)(l->clock.bots | p->away);
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (!l->seats[s].person || lobby_forgotten(&l->seats[s]))
            seats &= ~(1u << s);
    return seats;
}

bool turn_is_for_absent(const lobby *l, unsigned seats) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (seats >> s & 1 && !l->seats[s].home)
            return true;
    return false;
}

static void write_wait(rz_text *out, const lobby *l, const position *p, int seat, int64_t now) {
    bool runs = l->status == STORE_RUNNING;
    int64_t until = runs ? position_deadline(p, &l->clock, seat, now) : INT64_MAX;
    rz_put_open(out, NULL, '[');
    rz_put_int(out, NULL, runs ? p->since[seat] : l->changed);
    if (until == INT64_MAX)
        rz_put_null(out, NULL);
    else
        rz_put_int(out, NULL, until);
    rz_put_close(out, ']');
}

void turn_write(rz_text *out, const lobby *l, const rz_setup *setup, const position *p,
                int64_t now) {
    unsigned seats = turn_seats(l, setup, p);
    rz_put_open(out, NULL, '[');
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (seats >> s & 1)
            write_wait(out, l, p, s, now);
        else if (l->seats[s].person)
            rz_put_null(out, NULL);
    rz_put_close(out, ']');
}

/* [SINCE,UNTIL] or null. */
static bool read_wait(rz_json *json, int64_t *since, int64_t *until, bool *waits) {
    int count = 0;
    if (rz_json_peek(json) == 'n')
        return rz_json_null(json);
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count)) {
        if (count == 2 && rz_json_peek(json) == 'n') {
            *until = INT64_MAX;
            if (!rz_json_null(json))
                return false;
        } else if (count > 2 || !rz_json_int64(json, count == 1 ? since : until)) {
            return false;
        }
    }
    *waits = count == 2;
    return json->problem->error == RZ_OK;
}

bool turn_read(rz_slice text, int place, int64_t *since, int64_t *until) {
    rz_json json;
    rz_problem problem = {0};
    int count = 0;
    rz_json_init(&json, text, &problem);
    if (place < 0 || text.length == 0 || !rz_json_open(&json, '['))
        return false;
    while (rz_json_more(&json, '[', &count)) {
        bool waits = false;
        int64_t begin = 0, end = INT64_MAX;
        if (!read_wait(&json, &begin, &end, &waits))
            return false;
        if (count != place + 1)
            continue;
        if (waits)
            *since = begin, *until = end;
        return waits;
    }
    return false;
}
