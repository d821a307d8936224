/* What the files of bars share, and what bots and clients use of it. */
#ifndef RZ_BARS_RULES_H
#define RZ_BARS_RULES_H

#include "games/bars/state.h"

_Static_assert(sizeof(bars_setup) == 16 + 16 + 8 + 4 + 8 + 8 + 36 + 72 + 8, "no padding");
_Static_assert(sizeof(bars_public) == 64 + 48 + 8 + 96 + 96 + 16 + 20 + 4, "no padding");
_Static_assert(sizeof(bars_own) == 12, "no padding");
_Static_assert(sizeof(bars_state) == sizeof(bars_public) + 96 + 16, "no padding");
_Static_assert(sizeof(bars_state) <= 480, "small enough to copy freely");
_Static_assert(sizeof(bars_view) == sizeof(bars_public) + 12 + 4, "no padding");

/* ---- tables.c: what is printed on the components --------------------------------------------- */
extern const char *const bars_card_names[BARS_KINDS];
extern const char *const bars_bar_names[BARS_BARS];
extern const int16_t bars_values[BARS_VALUES]; /* B5: in thousands */
extern const uint8_t bars_units[BARS_VALUES];  /* the same in 5,000s */

static inline int bars_bar_of(int kind) {
    return kind / BARS_BAR_KINDS;
}

static inline bool bars_is_raid(int kind) {
    return kind % BARS_BAR_KINDS >= BARS_SYMBOLS;
}

static inline int bars_symbol(int kind) {
    return kind % BARS_SYMBOLS + 1;
}

static inline int bars_kind_of(int card) {
    return card / BARS_AGES;
}

/* ---- Helpers that bots and clients use as well ------------------------------------------------
 */

/* The worth of a set of money cards, in 5,000s. */
int bars_worth(const uint8_t cards[BARS_VALUES]);

/* B40: how far a seat sits from the croupier, clockwise. */
int bars_distance(const bars_setup *setup, const bars_public *pub, int seat);

/* Whose turn it is to be dealt a card, to be made an offer, to answer (with answers in turn), to
 * roll. */
int bars_deal_seat(const bars_setup *setup, const bars_public *pub);
int bars_offer_seat(const bars_setup *setup, const bars_public *pub);
int bars_answer_seat(const bars_setup *setup, const bars_public *pub);
int bars_roll_seat(const bars_public *pub);

/* B46, B47, B49: who of a set of refusers enters first. */
int bars_next_duellist(const bars_setup *setup, const bars_public *pub, unsigned refusers);

/* How many rounds' cards have been shown. */
int bars_rounds_shown(const bars_public *pub);

/* B71, of each kind: cards that nobody has seen since the last reshuffle, in hands or pile; those
 * that were in the pile just after it; and those that must be in hands. */
void bars_unseen(const bars_setup *setup, const bars_public *pub, uint8_t out[BARS_KINDS]);
void bars_shuffled(const bars_setup *setup, const bars_public *pub, uint8_t out[BARS_KINDS]);
void bars_kept(const bars_setup *setup, const bars_public *pub, uint8_t out[BARS_KINDS]);

/* ---- settle.c: money cards, and what was offered to a set of seats, in seat order; how many ----
 */
void bars_add_cards(uint8_t to[BARS_VALUES], const uint8_t cards[BARS_VALUES]);
int bars_list_sums(const bars_public *pub, unsigned seats, uint16_t sums[]);

/* ---- payment.c: B42 and B43. Cards are counts by value; sums are in 5,000s --------------------
 */

/* B42: true if all the sums together can be paid with whole cards. */
bool bars_payable(const uint8_t cards[BARS_VALUES], const uint16_t sums[], int n);

/* The sums up to `most` that can be paid besides those given, as bits; those given can be. */
enum { BARS_SUM_WORDS = (BARS_UNITS + 63) / 64 };
void bars_payable_besides(const uint8_t cards[BARS_VALUES], const uint16_t sums[], int n, int most,
                          uint64_t out[BARS_SUM_WORDS]);

