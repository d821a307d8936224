#include "wasm/wasm.h"

/* A comma is due unless something has just been opened or named. */
static void begin(rz_text *out, const char *key) {
    char last = out->length > 0 ? out->at[out->length - 1] : '[';
    if (last != '[' && last != '{' && last != ':')
        rz_text_char(out, ',');
    if (key) {
        rz_text_quoted(out, key);
        rz_text_char(out, ':');
    }
}

void json_open(rz_text *out, const char *key, char bracket) {
    begin(out, key);
    rz_text_char(out, bracket);
}

void json_close(rz_text *out, char bracket) {
    rz_text_char(out, bracket);
}

void json_int(rz_text *out, const char *key, int number) {
    begin(out, key);
    rz_text_int(out, number);
}

void json_bool(rz_text *out, const char *key, bool value) {
    begin(out, key);
    rz_text_add(out, value ? "true" : "false");
}

void json_null(rz_text *out, const char *key) {
    begin(out, key);
    rz_text_add(out, "null");
}

void json_text(rz_text *out, const char *key, const char *string) {
    begin(out, key);
    rz_text_quoted(out, string);
}

void json_seat(rz_text *out, const char *key, int seat, bool there) {
    if (there)
        json_int(out, key, seat);
    else
        json_null(out, key);
}

void json_seats(rz_text *out, const char *key, unsigned set) {
    json_open(out, key, '[');
    for (; set; set &= set - 1)
        json_int(out, NULL, __builtin_ctz(set));
    json_close(out, ']');
}

void json_chance(rz_text *out, const char *key, int64_t cases, int64_t all) {
    enum { PARTS = 10000 };
    int64_t parts = all > 0 ? (cases * PARTS + all / 2) / all : 0;
    begin(out, key);
    if (parts >= PARTS) {
        rz_text_char(out, '1');
        return;
    }
    rz_text_add(out, "0.");
    for (int64_t digit = PARTS / 10; digit > 0; digit /= 10)
        rz_text_char(out, (char)('0' + parts / digit % 10));
}

void json_event(rz_text *out, const char *key, const rz_game *game, const rz_setup *setup,
                const rz_event *event) {
    begin(out, key);
    rz_write_event(game, setup, event, out);
}

void json_problem(rz_text *out, const char *key, const rz_voice *voice, const rz_game *game,
                  const rz_problem *problem) {
    char sentence[600];
    rz_text text;
    rz_text_init(&text, sentence, sizeof sentence);
    if (problem->error == RZ_OK) {
        json_null(out, key);
        return;
    }
    const rz_reason *reason = rz_reason_of(game, problem->error);
    const char *rule = problem->rule ? problem->rule : reason->rule;
    rz_format(voice, &text, reason->text, "detail", problem->detail, NULL);
    json_open(out, key, '{');
    json_text(out, "name", reason->name);
    if (rule)
        json_text(out, "rule", rule);
    else
        json_null(out, "rule");
    json_text(out, "text", sentence);
    json_close(out, '}');
}
