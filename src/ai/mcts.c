/* The yardstick: open-loop UCT over the contract alone, without any knowledge of a game.
 *
 * Every walk begins with a state sampled from the view, and draws chance anew; so a node stands for
 * a sequence of choices and not for a position, and a choice that is not legal in this walk's state
 * is passed over. Values are win shares, one a seat. Below the tree moves are random, up to a
 * number of choices; then the leaders by score share the win. */
#include "ai/bot.h"
#include "ai/clock.h"
#include "ai/maths.h"
#include "core/bits.h"
#include "core/translate.h"
#include "games/games.h"

enum {
    DEFAULT_MS = 20,
    ROLLOUT_CHOICES = 200, /* of all seats together; longer games are cut there */
    NODES_MAX = 1 << 16    /* then the tree grows no more; its walks go on */
};

typedef struct node {
    uint32_t first_child, sibling; /* 0: none; node 0 is the root */
    uint32_t visits;
    rz_action action; /* that leads here, … */
    uint8_t seat;     /* … and who chose it */
    float wins;       /* of that seat, summed */
} node;

typedef struct tree {
    const rz_question *question;
    node *nodes;
    uint32_t count;
} tree;

static uint32_t find_child(const tree *t, uint32_t parent, int seat, rz_action action) {
    uint32_t child = t->nodes[parent].first_child;
    while (child && (t->nodes[child].action != action || t->nodes[child].seat != seat))
        child = t->nodes[child].sibling;
    return child;
}

/* A new child, or 0 if there is no room for it. */
static uint32_t add_child(tree *t, uint32_t parent, int seat, rz_action action) {
    if (t->count == NODES_MAX)
        return 0;
    t->nodes[t->count] =
        (node){.sibling = t->nodes[parent].first_child, .action = action, .seat = (uint8_t)seat};
    t->nodes[parent].first_child = t->count;
    return t->count++;
}

static float upper_bound(const node *child, float log_visits) {
    float visits = (float)child->visits;
    return child->wins / visits + rz_sqrt(log_visits / visits);
}

/* The legal action to try next below `parent`: one that was never tried, else the most promising.
 * `*child` is its node, 0 if it has none yet. */
static rz_action select_action(const tree *t, uint32_t parent, int seat, const rz_action legal[],
                               int n, uint32_t *child) {
    float best = -1, bound, log_visits = rz_log((float)t->nodes[parent].visits + 1);
    int untried = 0;
    rz_action chosen = legal[0];
    *child = 0;
    for (int i = 0; i < n; i++) {
        uint32_t c = find_child(t, parent, seat, legal[i]);
        if (!c) {
            /* Each of those never tried is as likely as the others. */
            if (rz_rng_below(t->question->rng, (uint32_t)++untried) == 0)
                chosen = legal[i];
            *child = 0;
        } else if (untried == 0 && (bound = upper_bound(&t->nodes[c], log_visits)) > best) {
            best = bound;
            chosen = legal[i];
            *child = c;
        }
    }
    if (untried > 0)
        *child = 0;
    return chosen;
}

/* Chance acts until a seat has to; who may act then. */
static rz_actors run_chance(const rz_question *q, rz_state *state) {
    rz_actors actors;
    while ((actors = q->game->to_act(q->setup, rz_state_public(state))) & RZ_CHANCE_BIT)
        q->game->apply(q->setup, state, RZ_CHANCE, q->game->draw(q->setup, state, q->rng), NULL);
    return actors;
}

static void roll_out(const rz_question *q, rz_state *state) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    for (int i = 0; i < ROLLOUT_CHOICES && (actors = run_chance(q, state)); i++) {
        int seat = __builtin_ctz(actors);
        int n = q->game->legal_in(q->setup, state, seat, legal);
        q->game->apply(q->setup, state, seat, legal[rz_rng_below(q->rng, (uint32_t)n)], NULL);
    }
}

/* Win shares: of the winners, or of the leaders where the game was cut. */
static void value(const rz_question *q, const rz_state *state, float shares[RZ_SEATS_MAX]) {
    const rz_public *pub = rz_state_public(state);
    rz_actors winners = 0;
    if (q->game->to_act(q->setup, pub) == 0) {
        winners = q->game->winners(q->setup, pub);
    } else {
        int32_t scores[RZ_SEATS_MAX], best = INT32_MIN;
        q->game->scores(q->setup, pub, scores);
        for (int s = 0; s < rz_seats(q->setup); s++) {
            if (scores[s] > best)
                winners = 0;
            if (scores[s] >= best) {
                best = scores[s];
                winners |= (rz_actors)(1 << s);
            }
        }
    }
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        shares[s] = winners >> s & 1 ? 1.0f / (float)rz_bits_count(winners) : 0;
}

/* One walk: down the tree, one new node, a rollout, and the value back up. */
static void walk(tree *t) {
    enum { DEPTH_MAX = 256 };
    const rz_question *q = t->question;
    uint32_t path[DEPTH_MAX], at = 0;
    int depth = 0;
    rz_state state;
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    float shares[RZ_SEATS_MAX];
    bool grown = false;
    q->game->sample(q->setup, q->view, q->rng, &state);
    while (!grown && depth < DEPTH_MAX && (actors = run_chance(q, &state))) {
        bool ours = depth == 0; /* the choice that is asked for, whoever else may choose now */
        int seat = ours ? q->seat : __builtin_ctz(actors);
        int n = ours ? q->n_legal : q->game->legal_in(q->setup, &state, seat, legal);
        uint32_t child;
        rz_action action = select_action(t, at, seat, ours ? q->legal : legal, n, &child);
        q->game->apply(q->setup, &state, seat, action, NULL);
        grown = child == 0;
        at = grown ? add_child(t, at, seat, action) : child;
        if (at)
            path[depth++] = at;
    }
    roll_out(q, &state);
    value(q, &state, shares);
    t->nodes[0].visits++;
    for (int i = 0; i < depth; i++) {
        node *n = &t->nodes[path[i]];
        n->visits++;
        n->wins += shares[n->seat];
    }
}

static rz_action most_visited(const tree *t) {
    rz_action best = t->question->legal[0];
    uint32_t most = 0;
    for (uint32_t c = t->nodes[0].first_child; c; c = t->nodes[c].sibling)
        if (t->nodes[c].visits >= most) {
            most = t->nodes[c].visits;
            best = t->nodes[c].action;
        }
    return best;
}

static rz_action choose(const rz_question *question) {
    static _Thread_local node nodes[NODES_MAX];
    tree t = {question, nodes, 1};
    if (question->n_legal == 1)
        return question->legal[0];
    nodes[0] = (node){0};
    uint32_t walks = question->nodes;
    double until = rz_clock_ms() + (question->ms ? question->ms : DEFAULT_MS);
    for (uint32_t i = 0; walks ? i < walks : i % 8 || rz_clock_ms() < until; i++)
        walk(&t);
    return most_visited(&t);
}

const rz_bot rz_mcts_bot = {"mcts", N_("searches without knowing anything of the game"), choose,
                            false};
