/* What the net sees of a card that somebody could play: its bar, the other bars, and the cards that
 * nobody has seen yet; nothing that is not open to all. */
#include "ai/bars/think.h"
#include "core/assert.h"

const rz_net_shape bars_net_shape = {"bars", .layout = 2, .features = BARS_FEATURES,
                                     .units = BARS_ROW_WIDTH};

void bars_outlook_init(const bars_scene *scene, const bars_public *p, bars_outlook *out) {
    uint8_t unseen[BARS_KINDS];
    int cards = 0;
    *out = (bars_outlook){0};
    bars_unseen(scene->setup, p, unseen);
    for (int kind = 0; kind < BARS_KINDS; kind++)
        cards += unseen[kind];
    float held = (float)(scene->seats * BARS_HAND) / (float)(cards > 0 ? cards : 1);
    for (int kind = 0; kind < scene->bars * BARS_BAR_KINDS; kind++) {
        out->held[kind] = held * (float)unseen[kind];
        (bars_is_raid(kind) ? out->raids : out->gamblers)[bars_bar_of(kind)] += out->held[kind];
    }
    for (int bar = 0; bar < scene->bars; bar++) {
        int at = bar;
        out->total += scene->pot[bar];
        for (; at > 0 && scene->pot[out->order[at - 1]] < scene->pot[bar]; at--)
            out->order[at] = out->order[at - 1];
        out->order[at] = bar;
    }
    for (int at = 0; at < scene->bars; at++)
        out->rank[out->order[at]] = at;
}

void bars_holding(const rz_net *net, const bars_scene *scene, float out[BARS_KINDS]) {
    const float *row = bars_row(net, scene->seats, scene->left);
    for (int kind = 0; kind < scene->bars * BARS_BAR_KINDS; kind++) {
        int of_bar = kind % BARS_BAR_KINDS;
        out[kind] = row[BARS_HELD + of_bar];
        if (scene->lying[bars_bar_of(kind)] >= BARS_LATE)
            out[kind] += row[BARS_HELD_LATE + of_bar];
    }
}

static int add_one_of(rz_inputs *in, int at, int which, int of) {
    rz_inputs_add(in, at + which, 1);
    return at + of;
}

static int add_amount(rz_inputs *in, int at, float amount) {
    if (amount != 0)
        rz_inputs_add(in, at, amount);
    return at + 1;
}

/* A feature for each step that the amount reaches. */
static int add_steps(rz_inputs *in, int at, float amount, const uint8_t steps[], int n) {
    for (int i = 0; i < n && amount >= (float)steps[i]; i++)
        rz_inputs_add(in, at + i, 1);
    return at + n;
}

static float better_cards(const bars_outlook *look, int kind) {
    float sum = look->held[kind] / 2;
    for (int other = kind + 1; other % BARS_SYMBOLS != 0; other++)
        sum += look->held[other];
    return sum;
}

static int add_own_bar(const bars_scene *scene, const bars_outlook *look, int kind, rz_inputs *in,
                       int at) {
    static const uint8_t pots[] = {2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 32};
    static const uint8_t cards[] = {2, 3, 4, 5};
    int bar = bars_bar_of(kind), rank = look->rank[bar];
    float pot = scene->pot[bar], next = scene->pot[look->order[rank == 0]];
    at = add_steps(in, at, pot, pots, sizeof pots);
    at = add_steps(in, at, scene->lying[bar], cards, sizeof cards);
    at = add_amount(in, at, pot / 8);
    at = add_amount(in, at, pot / (look->total > 1 ? look->total : 1));
    at = add_amount(in, at, pot / (next > 1 ? next : 1) / 2);
    at = add_amount(in, at, look->gamblers[bar] / 4);
    at = add_amount(in, at, look->raids[bar] / 2);
    at = add_amount(in, at, better_cards(look, kind) / 2);
    return add_one_of(in, at, rank * BARS_SYMBOLS + bars_symbol(kind) - 1,
                      BARS_BARS * BARS_SYMBOLS);
}

static int add_other_bars(const bars_scene *scene, const bars_outlook *look, int bar, rz_inputs *in,
                          int at) {
    float top = scene->top > 1 ? scene->top : 1;
    int end = at + 3 * (BARS_BARS - 1);
    for (int i = 0; i < scene->bars; i++) {
        int other = look->order[i];
        if (other == bar)
            continue;
        at = add_amount(in, at, scene->pot[other] / top);
        at = add_amount(in, at, look->gamblers[other] / 4);
        at = add_amount(in, at, look->raids[other] / 2);
    }
    return end;
}

/* Raids and gamblers have features of their own throughout. */
void bars_features(const bars_scene *scene, const bars_outlook *look, int kind, rz_inputs *in) {
    enum { HALF = BARS_CARD_FEATURES / 2 };
    int at = bars_is_raid(kind) ? HALF : 0, begin = at;
    in->n = 0;
    at = add_one_of(in, at, bars_symbol(kind) - 1, BARS_SYMBOLS);
    at = add_one_of(in, at, scene->seats - 3, BARS_SEATS - 2);
    at = add_own_bar(scene, look, kind, in, at);
    at = add_other_bars(scene, look, bars_bar_of(kind), in, at);
    at = add_amount(in, at, (float)scene->left / 8);
    at = add_amount(in, at, scene->left == 0);
    RZ_ASSERT(at - begin <= HALF);
    (void)begin;
    (void)at;
}

void bars_eagerness(const rz_net *net, const rz_inputs *in, float out[BARS_STYLES]) {
    const float most = BARS_EAGER_MAX;
    float outputs[RZ_NET_OUTPUTS];
    rz_net_outputs(net, in, outputs);
    for (int style = 0; style < BARS_STYLES; style++)
        out[style] = outputs[style] > most ? most : outputs[style] > -most ? outputs[style] : -most;
}
