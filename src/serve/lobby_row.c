#include "serve/lobby_row.h"

#include <stddef.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/server.h"

/* What is read from or written to, beside a field. */
typedef struct context {
    const store_table *row;
    rz_setup *setup;         /* when it is read, or NULL */
    const rz_setup *written; /* when it is written */
    int people;              /* written so far: each has a place in the row */
} context;

typedef struct field field;

/* How values of one kind are read and written; `value` is where the field lies. */
typedef struct kind {
    bool (*read)(rz_json *json, const field *f, void *value, context *c);
    void (*write)(rz_text *out, const field *f, const void *value, context *c);
} kind;

struct field {
    const char *name;
    const kind *kind;
    size_t at, size;
};

/* One loop reads every object, and one writes it. */
static bool read_field(rz_json *json, rz_slice name, const field *fields, void *base, context *c) {
    for (const field *f = fields; f->name; f++)
        if (rz_slice_is(name, f->name))
            return f->kind->read(json, f, (char *)base + f->at, c);
    return false;
}

static bool read_object(rz_json *json, const field *fields, void *base, context *c) {
    int count = 0;
    rz_slice name;
    if (!rz_json_open(json, '{'))
        return false;
    while (rz_json_more(json, '{', &count))
        if (!rz_json_key(json, &name) || !read_field(json, name, fields, base, c))
            return false;
    return json->problem->error == RZ_OK;
}

static void write_fields(rz_text *out, const field *fields, const void *base, context *c) {
    for (const field *f = fields; f->name; f++)
        f->kind->write(out, f, (const char *)base + f->at, c);
}

/* ---- Kinds of values ------------------------------------------------------------------------- */

static bool read_bytes(rz_json *json, const field *f, void *value, context *c) {
    rz_slice hex;
    (void)c;
    return rz_json_string(json, &hex) && rz_hex_read(hex, value, f->size);
}

static void write_bytes(rz_text *out, const field *f, const void *value, context *c) {
    (void)c;
    rz_put_hex(out, f->name, value, f->size);
}

static void write_bytes_if_set(rz_text *out, const field *f, const void *value, context *c) {
    if (*(const uint8_t *)value)
        write_bytes(out, f, value, c);
}

static bool read_text(rz_json *json, const field *f, void *value, context *c) {
    rz_slice text;
    (void)c;
    if (!rz_json_string(json, &text) || text.length >= f->size)
        return false;
    memcpy(value, text.at, text.length);
    ((char *)value)[text.length] = '\0';
    return true;
}

static void write_text(rz_text *out, const field *f, const void *value, context *c) {
    (void)c;
    rz_put_string(out, f->name, value);
}

static bool read_flag(rz_json *json, const field *f, void *value, context *c) {
    int32_t number;
    (void)f, (void)c;
    return rz_json_int(json, &number) && ((*(bool *)value = number), true);
}

static void write_flag(rz_text *out, const field *f, const void *value, context *c) {
    (void)c;
    rz_put_int(out, f->name, *(const bool *)value);
}

/* The other way round. */
static void write_if_true(rz_text *out, const field *f, const void *value, context *c) {
    if (*(const bool *)value)
        write_flag(out, f, value, c);
}

/* True where nothing is written: rows of before this field was there stay as they are. */
static void write_unless_true(rz_text *out, const field *f, const void *value, context *c) {
    if (!*(const bool *)value)
        write_flag(out, f, value, c);
}

/* A seat, or -1. */
static bool read_seat_number(rz_json *json, const field *f, void *value, context *c) {
    int32_t number;
    (void)f, (void)c;
    return rz_json_int(json, &number) && number >= -1 && number < RZ_SEATS_MAX &&
           ((*(int *)value = number), true);
}

static void write_seat_number(rz_text *out, const field *f, const void *value, context *c) {
    (void)c;
    rz_put_int(out, f->name, *(const int *)value);
}

/* 16 hex digits, the high ones first: the name of a process, and until version 3 of the store every
 * time. */
