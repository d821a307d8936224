/* bars: who sees what (B70, B71), and what a seat can not tell apart.
 *
 * The distribution of bars_sample. Hidden from a seat are the other seats' cards, those they have
 * chosen, their answers of this haggle, and the pile. A sampled state is drawn as if all cards were
 * told apart and everybody played at random from the cards held:
 *
 *   - before a reshuffle every assignment of the cards not seen to the places they can be in (the
 *     others' hands, the pile) is equally likely;
 *   - after one, a card has an age: how many reshuffles came before it was dealt. Cards of age 0
 *     are known as a set to everybody, and so are those of which each later pile was made (B71).
 *     Cards of one age are equally likely to be in any place of that age: a card in hand that was
 *     dealt then, or, for the last age, the pile;
 *   - of which age a shown card was follows from its kind, unless equal cards have different ages.
 *     Then each way to explain all shows, by ages, has the weight of what it took: for each show
 *     the number of cards of that age that the seat held, times the share of the shown kind among
 *     the cards of that age not placed before;
 *   - the chosen card is any of the hand's, and each answer is one or the other, all equally
 *     likely.
 *
 * All ways to explain are enumerated, so the sample is exact, if there are no more than MOST_WAYS.
 * With the printed cards there can be more only late in a game of eight, once in some thousand
 * views, or with tables of cards that have more equal ones. Then GUESSES ways are drawn one show
 * after the other, and one of those is taken by its weight: close, though not exact.
 */
#include "core/assert.h"
#include "core/mem.h"
#include "games/bars/rules.h"

enum { MOST_WAYS = 4096, GUESSES = 512 };

static const bars_setup *setup_of(const rz_setup *setup) {
    return (const bars_setup *)(const void *)setup;
}

static bars_own empty_hand(void) {
    bars_own own = {.chosen = BARS_NO_CARD};
    memset(own.hand, BARS_NO_CARD, BARS_HAND);
    return own;
}

/* B70: a seat sees its own hand, choice and answer, a spectator none; B71: all the rest is open. */
void bars_make_view(const rz_setup *setup, const rz_state *state, int seat, rz_view *view) {
    const bars_state *b = (const bars_state *)(const void *)state;
    bars_view *v = (bars_view *)(void *)view;
    *v = (bars_view){.pub = b->pub, .seat = (uint8_t)seat};
    v->own = seat < rz_seats(setup) ? b->own[seat] : empty_hand();
}

/* B70. */
void bars_conceal(const rz_setup *setup, int seat, rz_event *event) {
    switch (event->verb) {
    case BARS_VERB_DEAL:
        if (event->data[0] != seat)
            event->data[1] = RZ_NULL;
        break;
    case BARS_VERB_PLAY:
        if (event->by != seat)
            event->data[0] = RZ_NULL;
        break;
    case BARS_VERB_ANSWER:
        if (event->by != seat && setup_of(setup)->answers == 0)
            event->data[0] = RZ_NULL;
        break;
    default:
        break;
    }
}

/* ---- What everybody knows by counting -------------------------------------------------------- */

/* Cards shown from one round up to, but not in, another. */
static void count_shown(const bars_setup *s, const bars_public *p, int from, int to,
                        uint8_t out[BARS_KINDS]) {
    memset(out, 0, BARS_KINDS);
    for (int i = (from - 1) * s->common.seats; i < (to - 1) * s->common.seats; i++)
        out[p->shown[i]]++;
}

/* The round in which the n-th reshuffle came, from 1; the game begins with round 1, and what has
 * not come yet comes after all that was shown. */
static int turned_in(const bars_public *p, int n) {
    if (n > p->reshuffles)
        return bars_rounds_shown(p) + 1;
    return n > 0 ? p->turned[n - 1][0] : 1;
}

void bars_unseen(const bars_setup *s, const bars_public *p, uint8_t out[BARS_KINDS]) {
    uint8_t seen[BARS_KINDS];
    count_shown(s, p, turned_in(p, p->reshuffles), bars_rounds_shown(p) + 1, seen);
    for (int kind = 0; kind < BARS_KINDS; kind++)
        out[kind] = (uint8_t)(s->count[kind] - seen[kind]);
}

void bars_shuffled(const bars_setup *s, const bars_public *p, uint8_t out[BARS_KINDS]) {
    if (p->reshuffles == 0)
        memcpy(out, s->count, BARS_KINDS);
    else
        count_shown(s, p, turned_in(p, p->reshuffles - 1), turned_in(p, p->reshuffles), out);
}

