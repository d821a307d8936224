/* Steps that tests of the simulated server take again and again. */
#ifndef TESTS_STEPS_H
#define TESTS_STEPS_H

#include "simulation.h"

#define NONCE "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\""

/* Ends the test with `what`, and what was received, unless `ok`. */
void check(bool ok, const char *what, const char *text);

/* Whether the last request was refused with this error. */
bool was_refused(const simulated_client *c, const char *code);

/* What was received since the last request, or since it was forgotten: whether that is part of it,
 * and how often. */
bool has(const simulated_client *c, const char *part);
int how_often(const simulated_client *c, const char *part);
void forget_text(simulated_client *c);

/* The text of its first field of that name. */
void take(const simulated_client *c, const char *field, char *out, size_t size);

/* A server on an empty store, with a log that nobody reads. */
void start(simulation *m, const char *url, uint64_t seed);
void stop(simulation *m);
void restart(simulation *m, const char *url, uint64_t seed); /* on a store that is there */

/* One more process on the store of another (simulation_join). */
void join(simulation *m, simulation *other, uint64_t seed);

/* Sends a request; what came before is forgotten, so that c->text is what it has caused. */
void ask(simulation *m, simulated_client *c, const char *text);

/* Whether the answer to a request is that it was done. */
bool is_done(simulation *m, simulated_client *c, const char *text);

/* A request about a table, with more fields (`,"number":7`). */
void ask_table(simulation *m, simulated_client *c, const char *verb, const char *id,
               const char *more);

/* Says hello with key number `person`. */
void greet_as(simulation *m, simulated_client *c, const char *address, int person);

/* Makes a table; its id. `more` is as above. */
void make_table(simulation *m, simulated_client *c, const char *more, char id[STORE_TABLE_ID + 1]);

/* Somebody who sits at a table with two bots; its id. The game has begun. */
void sit_with_bots(simulation *m, simulated_client *c, const char *clock,
                   char id[STORE_TABLE_ID + 1]);

#endif
