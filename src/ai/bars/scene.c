/* What money means for winning, and what a round's cards bring. */
#include "ai/bars/think.h"
#include "ai/maths.h"
#include "core/mem.h"

/* Cases won for each case lost by the one who demands a duel, by how much lower the symbol is. */
static const float odds_below[BARS_SYMBOLS] = {21.0f / 15, 15.0f / 21, 10.0f / 26,
                                               6.0f / 30,  3.0f / 33,  1.0f / 35};

int bars_rounds_left(const bars_setup *s, const bars_public *p) {
    int left = (p->coins + s->round_money - 1) / s->round_money;
    return left < BARS_ROUNDS ? left : BARS_ROUNDS - 1;
}

void bars_set_scene(const rz_net *net, const bars_setup *s, const bars_public *p,
                    bars_scene *scene) {
    *scene = (bars_scene){.setup = s, .seats = s->common.seats, .bars = s->bars};
    scene->left = bars_rounds_left(s, p);
    const float *row = bars_row(net, scene->seats, scene->left);
    for (int seat = 0; seat < scene->seats; seat++) {
        scene->money[seat] = (float)bars_worth(p->money[seat]);
        scene->distance[seat] = (uint8_t)bars_distance(s, p, seat);
    }
    for (int bar = 0; bar < scene->bars; bar++) {
        scene->pot[bar] = (float)bars_worth(p->bar[bar]);
        scene->top = scene->pot[bar] > scene->top ? scene->pot[bar] : scene->top;
        for (int v = 0; v < BARS_VALUES; v++)
            scene->lying[bar] = (uint8_t)(scene->lying[bar] + p->bar[bar][v]);
    }
    /* Whatever the weights are, more money is better; at the end nothing else counts. */
    scene->steep = scene->left ? rz_exp(row[BARS_STEEP] - 2) : 4;
    scene->bend = scene->left ? rz_exp(row[BARS_BEND] - 6) : 0;
    for (int i = 0; scene->left && i < BARS_BAR_KINDS; i++)
        scene->keep[i] = row[BARS_KEEP + i];
}

void bars_shares(const bars_scene *scene, const float money[], float out[BARS_SEATS]) {
    float most = money[0], sum = 0;
    for (int seat = 1; seat < scene->seats; seat++)
        most = money[seat] > most ? money[seat] : most;
    for (int seat = 0; seat < scene->seats; seat++) {
        float behind = most - money[seat];
        sum += out[seat] = rz_exp(-behind * (scene->steep + behind * scene->bend));
    }
    for (int seat = 0; seat < scene->seats; seat++)
        out[seat] /= sum;
}

float bars_share_of(const bars_scene *scene, const float money[], int seat) {
    float shares[BARS_SEATS];
    bars_shares(scene, money, shares);
    return shares[seat];
}

float bars_stake(const bars_scene *scene, int seat, float pot) {
    float money[BARS_SEATS];
    int rival = seat == 0;
    memcpy(money, scene->money, sizeof money);
    for (int other = 0; other < scene->seats; other++)
        if (other != seat && money[other] > money[rival])
            rival = other;
    money[rival] += pot;
    float lost = bars_share_of(scene, money, seat);
    money[rival] -= pot;
    money[seat] += pot;
    float stake = bars_share_of(scene, money, seat) - lost;
    return stake > 0.02f ? stake : 0.02f;
}

/* B40: who makes the proposal. */
static int rank(const bars_scene *scene, int kind, int seat) {
    return BARS_SEATS * bars_symbol(kind) + scene->distance[seat];
}

bool bars_split(const bars_scene *scene, const uint8_t kinds[], int bar, float part[BARS_SEATS]) {
    unsigned takers[2] = {0, 0}; /* gamblers, raiders */
    for (int seat = 0; seat < scene->seats; seat++)
        if (bars_bar_of(kinds[seat]) == bar)
            takers[bars_is_raid(kinds[seat])] |= 1u << seat;
    if (!takers[0] || scene->pot[bar] <= 0)
        return false;
    unsigned set = takers[1] ? takers[1] : takers[0];
    int first = __builtin_ctz(set);
    float sum = 1;
    memset(part, 0, BARS_SEATS * sizeof *part);
    for (unsigned rest = set & (set - 1); rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        if (rank(scene, kinds[seat], seat) > rank(scene, kinds[first], first))
            first = seat;
    }
    for (unsigned rest = set & ~(1u << first); rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        sum += part[seat] = odds_below[bars_symbol(kinds[first]) - bars_symbol(kinds[seat])];
    }
    part[first] = 1;
    for (unsigned rest = set; rest; rest &= rest - 1)
        part[__builtin_ctz(rest)] /= sum;
    return true;
}

void bars_settle_others(const bars_scene *scene, const uint8_t kinds[], int seat,
                        bars_others *out) {
    memcpy(out->kinds, kinds, (size_t)scene->seats);
    memcpy(out->money, scene->money, sizeof out->money);
    out->kinds[seat] = BARS_NO_CARD;
    for (int bar = 0; bar < scene->bars; bar++) {
        float *paid = out->paid[bar];
        if (!bars_split(scene, out->kinds, bar, paid)) {
            memset(paid, 0, sizeof out->paid[bar]);
            continue;
        }
        for (int s = 0; s < scene->seats; s++) {
            paid[s] *= scene->pot[bar];
            out->money[s] += paid[s];
        }
    }
}

/* Where one haggles oneself it matters who gets all; elsewhere the mean will do. */
float bars_bring(const bars_scene *scene, const bars_others *others, int seat, int kind) {
    float money[BARS_SEATS] = {0}, part[BARS_SEATS], mean = 0;
    uint8_t kinds[BARS_SEATS];
    int bar = bars_bar_of(kind);
    memcpy(kinds, others->kinds, sizeof kinds);
    kinds[seat] = (uint8_t)kind;
    for (int s = 0; s < scene->seats; s++)
        money[s] = others->money[s] - others->paid[bar][s];
    money[seat] -= scene->keep[kind % BARS_BAR_KINDS];
    bool won = bars_split(scene, kinds, bar, part);
    bool haggles = won && part[seat] > 0;
    for (int s = 0; won && s < scene->seats; s++) {
        float pot = part[s] > 0 ? scene->pot[bar] : 0;
        money[s] += haggles ? pot : part[s] * pot;
        if (haggles && pot > 0) {
            mean += part[s] * bars_share_of(scene, money, seat);
            money[s] -= pot;
        }
    }
    return haggles ? mean : bars_share_of(scene, money, seat);
}
