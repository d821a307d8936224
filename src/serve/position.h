/* A game as far as its record goes: the state, who is asked since when, what is left on the
 * clocks. All of it comes from the lines and the times beside them. */
#ifndef SERVE_POSITION_H
#define SERVE_POSITION_H

#include "core/driver.h"
#include "serve/clock_rule.h"
#include "serve/line_batch.h"

enum { PAUSES_MAX = 32 };

/* What besides the lines decides about clocks. */
typedef struct clock_context {
    clock_rule rule;
    rz_actors bots; /* seats that were never a person's */
    int n_pauses;   /* times at which nothing counted */
    struct {
        int64_t from, to;
    } pauses[PAUSES_MAX];
} clock_context;

typedef struct position {
    uint32_t number;    /* of the line to come; 0: the game has not started */
    rz_actors away;     /* seats whose people have left … */
    rz_actors resigned; /* … by their own will */
    rz_actors asked;    /* seats that are to act */
    bool over;
    bool sealed;
    uint8_t head[RZ_HEAD];           /* of the chain, after the last line */
    uint32_t asked_at[RZ_SEATS_MAX]; /* number of the line to come when the seat was asked */
    int64_t since[RZ_SEATS_MAX];     /* … and when that was */
    int64_t bank[RZ_SEATS_MAX];      /* milliseconds left */
    rz_dealer dealer;
    rz_state state;
} position;

/* The beginning, after the first line, which was written at `at`. The seed of the game is made of
 * the server's and of the nonces in the header. */
void position_init(position *p, const rz_header *header, const rz_setup *setup,
                   const clock_context *clock, const uint8_t server_seed[RZ_SEED], int64_t at);

/* What follows from the setup alone, and what chance brings until somebody is asked. */
void position_begin(position *p, const rz_setup *setup, int64_t at, line_batch *out);

/* The game is over: the seed that the server had committed to. */
void position_seal(position *p, const rz_setup *setup, const uint8_t server_seed[RZ_SEED],
                   line_batch *out);

/* The seat does `action`; what follows, and what chance brings, is told with it. On an error
 * nothing has changed. */
rz_error position_act(position *p, const rz_setup *setup, const clock_context *clock, int seat,
                      rz_action action, int64_t at, line_batch *out);

/* The seat leaves (RZ_LEAVE) or returns (RZ_RETURN). */
void position_table_event(position *p, const rz_setup *setup, int seat, int verb, bool timeout,
                          int64_t at, line_batch *out);

/* Lines from the store on their way into a position. They come in batches, as they were written:
 * after each, reading may end. */
typedef struct position_reader {
    position *position;
    const clock_context *clock;
    rz_driver driver;
} position_reader;

/* From line p->number on. All of it is the caller's, and must stay where it is. */
void position_reader_init(position_reader *r, position *p, const rz_setup *setup,
                          const clock_context *clock);

/* The next line, written at `at`; it is added to `out`, unless that is NULL. False if the record is
 * not what we would write. */
bool position_read(position_reader *r, rz_slice text, int64_t at, line_batch *out,
                   rz_problem *problem);

/* When the time of a seat that is asked runs out; INT64_MAX without a clock. */
int64_t position_deadline(const position *p, const clock_context *clock, int seat, int64_t now);

#endif
