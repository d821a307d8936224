/* How people are told that it is their turn when they are not there: by which channels, and what
 * waits to be told.
 *
 * A notice is one wait of one person at one table, for one channel. It has a time; who takes it
 * sets that to a later one, so that of several processes one tells it, and if that one dies another
 * does. A notice that was told stays, at the end of time, until the wait is over: nothing is told
 * twice.
 */
#ifndef STORE_NOTICES_H
#define STORE_NOTICES_H

#include "store/store.h"

enum {
    STORE_ADDRESS = 1025, /* bytes, with the zero: of an endpoint or a mailbox */
    STORE_TARGET = 81,    /* bytes of a browser's keys */
    STORE_TOKEN = 32,     /* characters, of links that a reader of mail has */
    STORE_PUSHES = 10     /* channels of a person; then the oldest go */
};

/* ---- Channels ------------------------------------------------------------------------------- */

typedef enum channel_kind { CHANNEL_PUSH, CHANNEL_MAIL } channel_kind;

typedef struct store_channel {
    int64_t key; /* given by the store */
    uint8_t person[STORE_HASH];
    channel_kind kind;
    char address[STORE_ADDRESS];
    uint8_t target[STORE_TARGET]; /* of pushes */
    char token[STORE_TOKEN + 1];
    char language[3];
    bool digest;    /* mails come together, now and then */
    bool confirmed; /* who reads it has said yes */
    int64_t made;
    int64_t next;    /* not before this anything is told */
    int fails;       /* one after the other … */
    int64_t failing; /* … since when, or 0 */
} store_channel;

typedef bool store_each_channel(void *context, const store_channel *channel);

/* The same address once more takes the place of the one before, and stays confirmed. A browser is
 * one person's, and a person has one mailbox: other channels of the kind go. */
store_result store_add_channel(store *s, const store_channel *channel);
store_result store_channels_of(store *s, const uint8_t person[STORE_HASH], store_each_channel *each,
                               void *context);
store_result store_channel_of_token(store *s, const char *token, store_each_channel *each,
                                    void *context);

/* STORE_MISSING if the person has no such channel. */
store_result store_set_channel(store *s, const uint8_t person[STORE_HASH], int64_t key,
                               const char *language, bool digest);
/* All browsers of a person; or all channels. */
store_result store_drop_pushes(store *s, const uint8_t person[STORE_HASH]);
store_result store_drop_channels(store *s, const uint8_t person[STORE_HASH]);
store_result store_drop_channel(store *s, const uint8_t person[STORE_HASH], int64_t key);
store_result store_confirm_channel(store *s, const char *token);
store_result store_drop_channel_of_token(store *s, const char *token);

/* Mailboxes that nobody has confirmed: how many there are of an address, and away with those that
 * were made before. */
store_result store_count_unconfirmed(store *s, const char *address, int64_t *count);
store_result store_drop_unconfirmed(store *s, int64_t made_before);

/* How it went. */
store_result store_note_channel(store *s, int64_t key, int fails, int64_t failing, int64_t next);
/* Nothing is told before then. */
store_result store_rest_channel(store *s, int64_t key, int64_t next);

/* ---- Notices -------------------------------------------------------------------------------- */

/* The person is waited for at the table since line `number`, to be told at `at`: by all channels
 * that are confirmed, but not of a wait of which they were, and not if they are shut out until
 * then. In a batch that writes the table. */
store_result store_add_notice(store *s, const char *table, const uint8_t person[STORE_HASH],
                              uint32_t number, int64_t at);
/* They have come, and see it; or nobody waits for them any longer. */
store_result store_see_notice(store *s, const char *table, const uint8_t person[STORE_HASH]);
store_result store_end_notice(store *s, const char *table, const uint8_t person[STORE_HASH]);
/* Nobody waits for them now, and the same wait may begin again: who was told of it is not told once
 * more, unless they have seen it. */
store_result store_rest_notice(store *s, const char *table, const uint8_t person[STORE_HASH]);

/* A mailbox is to be asked whether it is the person's own: a notice without a table. */
store_result store_ask_channel(store *s, const uint8_t person[STORE_HASH], const char *address,
                               int64_t at);

typedef struct store_notice {
    int64_t table_key;
    int64_t at;
    uint32_t number;
    int tries;
    bool orphaned;         /* its channel is gone */
    store_channel channel; /* as far as sending needs it */
    char table[STORE_TABLE_ID + 1];
    rz_slice info; /* of the table; empty without one */
} store_notice;

typedef bool store_each_notice(void *context, const store_notice *notice);
store_result store_due_notices(store *s, int64_t now, int limit, store_each_notice *each,
                               void *context);

/* One is taken until a later time: false if another process was first, or it is not as it was. Not
 * in a batch that writes tables: they could wait for each other. */
store_result store_take_notice(store *s, const store_notice *notice, int64_t until, bool *taken);

/* A notice that was taken until then is told at `at`: INT64_MAX, it was told. */
store_result store_move_notice(store *s, int64_t channel, int64_t table_key, int64_t until,
                               int64_t at);
store_result store_delete_notice(store *s, int64_t channel, int64_t table_key, int64_t until);

/* ---- Secrets -------------------------------------------------------------------------------- */

/* Bytes that belong to the store: those of `value` if it has none of that name yet, else what it
 * has. False sizes are STORE_BROKEN. */
store_result store_keep_secret(store *s, const char *name, uint8_t *value, size_t size);

#endif
