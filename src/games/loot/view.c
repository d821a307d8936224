/* loot: who sees what. Everybody sees everything but the order of the piles, which nobody knows
 * (L60); so a view is the public part, and sampling a state from it has nothing to draw. */
#include "games/loot/rules.h"

void loot_make_view(const rz_setup *setup, const rz_state *state, int seat, rz_view *view) {
    (void)setup;
    loot_view *v = (loot_view *)(void *)view;
    v->pub = ((const loot_state *)(const void *)state)->pub;
    v->seat = (uint8_t)seat;
    v->unused = 0;
}

void loot_conceal(const rz_setup *setup, int seat, rz_event *event) {
    (void)setup, (void)seat, (void)event;
}

rz_error loot_observe(const rz_setup *setup, rz_view *view, const rz_event *event,
                      rz_events *events) {
    rz_action action;
    if (events)
        events->count = 0;
    if (event->by == RZ_RULES)
        return RZ_E_RULES_EARLY;
    rz_error error = loot_understand(setup, rz_view_public(view), event, &action);
    if (error != RZ_OK)
        return error;
    /* A view begins with all there is of a state. */
    return loot_apply(setup, (rz_state *)(void *)view, event->by, action, events);
}

void loot_sample(const rz_setup *setup, const rz_view *view, rz_rng *rng, rz_state *state) {
    (void)setup, (void)rng;
    ((loot_state *)(void *)state)->pub = ((const loot_view *)(const void *)view)->pub;
}