void bars_kept(const bars_setup *s, const bars_public *p, uint8_t out[BARS_KINDS]) {
    uint8_t unseen[BARS_KINDS], shuffled[BARS_KINDS];
    bars_unseen(s, p, unseen);
    bars_shuffled(s, p, shuffled);
    for (int kind = 0; kind < BARS_KINDS; kind++)
        out[kind] = (uint8_t)(unseen[kind] > shuffled[kind] ? unseen[kind] - shuffled[kind] : 0);
}

/* ---- What a seat can not tell apart ---------------------------------------------------------- */

typedef struct puzzle {
    const bars_setup *setup;
    const bars_public *pub;
    uint8_t cards[BARS_AGES][BARS_KINDS]; /* not placed yet, by age */
    int left[BARS_AGES];                  /* how many those are */
    int held[BARS_SEATS][BARS_AGES];      /* by every other seat */
    int open;                             /* shows of seats whose ages do not follow, … */
    struct doubt {
        uint8_t at; /* … as they came: place in pub->shown, … */
        uint8_t seat, kind;
        uint8_t got; /* … and the age of the card that the seat was dealt just before */
    } list[BARS_SHOWS];
    uint8_t age[BARS_SHOWS];   /* of each show, as tried */
    uint8_t found[BARS_SHOWS]; /* … and as drawn */
    double total;              /* weight of all ways found */
    int ways;
    rz_rng *rng; /* NULL: it is enough to know whether there is a way */
} puzzle;

/* B18: which card of round r went to `seat`, counted from 0. */
static int deal_place(const puzzle *z, int r, int seat) {
    int seats = z->setup->common.seats;
    int croupier = (z->pub->croupier + 2 * seats - (z->pub->round - r) % seats) % seats;
    return (seat - croupier - 1 + 2 * seats) % seats;
}

/* The age of the card that `seat` was dealt in round r, after the first reshuffle's. */
static int deal_age(const puzzle *z, int r, int seat) {
    int age = 0, place = deal_place(z, r, seat);
    for (; age < z->pub->reshuffles; age++) {
        const uint8_t *turned = z->pub->turned[age];
        if (turned[0] > r || (turned[0] == r && turned[1] > place))
            break;
    }
    return age;
}

static bool place(puzzle *z, int age, int kind) {
    if (z->cards[age][kind] == 0)
        return false;
    z->cards[age][kind]--;
    z->left[age]--;
    return true;
}

/* Which cards there are of each age; false if more were shown than there are. */
static bool sort_by_age(puzzle *z) {
    const bars_public *p = z->pub;
    uint8_t shown[BARS_KINDS];
    memset(z->left, 0, sizeof z->left);
    count_shown(z->setup, p, 1, turned_in(p, 1), shown);
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        if (shown[kind] > z->setup->count[kind])
            return false;
        z->cards[0][kind] = (uint8_t)(z->setup->count[kind] - shown[kind]);
    }
    for (int age = 1; age <= p->reshuffles; age++)
        count_shown(z->setup, p, turned_in(p, age - 1), turned_in(p, age), z->cards[age]);
    for (int age = 0; age <= p->reshuffles; age++)
        for (int kind = 0; kind < BARS_KINDS; kind++)
            z->left[age] += z->cards[age][kind];
    return true;
}

/* Takes out what the seat holds and has shown since the first reshuffle. */
static bool place_own(puzzle *z, const bars_own *own, int seat) {
    const bars_public *p = z->pub;
    bool ok = true;
    for (int i = 0; i < BARS_HAND; i++)
        if (own->hand[i] != BARS_NO_CARD)
            ok &= place(z, own->hand[i] % BARS_AGES, bars_kind_of(own->hand[i]));
    if (own->chosen != BARS_NO_CARD)
        ok &= place(z, own->chosen % BARS_AGES, bars_kind_of(own->chosen));
    if (seat >= z->setup->common.seats)
        return ok;
    for (int r = turned_in(p, 1); r <= bars_rounds_shown(p); r++)
        ok &= place(z, own->past >> 2 * (r - 1) & 3,
                    p->shown[(r - 1) * z->setup->common.seats + seat]);
    return ok;
}

/* The only age that cards of a kind have, or −1. */
static int only_age(const puzzle *z, int kind) {
    int only = -1;
    for (int age = 0; age <= z->pub->reshuffles; age++)
        if (z->cards[age][kind] > 0) {
            if (only >= 0)
                return -1;
            only = age;
        }
    return only;
}

