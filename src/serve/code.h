/* Secrets that are given out as text, work a few times, and lie in the store as hashes. */
#ifndef SERVE_CODE_H
#define SERVE_CODE_H

#include "serve/message.h"
#include "serve/server.h"

enum { CODE = 22 /* characters of base64url */ };

/* Of 16 random bytes. */
void code_write(const uint8_t bytes[16], char code[CODE + 1], uint8_t hash[STORE_HASH]);
void code_make(server *sv, char code[CODE + 1], uint8_t hash[STORE_HASH]);

/* Whether this may be one, or the id of a table, which looks the same. What may not be never gets
 * to the store: a database refuses text that is none, and with it all else of the batch. */
bool code_may_be(const char *text);

/* False: such a text was never one. */
bool code_hash(const char *code, uint8_t hash[STORE_HASH]);

/* The hash of a key of 32 hex digits; the key itself is not kept. */
bool code_hash_key(const message *m, message_field field, uint8_t hash[STORE_HASH]);

#endif
