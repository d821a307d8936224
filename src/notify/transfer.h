/* One letter on its way: what the library of transfers is told of it, and what comes of that. */
#ifndef NOTIFY_TRANSFER_H
#define NOTIFY_TRANSFER_H

#include <curl/curl.h>

#include "notify/notify.h"
#include "notify/p256.h"

/* How letters are sent; the texts are the caller's. */
typedef struct sender_options {
    p256_key key;
    const char *contact;     /* whom a push service may write to, or "" */
    const char *push_to;     /* for tests: ADDRESS:PORT that all pushes go to, or NULL */
    const char *mail_server; /* "smtps://HOST" or "smtp://HOST:PORT"; NULL: no mail */
    const char *mail_from;
    const char *mail_user, *mail_password; /* or NULL */
    bool mail_plain;                       /* smtp:// without TLS */
    const char *ca_file;                   /* whom to trust, or NULL: as the system does */
    int seconds;                           /* that a letter may take */
} sender_options;

typedef struct transfer transfer;

/* NULL, and the letter has its fate, if it can not even begin. */
transfer *transfer_new(letter *l, const sender_options *options);
CURL *transfer_handle(transfer *t);
const letter *transfer_letter(const transfer *t);
transfer *transfer_of(CURL *handle);

/* It has ended in this way: the fate of the letter is written, and the transfer is free. */
letter *transfer_end(transfer *t, CURLcode code);

#endif