/* How likely a show was of an age, given all before it. */
static double likeliness(const puzzle *z, const struct doubt *d, int age) {
    int cards = z->cards[age][d->kind];
    return cards == 0 ? 0 : (double)z->held[d->seat][age] * cards / z->left[age];
}

static void suppose(puzzle *z, const struct doubt *d, int age) {
    z->age[d->at] = (uint8_t)age;
    z->held[d->seat][age]--;
    z->cards[age][d->kind]--;
    z->left[age]--;
}

static void forget(puzzle *z, const struct doubt *d, int age) {
    z->held[d->seat][age]++;
    z->cards[age][d->kind]++;
    z->left[age]++;
}

/* A way has been found; one of all is kept, by weight. */
static void weigh(puzzle *z, double weight) {
    z->ways++;
    z->total += weight;
    if (z->ways == 1 || (z->rng && rz_rng_next(z->rng) * 0x1p-32 * z->total < weight))
        memcpy(z->found, z->age, sizeof z->found);
}

/* All ways to explain the shows from the n-th on. */
static void explain(puzzle *z, int n, double weight) {
    if (n == z->open) {
        weigh(z, weight);
        return;
    }
    const struct doubt *d = &z->list[n];
    z->held[d->seat][d->got]++;
    for (int age = 0; age <= z->pub->reshuffles; age++) {
        double factor = likeliness(z, d, age);
        if (factor == 0 || z->ways > (z->rng ? MOST_WAYS : 0))
            continue;
        suppose(z, d, age);
        explain(z, n + 1, weight * factor);
        forget(z, d, age);
    }
    z->held[d->seat][d->got]--;
}

/* One way, each show explained at random by what came before it. Its weight makes up for what came
 * after; 0 if the way leads nowhere. */
static double guess(puzzle *z) {
    double weight = 1;
    for (int n = 0; n < z->open; n++) {
        const struct doubt *d = &z->list[n];
        double factor[BARS_AGES] = {0}, sum = 0;
        z->held[d->seat][d->got]++;
        for (int age = 0; age <= z->pub->reshuffles; age++)
            sum += factor[age] = likeliness(z, d, age);
        if (sum == 0)
            return 0;
        double r = rz_rng_next(z->rng) * 0x1p-32 * sum;
        int age = 0;
        while (age < z->pub->reshuffles && (r >= factor[age] || factor[age] == 0))
            r -= factor[age++];
        suppose(z, d, age);
        weight *= sum;
    }
    return weight;
}

/* Guesses a number of ways. The one found before stays if all lead nowhere. */
static void guess_often(puzzle *z) {
    puzzle begin = *z;
    begin.total = 0;
    for (int i = 0; i < GUESSES; i++) {
        puzzle tried = begin;
        double weight = guess(&tried);
        if (weight == 0)
            continue;
        begin.total += weight;
        if (rz_rng_next(begin.rng) * 0x1p-32 * begin.total < weight)
            memcpy(begin.found, tried.age, sizeof begin.found);
    }
    memcpy(z->found, begin.found, sizeof z->found);
}

/* One show of a known age. */
static bool take_show(puzzle *z, int at, int age) {
    int seats = z->setup->common.seats;
    int *held = z->held[at % seats];
    held[deal_age(z, at / seats + 1, at % seats)]++;
    z->age[at] = (uint8_t)age;
    return held[age]-- > 0 && place(z, age, z->pub->shown[at]);
}

/* The other seats that showed a card whose age does not follow from its kind. */
static unsigned doubtful_seats(const puzzle *z, int viewer, int from, int to) {
    unsigned set = 0;
    int seats = z->setup->common.seats;
    for (int at = from; at < to; at++)
        if (at % seats != viewer && only_age(z, z->pub->shown[at]) < 0)
            set |= 1u << at % seats;
    return set;
}

