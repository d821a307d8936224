/* What is written of a game: one row of each array. For processors, where a game is called through
 * its table, and for graphics cards, where its functions are called by name. Who includes this says
 * how:
 *
 *     RZ_CALL(game, function)               the function of the contract
 *     RZ_PUT_FEATURES(writer, view, bytes)  writes what the view's seat sees, as bytes
 */
#ifndef RZ_ROW_H
#define RZ_ROW_H

#include "batch/arrays.h"
#include "core/mem.h"
#include "games/games.h"

/* Where the row stands; each may be NULL, but `bytes` not without `floats` too. */
typedef struct rz_row {
    uint8_t *bytes, *mask, *bits;
    float *floats;
} rz_row;

/* Always through the view: nothing else may leave a state. */
static inline void row_put_features(const rz_row_writer *w, const rz_row *row,
                                    const rz_state *state, int seat) {
    rz_view view;
    RZ_CALL(w->game, view)(w->setup, state, seat, &view);
    RZ_PUT_FEATURES(w, &view, row->bytes);
    if (row->floats)
        for (int i = 0; i < w->features; i++)
            row->floats[i] = (float)row->bytes[i] * w->scale[i];
}

static inline void row_put_masks(const rz_row_writer *w, const rz_row *row, size_t actions,
                                 const rz_state *state, int seat) {
    rz_action legal[RZ_LEGAL_MAX];
    int n = RZ_CALL(w->game, legal_in)(w->setup, state, seat, legal);
    if (row->mask) {
        memset(row->mask, 0, actions);
        for (int i = 0; i < n; i++)
            row->mask[legal[i]] = 1;
    }
    if (row->bits) {
        memset(row->bits, 0, (actions + 7) / 8);
        for (int i = 0; i < n; i++)
            row->bits[legal[i] / 8] = (uint8_t)(row->bits[legal[i] / 8] | 1 << legal[i] % 8);
    }
}

#endif
