/* Verifying a record, against a receipt if somebody has one. */
#include "core/verify.h"
#include "wasm/wasm.h"

int wasm_texts(int size) {
    static void *room;
    static size_t have;
    size_t need = size > 0 ? (size_t)size : 1;
    if (need > have) {
        /* Room is never given back: doubling it keeps all that was outgrown below what is used. */
        have = need > 2 * have ? need : 2 * have;
        room = wasm_take_room(have);
        have = room ? have : 0;
    }
    return (int)(uintptr_t)room;
}

static rz_slice text_at(int at, int size) {
    return (rz_slice){(const char *)(uintptr_t)(unsigned)at, size > 0 ? (size_t)size : 0};
}

static void put_name(rz_text *out, const rz_verification *v, int seat) {
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "seat", seat);
    rz_put_string(out, "was", v->receipt->names[seat]);
    rz_put_string(out, "now", v->header.names[seat]);
    rz_put_close(out, '}');
}

static void put_sentence(rz_text *out, const rz_verification *v) {
    rz_voice voice = {.translate = wasm_translate, .you = -1};
    char memory[RZ_EVENT_TEXT + 600], count[16];
    rz_text text, number;
    rz_text_init(&text, memory, sizeof memory);
    rz_text_init(&number, count, sizeof count);
    rz_text_int(&number, v->events);
    if (v->problem.error != RZ_OK)
        rz_format_problem(&voice, &text, v->header.game, &v->problem);
    else
        rz_format(&voice, &text, rz_verdict_reason(v->verdict)->text, "line", v->expected, "count",
                  count, NULL);
    rz_put_string(out, "text", memory);
}

/* `is_about_receipt`: that is what is wrong, and not the record. */
static void put_verdict(rz_text *out, const rz_verification *v, bool is_about_receipt) {
    rz_put_open(out, NULL, '{');
    rz_put_bool(out, "ok", v->verdict == RZ_VERIFIED);
    rz_put_string(out, "code",
                  is_about_receipt ? "bad-receipt" : rz_verdict_reason(v->verdict)->name);
    wasm_put_seat(out, "line", v->line, v->verdict != RZ_VERIFIED && !is_about_receipt);
    put_sentence(out, v);
    rz_put_int(out, "events", v->events);
    rz_put_int(out, "lines", v->lines);
    rz_put_int(out, "compared", v->compared);
    rz_put_bool(out, "bound", v->is_bound);
    rz_put_open(out, "names", '[');
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        if (v->renamed >> seat & 1)
            put_name(out, v, seat);
    rz_put_close(out, ']');
    rz_put_close(out, '}');
}

text wasm_verify(int record, int record_size, int receipt, int receipt_size) {
    static rz_verification v;
    static rz_receipt kept;
    static rz_setup setup;
    static rz_state state;
    rz_text *out = wasm_out();
    rz_slice receipt_text = text_at(receipt, receipt_size);
    v = (rz_verification){.games = rz_games,
                          .setup = &setup,
                          .state = &state,
                          .record = text_at(record, record_size)};
    bool is_damaged =
        receipt_text.length > 0 && !rz_read_receipt(rz_games, receipt_text, &kept, &v.problem);
    v.receipt = receipt_text.length > 0 ? &kept : NULL;
    v.verdict = RZ_V_REFUSED;
    if (!is_damaged)
        rz_verify(&v);
    put_verdict(out, &v, is_damaged);
    return out->at;
}
