/* A server in a world of the test's own, in one thread: time passes when the test says so, chance
 * comes from a seed, the store is asked when the test lets it, and frames go nowhere but into a
 * text. The same calls give the same bytes. */
#ifndef TESTS_SIMULATION_H
#define TESTS_SIMULATION_H

#include "serve/bot_question.h"
#include "serve/requests.h"
#include "serve/takeover.h"

typedef struct simulation {
    serve_options options;
    world world;
    server *server;
    takeover takeover;
    store *store;
    int64_t now;    /* as it is measured … */
    int64_t set_by; /* … and what the clock of the machine says more than that */
    uint64_t random;
    job_queue waiting;
    int n_waiting;
    int n_read; /* jobs that only read, so far */
    bot_question *questions;
    int64_t think_ms, asked; /* bots take so long; when the last was asked */
    bool joined;             /* the store is another one's */
    int rounds;              /* how often the store and the sessions have had their turn */
    bool down;               /* the store answers nothing but that it can not be reached … */
    bool full;               /* … or that nothing can be written … */
    bool deaf;               /* … or has done it, and nobody hears the answer */
} simulation;

/* Who is connected to it, and all that was sent to them, a message a line. */
typedef struct simulated_client {
    session *session;
    char *text;
    size_t length, room;
    bool closed;
    bool blocked; /* it does not read */
    bool wanted;  /* something waits to be written */
    bool unread;  /* the server does not read what it sends */
} simulated_client;

/* On the store of that URL. Ends the test if that does not work. */
void simulation_start(simulation *m, const char *url, uint64_t seed);
void simulation_stop(simulation *m);

/* One more process on the store of another, which lives longer. Neither hears what the other has
 * written before it is told so (tables_mark_stale). */
void simulation_join(simulation *m, simulation *other, uint64_t seed);

/* A process on a store that the caller has opened and closes, at a time. */
void simulation_begin(simulation *m, store *on, int64_t now, uint64_t seed, bool shared);

/* The process dies: what it has not written is not written, and nobody hears of it any longer. All
 * its clients are gone. */
void simulation_crash(simulation *m);

/* Until nothing is under way: the store has answered, bots have moved. */
void simulation_settle(simulation *m);
void simulation_turn(simulation *m); /* … one turn of the loop */

/* So many milliseconds pass, in ticks as the process has them. */
void simulation_advance(simulation *m, int64_t ms);

/* From this machine, which has no limits by address, or from elsewhere. */
#define SIMULATION_LOOPBACK "127.0.0.1"
void simulation_connect(simulation *m, simulated_client *c);
void simulation_connect_from(simulation *m, simulated_client *c, const char *address);
bool simulation_try_connect(simulation *m, simulated_client *c, const char *address);
void simulation_send(simulation *m, simulated_client *c, rz_slice text); /* and settles */
void simulation_post(simulation *m, simulated_client *c, rz_slice text); /* and does not */
void simulation_disconnect(simulation *m, simulated_client *c);

#endif
