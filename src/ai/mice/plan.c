#include "ai/mice/plan.h"

#include "core/mem.h"

static const rz_setup *setup_of(const mice_setup *setup) {
    return (const rz_setup *)(const void *)setup;
}

/* Chains of rewards can be long: all ways are tried as long as there are no more than `ways`, then
 * the first. */
static mice_shares settle(mice_judge *judge, mice_public *pub, int me, int ways) {
    rz_action legal[RZ_LEGAL_MAX];
    mice_shares best = {{0}};
    if (pub->phase < MICE_ANNA_DUE || pub->phase == MICE_OVER)
        return mice_judge_position(judge, pub);
    mice_public from = *pub;
    int n = mice_legal_in(setup_of(judge->setup), (const rz_state *)(const void *)&from, me, legal);
    n = n <= ways ? n : 1;
    for (int i = 0; i < n; i++) {
        mice_public next = from;
        mice_reward(judge->setup, &next, legal[i], NULL);
        mice_shares shares = settle(judge, &next, me, ways / n);
        if (i == 0 || shares.of[me] > best.of[me]) {
            best = shares;
            *pub = next;
        }
    }
    return best;
}

mice_shares mice_settle(mice_judge *judge, mice_public *pub, int me) {
    enum { WAYS = 200 };
    return settle(judge, pub, me, WAYS);
}

/* ---- Candy and support dice ------------------------------------------------------------------ */

enum { CANDY = 1 }; /* one candy die among the others; a support die is mice_one of value + 1 */

static bool holds(uint32_t dice, uint32_t part) {
    return (((dice | 0x88888888) - part) & 0x88888888) == 0x88888888;
}

static int part_number(const mice_planner *pl, uint32_t extra) {
    int number = 0;
    for (int i = 0; i <= MICE_FACES; i++)
        number += (int)(extra >> 4 * i & 15) * pl->stride[i];
    return number;
}

static void list_parts(mice_planner *pl) {
    pl->extras = 1;
    pl->part[0] = 0;
    for (int i = 0; i <= MICE_FACES; i++) {
        int smaller = pl->extras, count = (int)(pl->extra >> 4 * i & 15);
        pl->stride[i] = smaller;
        for (int k = 1; k <= count; k++)
            for (int s = 0; s < smaller && pl->extras < MICE_EXTRAS; s++)
                pl->part[pl->extras++] = pl->part[s] + ((uint32_t)k << 4 * i);
    }
}

/* ---- Options --------------------------------------------------------------------------------- */

static void lay(const mice_planner *pl, int place, const mice_option *o, mice_public *p) {
    const mice_setup *setup = pl->judge->setup;
    if (place < setup->size)
        mice_set_column(setup, p, place, o->column);
    else
        for (uint64_t dice = o->column; dice; dice >>= 8)
            p->row[p->row_size++] = (uint8_t)dice;
    p->free[pl->me] = (uint8_t)(p->free[pl->me] - o->dice);
    p->candy[pl->me] = (uint8_t)(p->candy[pl->me] - (o->extra & 15));
    p->help -= o->extra >> 4;
    p->hand -= pl->known ? o->own : 0;
    p->placed |= o->dice > 0 || o->extra & 15;
}

static void judge_option(mice_planner *pl, int place, mice_option *o) {
    mice_public p = pl->pub;
    lay(pl, place, o, &p);
    mice_done(pl->judge->setup, &p, NULL);
    o->gains = mice_settle(pl->judge, &p, pl->me);
    for (int s = 0; s < pl->judge->setup->common.seats; s++)
        o->gains.of[s] -= pl->base.of[s];
    o->gain = o->gains.of[pl->me] + pl->duty * (float)mice_total(o->extra >> 4);
}

enum { NEVER = -1000 };

static void add_option(mice_planner *pl, int place, const mice_option *from, int value,
                       mice_die kind, int height, int size) {
    mice_menu *m = &pl->menus[place];
    mice_option *o = &m->list[m->n];
    int owner = kind == MICE_SUPPORT_DIE ? MICE_NEUTRAL : pl->me;
    uint64_t die = mice_die_of(value, owner, kind == MICE_CANDY_DIE);
    *o = *from;
    if (kind == MICE_MOUSE) {
        o->own += mice_one(value);
        o->dice++;
    } else {
        o->extra += kind == MICE_CANDY_DIE ? CANDY : mice_one(value + 1);
    }
    if (!holds(pl->own, o->own) || !holds(pl->extra, o->extra) || o->dice > pl->dice)
        return;
    o->column |= die << 8 * height;
    o->part = (uint8_t)part_number(pl, o->extra);
    o->shorter = from->gain > from->shorter ? from->gain : from->shorter;
    /* Without knowing the dice, candy is only thought of where it completes something. */
    if (pl->known || !(o->extra & 15) || height + 1 == size)
        judge_option(pl, place, o);
    else
        o->gain = NEVER;
    m->n++;
}

