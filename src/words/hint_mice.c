/* mice: why a choice is good, in facts that everybody can check. */
#include "ai/mice/odds.h"
#include "games/mice/rules.h"
#include "words/hint.h"
#include "words/mice.h"

typedef struct facts {
    const rz_voice *voice;
    const mice_setup *setup;
    const mice_public *p;
    int seat;
    rz_event event;
    rz_text *out;
} facts;

static rz_hint_word percent(int32_t chance) {
    return rz_hint_number((int)((100 * (int64_t)chance + MICE_CERTAIN / 2) / MICE_CERTAIN));
}

static rz_hint_word shelf_of(const facts *f, int column) {
    rz_hint_word word;
    rz_text text;
    rz_text_init(&text, word.text, sizeof word.text);
    mice_format_shelf(f->voice, &text, f->setup->stacks[column].shelf,
                      f->setup->stacks[column].sausages);
    return word;
}

/* The column that is completed most likely if these dice are kept and so many are rolled. */
static int likeliest(const facts *f, uint32_t keep, int rolled, int32_t *chance) {
    int column = 0;
    *chance = -1;
    for (int c = 0; c < f->setup->size; c++) {
        int32_t now = mice_completing_with(f->setup, f->p, c, keep, rolled);
        column = now > *chance ? c : column;
        *chance = now > *chance ? now : *chance;
    }
    return column;
}

static void why_roll(const facts *f) {
    int32_t chance;
    int dice = f->p->free[f->seat], column = likeliest(f, 0, dice, &chance);
    rz_format(
        f->voice, f->out,
        N_("You have {dice} dice; the first roll alone completes column {column} ({shelf}) with "
           "{chance}%."),
        "dice", rz_hint_number(dice).text, "column", rz_hint_number(column + 1).text, "shelf",
        shelf_of(f, column).text, "chance", percent(chance).text, NULL);
}

static void why_retrieve(const facts *f) {
    int column = f->event.data[0] - 1, own = 0;
    for (int cell = 0; cell < mice_height(f->p->column[column]); cell++)
        own += mice_die_owner(mice_die_at(f->p->column[column], cell)) == f->seat;
    rz_format(
        f->voice, f->out,
        N_("Only {free} of your dice are free, and {own} of them stand in that column, which "
           "needs {left} more."),
        "free", rz_hint_number(f->p->free[f->seat]).text, "own", rz_hint_number(own).text, "left",
        rz_hint_number(f->setup->stacks[column].size - mice_height(f->p->column[column])).text,
        NULL);
}

static void why_reroll(const facts *f) {
    uint32_t keep = f->p->hand;
    int rolled = f->event.data[MICE_FACES];
    int32_t chance;
    for (int v = 1; v <= MICE_FACES; v++) {
        keep -= (uint32_t)f->event.data[v - 1] * mice_one(v);
        rolled += f->event.data[v - 1];
    }
    int column = likeliest(f, keep, rolled, &chance);
    rz_format(f->voice, f->out,
              chance > 0
                  ? N_("So column {column} ({shelf}) is completed with {chance}%.")
                  : N_("No column can be completed in this turn; what is kept can be placed."),
              "column", rz_hint_number(column + 1).text, "shelf", shelf_of(f, column).text,
              "chance", percent(chance).text, NULL);
}

static void why_cat(const facts *f) {
    int left = mice_cat_room(f->setup, f->p) - 1;
    rz_format(f->voice, f->out,
              left > 0 ? N_("It fits no better elsewhere, and the cat comes only with {left} more.")
                       : N_("It makes the cat come, which clears the columns."),
              "left", rz_hint_number(left).text, NULL);
}

static void why_place(const facts *f) {
    int column = f->event.data[1] - 1, kind = f->event.data[2];
    if (column < 0) {
        why_cat(f);
        return;
    }
    mice_public after = *f->p;
    uint32_t food[MICE_SEATS];
    int cell = mice_height(after.column[column]);
    int left = f->setup->stacks[column].size - cell - 1;
    int owner = kind == MICE_SUPPORT_DIE ? MICE_NEUTRAL : f->seat;
    after.column[column] |= (uint64_t)mice_die_of(f->event.data[0], owner, false) << 8 * cell;
    mice_pay(f->setup, &after, column, food);
    rz_format(
        f->voice, f->out,
        left > 0 ? N_("Column {column} ({shelf}) then needs {left} more, and would pay you {food}.")
                 : N_("It completes column {column} ({shelf}), which pays you {food}."),
        "column", rz_hint_number(column + 1).text, "shelf", shelf_of(f, column).text, "left",
        rz_hint_number(left).text, "food", rz_hint_number((int)food[f->seat]).text, NULL);
}

