/* bars: the table of features. */
#include "batch/features.h"
#include "batch/put.h"
#include "games/bars/rules.h"

enum {
    COPIES = 7,    /* of a kind at most, if the option `cards` has it so */
    OF_VALUE = 74, /* money cards of one value at most, likewise by `money` */
    PHASES = 4,
    SETS = 6,
    CARD = BARS_BARS + 1 + BARS_SYMBOLS,
    SIXTEEN = 16,
    COINS = 84,
    DECK = 72
};

static const char *const phase_names[] = {"lay", "choose", "offer", "answer"};
static const char *const value_names[] = {"50", "40", "30", "25", "20", "15", "10", "5"};
static const char *const set_names[] = {"done",     "haggles", "was_offered",
                                        "proposes", "refuses", "duels"};
_Static_assert(sizeof set_names / sizeof *set_names == SETS, "a name for each set");

/* clang-format off */
static const rz_feature list[] = {
    {"hand", "The own cards, by kind: 12 for each bar, gamblers 1 to 6, then raids 1 to 6.", {BARS_KINDS}, 5, bars_card_names},
    {"chosen", "The own card that is played and not shown yet.", {BARS_KINDS}, 1, bars_card_names},
    {"unseen", "Cards of each kind that nobody has seen since the last reshuffle, in hands or pile, the own ones included.", {BARS_KINDS}, COPIES, bars_card_names},
    {"money", "Money cards that each seat has won, by value in thousands.", {RZ_EACH_SEAT, BARS_VALUES}, OF_VALUE, value_names},
    {"bar", "Money cards that lie at each bar, by value in thousands.", {BARS_BARS, BARS_VALUES}, OF_VALUE, value_names},
    {"cash", "Money cards in the pile, by value in thousands.", {BARS_VALUES}, OF_VALUE, value_names},
    {"shown", "The card that each seat showed last: its bar, whether it is a raid, its symbol.", {RZ_EACH_SEAT, CARD}, 1, NULL},
    {"sets", "What is true of each seat now.", {RZ_EACH_SEAT, SETS}, 1, set_names},
    {"offer", "The offer to each seat in units of 5,000: sixteens, then the rest.", {RZ_EACH_SEAT, 2}, 22, NULL},
    {"croupier", "Who is the croupier.", {RZ_EACH_SEAT}, 1, NULL},
    {"phase", "What is to be decided.", {PHASES}, 1, phase_names},
    {"free", "The money card that is to be laid, by value in thousands.", {BARS_VALUES}, 1, value_names},
    {"at", "The bar that is haggled about.", {BARS_BARS}, 1, bars_bar_names},
    {"die", "What the first of two duellists rolled.", {BARS_SYMBOLS}, 1, NULL},
    {"round", "The number of the round.", {1}, 16, NULL},
    {"cards", "Cards in the draw pile.", {1}, DECK, NULL},
    {"coins", "Cards in the money pile.", {1}, COINS, NULL},
    {"reshuffles", "How often the cards were shuffled again.", {1}, 3, NULL},
};
/* clang-format on */

static uint8_t *put_hand(uint8_t *out, const bars_own *own) {
    memset(out, 0, BARS_KINDS);
    for (int i = 0; i < BARS_HAND; i++)
        if (own->hand[i] != BARS_NO_CARD)
            out[bars_kind_of(own->hand[i])]++;
    out += BARS_KINDS;
    return put_place(out, BARS_KINDS, own->chosen == BARS_NO_CARD ? -1 : bars_kind_of(own->chosen));
}

static uint8_t *put_shown(uint8_t *out, int first, int seats, const bars_public *p) {
    int rounds = bars_rounds_shown(p);
    memset(out, 0, (size_t)(seats * CARD));
    for (int i = 0; i < seats && rounds > 0; i++) {
        int kind = p->shown[(rounds - 1) * seats + put_seat_at(first, seats, i)];
        out[i * CARD + bars_bar_of(kind)] = 1;
        out[i * CARD + BARS_BARS] = bars_is_raid(kind);
        out[i * CARD + BARS_BARS + bars_symbol(kind)] = 1;
    }
    return out + seats * CARD;
}

/* In the order of set_names. */
static uint8_t *put_sets(uint8_t *out, int first, int seats, const bars_public *p) {
    unsigned proposer = p->hagglers ? 1u << p->proposer : 0;
    for (int i = 0; i < seats; i++) {
        int seat = put_seat_at(first, seats, i);
        *out++ = p->done >> seat & 1;
        *out++ = p->hagglers >> seat & 1;
        *out++ = p->offered >> seat & 1;
        *out++ = proposer >> seat & 1;
        *out++ = p->refusers >> seat & 1;
        *out++ = p->duellists >> seat & 1;
    }
    return out;
}

static int phase_of(const bars_public *p) {
    static const int8_t places[] = {[BARS_LAYING] = 1,
                                    [BARS_CHOOSING] = 2,
                                    [BARS_OFFERING] = 3,
                                    [BARS_ANSWERING] = 4,
                                    [BARS_OVER] = 0};
    return places[p->phase] - 1;
}

static uint8_t *put_offers(uint8_t *out, int first, int seats, const bars_public *p) {
    for (int i = 0; i < seats; i++) {
        int sum = p->offer[put_seat_at(first, seats, i)];
        *out++ = (uint8_t)(sum / SIXTEEN);
        *out++ = (uint8_t)(sum % SIXTEEN);
    }
    return out;
}

static uint8_t *put_money(uint8_t *out, int first, int seats, const bars_public *p) {
    out = put_rows(out, first, seats, p->money[0], BARS_VALUES);
    out = put_bytes(out, p->bar[0], BARS_BARS * BARS_VALUES);
    return put_bytes(out, p->cash, BARS_VALUES);
}

static void write(const rz_setup *setup, const rz_view *view, uint8_t *out) {
    const bars_view *v = (const bars_view *)(const void *)view;
    const bars_public *p = &v->pub;
    int seats = rz_seats(setup), first = put_first(v->seat, seats);
    out = put_hand(out, &v->own);
    bars_unseen((const bars_setup *)(const void *)setup, p, out);
    out = put_money(out + BARS_KINDS, first, seats, p);
    out = put_shown(out, first, seats, p);
    out = put_sets(out, first, seats, p);
    out = put_offers(out, first, seats, p);
    out = put_seat(out, first, seats, p->croupier);
    out = put_place(out, PHASES, phase_of(p));
    out = put_place(out, BARS_VALUES, p->free - 1);
    out = put_place(out, BARS_BARS, p->hagglers ? p->at : -1);
    out = put_place(out, BARS_SYMBOLS, p->die - 1);
    out = put_number(out, p->round, 0, 16);
    out = put_number(out, p->cards, 0, DECK);
    out = put_number(out, p->coins, 0, COINS);
    put_number(out, p->reshuffles, 0, 3);
}

const rz_features bars_feature_table = {list, sizeof list / sizeof *list, write};
