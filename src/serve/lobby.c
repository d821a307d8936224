#include "serve/lobby.h"

#include <string.h>

#include "core/mem.h"
#include "core/sha256.h"

static const uint8_t nobody[STORE_HASH]; /* what is left of somebody who was forgotten */

void mark_of(const uint8_t hash[STORE_HASH], char who[WHO + 1]) {
    uint8_t retry_at[RZ_SHA256_SIZE];
    rz_sha256 sha;
    rz_text text;
    rz_sha256_init(&sha);
    rz_sha256_add(&sha, hash, STORE_HASH);
    rz_sha256_end(&sha, retry_at);
    rz_text_init(&text, who, WHO + 1);
    rz_text_hex(&text, retry_at, WHO / 2);
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

int lobby_seat_of(const lobby *l, const uint8_t hash[STORE_HASH]) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (l->seats[s].person && !memcmp(l->seats[s].hash, hash, STORE_HASH))
            return s;
    return -1;
}

bool lobby_is_maker(const lobby *l, const uint8_t hash[STORE_HASH]) {
    return l->maker >= 0 && lobby_seat_of(l, hash) == l->maker;
}

bool lobby_is_bot(const lobby *l, const position *p, int seat) {
    return (l->clock.bots | p->away) >> seat & 1;
}

bool lobby_forgotten(const lobby_seat *seat) {
    return seat->person && !memcmp(seat->hash, nobody, STORE_HASH);
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

/* ---- Writing --------------------------------------------------------------------------------- */

static void key(rz_text *out, const char *name) {
    if (out->length > 0 && !strchr("{[", out->at[out->length - 1]))
        rz_text_char(out, ',');
    rz_text_quoted(out, name);
    rz_text_char(out, ':');
}

static void comma(rz_text *out) {
    if (out->at[out->length - 1] != '[')
        rz_text_char(out, ',');
}

static void put_string(rz_text *out, const char *name, const char *value) {
    key(out, name);
    rz_text_quoted(out, value);
}

static void put_int(rz_text *out, const char *name, int64_t value) {
    key(out, name);
    rz_text_int(out, value);
}

static void put_hex(rz_text *out, const char *name, const uint8_t *bytes, size_t size) {
    key(out, name);
    rz_text_char(out, '"');
    rz_text_hex(out, bytes, size);
    rz_text_char(out, '"');
}

/* Times and marks of 64 bits, high byte first: more than the reader of JSON takes as a number. */
enum { WIDE = 8 };

static void wide_bytes(uint64_t number, uint8_t bytes[WIDE]) {
    for (int i = 0; i < WIDE; i++)
        bytes[i] = (uint8_t)(number >> 8 * (WIDE - 1 - i));
}

static uint64_t wide_number(const uint8_t bytes[WIDE]) {
    uint64_t number = 0;
    for (int i = 0; i < WIDE; i++)
        number = number << 8 | bytes[i];
    return number;
}

static void put_wide(rz_text *out, const char *name, uint64_t number) {
    uint8_t bytes[WIDE];
    wide_bytes(number, bytes);
    put_hex(out, name, bytes, WIDE);
}

static void put_pauses(rz_text *out, const clock_context *clock) {
    uint8_t bytes[PAUSES_MAX][2][WIDE];
    for (int i = 0; i < clock->n_pauses; i++) {
        wide_bytes((uint64_t)clock->pauses[i].from, bytes[i][0]);
        wide_bytes((uint64_t)clock->pauses[i].to, bytes[i][1]);
    }
    put_hex(out, "pauses", bytes[0][0], (size_t)clock->n_pauses * sizeof *bytes);
}

static void put_clock(rz_text *out, const clock_rule *rule) {
    key(out, "clock");
    if (!rule->move && !rule->bank && !rule->days) {
        rz_text_add(out, "null");
        return;
    }
    rz_text_char(out, '{');
    if (rule->days) {
        put_int(out, "days", rule->days);
    } else {
        put_int(out, "move", rule->move);
        put_int(out, "bank", rule->bank);
    }
    rz_text_char(out, '}');
}

static void put_marks(rz_text *out, const char *name, const lobby_marks *marks) {
    key(out, name);
    rz_text_char(out, '[');
    for (int i = 0; i < marks->n; i++) {
        comma(out);
        rz_text_quoted(out, marks->who[i]);
    }
    rz_text_char(out, ']');
}

/* Of a person the place among the people of the row, and nothing that leads to them. */
static void write_seat(const lobby_seat *seat, int *people, rz_text *out) {
    rz_text_char(out, '{');
    if (seat->person) {
        put_int(out, "place", (*people)++);
        put_hex(out, "nonce", seat->nonce, RZ_SEED);
        put_wide(out, "home", seat->home);
        put_wide(out, "gone", (uint64_t)seat->gone);
    } else if (seat->level[0]) {
        put_string(out, "level", seat->level);
    }
    rz_text_char(out, '}');
}

void lobby_write(const lobby *l, const rz_setup *setup, rz_text *out) {
    int people = 0;
    rz_text_char(out, '{');
    key(out, "setup");
    rz_write_setup(&(rz_header){.game = rz_game_of(setup)}, setup, out);
    put_clock(out, &l->clock.rule);
    put_int(out, "maker", l->maker);
    put_hex(out, "commit", l->commit, RZ_SEED);
    key(out, "seats");
    rz_text_char(out, '[');
    for (int s = 0; s < rz_seats(setup); s++) {
        comma(out);
        write_seat(&l->seats[s], &people, out);
    }
    rz_text_char(out, ']');
    put_int(out, "open", l->open);
    put_marks(out, "muted", &l->muted);
    put_marks(out, "removed", &l->removed);
    put_hex(out, "asked", l->asked, sizeof l->asked);
    put_wide(out, "paused", (uint64_t)l->paused);
    put_pauses(out, &l->clock);
    put_string(out, "next", l->next);
    rz_text_char(out, '}');
}

static void row_marks(const lobby_marks *marks, store_table *row) {
    for (int i = 0; i < marks->n; i++)
        memcpy(row->marks[row->n_marks++], marks->who[i], WHO + 1);
}

void lobby_row(const char *id, const lobby *l, rz_slice info, int64_t due, store_table *row) {
    *row = (store_table){.version = l->version,
                         .status = l->status,
                         .listed = l->open && l->status == STORE_GATHERING,
                         .changed = l->changed,
                         .due = due,
                         .info = info.at,
                         .info_size = info.length};
    memcpy(row->id, id, sizeof row->id);
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (l->seats[s].person)
            memcpy(row->people[row->n_people++], l->seats[s].hash, STORE_HASH);
    row_marks(&l->muted, row);
    row_marks(&l->removed, row);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool get_hex(rz_json *json, uint8_t *out, size_t size) {
    rz_slice hex;
    return rz_json_string(json, &hex) && rz_hex_read(hex, out, size);
}

static bool get_wide(rz_json *json, uint64_t *number) {
    uint8_t bytes[WIDE];
    if (!get_hex(json, bytes, WIDE))
        return false;
    *number = wide_number(bytes);
    return true;
}

static bool get_time(rz_json *json, int64_t *time) {
    uint64_t number;
    if (!get_wide(json, &number))
        return false;
    *time = (int64_t)number;
    return true;
}

static bool get_text(rz_json *json, char *out, size_t size) {
    rz_slice text;
    if (!rz_json_string(json, &text) || text.length >= size)
        return false;
    memcpy(out, text.at, text.length);
    out[text.length] = '\0';
    return true;
}

static bool get_clock(rz_json *json, clock_rule *rule) {
    int count = 0;
    rz_slice name;
    if (rz_json_peek(json) == 'n')
        return rz_json_null(json);
    if (!rz_json_open(json, '{'))
        return false;
    while (rz_json_more(json, '{', &count) && rz_json_key(json, &name)) {
        int32_t *to = rz_slice_is(name, "move")   ? &rule->move
                      : rz_slice_is(name, "bank") ? &rule->bank
                      : rz_slice_is(name, "days") ? &rule->days
                                                  : NULL;
        if (!to || !rz_json_int(json, to))
            return false;
    }
    return json->problem->error == RZ_OK;
}

static bool get_marks(rz_json *json, lobby_marks *marks) {
    int count = 0;
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count)) {
        if (count > LOBBY_LISTED || !get_text(json, marks->who[marks->n], WHO + 1))
            return false;
        marks->n += marks->who[marks->n][0] != '\0'; /* else they were forgotten */
    }
    return json->problem->error == RZ_OK;
}

