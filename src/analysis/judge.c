#include "analysis/judge.h"

#include "ai/net_layers.h"
#include "ai/nets.h"
#include "core/bits.h"
#include "core/module.h"

/* A net that does not know a setup, as mice on a board that people bring, is still there: then the
 * judge itself says what it goes by. */
const rz_judge *rz_judge_of(const rz_game *game) {
    bool has_learnt = !rz_net_shape_of(game) || rz_net_of(game);
    return has_learnt ? rz_module_of(game)->judge : NULL;
}

void rz_describe_net(const rz_net *net, rz_text *out) {
    uint8_t sum[RZ_SHA256_SIZE];
    rz_net_checksum(net, sum);
    rz_text_add(out, "net ");
    rz_text_hex(out, sum, 4);
}

void rz_final_shares(const rz_game *game, const rz_setup *setup, const rz_public *pub,
                     rz_shares *shares) {
    rz_actors winners = game->winners(setup, pub);
    *shares = (rz_shares){{0}};
    for (int s = 0; s < rz_seats(setup); s++)
        if (winners >> s & 1)
            shares->of[s] = 1.0 / rz_bits_count(winners);
}

void rz_shares_normalize(rz_shares *shares, int seats) {
    double sum = 0;
    for (int s = 0; s < seats; s++)
        sum += shares->of[s] = shares->of[s] > 0 ? shares->of[s] : 0;
    for (int s = 0; s < seats; s++)
        shares->of[s] = sum > 0 ? shares->of[s] / sum : 1.0 / seats;
}
