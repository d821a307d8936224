/* Boards and lengths of mice that a server's tables may have. */
#include "games/mice/rules.h"
#include "serve/hosting.h"

/* People and bots who want to win are done after 15 to 50 turns, and even bots that play at random
 * in most games before this; it is what the rules have if nothing is said (M92). */
enum { TURNS_MAX = 1000 };

/* Whether dice can be placed up to the top: cells that are linked need a value that all of them
 * accept. */
static bool can_be_filled(const mice_stack *stack) {
    unsigned values = MICE_EVERY;
    for (int cell = 0; cell < stack->size; cell++) {
        bool linked = cell > 0 && stack->linked >> cell & 1;
        values = stack->accepts[cell] & (linked ? values : MICE_EVERY);
        if (!values)
            return false;
    }
    return true;
}

/* Only a secure shelf leads to the end (M64, M90). Where its cells can not be filled by placing,
 * Anna can still push dice up to the top, numbers and links or not (M60). */
static bool can_be_won(const mice_setup *setup) {
    for (int i = 0; i < setup->size; i++) {
        const mice_stack *stack = &setup->stacks[i];
        bool leads_on = stack->shelf == MICE_SECURE_SHELF || stack->shelf == MICE_ANNA_SHELF;
        if (leads_on && can_be_filled(stack))
            return true;
    }
    return false;
}

static const char *refuse(const rz_setup *setup) {
    const mice_setup *s = (const mice_setup *)setup;
    if (s->turns > TURNS_MAX)
        return "At a server's table a game has no more than 1000 turns.";
    return can_be_won(s) ? NULL
                         : "No secure shelf of this board can ever be completed: its linked cells "
                           "ask for different numbers.";
}

const serve_hosting mice_hosting = {.refuse = refuse};
