/* What owners of a club may do: one table of acts for the requests of their page and for the
 * command line of the machine. All is done in the store, and those who are connected are told
 * after. */
#ifndef SERVE_ACTS_H
#define SERVE_ACTS_H

#include "serve/code.h"
#include "serve/errors.h"
#include "serve/lobby.h"
#include "store/order.h"

typedef struct act {
    char who[WHO + 1];              /* whom it is about, or "" */
    char table[STORE_TABLE_ID + 1]; /* or which table */
    int64_t report;                 /* or which report */
    char name[STORE_NAME];          /* a new one, or a part to find */
    char text[STORE_TEXT];          /* why */
    int days, uses, page;
    bool all;
    int64_t now;
    char by[WHO + 1]; /* which owner; "": somebody on the machine */
    uint8_t person[STORE_HASH];
    char code[CODE + 1]; /* a new secret, for acts that give one out … */
    uint8_t hash[STORE_HASH];
    bool shared;     /* several processes have the store */
    store_person on; /* set: whom it was about */
} act;

/* Whether there is such an act; whether it writes; and whether it is about a table. */
bool act_find(const char *name, bool *writes, bool *of_table);

/* False: it was not done, and `error` and `text` say why, or `result` is that of the store. Fields
 * of an answer are put. */
bool act_run(store *s, const char *name, act *a, rz_text *reply, protocol_error *error,
             const char **text, store_result *result);

enum { ACT_REPLY = 262144 }; /* a page of reports in the longest words */

#endif
