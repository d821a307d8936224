/* Who sends a push, told to the service of a browser: RFC 8292. */
#ifndef NOTIFY_VAPID_H
#define NOTIFY_VAPID_H

#include "notify/p256.h"

enum { VAPID_MAX = 1024, VAPID_KEY = 88 /* characters of a public key, with the zero */ };

/* The value of the header Authorization for requests to `origin` ("https://push.example"), good for
 * some hours from `now_s`. `contact` is a mailto: or https: address, or "". False if it is too
 * long.
 */
bool vapid_authorize(const p256_key *key, const char *origin, const char *contact, int64_t now_s,
                     char header[VAPID_MAX]);

/* The public key as browsers ask for it. */
void vapid_write_key(const p256_key *key, char text[VAPID_KEY]);

#endif
