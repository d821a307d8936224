/* mice: who sees what. Everybody sees everything (M91): a view is the whole state, and sampling one
 * has nothing to draw. */
#include "core/mem.h"
#include "games/mice/rules.h"

void mice_make_view(const rz_setup *setup, const rz_state *state, int seat, rz_view *view) {
    (void)setup;
    mice_view *v = (mice_view *)(void *)view;
    v->pub = ((const mice_state *)(const void *)state)->pub;
    v->seat = (uint8_t)seat;
    memset(v->unused, 0, sizeof v->unused);
}

void mice_conceal(const rz_setup *setup, int seat, rz_event *event) {
    (void)setup, (void)seat, (void)event;
}

rz_error mice_observe(const rz_setup *setup, rz_view *view, const rz_event *event,
                      rz_events *events) {
    rz_action action;
    if (events)
        events->count = 0;
    if (event->by == RZ_RULES)
        return RZ_E_RULES_EARLY;
    rz_error error = mice_understand(setup, rz_view_public(view), event, &action);
    if (error != RZ_OK)
        return error;
    /* A view begins with all there is of a state. */
    return mice_apply(setup, (rz_state *)(void *)view, event->by, action, events);
}

void mice_sample(const rz_setup *setup, const rz_view *view, rz_rng *rng, rz_state *state) {
    (void)setup, (void)rng;
    ((mice_state *)(void *)state)->pub = ((const mice_view *)(const void *)view)->pub;
}
