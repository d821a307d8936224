#include "ai/arena.h"

#include <math.h>

#include "core/bits.h"

rz_deal rz_arena_deal(const rz_arena *arena, uint32_t number, rz_times *times) {
    rz_match match = arena->match;
    const rz_game *game = match.header.game;
    int seats = rz_seats(&match.setup);
    rz_deal deal = {0};
    for (int seat = 0; seat < seats; seat++) {
        rz_state state;
        int32_t scores[RZ_SEATS_MAX];
        for (int s = 0; s < seats; s++)
            match.bots[s] = s == seat ? arena->one : arena->others;
        times->seat = seat;
        rz_match_play(&match, arena->seed, number, &state, NULL, times);
        rz_actors winners = game->winners(&match.setup, rz_state_public(&state));
        game->scores(&match.setup, rz_state_public(&state), scores);
        if (winners >> seat & 1)
            deal.share += 1.0 / rz_bits_count(winners) / seats;
        for (int s = 0; s < seats; s++)
            if (s != seat)
                deal.margin += (double)(scores[seat] - scores[s]) / (seats - 1) / seats;
    }
    return deal;
}

void rz_mean_add(rz_mean *mean, double value) {
    mean->n++;
    mean->sum += value;
    mean->squares += value * value;
}

double rz_mean_value(const rz_mean *mean) {
    return mean->sum / mean->n;
}

static double variance(const rz_mean *mean) {
    double average = rz_mean_value(mean);
    return (mean->squares - mean->n * average * average) / (mean->n - 1);
}

/* Within so many deviations lie 95 % (Student's t; from three on by the expansion of Cornish and
 * Fisher): few values say little of how much they differ. */
static double deviations(double freedom) {
    return freedom < 2   ? 12.706
           : freedom < 3 ? 4.303
                         : 1.960 + (2.372 + (2.822 + 2.555 / freedom) / freedom) / freedom;
}

double rz_mean_half_width(const rz_mean *mean) {
    return mean->n < 2 ? INFINITY
                       : deviations(mean->n - 1) * sqrt(fmax(variance(mean), 0) / mean->n);
}

double rz_share_half_width(const rz_mean *shares) {
    bool alike = shares->n > 1 && variance(shares) < 1e-9;
    double half = alike ? 1 - pow(0.025, 1 / shares->n) : rz_mean_half_width(shares);
    return isfinite(half) ? fmin(half, 1) : half;
}

int rz_arena_verdict(const rz_mean *shares, int seats) {
    enum { FEWEST_DEALS = 16 }; /* the variance must be known before it is trusted */
    const double bound = 2.944; /* log(0.95 / 0.05) */
    double even = 1.0 / seats, better = 1.2 / seats;
    if (shares->n < FEWEST_DEALS)
        return 0;
    double spread = fmax(variance(shares), 1e-4);
    double ratio = shares->n * (better - even) * (2 * rz_mean_value(shares) - even - better) / 2;
    return ratio > bound * spread ? 1 : ratio < -bound * spread ? -1 : 0;
}
