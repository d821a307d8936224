/* Words for a game that brings none, made from its vocabulary: an event is its verb, then its
 * fields by name: "Ann: bid, count 3, face 4." */
#include "words/words.h"

/* A word of the vocabulary, as people write it: "no_thief" is "no thief". */
static void put_word(const rz_voice *voice, const char *word, rz_text *out) {
    for (const char *at = rz_translate(voice, word); *at; at++)
        rz_text_char(out, *at == '_' ? ' ' : *at);
}

/* ---- Values ----------------------------------------------------------------------------------
 */

typedef struct value {
    const rz_voice *voice;
    const rz_field *field;
    const int16_t *slot; /* the first of the field */
    rz_text *out;
} value;

static void put_counts(const value *v, const int16_t counts[]) {
    bool any = false;
    for (int i = 0; i < v->field->count; i++) {
        if (counts[i] == 0)
            continue;
        rz_text_add(v->out, any ? " " : "");
        if (counts[i] > 1) {
            rz_text_int(v->out, counts[i]);
            rz_text_add(v->out, " × ");
        }
        if (v->field->names)
            put_word(v->voice, v->field->names[i], v->out);
        else
            rz_text_int(v->out, v->field->numbers[i]);
        any = true;
    }
    if (!any)
        rz_text_add(v->out, rz_translate(v->voice, N_("nothing")));
}

static void put_row(const value *v, const int16_t row[]) {
    for (int i = 0; i < v->field->count; i++) {
        rz_text_add(v->out, i ? " " : "");
        put_word(v->voice, v->field->names[i], v->out);
        rz_text_char(v->out, ' ');
        rz_text_int(v->out, row[i]);
    }
}

static void put_of_seat(const value *v, int seat) {
    const int16_t *row = v->slot + seat * v->field->count;
    if (v->field->kind == RZ_PER_SEAT)
        rz_text_int(v->out, v->slot[seat]);
    else if (v->field->kind == RZ_LARGE_PER_SEAT)
        rz_text_int(v->out, rz_large(v->slot, seat));
    else if (v->field->kind == RZ_NAME_PER_SEAT)
        put_word(v->voice, v->field->names[v->slot[seat]], v->out);
    else if (v->field->kind == RZ_ROW_PER_SEAT)
        put_row(v, row);
    else
        put_counts(v, row);
}

/* "Ann 3, Bob 4"; of a set of seats only who is in it. */
static void put_seats(const value *v) {
    bool is_set = v->field->kind == RZ_SEAT_SET, any = false;
    for (int seat = 0; seat < rz_seats(v->voice->setup); seat++) {
        if (is_set && !v->slot[seat])
            continue;
        rz_text_add(v->out, any ? ", " : "");
        rz_format_seat(v->voice, v->out, seat);
        any = true;
        if (is_set)
            continue;
        rz_text_char(v->out, ' ');
        put_of_seat(v, seat);
    }
    if (!any)
        rz_text_add(v->out, rz_translate(v->voice, N_("nobody")));
}

/* A number; in a field called "seat" it is a player. */
static void put_number(const value *v) {
    bool is_seat = rz_slice_is(rz_slice_of(v->field->name), "seat");
    if (is_seat && v->slot[0] >= 0 && v->slot[0] < rz_seats(v->voice->setup))
        rz_format_seat(v->voice, v->out, v->slot[0]);
    else
        rz_text_int(v->out, v->slot[0]);
}

static void put_tagged(const value *v) {
    put_word(v->voice, v->field->names[v->slot[0] / 32], v->out);
    if (v->slot[0] < 32)
        return;
    rz_text_char(v->out, ' ');
    rz_text_int(v->out, v->slot[0] % 32);
}

static void put_value(const value *v) {
    if (v->field->nullable && v->slot[0] == RZ_NULL) {
        rz_text_add(v->out, rz_translate(v->voice, N_("hidden")));
        return;
    }
    switch (v->field->kind) {
    case RZ_INT:
        put_number(v);
        break;
    case RZ_BOOL:
        rz_text_add(v->out, rz_translate(v->voice, v->slot[0] ? N_("yes") : N_("no")));
        break;
    case RZ_NAME:
        put_word(v->voice, v->field->names[v->slot[0]], v->out);
        break;
    case RZ_INT_OR_NAME:
        if (v->slot[0] < v->field->min)
            put_word(v->voice, v->field->names[0], v->out);
        else
            rz_text_int(v->out, v->slot[0]);
        break;
    case RZ_TAGGED:
        put_tagged(v);
        break;
    case RZ_COUNTS:
        put_counts(v, v->slot);
        break;
    default:
        put_seats(v);
    }
}

/* ---- Events and choices ----------------------------------------------------------------------
 */

/* "bid, count 3, face 4" */
static void put_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    const rz_verb *verb = rz_event_verb(voice->header->game, event);
    const int16_t *slot = event->data;
    put_word(voice, verb->name, out);
    for (int i = 0; i < RZ_FIELDS_MAX && verb->fields[i].kind != 0; i++) {
        const rz_field *field = &verb->fields[i];
        if (!field->has_default || slot[0] != 0) {
            rz_text_add(out, ", ");
            put_word(voice, field->name, out);
            rz_text_char(out, ' ');
            put_value(&(value){voice, field, slot, out});
        }
        slot += rz_field_slots(field);
    }
}

static void format_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    if (event->by < RZ_SEATS_MAX) {
        rz_format_seat(voice, out, event->by);
        rz_text_add(out, ": ");
    }
    put_event(voice, event, out);
    rz_text_char(out, '.');
}

static void choice(const rz_voice *voice, const rz_public *pub, int seat, rz_action action,
                   rz_text *out) {
    rz_event event;
    voice->header->game->describe(voice->setup, pub, seat, action, &event);
    put_event(voice, &event, out);
}

/* The verbs of all that may be done: "bid or doubt". */
static void moment(const rz_voice *voice, const rz_view *view, rz_text *out) {
    const rz_game *game = voice->header->game;
    rz_action legal[RZ_LEGAL_MAX];
    uint32_t verbs = 0;
    int n = game->legal(voice->setup, view, legal);
    for (int i = 0; i < n; i++) {
        rz_event event;
        game->describe(voice->setup, rz_view_public(view), voice->you, legal[i], &event);
        verbs |= 1u << event.verb;
    }
    for (; verbs; verbs &= verbs - 1) {
        put_word(voice, game->verbs[__builtin_ctz(verbs)].name, out);
        if (verbs & (verbs - 1))
            rz_text_add(out, rz_translate(voice, N_(" or ")));
    }
}

const rz_words rz_plain_words = {format_event, choice, moment, NULL, NULL};
