/* Mails as they are written: RFC 5322, with what one needs to end them by one touch (RFC 8058). */
#ifndef NOTIFY_MAIL_H
#define NOTIFY_MAIL_H

#include "core/text.h"
#include "notify/notify.h"

enum { MAIL_BYTES = 16384, MAIL_TABLES = 32 };

/* NAME@HOST, in the letters that every mail server takes, with no place for anything else. */
bool mail_is_address(const char *text);

/* A game in which it is the reader's turn. */
typedef struct mail_turn {
    const char *title; /* of the game, as published */
    const char *table;
} mail_turn;

typedef struct mail_facts {
    const char *from, *to;
    const char *language;
    const char *url;   /* of the club: "https://games.example.org" */
    const char *token; /* of the links that only the reader has */
    const char *id;    /* the same for the same mail, however often it is sent */
    int64_t now_s;
} mail_facts;

/* The whole text of a mail with its headers. False if it does not fit. */
bool mail_write_confirmation(rz_text *out, const mail_facts *facts);
bool mail_write_turns(rz_text *out, const mail_facts *facts, const mail_turn *turns, int n);

#endif
