/* mice: the rules, M10 to M92, but for completing columns (rewards.c) and M81 (duty.c). */
#include "games/mice/rules.h"
#include "core/mem.h"

static const mice_setup *setup_of(const rz_setup *setup) {
    return (const mice_setup *)(const void *)setup;
}

static const mice_public *public_of(const rz_public *pub) {
    return (const mice_public *)(const void *)pub;
}

static mice_public *public_in(rz_state *state) {
    return &((mice_state *)(void *)state)->pub;
}

/* ---- Results --------------------------------------------------------------------------------- */

void mice_scores(const rz_setup *setup, const rz_public *pub, int32_t out[RZ_SEATS_MAX]) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        out[s] = s < rz_seats(setup) ? public_of(pub)->safe[s] : 0;
}

/* M90, M92: most safe food, then most exposed. Nobody but the winner of M90 has 25 safe. */
rz_actors mice_winners(const rz_setup *setup, const rz_public *pub) {
    const mice_public *p = public_of(pub);
    uint64_t best = 0;
    rz_actors winners = 0;
    for (int s = 0; s < rz_seats(setup); s++) {
        uint64_t worth = (uint64_t)p->safe[s] << 32 | p->exposed[s];
        if (!winners || worth > best) {
            best = worth;
            winners = 0;
        }
        if (worth == best)
            winners |= (rz_actors)(1 << s);
    }
    return winners;
}

/* ---- The course of the game ------------------------------------------------------------------ */

static void write_end(const mice_setup *setup, const mice_public *p, rz_event *event) {
    rz_actors winners =
        mice_winners((const rz_setup *)(const void *)setup, (const rz_public *)(const void *)p);
    for (int s = 0; s < setup->common.seats; s++) {
        event->data[s] = p->safe[s];
        event->data[RZ_SEATS_MAX + s] = winners >> s & 1;
    }
}

void mice_end_game(const mice_setup *setup, mice_public *p, rz_events *events) {
    rz_event *event = mice_add_event(events, p, MICE_VERB_END);
    if (event)
        write_end(setup, p, event);
    p->phase = MICE_OVER;
}

static void begin_turn(mice_public *p, int seat, rz_events *events) {
    rz_event *event = mice_add_event(events, p, MICE_VERB_TURN);
    if (event)
        event->data[0] = (int16_t)seat;
    p->turn++;
    p->active = (uint8_t)seat;
    p->phase = MICE_TURN;
}

/* M20, M92. */
void mice_end_turn(const mice_setup *setup, mice_public *p, rz_events *events) {
    p->rerolled = p->helped = p->placed = p->check = 0;
    if (p->turn == (uint32_t)setup->turns)
        mice_end_game(setup, p, events);
    else
        begin_turn(p, p->active + 1 < setup->common.seats ? p->active + 1 : 0, events);
}

/* M10. */
static void begin_game(const mice_setup *setup, mice_public *p, int first, rz_events *events) {
    int seats = setup->common.seats;
    for (int i = 0; i < seats; i++)
        p->exposed[(first + i) % seats] = (uint32_t)(3 + i);
    begin_turn(p, first, events);
}

/* ---- Rolling --------------------------------------------------------------------------------- */

static bool can_help(const mice_public *p) {
    return p->reserve > 0 && !p->helped;
}

static void begin_placing(const mice_setup *setup, mice_public *p) {
    p->phase = MICE_PLACING;
    p->bound = p->help && mice_can_comply(setup, p);
}

/* What is asked after a roll: the re-roll, if it is still to come and there are dice for it (the
 * cat may have brought some only now, M52), then the support dice, then where to place. */
static void after_roll(const mice_setup *setup, mice_public *p) {
    if (!p->rerolled && p->free[p->active] > 0)
        p->phase = MICE_REROLLING;
    else if (can_help(p))
        p->phase = MICE_OFFER;
    else
        begin_placing(setup, p);
}

/* M51. */
static void cat_comes(const mice_setup *setup, mice_public *p) {
    for (int c = 0; c < setup->size; c++) {
        mice_give_back(p, p->column[c]);
        mice_set_column(setup, p, c, 0);
    }
    for (int i = 0; i < p->row_size; i++)
        mice_give_back(p, p->row[i]);
    memset(p->row, 0, sizeof p->row);
    p->row_size = 0;
}

