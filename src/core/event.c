/* Events to JSON and back, by the tables of verbs. */
#include "core/json_write.h"
#include "core/record.h"

static const char *const reasons_to_leave[] = {"resign", "timeout"};

static const rz_verb leave_verb = {
    RZ_BY_SEAT, "leave", NULL, {{"why", RZ_NAME, .names = reasons_to_leave, .count = 2}}};
static const rz_verb return_verb = {RZ_BY_SEAT, "return", NULL, {{0}}};
static const rz_verb seal_verb = {RZ_RULES, "fair", NULL, {{0}}};

const rz_verb *rz_event_verb(const rz_game *game, const rz_event *event) {
    if (event->verb == RZ_LEAVE)
        return &leave_verb;
    if (event->verb == RZ_RETURN)
        return &return_verb;
    if (event->verb == RZ_SEAL)
        return &seal_verb;
    return &game->verbs[event->verb];
}

int rz_verb_find(const rz_game *game, int by, rz_slice name) {
    int kind = by < RZ_SEATS_MAX ? RZ_BY_SEAT : by;
    for (int i = 0; i < game->n_verbs; i++)
        if (game->verbs[i].by == kind && rz_slice_is(name, game->verbs[i].name))
            return i;
    if (kind == RZ_BY_SEAT && rz_slice_is(name, leave_verb.name))
        return RZ_LEAVE;
    if (kind == RZ_BY_SEAT && rz_slice_is(name, return_verb.name))
        return RZ_RETURN;
    return -1;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void write_counts(const rz_field *field, const int16_t *slot, rz_text *out) {
    rz_put_open(out, NULL, '[');
    for (int i = 0; i < field->count; i++)
        for (int k = 0; k < slot[i]; k++) {
            if (field->names)
                rz_put_string(out, NULL, field->names[i]);
            else
                rz_put_int(out, NULL, field->numbers[i]);
        }
    rz_put_close(out, ']');
}

static void write_row(const rz_field *field, const int16_t *slot, rz_text *out) {
    rz_put_open(out, NULL, '{');
    for (int i = 0; i < field->count; i++)
        rz_put_int(out, field->names[i], slot[i]);
    rz_put_close(out, '}');
}

static void write_seat_set(const int16_t *slot, rz_text *out) {
    rz_put_open(out, NULL, '[');
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        if (slot[seat])
            rz_put_int(out, NULL, seat);
    rz_put_close(out, ']');
}

static void write_per_seat(const rz_field *field, int seats, const int16_t *slot, rz_text *out) {
    rz_put_open(out, NULL, '[');
    for (int seat = 0; seat < seats; seat++) {
        if (field->kind == RZ_PER_SEAT)
            rz_put_int(out, NULL, slot[seat]);
        else if (field->kind == RZ_LARGE_PER_SEAT)
            rz_put_int(out, NULL, rz_large(slot, seat));
        else if (field->kind == RZ_NAME_PER_SEAT)
            rz_put_string(out, NULL, field->names[slot[seat]]);
        else
            write_row(field, slot + seat * field->count, out);
    }
    rz_put_close(out, ']');
}

static void write_counts_of(int seat, const rz_field *field, const int16_t *slot, rz_text *out) {
    const int16_t *counts = slot + seat * field->count;
    char key[] = {(char)('0' + seat), '\0'};
    if (!rz_counts_any(field, counts))
        return;
    rz_put_key(out, key);
    write_counts(field, counts, out);
}

static void write_counts_of_seat(const rz_field *field, int last, const int16_t *slot,
                                 rz_text *out) {
    rz_put_open(out, NULL, '{');
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        if (seat != last)
            write_counts_of(seat, field, slot, out);
    if (last >= 0)
        write_counts_of(last, field, slot, out);
    rz_put_close(out, '}');
}

static void write_tagged(const rz_field *field, int16_t value, rz_text *out) {
    if (value < 32) {
        rz_put_string(out, NULL, field->names[0]);
        return;
    }
    rz_put_open(out, NULL, '{');
    rz_put_int(out, field->names[value / 32], value % 32);
    rz_put_close(out, '}');
}

static void write_field(const rz_field *field, int seats, int last, const int16_t *slot,
                        rz_text *out) {
    if (field->nullable && slot[0] == RZ_NULL) {
        rz_put_null(out, NULL);
        return;
    }
    switch (field->kind) {
    case RZ_INT:
        rz_put_int(out, NULL, slot[0]);
        break;
    case RZ_BOOL:
        rz_put_bool(out, NULL, slot[0]);
        break;
    case RZ_NAME:
        rz_put_string(out, NULL, field->names[slot[0]]);
        break;
    case RZ_INT_OR_NAME:
        if (slot[0] < field->min)
            rz_put_string(out, NULL, field->names[0]);
        else
            rz_put_int(out, NULL, slot[0]);
        break;
    case RZ_TAGGED:
        write_tagged(field, slot[0], out);
        break;
    case RZ_COUNTS:
        write_counts(field, slot, out);
        break;
    case RZ_SEAT_SET:
        write_seat_set(slot, out);
        break;
    case RZ_PER_SEAT:
    case RZ_LARGE_PER_SEAT:
    case RZ_NAME_PER_SEAT:
    case RZ_ROW_PER_SEAT:
        write_per_seat(field, seats, slot, out);
        break;
    case RZ_COUNTS_OF_SEAT:
        write_counts_of_seat(field, last, slot, out);
        break;
    }
}

static void write_seal(const rz_event *event, rz_text *out) {
    uint8_t seed[RZ_SEED];
    for (int i = 0; i < RZ_SEED; i++)
        seed[i] = (uint8_t)event->data[i];
    rz_put_open(out, NULL, '{');
    rz_put_open(out, "fair", '{');
    rz_put_hex(out, "seed", seed, RZ_SEED);
    rz_put_close(out, '}');
    rz_put_close(out, '}');
}

static void write_actor(int by, rz_text *out) {
    if (by < RZ_SEATS_MAX)
        rz_put_int(out, "by", by);
    else
        rz_put_string(out, "by", by == RZ_CHANCE ? "chance" : "rules");
}

void rz_write_event(const rz_game *game, const rz_setup *setup, const rz_event *event,
                    rz_text *out) {
    if (event->verb == RZ_SEAL) {
        write_seal(event, out);
        return;
    }
    const rz_verb *verb = rz_event_verb(game, event);
    rz_put_open(out, NULL, '{');
    write_actor(event->by, out);
    rz_put_string(out, "do", verb->name);
    const int16_t *slot = event->data;
    for (int i = 0; i < RZ_FIELDS_MAX && verb->fields[i].kind != 0; i++) {
        const rz_field *field = &verb->fields[i];
        if (!(field->has_default && slot[0] == 0)) {
            rz_put_key(out, field->name);
            write_field(field, rz_seats(setup), event->last - 1, slot, out);
        }
        slot += rz_field_slots(field);
    }
    rz_put_close(out, '}');
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool bad_value(rz_json *json, const rz_field *field) {
    return rz_json_fail(json, RZ_E_VALUE, rz_slice_of(field->name));
}

static bool read_int(rz_json *json, const rz_field *field, int min, int max, int16_t *out) {
    int32_t number;
    if (!rz_json_int(json, &number))
        return false;
    if (number < min || number > max)
        return bad_value(json, field);
    *out = (int16_t)number;
    return true;
}

static bool read_name(rz_json *json, const rz_field *field, int16_t *out) {
    rz_slice name;
    if (rz_json_peek(json) != '"')
        return bad_value(json, field);
    if (!rz_json_string(json, &name))
        return false;
    for (int i = 0; i < field->count; i++)
        if (rz_slice_is(name, field->names[i])) {
            *out = (int16_t)i;
            return true;
        }
    return bad_value(json, field);
}

static bool read_int_or_name(rz_json *json, const rz_field *field, int16_t *out) {
    if (rz_json_peek(json) != '"')
        return read_int(json, field, field->min, field->max, out);
    if (!read_name(json, field, out))
        return false;
    *out = (int16_t)(field->min - 1);
    return true;
}

static bool read_tagged(rz_json *json, const rz_field *field, int16_t *out) {
    rz_slice tag;
    int count = 0;
    if (rz_json_peek(json) == '"')
        return read_name(json, field, out) && (*out == 0 || bad_value(json, field));
    if (!rz_json_open(json, '{') || !rz_json_more(json, '{', &count) || !rz_json_key(json, &tag))
        return bad_value(json, field);
    for (int i = 1; i < field->count; i++)
        if (rz_slice_is(tag, field->names[i])) {
            int16_t number = 0;
            if (!read_int(json, field, 0, 31, &number))
                return false;
            *out = (int16_t)(32 * i + number);
            return !rz_json_more(json, '{', &count) || bad_value(json, field);
        }
    return bad_value(json, field);
}

static bool read_number_of(rz_json *json, const rz_field *field, int16_t *out) {
    int32_t number;
    if (!rz_json_int(json, &number))
        return false;
    for (int i = 0; i < field->count; i++)
        if (field->numbers[i] == number) {
            *out = (int16_t)i;
            return true;
        }
    return bad_value(json, field);
}

static bool read_counts(rz_json *json, const rz_field *field, int16_t *slot) {
    int count = 0;
    int16_t last = 0, kind = 0;
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count)) {
        if (!(field->names ? read_name : read_number_of)(json, field, &kind))
            return false;
        if (kind < last)
            return rz_json_fail(json, RZ_E_ORDER, rz_slice_of(field->name));
        if (++slot[kind] > 127)
            return bad_value(json, field);
        last = kind;
    }
    return json->problem->error == RZ_OK;
}

