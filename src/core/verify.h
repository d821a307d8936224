/* Verifying a game: its record by the rules, its chance by the seed, and what somebody has kept of
 * it (docs/fair.md).
 *
 *     rz_verification v = {.games = rz_games, .setup = &setup, .state = &state,
 *                          .record = lines, .receipt = NULL or &receipt};
 *     if (rz_verify(&v) != RZ_VERIFIED)
 *         say rz_verdict_reason(v.verdict)->text of the line v.line;
 */
#ifndef RZ_VERIFY_H
#define RZ_VERIFY_H

#include "core/api.h"
#include "core/driver.h"
#include "core/receipt.h"

RZ_PUBLIC_BEGIN

/* What can be found, named once. `{line}` is rz_verification.expected, `{count}` its `events`.
 * What is wrong with a line that is refused is in its `problem`. */
#define RZ_VERDICTS(X)                                                                             \
    X(RZ_VERIFIED, "ok",                                                                           \
      N_("The seed fits the commitment, and all {count} events of chance come from it and the "    \
         "players’ nonces."))                                                                      \
    X(RZ_V_REFUSED, "refused", "")                                                                 \
    X(RZ_V_NOT_FAIR, "not-fair", N_("This record has no proof of fairness to be checked."))        \
    X(RZ_V_UNSEALED, "unsealed",                                                                   \
      N_("The seed has not been told; a game can be checked when it is over."))                    \
    X(RZ_V_SEED, "seed", N_("No: this is not the seed of the commitment."))                        \
    X(RZ_V_CHANCE, "chance", N_("No: the seed gives another event here: {line}"))                  \
    X(RZ_V_OTHER_GAME, "other-game", N_("This receipt belongs to another game."))                  \
    X(RZ_V_COMMIT, "commit",                                                                       \
      N_("No: this is not the commitment that the receipt holds; the receipt belongs to another "  \
         "table, or the server changed its seed when it knew the nonces."))                        \
    X(RZ_V_NONCE, "nonce", N_("No: by the receipt this seat sent another nonce."))                 \
    X(RZ_V_HEAD, "head", N_("No: by the receipt everybody was shown another line here."))          \
    X(RZ_V_SECRET, "secret", N_("No: by the receipt this player was shown another line: {line}"))  \
    X(RZ_V_SHORT, "short", N_("No: the record ends here, and the receipt goes on."))

typedef enum rz_verdict {
#define X(code, name, text) code,
    RZ_VERDICTS(X)
#undef X
} rz_verdict;

typedef struct rz_verification {
    /* The caller's: */
    const rz_game *const *games; /* ends with NULL */
    rz_setup *setup;             /* room for the game … */
    rz_state *state;             /* … */
    rz_slice record;             /* the lines of one game */
    const rz_receipt *receipt;   /* or NULL */

    /* What was found: */
    rz_verdict verdict;
    int line;                     /* that the verdict is about; the setup's is 0 */
    rz_problem problem;           /* of RZ_V_REFUSED */
    char expected[RZ_EVENT_TEXT]; /* the line that should have been there, or empty */
    int lines;                    /* of the record, as far as it was read */
    int compared;                 /* of them with the receipt */
    int events;                   /* of chance, that were dealt again */
    bool is_bound;                /* the receipt has commitment and nonce, and they are the same */
    rz_actors renamed;            /* people who have another name in the record */

    /* Its own: */
    rz_header header;
    rz_driver replay;
    rz_dealer dealer;
    uint8_t head[RZ_HEAD];
    rz_receipt_lines kept;
} rz_verification;

/* Looks for the first thing that is wrong. A receipt may end before the record does. */
rz_verdict rz_verify(rz_verification *v);

/* Its name, and a sentence in English. */
const rz_reason *rz_verdict_reason(rz_verdict verdict);

RZ_PUBLIC_END

#endif
