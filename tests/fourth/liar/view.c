/* liar: who sees what: all but the dice under the cups of others. */
#include "core/mem.h"
#include "games/liar/state.h"

void liar_make_view(const rz_setup *setup, const rz_state *state, int seat, rz_view *view) {
    const liar_state *s = (const liar_state *)(const void *)state;
    liar_view *v = (liar_view *)(void *)view;
    *v = (liar_view){.pub = s->pub, .seat = (uint8_t)seat};
    if (seat < rz_seats(setup))
        memcpy(v->cup, s->cups[seat], sizeof v->cup);
}

void liar_conceal(const rz_setup *setup, int seat, rz_event *event) {
    (void)setup;
    if (event->verb == LIAR_VERB_ROLL && event->data[0] != seat)
        event->data[1] = RZ_NULL;
}

/* A doubt is seen at once, what it brings to light with the line that shows it. */
static rz_error observe_show(liar_view *v, const rz_event *event, rz_events *events) {
    liar_cup shown[LIAR_SEATS];
    if (event->verb != LIAR_VERB_SHOW || v->pub.phase != LIAR_SHOWING)
        return RZ_E_RULES_EARLY;
    for (int i = 0; i < LIAR_SEATS * LIAR_DICE; i++) {
        bool there = i % LIAR_DICE < v->pub.dice[i / LIAR_DICE];
        shown[i / LIAR_DICE][i % LIAR_DICE] = (uint8_t)event->data[i];
        if ((event->data[i] > 0) != there)
            return RZ_E_RULES_DIFFER;
    }
    if (v->seat < LIAR_SEATS && memcmp(shown[v->seat], v->cup, sizeof v->cup) != 0)
        return RZ_E_RULES_DIFFER;
    memset(v->cup, 0, sizeof v->cup);
    liar_settle(&v->pub, (const liar_cup *)shown, events);
    return RZ_OK;
}

rz_error liar_observe(const rz_setup *setup, rz_view *view, const rz_event *event,
                      rz_events *events) {
    liar_view *v = (liar_view *)(void *)view;
    rz_action action;
    if (events)
        events->count = 0;
    if (event->by == RZ_RULES)
        return observe_show(v, event, events);
    if (v->pub.phase == LIAR_SHOWING)
        return RZ_E_RULES_DUE;
    rz_error error = liar_understand(setup, rz_view_public(view), event, &action);
    bool chance = event->by == RZ_CHANCE, own = chance && event->data[0] == v->seat;
    if (error == RZ_OK && own && action == RZ_HIDDEN)
        error = RZ_E_HIDDEN;
    if (error == RZ_OK && !chance)
        error = liar_refuse(&v->pub, event->by, action);
    if (error != RZ_OK)
        return error;
    if (chance)
        liar_roll(&v->pub, own ? v->cup : NULL, action);
    else
        liar_choose(&v->pub, action);
    return RZ_OK;
}

void liar_sample(const rz_setup *setup, const rz_view *view, rz_rng *rng, rz_state *state) {
    const liar_view *v = LIAR_VIEW(view);
    liar_state *s = (liar_state *)(void *)state;
    *s = (liar_state){.pub = v->pub};
    for (int seat = 0; seat < rz_seats(setup); seat++)
        for (int i = 0; i < v->pub.rolled[seat]; i++)
            s->cups[seat][i] = (uint8_t)(seat == v->seat ? v->cup[i] : 1 + rz_rng_below(rng, 6));
}
