/* A position played on with the same deals after each choice, and what that says. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ai/arena.h"
#include "cmd/rollout.h"
#include "core/module.h"

enum {
    BATCH = 32,      /* deals between two looks at the numbers */
    DEALS_LEAST = 64 /* before anything is clear */
};

/* What a thread needs to play; taken from a heap of those that are free. */
typedef struct player {
    struct player *next;
    rz_analyst analyst;
    void *memory;
    rz_step step;
    rz_state state;
} player;

typedef struct table {
    cmd_rolling *rollout;
    uint32_t first; /* deal of the batch */
    pthread_mutex_t lock;
    player *free;
} table;

static cmd_sample *sample_of(const cmd_rolling *r, uint32_t deal, int choice) {
    return &r->samples[(size_t)deal * (size_t)r->n + (size_t)choice];
}

/* ---- Playing --------------------------------------------------------------------------------- */

static player *new_player(const cmd_rolling *r) {
    const rz_judge *judge = rz_module_of(r->position.game)->judge;
    player *p = calloc(1, sizeof *p);
    if (p)
        p->memory = calloc(1, judge->size);
    if (p && p->memory)
        return p;
    free(p);
    return NULL;
}

static player *take_player(table *t) {
    pthread_mutex_lock(&t->lock);
    player *p = t->free;
    if (p)
        t->free = p->next;
    pthread_mutex_unlock(&t->lock);
    return p ? p : new_player(t->rollout);
}

static void give_player(table *t, player *p) {
    pthread_mutex_lock(&t->lock);
    p->next = t->free;
    t->free = p;
    pthread_mutex_unlock(&t->lock);
}

/* Chance acts; how lucky that is for the seat. */
static double deal_chance(const cmd_rolling *r, player *p, rz_dealer *dealer, uint32_t line) {
    const rz_game *game = r->position.game;
    rz_action action = rz_dealer_draw(dealer, game, r->setup, &p->state);
    double luck = 0;
    if (r->by_luck && rz_analyst_take(&p->analyst, &p->state, RZ_CHANCE, action, line, &p->step))
        luck = p->step.luck.of[r->position.seat];
    game->apply(r->setup, &p->state, RZ_CHANCE, action, NULL);
    return luck;
}

/* The game from the position on, after one of the choices. */
static cmd_sample play_on(const cmd_rolling *r, player *p, int choice,
                          const uint8_t seed[RZ_SEED]) {
    const rz_game *game = r->position.game;
    cmd_sample sample = {0};
    rz_dealer dealer;
    rz_actors actors;
    rz_shares end;
    uint32_t line = r->position.line;
    rz_dealer_init(&dealer, seed);
    game->apply(r->setup, &p->state, r->position.seat, r->action[choice], NULL);
    while ((actors = game->to_act(r->setup, rz_state_public(&p->state))) != 0) {
        int actor = __builtin_ctz(actors);
        line++;
        if (actor == RZ_CHANCE)
            sample.luck += deal_chance(r, p, &dealer, line);
        else
            game->apply(r->setup, &p->state, actor,
                        rz_bot_move(&r->bots[actor], game, r->setup, &p->state, actor, seed, line),
                        NULL);
    }
    rz_final_shares(game, r->setup, rz_state_public(&p->state), &end);
    sample.result = end.of[r->position.seat];
    return sample;
}

/* What is hidden is drawn anew for every deal, and is the same for all choices. */
static void set_up(const cmd_rolling *r, player *p, const uint8_t seed[RZ_SEED]) {
    rz_rng rng;
    memcpy(&p->state, &r->position.state, sizeof p->state);
    if (!r->position.is_view)
        return;
    rz_seed_stream(seed, "hidden", 0, &rng);
    r->position.game->sample(r->setup, &r->position.view, &rng, &p->state);
}

