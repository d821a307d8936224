/* loot: the table of features. */
#include "batch/features.h"
#include "batch/put.h"
#include "games/loot/rules.h"

enum { SCORE_MIN = -40, NUMBERS = 255, PHASES = 2 };

static const char *const phase_names[] = {"turn", "auction"};

/* clang-format off */
static const rz_feature list[] = {
    {"unseen", "How many cards of each kind are still in the piles.", {LOOT_CARDS}, 21, loot_card_names},
    {"estate", "How many cards of each kind of loot each seat owns.", {RZ_EACH_SEAT, LOOT_KINDS}, 16, loot_card_names},
    {"up", "The cheques that lie face up before each seat: place c - 1 for cheque c.", {RZ_EACH_SEAT, LOOT_CHEQUES}, 1, NULL},
    {"down", "The cheques that lie face down before each seat, which all have seen.", {RZ_EACH_SEAT, LOOT_CHEQUES}, 1, NULL},
    {"score", "The score of each seat so far, plus 40.", {RZ_EACH_SEAT}, NUMBERS, NULL},
    {"lot", "What lies in each of the places on the table.", {LOOT_PLACES, LOOT_KINDS}, 1, loot_card_names},
    {"police", "How many police cards lie on the table.", {1}, 7, NULL},
    {"table_cheque", "The cheque on the table: place c - 1 for cheque c.", {LOOT_CHEQUES}, 1, NULL},
    {"piles", "How many cards are left in each pile.", {2}, 120, NULL},
    {"phase", "Whose decision it is: of a turn, or in an auction.", {PHASES}, 1, phase_names},
    {"round", "Which of the three rounds is played.", {3}, 1, NULL},
    {"active", "Whose turn it is.", {RZ_EACH_SEAT}, 1, NULL},
    {"bidder", "Who is to act.", {RZ_EACH_SEAT}, 1, NULL},
    {"court", "Whether the auction was called, not drawn.", {1}, 1, NULL},
    {"best", "The highest bid so far: place c - 1 for cheque c.", {LOOT_CHEQUES}, 1, NULL},
    {"leader", "Who bid it.", {RZ_EACH_SEAT}, 1, NULL},
    {"raid", "How many more police cards end the round.", {1}, 7, NULL},
};
/* clang-format on */

static uint8_t *put_cheques(uint8_t *out, int first, int seats, const uint16_t *cheques) {
    for (int i = 0; i < seats; i++)
        out = put_bits16(out, cheques[put_seat_at(first, seats, i)]);
    return out;
}

static uint8_t *put_lot(uint8_t *out, const loot_public *p) {
    memset(out, 0, LOOT_PLACES * LOOT_KINDS);
    for (int i = 0; i < LOOT_PLACES; i++)
        if (p->lot[i])
            out[i * LOOT_KINDS + p->lot[i] - 1] = 1;
    return out + LOOT_PLACES * LOOT_KINDS;
}

static void write(const rz_setup *setup, const rz_view *view, uint8_t *out) {
    const loot_view *v = (const loot_view *)(const void *)view;
    const loot_public *p = &v->pub;
    int seats = rz_seats(setup), first = put_first(v->seat, seats);
    out = put_bytes(out, p->unseen, LOOT_CARDS);
    out = put_rows(out, first, seats, p->estate[0], LOOT_KINDS);
    out = put_cheques(out, first, seats, p->up);
    out = put_cheques(out, first, seats, p->down);
    for (int i = 0; i < seats; i++)
        out = put_number(out, p->score[put_seat_at(first, seats, i)], SCORE_MIN, NUMBERS);
    out = put_lot(out, p);
    out = put_number(out, p->police, 0, 7);
    out = put_place(out, LOOT_CHEQUES, p->cheque - 1);
    out = put_bytes(out, p->pile, 2);
    out = put_place(out, PHASES, p->phase == LOOT_TURN ? 0 : p->phase == LOOT_AUCTION ? 1 : -1);
    out = put_place(out, 3, p->round - 1);
    out = put_seat(out, first, seats, p->active);
    out = put_seat(out, first, seats, p->bidder);
    out = put_number(out, p->court, 0, 1);
    out = put_place(out, LOOT_CHEQUES, p->best - 1);
    out = put_seat(out, first, seats, p->best ? p->leader : RZ_SEATS_MAX);
    put_number(out, loot_raid(setup) - p->police, 0, 7);
}

const rz_features loot_feature_table = {list, sizeof list / sizeof *list, write};
