/* The analyst: goes through a game and says of every step what it changed, and why.
 *
 * U(h) are the win shares of a whole state. The change of U from one step to the next is put down
 * to luck (chance), to errors of the seat that chose (own), to what others' errors brought (gifts),
 * to what nobody could know (hidden), and to drift: where the judgement disagrees with itself one
 * step later. docs/analysis.md has the formulas. Every term is computed by itself; that they add up
 * to the change is a result, not a definition.
 *
 *     rz_analyst_begin(&analyst, game, setup, judge memory, nodes);
 *     for every line of the record, before it is read:
 *         if it is by a seat or by chance, and
 *             rz_analyst_take(&analyst, state before it, actor, action, line, &step)
 *             use the step;
 *
 * Without memory of its own, input or output: the judge's memory is the caller's.
 */
#ifndef RZ_ANALYST_H
#define RZ_ANALYST_H

#include "analysis/judge.h"
#include "games/games.h"

typedef enum rz_mark { RZ_FINE, RZ_DOUBTFUL, RZ_MISTAKE, RZ_BLUNDER } rz_mark;

/* "fine", "doubtful", "mistake", "blunder", as they are in files. */
extern const char *const rz_mark_names[];

/* One seat's choice. */
typedef struct rz_decision {
    uint32_t line; /* of the record */
    uint8_t seat;
    uint8_t kind; /* rz_judge.kinds */
    rz_mark mark; /* what is to be said of it */
    bool is_away; /* the seat has left, and a bot chose for it: nobody is told of it */
    rz_action chosen, best;
    double loss;  /* what it cost: win of the best less win of the chosen one, from 0 up */
    double stake; /* win of the best less the mean of all */
    double mix;   /* how often the best player takes what was chosen */
    rz_choices choices;
} rz_decision;

typedef enum rz_step_kind {
    RZ_STEP_CHANCE,
    RZ_STEP_DECISION, /* of one seat */
    RZ_STEP_TOGETHER  /* of several at once, up to the moment when it is told */
} rz_step_kind;

typedef struct rz_step {
    rz_step_kind kind;
    uint32_t line;           /* of the last line of the step */
    bool exact;              /* the rest of the game was solved */
    rz_shares before, after; /* U; before + the terms below = after */
    rz_shares luck, hidden, own, gifts, drift;
    rz_shares mean; /* of chance: what was to be expected */
    int n;          /* decisions; forced ones, with one choice, are among them */
    rz_decision decisions[RZ_SEATS_MAX];
} rz_step;

/* The sums over a game. */
typedef struct rz_ledger {
    rz_shares start, luck, hidden, own, gifts, drift, end;
    double accuracy_sum[RZ_SEATS_MAX], accuracy_weight[RZ_SEATS_MAX];
    /* Of the seat itself, not of a bot that played for it; and only where there was a choice. */
    uint32_t decisions[RZ_SEATS_MAX];
    uint32_t marks[RZ_SEATS_MAX][RZ_BLUNDER + 1];
    double loss_of_kind[RZ_SEATS_MAX][RZ_KINDS_MAX];
    uint32_t count_of_kind[RZ_SEATS_MAX][RZ_KINDS_MAX];
} rz_ledger;

/* Large: the caller's memory, as that of the judge. */
typedef struct rz_analyst {
    const rz_game *game;
    const rz_setup *setup;
    const rz_judge *judge;
    void *memory;
    rz_ledger ledger;
    rz_actors away; /* seats that have left; the caller sets them before each action */
    bool has_begun;
    bool is_exact; /* `ledger.end` was solved */
    /* Choices made at once: the state before the first of them, who is waited for and, in the order
     * of the record, what was chosen so far. */
    rz_state together;
    rz_actors waited;
    int n_chosen;
    uint8_t seat[RZ_SEATS_MAX];
    bool is_away[RZ_SEATS_MAX];
    rz_action action[RZ_SEATS_MAX];
    uint32_t line[RZ_SEATS_MAX];
    /* Room for what all choices or outcomes lead to. */
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    rz_action actions[RZ_OUTCOMES_MAX];
    rz_shares shares[RZ_OUTCOMES_MAX];
} rz_analyst;

/* `memory` is room for the judge (rz_judge.size), all zero or used before. */
void rz_analyst_begin(rz_analyst *analyst, const rz_game *game, const rz_setup *setup,
                      const rz_judge *judge, void *memory, uint32_t nodes);

/* An action of a seat or of RZ_CHANCE in `state`, which is legal and has not been done yet; `line`
 * is its number. True if a step is complete with it, which then is in `*step`: what is chosen at
 * once with others makes a step when the last of them has chosen. */
bool rz_analyst_take(rz_analyst *analyst, const rz_state *state, int actor, rz_action action,
                     uint32_t line, rz_step *step);

/* What a seat that may act in `state` could do, and what each choice is worth to it: for those who
 * ask before anything is chosen. Nothing is written into the ledger. True if that is exact for all
 * of them: the rest of the game was solved. */
bool rz_analyst_weigh(rz_analyst *analyst, const rz_state *state, int seat, rz_choices *choices);

/* Win shares of a state, as the judge says or, when the game is over, as it ended. */
bool rz_analyst_value(const rz_analyst *analyst, const rz_state *state, rz_shares *shares);

/* What is to be said of a choice; decision->choices are filled in, and so is `chosen`. */
void rz_decide(const rz_analyst *analyst, rz_decision *decision);

/* Whether it is counted and told of: there was a choice, and the seat itself made it. */
bool rz_is_told(const rz_decision *decision);

/* With what the best choice is compared when it is explained: what was chosen or, if that was the
 * best, the next best; RZ_HIDDEN if there was no other. */
rz_action rz_rival(const rz_decision *decision);

/* From 0 to 100; 100 where nothing was at stake. */
double rz_accuracy(const rz_ledger *ledger, int seat);

#endif