/* All ways on from one: mouse dice, candy and support dice on the next cell. */
static void add_options(mice_planner *pl, int place, const mice_option *from, unsigned open,
                        int height, int size) {
    mice_menu *m = &pl->menus[place];
    bool any = open == MICE_EVERY;
    for (unsigned values = open; values && m->n <= MICE_OPTIONS - 3; values &= values - 1) {
        int value = mice_lowest(values);
        add_option(pl, place, from, value, MICE_MOUSE, height, size);
        if (m->n < MICE_OPTIONS && pl->extra >> 4)
            add_option(pl, place, from, value, MICE_SUPPORT_DIE, height, size);
        if (place < pl->judge->setup->size && pl->extra & 15 && (pl->known || !any))
            add_option(pl, place, from, value, MICE_CANDY_DIE, height, size);
    }
}

/* All ways up a column: the list is its own queue. */
static void list_column(mice_planner *pl, int c) {
    const mice_stack *stack = &pl->judge->setup->stacks[c];
    mice_option from = {.gain = NEVER, .shorter = NEVER, .column = pl->pub.column[c]};
    pl->menus[c].n = 0;
    for (int i = -1; i < pl->menus[c].n; i++) {
        if (i >= 0)
            from = pl->menus[c].list[i];
        unsigned open = mice_open(stack, from.column);
        if (!(open & MICE_FULL))
            add_options(pl, c, &from, open, mice_height(from.column), stack->size);
    }
}

static void list_row(mice_planner *pl) {
    int place = pl->judge->setup->size, grey = mice_grey_left(pl->judge->setup, &pl->pub);
    mice_option from = {.gain = NEVER, .shorter = NEVER};
    pl->menus[place].n = 0;
    for (int i = -1; i < pl->menus[place].n; i++) {
        if (i >= 0)
            from = pl->menus[place].list[i];
        int height = mice_height(from.column);
        if (height < grey)
            add_options(pl, place, &from, MICE_EVERY, height, MICE_CELLS);
    }
}

/* ---- The best use of all sets of dice -------------------------------------------------------- */

static void list_sets(mice_planner *pl) {
    int n = 0;
    for (int dice = 0; dice <= MICE_DICE; dice++) {
        for (int rank = mice_sets_below(dice); dice <= pl->dice && rank < mice_sets_below(dice + 1);
             rank++)
            if (holds(pl->own, mice_sets()[rank]))
                pl->rank[n++] = (int16_t)rank;
        pl->sets[dice] = n;
    }
}

/* Every set that holds the dice of an option may use it, and the rest of its dice in the places
 * before. */
static void improve(mice_planner *pl, int place, int number) {
    const mice_option *o = &pl->menus[place].list[number - 1];
    const uint32_t *sets = mice_sets();
    uint32_t left = pl->own - o->own;
    int16_t to[MICE_SETS];
    int n = 0, size = pl->sets[pl->dice - o->dice];
    for (int i = 0; i < size; i++) {
        to[i] = pl->rank[i];
        n += !pl->known || holds(left, sets[pl->rank[i]]);
    }
    mice_add_dice(to, size, o->own);
    for (int x = o->part; x < pl->extras; x++) {
        if (!holds(pl->part[x], o->extra))
            continue;
        const float *before = pl->best[place] + (x - o->part) * pl->width;
        float *best = pl->best[place + 1] + x * pl->width;
        uint8_t *choice = pl->choice[place] + x * pl->width;
        for (int i = 0; i < size; i++) {
            float gain = before[pl->rank[i]] + o->gain;
            if (gain > best[to[i]] && (n == size || holds(left, sets[pl->rank[i]]))) {
                best[to[i]] = gain;
                choice[to[i]] = (uint8_t)number;
            }
        }
    }
}

static void find_best(mice_planner *pl) {
    size_t uses = (size_t)(pl->extras * pl->width);
    int places = pl->judge->setup->size + 1;
    memset(pl->best[0], 0, uses * sizeof pl->best[0][0]);
    for (int place = 0; place < places; place++) {
        const mice_menu *m = &pl->menus[place];
        memcpy(pl->best[place + 1], pl->best[place], uses * sizeof pl->best[0][0]);
        memset(pl->choice[place], 0, uses);
        for (int i = 0; i < m->n; i++)
            if (m->list[i].gain > 0 && m->list[i].gain > m->list[i].shorter)
                improve(pl, place, i + 1);
    }
}

