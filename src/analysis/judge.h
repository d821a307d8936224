/* Judges of whole states: what every seat's chance to win is, whoever knows of it.
 *
 * Bots take views alone; a judge is given the state, since after a game everything may be looked
 * at. So judges live above ai/, and no bot can ask one.
 *
 * Between anchors (the beginnings of turns or rounds, which a net or a formula judges) a judge
 * expands exactly: a choice is worth what the best one leads to, chance what its outcomes are worth
 * on average. Then its judgements agree with each other inside a turn, and drift arises at anchors
 * alone (docs/analysis.md).
 */
#ifndef RZ_JUDGE_H
#define RZ_JUDGE_H

#include "ai/net.h"
#include "core/game.h"
#include "games/list.h"

/* A number for every seat; of win shares the sum is one. */
typedef struct rz_shares {
    double of[RZ_SEATS_MAX];
} rz_shares;

/* All that a seat could have done, and what it is worth from what the seat could know. */
typedef struct rz_choices {
    int n;
    rz_action action[RZ_LEGAL_MAX]; /* ascending, as game->legal gives them */
    double win[RZ_LEGAL_MAX];       /* the seat's share of the win after it */
    double mix[RZ_LEGAL_MAX];       /* how often the best player takes it; sums up to one */
    double doubt;                   /* half the width of what `win` may be off by; 0: none known */
} rz_choices;

/* What a game brings: analysis/GAME.c. A judge is memory of the caller's, all zero at first, of
 * `size` bytes, and serves one thread. The same calls in the same order give the same numbers. */
typedef struct rz_judge {
    size_t size;

    /* Forgets all, and begins with a game. `nodes` is how many positions may be looked at for one
     * judgement, or 0: as many as the game thinks right. */
    void (*begin)(void *judge, const rz_setup *setup, uint32_t nodes);

    /* Which judgement this is, for people who compare: "net 3f9a…", "rules of thumb". */
    void (*describe)(const void *judge, rz_text *out);

    /* Win shares of a state, at any moment between actions. True if they are exact: the rest of the
     * game was solved. */
    bool (*value)(void *judge, const rz_state *state, rz_shares *shares);

    /* The same after each of `n` actions of `actor`, a seat or RZ_CHANCE: all at once is often
     * cheaper than one by one. NULL: one by one. */
    bool (*values)(void *judge, const rz_state *state, int actor, const rz_action *actions, int n,
                   rz_shares *shares);

    /* What the choices of the view's seat are worth to it, where that is not what they lead to in
     * the whole state: where something is hidden. `out` has the actions. NULL: nothing is hidden,
     * and nothing is gained by mixing. */
    void (*choices)(void *judge, const rz_view *view, int seat, rz_choices *out);

    /* What kind of decision it is: a place in `kinds`. */
    int (*kind)(const rz_setup *setup, const rz_public *pub, int seat);
    const char *const *kinds; /* for people, translated: "bidding"; NULL comes last */
} rz_judge;

enum { RZ_KINDS_MAX = 8 };

#define X(name) extern const rz_judge name##_judgement; /* where there is one */
RZ_GAMES(X)
#undef X

/* The judge of a game, or NULL if the game has none or what it judges by was not learnt. */
const rz_judge *rz_judge_of(const rz_game *game);

/* Win shares of a game that is over: winners share. */
void rz_final_shares(const rz_game *game, const rz_setup *setup, const rz_public *pub,
                     rz_shares *shares);

/* "net 3f9a21c0": the beginning of its checksum, which its file ends with. */
void rz_describe_net(const rz_net *net, rz_text *out);

/* Shares that sum up to one; all alike if the sum is nothing. */
void rz_shares_normalize(rz_shares *shares, int seats);

#endif
