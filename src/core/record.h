/* Records: the lines of a game, written in one canonical form and read with care.
 *
 * A record is JSON Lines: first the setup, then one event a line. Its vocabulary is the table of
 * verbs of each game; docs/records.md says it in words.
 */
#ifndef RZ_RECORD_H
#define RZ_RECORD_H

#include "core/api.h"
#include "core/game.h"
#include "core/setup.h"

RZ_PUBLIC_BEGIN

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
                   rz_problem *problem) RZ_CHECKED;
void rz_write_setup(const rz_header *header, const rz_setup *setup, rz_text *out);

/* The last line of a fair game, {"fair":{"seed":HEX}}, and its event. */
bool rz_read_seal(rz_slice line, uint8_t seed[RZ_SEED], rz_problem *problem) RZ_CHECKED;
void rz_describe_seal(const uint8_t seed[RZ_SEED], rz_event *event);

/* True if `name` will do as the name of a seat. */
bool rz_name_ok(rz_slice name);

/* An event from its line and back. Reading checks the form, not whether the event is possible. */
bool rz_read_event(const rz_game *game, const rz_setup *setup, rz_slice line, rz_event *event,
                   rz_problem *problem) RZ_CHECKED;
void rz_write_event(const rz_game *game, const rz_setup *setup, const rz_event *event,
                    rz_text *out);

/* The verb of an event, those of every table included. */
const rz_verb *rz_event_verb(const rz_game *game, const rz_event *event);

/* An event told in a few words: "bid 7", "thief take=car,driver", "won seat=2 cheque=9 …". The
 * fields' names may be left out where the order is kept; a name may be cut to what follows its
 * dot ("ring"). People type this, and scenes are written in it. */
bool rz_read_words(const rz_game *game, const rz_setup *setup, int by, rz_slice words,
                   rz_event *event, rz_problem *problem) RZ_CHECKED;

RZ_PUBLIC_END

#endif
