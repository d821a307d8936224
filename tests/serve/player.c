#include "player.h"

#include "core/chain.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ACT_MAX = 4000 };

void player_init(player *p, int person, int seat, const char *id, const char *address) {
    *p = (player){.person = person,
                  .seat = seat,
                  .address = address,
                  .removed_at = INT_MAX,
                  .pending = -1,
                  .pending_id = -1};
    memcpy(p->table, id, sizeof p->table);
}

void player_free(player *p) {
    for (int i = 0; i < p->n; i++)
        free(p->lines[i]);
    for (int i = 0; i < p->n_acts; i++)
        free(p->acts[i].text);
    free(p->lines);
    free(p->acts);
}

/* ---- What is sent ---------------------------------------------------------------------------- */

static void post(player *p, const char *text) {
    simulation_post(p->at, &p->link, rz_slice_of(text));
}

void player_ask(player *p, const char *verb, const char *more) {
    char text[ACT_MAX + 200];
    snprintf(text, sizeof text, "{\"id\":%d,\"do\":\"%s\",\"table\":\"%s\"%s}", ++p->id, verb,
             p->table, more);
    post(p, text);
}

bool player_connect(player *p, simulation *m) {
    char text[128];
    if (!simulation_try_connect(m, &p->link, p->address))
        return false;
    p->at = m;
    snprintf(text, sizeof text, "{\"id\":0,\"do\":\"hello\",\"protocol\":1,\"key\":\"%032x\"}",
             (unsigned)p->person);
    post(p, text);
    simulation_settle(m);
    if (!p->link.session->known) {
        player_disconnect(p);
        return false;
    }
    p->link.length = 0;
    snprintf(text, sizeof text, ",\"from\":%d", p->n);
    player_ask(p, "watch", text);
    p->watch_id = p->id;
    return true;
}

void player_is_cut_off(player *p) {
    p->at = NULL;
    p->pending_id = -1;
}

void player_disconnect(player *p) {
    simulation_disconnect(p->at, &p->link);
    player_is_cut_off(p);
}

bool player_is_away(const player *p) {
    return p->n > 0 && p->seat < RZ_SEATS_MAX && p->replay.away >> p->seat & 1;
}

bool player_may_act(const player *p) {
    rz_action legal[RZ_LEGAL_MAX];
    return p->n > p->last && !p->is_lost && p->seat < RZ_SEATS_MAX && !rz_driver_due(&p->replay) &&
           !player_is_away(p) && p->header.game->legal(&p->setup, &p->view, legal) > 0;
}

static void send_act(player *p) {
    char more[ACT_MAX + 100];
    const player_act *a = &p->acts[p->pending];
    snprintf(more, sizeof more, ",\"number\":%u,\"line\":%s", a->number, a->text);
    player_ask(p, "act", more);
    p->pending_id = p->id;
}

static void choose(player *p, uint32_t choice) {
    rz_action legal[RZ_LEGAL_MAX];
    char memory[ACT_MAX];
    rz_text text;
    rz_event event;
    uint32_t n = (uint32_t)p->header.game->legal(&p->setup, &p->view, legal);
    p->header.game->describe(&p->setup, rz_view_public(&p->view), p->seat, legal[choice % n],
                             &event);
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(p->header.game, &p->setup, &event, &text);
    if (p->n_acts == p->acts_room)
        p->acts =
            realloc(p->acts, (size_t)(p->acts_room = 2 * p->acts_room + 16) * sizeof *p->acts);
    p->acts[p->n_acts] = (player_act){.number = p->replay.number, .text = strdup(memory)};
    p->pending = p->n_acts++;
}

bool player_act_now(player *p, uint32_t choice) {
    if (p->pending < 0 && player_may_act(p))
        choose(p, choice);
    else if (p->pending < 0 || p->pending_id >= 0)
        return false;
    send_act(p);
    return true;
}

/* ---- What comes ------------------------------------------------------------------------------ */