/* Of each other seat's shows since the first reshuffle, the age; false if nothing explains them. */
static bool explain_shows(puzzle *z, int viewer) {
    int seats = z->setup->common.seats;
    int from = (turned_in(z->pub, 1) - 1) * seats, to = bars_rounds_shown(z->pub) * seats;
    unsigned doubtful = doubtful_seats(z, viewer, from, to);
    uint8_t known[BARS_SHOWS];
    for (int at = from; at < to; at++)
        if (at % seats != viewer && !(doubtful >> at % seats & 1))
            known[at] = (uint8_t)only_age(z, z->pub->shown[at]);
    z->open = z->ways = 0;
    z->total = 0;
    for (int at = from; at < to; at++) {
        if (at % seats == viewer)
            continue;
        if (doubtful >> at % seats & 1)
            z->list[z->open++] =
                (struct doubt){(uint8_t)at, (uint8_t)(at % seats), z->pub->shown[at],
                               (uint8_t)deal_age(z, at / seats + 1, at % seats)};
        else if (!take_show(z, at, known[at]))
            return false;
    }
    explain(z, 0, 1);
    if (z->ways > MOST_WAYS)
        guess_often(z);
    for (int n = 0; n < z->open && z->ways > 0; n++)
        take_show(z, z->list[n].at, z->found[z->list[n].at]);
    return z->ways > 0;
}

/* Cards that `seat` has been dealt in this round. */
static int dealt_to(const puzzle *z, int seat) {
    int seats = z->setup->common.seats, after = deal_place(z, z->pub->round, seat);
    return z->pub->dealt > after ? (z->pub->dealt - after - 1) / seats + 1 : 0;
}

static void count_first_hands(puzzle *z) {
    const bars_public *p = z->pub;
    for (int seat = 0; seat < z->setup->common.seats && p->round > 0; seat++)
        z->held[seat][0] = (p->round > 1 ? BARS_HAND - 1 : 0) + dealt_to(z, seat) -
                           (bars_rounds_shown(p) == p->round);
}

/* Everything that follows from a view, and a way to explain the rest; false if there is none. */
static bool solve(puzzle *z, const bars_setup *s, const bars_view *v, rz_rng *rng) {
    z->setup = s;
    z->pub = &v->pub;
    z->rng = rng;
    memset(z->held, 0, sizeof z->held);
    memset(z->age, 0, sizeof z->age);
    if (!sort_by_age(z) || !place_own(z, &v->own, v->seat))
        return false;
    if (v->pub.reshuffles == 0) {
        count_first_hands(z);
        return true;
    }
    for (int seat = 0; seat < s->common.seats; seat++)
        z->held[seat][0] = BARS_HAND - 1;
    if (!explain_shows(z, v->seat))
        return false;
    for (int seat = 0; seat < s->common.seats; seat++)
        if (bars_rounds_shown(z->pub) < z->pub->round && dealt_to(z, seat) > 0)
            z->held[seat][deal_age(z, z->pub->round, seat)]++;
    return true;
}

static void add_to_hand(bars_own *own, uint8_t card) {
    int at = BARS_HAND - 1;
    for (; at > 0 && own->hand[at - 1] > card; at--)
        own->hand[at] = own->hand[at - 1];
    own->hand[at] = card;
}

/* All cards of one age that are not placed go to the hands of that age, the rest stays. */
static void deal_age_out(puzzle *z, int age, int viewer, bars_own own[BARS_SEATS]) {
    uint8_t stack[BARS_KINDS * BARS_BAR_CARDS];
    int n = 0;
    for (int kind = 0; kind < BARS_KINDS; kind++)
        for (int i = 0; i < z->cards[age][kind]; i++)
            stack[n++] = (uint8_t)kind;
    for (int seat = 0; seat < z->setup->common.seats; seat++)
        for (int i = 0; seat != viewer && i < z->held[seat][age]; i++) {
            uint32_t at = rz_rng_below(z->rng, (uint32_t)n);
            int kind = stack[at];
            stack[at] = stack[--n];
            z->cards[age][kind]--;
            add_to_hand(&own[seat], (uint8_t)(BARS_AGES * kind + age));
        }
}

static void choose_any(bars_own *own, rz_rng *rng) {
    uint32_t at = rz_rng_below(rng, BARS_HAND);
    own->chosen = own->hand[at];
    memmove(own->hand + at, own->hand + at + 1, BARS_HAND - 1 - at);
    own->hand[BARS_HAND - 1] = BARS_NO_CARD;
}

static int answer_of(const bars_setup *s, const bars_public *p, int seat, rz_rng *rng) {
    bool duel = s->answers == 1 ? p->refusers >> seat & 1 : rz_rng_below(rng, 2);
    return duel ? BARS_SAID_DUEL : BARS_SAID_YES;
}

