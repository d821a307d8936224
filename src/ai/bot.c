#include "ai/bot.h"

#include "ai/foreign.h"
#include "ai/knowledge.h"
#include "ai/nets.h"
#include "core/translate.h"
#include "games/games.h"

static rz_action choose_any(const rz_question *question) {
    return question->legal[rz_rng_below(question->rng, (uint32_t)question->n_legal)];
}

const rz_bot rz_random_bot = {"random", N_("plays any legal move"), choose_any, false};

const rz_bot *const rz_bots[] = {&rz_novice_bot, &rz_casual_bot, &rz_club_bot,
                                 &rz_expert_bot, &rz_master_bot, &rz_greedy_bot,
                                 &rz_random_bot, &rz_mcts_bot,   NULL};

bool rz_bot_plays(const rz_bot *bot, const rz_game *game) {
    return !bot->needs_net || rz_knowledge_of(game)->levels[RZ_CLUB].advised;
}

bool rz_bot_is_ready(const rz_bot *bot, const rz_game *game) {
    return !bot->needs_net || rz_net_of(game);
}

/* ":50" or ":1000n" */
static bool read_budget(rz_slice text, rz_bot_spec *spec) {
    bool nodes = text.length > 0 && text.at[text.length - 1] == 'n';
    size_t digits = text.length - nodes;
    uint32_t number = 0;
    for (size_t i = 0; i < digits; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || i >= 8)
            return false;
        number = number * 10 + (uint32_t)(text.at[i] - '0');
    }
    *(nodes ? &spec->nodes : &spec->ms) = number;
    return number >= 1 && number <= 10000000;
}

bool rz_bot_read(rz_slice text, rz_bot_spec *spec) {
    size_t n = 0;
    while (n < text.length && text.at[n] != ':')
        n++;
    *spec = (rz_bot_spec){0};
    for (int i = 0; rz_bots[i]; i++)
        if (rz_slice_is((rz_slice){text.at, n}, rz_bots[i]->name))
            spec->bot = rz_bots[i];
    if (!spec->bot)
        return false;
    return n == text.length || read_budget((rz_slice){text.at + n + 1, text.length - n - 1}, spec);
}

rz_action rz_bot_move(const rz_bot_spec *spec, const rz_game *game, const rz_setup *setup,
                      const rz_state *state, int seat, const uint8_t seed[RZ_SEED],
                      uint32_t number) {
    const char purpose[] = {'b', 'o', 't', (char)('0' + seat), '\0'};
    rz_action legal[RZ_LEGAL_MAX];
    rz_view view;
    rz_rng rng;
    if (!rz_bot_is_ready(spec->bot, game))
        return RZ_NO_ACTION;
    game->view(setup, state, seat, &view);
    rz_seed_stream(seed, purpose, number, &rng);
    int n = game->legal(setup, &view, legal);
    rz_question question = {game, setup, &view, seat, legal, n, &rng, spec->ms, spec->nodes};
    return spec->guest ? spec->foreign->ask(spec->guest, &question) : spec->bot->choose(&question);
}
