/* Many clients at once: tables of people that do not exist, playing legal moves over real
 * WebSockets, to find out what a server can bear. */
#ifndef LOAD_H
#define LOAD_H

#include "core/game.h"

enum {
    LOAD_TABLES_MAX = 20000,
    LOAD_SECONDS_MAX = 86400,
    LOAD_ADDRESSES_MAX = 250,
    LOAD_ATTACKS_MAX = 64,
    LOAD_FIGURES_MAX = 32,
    LOAD_WHY = 200
};

typedef struct load_result load_result;

typedef struct load_options {
    const char *url; /* "ws://127.0.0.1:7200/ws"; of this machine alone */
    const rz_game *game;
    int tables, seats, seconds;
    double rate; /* moves a second of each table */
    uint64_t seed;
    const char
        *attacks;  /* of the hostile: names with commas between, or "all"; NULL: there are none */
    int addresses; /* from which they come */
    const char *target; /* a table that they watch; NULL: one that plays here */
    int pid;            /* of the server, to look at it; 0: not known */
    const char *store;  /* the file where it keeps everything; NULL: not known */
    /* Told once a second, and when everybody sits (`playing` becomes true). */
    void (*progress)(const load_result *so_far, bool playing);
} load_options;

/* How one attack fared. */
typedef struct load_attack {
    const char *name;
    uint64_t attempts; /* requests, or sockets if it is about them */
    uint64_t refused;  /* by an error, or by closing the socket */
    uint64_t open;     /* sockets, at the end */
    uint64_t breaches; /* what should have been refused and was not */
} load_attack;

/* What became of a figure at /metrics. */
typedef struct load_figure {
    char name[64];
    int64_t growth;
} load_figure;

/* What the server took while all played. */
typedef struct load_server {
    uint64_t memory;                       /* bytes, the most that was seen */
    double cpu_us;                         /* of a move */
    int64_t store_growth;                  /* bytes */
    load_figure figures[LOAD_FIGURES_MAX]; /* who was limited, refused or closed */
    int n_figures;
} load_server;

struct load_result {
    int sockets, ready;   /* tables that have started */
    double setup_seconds; /* until all had */
    double seconds;       /* of play */
    uint64_t moves, games;
    uint64_t late;        /* moves whose time came while the one before was on its way */
    uint64_t errors;      /* everything that should not have happened … */
    char why[LOAD_WHY];   /* … and the first of it */
    double p50, p99, max; /* ms from sending a move until every seat and the sender has it */
    uint64_t stuck;       /* moves that were on their way when all was over */
    load_attack hostile[LOAD_ATTACKS_MAX];
    int n_hostile;
    uint64_t breaches;     /* of all attacks … */
    char breach[LOAD_WHY]; /* … and the first */
    load_server server;
};

/* The attacks there are, by number from 0: the tricks, one after the other, then what many sockets
 * do; NULL ends them. */
#define LOAD_TRICKS "tricks"
const char *load_attack_name(int i);

/* "" if it ran, else what was wrong with the options or the machine. */
const char *load_run(const load_options *options, load_result *result);

#endif
