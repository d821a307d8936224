/* Records: the lines of a game, written in one canonical form and read with care.
 *
 * A record is JSON Lines: first the setup, then one event a line. Its vocabulary is the table of
 * verbs of each game; docs/records.md says it in words.
 */
#ifndef RZ_RECORD_H
#define RZ_RECORD_H

#include "core/game.h"
#include "core/setup.h"

enum {
    RZ_NAME_CHARS = 40,
    RZ_NAME_BYTES = 4 * RZ_NAME_CHARS,
    RZ_LINE_MAX = 1 << 16, /* no line of a record is longer */
    RZ_SEED = 32           /* bytes of a seed, a nonce, a hash */
};

/* The first line, but for what the setup holds. */
typedef struct rz_header {
    const rz_game *game;
    int n_names; /* 0, or one for every seat */
    char names[RZ_SEATS_MAX][RZ_NAME_BYTES + 1];
    bool fair; /* the server's promise: hash of its seed, and what the seats added */
    uint8_t commit[RZ_SEED];
    uint8_t nonces[RZ_SEATS_MAX][RZ_SEED];
} rz_header;

/* Takes the setup line. `games` ends with NULL. */
bool rz_read_setup(const rz_game *const *games, rz_slice line, rz_header *header, rz_setup *setup,
                   rz_problem *problem);
void rz_write_setup(const rz_header *header, const rz_setup *setup, rz_text *out);

/* The last line of a fair game, {"fair":{"seed":HEX}}. */
bool rz_read_seal(rz_slice line, uint8_t seed[RZ_SEED], rz_problem *problem);

/* True if `name` will do as the name of a seat. */
bool rz_name_ok(rz_slice name);

/* An event from its line and back. Reading checks the form, not whether the event is possible. */
bool rz_read_event(const rz_game *game, const rz_setup *setup, rz_slice line, rz_event *event,
                   rz_problem *problem);
void rz_write_event(const rz_game *game, const rz_setup *setup, const rz_event *event,
                    rz_text *out);

/* The verb of an event, those of every table included. */
const rz_verb *rz_event_verb(const rz_game *game, const rz_event *event);

/* An event told in a few words: "bid 7", "thief take=car,driver", "won seat=2 cheque=9 …". The
 * fields' names may be left out where the order is kept; a name may be cut to what follows its
 * dot ("ring"). People type this, and scenes are written in it. */
bool rz_read_words(const rz_game *game, const rz_setup *setup, int by, rz_slice words,
                   rz_event *event, rz_problem *problem);

/* A record read line by line into a state, or a seat's view of one into a view. */
typedef struct rz_replay {
    const rz_header *header;
    const rz_setup *setup;
    rz_state *state; /* one of these two, the caller's, is moved on; the other is NULL */
    rz_view *view;
    uint32_t number; /* of the line to come; the setup is 0 */
    rz_actors away;  /* seats that have left */
    int next;        /* the event of `due` that the record owes next */
    rz_events due;
    bool sealed; /* the seed has been told: nothing can follow */
    uint8_t seed[RZ_SEED];
} rz_replay;

/* Puts `state` at the beginning of the game, to be moved on by the lines. */
void rz_replay_init(rz_replay *replay, const rz_header *header, const rz_setup *setup,
                    rz_state *state);

/* The same for the record of what `seat` saw: `view` is moved on; `scratch` is not used later. */
void rz_replay_init_view(rz_replay *replay, const rz_header *header, const rz_setup *setup,
                         int seat, rz_view *view, rz_state *scratch);

/* Takes the next line. On an error nothing has changed. */
bool rz_replay_line(rz_replay *replay, rz_slice line, rz_event *event, rz_problem *problem);

/* The event that must come next by rule, or NULL. */
const rz_event *rz_replay_due(const rz_replay *replay);

/* True when the line that says the result has been read. */
bool rz_replay_over(const rz_replay *replay);

#endif