enum { WIDE = 8 };

static uint64_t wide_number(const uint8_t bytes[WIDE]) {
    uint64_t number = 0;
    for (int i = 0; i < WIDE; i++)
        number = number << 8 | bytes[i];
    return number;
}

static bool read_process(rz_json *json, const field *f, void *value, context *c) {
    uint8_t bytes[WIDE];
    rz_slice hex;
    (void)f, (void)c;
    if (!rz_json_string(json, &hex) || !rz_hex_read(hex, bytes, WIDE))
        return false;
    *(uint64_t *)value = wide_number(bytes);
    return true;
}

static void write_process(rz_text *out, const field *f, const void *value, context *c) {
    uint8_t bytes[WIDE];
    (void)c;
    for (int i = 0; i < WIDE; i++)
        bytes[i] = (uint8_t)(*(const uint64_t *)value >> 8 * (WIDE - 1 - i));
    rz_put_hex(out, f->name, bytes, WIDE);
}

static bool read_time(rz_json *json, const field *f, void *value, context *c) {
    int64_t *time = value;
    uint64_t old;
    if (rz_json_peek(json) != '"')
        return rz_json_int64(json, time) && *time >= 0;
    if (!read_process(json, f, &old, c))
        return false;
    *time = (int64_t)old;
    return *time >= 0;
}

static void write_time(rz_text *out, const field *f, const void *value, context *c) {
    (void)c;
    rz_put_int(out, f->name, *(const int64_t *)value);
}

static void write_time_if_set(rz_text *out, const field *f, const void *value, context *c) {
    if (*(const int64_t *)value)
        write_time(out, f, value, c);
}

static bool read_clock(rz_json *json, const field *f, void *value, context *c) {
    (void)f, (void)c;
    return clock_rule_read(json, value);
}

static void write_clock(rz_text *out, const field *f, const void *value, context *c) {
    (void)c;
    clock_rule_write(out, f->name, value);
}

static bool read_marks(rz_json *json, const field *f, void *value, context *c) {
    lobby_marks *marks = value;
    const field mark = {.name = f->name, .size = WHO + 1};
    int count = 0;
    marks->n = 0;
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count)) {
        if (count > LOBBY_LISTED || !read_text(json, &mark, marks->who[marks->n], c))
            return false;
        marks->n += marks->who[marks->n][0] != '\0'; /* else they were forgotten */
    }
    return json->problem->error == RZ_OK;
}

static void write_marks(rz_text *out, const field *f, const void *value, context *c) {
    (void)c;
    marks_write(out, f->name, value);
}

/* Not known in rows of before version 5 of the store. */
static void write_if_known(rz_text *out, const field *f, const void *value, context *c) {
    if (*(const int64_t *)value >= 0)
        write_time(out, f, value, c);
}

/* Until version 3 of the store all pauses were one string of hex digits. */
static bool read_old_pauses(rz_json *json, clock_context *clock) {
    uint8_t bytes[PAUSES_MAX][2][WIDE];
    rz_slice hex;
    if (!rz_json_string(json, &hex) || hex.length > 2 * sizeof bytes ||
        hex.length % (2 * sizeof *bytes) != 0 || !rz_hex_read(hex, bytes[0][0], hex.length / 2))
        return false;
    clock->n_pauses = (int)(hex.length / (2 * sizeof *bytes));
    for (int i = 0; i < clock->n_pauses; i++) {
        clock->pauses[i].from = (int64_t)wide_number(bytes[i][0]);
        clock->pauses[i].to = (int64_t)wide_number(bytes[i][1]);
        if (clock->pauses[i].from < 0 || clock->pauses[i].to < 0)
            return false;
    }
    return true;
}

/* [FROM,TO] */
static bool read_pause(rz_json *json, int64_t *from, int64_t *to) {
    int count = 0;
    int64_t *ends[] = {from, to};
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count))
        if (count > 2 || !rz_json_int64(json, ends[count - 1]) || *ends[count - 1] < 0)
            return false;
    return json->problem->error == RZ_OK && count == 2;
}