static void follow_line(player *p, rz_slice line) {
    rz_problem problem = {0};
    rz_event event;
    bool ok;
    if (p->n == 0) {
        ok = rz_read_setup(rz_games, line, &p->header, &p->setup, &problem);
        if (ok)
            rz_driver_init_view(&p->replay, &p->header, &p->setup, p->seat, &p->view, &p->scratch,
                                NULL);
    } else {
        ok = p->is_lost || rz_driver_read(&p->replay, line, &event, &problem);
    }
    if (!ok && p->removed_at < INT_MAX)
        p->is_lost = ok = true; /* sees as little as a spectator, and can not count the own hand */
    check(ok, "a line does not follow from those before", line.at);
}

static void take_line(player *p, int number, rz_slice line) {
    if (number < p->n) {
        check(strlen(p->lines[number]) == line.length &&
                  !memcmp(p->lines[number], line.at, line.length),
              "a line is another one the second time", line.at);
        return;
    }
    check(number == p->n, "lines are missing", line.at);
    follow_line(p, line);
    if (p->n == p->room)
        p->lines = realloc(p->lines, (size_t)(p->room = 2 * p->room + 64) * sizeof *p->lines);
    p->lines[p->n++] = strndup(line.at, line.length);
}

static void take_lines(player *p, rz_json *json, int from) {
    int count = 0;
    check(from >= 0, "lines without a number", json->at);
    rz_json_open(json, '[');
    while (rz_json_more(json, '[', &count)) {
        rz_json_peek(json);
        const char *begin = json->at;
        rz_json_skip(json);
        take_line(p, from + count - 1, (rz_slice){begin, (size_t)(json->at - begin)});
    }
}