static bool read_seat_set(rz_json *json, const rz_field *field, int seats, int16_t *slot) {
    int count = 0;
    int16_t least = 0, seat = 0;
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count)) {
        if (!read_int(json, field, 0, seats - 1, &seat))
            return false;
        if (seat < least)
            return rz_json_fail(json, RZ_E_ORDER, rz_slice_of(field->name));
        slot[seat] = 1;
        least = (int16_t)(seat + 1);
    }
    return json->problem->error == RZ_OK;
}

static bool read_row(rz_json *json, const rz_field *field, int16_t *slot) {
    int count = 0;
    uint32_t seen = 0;
    rz_slice key;
    if (!rz_json_open(json, '{'))
        return false;
    while (rz_json_more(json, '{', &count) && rz_json_key(json, &key)) {
        int i = 0;
        while (i < field->count && !rz_slice_is(key, field->names[i]))
            i++;
        if (i == field->count)
            return rz_json_fail(json, RZ_E_UNKNOWN, key);
        if (seen >> i & 1)
            return rz_json_fail(json, RZ_E_TWICE, key);
        seen |= 1u << i;
        if (!read_int(json, field, field->min, field->max, &slot[i]))
            return false;
    }
    for (int i = 0; i < field->count; i++)
        if (!(seen >> i & 1)) /* an error before this one stays */
            return rz_json_fail(json, RZ_E_MISSING, rz_slice_of(field->names[i]));
    return json->problem->error == RZ_OK;
}

