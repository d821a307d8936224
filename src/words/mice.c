/* mice in words. */
#include "words/mice.h"
#include "core/translate.h"
#include "games/mice/rules.h"

enum { NAME_SIZE = RZ_NAME_BYTES + 32, WORDS_SIZE = 1600 };

static const char *const shelf_words[MICE_SHELVES] = {
    [MICE_ANNA_SHELF] = N_("Anxious Anna"),     [MICE_CANDY_SHELF] = N_("candy jar"),
    [MICE_SECURE_SHELF] = N_("secure"),         [MICE_GREEDY_SHELF] = N_("greedy eater"),
    [MICE_ACCOUNTANT_SHELF] = N_("accountant"), [MICE_SAUSAGE_SHELF] = N_("{number} sausages"),
};

/* A number, or a name, as a string of its own: the values of placeholders. */
typedef struct word {
    char text[NAME_SIZE];
} word;

static word number_word(int number) {
    word w;
    rz_text text;
    rz_text_init(&text, w.text, sizeof w.text);
    rz_text_int(&text, number);
    return w;
}

static word seat_word(const rz_voice *voice, int seat) {
    word w;
    rz_text text;
    rz_text_init(&text, w.text, sizeof w.text);
    rz_format_seat(voice, &text, seat);
    return w;
}

void mice_format_shelf(const rz_voice *voice, rz_text *out, int shelf, int sausages) {
    rz_format(voice, out, shelf_words[shelf], "number", number_word(sausages).text, NULL);
}

static word shelf_word(const rz_voice *voice, int column) {
    const mice_stack *stack = &voice->setup->mice.stacks[column];
    word w;
    rz_text text;
    rz_text_init(&text, w.text, sizeof w.text);
    mice_format_shelf(voice, &text, stack->shelf, stack->sausages);
    return w;
}

/* "1 1 3" */
static word dice_word(const int16_t counts[MICE_FACES]) {
    word w;
    rz_text text;
    rz_text_init(&text, w.text, sizeof w.text);
    for (int v = 1; v <= MICE_FACES; v++)
        for (int i = 0; i < counts[v - 1]; i++) {
            if (text.length > 0)
                rz_text_char(&text, ' ');
            rz_text_int(&text, v);
        }
    return w;
}

/* "Ann +2 and Bo +1" */
static void format_food(const rz_voice *voice, rz_text *out, const int16_t food[]) {
    rz_list list = {voice, out, 0, 0};
    int seats = rz_seats(voice->setup);
    for (int s = 0; s < seats; s++)
        list.left += food[s] > 0;
    for (int s = 0; s < seats; s++) {
        char item[NAME_SIZE + 16];
        rz_text text;
        if (food[s] == 0)
            continue;
        rz_text_init(&text, item, sizeof item);
        rz_format_seat(voice, &text, s);
        rz_text_add(&text, " +");
        rz_text_int(&text, food[s]);
        rz_list_item(&list, item);
    }
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void format_dice_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    bool support = event->data[MICE_FACES] == MICE_SUPPORT_DIE;
    rz_format(voice, out,
              support ? N_("The support dice show {dice}.") : N_("The dice show {dice}."), "dice",
              dice_word(event->data).text, NULL);
}

static void format_cat_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    rz_format(voice, out,
              event->data[MICE_FACES]
                  ? N_("The cat takes {dice} and comes: every die on the board goes back.")
                  : N_("The cat takes {dice}."),
              "dice", dice_word(event->data).text, NULL);
}

static int count_dice(const int16_t counts[MICE_FACES]) {
    int n = 0;
    for (int v = 0; v < MICE_FACES; v++)
        n += counts[v];
    return n;
}

/* The dice of a re-roll: those that show something, and how many do not. */
static void format_reroll(const rz_voice *voice, const rz_event *event,
                          const char *const english[6], rz_text *out) {
    int shown = count_dice(event->data), unrolled = event->data[MICE_FACES];
    int came_back = unrolled < 2 ? unrolled : 2;
    rz_format_about(voice, out, event->by, -1, english[(shown > 0) + 2 * came_back], "dice",
                    dice_word(event->data).text, "number", number_word(unrolled).text, NULL);
}