/* The judge begins anew with every deal, so that its numbers do not depend on who played what. */
static bool play_deal(void *context, int number) {
    table *t = context;
    const cmd_rolling *r = t->rollout;
    const rz_judge *judge = rz_module_of(r->position.game)->judge;
    uint32_t deal = t->first + (uint32_t)number;
    uint8_t seed[RZ_SEED];
    player *p = take_player(t);
    if (!p)
        return false;
    rz_seed_child(r->seed, deal, seed);
    rz_analyst_begin(&p->analyst, r->position.game, r->setup, judge, p->memory, r->nodes);
    for (int c = 0; c < r->n; c++) {
        set_up(r, p, seed);
        *sample_of(r, deal, c) = play_on(r, p, c, seed);
    }
    give_player(t, p);
    return true;
}

/* ---- What it says ---------------------------------------------------------------------------- */

/* The factor by which luck is best taken out: one for all choices. A few deals would fit it to
 * themselves; 1 is right for a judge that is. */
static double find_factor(const cmd_rolling *r) {
    double with = 0, of = 0;
    if (r->deals < BATCH)
        return 1;
    for (int c = 0; c < r->n; c++) {
        double result = 0, luck = 0, n = r->deals;
        for (uint32_t d = 0; d < r->deals; d++) {
            result += sample_of(r, d, c)->result / n;
            luck += sample_of(r, d, c)->luck / n;
        }
        for (uint32_t d = 0; d < r->deals; d++) {
            double off = sample_of(r, d, c)->luck - luck;
            with += off * (sample_of(r, d, c)->result - result);
            of += off * off;
        }
    }
    return of > 0 ? with / of : 0;
}

static double value_of(const cmd_rolling *r, uint32_t deal, int choice, double factor) {
    const cmd_sample *s = sample_of(r, deal, choice);
    return s->result - factor * s->luck;
}

static rz_mean mean_of(const cmd_rolling *r, int choice, int other, double factor) {
    rz_mean mean = {0};
    for (uint32_t d = 0; d < r->deals; d++)
        rz_mean_add(&mean, value_of(r, d, choice, factor) -
                               (other < 0 ? 0 : value_of(r, d, other, factor)));
    return mean;
}

/* How many times less the variance is than without luck, over all choices. */
static double find_reduction(const cmd_rolling *r, double factor) {
    double plain = 0, less = 0;
    for (int c = 0; c < r->n; c++) {
        rz_mean a = mean_of(r, c, -1, 0), b = mean_of(r, c, -1, factor);
        plain += a.squares / a.n - rz_mean_value(&a) * rz_mean_value(&a);
        less += b.squares / b.n - rz_mean_value(&b) * rz_mean_value(&b);
    }
    return less > 1e-12 ? plain / less : 1;
}

/* Where all results are the same nothing is known of how much they vary: luck has no part in them
 * then, and that all were alike is all that there is to go by. */
static double half_width_of(const cmd_rolling *r, int choice, const rz_mean *mean) {
    rz_mean plain = mean_of(r, choice, -1, 0);
    bool alike = plain.n * plain.squares - plain.sum * plain.sum < 1e-9;
    double half = alike ? rz_share_half_width(&plain) : rz_mean_half_width(mean);
    return isfinite(half) ? fmin(half, 1) : half;
}

static void sum_up(const cmd_rolling *r, cmd_outcome *o) {
    *o = (cmd_outcome){.factor = r->by_luck ? find_factor(r) : 0, .clear = r->deals >= DEALS_LEAST};
    o->reduction = find_reduction(r, o->factor);
    for (int c = 0; c < r->n; c++) {
        rz_mean mean = mean_of(r, c, -1, o->factor);
        o->win[c] = rz_mean_value(&mean);
        o->half[c] = half_width_of(r, c, &mean);
        o->best = o->win[c] > o->win[o->best] ? c : o->best;
    }
    for (int c = 0; c < r->n; c++) {
        rz_mean less = mean_of(r, o->best, c, o->factor);
        o->less[c] = rz_mean_value(&less);
        o->less_half[c] = rz_mean_half_width(&less);
        o->clear &= c == o->best || o->less[c] > o->less_half[c];
    }
    o->clear &= r->n > 1;
}