static bool read_large(rz_json *json, const rz_field *field, int16_t *slot, int seat) {
    int32_t number;
    if (!rz_json_int(json, &number))
        return false;
    if (number < 0)
        return bad_value(json, field);
    rz_large_set(slot, seat, number);
    return true;
}

static bool read_per_seat(rz_json *json, const rz_field *field, int seats, int16_t *slot) {
    int count = 0;
    if (!rz_json_open(json, '['))
        return false;
    for (int seat = 0; rz_json_more(json, '[', &count); seat++) {
        if (seat == seats)
            return bad_value(json, field);
        bool ok =
            field->kind == RZ_PER_SEAT ? read_int(json, field, field->min, field->max, &slot[seat])
            : field->kind == RZ_LARGE_PER_SEAT ? read_large(json, field, slot, seat)
            : field->kind == RZ_NAME_PER_SEAT  ? read_name(json, field, &slot[seat])
                                               : read_row(json, field, slot + seat * field->count);
        if (!ok)
            return false;
    }
    return json->problem->error == RZ_OK && (count == seats || bad_value(json, field));
}

static bool read_counts_of_seat(rz_json *json, const rz_field *field, int seats, uint8_t *last,
                                int16_t *slot) {
    int count = 0;
    uint32_t seen = 0;
    rz_slice key;
    if (!rz_json_open(json, '{'))
        return false;
    while (rz_json_more(json, '{', &count) && rz_json_key(json, &key)) {
        int seat = key.length == 1 ? key.at[0] - '0' : -1;
        if (seat < 0 || seat >= seats)
            return bad_value(json, field);
        if (seen >> seat & 1)
            return rz_json_fail(json, RZ_E_TWICE, key);
        seen |= 1u << seat;
        if (!read_counts(json, field, slot + seat * field->count))
            return false;
        if (rz_counts_any(field, slot + seat * field->count))
            *last = (uint8_t)(seat + 1);
    }
    return json->problem->error == RZ_OK;
}