static void format_place_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    static const char *const in_column[MICE_DIE_KINDS] = {
        N_("{who} places a {value} in column {column}."),
        N_("{who} places the support die {value} in column {column}."),
        N_("{who} places a candy die as a {value} in column {column}.")};
    const char *english = event->data[1] > 0 ? in_column[event->data[2]]
                          : event->data[2] == MICE_MOUSE
                              ? N_("{who} places a {value} on the cat row.")
                              : N_("{who} places the support die {value} on the cat row.");
    rz_format_about(voice, out, event->by, -1, english, "value", number_word(event->data[0]).text,
                    "column", number_word(event->data[1]).text, NULL);
}

static void format_complete_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char food[WORDS_SIZE];
    rz_text text;
    rz_text_init(&text, food, sizeof food);
    format_food(voice, &text, event->data + 1);
    rz_format(voice, out,
              text.length > 0 ? N_("Column {column} ({shelf}) is complete: {food}.")
                              : N_("Column {column} ({shelf}) is complete; its cells pay nobody."),
              "column", number_word(event->data[0]).text, "shelf",
              shelf_word(voice, event->data[0] - 1).text, "food", food, NULL);
}

static void format_candy_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    static const char *const english[] = {N_("{who} takes a candy die from the jar."),
                                          N_("{who} takes a candy die from {other}."),
                                          N_("{who} takes a candy die from column {column}.")};
    int tag = event->data[0] / 32, number = event->data[0] % 32;
    rz_format_about(voice, out, event->by, tag == 1 ? number : -1, english[tag], "column",
                    number_word(number).text, NULL);
}

static void format_food_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char food[WORDS_SIZE];
    rz_text text;
    rz_text_init(&text, food, sizeof food);
    rz_list list = {voice, &text, rz_seats(voice->setup), 0};
    for (int s = 0; s < rz_seats(voice->setup); s++) {
        char item[NAME_SIZE + 80];
        rz_text one;
        rz_text_init(&one, item, sizeof item);
        rz_format_about(voice, &one, s, -1, N_("{who} {exposed} exposed, {safe} safe"), "exposed",
                        number_word(rz_large(event->data, s)).text, "safe",
                        number_word(event->data[2 * RZ_SEATS_MAX + s]).text, NULL);
        rz_text_add(&text, list.done++ > 0 ? "; " : "");
        rz_text_add(&text, item);
    }
    rz_format(voice, out, N_("Food now: {food}."), "food", food, NULL);
}

static void format_end_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char names[WORDS_SIZE];
    int score = 0;
    rz_text text;
    rz_text_init(&text, names, sizeof names);
    rz_list list = {voice, &text, 0, 0};
    for (int s = 0; s < rz_seats(voice->setup); s++)
        list.left += event->data[RZ_SEATS_MAX + s];
    int winner = list.left > 1 ? -1 : 0;
    for (int s = 0; s < rz_seats(voice->setup); s++)
        if (event->data[RZ_SEATS_MAX + s]) {
            rz_list_item(&list, seat_word(voice, s).text);
            winner = winner < 0 ? -1 : s;
            score = event->data[s];
        }
    rz_format_about(voice, out, winner, -1,
                    winner < 0
                        ? N_("The game is over: {names} share the win with {score} food safe.")
                        : N_("The game is over: {who} wins with {score} food safe."),
                    "names", names, "score", number_word(score).text, NULL);
}

