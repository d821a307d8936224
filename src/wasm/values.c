#include "wasm/wasm.h"

void wasm_put_seat(rz_text *out, const char *key, int seat, bool there) {
    if (there)
        rz_put_int(out, key, seat);
    else
        rz_put_null(out, key);
}

void wasm_put_seats(rz_text *out, const char *key, unsigned set) {
    rz_put_open(out, key, '[');
    for (; set; set &= set - 1)
        rz_put_int(out, NULL, __builtin_ctz(set));
    rz_put_close(out, ']');
}

void wasm_put_chance(rz_text *out, const char *key, int64_t cases, int64_t all) {
    enum { PARTS = 10000 };
    int64_t parts = all > 0 ? (cases * PARTS + all / 2) / all : 0;
    rz_put_key(out, key);
    if (parts >= PARTS) {
        rz_text_char(out, '1');
        return;
    }
    rz_text_add(out, "0.");
    for (int64_t digit = PARTS / 10; digit > 0; digit /= 10)
        rz_text_char(out, (char)('0' + parts / digit % 10));
}

void wasm_put_event(rz_text *out, const char *key, const rz_game *game, const rz_setup *setup,
                    const rz_event *event) {
    rz_put_key(out, key);
    rz_write_event(game, setup, event, out);
}

void wasm_put_problem(rz_text *out, const char *key, const rz_voice *voice, const rz_game *game,
                      const rz_problem *problem) {
    char sentence[600];
    rz_text text;
    rz_text_init(&text, sentence, sizeof sentence);
    if (problem->error == RZ_OK) {
        rz_put_null(out, key);
        return;
    }
    const rz_reason *reason = rz_reason_of(game, problem->error);
    const char *rule = problem->rule ? problem->rule : reason->rule;
    rz_format(voice, &text, reason->text, "detail", problem->detail, NULL);
    rz_put_open(out, key, '{');
    rz_put_string(out, "name", reason->name);
    if (rule)
        rz_put_string(out, "rule", rule);
    else
        rz_put_null(out, "rule");
    rz_put_string(out, "text", sentence);
    rz_put_close(out, '}');
}
