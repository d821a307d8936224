#include "words/words.h"

const char *rz_word(const rz_voice *voice, const char *english) {
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

void rz_say_list(const rz_voice *voice, rz_text *out, const char *english, va_list pairs) {
    for (const char *at = rz_word(voice, english); *at != '\0';) {
        size_t n = 0;
        while (*at == '{' && at[1 + n] != '}' && at[1 + n] != '\0')
            n++;
        const char *value = n > 0 ? argument((rz_slice){at + 1, n}, pairs) : NULL;
        if (value) {
            rz_text_add(out, value);
            at += n + 2;
        } else {
            rz_text_char(out, *at++);
        }
    }
}

void rz_say(const rz_voice *voice, rz_text *out, const char *english, ...) {
    va_list pairs;
    va_start(pairs, english);
    rz_say_list(voice, out, english, pairs);
    va_end(pairs);
}

void rz_say_seat(const rz_voice *voice, rz_text *out, int seat) {
    char number[4];
    rz_text text;
    if (seat < voice->header->n_names) {
        rz_text_add(out, voice->header->names[seat]);
    } else {
        rz_text_init(&text, number, sizeof number);
        rz_text_int(&text, seat + 1);
        rz_say(voice, out, N_("Player {number}"), "number", number, NULL);
    }
    if (seat == voice->you)
        rz_text_add(out, rz_word(voice, N_(" (you)")));
}

void rz_say_tenths(const rz_voice *voice, rz_text *out, int tenths) {
    char whole[16], rest[2] = {(char)('0' + tenths % 10), '\0'};
    rz_text text;
    rz_text_init(&text, whole, sizeof whole);
    rz_text_int(&text, tenths / 10);
    rz_say(voice, out, N_("{whole}.{tenths}"), "whole", whole, "tenths", rest, NULL);
}

void rz_say_thousands(const rz_voice *voice, rz_text *out, int thousands) {
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
        rz_say(voice, out,
               thousands < 1000 ? N_("{thousands},000") : N_("{millions},{thousands},000"),
               "thousands", number, "millions", millions, NULL);
}

void rz_say_problem(const rz_voice *voice, rz_text *out, const rz_game *game,
                    const rz_problem *problem) {
    const rz_reason *reason = rz_reason_of(game, problem->error);
    const char *rule = problem->rule ? problem->rule : reason->rule;
    rz_say(voice, out, reason->text, "detail", problem->detail, NULL);
    if (rule) {
        rz_text_add(out, " (");
        rz_text_add(out, rule);
        rz_text_char(out, ')');
    }
}

void rz_list_item(rz_list *list, const char *item) {
    list->left--;
    if (list->done++ > 0)
        rz_text_add(list->out, rz_word(list->voice, list->left == 0 ? N_(" and ") : N_(", ")));
    rz_text_add(list->out, item);
}

static const rz_words *const all_words[] = {&loot_words, &bars_words, &mice_words, NULL};

const rz_words *rz_words_of(const rz_game *game) {
    int i = 0;
    while (all_words[i] && all_words[i]->game != game)
        i++;
    return all_words[i];
}

void rz_tell(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char who[RZ_NAME_BYTES + 32];
    rz_text name;
    rz_text_init(&name, who, sizeof who);
    if (event->by < RZ_SEATS_MAX)
        rz_say_seat(voice, &name, event->by);
    if (event->verb == RZ_SEAL)
        rz_text_add(out, rz_word(voice, N_("The seed of the game is made known.")));
    else if (event->verb == RZ_RETURN)
        rz_say(voice, out, N_("{who} is back."), "who", who, NULL);
    else if (event->verb == RZ_LEAVE && event->data[0] == 0)
        rz_say(voice, out, N_("{who} leaves the table; a bot plays on."), "who", who, NULL);
    else if (event->verb == RZ_LEAVE)
        rz_say(voice, out, N_("{who} is out of time; a bot plays on."), "who", who, NULL);
    else if (rz_words_of(voice->header->game))
        rz_words_of(voice->header->game)->tell(voice, event, out);
    else
        rz_write_event(voice->header->game, voice->setup, event, out);
}
