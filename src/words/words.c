#include "words/words.h"

#include "core/module.h"

const char *rz_translate(const rz_voice *voice, const char *english) {
    return voice->translate ? voice->translate(english) : english;
}

/* The value given for the placeholder `name`, or NULL. */
static const char *argument(rz_slice name, va_list pairs) {
    const char *found = NULL, *key;
    va_list copy;
    va_copy(copy, pairs);
    while (!found && (key = va_arg(copy, const char *)) != NULL) {
        const char *value = va_arg(copy, const char *);
        if (rz_slice_is(name, key))
            found = value;
    }
    va_end(copy);
    return found;
}

/* The names of those a sentence is about; NULL where there is nobody. */
typedef struct people {
    const char *who, *other;
} people;

static const char *name_in(const people *named, rz_slice name) {
    return rz_slice_is(name, "who") ? named->who : rz_slice_is(name, "other") ? named->other : NULL;
}

static void format(const rz_voice *voice, rz_text *out, const char *english, const people *named,
                   va_list pairs) {
    for (const char *at = rz_translate(voice, english); *at != '\0';) {
        size_t n = 0;
        while (*at == '{' && at[1 + n] != '}' && at[1 + n] != '\0')
            n++;
        rz_slice name = {at + 1, n};
        const char *value = n > 0 ? name_in(named, name) : NULL;
        if (n > 0 && !value)
            value = argument(name, pairs);
        if (value) {
            rz_text_add(out, value);
            at += n + 2;
        } else {
            rz_text_char(out, *at++);
        }
    }
}

void rz_format_list(const rz_voice *voice, rz_text *out, const char *english, va_list pairs) {
    format(voice, out, english, &(people){NULL, NULL}, pairs);
}

void rz_format(const rz_voice *voice, rz_text *out, const char *english, ...) {
    va_list pairs;
    va_start(pairs, english);
    rz_format_list(voice, out, english, pairs);
    va_end(pairs);
}

enum { NAME_SIZE = RZ_NAME_BYTES + 40 };

static bool is_you(const rz_voice *voice, int seat) {
    return voice->direct && seat >= 0 && seat == voice->you;
}

static const char *name_of(const rz_voice *voice, int seat, char memory[NAME_SIZE]) {
    rz_text text;
    if (seat < 0)
        return NULL;
    rz_text_init(&text, memory, NAME_SIZE);
    rz_format_seat(voice, &text, seat);
    return memory;
}

void rz_format_about(const rz_voice *voice, rz_text *out, int who, int other, const char *english,
                     ...) {
    char first[NAME_SIZE], second[NAME_SIZE];
    people named = {name_of(voice, who, first), name_of(voice, other, second)};
    va_list pairs;
    va_start(pairs, english);
    if (is_you(voice, who) || is_you(voice, other))
        english = rz_form_to(voice, english, !is_you(voice, who));
    format(voice, out, english, &named, pairs);
    va_end(pairs);
}

void rz_format_seat(const rz_voice *voice, rz_text *out, int seat) {
    char number[4];
    rz_text text;
    if (is_you(voice, seat)) {
        rz_text_add(out, rz_translate(voice, N_("you")));
        return;
    }
    if (seat < voice->header->n_names) {
        rz_text_add(out, voice->header->names[seat]);
    } else {
        rz_text_init(&text, number, sizeof number);
        rz_text_int(&text, seat + 1);
        rz_format(voice, out, N_("Player {number}"), "number", number, NULL);
    }
    if (seat == voice->you && !voice->plain)
        rz_text_add(out, rz_translate(voice, N_(" (you)")));
}

void rz_format_tenths(const rz_voice *voice, rz_text *out, int tenths) {
    char whole[16], rest[2] = {(char)('0' + tenths % 10), '\0'};
    rz_text text;
    rz_text_init(&text, whole, sizeof whole);
    rz_text_int(&text, tenths / 10);
    rz_format(voice, out, N_("{whole}.{tenths}"), "whole", whole, "tenths", rest, NULL);
}

void rz_format_number(rz_text *out, int number) {
    if (number < 0)
        rz_text_add(out, "−");
    rz_text_int(out, number < 0 ? -(int64_t)number : number);
}

void rz_format_thousands(const rz_voice *voice, rz_text *out, int thousands) {
    char number[8], millions[8];
    rz_text text;
    rz_text_init(&text, millions, sizeof millions);
    rz_text_int(&text, thousands / 1000);
    rz_text_init(&text, number, sizeof number);
    for (int digit = 100; thousands >= 1000 && digit > 1 && thousands % 1000 < digit; digit /= 10)
        rz_text_char(&text, '0');
    rz_text_int(&text, thousands % 1000);
    if (thousands == 0)
        rz_text_char(out, '0');
    else
        rz_format(voice, out,
                  thousands < 1000 ? N_("{thousands},000") : N_("{millions},{thousands},000"),
                  "thousands", number, "millions", millions, NULL);
}

void rz_format_problem(const rz_voice *voice, rz_text *out, const rz_game *game,
                       const rz_problem *problem) {
    const rz_reason *reason = rz_reason_of(game, problem->error);
    const char *rule = problem->rule ? problem->rule : reason->rule;
    rz_format(voice, out, reason->text, "detail", problem->detail, NULL);
    if (rule) {
        rz_text_add(out, " (");
        rz_text_add(out, rule);
        rz_text_char(out, ')');
    }
}

void rz_list_item(rz_list *list, const char *item) {
    list->left--;
    if (list->done++ > 0)
        rz_text_add(list->out, rz_translate(list->voice, list->left == 0 ? N_(" and ") : N_(", ")));
    rz_text_add(list->out, item);
}

const rz_words *rz_words_of(const rz_game *game) {
    return rz_module_of(game)->words;
}

/* What can happen at any table; NULL if only the game knows. */
static const char *at_every_table(const rz_event *event) {
    if (event->verb == RZ_SEAL)
        return N_("The seed of the game is made known.");
    if (event->verb == RZ_RETURN)
        return N_("{who} is back.");
    if (event->verb != RZ_LEAVE)
        return NULL;
    return event->data[0] == 0 ? N_("{who} leaves the table; a bot plays on.")
                               : N_("{who} is out of time; a bot plays on.");
}

void rz_format_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    const char *english = at_every_table(event);
    if (english)
        rz_format_about(voice, out, event->by < RZ_SEATS_MAX ? event->by : -1, -1, english, NULL);
    else
        rz_words_of(voice->header->game)->format_event(voice, event, out);
}