int mice_feed_cat(const mice_setup *setup, mice_public *p, int dice, int owner, rz_events *events) {
    int number = mice_cat_number(setup, p), room = mice_cat_room(setup, p);
    int taken = dice < room ? dice : room;
    if (taken == 0)
        return 0;
    rz_event *event = mice_add_event(events, p, MICE_VERB_CAT);
    if (event) {
        event->data[number - 1] = (int16_t)taken;
        event->data[MICE_FACES] = taken == room;
    }
    for (int i = 0; i < taken; i++)
        p->row[p->row_size++] = mice_die_of(number, owner, false);
    if (owner != MICE_NEUTRAL)
        p->free[owner] = (uint8_t)(p->free[owner] - taken);
    if (taken == room)
        cat_comes(setup, p);
    return taken;
}

/* The dice have been rolled; the cat takes hers from among them. */
static void take_roll(const mice_setup *setup, mice_public *p, uint32_t dice, rz_events *events) {
    bool help = p->phase == MICE_HELP_DUE;
    int owner = help ? MICE_NEUTRAL : p->active, number = mice_cat_number(setup, p);
    uint32_t *kept = help ? &p->help : &p->hand;
    p->rolling = 0;
    *kept += dice;
    if (number)
        *kept -= (uint32_t)mice_feed_cat(setup, p, mice_count(dice, number), owner, events) *
                 mice_one(number);
    after_roll(setup, p);
}

static void roll(mice_public *p) {
    p->rolling = p->free[p->active];
    p->phase = MICE_DICE_DUE;
}

/* M80. */
static void roll_help(mice_public *p) {
    p->helped = 1;
    p->rolling = p->reserve;
    p->reserve = 0;
    p->phase = MICE_HELP_DUE;
}

/* Of dice that are alike the first ones are named (see alike): how many. */
static unsigned ones_below(unsigned places) {
    return (unsigned)__builtin_ctz(~places);
}

/* M22: the bits of `places` say which dice: those in hand in ascending order, then the others. */
static void reroll(const mice_setup *setup, mice_public *p, unsigned places) {
    p->rerolled = 1;
    p->rolling = 0;
    for (int v = 1; v <= MICE_FACES; v++) {
        unsigned n = (unsigned)mice_count(p->hand, v);
        unsigned again = ones_below(places & ((1u << n) - 1));
        p->hand -= again * mice_one(v);
        p->rolling = (uint8_t)(p->rolling + again);
        places >>= n;
    }
    p->rolling = (uint8_t)(p->rolling + ones_below(places));
    if (p->rolling)
        p->phase = MICE_DICE_DUE;
    else
        after_roll(setup, p);
}

/* M28. */
static void retrieve(const mice_setup *setup, mice_public *p, int column, rz_events *events) {
    uint64_t mine = mice_cells_of(p->column[column], p->active);
    mice_give_back(p, p->column[column] & mine);
    mice_set_column(setup, p, column, p->column[column] & ~mine);
    mice_end_turn(setup, p, events);
}

/* ---- Placing --------------------------------------------------------------------------------- */

typedef struct move {
    mice_die kind;
    int value, column; /* or MICE_CAT */
} move;

static move place_of(int action) {
    int at = action - MICE_PLACE, kind = at / MICE_PLACES;
    at -= kind * MICE_PLACES;
    return (move){(mice_die)kind, at / (MICE_COLUMNS + 1) + 1, at % (MICE_COLUMNS + 1)};
}

static void add_die(const mice_setup *setup, mice_public *p, int column, int die) {
    uint64_t dice = p->column[column];
    mice_set_column(setup, p, column, dice | (uint64_t)die << 8 * mice_height(dice));
}

static void place(const mice_setup *setup, mice_public *p, move m) {
    int owner = m.kind == MICE_SUPPORT_DIE ? MICE_NEUTRAL : p->active;
    uint8_t die = mice_die_of(m.value, owner, m.kind == MICE_CANDY_DIE);
    if (m.kind == MICE_CANDY_DIE) {
        p->candy[p->active]--;
    } else if (m.kind == MICE_SUPPORT_DIE) {
        p->help -= mice_one(m.value);
    } else {
        p->hand -= mice_one(m.value);
        p->free[p->active]--;
    }
    p->placed |= m.kind != MICE_SUPPORT_DIE;
    if (m.column == MICE_CAT)
        p->row[p->row_size++] = die;
    else
        add_die(setup, p, m.column, die);
    if (m.kind == MICE_CANDY_DIE && p->help) /* may have opened a way that was closed */
        p->bound = mice_can_comply(setup, p);
}

/* ---- What is allowed ------------------------------------------------------------------------- */

