/* The dealer: where chance comes from when nobody shuffles real cards.
 *
 * A seed is 32 bytes. The n-th event of each verb of chance is drawn from a ChaCha20 stream of its
 * own, whose key is the seed and whose nonce is the verb's name (8 bytes, filled up with zeros)
 * and n (4 bytes, low byte first). So an extra roll of dice does not shift the cards, two players
 * can be compared on the same deals, and anybody who knows the seed can check every card.
 * docs/fair.md says it for those who want to write a checker of their own.
 */
#ifndef RZ_DEALER_H
#define RZ_DEALER_H

#include "core/api.h"
#include "core/game.h"
#include "core/record.h"

RZ_PUBLIC_BEGIN

typedef struct rz_dealer {
    uint8_t seed[RZ_SEED];
    uint32_t dealt[RZ_VERBS_MAX]; /* events of each verb so far */
    rz_rng fast;                  /* used instead of streams if rz_dealer_fast made this */
} rz_dealer;

void rz_dealer_init(rz_dealer *dealer, const uint8_t seed[RZ_SEED]);

/* A dealer for bulk work: quicker, and nothing to be checked. */
void rz_dealer_fast(rz_dealer *dealer, uint64_t seed);

/* Draws the event that chance owes in `state`, which is not changed. */
rz_action rz_dealer_draw(rz_dealer *dealer, const rz_game *game, const rz_setup *setup,
                         const rz_state *state);

/* An event of chance came from elsewhere (a record): the dealer will go on after it. */
void rz_dealer_skip(rz_dealer *dealer, int verb);

/* "12345" (below 2^64) or 64 hex digits to a seed; false if it is neither. */
bool rz_seed_read(rz_slice text, uint8_t seed[RZ_SEED]) RZ_CHECKED;

/* The stream of `seed` for `purpose` (at most 8 letters) number n. Seeds of the games of a series,
 * and whatever bots toss, come from such streams too. */
void rz_seed_stream(const uint8_t seed[RZ_SEED], const char *purpose, uint32_t n, rz_rng *rng);

/* The seed of game n in a series that has a seed itself. */
void rz_seed_child(const uint8_t seed[RZ_SEED], uint32_t n, uint8_t child[RZ_SEED]);

/* docs/fair.md: the seed of a fair game, of the server's and the nonces of all seats. */
void rz_shared_seed(const uint8_t own[RZ_SEED], const uint8_t nonces[][RZ_SEED], int seats,
                    uint8_t seed[RZ_SEED]);

/* The same by the first line of its record, once the server has told its own. False if that is not
 * the one whose hash was promised. */
bool rz_fair_seed(const rz_header *header, int seats, const uint8_t told[RZ_SEED],
                  uint8_t seed[RZ_SEED]) RZ_CHECKED;

RZ_PUBLIC_END

#endif
