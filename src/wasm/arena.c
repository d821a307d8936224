/* The memory that the page and the module share, and what the page gives. */
#include "ai/clock.h"
#include "wasm/wasm.h"

static char in[WASM_IN];
static char answer[WASM_OUT];

int wasm_in(void) {
    return (int)(uintptr_t)in;
}

/* Behind the module's own data, and never given back. */
void *wasm_take_room(size_t size) {
    enum { PAGE = 65536, ALIGN = 16 };
    extern char __heap_base;
    static uintptr_t top;
    uintptr_t begin = ((top ? top : (uintptr_t)&__heap_base) + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1);
    uintptr_t end = begin + size, have = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
    if (end < begin ||
        (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (size_t)-1))
        return NULL;
    top = end;
    return (void *)begin;
}

int wasm_room(int size) {
    return size > 0 ? (int)(uintptr_t)wasm_take_room((size_t)size) : 0;
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
