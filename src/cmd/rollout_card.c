/* rollout --device gpu: a graphics card plays many deals at a time, which are taken from it as they
 * would be played here. */
#include <stdlib.h>
#include <string.h>

#include "cmd/device.h"
#include "cmd/rollout.h"
#include "gpu/play.h"

enum { DEALS_LEAST = 256 }; /* at a time; as many as there were before, where those are more */

struct cmd_rolling_card {
    gpu_device device;
    gpu_player player;
    rz_match match;
    gpu_position position;
    uint32_t first, deals; /* that are there */
    gpu_result results[GPU_GAMES];
};

bool cmd_read_card(cmd_rolling *r) {
    static struct cmd_rolling_card card;
    card.match = (rz_match){.header = {.game = r->position.game}, .setup = *r->setup};
    memcpy(card.match.bots, r->bots, sizeof card.match.bots);
    r->card = &card;
    return cmd_can_play_on_card(r->args, &card.match);
}

static void lay_out_position(const cmd_rolling *r, gpu_position *p) {
    p->setup = *r->setup;
    p->state = r->position.state;
    p->view = r->position.view;
    p->is_view = r->position.is_view;
    p->seat = r->position.seat;
    p->line = r->position.line;
    p->choices = (uint32_t)r->n;
    memcpy(p->action, r->action, (size_t)r->n * sizeof *r->action);
}

bool cmd_open_card(cmd_rolling *r) {
    struct cmd_rolling_card *card = r->card;
    if (!cmd_open_device(r->args, &card->device))
        return false;
    lay_out_position(r, &card->position);
    return gpu_rollout_begin(&card->player, &card->device, &card->match, r->seed,
                             &card->position) ||
           cmd_fail_device(r->args, &card->device);
}

void cmd_close_card(cmd_rolling *r) {
    struct cmd_rolling_card *card = r->card;
    if (card->player.device)
        gpu_player_end(&card->player);
    gpu_close(&card->device);
}

/* More of them the longer it goes on, so that few are played in vain. */
static bool play_deals(const cmd_rolling *r, uint32_t first) {
    struct cmd_rolling_card *card = r->card;
    uint32_t n = (uint32_t)r->n, deals = first > DEALS_LEAST ? first : DEALS_LEAST;
    deals = deals < GPU_GAMES / n ? deals : GPU_GAMES / n;
    deals = deals < r->deals_max - first ? deals : r->deals_max - first;
    card->first = first;
    card->deals = deals;
    return gpu_match_play(&card->player, first, deals * n, card->results) ||
           cmd_fail_device(r->args, &card->device);
}

bool cmd_take_deal(cmd_rolling *r, uint32_t deal) {
    struct cmd_rolling_card *card = r->card;
    size_t n = (size_t)r->n;
    if (deal - card->first >= card->deals && !play_deals(r, deal))
        return false;
    for (size_t c = 0; c < n; c++) {
        rz_actors winners = card->results[(deal - card->first) * n + c].winners;
        bool wins = winners >> r->position.seat & 1;
        r->samples[deal * n + c] = (cmd_sample){wins ? 1.0 / __builtin_popcount(winners) : 0, 0};
    }
    return true;
}