/* The events that one template tells: of who acts, or whom the event names, and a column. */
static const struct {
    uint8_t verb;
    const char *english;
} simple[] = {
    {MICE_VERB_FIRST, N_("{who} goes first.")},
    {MICE_VERB_TURN, N_("{who} is to play.")},
    {MICE_VERB_ROLL, N_("{who} rolls.")},
    {MICE_VERB_RETRIEVE, N_("{who} takes dice back from column {number}.")},
    {MICE_VERB_PASS, N_("{who} has no dice to roll or take back, and passes.")},
    {MICE_VERB_SUPPORT, N_("{who} rolls the support dice.")},
    {MICE_VERB_DECLINE, N_("{who} does without the support dice.")},
    {MICE_VERB_DONE, N_("{who} is done placing.")},
    {MICE_VERB_ANNA, N_("{who} pushes Anna's die into column {number}.")},
    {MICE_VERB_SECURE, N_("{who} brings food into safety.")},
    {MICE_VERB_SKIP, N_("{who} leaves the food exposed.")},
    {MICE_VERB_STEAL, N_("{who} takes half of the exposed food of {other}.")},
};

static void format_simple_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    size_t i = 0;
    while (simple[i].verb != event->verb)
        i++;
    bool acts = event->by < RZ_SEATS_MAX, steals = event->verb == MICE_VERB_STEAL;
    rz_format_about(voice, out, acts ? event->by : event->data[0], steals ? event->data[0] : -1,
                    simple[i].english, "number", number_word(event->data[0]).text, NULL);
}

static void format_share_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    rz_format_about(
        voice, out, event->by, -1,
        event->data[0]
            ? N_("{who} has everybody pass half of the exposed food on, counter-clockwise.")
            : N_("{who} has everybody pass half of the exposed food on, clockwise."),
        NULL);
}

static void format_reroll_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    static const char *const rerolls[] = {
        N_("{who} keeps all dice."),
        N_("{who} rolls again: {dice}."),
        N_("{who} rolls the die that came back."),
        N_("{who} rolls again: {dice}, and the die that came back."),
        N_("{who} rolls the {number} dice that came back."),
        N_("{who} rolls again: {dice}, and the {number} dice that came back.")};
    format_reroll(voice, event, rerolls, out);
}

static void format_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    static void (*const verbs[MICE_VERBS])(const rz_voice *, const rz_event *, rz_text *) = {
        [MICE_VERB_DICE] = format_dice_event,
        [MICE_VERB_CAT] = format_cat_event,
        [MICE_VERB_REROLL] = format_reroll_event,
        [MICE_VERB_PLACE] = format_place_event,
        [MICE_VERB_COMPLETE] = format_complete_event,
        [MICE_VERB_CANDY] = format_candy_event,
        [MICE_VERB_SHARE] = format_share_event,
        [MICE_VERB_FOOD] = format_food_event,
        [MICE_VERB_END] = format_end_event};
    (verbs[event->verb] ? verbs[event->verb] : format_simple_event)(voice, event, out);
}

/* ---- Rewards --------------------------------------------------------------------------------- */

/* The most that the greedy eater could take now. */
static int largest_half(const rz_voice *voice, const mice_public *p, int seat) {
    int most = 0;
    for (int s = 0; s < rz_seats(voice->setup); s++)
        if (s != seat && (int)(p->exposed[s] + 1) / 2 > most)
            most = (int)(p->exposed[s] + 1) / 2;
    return most;
}

void mice_format_reward(const rz_voice *voice, const mice_public *p, int c, int seat,
                        rz_text *out) {
    static const char *const english[MICE_SHELVES] = {
        [MICE_ANNA_SHELF] = N_("the top die goes to another column"),
        [MICE_CANDY_SHELF] = N_("a candy die"),
        [MICE_SECURE_SHELF] = N_("secures the sum of the upper pair"),
        [MICE_GREEDY_SHELF] = N_("takes up to {most} food"),
        [MICE_ACCOUNTANT_SHELF] = N_("half of all exposed food goes one player on"),
        [MICE_SAUSAGE_SHELF] = N_("+{sausages} for who completes it"),
    };
    const mice_stack *stack = &voice->setup->mice.stacks[c];
    int top = stack->size - 1, below = mice_die_at(p->column[c], top - 1);
    bool pair = stack->shelf == MICE_SECURE_SHELF && below && stack->linked >> top & 1;
    rz_format(voice, out, pair ? N_("secures {sum}") : english[stack->shelf], "sum",
              number_word(2 * mice_die_value(below)).text, "most",
              number_word(largest_half(voice, p, seat)).text, "sausages",
              number_word(stack->sausages).text, NULL);
}

