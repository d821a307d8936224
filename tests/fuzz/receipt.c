/* Feeds bytes to whoever verifies: the first line as a receipt, the others as the record that it is
 * compared with. */
#include <stdlib.h>
#include <string.h>

#include "core/verify.h"
#include "games/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Bytes of their own, so that reading beyond their end is found out. */
static rz_slice copy_of(const uint8_t *from, size_t size) {
    char *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    memcpy(copy, from, size);
    return (rz_slice){copy, size};
}

static void verify(rz_slice record, const rz_receipt *receipt) {
    static rz_verification v;
    static rz_setup setup;
    static rz_state state;
    v = (rz_verification){
        .games = rz_games, .setup = &setup, .state = &state, .record = record, .receipt = receipt};
    rz_verdict verdict = rz_verify(&v);
    if (!rz_verdict_reason(verdict)->name ||
        (verdict == RZ_V_REFUSED) != (v.problem.error != RZ_OK) ||
        (receipt && v.compared > receipt->n_heads) ||
        (receipt && verdict == RZ_VERIFIED && v.compared < receipt->n_heads) || v.line > v.lines)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rz_receipt receipt;
    rz_problem problem;
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    size_t first = end ? (size_t)(end - data) : size, next = end ? first + 1 : first;
    rz_slice text = copy_of(data, first), record = copy_of(data + next, size - next);
    bool is_receipt = rz_read_receipt(rz_games, text, &receipt, &problem);
    if (!is_receipt && problem.error == RZ_OK)
        abort();
    verify(record, is_receipt ? &receipt : NULL);
    free((char *)text.at);
    free((char *)record.at);
    return 0;
}