static bool can_retrieve(const mice_setup *setup, const mice_public *p) {
    for (int c = 0; c < setup->size; c++)
        if (mice_cells_of(p->column[c], p->active))
            return true;
    return false;
}

static rz_error refuse_turn(const mice_setup *setup, const mice_public *p, int action) {
    if (action == MICE_ROLL)
        return p->free[p->active] > 0 ? RZ_OK : MICE_E_NO_DICE;
    if (action == MICE_PASS)
        return p->free[p->active] > 0 || can_retrieve(setup, p) ? MICE_E_PASS : RZ_OK;
    int column = action - MICE_RETRIEVE;
    if (column >= setup->size)
        return MICE_E_COLUMN;
    return mice_cells_of(p->column[column], p->active) ? RZ_OK : MICE_E_NONE_THERE;
}

/* Bit i of the result: dice i and i + 1 of those that may be rolled again are alike. Of such dice
 * only the first may be named: one action for one choice. */
static unsigned alike(const mice_public *p) {
    unsigned alike = 0, at = 0;
    for (int v = 1; v <= MICE_FACES; v++) {
        unsigned n = (unsigned)mice_count(p->hand, v);
        alike |= ((1u << n) - 1) >> 1 << at;
        at += n;
    }
    alike |= ((1u << (p->free[p->active] - at)) - 1) >> 1 << at;
    return alike;
}

static rz_error refuse_reroll(const mice_public *p, unsigned places) {
    if (places >> p->free[p->active])
        return MICE_E_REROLL;
    return places >> 1 & ~places & alike(p) ? MICE_E_REROLL : RZ_OK;
}

static rz_error refuse_die(const mice_public *p, move m) {
    if (m.kind == MICE_CANDY_DIE)
        return p->candy[p->active] > 0 ? RZ_OK : MICE_E_NO_CANDY;
    uint32_t dice = m.kind == MICE_SUPPORT_DIE ? p->help : p->hand;
    return mice_count(dice, m.value) > 0 ? RZ_OK : MICE_E_NOT_IN_HAND;
}

static rz_error refuse_cell(const mice_setup *setup, const mice_public *p, move m) {
    if (m.column == MICE_CAT && m.kind == MICE_CANDY_DIE)
        return MICE_E_CANDY_CAT;
    if (m.column == MICE_CAT)
        return mice_grey_left(setup, p) > 0 ? RZ_OK : MICE_E_GREY;
    if (m.column >= setup->size)
        return MICE_E_COLUMN;
    const mice_stack *stack = &setup->stacks[m.column];
    uint64_t column = p->column[m.column];
    if (mice_takes(p, m.column, m.value))
        return RZ_OK;
    int cell = mice_height(column);
    if (cell == stack->size)
        return MICE_E_FULL;
    return stack->accepts[cell] & mice_bit(m.value) ? MICE_E_LINK : MICE_E_NUMBER;
}

static rz_error refuse_place(const mice_setup *setup, const mice_public *p, move m) {
    rz_error error = refuse_die(p, m);
    if (error == RZ_OK)
        error = refuse_cell(setup, p, m);
    if (error == RZ_OK && p->bound && p->help &&
        !mice_would_comply(setup, p, m.kind, m.value, m.column))
        error = MICE_E_DUTY;
    return error;
}

/* All places for dice, as in mice_public.open: column 12 is the cat row. */
typedef struct places {
    uint64_t word[2];
} places;

static places find_places(const mice_public *p, bool grey) {
    uint64_t cat = grey ? mice_lanes(15) << MICE_CAT : 0;
    return (places){{p->open[0] | cat, p->open[1] | cat}};
}

/* Those for dice of some values. */
static places places_for(places open, unsigned values) {
    return (places){{open.word[0] & mice_lanes(values & 15) * 0xffff,
                     open.word[1] & mice_lanes(values >> 4) * 0xffff}};
}

static bool has_place(places open, unsigned values) {
    places some = places_for(open, values);
    return some.word[0] | some.word[1];
}

/* M23, M26, M81; `hand` and `help` say whether there is a cell for a die of either kind. */
static rz_error refuse_done_if(const mice_public *p, bool hand, bool help) {
    if (p->help && (p->bound || help))
        return MICE_E_DUTY_OPEN;
    return !p->placed && hand ? MICE_E_MUST_PLACE : RZ_OK;
}

static rz_error refuse_done(const mice_setup *setup, const mice_public *p) {
    places open = find_places(p, mice_grey_left(setup, p) > 0);
    return refuse_done_if(p, has_place(open, mice_values(p->hand)),
                          has_place(open, mice_values(p->help)));
}