/* ---- Choices --------------------------------------------------------------------------------- */

/* What completing a column with these dice brings: whom its cells pay, and what the shelf is. */
static void format_completion(const rz_voice *voice, const mice_public *p, int seat, int column,
                              rz_text *out) {
    uint32_t food[MICE_SEATS];
    int16_t paid[MICE_SEATS];
    char words[WORDS_SIZE];
    rz_text text;
    mice_pay(&voice->setup->mice, p, column, food);
    for (int s = 0; s < MICE_SEATS; s++)
        paid[s] = (int16_t)food[s];
    rz_text_init(&text, words, sizeof words);
    format_food(voice, &text, paid);
    rz_format(voice, out,
              text.length > 0 ? N_(", which completes it ({shelf}): {food}")
                              : N_(", which completes it ({shelf})"),
              "shelf", shelf_word(voice, column).text, "food", words, NULL);
    int sum = mice_secure_sum(p->column[column]);
    if (voice->setup->mice.stacks[column].shelf == MICE_SECURE_SHELF)
        rz_format(voice, out,
                  p->exposed[seat] + food[seat] >= (uint32_t)sum
                      ? N_("; {sum} food can go to safety")
                      : N_("; {sum} food is more than you have exposed"),
                  "sum", number_word(sum).text, NULL);
}

static void choice_place(const rz_voice *voice, const mice_public *p, int seat,
                         const rz_event *event, rz_text *out) {
    static const char *const in_column[MICE_DIE_KINDS] = {
        N_("Place a {value} in column {column}"),
        N_("Place the support die {value} in column {column}"),
        N_("Place a candy die as a {value} in column {column}")};
    int value = event->data[0], column = event->data[1] - 1, kind = event->data[2];
    const char *on_row = kind == MICE_MOUSE ? N_("Place a {value} on the cat row")
                                            : N_("Place the support die {value} on the cat row");
    rz_format(voice, out, column < 0 ? on_row : in_column[kind], "value", number_word(value).text,
              "column", number_word(column + 1).text, NULL);
    if (column < 0 || column >= voice->setup->mice.size)
        return;
    int cell = mice_height(p->column[column]);
    int owner = kind == MICE_SUPPORT_DIE ? MICE_NEUTRAL : seat;
    if (cell + 1 != voice->setup->mice.stacks[column].size)
        return;
    mice_public after = *p;
    after.column[column] |= (uint64_t)mice_die_of(value, owner, false) << 8 * cell;
    format_completion(voice, &after, seat, column, out);
}

static void choice_share(const rz_voice *voice, const mice_public *p, int seat, bool counter,
                         rz_text *out) {
    int seats = rz_seats(voice->setup), giver = (seat + (counter ? 1 : seats - 1)) % seats;
    rz_format(
        voice, out,
        counter ? N_("Pass food on counter-clockwise: you give {given} and get {got} from {other}")
                : N_("Pass food on clockwise: you give {given} and get {got} from {other}"),
        "given", number_word((int)(p->exposed[seat] + 1) / 2).text, "got",
        number_word((int)(p->exposed[giver] + 1) / 2).text, "other", seat_word(voice, giver).text,
        NULL);
}

static void choice_candy(const rz_voice *voice, const rz_event *event, rz_text *out) {
    static const char *const english[] = {N_("Take a candy die from the jar"),
                                          N_("Take the candy die of {other}"),
                                          N_("Take the candy die from column {column}")};
    int tag = event->data[0] / 32, number = event->data[0] % 32;
    rz_format(voice, out, english[tag], "other", seat_word(voice, tag == 1 ? number : 0).text,
              "column", number_word(number).text, NULL);
}

