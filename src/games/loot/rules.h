/* What the files of loot share, and what bots and clients use of it. */
#ifndef RZ_LOOT_RULES_H
#define RZ_LOOT_RULES_H

#include "games/loot/state.h"

_Static_assert(sizeof(loot_public) ==
                   24 + 3 * 2 * LOOT_SEATS + LOOT_SEATS * LOOT_KINDS + LOOT_PLACES + 14,
               "no padding");
_Static_assert(sizeof(loot_state) <= 192, "small enough to copy freely");
_Static_assert(sizeof(loot_view) == sizeof(loot_public) + 2, "no padding");

/* ---- tables.c: what is printed on the components --------------------------------------------- */
extern const char *const loot_card_names[LOOT_CARDS];
extern const char *const loot_category_names[LOOT_CATEGORIES];
extern const uint8_t loot_card_count[LOOT_CARDS];                   /* L3 */
extern const bool loot_card_crossed[LOOT_KINDS];                    /* L6 */
extern const uint16_t loot_cheque_sets[LOOT_SEATS + 1][LOOT_SEATS]; /* L7: by seats, set */
extern const int8_t loot_jewel_points[LOOT_JEWELS + 1];             /* L44 */
extern const int8_t loot_business_points[LOOT_BUSINESSES + 1];      /* L46 */
extern const int8_t loot_identical_points[5];                       /* L47 */

/* Police cards that end a round (L32). */
static inline int loot_raid(const rz_setup *setup) {
    return rz_seats(setup) == 2 ? 5 : 7;
}

/* ---- Helpers that bots and clients use as well ------------------------------------------------
 */

/* What every seat would score if the round ended now (L40–L49); `last` adds what only the third
 * round scores. */
void loot_points(const loot_setup *setup, const loot_public *pub, bool last,
                 int16_t points[LOOT_SEATS][LOOT_CATEGORIES]);

/* What an estate scores by itself, whatever the others have (L40, L43–L47). */
void loot_estate_points(const uint8_t estate[LOOT_KINDS], bool last,
                        int16_t points[LOOT_CATEGORIES]);

/* Cards left in the piles. */
static inline int loot_left(const loot_public *pub) {
    return pub->pile[0] + pub->pile[1];
}

/* What a seat may bid when `best` is the highest bid so far, as bits: 0 for a pass, which the
 * caller of a court auction may not if nobody has bid (L25, L26), and the cheques that are higher.
 */
static inline unsigned loot_bids(const loot_public *pub, int seat, int best) {
    bool must = pub->court & (seat == pub->active) & !best;
    return (unsigned)pub->up[seat] >> best << (best + 1) | !must;
}

/* The sum of a set of cheques, and the highest of it (0 if empty). */
int loot_cheque_sum(uint16_t cheques);
int loot_cheque_max(uint16_t cheques);

/* ---- rules.c, view.c, notation.c: the functions of the contract -------------------------------
 */
rz_error loot_complete(rz_setup *setup);
void loot_init(const rz_setup *setup, rz_state *state, rz_events *events);
rz_actors loot_to_act(const rz_setup *setup, const rz_public *pub);
int loot_legal(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]);
int loot_legal_in(const rz_setup *setup, const rz_state *state, int seat,
                  rz_action out[RZ_LEGAL_MAX]);
rz_error loot_why_not(const rz_setup *setup, const rz_view *view, rz_action action);
int loot_chance_verb(const rz_setup *setup, const rz_public *pub);
int loot_chance(const rz_setup *setup, const rz_state *state, rz_outcome out[RZ_OUTCOMES_MAX]);
rz_action loot_draw(const rz_setup *setup, const rz_state *state, rz_rng *rng);
rz_error loot_apply(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                    rz_events *events);
void loot_scores(const rz_setup *setup, const rz_public *pub, int32_t out[RZ_SEATS_MAX]);
rz_actors loot_winners(const rz_setup *setup, const rz_public *pub);
void loot_make_view(const rz_setup *setup, const rz_state *state, int seat, rz_view *view);
void loot_conceal(const rz_setup *setup, int seat, rz_event *event);
rz_error loot_observe(const rz_setup *setup, rz_view *view, const rz_event *event,
                      rz_events *events);
void loot_sample(const rz_setup *setup, const rz_view *view, rz_rng *rng, rz_state *state);
void loot_describe(const rz_setup *setup, const rz_public *pub, int actor, rz_action action,
                   rz_event *event);
rz_error loot_understand(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                         rz_action *action);
extern const rz_verb loot_verbs[LOOT_VERBS];

/* The order of the cheque sets with rank `rank` among all (lexicographic), and back: -1 if `order`
 * does not name each set once. Entries are below LOOT_SEATS. */
void loot_order_of(int seats, int rank, uint8_t order[LOOT_SEATS]);
int loot_rank_of(int seats, const int16_t order[]);

#endif
