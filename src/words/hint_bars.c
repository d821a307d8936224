/* bars: why a choice is good, in facts that everybody can check. */
#include "ai/bars/odds.h"
#include "core/bits.h"
#include "games/bars/rules.h"
#include "words/bars.h"
#include "words/hint.h"

static rz_hint_word percent(uint32_t chance) {
    return rz_hint_number((int)((100 * (uint64_t)chance + BARS_CERTAIN / 2) / BARS_CERTAIN));
}

static int in_thousands(uint32_t worth) {
    return (int)((worth + BARS_WORTH_PARTS / 2) / BARS_WORTH_PARTS);
}

static rz_hint_word promise(const rz_voice *voice, uint32_t worth) {
    return rz_hint_thousands(voice, in_thousands(worth));
}

/* Of a sum in thousandths of 5,000. */
static rz_hint_word about(const rz_voice *voice, uint64_t sum) {
    return rz_hint_thousands(voice, (int)((sum * 5 + 500) / 1000));
}

/* What can be said in a sentence may speak against what master finds best all in all. Greedy knows
 * no more than is said: there nothing is compared, and nothing speaks against it. */
static void format_if_against(const rz_voice *voice, bool against, rz_text *out) {
    if (!against)
        return;
    rz_text_add(out, " ");
    rz_format(voice, out,
              N_("That alone would speak for another choice; what others are likely to do and what "
                 "the money means for winning speak for this one."),
              NULL);
}

static void why_card(const rz_voice *voice, const rz_view *view, int kind, rz_action other,
                     rz_text *out) {
    bars_forecast f;
    int bar = bars_bar_of(kind), next = other < BARS_LAY ? other : kind;
    bars_foresee(&voice->setup->bars, &view->bars, -1, &f);
    rz_format(
        voice, out,
        other == RZ_HIDDEN
            ? N_("About {sum} can be expected of it: others send a gambler there with {gambler}"
                 "%, a raid with {raid}%.")
            : N_("About {sum} can be expected of it, of the second choice {less}: others send a "
                 "gambler there with {gambler}%, a raid with {raid}%."),
        "sum", promise(voice, f.worth[kind]).text, "less", promise(voice, f.worth[next]).text,
        "gambler", percent(f.gambler[bar]).text, "raid", percent(f.raid[bar]).text, NULL);
    format_if_against(voice, in_thousands(f.worth[kind]) < in_thousands(f.worth[next]), out);
}

/* What one's best card promises if the free money lies there. */
static uint32_t best_card(const rz_voice *voice, const rz_view *view, int bar) {
    bars_forecast f;
    uint32_t best = 0;
    bars_foresee(&voice->setup->bars, &view->bars, bar, &f);
    for (int i = 0; i < BARS_HAND; i++) {
        uint32_t worth = f.worth[bars_kind_of(view->bars.own.hand[i])];
        best = worth > best ? worth : best;
    }
    return best;
}

static void why_lay(const rz_voice *voice, const rz_view *view, rz_action best, rz_action other,
                    rz_text *out) {
    uint32_t here = best_card(voice, view, best - BARS_LAY);
    uint32_t there = other == RZ_HIDDEN ? here : best_card(voice, view, other - BARS_LAY);
    rz_format(voice, out,
              other == RZ_HIDDEN
                  ? N_("With the money there your best card promises about {sum}.")
                  : N_("With the money there your best card promises about {sum}; in the place of "
                       "second choice it would be {less}."),
              "sum", promise(voice, here).text, "less", promise(voice, there).text, NULL);
    format_if_against(voice, in_thousands(here) < in_thousands(there), out);
}

/* Whole money cards may make no such sum: then the sums next to it. In thousandths of 5,000. */
static void format_if_unpayable(const rz_voice *voice, const rz_view *view, int fair,
                                rz_text *out) {
    rz_action legal[RZ_LEGAL_MAX];
    int n = bars_legal(voice->setup, view, legal), less = 0, more = -1;
    for (int i = 0; i < n; i++) {
        int sum = 1000 * (legal[i] - BARS_OFFER);
        if (sum > fair - 500 && sum <= fair + 500)
            return;
        if (sum < fair && sum > less)
            less = sum;
        if (sum > fair && (more < 0 || sum < more))
            more = sum;
    }
    rz_text_add(out, " ");
    rz_format(voice, out,
              more < 0 ? N_("It can not be paid; the sum next to it is {less}.")
                       : N_("It can not be paid; the sums next to it are {less} and {more}."),
              "less", about(voice, (uint64_t)less).text, "more",
              about(voice, (uint64_t)(more < 0 ? 0 : more)).text, NULL);
}

static void why_offer(const rz_voice *voice, const rz_view *view, rz_text *out) {
    const bars_setup *s = &voice->setup->bars;
    const bars_public *p = &view->bars.pub;
    int to = bars_offer_seat(s, p);
    int cases = bars_duel_cases(bars_symbol(bars_card_of(s, p, p->proposer)),
                                bars_symbol(bars_card_of(s, p, to)));
    rz_format(
        voice, out,
        N_("{who} would win a duel against you in {cases} of 36 cases, which makes about {fair} "
           "a fair price for peace."),
        "who", rz_hint_seat(voice, to).text, "cases", rz_hint_number(cases).text, "fair",
        about(voice, bars_fair_sum(s, p, to)).text, NULL);
    format_if_unpayable(voice, view, (int)bars_fair_sum(s, p, to), out);
}

static void why_answer(const rz_voice *voice, const bars_public *p, int seat, rz_action best,
                       rz_action other, rz_text *out) {
    const bars_setup *s = &voice->setup->bars;
    uint64_t worth = bars_duel_worth(s, p, seat), offer = 1000u * p->offer[seat];
    uint32_t wins[BARS_SEATS];
    bars_chain(s, p, 1u << seat, wins);
    rz_format(voice, out,
              N_("The offer is {offer} for certain; a duel brings about {duel} on average, and you "
                 "win it with {chance}% if nobody else demands one."),
              "offer", rz_hint_thousands(voice, 5 * p->offer[seat]).text, "duel",
              about(voice, worth).text, "chance", percent(wins[seat]).text, NULL);
    format_if_against(
        voice, other != RZ_HIDDEN && (best == BARS_DUEL ? worth < offer : worth > offer), out);
}

static void why(const rz_voice *voice, const rz_view *view, rz_action best, rz_action other,
                rz_text *out) {
    if (best < BARS_LAY)
        why_card(voice, view, best, other, out);
    else if (best < BARS_OFFER)
        why_lay(voice, view, best, other, out);
    else if (best < BARS_ACCEPT)
        why_offer(voice, view, out);
    else
        why_answer(voice, &view->bars.pub, view->bars.seat, best, other, out);
}

/* What those do who are asked, by how many haggle. */
static const char *answer_rule(const bars_public *p) {
    int hagglers = rz_bits_count(p->hagglers);
    return hagglers == 2 ? "B44" : hagglers == 3 ? "B46" : "B49";
}

static const char *rule(const rz_setup *setup, const rz_view *view, rz_action best) {
    (void)setup;
    return best < BARS_LAY      ? (bars_is_raid(best) ? "B33" : "B31")
           : best < BARS_OFFER  ? "B20"
           : best < BARS_ACCEPT ? "B41"
                                : answer_rule(&view->bars.pub);
}

const rz_reasoning bars_reasoning = {why, rule};
