/* A rollout: what was played so far, and the file it is kept in. */
#ifndef RZ_CMD_ROLLOUT_H
#define RZ_CMD_ROLLOUT_H

#include "cmd/study.h"

/* How one game ended for the seat, and how lucky it was on the way. */
typedef struct cmd_sample {
    double result, luck;
} cmd_sample;

struct cmd_rolling_card;

typedef struct cmd_rolling {
    const cmd_args *args;
    cmd_position position;
    const rz_setup *setup;
    rz_bot_spec bots[RZ_SEATS_MAX];
    uint8_t seed[RZ_SEED];
    struct cmd_rolling_card *card; /* that plays, or NULL */
    bool by_luck;                  /* --vary luck */
    uint32_t nodes;
    int jobs;
    int n; /* choices */
    rz_action action[RZ_LEGAL_MAX];
    double judged[RZ_LEGAL_MAX];
    /* Deal d of choice c is in place d·n + c: all choices are played with the same deals. */
    cmd_sample *samples;
    uint32_t deals, room, deals_max;
    double until; /* half the width of every interval that is wanted, or 0: until it is clear */
} cmd_rolling;

/* What the deals say. */
typedef struct cmd_outcome {
    int best;
    bool clear;
    double factor;    /* by which luck is taken out */
    double reduction; /* of the variance by that */
    double win[RZ_LEGAL_MAX], half[RZ_LEGAL_MAX];
    double less[RZ_LEGAL_MAX], less_half[RZ_LEGAL_MAX]; /* than the best one */
} cmd_outcome;

/* ---- rollout_play.c ---------------------------------------------------------------------------
 */

/* What each choice is worth by the judge; false: no memory, which has been said. */
bool cmd_judge_choices(const cmd_rolling *rollout, rz_choices *choices);

/* Plays until it is enough, and keeps what was played in the file of --resume. */
bool cmd_play_rollout(cmd_rolling *rollout, cmd_outcome *outcome);

/* ---- rollout_card.c: games on a graphics card. False once the reason has been said. -----------
 */

/* Whether these players can play there. */
bool cmd_read_card(cmd_rolling *rollout);

/* All else is as it will be played. To be closed in any case. */
bool cmd_open_card(cmd_rolling *rollout);
void cmd_close_card(cmd_rolling *rollout);

/* The samples of a deal, in their place, for which there is room. */
bool cmd_take_deal(cmd_rolling *rollout, uint32_t deal);

/* ---- rollout_file.c: what was played, in memory and in the file of --resume
 * ------------------------------------------------------------------
 */

/* Room for so many deals; false: no memory. */
bool cmd_rollout_room(cmd_rolling *rollout, uint32_t deals);

/* Takes up what is in the file, and its seed, if it is there. */
bool cmd_read_rollout(cmd_rolling *rollout);

/* Writes all deals so far; the file is whole at any moment. */
bool cmd_write_rollout(const cmd_rolling *rollout);

#endif