static void imagine(puzzle *z, int seat, bars_own *own) {
    const bars_public *p = z->pub;
    int seats = z->setup->common.seats;
    bool done = p->done >> seat & 1;
    for (int r = turned_in(p, 1); r <= bars_rounds_shown(p); r++)
        own->past |= (uint32_t)z->found[(r - 1) * seats + seat] << 2 * (r - 1);
    if (done && (p->phase == BARS_CHOOSING || p->phase == BARS_SHOW_DUE))
        choose_any(own, z->rng);
    if (done && (p->phase == BARS_ANSWERING || p->phase == BARS_ANSWERS_DUE))
        own->answer = (uint8_t)answer_of(z->setup, p, seat, z->rng);
}

/* Of each kind the lowest bits, as many as there are cards. */
static void fill_pile(const bars_setup *s, const uint8_t cards[BARS_KINDS], bars_pile *pile) {
    *pile = (bars_pile){{0, 0}};
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        int bar = bars_bar_of(kind), of_bar = kind % BARS_BAR_KINDS;
        uint64_t bits = ((uint64_t)1 << cards[kind]) - 1;
        pile->bits[bar / 3] |= bits << (s->bits_of[of_bar] + 12 * (bar % 3));
    }
}

void bars_sample(const rz_setup *setup, const rz_view *view, rz_rng *rng, rz_state *state) {
    const bars_setup *s = setup_of(setup);
    const bars_view *v = (const bars_view *)(const void *)view;
    bars_state *b = (bars_state *)(void *)state;
    puzzle z;
    bool ok = solve(&z, s, v, rng);
    RZ_ASSERT(ok); /* views come from states, or from lines that were checked */
    (void)ok;
    b->pub = v->pub;
    for (int seat = 0; seat < BARS_SEATS; seat++)
        b->own[seat] = seat == v->seat ? v->own : empty_hand();
    for (int age = 0; age <= v->pub.reshuffles; age++)
        deal_age_out(&z, age, v->seat, b->own);
    for (int seat = 0; seat < s->common.seats; seat++)
        if (seat != v->seat)
            imagine(&z, seat, &b->own[seat]);
    fill_pile(s, z.cards[v->pub.reshuffles], &b->pile);
}

/* ---- A view moved on by the lines of its record ---------------------------------------------- */

static bool is_possible(const bars_setup *s, const bars_view *v) {
    puzzle z;
    return solve(&z, s, v, NULL);
}

static rz_error see_chance(const bars_table *t, bars_view *v, rz_action outcome) {
    if (outcome == RZ_HIDDEN || outcome < BARS_MONEY) {
        if (t->pub->phase != BARS_DEAL_DUE)
            return BARS_E_NO_DEAL;
        if (bars_deal_seat(t->setup, t->pub) == v->seat) {
            if (outcome == RZ_HIDDEN)
                return RZ_E_HIDDEN;
            bars_hold(t->pub, &v->own, outcome - BARS_DEAL);
            if (!is_possible(t->setup, v))
                return BARS_E_CARD;
        }
        bars_pass_card(t);
        return RZ_OK;
    }
    rz_error error = bars_refuse_chance(t->setup, t->pub, outcome);
    if (error != RZ_OK)
        return error;
    if (outcome >= BARS_ROLL)
        bars_roll(t, outcome - BARS_ROLL + 1);
    else if (outcome >= BARS_FIRST)
        bars_name_first(t, outcome - BARS_FIRST);
    else
        bars_turn_money(t, outcome - BARS_MONEY);
    return RZ_OK;
}

/* Of another seat's choice only that it was made is seen. */
static rz_error see_play(const bars_table *t, bars_view *v, int seat, rz_action action) {
    bars_public *p = t->pub;
    if (seat == v->seat) {
        if (action == RZ_HIDDEN)
            return RZ_E_HIDDEN;
        rz_error error = bars_refuse(t->setup, p, &v->own, seat, action);
        if (error != RZ_OK)
            return error;
        bars_choose(&v->own, action - BARS_PLAY);
    } else if (p->done >> seat & 1) {
        return BARS_E_CHOSEN;
    }
    p->done |= (uint8_t)(1 << seat);
    if (p->done + 1 == 1 << t->setup->common.seats)
        p->phase = BARS_SHOW_DUE;
    return RZ_OK;
}

