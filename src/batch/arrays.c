#include "batch/arrays.h"

#define RZ_CALL(game, function) (game)->function
#define RZ_PUT_FEATURES(writer, view, bytes)                                                       \
    rz_features_write((writer)->game, (writer)->setup, view, bytes)
#include "batch/row.h"

void rz_row_write(const rz_row_writer *writer, const rz_arrays *arrays, size_t row,
                  const rz_state *state, int seat) {
    uint8_t own[RZ_FEATURES_MAX];
    size_t features = (size_t)writer->features, actions = writer->game->actions;
    rz_row to = {.bytes = arrays->bytes ? arrays->bytes + row * features : own};
    if (arrays->floats)
        to.floats = arrays->floats + row * features;
    if (arrays->mask)
        to.mask = arrays->mask + row * actions;
    if (arrays->bits)
        to.bits = arrays->bits + row * (size_t)rz_mask_bytes(writer->game);
    if (arrays->bytes || arrays->floats)
        row_put_features(writer, &to, state, seat);
    if (arrays->mask || arrays->bits)
        row_put_masks(writer, &to, actions, state, seat);
    if (arrays->seats)
        arrays->seats[row] = (uint8_t)seat;
}
