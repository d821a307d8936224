/* Somebody at a table of the simulated server, as a page is: knows their own view of the record,
 * chooses what is legal there, asks again after a loss, and remembers what was promised. What a
 * player is told is looked at while it comes; what they were promised, when the record lies open.
 */
#ifndef TESTS_PLAYER_H
#define TESTS_PLAYER_H

#include "core/driver.h"
#include "games/games.h"
#include "steps.h"

/* A move that was sent. */
typedef struct player_act {
    uint32_t number;
    bool acknowledged;
    char *text;
} player_act;

typedef struct player {
    simulated_client link;
    simulation *at; /* the process, or NULL: not connected */
    const char *address;
    int person, seat; /* the number of the key; RZ_SPECTATOR for who has no seat */
    char table[STORE_TABLE_ID + 1];
    int32_t id;       /* of the last request … */
    int32_t watch_id; /* … and of that to be shown the table */
    int n, room;
    char **lines;   /* all that was shown, the first being line 0 */
    int removed_at; /* lines from here on came after the removal; INT_MAX: not removed */
    bool is_lost;   /* was removed: can not tell any longer what is legal */
    rz_header header;
    rz_setup setup;
    rz_view view;
    rz_state scratch;
    rz_driver replay;
    int n_acts, acts_room;
    player_act *acts;
    int last;           /* the line that the last acknowledged one became; 0: none */
    int pending;        /* of the acts: it has no answer yet; -1: none */
    int32_t pending_id; /* … and was asked with this; -1: to be asked again */
    size_t received;    /* bytes, so far */
} player;

void player_init(player *p, int person, int seat, const char *id, const char *address);
void player_free(player *p);

/* Comes to this process and asks for what they do not know yet. False if nobody lets them in now.
 */
bool player_connect(player *p, simulation *m);
void player_disconnect(player *p);
void player_is_cut_off(player *p); /* the process is no more: simulation_crash */

/* Sends a request about the table, with more fields. */
void player_ask(player *p, const char *verb, const char *more);

/* Sends a legal move, or again the one without an answer. False if there is nothing to send. */
bool player_act_now(player *p, uint32_t choice);
bool player_may_act(const player *p);
bool player_is_away(const player *p);

/* Takes what has come since the last time. */
void player_read(player *p);

/* The whole record of the table; ends the test if it is not what this player was told: every line,
 * every acknowledged move where it was said to be, and nothing of theirs that they have not sent.
 */
void player_compare(const player *p, char *const *record, int n);

/* How many moves were. */
int player_acknowledged(const player *p);

#endif