static bool get_person(rz_json *json, const store_table *row, lobby_seat *seat) {
    int32_t place;
    if (!rz_json_int(json, &place) || place < 0 || place >= row->n_people)
        return false;
    memcpy(seat->hash, row->people[place], STORE_HASH);
    return seat->person = true;
}

static bool get_seat(rz_json *json, const store_table *row, lobby_seat *seat) {
    int count = 0;
    rz_slice name;
    bool ok = rz_json_open(json, '{');
    while (ok && rz_json_more(json, '{', &count) && (ok = rz_json_key(json, &name))) {
        if (rz_slice_is(name, "place"))
            ok = get_person(json, row, seat);
        else if (rz_slice_is(name, "nonce"))
            ok = get_hex(json, seat->nonce, RZ_SEED);
        else if (rz_slice_is(name, "home"))
            ok = get_wide(json, &seat->home);
        else if (rz_slice_is(name, "gone"))
            ok = get_time(json, &seat->gone);
        else
            ok = rz_slice_is(name, "level") && get_text(json, seat->level, sizeof seat->level);
    }
    return ok && json->problem->error == RZ_OK;
}

static bool get_seats(rz_json *json, const store_table *row, lobby *l) {
    int count = 0;
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count))
        if (count > RZ_SEATS_MAX || !get_seat(json, row, &l->seats[count - 1]))
            return false;
    return json->problem->error == RZ_OK;
}

