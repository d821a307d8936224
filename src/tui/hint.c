/* What master would do, and why. */
#include <stdio.h>

#include "tui/table.h"
#include "words/hint.h"

/* The number by which a choice is on offer, or 0: it must be typed in words. */
static int number_of(const rz_action offered[], int n, rz_action action) {
    for (int i = 0; i < n; i++)
        if (offered[i] == action)
            return i + 1;
    return 0;
}

static void print_percent(tui_table *t, scr_style style, float share) {
    char text[16];
    snprintf(text, sizeof text, "%7s", tui_percent(&t->voice, (double)share));
    scr_put(&t->scr, style, text);
}

/* "  3   41.2%  Bid 7,000 (in 60% of such cases)" */
static void print_judged(tui_table *t, const rz_view *view, const rz_hint *hint, int i,
                         int number) {
    char label[512], place[16], share[16];
    rz_text text;
    bool best = i == hint->best, mixed = hint->mix[hint->best] < 0.95f && hint->mix[i] >= 0.005f;
    snprintf(place, sizeof place, number ? "%3d " : "    ", number);
    t->scr.indent = 13;
    scr_put(&t->scr, SCR_LIT, place);
    print_percent(t, best ? SCR_GOOD : SCR_PLAIN, hint->win[i]);
    rz_text_init(&text, label, sizeof label);
    rz_text_add(&text, "  ");
    rz_words_of(t->game)->choice(&t->voice, rz_view_public(view), t->voice.you, hint->action[i],
                                 &text);
    if (mixed) {
        snprintf(share, sizeof share, "%.0f", 100 * (double)hint->mix[i]);
        rz_format(&t->voice, &text, N_(" (in {share}% of such cases)"), "share", share, NULL);
    }
    scr_put(&t->scr, best ? SCR_GOOD : SCR_PLAIN, label);
    scr_newline(&t->scr);
}

/* Those that need no line each. */
static void print_rest(tui_table *t, const rz_hint *hint, int from) {
    char memory[300];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&t->voice, &text, N_("and {count} more, from {high} down to {low}"), "count",
              tui_number(hint->n - from), "high", tui_percent(&t->voice, (double)hint->win[from]),
              "low", tui_percent(&t->voice, (double)hint->win[hint->n - 1]), NULL);
    scr_put(&t->scr, SCR_PLAIN, "    ");
    scr_put(&t->scr, SCR_FAINT, memory);
    scr_newline(&t->scr);
}

static void print_hint(tui_table *t, const rz_view *view, const rz_hint *hint) {
    enum { SHOWN = 10 };
    char memory[1024];
    rz_text text;
    rz_action offered[RZ_LEGAL_MAX];
    int n = t->terminal->list_choices(t->setup, view, offered);
    int shown = hint->n <= SHOWN + 1 ? hint->n : SHOWN;
    rz_text_init(&text, memory, sizeof memory);
    rz_hint_format(&t->voice, view, hint, &text);
    t->scr.indent = 2;
    scr_put(&t->scr, SCR_GOOD, memory);
    scr_newline(&t->scr);
    rz_text_init(&text, memory, sizeof memory);
    rz_hint_why(&t->voice, view, hint, &text);
    scr_put(&t->scr, SCR_PLAIN, memory);
    scr_newline(&t->scr);
    if (hint->source == RZ_HINT_REASONED)
        return;
    tui_print_text(t, SCR_STRONG, N_("Your chance to win after each choice:\n"));
    for (int i = 0; i < shown; i++)
        print_judged(t, view, hint, i, number_of(offered, n, hint->action[i]));
    if (shown < hint->n)
        print_rest(t, hint, shown);
}

void tui_print_hint(tui_table *t, int seat, const rz_view *view) {
    static rz_hint hint;
    rz_action legal[RZ_LEGAL_MAX];
    rz_rng rng;
    int n = seat < 0 ? 0 : t->game->legal(t->setup, view, legal);
    if (n < 2) {
        tui_print_text(t, SCR_PLAIN, N_("There is nothing to choose.\n"));
        return;
    }
    rz_seed_stream(t->options->seed, "hint", t->driver.number, &rng);
    rz_question question = {t->game, t->setup, view, seat, legal, n, &rng, 0, 0};
    rz_hint_find(&question, &hint);
    print_hint(t, view, &hint);
}
