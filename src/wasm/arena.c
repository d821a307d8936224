/* The memory that the page and the module share, and what the page gives. */
#include <stdlib.h>

#include "ai/clock.h"
#include "wasm/wasm.h"

static char in[WASM_IN];
static char answer[WASM_OUT];

int wasm_in(void) {
    return (int)(uintptr_t)in;
}

int wasm_room(int size) {
    return size > 0 ? (int)(uintptr_t)malloc((size_t)size) : 0;
}

rz_text *wasm_out(void) {
    static rz_text out;
    rz_text_init(&out, answer, sizeof answer);
    return &out;
}

/* Imports. A text that the page has no translation of comes back as it is. */
__attribute__((import_module("page"), import_name("translate"))) const char *
page_translate(const char *english);
__attribute__((import_module("page"), import_name("now"))) double page_now(void);

const char *wasm_translate(const char *english) {
    return page_translate(english);
}

double rz_clock_ms(void) {
    return page_now();
}