static rz_error see_answer(const bars_table *t, bars_view *v, int seat, rz_action action) {
    bars_public *p = t->pub;
    bool open = t->setup->answers == 1 || seat == v->seat;
    if (open && action == RZ_HIDDEN)
        return RZ_E_HIDDEN;
    rz_error error = bars_refuse(t->setup, p, &v->own, seat, open ? action : BARS_ACCEPT);
    if (error != RZ_OK)
        return error;
    if (seat == v->seat)
        v->own.answer = action == BARS_DUEL ? BARS_SAID_DUEL : BARS_SAID_YES;
    p->done |= (uint8_t)(1 << seat);
    if (t->setup->answers == 1 && action == BARS_DUEL)
        p->refusers |= (uint8_t)(1 << seat);
    if ((p->done | 1 << p->proposer) != p->hagglers)
        return RZ_OK;
    p->phase = BARS_ANSWERS_DUE;
    if (t->setup->answers == 1) {
        v->own.answer = BARS_SAID_NOTHING;
        bars_write_answers(t, p->refusers);
    }
    return RZ_OK;
}

static rz_error see_show(const bars_table *t, bars_view *v, const int16_t cards[]) {
    uint8_t kinds[BARS_SEATS];
    if (t->pub->phase != BARS_SHOW_DUE)
        return RZ_E_RULES_EARLY;
    for (int seat = 0; seat < t->setup->common.seats; seat++)
        kinds[seat] = (uint8_t)cards[seat];
    if (v->seat < t->setup->common.seats) {
        if (bars_kind_of(v->own.chosen) != kinds[v->seat])
            return RZ_E_RULES_DIFFER;
        bars_put_down(t->pub, &v->own);
    }
    bars_write_down(t, kinds);
    if (!is_possible(t->setup, v))
        return RZ_E_RULES_DIFFER;
    bars_settle(t);
    return RZ_OK;
}

static rz_error see_answers(const bars_table *t, bars_view *v, const int16_t duel[]) {
    bars_public *p = t->pub;
    unsigned refusers = 0, asked = p->hagglers & ~(1u << p->proposer);
    if (p->phase != BARS_ANSWERS_DUE)
        return RZ_E_RULES_EARLY;
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        refusers |= (unsigned)(duel[seat] != 0) << seat;
    if (refusers & ~asked)
        return RZ_E_RULES_DIFFER;
    if (v->seat < t->setup->common.seats && asked >> v->seat & 1 &&
        (v->own.answer == BARS_SAID_DUEL) != (refusers >> v->seat & 1))
        return RZ_E_RULES_DIFFER;
    v->own.answer = BARS_SAID_NOTHING;
    bars_take_answers(t, refusers);
    return RZ_OK;
}

static rz_error see_seat(const bars_table *t, bars_view *v, const rz_event *event,
                         rz_action action) {
    if (event->verb == BARS_VERB_PLAY && t->pub->phase == BARS_CHOOSING)
        return see_play(t, v, event->by, action);
    if (event->verb == BARS_VERB_ANSWER && t->pub->phase == BARS_ANSWERING)
        return see_answer(t, v, event->by, action);
    /* What is hidden and comes at the wrong time is refused as any such action would be. */
    int stand_in = event->verb == BARS_VERB_PLAY ? BARS_PLAY : BARS_ACCEPT;
    rz_error error =
        bars_refuse(t->setup, t->pub, &v->own, event->by, action == RZ_HIDDEN ? stand_in : action);
    if (error != RZ_OK)
        return error;
    if (event->verb == BARS_VERB_LAY)
        bars_lay(t, action - BARS_LAY);
    else
        bars_make_offer(t, action - BARS_OFFER);
    return RZ_OK;
}

static rz_error see(const bars_table *t, bars_view *v, const rz_event *event) {
    rz_action action;
    if (event->verb == BARS_VERB_SHOW)
        return see_show(t, v, event->data);
    if (event->verb == BARS_VERB_ANSWERS)
        return see_answers(t, v, event->data);
    if (event->by == RZ_RULES)
        return RZ_E_RULES_EARLY;
    if (t->pub->phase == BARS_SHOW_DUE || t->pub->phase == BARS_ANSWERS_DUE)
        return RZ_E_RULES_DUE;
    rz_error error = bars_understand((const rz_setup *)(const void *)t->setup,
                                     (const rz_public *)(const void *)t->pub, event, &action);
    if (error != RZ_OK)
        return error;
    return event->by == RZ_CHANCE ? see_chance(t, v, action) : see_seat(t, v, event, action);
}

rz_error bars_observe(const rz_setup *setup, rz_view *view, const rz_event *event,
                      rz_events *events) {
    bars_view *v = (bars_view *)(void *)view, before = *v;
    const bars_table table = {setup_of(setup), &v->pub, NULL, events};
    if (events)
        events->count = 0;
    rz_error error = see(&table, v, event);
    if (error != RZ_OK)
        *v = before;
    return error;
}