static bool read_field(rz_json *json, const rz_field *field, int seats, uint8_t *last,
                       int16_t *slot) {
    int32_t truth = 0;
    if (rz_json_peek(json) == 'n') {
        slot[0] = RZ_NULL;
        return rz_json_null(json) &&
               (field->nullable || rz_json_fail(json, RZ_E_HIDDEN, rz_slice_of(field->name)));
    }
    switch (field->kind) {
    case RZ_INT:
        return read_int(json, field, field->min, field->max, slot);
    case RZ_BOOL:
        if (!rz_json_bool(json, &truth))
            return false;
        slot[0] = (int16_t)truth;
        return true;
    case RZ_NAME:
        return read_name(json, field, slot);
    case RZ_INT_OR_NAME:
        return read_int_or_name(json, field, slot);
    case RZ_TAGGED:
        return read_tagged(json, field, slot);
    case RZ_COUNTS:
        return read_counts(json, field, slot);
    case RZ_SEAT_SET:
        return read_seat_set(json, field, seats, slot);
    case RZ_COUNTS_OF_SEAT:
        return read_counts_of_seat(json, field, seats, last, slot);
    default:
        return read_per_seat(json, field, seats, slot);
    }
}

/* A value was not read: if it is JSON all the same, the field is to be named, not the JSON. */
static bool wrong_kind(rz_json *json, const char *begin, rz_slice key) {
    rz_error error = json->problem->error;
    if (error == RZ_E_JSON || error == RZ_E_VALUE) {
        json->problem->error = RZ_OK;
        json->at = begin;
        if (rz_json_skip(json))
            rz_json_fail(json, RZ_E_VALUE, key);
    }
    return false;
}

static bool read_actor(rz_json *json, int seats, uint8_t *by) {
    rz_slice name;
    int32_t seat;
    if (rz_json_peek(json) == '"') {
        if (!rz_json_string(json, &name))
            return false;
        *by = rz_slice_is(name, "chance") ? RZ_CHANCE : RZ_RULES;
        return *by == RZ_CHANCE || rz_slice_is(name, "rules") ||
               rz_json_fail(json, RZ_E_VALUE, rz_slice_of("by"));
    }
    const char *begin = json->at;
    if (!rz_json_int(json, &seat))
        return wrong_kind(json, begin, rz_slice_of("by"));
    *by = (uint8_t)seat;
    return (seat >= 0 && seat < seats) || rz_json_fail(json, RZ_E_VALUE, rz_slice_of("by"));
}

static bool find_verb(rz_json *json, const rz_game *game, rz_slice name, rz_event *event) {
    int verb = rz_verb_find(game, event->by, name);
    event->verb = (uint8_t)verb;
    if (verb >= 0)
        return true;
    bool other = rz_verb_find(game, 0, name) >= 0 || rz_verb_find(game, RZ_CHANCE, name) >= 0 ||
                 rz_verb_find(game, RZ_RULES, name) >= 0;
    return rz_json_fail(json, other ? RZ_E_ACTOR : RZ_E_VERB, name);
}

