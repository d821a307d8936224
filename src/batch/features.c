#include "batch/features.h"

#include "core/mem.h"
#include "core/module.h"

static const rz_feature plain = {
    "view", "What the seat sees, as the bytes of its view.", {0}, 255, NULL};

rz_features rz_features_of(const rz_game *game) {
    const rz_features *own = rz_module_of(game)->features;
    return own ? *own : (rz_features){&plain, 1, NULL};
}

int rz_feature_shape(const rz_game *game, const rz_feature *feature, int seats,
                     int shape[RZ_FEATURE_DIMENSIONS]) {
    int n = 0;
    if (feature == &plain) {
        shape[0] = game->view_size;
        return 1;
    }
    while (n < RZ_FEATURE_DIMENSIONS && feature->shape[n] != 0) {
        shape[n] = feature->shape[n] == RZ_EACH_SEAT ? seats : feature->shape[n];
        n++;
    }
    return n;
}

int rz_feature_size(const rz_game *game, const rz_feature *feature, int seats) {
    int shape[RZ_FEATURE_DIMENSIONS], size = 1;
    for (int i = rz_feature_shape(game, feature, seats, shape) - 1; i >= 0; i--)
        size *= shape[i];
    return size;
}

int rz_features_size(const rz_game *game, int seats) {
    rz_features features = rz_features_of(game);
    int size = 0;
    for (int i = 0; i < features.count; i++)
        size += rz_feature_size(game, &features.list[i], seats);
    return size;
}

void rz_features_write(const rz_game *game, const rz_setup *setup, const rz_view *view,
                       uint8_t *out) {
    rz_features features = rz_features_of(game);
    if (features.write)
        features.write(setup, view, out);
    else
        memcpy(out, view, game->view_size);
}

void rz_features_scale(const rz_game *game, int seats, float *out) {
    rz_features features = rz_features_of(game);
    for (int i = 0; i < features.count; i++)
        for (int n = rz_feature_size(game, &features.list[i], seats); n > 0; n--)
            *out++ = 1.0f / features.list[i].max;
}
