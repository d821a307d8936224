/* The levels that people choose from: what each judges by, and how it errs.
 *
 * Lower levels err as people do. They overlook what is best and take what they find next best, they
 * misjudge (the less a choice costs, the likelier it is taken for the best), or they take what
 * looks best at first sight. None plays at random. */
#include "ai/knowledge.h"
#include "ai/learnt.h"
#include "core/mem.h"
#include "core/translate.h"

/* The choices but for one. */
static int leave_out(rz_action legal[], int n, rz_action action) {
    int left = 0;
    for (int i = 0; i < n; i++)
        if (legal[i] != action)
            legal[left++] = legal[i];
    return left;
}

/* What greedy would do if it had seen some of its choices only. */
static rz_action reckon(const rz_question *question, float slip) {
    rz_action seen[RZ_LEGAL_MAX];
    rz_question q = *question;
    rz_action action = rz_greedy_bot.choose(question);
    memcpy(seen, q.legal, (size_t)q.n_legal * sizeof *seen);
    q.legal = seen;
    while (q.n_legal > 1 && rz_toss(q.rng) < slip) {
        q.n_legal = leave_out(seen, q.n_legal, action);
        action = rz_greedy_bot.choose(&q);
        bool found = false;
        for (int i = 0; i < q.n_legal; i++)
            found |= seen[i] == action;
        action = found ? action : seen[0];
    }
    return action;
}

/* Leaves follies out, if anything else is left. */
static void avoid_follies(const rz_question *question, rz_advice *advice) {
    const rz_knowledge *known = rz_knowledge_of(question->game);
    bool folly[RZ_LEGAL_MAX];
    float left = 0;
    if (!known->is_folly)
        return;
    for (int i = 0; i < question->n_legal; i++) {
        folly[i] = known->is_folly(question, question->legal[i]);
        left += folly[i] ? 0 : advice->mix[i];
    }
    for (int i = 0; left > 0 && i < question->n_legal; i++)
        advice->mix[i] = folly[i] ? 0 : advice->mix[i] / left;
}

static rz_action play(const rz_question *question, rz_level_id id) {
    const rz_knowledge *known = rz_knowledge_of(question->game);
    const rz_level *l = &known->levels[id];
    int seats = rz_seats(question->setup);
    float part = seats < 4 ? known->few : seats > 4 ? known->many : 1;
    rz_question q = *question;
    rz_advice advice;
    if (q.n_legal == 1)
        return q.legal[0];
    q.ms = 0;
    q.nodes = (uint32_t)l->nodes;
    if (!l->advised)
        return reckon(question, l->slip);
    bool errs = rz_toss(q.rng) < l->slip;
    if ((errs && l->heat <= 0) || !rz_advise(&q, &advice))
        return rz_greedy_bot.choose(question);
    if (errs)
        rz_mix(advice.win, q.n_legal, l->heat * part, advice.mix);
    avoid_follies(&q, &advice);
    return rz_advice_take(&q, &advice);
}

static rz_action novice(const rz_question *question) {
    return play(question, RZ_NOVICE);
}

static rz_action casual(const rz_question *question) {
    return play(question, RZ_CASUAL);
}

static rz_action club(const rz_question *question) {
    return play(question, RZ_CLUB);
}

static rz_action expert(const rz_question *question) {
    return play(question, RZ_EXPERT);
}

const rz_bot rz_novice_bot = {
    "novice", N_("for the first games: overlooks much, and can be beaten"), novice, false};
const rz_bot rz_casual_bot = {"casual", N_("for an easy evening: sees what a move brings at once"),
                              casual, false};
const rz_bot rz_club_bot = {
    "club", N_("for those who know the game: good judgement, now and then wrong"), club, true};
const rz_bot rz_expert_bot = {"expert", N_("for those who want a hard game: seldom wrong"), expert,
                              true};