static bool get_pauses(rz_json *json, clock_context *clock) {
    uint8_t bytes[PAUSES_MAX][2][WIDE];
    rz_slice hex;
    if (!rz_json_string(json, &hex) || hex.length > 2 * sizeof bytes ||
        hex.length % (2 * sizeof *bytes) != 0 || !rz_hex_read(hex, bytes[0][0], hex.length / 2))
        return false;
    clock->n_pauses = (int)(hex.length / (2 * sizeof *bytes));
    for (int i = 0; i < clock->n_pauses; i++) {
        clock->pauses[i].from = (int64_t)wide_number(bytes[i][0]);
        clock->pauses[i].to = (int64_t)wide_number(bytes[i][1]);
    }
    return true;
}

static bool get_setup(rz_json *json, rz_setup *setup) {
    rz_header header;
    rz_problem problem;
    rz_json_peek(json);
    const char *begin = json->at;
    return rz_json_skip(json) &&
           (!setup || rz_read_setup(rz_games, (rz_slice){begin, (size_t)(json->at - begin)},
                                    &header, setup, &problem));
}

static bool get_field(rz_json *json, rz_slice name, const store_table *row, lobby *l,
                      rz_setup *setup) {
    int32_t number;
    if (rz_slice_is(name, "setup"))
        return get_setup(json, setup);
    if (rz_slice_is(name, "clock"))
        return get_clock(json, &l->clock.rule);
    if (rz_slice_is(name, "maker"))
        return rz_json_int(json, &number) && number >= -1 && number < RZ_SEATS_MAX &&
               ((l->maker = number), true);
    if (rz_slice_is(name, "commit"))
        return get_hex(json, l->commit, RZ_SEED);
    if (rz_slice_is(name, "seats"))
        return get_seats(json, row, l);
    if (rz_slice_is(name, "open"))
        return rz_json_int(json, &number) && ((l->open = number), true);
    if (rz_slice_is(name, "muted"))
        return get_marks(json, &l->muted);
    if (rz_slice_is(name, "removed"))
        return get_marks(json, &l->removed);
    if (rz_slice_is(name, "asked"))
        return get_hex(json, l->asked, sizeof l->asked);
    if (rz_slice_is(name, "paused"))
        return get_time(json, &l->paused);
    if (rz_slice_is(name, "pauses"))
        return get_pauses(json, &l->clock);
    return rz_slice_is(name, "next") && get_text(json, l->next, sizeof l->next);
}

bool lobby_read(const store_table *row, lobby *l, rz_setup *setup) {
    rz_json json;
    rz_problem problem;
    rz_slice name;
    int count = 0;
    *l = (lobby){.version = row->version, .status = row->status, .changed = row->changed};
    rz_json_init(&json, (rz_slice){row->info, row->info_size}, &problem);
    if (!rz_json_open(&json, '{'))
        return false;
    while (rz_json_more(&json, '{', &count))
        if (!rz_json_key(&json, &name) || !get_field(&json, name, row, l, setup))
            return false;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (l->seats[s].level[0])
            l->clock.bots |= (rz_actors)(1 << s);
    return rz_json_end(&json);
}

