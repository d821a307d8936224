/* Liar's dice: each seat rolls dice under its cup; in turn one bids how many of a face lie under
 * all cups, higher each time, until somebody doubts it. All dice are shown: if the bid was too high
 * the bidder loses a die, else the doubter. The last with dice wins. */
#ifndef RZ_LIAR_STATE_H
#define RZ_LIAR_STATE_H

#include "core/game.h"

enum {
    LIAR_SEATS = 5,
    LIAR_DICE = 3, /* of each seat */
    LIAR_FACES = 6,
    LIAR_DOUBT = 0,
    LIAR_BID = 1, /* + (count - 1) · 6 + face - 1: a higher bid is a higher number */
    LIAR_ACTIONS = LIAR_BID + LIAR_SEATS * LIAR_DICE * LIAR_FACES
};

enum { LIAR_VERB_ROLL, LIAR_VERB_BID, LIAR_VERB_DOUBT, LIAR_VERB_SHOW, LIAR_VERB_END, LIAR_VERBS };
enum { LIAR_ROLLING, LIAR_BIDDING, LIAR_SHOWING, LIAR_OVER };

typedef struct liar_setup {
    rz_setup_common common;
} liar_setup;

typedef uint8_t liar_cup[LIAR_DICE]; /* dice in the order in which they were rolled; 0: none */

typedef struct liar_public {
    uint8_t dice[LIAR_SEATS];   /* how many each has left … */
    uint8_t rolled[LIAR_SEATS]; /* … and has rolled in this round */
    liar_cup shown[LIAR_SEATS]; /* at the last doubt */
    uint8_t phase, active, bidder;
    uint8_t count, face; /* of the bid; 0: none yet */
} liar_public;

typedef struct liar_state {
    liar_public pub;
    liar_cup cups[LIAR_SEATS];
} liar_state;

typedef struct liar_view {
    liar_public pub;
    liar_cup cup;
    uint8_t seat; /* or RZ_SPECTATOR */
} liar_view;

extern const rz_game liar_game;
extern const rz_verb liar_verbs[LIAR_VERBS];
#define LIAR_PUBLIC(pub) ((const liar_public *)(const void *)(pub))
#define LIAR_VIEW(view)  ((const liar_view *)(const void *)(view))

/* For states and views alike: who rolls next, or -1; why a seat may not; and what follows. The cup
 * of another is NULL. */
int liar_roller(const liar_public *p);
rz_error liar_refuse(const liar_public *p, int seat, rz_action action);
void liar_roll(liar_public *p, uint8_t cup[], int face);
void liar_choose(liar_public *p, rz_action action);
void liar_settle(liar_public *p, const liar_cup shown[LIAR_SEATS], rz_events *events);

rz_error liar_complete(rz_setup *setup);
void liar_init(const rz_setup *setup, rz_state *state, rz_events *events);
rz_actors liar_to_act(const rz_setup *setup, const rz_public *pub);
int liar_legal(const rz_setup *setup, const rz_view *view, rz_action out[]);
int liar_legal_in(const rz_setup *setup, const rz_state *state, int seat, rz_action out[]);
rz_error liar_why_not(const rz_setup *setup, const rz_view *view, rz_action action);
int liar_chance_verb(const rz_setup *setup, const rz_public *pub);
int liar_chance(const rz_setup *setup, const rz_state *state, rz_outcome out[]);
rz_action liar_draw(const rz_setup *setup, const rz_state *state, rz_rng *rng);
rz_error liar_apply(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                    rz_events *events);
void liar_make_view(const rz_setup *setup, const rz_state *state, int seat, rz_view *view);
void liar_conceal(const rz_setup *setup, int seat, rz_event *event);
rz_error liar_observe(const rz_setup *setup, rz_view *view, const rz_event *event,
                      rz_events *events);
void liar_sample(const rz_setup *setup, const rz_view *view, rz_rng *rng, rz_state *state);
void liar_scores(const rz_setup *setup, const rz_public *pub, int32_t out[]);
rz_actors liar_winners(const rz_setup *setup, const rz_public *pub);
void liar_describe(const rz_setup *setup, const rz_public *pub, int actor, rz_action action,
                   rz_event *event);
rz_error liar_understand(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                         rz_action *action);

enum { LIAR_E_TURN = RZ_E_GAME, LIAR_E_LOW, LIAR_E_HIGH, LIAR_E_ROLL };

#endif