/* What is wrong with an action in a phase in which there is none of its kind. */
static rz_error untimely(int action) {
    static const struct {
        uint16_t below;
        uint16_t error;
    } kinds[] = {
        {MICE_PASS, MICE_E_ROLL_LATE},     {MICE_SUPPORT, MICE_E_PASS},
        {MICE_DECLINE, MICE_E_NO_SUPPORT}, {MICE_SECURE, MICE_E_NO_DECLINE},
        {MICE_RETRIEVE, MICE_E_SECURE},    {MICE_ANNA, MICE_E_RETRIEVE_LATE},
        {MICE_CANDY, MICE_E_NO_ANNA},      {MICE_STEAL, MICE_E_CANDY_LATE},
        {MICE_SHARE, MICE_E_STEAL},        {MICE_REROLL, MICE_E_SHARE},
        {MICE_PLACE, MICE_E_NO_REROLL},    {MICE_ACTIONS, MICE_E_NOT_PLACING},
    };
    int i = 0;
    while (action >= kinds[i].below)
        i++;
    return kinds[i].error;
}

static bool is_between(int action, int from, int below) {
    return action >= from && action < below;
}

/* The actions of phases in which all that is asked is one thing. */
static const struct {
    uint16_t from, below;
} groups[] = {
    [MICE_OFFER] = {MICE_SUPPORT, MICE_SECURE},
    [MICE_ANNA_DUE] = {MICE_ANNA, MICE_CANDY},
    [MICE_CANDY_DUE] = {MICE_CANDY, MICE_STEAL},
    [MICE_SECURE_DUE] = {MICE_SECURE, MICE_RETRIEVE},
    [MICE_STEAL_DUE] = {MICE_STEAL, MICE_SHARE},
    [MICE_SHARE_DUE] = {MICE_SHARE, MICE_REROLL},
    [MICE_OVER] = {0, 0},
};

static rz_error refuse_choice(const mice_setup *setup, const mice_public *p, int action) {
    switch (p->phase) {
    case MICE_TURN:
        if (action <= MICE_PASS || is_between(action, MICE_RETRIEVE, MICE_ANNA))
            return refuse_turn(setup, p, action);
        break;
    case MICE_REROLLING:
        if (is_between(action, MICE_REROLL, MICE_PLACE))
            return refuse_reroll(p, (unsigned)(action - MICE_REROLL));
        if (action == MICE_SUPPORT && can_help(p))
            return RZ_OK;
        break;
    case MICE_OFFER:
        if (action == MICE_SUPPORT || action == MICE_DECLINE)
            return RZ_OK;
        break;
    case MICE_PLACING:
        if (action == MICE_DONE)
            return refuse_done(setup, p);
        if (action >= MICE_PLACE)
            return refuse_place(setup, p, place_of(action));
        break;
    default:
        if (is_between(action, groups[p->phase].from, groups[p->phase].below))
            return mice_refuse_reward(setup, p, action);
    }
    return untimely(action);
}

static bool chance_is_due(const mice_public *p) {
    return p->phase <= MICE_HELP_DUE;
}

static rz_error refuse_seat(const mice_setup *setup, const mice_public *p, int seat, int action) {
    if (p->phase == MICE_OVER)
        return MICE_E_OVER;
    if (chance_is_due(p))
        return MICE_E_CHANCE;
    if (seat != p->active)
        return MICE_E_TURN;
    return action < MICE_ACTIONS ? refuse_choice(setup, p, action) : MICE_E_ACTION;
}

static rz_error refuse_chance(const mice_setup *setup, const mice_public *p, int outcome) {
    if (p->phase == MICE_OVER)
        return MICE_E_OVER;
    if (!chance_is_due(p))
        return outcome < MICE_FIRST ? MICE_E_NO_ROLL : MICE_E_NO_FIRST;
    if (p->phase == MICE_FIRST_DUE)
        return is_between(outcome, MICE_FIRST, MICE_FIRST + setup->common.seats) ? RZ_OK
                                                                                 : MICE_E_FIRST;
    if (outcome >= MICE_FIRST)
        return MICE_E_NO_FIRST;
    return mice_shows(outcome, p->rolling) ? RZ_OK : MICE_E_DICE;
}

/* ---- What is possible ------------------------------------------------------------------------ */

