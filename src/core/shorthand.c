/* Events told in a few words, for people who type and for scenes. */
#include "core/record.h"

/* Cuts the text up to `separator` off the front of `rest`. */
static rz_slice cut(rz_slice *rest, char separator) {
    size_t n = 0;
    while (n < rest->length && rest->at[n] != separator)
        n++;
    rz_slice piece = {rest->at, n};
    size_t step = n < rest->length ? n + 1 : n;
    *rest = (rz_slice){rest->at + step, rest->length - step};
    return piece;
}

static bool number_of(rz_slice text, int32_t *number) {
    rz_problem ignored;
    rz_json json;
    rz_json_init(&json, text, &ignored);
    return rz_json_int(&json, number) && rz_json_end(&json);
}

static bool int_of(rz_slice text, int min, int max, int16_t *out) {
    int32_t number;
    if (!number_of(text, &number) || number < min || number > max)
        return false;
    *out = (int16_t)number;
    return true;
}

/* "ring" will do for "jewel.ring". */
static bool is_name(rz_slice text, const char *name) {
    if (rz_slice_is(text, name))
        return true;
    while (*name != '\0' && *name != '.')
        name++;
    return *name == '.' && rz_slice_is(text, name + 1);
}

static bool name_of(rz_slice text, const rz_field *field, int16_t *out) {
    for (int i = 0; i < field->count; i++)
        if (is_name(text, field->names[i])) {
            *out = (int16_t)i;
            return true;
        }
    return false;
}

static bool kind_of(rz_slice text, const rz_field *field, int16_t *out) {
    int32_t number;
    if (field->names)
        return name_of(text, field, out);
    if (!number_of(text, &number))
        return false;
    for (int i = 0; i < field->count; i++)
        if (field->numbers[i] == number) {
            *out = (int16_t)i;
            return true;
        }
    return false;
}

static bool counts_of(rz_slice text, const rz_field *field, int16_t *slot) {
    int16_t kind;
    if (rz_slice_is(text, "-"))
        return true;
    while (text.length > 0) {
        if (!kind_of(cut(&text, ','), field, &kind) || slot[kind] == 127)
            return false;
        slot[kind]++;
    }
    return true;
}

static bool seat_set_of(rz_slice text, int seats, int16_t *slot) {
    int16_t seat;
    if (rz_slice_is(text, "-"))
        return true;
    while (text.length > 0) {
        if (!int_of(cut(&text, ','), 0, seats - 1, &seat))
            return false;
        slot[seat] = 1;
    }
    return true;
}

/* "2,0,5" for numbers or names; rows are parted by '/'. */
static bool per_seat_of(rz_slice text, const rz_field *field, int seats, int16_t *slot) {
    int rows = field->kind == RZ_ROW_PER_SEAT ? field->count : 1;
    for (int seat = 0; seat < seats; seat++) {
        rz_slice row = rows > 1 ? cut(&text, '/') : cut(&text, ',');
        for (int i = 0; i < rows; i++) {
            rz_slice item = rows > 1 ? cut(&row, ',') : row;
            int16_t *out = slot + seat * rows + i;
            if (!(field->kind == RZ_NAME_PER_SEAT ? name_of(item, field, out)
                                                  : int_of(item, field->min, field->max, out)))
                return false;
        }
    }
    return text.length == 0;
}

static bool large_per_seat_of(rz_slice text, int seats, int16_t *slot) {
    int32_t number;
    for (int seat = 0; seat < seats; seat++) {
        if (!number_of(cut(&text, ','), &number) || number < 0)
            return false;
        rz_large_set(slot, seat, number);
    }
    return text.length == 0;
}

/* "0:15,10/2:5". */
static bool counts_of_seat_of(rz_slice text, const rz_field *field, int seats, uint8_t *last,
                              int16_t *slot) {
    int16_t seat;
    if (rz_slice_is(text, "-"))
        return true;
    while (text.length > 0) {
        rz_slice part = cut(&text, '/');
        if (!int_of(cut(&part, ':'), 0, seats - 1, &seat) ||
            !counts_of(part, field, slot + seat * field->count))
            return false;
        if (rz_counts_any(field, slot + seat * field->count))
            *last = (uint8_t)(seat + 1);
    }
    return true;
}

