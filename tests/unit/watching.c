/* Nobody who watches can be fooled: whatever line is put before a view, it is taken or it is
 * refused and the view is as before, to the byte. The same for a state.
 *
 *     test_watching GAME ACTIONS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/dealer.h"
#include "core/record.h"
#include "given.h"

static const rz_game *game;
static rz_setup setup;
static rz_state state;
static rz_view view; /* what the watcher knows by the lines so far */
static int watcher;
static rz_rng rng;
static long taken, refused;

static _Noreturn void give_up(const char *what) {
    fprintf(stderr, "watching %s: %s\n", game->name, what);
    exit(1);
}

static int16_t between(int min, int max) {
    return (int16_t)(min + (int)rz_rng_below(&rng, (uint32_t)(max - min + 1)));
}

static void fill(const rz_field *field, int16_t *slot) {
    if (field->nullable && rz_rng_below(&rng, 3) == 0) {
        slot[0] = RZ_NULL;
        return;
    }
    switch (field->kind) {
    case RZ_INT:
    case RZ_INT_OR_NAME:
        slot[0] = between(field->min - (field->kind == RZ_INT_OR_NAME), field->max);
        break;
    case RZ_BOOL:
        slot[0] = between(0, 1);
        break;
    case RZ_NAME:
        slot[0] = between(0, field->count - 1);
        break;
    case RZ_TAGGED:
        slot[0] = between(0, field->count - 1);
        slot[0] = (int16_t)(slot[0] ? 32 * slot[0] + between(0, 15) : 0);
        break;
    default:
        for (int i = 0; i < rz_field_slots(field); i++)
            slot[i] = field->kind == RZ_NAME_PER_SEAT ? between(0, field->count - 1)
                      : field->kind == RZ_PER_SEAT    ? between(0, field->max < 3 ? field->max : 3)
                                                      : (int16_t)(rz_rng_below(&rng, 4) == 0);
        if (field->kind == RZ_COUNTS && rz_rng_below(&rng, 8) == 0)
            slot[0] = 120;
    }
}

/* A well-formed line of the vocabulary that means anything or nothing. */
static void make_line(rz_event *event) {
    *event = (rz_event){.verb = (uint8_t)rz_rng_below(&rng, (uint32_t)game->n_verbs)};
    const rz_verb *verb = &game->verbs[event->verb];
    event->by =
        verb->by == RZ_BY_SEAT ? (uint8_t)rz_rng_below(&rng, (uint32_t)rz_seats(&setup)) : verb->by;
    int at = 0;
    for (int i = 0; i < RZ_FIELDS_MAX && verb->fields[i].kind; i++) {
        fill(&verb->fields[i], event->data + at);
        at += rz_field_slots(&verb->fields[i]);
    }
}

static void show_to_view(const rz_event *event) {
    static rz_events events;
    rz_view copy = view;
    rz_error error = game->observe(&setup, &copy, event, &events);
    bool is_due = game->to_act(&setup, rz_view_public(&view)) == RZ_RULES_BIT;
    if (is_due && event->by != RZ_RULES && error != RZ_E_RULES_DUE)
        give_up("a line comes before the one that is due");
    if (error == RZ_OK) {
        taken++;
        return;
    }
    refused++;
    if (memcmp(&copy, &view, game->view_size) != 0)
        give_up("a refused line changed the view");
    if (events.count != 0)
        give_up("a refused line had consequences");
}

/* Whether something that the actor can do now makes a line of this verb that hides something, or is
 * possible for all that the watcher knows: who has which card may be hidden, too. */
static bool may_hide(int actor, int verb) {
    rz_action all[RZ_LEGAL_MAX];
    rz_event event;
    int n;
    if (!(game->to_act(&setup, rz_state_public(&state)) >> actor & 1))
        return false;
    if (actor == RZ_CHANCE)
        return game->state_size > game->public_size &&
               game->chance_verb(&setup, rz_state_public(&state)) == verb;
    for (n = game->legal_in(&setup, &state, actor, all); n > 0; n--) {
        game->describe(&setup, rz_state_public(&state), actor, all[n - 1], &event);
        if (event.verb == verb && rz_conceal(game, &setup, watcher, &event))
            return true;
    }
    return false;
}

/* What is true is believed. What is not is believed only where the watcher may not see it all. */
static void compare_with_view(const rz_event *event, bool is_true) {
    rz_event seen = *event;
    rz_view copy = view;
    rz_conceal(game, &setup, watcher, &seen);
    bool is_believed = game->observe(&setup, &copy, &seen, NULL) == RZ_OK;
    if (is_true && !is_believed)
        give_up("a line that could be true is refused");
    if (is_believed && !is_true && !may_hide(event->by, event->verb))
        give_up("a line that can not be true is believed");
}

static void show_to_state(const rz_event *event) {
    static rz_events events;
    rz_state copy = state;
    rz_action action = RZ_HIDDEN;
    if (event->by == RZ_RULES) {
        compare_with_view(event, false);
        return;
    }
    rz_error error = game->understand(&setup, rz_state_public(&state), event, &action);
    bool is_whole = error == RZ_OK && action != RZ_HIDDEN;
    if (is_whole)
        error = game->apply(&setup, &copy, event->by, action, &events);
    if (error != RZ_OK && memcmp(&copy, &state, game->state_size) != 0)
        give_up("a refused line changed the state");
    compare_with_view(event, is_whole && error == RZ_OK);
}