static bool read_pauses(rz_json *json, const field *f, void *value, context *c) {
    clock_context *clock = value;
    int count = 0;
    (void)f, (void)c;
    if (rz_json_peek(json) == '"')
        return read_old_pauses(json, clock);
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count))
        if (count > PAUSES_MAX ||
            !read_pause(json, &clock->pauses[count - 1].from, &clock->pauses[count - 1].to))
            return false;
    clock->n_pauses = count;
    return json->problem->error == RZ_OK;
}

static void write_pauses(rz_text *out, const field *f, const void *value, context *c) {
    const clock_context *clock = value;
    (void)c;
    rz_put_open(out, f->name, '[');
    for (int i = 0; i < clock->n_pauses; i++) {
        rz_put_open(out, NULL, '[');
        rz_put_int(out, NULL, clock->pauses[i].from);
        rz_put_int(out, NULL, clock->pauses[i].to);
        rz_put_close(out, ']');
    }
    rz_put_close(out, ']');
}

static bool read_setup(rz_json *json, const field *f, void *value, context *c) {
    rz_header header;
    rz_problem problem;
    (void)f, (void)value;
    rz_json_peek(json);
    const char *begin = json->at;
    return rz_json_skip(json) &&
           (!c->setup || rz_read_setup(rz_games, (rz_slice){begin, (size_t)(json->at - begin)},
                                       &header, c->setup, &problem));
}

static void write_setup(rz_text *out, const field *f, const void *value, context *c) {
    (void)value;
    rz_put_key(out, f->name);
    rz_write_setup(&(rz_header){.game = rz_game_of(c->written)}, c->written, out);
}

/* Of a person the place among the people of the row, and nothing that leads to them. */
static bool read_place(rz_json *json, const field *f, void *value, context *c) {
    lobby_seat *seat = value;
    int32_t place;
    (void)f;
    if (!rz_json_int(json, &place) || place < 0 || place >= c->row->n_people)
        return false;
    memcpy(seat->hash, c->row->people[place], STORE_HASH);
    return seat->person = true;
}

static void write_place(rz_text *out, const field *f, const void *value, context *c) {
    (void)value;
    rz_put_int(out, f->name, c->people++);
}

/* ---- The fields ------------------------------------------------------------------------------ */

static const kind bytes = {read_bytes, write_bytes}, text = {read_text, write_text},
                  flag = {read_flag, write_flag}, flag_if_off = {read_flag, write_unless_true},
                  flag_if_on = {read_flag, write_if_true},
                  seat_number = {read_seat_number, write_seat_number},
                  process = {read_process, write_process}, time = {read_time, write_time},
                  time_if_set = {read_time, write_time_if_set},
                  if_known = {read_time, write_if_known},
                  bits_if_set = {read_bytes, write_bytes_if_set},
                  clock_kind = {read_clock, write_clock}, marks = {read_marks, write_marks},
                  pauses = {read_pauses, write_pauses}, setup_kind = {read_setup, write_setup},
                  place = {read_place, write_place};

#define IN(type, member) offsetof(type, member), sizeof((type){0}.member)

static const field of_person[] = {
    {"place", &place, 0, 0},
    {"nonce", &bytes, IN(lobby_seat, nonce)},
    {"home", &process, IN(lobby_seat, home)},
    {"gone", &time, IN(lobby_seat, gone)},
    {"seen", &if_known, IN(lobby_seat, seen)},
    {"heard", &if_known, IN(lobby_seat, heard)},
    {0},
};

static const field of_bot[] = {{"level", &text, IN(lobby_seat, level)}, {0}};

/* A seat is a person's, a bot's, or free. */
static bool read_seat(rz_json *json, lobby_seat *seat, context *c) {
    int count = 0;
    rz_slice name;
    if (!rz_json_open(json, '{'))
        return false;
    while (rz_json_more(json, '{', &count))
        if (!rz_json_key(json, &name) ||
            !read_field(json, name, rz_slice_is(name, "level") ? of_bot : of_person, seat, c))
            return false;
    return json->problem->error == RZ_OK;
}

