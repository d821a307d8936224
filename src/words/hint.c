#include "words/hint.h"

#include "ai/nets.h"
#include "core/mem.h"
#include "core/module.h"

/* The most promising first; equal ones stay in their order. */
static void sort(rz_hint *hint) {
    for (int i = 1; i < hint->n; i++)
        for (int k = i; k > 0 && hint->win[k] > hint->win[k - 1]; k--) {
            rz_action action = hint->action[k];
            float win = hint->win[k], mix = hint->mix[k];
            hint->action[k] = hint->action[k - 1];
            hint->win[k] = hint->win[k - 1];
            hint->mix[k] = hint->mix[k - 1];
            hint->action[k - 1] = action;
            hint->win[k - 1] = win;
            hint->mix[k - 1] = mix;
        }
}

/* What greedy would do, and then the others, of which nothing is known. */
static void reason(const rz_question *question, rz_hint *hint) {
    int n = 1;
    hint->source = RZ_HINT_REASONED;
    hint->action[0] = rz_greedy_bot.choose(question);
    for (int i = 0; i < question->n_legal; i++) {
        hint->win[i] = 0;
        hint->mix[i] = i == 0;
        if (question->legal[i] != hint->action[0])
            hint->action[n++] = question->legal[i];
    }
}

void rz_hint_find(const rz_question *question, rz_hint *hint) {
    rz_advice advice;
    hint->best = 0;
    hint->n = question->n_legal;
    if (!rz_advise(question, &advice)) {
        reason(question, hint);
        return;
    }
    hint->source =
        rz_net_knows(question->game, question->setup) ? RZ_HINT_LEARNT : RZ_HINT_UNTRAINED;
    memcpy(hint->action, question->legal, (size_t)hint->n * sizeof *hint->action);
    memcpy(hint->win, advice.win, (size_t)hint->n * sizeof *hint->win);
    memcpy(hint->mix, advice.mix, (size_t)hint->n * sizeof *hint->mix);
    sort(hint);
    for (int i = 0; i < hint->n; i++)
        hint->best = hint->mix[i] > hint->mix[hint->best] ? i : hint->best;
}

void rz_hint_format(const rz_voice *voice, const rz_view *view, const rz_hint *hint, rz_text *out) {
    static const char *const english[] = {
        [RZ_HINT_LEARNT] = N_("What master would do: {choice}"),
        [RZ_HINT_UNTRAINED] = N_("Nobody has learnt this board; by rules of thumb: {choice}"),
        [RZ_HINT_REASONED] = N_("Nothing has been learnt here, so there are no chances of winning; "
                                "greedy would do: {choice}"),
    };
    char choice[512];
    rz_text text;
    rz_text_init(&text, choice, sizeof choice);
    rz_words_of(voice->header->game)
        ->choice(voice, rz_view_public(view), voice->you, hint->action[hint->best], &text);
    rz_format(voice, out, english[hint->source], "choice", choice, NULL);
}

void rz_hint_why(const rz_voice *voice, const rz_view *view, const rz_hint *hint, rz_text *out) {
    const rz_reasoning *reasoning = rz_module_of(voice->header->game)->reasoning;
    int other = hint->best == 0 ? 1 : 0;
    bool compared = other < hint->n && hint->source != RZ_HINT_REASONED;
    if (reasoning)
        reasoning->why(voice, view, hint->action[hint->best],
                       compared ? hint->action[other] : RZ_HIDDEN, out);
    else
        rz_text_add(out, rz_translate(voice, N_("Moves were tried out to the end of the game; "
                                                "nothing is known of it but its rules.")));
}

void rz_hint_explain(const rz_voice *voice, const rz_view *view, rz_action best, rz_action other,
                     rz_text *out) {
    const rz_reasoning *reasoning = rz_module_of(voice->header->game)->reasoning;
    const char *rule =
        reasoning && reasoning->rule ? reasoning->rule(voice->setup, view, best) : NULL;
    if (reasoning)
        reasoning->why(voice, view, best, other, out);
    if (rule) {
        rz_text_add(out, " (");
        rz_text_add(out, rule);
        rz_text_char(out, ')');
    }
}

rz_hint_word rz_hint_number(int number) {
    rz_hint_word word;
    rz_text text;
    rz_text_init(&text, word.text, sizeof word.text);
    rz_format_number(&text, number);
    return word;
}

rz_hint_word rz_hint_signed(int number) {
    rz_hint_word word;
    rz_text text;
    rz_text_init(&text, word.text, sizeof word.text);
    rz_text_add(&text, number > 0 ? "+" : "");
    rz_format_number(&text, number);
    return word;
}

rz_hint_word rz_hint_thousands(const rz_voice *voice, int thousands) {
    rz_hint_word word;
    rz_text text;
    rz_text_init(&text, word.text, sizeof word.text);
    rz_format_thousands(voice, &text, thousands);
    return word;
}

rz_hint_word rz_hint_seat(const rz_voice *voice, int seat) {
    rz_hint_word word;
    rz_text text;
    rz_text_init(&text, word.text, sizeof word.text);
    rz_format_seat(voice, &text, seat);
    return word;
}