static void why_anna(const facts *f) {
    int column = f->event.data[0] - 1;
    int left = f->setup->stacks[column].size - mice_height(f->p->column[column]);
    rz_format(f->voice, f->out, N_("Column {column} ({shelf}) needs {left} more before that."),
              "column", rz_hint_number(column + 1).text, "shelf", shelf_of(f, column).text, "left",
              rz_hint_number(left).text, NULL);
}

static void why_steal(const facts *f) {
    int from = f->event.data[0];
    rz_format(f->voice, f->out,
              N_("{who} has {exposed} exposed and {safe} safe, and loses half of what is exposed."),
              "who", rz_hint_seat(f->voice, from).text, "exposed",
              rz_hint_number((int)f->p->exposed[from]).text, "safe",
              rz_hint_number(f->p->safe[from]).text, NULL);
}

/* The choices that one template tells. */
static void why_simple(const facts *f) {
    static const char *const english[MICE_VERBS] = {
        [MICE_VERB_PASS] = N_("There is nothing else to do."),
        [MICE_VERB_SUPPORT] = N_("Support dice fill cells too, and you keep more of your own."),
        [MICE_VERB_DECLINE] = N_("Support dice must be placed once they are rolled, and could help "
                                 "the others."),
        [MICE_VERB_DONE] = N_("What is left in your hand can be rolled again in the next turn."),
        [MICE_VERB_CANDY] = N_("A candy die counts as any number."),
        [MICE_VERB_SECURE] = N_("You have {safe} safe after that, of the 25 that win."),
        [MICE_VERB_SKIP] = N_("{exposed} stay exposed, for a larger sum later."),
        [MICE_VERB_SHARE] = N_("You have {exposed} exposed now, half of which moves on."),
    };
    int more = f->event.verb == MICE_VERB_SECURE ? f->p->sum : 0;
    rz_format(f->voice, f->out, english[f->event.verb], "safe",
              rz_hint_number(f->p->safe[f->seat] + more).text, "exposed",
              rz_hint_number((int)f->p->exposed[f->seat]).text, NULL);
}

static void why(const rz_voice *voice, const rz_view *view, rz_action best, rz_action other,
                rz_text *out) {
    static void (*const why[MICE_VERBS])(const facts *) = {
        [MICE_VERB_ROLL] = why_roll,     [MICE_VERB_RETRIEVE] = why_retrieve,
        [MICE_VERB_REROLL] = why_reroll, [MICE_VERB_PLACE] = why_place,
        [MICE_VERB_ANNA] = why_anna,     [MICE_VERB_STEAL] = why_steal};
    facts f = {voice, &voice->setup->mice, &view->mice.pub, view->mice.seat, {0}, out};
    (void)other;
    mice_describe(voice->setup, rz_view_public(view), f.seat, best, &f.event);
    (why[f.event.verb] ? why[f.event.verb] : why_simple)(&f);
}

static const char *rule(const rz_setup *setup, const rz_view *view, rz_action best) {
    static const char *const rules[MICE_VERBS] = {
        [MICE_VERB_ROLL] = "M21",    [MICE_VERB_RETRIEVE] = "M28", [MICE_VERB_PASS] = "M28",
        [MICE_VERB_REROLL] = "M22",  [MICE_VERB_PLACE] = "M40",    [MICE_VERB_DONE] = "M23",
        [MICE_VERB_SUPPORT] = "M80", [MICE_VERB_DECLINE] = "M81",  [MICE_VERB_ANNA] = "M60",
        [MICE_VERB_CANDY] = "M62",   [MICE_VERB_SECURE] = "M64",   [MICE_VERB_SKIP] = "M64",
        [MICE_VERB_STEAL] = "M65",   [MICE_VERB_SHARE] = "M66"};
    rz_event event;
    mice_describe(setup, rz_view_public(view), view->mice.seat, best, &event);
    bool to_cat = event.verb == MICE_VERB_PLACE && event.data[1] == 0;
    return to_cat ? "M25" : rules[event.verb];
}

const rz_reasoning mice_reasoning = {why, rule};