/* ---- For clients ----------------------------------------------------------------------------- */

void lobby_first_line(const lobby *l, const rz_setup *setup, bool names, rz_text *out) {
    rz_header header = {.game = rz_game_of(setup), .fair = true};
    memcpy(header.commit, l->commit, RZ_SEED);
    for (int s = 0; s < rz_seats(setup); s++) {
        const lobby_seat *seat = &l->seats[s];
        rz_text name;
        if (seat->person)
            memcpy(header.nonces[s], seat->nonce, RZ_SEED);
        rz_text_init(&name, header.names[s], sizeof header.names[s]);
        rz_text_add(&name, seat->person ? seat->name : seat->level);
        if (!seat->person) {
            rz_text_char(&name, '-');
            rz_text_int(&name, s + 1);
        }
    }
    header.n_names = names ? rz_seats(setup) : 0;
    rz_write_setup(&header, setup, out);
}

void lobby_clocks(const position *p, int seats, rz_text *out) {
    int64_t since = 0;
    for (int s = 0; s < seats; s++)
        if (p->asked >> s & 1 && p->since[s] > since)
            since = p->since[s];
    rz_text_char(out, '{');
    put_int(out, "since", since);
    key(out, "seats");
    rz_text_char(out, '[');
    for (int s = 0; s < seats; s++) {
        comma(out);
        rz_text_char(out, '{');
        put_int(out, "bank", p->bank[s]);
        rz_text_char(out, '}');
    }
    rz_text_add(out, "]}");
}

static void put_bool(rz_text *out, const char *name, bool value) {
    key(out, name);
    rz_text_add(out, value ? "true" : "false");
}

static void tell_seat(const lobby_seat *seat, bool away, bool here, rz_text *out) {
    char who[WHO + 1];
    rz_text_char(out, '{');
    if (seat->person) {
        mark_of(seat->hash, who);
        put_string(out, "who", who);
        put_string(out, "name", seat->name);
        put_bool(out, "away", away);
        put_bool(out, "here", here || seat->home);
    } else if (seat->level[0]) {
        put_string(out, "level", seat->level);
    }
    rz_text_char(out, '}');
}

static void tell_asked(const lobby *l, rz_text *out) {
    static const char *const wishes[WISHES] = {"pause", "resume", "end"};
    key(out, "asked");
    rz_text_char(out, '{');
    for (int w = 0; w < WISHES; w++) {
        key(out, wishes[w]);
        rz_text_char(out, '[');
        for (int s = 0; s < RZ_SEATS_MAX; s++)
            if (l->asked[w] >> s & 1) {
                comma(out);
                rz_text_int(out, s);
            }
        rz_text_char(out, ']');
    }
    rz_text_char(out, '}');
}

static void tell_seats(const lobby *l, const rz_setup *setup, rz_actors away, unsigned here,
                       rz_text *out) {
    key(out, "seats");
    rz_text_char(out, '[');
    for (int s = 0; s < rz_seats(setup); s++) {
        comma(out);
        tell_seat(&l->seats[s], away >> s & 1, here >> s & 1, out);
    }
    rz_text_char(out, ']');
}

void lobby_write_public(const lobby *l, const rz_setup *setup, const position *p, unsigned here,
                        int spectators, rz_text *out) {
    static const char *const statuses[] = {"gathering", "running", "finished", "abandoned"};
    const rz_game *game = rz_game_of(setup);
    char maker[WHO + 1];
    mark_of(l->seats[l->maker < 0 ? 0 : l->maker].hash, maker);
    rz_text_char(out, '{');
    put_string(out, "game", game->name);
    tell_seats(l, setup, p ? p->away : 0, here, out);
    key(out, "options");
    rz_setup_write_options(game, setup, out);
    put_clock(out, &l->clock.rule);
    put_string(out, "status", statuses[l->status]);
    put_string(out, "maker", maker);
    put_hex(out, "commit", l->commit, RZ_SEED);
    put_bool(out, "open", l->open);
    put_bool(out, "paused", l->paused);
    tell_asked(l, out);
    put_marks(out, "muted", &l->muted);
    key(out, "next");
    if (l->next[0])
        rz_text_quoted(out, l->next);
    else
        rz_text_add(out, "null");
    if (p && p->number) {
        key(out, "clocks");
        lobby_clocks(p, rz_seats(setup), out);
    }
    put_int(out, "spectators", spectators);
    rz_text_char(out, '}');
}