static void make(mice_planner *pl) {
    mice_public p = pl->pub;
    mice_done(pl->judge->setup, &p, NULL);
    pl->base = mice_settle(pl->judge, &p, pl->me);
    pl->width = mice_sets_below(pl->dice + 1);
    list_parts(pl);
    list_sets(pl);
    for (int c = 0; c < pl->judge->setup->size; c++)
        list_column(pl, c);
    list_row(pl);
    if (!pl->judge->stopped)
        find_best(pl);
}

void mice_plan_hand(mice_planner *pl, mice_judge *judge, const mice_public *pub) {
    pl->judge = judge;
    pl->pub = *pub;
    pl->me = pub->active;
    pl->own = pub->hand;
    pl->known = true;
    pl->dice = mice_total(pub->hand);
    pl->duty = pub->help ? pub->bound ? 2 : 0.5f : 0;
    pl->extra = pub->help << 4 | pub->candy[pub->active];
    make(pl);
}

void mice_plan_any(mice_planner *pl, mice_judge *judge, const mice_public *pub, int dice) {
    pl->judge = judge;
    pl->pub = *pub;
    pl->pub.hand = 0;
    pl->me = pub->active;
    pl->own = (uint32_t)dice * 0x111111;
    pl->known = false;
    pl->dice = dice;
    pl->duty = pub->help ? 1 : 0;
    pl->extra = pub->help << 4 | pub->candy[pub->active];
    make(pl);
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static int take_dice(int rank, uint32_t dice) {
    return mice_rank(mice_sets()[rank] - dice);
}

/* If the best would be to place nothing: the option that costs the least. */
static void place_something(const mice_planner *pl, int rank, mice_plan *plan) {
    plan->gain = NEVER;
    for (int place = 0; place <= pl->judge->setup->size; place++)
        for (int i = 0; i < pl->menus[place].n; i++) {
            const mice_option *o = &pl->menus[place].list[i];
            if (o->gain > plan->gain && holds(mice_sets()[rank], o->own)) {
                memset(plan->option, 0, sizeof plan->option);
                plan->option[place] = (uint8_t)(i + 1);
                plan->gain = o->gain;
            }
        }
    if (plan->gain <= NEVER)
        plan->gain = 0;
}

mice_plan mice_plan_for(const mice_planner *pl, int rank) {
    int x = pl->extras - 1, left = rank, placed = 0;
    mice_plan plan = {.gain = pl->best[pl->judge->setup->size + 1][x * pl->width + rank]};
    for (int place = pl->judge->setup->size; place >= 0; place--) {
        int number = plan.option[place] = pl->choice[place][x * pl->width + left];
        if (number) {
            const mice_option *o = &pl->menus[place].list[number - 1];
            left = take_dice(left, o->own);
            x -= o->part;
            placed++;
        }
    }
    if (!placed && !pl->pub.placed)
        place_something(pl, rank, &plan);
    return plan;
}

mice_shares mice_plan_sum(const mice_planner *pl, const mice_plan *plan) {
    mice_shares sum = pl->base;
    for (int place = 0; place <= pl->judge->setup->size; place++)
        if (plan->option[place])
            for (int s = 0; s < RZ_NET_OUTPUTS; s++)
                sum.of[s] += pl->menus[place].list[plan->option[place] - 1].gains.of[s];
    return sum;
}

uint32_t mice_plan_dice(const mice_planner *pl, const mice_plan *plan) {
    uint32_t dice = 0;
    for (int place = 0; place <= pl->judge->setup->size; place++)
        if (plan->option[place])
            dice += pl->menus[place].list[plan->option[place] - 1].own;
    return dice;
}

void mice_plan_lay(const mice_planner *pl, const mice_plan *plan, mice_public *p) {
    for (int place = 0; place <= pl->judge->setup->size; place++)
        if (plan->option[place])
            lay(pl, place, &pl->menus[place].list[plan->option[place] - 1], p);
}

rz_action mice_first_step(const mice_planner *pl, int place, const mice_option *o) {
    bool row = place == pl->judge->setup->size;
    int cell = row ? 0 : mice_height(pl->pub.column[place]), die = mice_die_at(o->column, cell);
    mice_die kind = mice_die_candy(die)                   ? MICE_CANDY_DIE
                    : mice_die_owner(die) == MICE_NEUTRAL ? MICE_SUPPORT_DIE
                                                          : MICE_MOUSE;
    return mice_place_action(kind, mice_die_value(die), row ? MICE_CAT : place);
}

typedef struct shortlist {
    const mice_planner *pl;
    mice_plan *list;
    int n, max;
    rz_action first; /* that plans must begin with, or 0 … */
    int where;       /* … its place, or -1 */
    mice_plan now;
} shortlist;

static void note(shortlist *s) {
    int i = s->n < s->max ? s->n++ : s->max - 1;
    for (; i > 0 && s->list[i - 1].gain < s->now.gain; i--)
        s->list[i] = s->list[i - 1];
    s->list[i] = s->now;
}

/* Goes through all plans, but for those that can not be better than what is on the list: the best
 * of the places before is known. */
static void choose_options(shortlist *s, int place, int rank, int x) {
    const mice_planner *pl = s->pl;
    if (s->n == s->max &&
        s->now.gain + pl->best[place + 1][x * pl->width + rank] <= s->list[s->n - 1].gain)
        return;
    if (place < 0) {
        note(s);
        return;
    }
    const mice_menu *m = &pl->menus[place];
    float gain = s->now.gain;
    for (int i = 0; i <= m->n; i++) {
        const mice_option *o = i ? &m->list[i - 1] : NULL;
        if (o && (!holds(mice_sets()[rank], o->own) || !holds(pl->part[x], o->extra)))
            continue;
        if (place == s->where && (!o || mice_first_step(pl, place, o) != s->first))
            continue;
        s->now.option[place] = (uint8_t)i;
        s->now.gain = gain + (o ? o->gain : 0);
        choose_options(s, place - 1, o ? take_dice(rank, o->own) : rank, o ? x - o->part : x);
    }
    s->now.option[place] = 0;
    s->now.gain = gain;
}

static int list_plans(shortlist *s, int rank) {
    choose_options(s, s->pl->judge->setup->size, rank, s->pl->extras - 1);
    return s->n;
}

int mice_plan_list_for(const mice_planner *pl, int rank, mice_plan *list, int max) {
    return list_plans(&(shortlist){.pl = pl, .list = list, .max = max, .where = -1}, rank);
}

int mice_plan_list(const mice_planner *pl, mice_plan *list, int max) {
    return mice_plan_list_for(pl, mice_rank(pl->own), list, max);
}

int mice_plan_list_with(const mice_planner *pl, rz_action first, mice_plan *list, int max) {
    int column = (first - MICE_PLACE) % (MICE_COLUMNS + 1);
    shortlist s = {.pl = pl, .list = list, .max = max, .first = first};
    s.where = column == MICE_CAT ? pl->judge->setup->size : column;
    return list_plans(&s, mice_rank(pl->own));
}

/* ---- Two columns that win together ------------------------------------------------------------
 */

/* Whether the seat may win in this turn, if it is paid before it brings food to safety. */
static bool may_win(const mice_planner *pl) {
    return MICE_GOAL - pl->pub.safe[pl->me] <= 2 * MICE_FACES;
}

static bool completes(const mice_planner *pl, int place, const mice_option *o) {
    return mice_height(o->column) == pl->judge->setup->stacks[place].size;
}

static bool fit(const mice_planner *pl, const mice_option *a, const mice_option *b) {
    return a->dice + b->dice <= pl->dice && holds(pl->own, a->own + b->own) &&
           holds(pl->extra, a->extra + b->extra);
}

static int list_partners(const mice_planner *pl, int secure, int option, mice_plan *list, int n,
                         int max) {
    const mice_option *a = &pl->menus[secure].list[option];
    for (int place = 0; place < pl->judge->setup->size; place++)
        for (int i = 0; place != secure && i < pl->menus[place].n && n < max; i++) {
            const mice_option *b = &pl->menus[place].list[i];
            if (!completes(pl, place, b) || !fit(pl, a, b))
                continue;
            list[n] = (mice_plan){{0}, 0};
            list[n].option[secure] = (uint8_t)(option + 1);
            list[n++].option[place] = (uint8_t)(i + 1);
        }
    return n;
}

int mice_plan_list_wins(const mice_planner *pl, mice_plan *list, int max) {
    const mice_setup *setup = pl->judge->setup;
    int n = 0;
    for (int place = 0; place < setup->size; place++)
        for (int i = 0; may_win(pl) && i < pl->menus[place].n; i++)
            if (setup->stacks[place].shelf == MICE_SECURE_SHELF &&
                completes(pl, place, &pl->menus[place].list[i]))
                n = list_partners(pl, place, i, list, n, max);
    return n;
}