/* The choices that one template tells: of a number. */
static void choice_simple(const rz_voice *voice, const mice_public *p, int seat,
                          const rz_event *event, rz_text *out) {
    static const char *const english[MICE_VERBS] = {
        [MICE_VERB_ROLL] = N_("Roll your {free} dice"),
        [MICE_VERB_RETRIEVE] = N_("Take your dice back from column {number}"),
        [MICE_VERB_PASS] = N_("Pass"),
        [MICE_VERB_SUPPORT] = N_("Roll the {reserve} support dice"),
        [MICE_VERB_DECLINE] = N_("Do without the support dice"),
        [MICE_VERB_DONE] = N_("Done placing"),
        [MICE_VERB_ANNA] = N_("Push Anna's die into column {number}"),
        [MICE_VERB_SECURE] = N_("Secure {sum} food"),
        [MICE_VERB_SKIP] = N_("Leave it exposed"),
        [MICE_VERB_STEAL] = N_("Take {half} food from {other}"),
    };
    int from = event->data[0] >= 0 && event->data[0] < MICE_SEATS ? event->data[0] : 0;
    rz_format(voice, out, english[event->verb], "number", number_word(event->data[0]).text, "free",
              number_word(p->free[seat]).text, "reserve", number_word(p->reserve).text, "sum",
              number_word(p->sum).text, "half", number_word((int)(p->exposed[from] + 1) / 2).text,
              "other", seat_word(voice, from).text, NULL);
}

static void choice(const rz_voice *voice, const rz_public *pub, int seat, rz_action action,
                   rz_text *out) {
    static const char *const rerolls[] = {
        N_("Keep all dice"),
        N_("Roll again: {dice}"),
        N_("Roll the die that came back"),
        N_("Roll again: {dice}, and the die that came back"),
        N_("Roll the {number} dice that came back"),
        N_("Roll again: {dice}, and the {number} dice that came back")};
    rz_event event;
    mice_describe(voice->setup, pub, seat, action, &event);
    switch (event.verb) {
    case MICE_VERB_REROLL:
        format_reroll(voice, &event, rerolls, out);
        break;
    case MICE_VERB_PLACE:
        choice_place(voice, &pub->mice, seat, &event, out);
        break;
    case MICE_VERB_CANDY:
        choice_candy(voice, &event, out);
        break;
    case MICE_VERB_SHARE:
        choice_share(voice, &pub->mice, seat, event.data[0], out);
        break;
    default:
        choice_simple(voice, &pub->mice, seat, &event, out);
    }
}

/* ---- Moments --------------------------------------------------------------------------------- */

static const char *place_moment(const rz_setup *setup, const rz_view *view) {
    rz_error error = mice_why_not(setup, view, MICE_DONE);
    if (error == MICE_E_DUTY_OPEN && view->mice.pub.bound)
        return N_("place all support dice and one of your own (M81)");
    if (error == MICE_E_DUTY_OPEN)
        return N_("place the support dice that fit, and one of your own (M81)");
    if (error == MICE_E_MUST_PLACE)
        return N_("place a die; at least one");
    return N_("place dice, or be done");
}

static const char *turn_moment(const rz_setup *setup, const rz_view *view) {
    rz_action legal[RZ_LEGAL_MAX];
    int n = mice_legal(setup, view, legal);
    if (legal[0] == MICE_ROLL)
        return n > 1 ? N_("roll, or take dice back") : N_("roll");
    return legal[0] == MICE_PASS ? N_("pass") : N_("you have no dice to roll: take some back");
}