static int list_turn(const mice_setup *setup, const mice_public *p, rz_action out[]) {
    int n = 0;
    if (p->free[p->active] > 0)
        out[n++] = MICE_ROLL;
    for (int c = 0; c < setup->size; c++) {
        out[n] = (rz_action)(MICE_RETRIEVE + c);
        n += mice_cells_of(p->column[c], p->active) != 0;
    }
    if (n == 0)
        out[n++] = MICE_PASS;
    return n;
}

/* Every choice so far, with 1 to `count` dice of a kind that begins at bit `at` besides. */
static int list_more(rz_action out[], int n, int count, unsigned at) {
    int size = n;
    for (int k = 1; k <= count; k++, n += size) {
        unsigned more = ((1u << k) - 1) << at;
        for (int i = 0; i < size; i++)
            out[n + i] = (rz_action)(out[i] + more);
    }
    return n;
}

static int list_rerolls(const mice_public *p, rz_action out[]) {
    int help = can_help(p), n = 1;
    unsigned at = 0;
    out[0] = MICE_SUPPORT;
    out += help;
    out[0] = MICE_REROLL;
    for (int v = 1; v <= MICE_FACES; v++) {
        int count = mice_count(p->hand, v);
        n = list_more(out, n, count, at);
        at += (unsigned)count;
    }
    return help + list_more(out, n, p->free[p->active] - (int)at, at);
}

/* Four at a time, the last of them perhaps beyond what there is: a loop whose end can be foreseen.
 * There is room: all dice on all columns are far fewer than RZ_LEGAL_MAX. */
static int list_bits(uint64_t bits, int base, rz_action out[]) {
    const uint64_t end = (uint64_t)1 << 63;
    int n = 0;
    do
        for (int i = 0; i < 4; i++) {
            int at = __builtin_ctzll(bits | end);
            out[n] = (rz_action)(base + at - (16 - MICE_COLUMNS - 1) * (at / 16));
            n += bits != 0;
            bits &= bits - 1;
        }
    while (bits);
    return n;
}

static int list_dice(places open, mice_die kind, unsigned values, rz_action out[]) {
    int base = MICE_PLACE + (int)kind * MICE_PLACES;
    places some = places_for(open, values);
    int n = list_bits(some.word[0], base, out);
    return n + list_bits(some.word[1], base + 4 * (MICE_COLUMNS + 1), out + n);
}

/* M81: leaves out what would make it impossible to comply. */
static int keep_compliant(const mice_setup *setup, const mice_public *p, int n, rz_action out[]) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        move m = place_of(out[i]);
        if (mice_would_comply(setup, p, m.kind, m.value, m.column))
            out[kept++] = out[i];
    }
    return kept;
}

static int list_places(const mice_setup *setup, const mice_public *p, rz_action out[]) {
    places open = find_places(p, mice_grey_left(setup, p) > 0);
    int hand = list_dice(open, MICE_MOUSE, mice_values(p->hand), out), n = hand;
    if (p->help)
        n += list_dice(open, MICE_SUPPORT_DIE, mice_values(p->help), out + n);
    bool done = refuse_done_if(p, hand > 0, n > hand) == RZ_OK;
    if (p->candy[p->active])
        n += list_dice(find_places(p, false), MICE_CANDY_DIE, MICE_EVERY, out + n);
    if (p->bound && p->help)
        n = keep_compliant(setup, p, n, out);
    if (done)
        out[n++] = MICE_DONE;
    return n;
}

/* The actions of a small group that nothing speaks against. */
static int list_group(const mice_setup *setup, const mice_public *p, int from, int below,
                      rz_action out[]) {
    int n = 0;
    for (int action = from; action < below; action++)
        if (refuse_choice(setup, p, action) == RZ_OK)
            out[n++] = (rz_action)action;
    return n;
}

static int list(const mice_setup *setup, const mice_public *p, int seat, rz_action out[]) {
    if (seat != p->active || chance_is_due(p))
        return 0;
    if (p->phase == MICE_PLACING)
        return list_places(setup, p, out);
    if (p->phase == MICE_REROLLING)
        return list_rerolls(p, out);
    if (p->phase == MICE_TURN)
        return list_turn(setup, p, out);
    return list_group(setup, p, groups[p->phase].from, groups[p->phase].below, out);
}

/* ---- The contract ---------------------------------------------------------------------------- */

