/* The server: what the command hands over, and the one call that runs it.
 *
 * A session brings a request, a request becomes an operation of a table, the table lets the game
 * decide, and the thread of the store makes it durable (docs/architecture/server.md).
 *
 * Storeys, the highest first; a file uses only files of the storeys below it:
 *   serve
 *   http listener socket
 *   admission download mailbox
 *   reply
 *   arrival
 *   frontend
 *   courier requests takeover
 *   cleaning order
 *   contacts counting devices export games hello listing moderation person rooms
 *   identity room
 *   agreement chat making seating watching
 *   tables
 *   table
 *   beginning bot_turn expiry play presence
 *   transaction
 *   broadcast deadline follow history loading notice
 *   catch_up
 *   acts
 *   club_job code operation people watch
 *   house levels session
 *   lobby_public lobby_row turn
 *   lobby
 *   position
 *   clock_rule line_batch
 *   bot_pool post reader restored server store_thread
 *   pieces
 *   config limits
 *   address errors heads job message metrics names packet schedule web
 *   GAME
 */
#ifndef SERVE_H
#define SERVE_H

#include <stdbool.h>
#include <stddef.h>

/* What may be set by a file of `name = value` lines; the table in config.c has names, defaults and
 * bounds. Numbers first, in the order of the table. */
typedef struct serve_options {
    int message_bytes;       /* of one request */
    int messages_per_second; /* of one socket, on average … */
    int messages_burst;      /* … and at once */
    int sockets_per_key;     /* open at a time */
    int sockets_per_address; /* the same; loopback has no limit */
    int tables_per_key;      /* not finished */
    int tables_per_hour;     /* made from one address; loopback has no limit */
    int watches_per_socket;  /* tables one socket looks at */
    int chat_characters;     /* in a message */
    int chat_per_minute;     /* of one key … */
    int chat_per_address;    /* … and of one address; loopback has no limit */
    int idle_seconds;        /* a socket that answers no ping for so long is closed */
    int queue_bytes;         /* waiting for one slow reader; then it is dropped */
    int gone_seconds;        /* without a socket, in a game with a clock of seconds */
    int unattended_minutes;  /* without a person bots play so long; 0: for ever */
    int unattended_days;     /* … and after so long the game is given up; 0: never */
    int grace_seconds;       /* after the start nobody is out of time */
    int bot_ms;              /* a bot waits so long before it moves */
    int bot_threads;         /* 0: one less than there are cores, at least one */
    int takeover_ms;         /* a table so long overdue is another process's no more */

    int messages_per_address;    /* a second, of all its sockets; ten seconds' worth at once */
    int handshakes_per_second;   /* from one address; as many at once as may be open */
    int http_per_address;        /* plain requests a second; a minute's worth at once */
    int replies_per_address;     /* answers to them on their way at a time */
    int connections_per_address; /* of all kinds, open at a time; proxies have no limit */
    bool restored;               /* the store is a copy: what is not over is given up first */
    int limit_loopback;          /* 1: this machine's own addresses have limits like all others */

    int any_clock;          /* 1: also clocks that are not among those of the house */
    int any_options;        /* 1: also rules of a game that are not the usual ones */
    int new_days;           /* somebody is a member after so long */
    int record_days;        /* games that are over are deleted after so long; 0: never */
    const char *club;       /* "open", "invitation" or "closed" */
    const char *games;      /* that are offered, with commas; "": all */
    const char *clocks;     /* the same: “none”, MOVE+BANK in seconds, or DAYSd */
    const char *help;       /* may players be helped: "choose", "yes" or "no" */
    const char *make;       /* who makes tables: "all", "members" or "owners" */
    int push;               /* 1: browsers are told of turns */
    int tell_after_seconds; /* who is waited for so long, and is not there */
    int retry_seconds;      /* before a message is tried once more; then longer and longer */
    int send_seconds;       /* that sending one may take */
    int digest_hours;       /* between two mails that tell of several games */
    int mails_per_hour;     /* to addresses that nobody has confirmed yet */

    const char *away_level; /* the bot for those who are away */
    const char *listen;     /* "127.0.0.1:7200" */
    const char *store;      /* "sqlite:FILE" or "postgresql://…" */
    const char *tls_cert;   /* both or neither */
    const char *tls_key;
    const char *log;          /* a file, or NULL: standard error */
    const char *web;          /* the folder of the browser client, or NULL */
    const char *origin;       /* pages that may connect, besides our own; NULL: none */
    const char *metrics_from; /* "loopback" or "all" */
    const char *hosts;        /* names of this server; NULL: see admission.c */
    const char *url;          /* of the club, as people see it; NULL: unknown */
    const char *push_contact; /* whom push services may ask: a mailto: or https: address */
    const char *push_to;      /* for tests: ADDRESS:PORT that all pushes go to */
    const char *mail_server;  /* "smtps://HOST" or "smtp://HOST:PORT"; NULL: no mails */
    const char *mail_from;
    const char *mail_user;
    const char *mail_password_file;
    const char *mail_tls; /* "yes" or "no" */
    const char *ca_file;  /* whom to trust when sending; NULL: as the system does */
    const char *proxies;  /* whose X-Forwarded-For is believed: addresses, or "loopback" */
} serve_options;

void serve_defaults(serve_options *options);

/* One `name = value` line, which may be empty or a comment. False: `why` says what is wrong with
 * it. Values are copied and never given back. */
bool serve_configure(serve_options *options, const char *line, char *why, size_t size);

/* Reads "ADDRESS:PORT", "[ADDRESS]:PORT" or "PORT", which is one of this machine alone; an address
 * of "*" becomes "". False if it is none of them. */
bool serve_listen(const char *text, char *address, size_t size, int *port);

/* False: these options can not be meant, and `why` says which. */
bool serve_check(const serve_options *options, char *why, size_t size);

/* Runs until SIGTERM or SIGINT; the status to exit with. What goes wrong at the start is said by
 * `complain`. */
int serve_run(const serve_options *options, void (*complain)(const char *sentence));

#endif