static double widest(const cmd_rolling *r, const cmd_outcome *o) {
    double half = 0;
    for (int c = 0; c < r->n; c++)
        half = fmax(half, o->half[c]);
    return half;
}

static bool is_enough(const cmd_rolling *r, cmd_outcome *o) {
    if (r->deals < DEALS_LEAST && r->deals < r->deals_max)
        return false;
    sum_up(r, o);
    return r->deals >= r->deals_max || (r->until > 0 ? widest(r, o) <= r->until : o->clear);
}

/* ---- The loop -------------------------------------------------------------------------------- */

static bool collect_deal(void *context, int number) {
    const table *t = context;
    const cmd_rolling *r = t->rollout;
    uint32_t done = t->first + (uint32_t)number + 1;
    if (cmd_print_bar((double)done / r->deals_max))
        fprintf(stderr, "%u/%u ", done, r->deals_max);
    return true;
}

static bool fail_memory(const cmd_rolling *r) {
    cmd_fail(CMD_FAILURE, r->args->command, N_("there is not enough memory"), NULL);
    return false;
}

static bool play_here(table *t, uint32_t n) {
    cmd_work work = {.n = (int)n,
                     .jobs = t->rollout->jobs,
                     .run = play_deal,
                     .collect = collect_deal,
                     .context = t};
    return cmd_do_work(&work) || fail_memory(t->rollout);
}

static bool take_from_card(table *t, uint32_t n) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = cmd_take_deal(t->rollout, t->first + i) && collect_deal(t, (int)i);
    return ok;
}

static bool play_batch(table *t) {
    cmd_rolling *r = t->rollout;
    uint32_t n = r->deals_max - r->deals < BATCH ? r->deals_max - r->deals : BATCH;
    n = n < BATCH || r->deals % BATCH == 0 ? n : BATCH - r->deals % BATCH;
    t->first = r->deals;
    if (!cmd_rollout_room(r, r->deals + n))
        return fail_memory(r);
    if (!(r->card ? take_from_card : play_here)(t, n))
        return false;
    r->deals += n;
    return true;
}

static void free_players(table *t) {
    while (t->free) {
        player *p = t->free;
        t->free = p->next;
        free(p->memory);
        free(p);
    }
}

/* Looks at the numbers after every batch, whatever was read from a file: so a run that was stopped
 * ends where it would have ended. */
bool cmd_play_rollout(cmd_rolling *r, cmd_outcome *o) {
    table t = {.rollout = r};
    double saved = cmd_seconds();
    bool ok = !r->card || cmd_open_card(r), resumes = r->args->value[OPT_RESUME] != NULL;
    pthread_mutex_init(&t.lock, NULL);
    while (ok && !is_enough(r, o)) {
        ok = play_batch(&t);
        if (ok && resumes && cmd_seconds() > saved + 1) {
            ok = cmd_write_rollout(r);
            saved = cmd_seconds();
        }
    }
    cmd_erase_bar();
    if (r->card)
        cmd_close_card(r);
    free_players(&t);
    pthread_mutex_destroy(&t.lock);
    return ok && (!resumes || cmd_write_rollout(r));
}

/* ---- Before it ------------------------------------------------------------------------------- */

bool cmd_judge_choices(const cmd_rolling *r, rz_choices *choices) {
    player *p = new_player(r);
    if (!p)
        return fail_memory(r);
    rz_analyst_begin(&p->analyst, r->position.game, r->setup, rz_module_of(r->position.game)->judge,
                     p->memory, r->nodes);
    rz_analyst_weigh(&p->analyst, &r->position.state, r->position.seat, choices);
    free(p->memory);
    free(p);
    return true;
}