/* These say that nothing was written, and are what an honest player may hear. */
static bool is_no(const char *code) {
    static const char *const no[] = {"late", "turn", "over", "paused", "removed", "limit", "seat"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (!strcmp(code, no[i]))
            return true;
    return false;
}

static void take_answer(player *p, bool ok, int32_t number, const char *code, const char *text) {
    player_act *a = &p->acts[p->pending];
    p->pending_id = -1;
    if (ok) {
        check(number >= 0, "an answer without a number", text);
        a->acknowledged = true;
        a->number = (uint32_t)number;
        p->last = number;
        p->pending = -1;
    } else if (is_no(code)) {
        p->pending = -1;
    } else {
        check(!strcmp(code, "store"), "a move that is legal is refused", text);
    }
}

static void take_message(player *p, rz_slice text) {
    rz_json json;
    rz_problem problem = {0};
    rz_slice key, word;
    int32_t re = -1, number = -1, from = -1, ok = 0;
    int count = 0, inner = 0;
    char code[24] = "";
    rz_json_init(&json, text, &problem);
    rz_json_open(&json, '{');
    while (rz_json_more(&json, '{', &count) && rz_json_key(&json, &key)) {
        if (rz_slice_is(key, "re")) {
            rz_json_int(&json, &re);
        } else if (rz_slice_is(key, "ok")) {
            rz_json_bool(&json, &ok);
        } else if (rz_slice_is(key, "number")) {
            rz_json_int(&json, &number);
        } else if (rz_slice_is(key, "from")) {
            rz_json_int(&json, &from);
        } else if (rz_slice_is(key, "lines")) {
            take_lines(p, &json, from);
        } else if (rz_slice_is(key, "error")) {
            rz_json_open(&json, '{');
            while (rz_json_more(&json, '{', &inner) && rz_json_key(&json, &key))
                if (rz_slice_is(key, "code") && rz_json_string(&json, &word))
                    snprintf(code, sizeof code, "%.*s", (int)word.length, word.at);
                else
                    rz_json_skip(&json);
        } else {
            rz_json_skip(&json);
        }
    }
    check(problem.error == RZ_OK && rz_json_end(&json), "a message is no JSON", text.at);
    if (re >= 0 && re == p->pending_id)
        take_answer(p, ok, number, code, text.at);
    else if (re >= 0 && re == p->watch_id && !ok) /* comes back, and asks again */
        p->link.closed = true;
}

void player_read(player *p) {
    if (p->link.length == 0)
        return;
    const char *at = p->link.text, *end = at + p->link.length;
    p->received += p->link.length;
    for (const char *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        take_message(p, (rz_slice){at, (size_t)(stop - at)});
    }
    p->link.length = 0;
}

/* ---- What was promised ----------------------------------------------------------------------- */

/* The record, line by line, as everybody may see it. */
typedef struct reading {
    rz_header header;
    rz_setup setup;
    rz_state state;
    rz_driver driver;
    rz_event event;
    char memory[RZ_LINE_MAX];
} reading;

static void read_line(reading *r, int number, const char *line) {
    rz_problem problem = {0};
    bool ok = number == 0
                  ? rz_read_setup(rz_games, rz_slice_of(line), &r->header, &r->setup, &problem)
                  : rz_driver_read(&r->driver, rz_slice_of(line), &r->event, &problem);
    check(ok, "the record does not follow the rules", line);
    if (number == 0)
        rz_driver_init(&r->driver, &r->header, &r->setup, &r->state, NULL);
}

static const char *shown_to(reading *r, int number, int viewer, const char *line) {
    rz_text text;
    if (number == 0)
        return line;
    rz_text_init(&text, r->memory, sizeof r->memory);
    rz_write_seen(r->header.game, &r->setup, viewer, &r->event, &text);
    return r->memory;
}

static void compare_line(const player *p, reading *r, int number, const char *line) {
    bool as_seat = !strcmp(p->lines[number], shown_to(r, number, p->seat, line));
    bool as_spectator = !strcmp(p->lines[number], shown_to(r, number, RZ_SPECTATOR, line));
    check(as_seat || (as_spectator && p->removed_at < INT_MAX), "a line was shown otherwise",
          p->lines[number]);
    check(as_spectator || number < p->removed_at, "who was removed sees more than a spectator",
          p->lines[number]);
}

/* Moves of this player that were sent, and are found in the record one after the other. */
typedef struct finding {
    int next;  /* those before it never arrived, or were found */
    int found; /* of those that were acknowledged */
} finding;

static const player_act *acknowledged_at(const player *p, int number) {
    const player_act *found = NULL;
    for (int i = 0; i < p->n_acts; i++)
        if (p->acts[i].acknowledged && p->acts[i].number == (uint32_t)number) {
            check(!found, "two moves were said to be at the same place", p->acts[i].text);
            found = &p->acts[i];
        }
    return found;
}

/* A move that was sent again may have been answered with that of the bot that has made it. */
static void find_act(const player *p, finding *f, int number, const char *line, bool by_bot) {
    const player_act *a = acknowledged_at(p, number);
    if (a) {
        check(!strcmp(a->text, line), "a move is not where it was said to be", line);
        f->found++;
    } else if (!by_bot) {
        while (f->next < p->n_acts &&
               (p->acts[f->next].acknowledged || strcmp(p->acts[f->next].text, line) != 0))
            f->next++;
        check(f->next++ < p->n_acts, "a move that was never sent, or is there twice", line);
    }
}

int player_acknowledged(const player *p) {
    int n = 0;
    for (int i = 0; i < p->n_acts; i++)
        n += p->acts[i].acknowledged;
    return n;
}

void player_compare(const player *p, char *const *record, int n) {
    static reading r;
    rz_actors away = 0;
    finding f = {0};
    check(p->n <= n, "lines that were shown are lost", p->n > n ? p->lines[n] : "");
    for (int i = 0; i < n; i++) {
        read_line(&r, i, record[i]);
        if (i < p->n)
            compare_line(p, &r, i, record[i]);
        if (i > 0 && r.event.by == p->seat && !rz_is_table_verb(r.event.verb))
            find_act(p, &f, i, shown_to(&r, i, p->seat, record[i]), away >> p->seat & 1);
        away = r.driver.away;
    }
    check(f.found == player_acknowledged(p), "an acknowledged move is lost", record[n - 1]);
}