static bool read_seats(rz_json *json, const field *f, void *value, context *c) {
    lobby_seat *seats = value;
    int count = 0;
    (void)f;
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count))
        if (count > RZ_SEATS_MAX || !read_seat(json, &seats[count - 1], c))
            return false;
    return json->problem->error == RZ_OK;
}

static void write_seats(rz_text *out, const field *f, const void *value, context *c) {
    const lobby_seat *seats = value;
    rz_put_open(out, f->name, '[');
    for (int s = 0; s < rz_seats(c->written); s++) {
        rz_put_open(out, NULL, '{');
        if (seats[s].person)
            write_fields(out, of_person, &seats[s], c);
        else if (seats[s].level[0])
            write_fields(out, of_bot, &seats[s], c);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

static const kind seats = {read_seats, write_seats};

static const field fields[] = {
    {"setup", &setup_kind, 0, 0},
    {"clock", &clock_kind, IN(lobby, clock.rule)},
    {"maker", &seat_number, IN(lobby, maker)},
    {"commit", &bytes, IN(lobby, commit)},
    {"seats", &seats, IN(lobby, seats)},
    {"open", &flag, IN(lobby, open)},
    {"help", &flag_if_off, IN(lobby, help)},
    {"quiet", &flag_if_on, IN(lobby, quiet)},
    {"muted", &marks, IN(lobby, muted)},
    {"removed", &marks, IN(lobby, removed)},
    {"asked", &bytes, IN(lobby, asked)},
    {"pause_asked", &time_if_set, IN(lobby, wished[WISH_PAUSE])},
    {"resume_asked", &time_if_set, IN(lobby, wished[WISH_RESUME])},
    {"end_asked", &time_if_set, IN(lobby, wished[WISH_END])},
    {"paused", &time, IN(lobby, paused)},
    {"asleep", &time_if_set, IN(lobby, asleep)},
    {"pauses", &pauses, IN(lobby, clock)},
    {"self", &flag_if_on, IN(lobby, self)},
    {"starts", &time_if_set, IN(lobby, starts)},
    {"ready", &bits_if_set, IN(lobby, ready)},
    {"next", &text, IN(lobby, next)},
    {0},
};

void lobby_write(const lobby *l, const rz_setup *setup, rz_text *out) {
    context c = {.written = setup};
    rz_put_open(out, NULL, '{');
    write_fields(out, fields, l, &c);
    rz_put_close(out, '}');
}

bool lobby_read(const store_table *row, lobby *l, rz_setup *setup) {
    rz_json json;
    rz_problem problem;
    context c = {.row = row, .setup = setup};
    *l = (lobby){
        .version = row->version, .status = row->status, .changed = row->changed, .help = true};
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        l->seats[s].seen = l->seats[s].heard = -1;
    rz_json_init(&json, (rz_slice){row->info, row->info_size}, &problem);
    if (row->status == STORE_DAMAGED || !read_object(&json, fields, l, &c))
        return false;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (l->seats[s].level[0])
            l->clock.bots |= (rz_actors)(1 << s);
    return rz_json_end(&json);
}

/* ---- The row --------------------------------------------------------------------------------- */

static void add_marks(const lobby_marks *list, store_table *row) {
    for (int i = 0; i < list->n; i++)
        memcpy(row->marks[row->n_marks++], list->who[i], WHO + 1);
}

void lobby_row(const char *id, const lobby *l, rz_slice info, int64_t due, bool shared,
               store_table *row) {
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
    add_marks(&l->muted, row);
    add_marks(&l->removed, row);
    for (int s = 0; s < RZ_SEATS_MAX && shared; s++)
        if (l->seats[s].person && l->seats[s].home)
            process_name(l->seats[s].home, row->homes[row->n_homes++]);
}