/* B43: what each of the n acceptors, in seat order, is paid from the bar's cards and the proposer's
 * own. The sums can be paid. */
void bars_pay(const uint8_t bar[BARS_VALUES], const uint8_t own[BARS_VALUES], const uint16_t sums[],
              int n, uint8_t paid[][BARS_VALUES]);

/* ---- The course of the game, for a whole state and for a view alike ---------------------------
 */
typedef struct bars_table {
    const bars_setup *setup;
    bars_public *pub;
    bars_state *state; /* NULL when a view is moved on */
    rz_events *events; /* may be NULL */
} bars_table;

/* An event that follows now: all before it has been done to the table, what it says has not. NULL
 * if nobody watches. */
static inline rz_event *bars_add_event(const bars_table *t, int verb) {
    const rz_public *pub = (const rz_public *)(const void *)t->pub;
    return t->events ? rz_events_add(t->events, verb, pub) : NULL;
}

void bars_name_first(const bars_table *table, int seat);
void bars_begin_round(const bars_table *table);
void bars_pass_card(const bars_table *table);
void bars_turn_money(const bars_table *table, int value);
void bars_lay(const bars_table *table, int bar);
void bars_write_down(const bars_table *table, const uint8_t kinds[BARS_SEATS]);
void bars_settle(const bars_table *table);
void bars_make_offer(const bars_table *table, int sum);
void bars_write_answers(const bars_table *table, unsigned refusers); /* in an event, … */
void bars_take_answers(const bars_table *table, unsigned refusers);  /* … and to go on */
void bars_roll(const bars_table *table, int value);
void bars_hold(const bars_public *pub, bars_own *own, int kind);
void bars_choose(bars_own *own, int kind);
void bars_put_down(const bars_public *pub, bars_own *own);
rz_error bars_refuse_chance(const bars_setup *setup, const bars_public *pub, int outcome);
rz_error bars_refuse(const bars_setup *setup, const bars_public *pub, const bars_own *own, int seat,
                     int action);

/* Takes a card out of a pile, if there is one; how many there are. */
void bars_pile_take(const bars_setup *setup, bars_pile *pile, int kind);
int bars_pile_count(const bars_setup *setup, const bars_pile *pile, int kind);

/* ---- rules.c, view.c, notation.c: the functions of the contract -------------------------------
 */
rz_error bars_complete(rz_setup *setup);
void bars_init(const rz_setup *setup, rz_state *state, rz_events *events);
rz_actors bars_to_act(const rz_setup *setup, const rz_public *pub);
int bars_legal(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]);
int bars_legal_in(const rz_setup *setup, const rz_state *state, int seat,
                  rz_action out[RZ_LEGAL_MAX]);
rz_error bars_why_not(const rz_setup *setup, const rz_view *view, rz_action action);
int bars_chance_verb(const rz_setup *setup, const rz_public *pub);
int bars_chance(const rz_setup *setup, const rz_state *state, rz_outcome out[RZ_OUTCOMES_MAX]);
rz_action bars_draw(const rz_setup *setup, const rz_state *state, rz_rng *rng);
rz_error bars_apply(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                    rz_events *events);
void bars_scores(const rz_setup *setup, const rz_public *pub, int32_t out[RZ_SEATS_MAX]);
rz_actors bars_winners(const rz_setup *setup, const rz_public *pub);
void bars_make_view(const rz_setup *setup, const rz_state *state, int seat, rz_view *view);
void bars_conceal(const rz_setup *setup, int seat, rz_event *event);
rz_error bars_observe(const rz_setup *setup, rz_view *view, const rz_event *event,
                      rz_events *events);
void bars_sample(const rz_setup *setup, const rz_view *view, rz_rng *rng, rz_state *state);
void bars_describe(const rz_setup *setup, const rz_public *pub, int actor, rz_action action,
                   rz_event *event);
rz_error bars_understand(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                         rz_action *action);
extern const rz_verb bars_verbs[BARS_VERBS];

#endif