static void moment(const rz_voice *voice, const rz_view *view, rz_text *out) {
    static const char *const moments[] = {
        [MICE_REROLLING] = N_("choose dice to roll again, or keep all"),
        [MICE_OFFER] = N_("roll the support dice or do without"),
        [MICE_ANNA_DUE] = N_("say where Anna's die goes"),
        [MICE_CANDY_DUE] = N_("take a candy die"),
        [MICE_SECURE_DUE] = N_("secure food or leave it"),
        [MICE_STEAL_DUE] = N_("choose from whom to take half of what is exposed"),
        [MICE_SHARE_DUE] = N_("choose which way half of all exposed food goes"),
    };
    int phase = view->mice.pub.phase;
    const char *english = phase == MICE_TURN      ? turn_moment(voice->setup, view)
                          : phase == MICE_PLACING ? place_moment(voice->setup, view)
                                                  : moments[phase];
    rz_text_add(out, rz_translate(voice, english));
}

/* ---- The same, said to whom it is about ------------------------------------------------------
 */
static const rz_form forms[] = {
    {N_("{who} goes first."), N_("You go first."), NULL},
    {N_("{who} is to play."), N_("It is your turn."), NULL},
    {N_("{who} rolls."), N_("You roll."), NULL},
    {N_("{who} takes dice back from column {number}."),
     N_("You take dice back from column {number}."), NULL},
    {N_("{who} has no dice to roll or take back, and passes."),
     N_("You have no dice to roll or take back, and pass."), NULL},
    {N_("{who} keeps all dice."), N_("You keep all dice."), NULL},
    {N_("{who} rolls again: {dice}."), N_("You roll again: {dice}."), NULL},
    {N_("{who} rolls the die that came back."), N_("You roll the die that came back."), NULL},
    {N_("{who} rolls again: {dice}, and the die that came back."),
     N_("You roll again: {dice}, and the die that came back."), NULL},
    {N_("{who} rolls the {number} dice that came back."),
     N_("You roll the {number} dice that came back."), NULL},
    {N_("{who} rolls again: {dice}, and the {number} dice that came back."),
     N_("You roll again: {dice}, and the {number} dice that came back."), NULL},
    {N_("{who} rolls the support dice."), N_("You roll the support dice."), NULL},
    {N_("{who} does without the support dice."), N_("You do without the support dice."), NULL},
    {N_("{who} places a {value} in column {column}."),
     N_("You place a {value} in column {column}."), NULL},
    {N_("{who} places the support die {value} in column {column}."),
     N_("You place the support die {value} in column {column}."), NULL},
    {N_("{who} places a candy die as a {value} in column {column}."),
     N_("You place a candy die as a {value} in column {column}."), NULL},
    {N_("{who} places a {value} on the cat row."), N_("You place a {value} on the cat row."), NULL},
    {N_("{who} places the support die {value} on the cat row."),
     N_("You place the support die {value} on the cat row."), NULL},
    {N_("{who} is done placing."), N_("You are done placing."), NULL},
    {N_("{who} takes a candy die from the jar."), N_("You take a candy die from the jar."), NULL},
    {N_("{who} takes a candy die from {other}."), N_("You take a candy die from {other}."),
     N_("{who} takes a candy die from you.")},
    {N_("{who} takes a candy die from column {column}."),
     N_("You take a candy die from column {column}."), NULL},
    {N_("{who} pushes Anna's die into column {number}."),
     N_("You push Anna's die into column {number}."), NULL},
    {N_("{who} brings food into safety."), N_("You bring food into safety."), NULL},
    {N_("{who} leaves the food exposed."), N_("You leave the food exposed."), NULL},
    {N_("{who} takes half of the exposed food of {other}."),
     N_("You take half of the exposed food of {other}."),
     N_("{who} takes half of your exposed food.")},
    {N_("{who} has everybody pass half of the exposed food on, counter-clockwise."),
     N_("You have everybody pass half of the exposed food on, counter-clockwise."), NULL},
    {N_("{who} has everybody pass half of the exposed food on, clockwise."),
     N_("You have everybody pass half of the exposed food on, clockwise."), NULL},
    {N_("The game is over: {who} wins with {score} food safe."),
     N_("The game is over: you win with {score} food safe."), NULL},
    {NULL, NULL, NULL},
};

const rz_words mice_words = {format_event, choice, moment, NULL, forms};