/* Who does what: "by" and "do", wherever they stand. */
static bool read_who_and_what(rz_json *json, const rz_game *game, int seats, rz_event *event,
                              int *count) {
    bool by = false;
    const char *verb = NULL;
    rz_slice key, name;
    *count = 0;
    if (!rz_json_open(json, '{'))
        return false;
    while (!(by && verb) && rz_json_more(json, '{', count) && rz_json_key(json, &key)) {
        bool is_by = rz_slice_is(key, "by"), is_do = rz_slice_is(key, "do");
        if (is_do && rz_json_peek(json) != '"')
            return rz_json_fail(json, RZ_E_VALUE, key);
        verb = is_do ? json->at : verb;
        if (!(is_by   ? read_actor(json, seats, &event->by)
              : is_do ? rz_json_string(json, &name)
                      : rz_json_skip(json)))
            return false;
        by |= is_by;
    }
    if (json->problem->error != RZ_OK)
        return false;
    if (!by || !verb)
        return rz_json_fail(json, RZ_E_MISSING, rz_slice_of(by ? "do" : "by"));
    /* Read again: the actor may have been a string too, and a string lives until the next. */
    const char *behind = json->at;
    json->at = verb;
    rz_json_string(json, &name);
    json->at = behind;
    return find_verb(json, game, name, event);
}

/* Bits of `seen` for "by" and "do", behind those of the fields. */
enum { SEEN_BY = RZ_FIELDS_MAX, SEEN_DO };

/* The rest of an object of which `count` keys were read, among them those in `seen`. */
static bool read_fields(rz_json *json, const rz_verb *verb, int seats, int count, uint32_t seen,
                        rz_event *event) {
    rz_slice key;
    while (rz_json_more(json, '{', &count) && rz_json_key(json, &key)) {
        int i = 0, at = 0;
        while (i < RZ_FIELDS_MAX && verb->fields[i].kind && !rz_slice_is(key, verb->fields[i].name))
            at += rz_field_slots(&verb->fields[i++]);
        bool known = i < RZ_FIELDS_MAX && verb->fields[i].kind;
        int bit = known                    ? i
                  : rz_slice_is(key, "by") ? SEEN_BY
                  : rz_slice_is(key, "do") ? SEEN_DO
                                           : -1;
        if (bit < 0)
            return rz_json_fail(json, RZ_E_UNKNOWN, key);
        if (seen >> bit & 1)
            return rz_json_fail(json, RZ_E_TWICE, key);
        seen |= 1u << bit;
        const char *begin = json->at;
        if (!(known ? read_field(json, &verb->fields[i], seats, &event->last, event->data + at)
                    : rz_json_skip(json)))
            return wrong_kind(json, begin, rz_slice_of(known ? verb->fields[i].name : ""));
    }
    for (int i = 0; i < RZ_FIELDS_MAX && verb->fields[i].kind; i++)
        if (!(seen >> i & 1) && !verb->fields[i].has_default)
            return rz_json_fail(json, RZ_E_MISSING, rz_slice_of(verb->fields[i].name));
    return rz_json_end(json);
}

bool rz_read_event(const rz_game *game, const rz_setup *setup, rz_slice line, rz_event *event,
                   rz_problem *problem) {
    rz_json json;
    rz_json_init(&json, line, problem);
    int count, seats = rz_seats(setup);
    uint32_t seen = 1u << SEEN_BY | 1u << SEEN_DO;
    *event = (rz_event){0};
    if (!read_who_and_what(&json, game, seats, event, &count))
        return false;
    if (count > 2) { /* they did not come first: read it all again */
        json.at = line.at;
        rz_json_open(&json, '{');
        count = 0, seen = 0;
    }
    return read_fields(&json, rz_event_verb(game, event), seats, count, seen, event);
}