/* M11: a column without what is covered. */
static void lay_out(const mice_column *column, int covered, mice_stack *stack) {
    *stack = (mice_stack){.shelf = column->shelf, .sausages = column->sausages};
    stack->size = (uint8_t)(column->size - covered);
    for (int i = stack->size - 1; i >= 0; i--) {
        const mice_cell *cell = &column->cells[covered + i];
        stack->accepts[i] = (uint8_t)(cell->ask ? mice_bit(cell->ask) : MICE_EVERY);
        stack->above[i] = stack->accepts[i];
        if (i + 1 < stack->size)
            stack->above[i] |= stack->above[i + 1];
        stack->pays[i] = cell->pays;
        if (cell->linked && i > 0) /* M5 */
            stack->linked |= (uint8_t)(1 << i);
    }
}

rz_error mice_finish_setup(rz_setup *setup) {
    mice_setup *s = (mice_setup *)(void *)setup;
    int seats = s->common.seats;
    if (s->board.size == 0)
        s->board = mice_reconstructed_board;
    s->size = s->board.size;
    s->grey = (uint8_t)(s->board.grey - (seats < 4 ? s->board.grey_covered[seats - 2] : 0));
    s->red = s->board.red;
    for (int c = 0; c < s->size; c++) {
        const mice_column *column = &s->board.columns[c];
        lay_out(column, seats < 4 ? column->covered[seats - 2] : 0, &s->stacks[c]);
    }
    return RZ_OK;
}

void mice_init(const rz_setup *setup, rz_state *state, rz_events *events) {
    mice_public *p = public_in(state);
    int seats = rz_seats(setup);
    if (events)
        events->count = 0;
    memset(p, 0, sizeof *p);
    for (int s = 0; s < seats; s++)
        p->free[s] = (uint8_t)mice_dice_each(seats); /* M1 */
    p->jar = (uint8_t)mice_candies(seats);           /* M2 */
    p->reserve = (uint8_t)mice_helpers(seats);       /* M1 */
    for (int c = 0; c < setup_of(setup)->size; c++)
        mice_set_open(p, c, mice_open(&setup_of(setup)->stacks[c], 0));
    p->phase = MICE_FIRST_DUE;
    if (setup_of(setup)->first >= 0)
        begin_game(setup_of(setup), p, setup_of(setup)->first, events);
}

rz_actors mice_to_act(const rz_setup *setup, const rz_public *pub) {
    const mice_public *p = public_of(pub);
    (void)setup;
    if (chance_is_due(p))
        return RZ_CHANCE_BIT;
    return p->phase == MICE_OVER ? 0 : (rz_actors)(1 << p->active);
}

int mice_legal(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]) {
    const mice_view *v = (const mice_view *)(const void *)view;
    return list(setup_of(setup), &v->pub, v->seat, out);
}

int mice_legal_in(const rz_setup *setup, const rz_state *state, int seat,
                  rz_action out[RZ_LEGAL_MAX]) {
    return list(setup_of(setup), public_of(rz_state_public(state)), seat, out);
}

rz_error mice_why_not(const rz_setup *setup, const rz_view *view, rz_action action) {
    const mice_view *v = (const mice_view *)(const void *)view;
    return refuse_seat(setup_of(setup), &v->pub, v->seat, action);
}

static void act(const mice_setup *setup, mice_public *p, int action, rz_events *events) {
    if (action == MICE_DONE)
        mice_done(setup, p, events);
    else if (action >= MICE_PLACE)
        place(setup, p, place_of(action));
    else if (action >= MICE_REROLL)
        reroll(setup, p, (unsigned)(action - MICE_REROLL));
    else if (p->phase >= MICE_ANNA_DUE)
        mice_reward(setup, p, action, events);
    else if (action >= MICE_RETRIEVE)
        retrieve(setup, p, action - MICE_RETRIEVE, events);
    else if (action == MICE_ROLL)
        roll(p);
    else if (action == MICE_SUPPORT)
        roll_help(p);
    else if (action == MICE_DECLINE)
        begin_placing(setup, p);
    else
        mice_end_turn(setup, p, events);
}

rz_error mice_apply(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                    rz_events *events) {
    const mice_setup *s = setup_of(setup);
    mice_public *p = public_in(state);
    if (events)
        events->count = 0;
    rz_error error =
        actor == RZ_CHANCE ? refuse_chance(s, p, action) : refuse_seat(s, p, actor, action);
    if (error != RZ_OK)
        return error;
    if (actor != RZ_CHANCE)
        act(s, p, action, events);
    else if (p->phase == MICE_FIRST_DUE)
        begin_game(s, p, action - MICE_FIRST, events);
    else
        take_roll(s, p, mice_unrank(action), events);
    return RZ_OK;
}
