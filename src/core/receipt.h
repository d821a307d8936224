/* Receipts: what somebody at a table keeps, to hold it against the record later (docs/fair.md).
 *
 * A receipt is one JSON object. It is long because of its heads, so they stay in its text, and are
 * read one by one while a record is gone through.
 */
#ifndef RZ_RECEIPT_H
#define RZ_RECEIPT_H

#include "core/api.h"
#include "core/chain.h"
#include "core/json.h"

RZ_PUBLIC_BEGIN

enum {
    RZ_RECEIPT_MAX = 16 << 20, /* no receipt is longer */
    RZ_TABLE_BYTES = 80        /* the id of a table, and who somebody is */
};

/* The text that it was read from must live as long as it does. */
typedef struct rz_receipt {
    char table[RZ_TABLE_BYTES + 1];
    const rz_game *game;
    int seat; /* or -1: a spectator's */
    bool has_commit, has_nonce;
    uint8_t commit[RZ_SEED]; /* seen before the nonce was sent */
    uint8_t nonce[RZ_SEED];
    int n_players;
    char names[RZ_SEATS_MAX][RZ_NAME_BYTES + 1]; /* of people, as shown; else empty */
    int n_heads;                                 /* at least 1 */
    int last_secret;                             /* its line, or -1 */
    rz_slice heads;                              /* the list, … */
    rz_slice secrets;                            /* … and the object from line to text */
} rz_receipt;

/* Takes a whole receipt and checks its form. `games` ends with NULL. */
bool rz_read_receipt(const rz_game *const *games, rz_slice text, rz_receipt *receipt,
                     rz_problem *problem) RZ_CHECKED;

/* Goes through a receipt from line 0 on. */
typedef struct rz_receipt_lines {
    rz_json heads, secrets;
    rz_problem heads_problem, secrets_problem; /* there is none: the form has been checked */
    int n_heads, n_secrets;                    /* read so far */
    int heads_left, last_secret;
    int secret; /* the line of the secret that comes next, or -1 at the beginning */
} rz_receipt_lines;

void rz_receipt_begin(const rz_receipt *receipt, rz_receipt_lines *lines);

/* The head after the next line; false if there are no more. */
bool rz_receipt_head(rz_receipt_lines *lines, uint8_t head[RZ_HEAD]);

/* What the seat alone saw of `line`; false if nothing. To be asked of every line from 1 on, in
 * order. The slice is good until the next call. */
bool rz_receipt_secret(rz_receipt_lines *lines, int line, rz_slice *seen);

RZ_PUBLIC_END

#endif
