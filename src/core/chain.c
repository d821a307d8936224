#include "core/chain.h"

#include "core/mem.h"
#include "core/sha256.h"

/* Hashes `before`, a line and the end of the line. */
static void hash_line(uint8_t head[RZ_HEAD], rz_slice before, rz_slice line) {
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, before.at, before.length);
    rz_sha256_add(&hash, line.at, line.length);
    rz_sha256_add(&hash, "\n", 1);
    rz_sha256_end(&hash, head);
}

void rz_chain_begin(uint8_t head[RZ_HEAD], const rz_header *header, const rz_setup *setup) {
    char memory[RZ_LINE_MAX];
    rz_text text;
    rz_header nameless = *header;
    nameless.n_names = 0;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_setup(&nameless, setup, &text);
    hash_line(head, rz_slice_of("razzia chain 1\n"), (rz_slice){memory, text.length});
}

void rz_chain_add_line(uint8_t head[RZ_HEAD], rz_slice line) {
    hash_line(head, (rz_slice){(const char *)head, RZ_HEAD}, line);
}

bool rz_write_seen(const rz_game *game, const rz_setup *setup, int viewer, const rz_event *event,
                   rz_text *out) {
    rz_event seen = *event;
    bool is_less = rz_conceal(game, setup, viewer, &seen);
    rz_write_event(game, setup, &seen, out);
    return is_less;
}

void rz_chain_add(uint8_t head[RZ_HEAD], const rz_game *game, const rz_setup *setup,
                  const rz_event *event) {
    char memory[RZ_EVENT_TEXT];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_seen(game, setup, RZ_SPECTATOR, event, &text);
    rz_chain_add_line(head, (rz_slice){memory, text.length});
}