/* An event of the rules that no action is, and one that only says that something was done. */
static void show_impossible(void) {
    rz_action action;
    for (int verb = 0; verb < game->n_verbs; verb++) {
        rz_event event = {.by = RZ_RULES, .verb = (uint8_t)verb};
        if (game->verbs[verb].by == RZ_RULES &&
            game->understand(&setup, rz_state_public(&state), &event, &action) == RZ_OK)
            give_up("a line of the rules is no action");
    }
}

static void probe(bool in_step) {
    rz_action action = (rz_action)rz_rng_below(&rng, game->actions + 4u);
    rz_action legal[RZ_LEGAL_MAX];
    rz_event event;
    int n = game->legal(&setup, &view, legal);
    bool listed = false;
    for (int i = 0; i < n; i++)
        listed |= legal[i] == action;
    if (listed != (game->why_not(&setup, &view, action) == RZ_OK))
        give_up("a view is at odds with itself about what is legal");
    for (int i = 0; i < 12; i++) {
        make_line(&event);
        show_to_view(&event);
        if (in_step)
            show_to_state(&event);
    }
}

/* What the watcher sees of a line, and a spectator does not, may not be kept from the watcher. */
static void keep_back(const rz_event *event) {
    rz_event seen = *event, less = *event;
    rz_view copy = view;
    rz_conceal(game, &setup, watcher, &seen);
    if (rz_conceal(game, &setup, RZ_SPECTATOR, &less) && memcmp(&seen, &less, sizeof seen) != 0 &&
        game->observe(&setup, &copy, &less, NULL) != RZ_E_HIDDEN)
        give_up("a line hides what the watcher must see");
}

/* One line as the watcher may see it; before and after it others are tried. */
static void take_line(const rz_event *event, rz_events *due, int *next, bool in_step) {
    rz_event seen = *event;
    probe(in_step);
    game->conceal(&setup, watcher, &seen);
    if (*next < due->count && event->by == RZ_RULES) {
        (*next)++; /* the watcher had worked it out */
        return;
    }
    *next = 0;
    keep_back(event);
    if (game->observe(&setup, &view, &seen, due) != RZ_OK)
        give_up("the true line was refused");
}

static long play(int seats, const char *options) {
    static rz_events due, events;
    rz_problem problem;
    rz_dealer dealer;
    rz_actors actors;
    rz_action legal[RZ_LEGAL_MAX];
    uint8_t seed[RZ_SEED] = {(uint8_t)rz_rng_next(&rng), (uint8_t)rz_rng_next(&rng)};
    char copy[256];
    long moves = 0;
    int next = 0;
    rz_setup_init(game, seats, &setup, &problem);
    snprintf(copy, sizeof copy, "%s", options);
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        rz_slice name = {word, (size_t)(value - word)};
        rz_setup_option(game, &setup, name, rz_slice_of(value + 1), &problem);
    }
    rz_setup_complete(game, &setup, &problem);
    rz_dealer_init(&dealer, seed);
    game->init(&setup, &state, &due);
    watcher = (int)rz_rng_below(&rng, (uint32_t)seats + 1);
    watcher = watcher == seats ? RZ_SPECTATOR : watcher;
    game->view(&setup, &state, watcher, &view);
    due.count = 0;
    for (; (actors = game->to_act(&setup, rz_state_public(&state))) != 0 && moves < 4000; moves++) {
        int actor = __builtin_ctz(actors);
        rz_event event;
        rz_action action;
        if (actor == RZ_CHANCE) {
            action = rz_dealer_draw(&dealer, game, &setup, &state);
        } else {
            int n = game->legal_in(&setup, &state, actor, legal);
            action = legal[rz_rng_below(&rng, (uint32_t)n)];
        }
        game->describe(&setup, rz_state_public(&state), actor, action, &event);
        show_impossible();
        probe(true);
        game->apply(&setup, &state, actor, action, &events);
        take_line(&event, &due, &next, false);
        for (int i = 0; i < events.count; i++)
            take_line(&events.list[i], &due, &next, false);
    }
    probe(true);
    if (actors == 0 && game->apply(&setup, &state, RZ_CHANCE, 0, NULL) == RZ_OK)
        give_up("chance goes on after the end");
    return moves;
}

int main(int argc, char **argv) {
    const rz_given *given = NULL;
    given = argc == 3 ? rz_given_find(argv[1]) : NULL;
    if (!given)
        return 2;
    game = given->game;
    rz_rng_fast(&rng, 1);
    for (int seats = game->seats_min; seats <= game->seats_max; seats++)
        for (long moves = 0, n = 0; moves < atol(argv[2]); n++) {
            int variant = 0;
            while (given->variants[variant + 1] && rz_rng_below(&rng, 2))
                variant++;
            moves += play(seats, given->variants[variant]);
        }
    printf("%s: %ld odd lines could be true, %ld were refused\n", game->name, taken, refused);
    return taken == 0 || refused == 0;
}
