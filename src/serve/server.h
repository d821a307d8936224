/* What all storeys share: the options, the world outside, and all tables and sessions there are.
 * Everything here belongs to the thread of the loop. */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include <stdio.h>

#include "serve/job.h"
#include "serve/limits.h"
#include "serve/metrics.h"
#include "serve/pieces.h"
#include "serve/schedule.h"
#include "serve/serve.h"
#include "serve/world.h"

typedef struct session session;
typedef struct table table;
typedef struct transaction transaction;
typedef struct open_tables open_tables; /* listing.c */
typedef struct follows follows;         /* follow.c */
typedef struct game_lists game_lists;   /* games.c */
typedef struct rooms rooms;             /* rooms.c */

enum { TICK_BYTES = 512 << 10 }; /* of records, sent to all in one tick */
enum { TABLE_BUCKETS = 8192, SPARE_TRANSACTIONS = 32 };

typedef struct server {
    const serve_options *options;
    const world *world;
    table *tables[TABLE_BUCKETS];
    schedule schedule; /* when which table is checked */
    session *sessions;
    uint64_t flushes; /* so far */
    session *dirty;   /* those for whom something waits since this turn of the loop */
    limits limits;
    piece_cache pieces;
    open_tables *open_tables; /* the list of them as it was lately; NULL: nobody has asked */
    follows *follows;         /* who is told of changes of their games; NULL: nobody was so far */
    rooms *rooms;             /* who waits here for others to play with; NULL: nobody did so far */
    game_lists *listings;     /* that wait for tables to say who is waited for, or NULL */
    int bytes_left;           /* of pieces, that may be sent until the next tick … */
    int local_bytes_left;     /* … and to who comes from this machine itself */
    session *first_stalled, *last_stalled; /* sessions that wait for that */
    session *first_resting, *last_resting; /* … and those that are not read for a while */
    uint64_t ticks;                        /* so far, from 1 */
    portion messages_now;                  /* of all addresses, since the last one */
    uint64_t serials;                      /* given to tables so far */
    metrics metrics;
    struct {
        uint64_t n, logged; /* how often, and how often when it was last logged … */
        int64_t at;         /* … which was then */
    } limited[LIMIT_KINDS];
    bucket stored;     /* bytes of the store that all addresses share */
    bucket mails;      /* to addresses that nobody has confirmed */
    char push_key[96]; /* that browsers ask for; "": nobody is told there */
    bucket bots_alone; /* moves in games that no person plays any longer */
    uint8_t salt[16];  /* of what the log calls an address */
    uint64_t process;  /* a random number: who we are among the processes on one store */
    bool shared;       /* there may be others … */
    uint64_t dead;     /* … and this one is no more, or 0 */
    struct {
        bool looking, done; /* games that were over before results were kept … */
        int skip;           /* … of which so many can not be read */
        int64_t at;
        char first[STORE_TABLE_ID + 1];
    } counting;
    struct {
        bool looking, known; /* what owners have done … */
        int64_t at, last;    /* … up to that act */
    } order;
    struct {
        bool looking;
        int64_t at, swept;
    } cleaning;
    bool closing;
    store_result store_state; /* what it answered last */
    int64_t started;
    struct {
        int64_t us;     /* the time of the server … */
        uint64_t at_us; /* … when the machine had measured so much */
    } clock;
    FILE *log;
    /* A few are kept: they are too large for what malloc has at hand, and come with every move. */
    transaction *spare[SPARE_TRANSACTIONS];
    int n_spare;
} server;

/* All but the options and the world is empty. NULL without memory. `shared`: other processes may
 * write to the same store. */
server *server_new(const serve_options *options, const world *outside, bool shared, FILE *log);

/* Milliseconds since 1970. It never goes back, and does not jump: when the clock of the machine is
 * set, this one comes to agree with it little by little. */
int64_t server_now(const server *sv);

/* Whether so much time has passed since it was last true, or the clock was set back. */
bool server_is_time(int64_t *last, int64_t interval, int64_t now);

/* With every tick of the loop: goes a little faster or slower if it must. */
void server_follow_clock(server *sv);

uint64_t server_monotonic_us(const server *sv);

/* What is written, and what must come after it. */
void server_submit(server *sv, job *j);

/* What is only read, for somebody who has a share of that (0: for the server itself). */
void server_read(server *sv, uint32_t share, job *j);

/* The share of an address, known by its key. */
uint32_t server_share_of_number(uint64_t number);
uint32_t server_share_of(const server *sv, const uint8_t address[32]);

/* What the store knows a process by. */
void process_name(uint64_t process, char name[STORE_PROCESS + 1]);

/* One line in the log. */
void server_log(server *sv, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Counts a refusal; now and then the log says of what and, by a short name that means nothing to
 * others, of whom (NULL: of nobody in particular). */
void server_note_limit(server *sv, limit_kind kind, const account *whose);

/* Whether so many bytes more may be stored for who comes from this address, moves apart. */
bool server_take_room(server *sv, account *address, size_t bytes);

/* The counts, as /metrics tells them. */
void server_write_limits(const server *sv, rz_text *out);

/* What a store that answers so does, in a few words. */
const char *server_describe_store(store_result result);

/* Notes a problem of the store, for the log and for /health. */
void server_note_store_problem(server *sv, const job_runner *by, store_result result);

#endif
