/* liar: how a game goes. */
#include "core/mem.h"
#include "games/liar/state.h"

rz_error liar_complete(rz_setup *setup) {
    (void)setup;
    return RZ_OK;
}

void liar_init(const rz_setup *setup, rz_state *state, rz_events *events) {
    liar_state *s = (liar_state *)(void *)state;
    memset(s, 0, sizeof *s);
    memset(s->pub.dice, LIAR_DICE, (size_t)rz_seats(setup));
    if (events)
        events->count = 0;
}

rz_actors liar_to_act(const rz_setup *setup, const rz_public *pub) {
    const rz_actors of_phase[] = {RZ_CHANCE_BIT, (rz_actors)(1 << LIAR_PUBLIC(pub)->active),
                                  RZ_RULES_BIT, 0};
    (void)setup;
    return of_phase[LIAR_PUBLIC(pub)->phase];
}

static int count_dice(const liar_public *p) {
    int total = 0;
    for (int seat = 0; seat < LIAR_SEATS; seat++)
        total += p->dice[seat];
    return total;
}

rz_error liar_refuse(const liar_public *p, int seat, rz_action action) {
    int bid = p->count ? LIAR_BID + (p->count - 1) * LIAR_FACES + p->face - 1 : LIAR_DOUBT;
    if (p->phase != LIAR_BIDDING || seat != p->active)
        return LIAR_E_TURN;
    if (action <= bid)
        return action == LIAR_DOUBT && bid ? RZ_OK : (rz_error)LIAR_E_LOW;
    return action < LIAR_BID + count_dice(p) * LIAR_FACES ? RZ_OK : (rz_error)LIAR_E_HIGH;
}

int liar_legal_in(const rz_setup *setup, const rz_state *state, int seat, rz_action out[]) {
    int n = 0;
    (void)setup;
    for (rz_action action = 0; action < LIAR_ACTIONS; action++)
        if (liar_refuse(LIAR_PUBLIC(state), seat, action) == RZ_OK)
            out[n++] = action;
    return n;
}

int liar_legal(const rz_setup *setup, const rz_view *view, rz_action out[]) {
    return liar_legal_in(setup, (const rz_state *)(const void *)view, LIAR_VIEW(view)->seat, out);
}

rz_error liar_why_not(const rz_setup *setup, const rz_view *view, rz_action action) {
    (void)setup;
    return liar_refuse(LIAR_PUBLIC(view), LIAR_VIEW(view)->seat, action);
}

int liar_chance_verb(const rz_setup *setup, const rz_public *pub) {
    (void)setup, (void)pub;
    return LIAR_VERB_ROLL;
}

int liar_chance(const rz_setup *setup, const rz_state *state, rz_outcome out[]) {
    (void)setup, (void)state;
    for (rz_action face = 0; face < LIAR_FACES; face++)
        out[face] = (rz_outcome){face, 0, 1};
    return LIAR_FACES;
}

rz_action liar_draw(const rz_setup *setup, const rz_state *state, rz_rng *rng) {
    (void)setup, (void)state;
    return (rz_action)rz_rng_below(rng, LIAR_FACES);
}

int liar_roller(const liar_public *p) {
    for (int seat = 0; seat < LIAR_SEATS && p->phase == LIAR_ROLLING; seat++)
        if (p->rolled[seat] < p->dice[seat])
            return seat;
    return -1;
}

void liar_roll(liar_public *p, uint8_t cup[], int face) {
    int seat = liar_roller(p), place = p->rolled[seat]++;
    if (cup)
        cup[place] = (uint8_t)(face + 1);
    if (liar_roller(p) < 0)
        p->phase = LIAR_BIDDING;
}

static uint8_t next_with_dice(const liar_public *p, int seat) {
    while (p->dice[seat % LIAR_SEATS] == 0)
        seat++;
    return (uint8_t)(seat % LIAR_SEATS);
}

void liar_choose(liar_public *p, rz_action action) {
    if (action == LIAR_DOUBT) {
        p->phase = LIAR_SHOWING;
        return;
    }
    p->bidder = p->active;
    p->count = (uint8_t)((action - LIAR_BID) / LIAR_FACES + 1);
    p->face = (uint8_t)((action - LIAR_BID) % LIAR_FACES + 1);
    p->active = next_with_dice(p, p->active + 1);
}

void liar_settle(liar_public *p, const liar_cup shown[LIAR_SEATS], rz_events *events) {
    int found = 0;
    memcpy(p->shown, shown, sizeof p->shown);
    for (int i = 0; i < LIAR_SEATS * LIAR_DICE; i++)
        found += p->shown[i / LIAR_DICE][i % LIAR_DICE] == p->face;
    int loser = found < p->count ? p->bidder : p->active;
    p->dice[loser]--;
    p->active = next_with_dice(p, loser);
    p->bidder = p->count = p->face = 0;
    memset(p->rolled, 0, sizeof p->rolled);
    p->phase = p->dice[p->active] == count_dice(p) ? LIAR_OVER : LIAR_ROLLING;
    if (p->phase != LIAR_OVER || !events)
        return;
    rz_event *end = rz_events_add(events, LIAR_VERB_END, (const rz_public *)(const void *)p);
    end->data[p->active] = p->dice[p->active];
    end->data[RZ_SEATS_MAX + p->active] = 1;
}

static void write_show(const liar_state *s, rz_events *events) {
    rz_event *show = rz_events_add(events, LIAR_VERB_SHOW, (const rz_public *)(const void *)s);
    for (int i = 0; i < LIAR_SEATS * LIAR_DICE; i++)
        show->data[i] = s->cups[i / LIAR_DICE][i % LIAR_DICE];
}

rz_error liar_apply(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                    rz_events *events) {
    liar_state *s = (liar_state *)(void *)state;
    int roller = liar_roller(&s->pub);
    rz_error error = liar_refuse(&s->pub, actor, action);
    (void)setup;
    if (events)
        events->count = 0;
    if (actor == RZ_CHANCE && roller >= 0 && action < LIAR_FACES) {
        liar_roll(&s->pub, s->cups[roller], action);
        return RZ_OK;
    }
    if (actor == RZ_CHANCE || error != RZ_OK)
        return actor == RZ_CHANCE ? (rz_error)LIAR_E_ROLL : error;
    liar_choose(&s->pub, action);
    if (action != LIAR_DOUBT)
        return RZ_OK;
    if (events)
        write_show(s, events);
    liar_settle(&s->pub, (const liar_cup *)s->cups, events);
    memset(s->cups, 0, sizeof s->cups);
    return RZ_OK;
}

void liar_scores(const rz_setup *setup, const rz_public *pub, int32_t out[]) {
    for (int seat = 0; seat < rz_seats(setup); seat++)
        out[seat] = LIAR_PUBLIC(pub)->dice[seat];
}

rz_actors liar_winners(const rz_setup *setup, const rz_public *pub) {
    (void)setup;
    return (rz_actors)(1 << LIAR_PUBLIC(pub)->active);
}
