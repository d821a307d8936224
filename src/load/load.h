/* Many clients at once: tables of people that do not exist, playing legal moves over real
 * WebSockets, to find out what a server can bear. */
#ifndef LOAD_H
#define LOAD_H

#include "core/game.h"

enum { LOAD_TABLES_MAX = 20000, LOAD_SECONDS_MAX = 86400, LOAD_WHY = 200 };

typedef struct load_result load_result;

typedef struct load_options {
    const char *url; /* "ws://127.0.0.1:7200/ws"; of this machine alone */
    const rz_game *game;
    int tables, seats, seconds;
    double rate; /* moves a second of each table */
    bool hostile;
    uint64_t seed;
    /* Told once a second, and when everybody sits (`playing` becomes true). */
    void (*progress)(const load_result *so_far, bool playing);
} load_options;

struct load_result {
    int sockets, ready;   /* tables that have started */
    double setup_seconds; /* until all had */
    double seconds;       /* of play */
    uint64_t moves, games;
    uint64_t late;          /* moves whose time came while the one before was on its way */
    uint64_t errors;        /* everything that should not have happened … */
    char why[LOAD_WHY];     /* … and the first of it */
    double p50, p99, max;   /* ms from sending a move until every seat and the sender has it */
    uint64_t attacks, held; /* what the hostile did, and how often it was refused as it should */
    uint64_t open;          /* attacks that were still going on at the end */
    char breach[LOAD_WHY];  /* the first that was not refused */
};

/* "" if it ran, else what was wrong with the options or the machine. */
const char *load_run(const load_options *options, load_result *result);

#endif
