#include "batch/arrays.h"

#include "core/mem.h"
#include "games/games.h"

static void write_floats(const uint8_t *bytes, const float *scale, int n, float *out) {
    for (int i = 0; i < n; i++)
        out[i] = (float)bytes[i] * scale[i];
}

/* Always through the view: nothing else may leave a state. */
static void write_features(const rz_row_writer *w, const rz_arrays *arrays, size_t row,
                           const rz_state *state, int seat) {
    uint8_t own[RZ_FEATURES_MAX];
    uint8_t *bytes = arrays->bytes ? arrays->bytes + row * (size_t)w->features : own;
    rz_view view;
    w->game->view(w->setup, state, seat, &view);
    rz_features_write(w->game, w->setup, &view, bytes);
    if (arrays->floats)
        write_floats(bytes, w->scale, w->features, arrays->floats + row * (size_t)w->features);
}

static void write_masks(const rz_row_writer *w, const rz_arrays *arrays, size_t row,
                        const rz_state *state, int seat) {
    rz_action legal[RZ_LEGAL_MAX];
    size_t actions = w->game->actions, size = (size_t)rz_mask_bytes(w->game);
    int n = w->game->legal_in(w->setup, state, seat, legal);
    if (arrays->mask) {
        uint8_t *mask = arrays->mask + row * actions;
        memset(mask, 0, actions);
        for (int i = 0; i < n; i++)
            mask[legal[i]] = 1;
    }
    if (arrays->bits) {
        uint8_t *bits = arrays->bits + row * size;
        memset(bits, 0, size);
        for (int i = 0; i < n; i++)
            bits[legal[i] / 8] = (uint8_t)(bits[legal[i] / 8] | 1 << legal[i] % 8);
    }
}

void rz_row_write(const rz_row_writer *writer, const rz_arrays *arrays, size_t row,
                  const rz_state *state, int seat) {
    if (arrays->bytes || arrays->floats)
        write_features(writer, arrays, row, state, seat);
    if (arrays->mask || arrays->bits)
        write_masks(writer, arrays, row, state, seat);
    if (arrays->seats)
        arrays->seats[row] = (uint8_t)seat;
}
