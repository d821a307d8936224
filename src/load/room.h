/* One table and the people at it, who sit down, play, and when it is over play again. */
#ifndef LOAD_ROOM_H
#define LOAD_ROOM_H

#include "core/driver.h"
#include "games/games.h"
#include "load/load.h"
#include "load/wire.h"

enum { ROOM_ID = 64, ROOM_LINE = 2048 };

typedef struct crowd crowd;
typedef struct room room;
typedef struct hostile hostile;

/* A person: a socket, and the game as this seat has seen it. */
typedef struct player {
    wire wire;
    room *room;
    int seat;
    int id;       /* of the last request */
    bool waiting; /* for its answer */
    rz_view view;
    rz_driver replay;
} player;

typedef enum room_stage {
    ROOM_CLOSED,
    ROOM_SETTING_UP, /* through the steps in room.c */
    ROOM_IDLE,       /* a move can be made */
    ROOM_MOVING,     /* one is on its way */
    ROOM_LOST        /* something went wrong; it is counted, and the table is given up */
} room_stage;

struct room {
    crowd *crowd;
    room_stage stage;
    int step; /* of the setting up */
    char id[ROOM_ID];
    bool started;
    bool due; /* a move's time has come and passed */
    uv_timer_t timer;
    uint64_t sent;       /* when the move on its way was sent, ns */
    uint32_t number;     /* … and the number of its line */
    char act[ROOM_LINE]; /* … and the request itself, for those who steal it */
    rz_header header;
    rz_setup setup;
    player players[];
};

/* All of them, and what is found out. */
struct crowd {
    const load_options *options;
    load_result *result;
    uv_loop_t loop;
    wire_place place;
    rz_rng rng;
    char host[300], path[256];
    char request[1024]; /* that opens a socket */
    room **rooms;
    uint32_t *histogram;
    hostile *attackers; /* or NULL */
    bool playing, over;
    int opened, settled; /* tables */
    uv_timer_t timer;
    uint64_t began;                /* the play, ns */
    uint64_t reported;             /* when progress was, ns */
    void (*settled_one)(crowd *c); /* a table has started, or is lost */
    uint64_t cpu, store;           /* of the server, when the play began … */
    char metrics[65536];           /* … and its figures */
    rz_state scratch;
};

room *room_new(crowd *c);
void room_open(room *r);  /* connects everybody, and so on */
void room_play(room *r);  /* moves come from now on */
void room_move(room *r);  /* the time for a move has come */
void room_close(room *r); /* everybody hangs up */
void room_check(room *r); /* gives up what takes too long */

void crowd_count_move(crowd *c, uint64_t ns);       /* a move took so long */
void crowd_count_stuck(crowd *c, uint64_t ns);      /* … and is not there yet */
void crowd_count_error(crowd *c, const char *what); /* something went wrong */

enum {
    CROWD_SLOT_NS = 10000,
    CROWD_SLOTS = 1000000
}; /* latencies up to 10 s; what took longer is
      in the last */

#endif