/* "jar", "seat:2". */
static bool tagged_of(rz_slice text, const rz_field *field, int16_t *out) {
    int16_t tag, number = 0;
    if (!name_of(cut(&text, ':'), field, &tag))
        return false;
    if (tag > 0 && !int_of(text, 0, 31, &number))
        return false;
    *out = (int16_t)(32 * tag + number);
    return tag > 0 || text.length == 0;
}

static bool value_of(rz_slice text, const rz_field *field, int seats, uint8_t *last,
                     int16_t *slot) {
    if (field->nullable && rz_slice_is(text, "null")) {
        slot[0] = RZ_NULL;
        return true;
    }
    switch (field->kind) {
    case RZ_INT:
        return int_of(text, field->min, field->max, slot);
    case RZ_BOOL:
        slot[0] = rz_slice_is(text, "true");
        return slot[0] || rz_slice_is(text, "false");
    case RZ_NAME:
        return name_of(text, field, slot);
    case RZ_INT_OR_NAME:
        if (!rz_slice_is(text, field->names[0]))
            return int_of(text, field->min, field->max, slot);
        slot[0] = (int16_t)(field->min - 1);
        return true;
    case RZ_TAGGED:
        return tagged_of(text, field, slot);
    case RZ_COUNTS:
        return counts_of(text, field, slot);
    case RZ_SEAT_SET:
        return seat_set_of(text, seats, slot);
    case RZ_LARGE_PER_SEAT:
        return large_per_seat_of(text, seats, slot);
    case RZ_COUNTS_OF_SEAT:
        return counts_of_seat_of(text, field, seats, last, slot);
    default:
        return per_seat_of(text, field, seats, slot);
    }
}

/* Puts "name=value", or a value for the first field not yet given, where it belongs. */
static bool take_word(rz_slice word, const rz_verb *verb, int seats, uint32_t *seen,
                      rz_event *event, rz_problem *problem) {
    rz_slice value = word, name = cut(&value, '=');
    bool named = name.length < word.length;
    int at = 0;
    for (int i = 0; i < RZ_FIELDS_MAX && verb->fields[i].kind; i++) {
        const rz_field *field = &verb->fields[i];
        bool this_one = named ? rz_slice_is(name, field->name) : !(*seen >> i & 1);
        if (this_one && *seen >> i & 1)
            return rz_problem_set(problem, RZ_E_TWICE, name);
        if (this_one) {
            *seen |= 1u << i;
            return value_of(named ? value : word, field, seats, &event->last, event->data + at) ||
                   rz_problem_set(problem, RZ_E_VALUE, rz_slice_of(field->name));
        }
        at += rz_field_slots(field);
    }
    return rz_problem_set(problem, RZ_E_UNKNOWN, name);
}

bool rz_read_words(const rz_game *game, const rz_setup *setup, int by, rz_slice words,
                   rz_event *event, rz_problem *problem) {
    *problem = (rz_problem){0};
    *event = (rz_event){.by = (uint8_t)by};
    rz_slice name = cut(&words, ' ');
    int verb_number = rz_verb_find(game, by, name);
    if (verb_number < 0)
        return rz_problem_set(problem, RZ_E_VERB, name);
    event->verb = (uint8_t)verb_number;
    const rz_verb *verb = rz_event_verb(game, event);
    uint32_t seen = 0;
    while (words.length > 0) {
        rz_slice word = cut(&words, ' ');
        if (word.length > 0 && !take_word(word, verb, rz_seats(setup), &seen, event, problem))
            return false;
    }
    for (int i = 0; i < RZ_FIELDS_MAX && verb->fields[i].kind; i++)
        if (!(seen >> i & 1) && !verb->fields[i].has_default)
            return rz_problem_set(problem, RZ_E_MISSING, rz_slice_of(verb->fields[i].name));
    return true;
}
