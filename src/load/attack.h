/* What an attack is, and what its plays may use. A trick is one act with one right answer; a siege
 * is many sockets that do something allowed as much and as often as they can. */
#ifndef LOAD_ATTACK_H
#define LOAD_ATTACK_H

#include "load/room.h"

typedef struct attacker attacker;

/* What the server has to do about it. */
typedef enum outcome {
    REFUSED, /* there is no WebSocket for them, and no answer to a plain request */
    CUT,     /* the socket is closed */
    STEMMED, /* the socket is closed, or little of what it says is heard */
    ERROR,   /* an error is answered */
    ENDURED  /* nothing in particular; those who play must not feel it */
} outcome;

/* The answer to a request: its beginning says enough, and some are long. */
typedef struct answer {
    bool error;
    char code[32];
    char table[ROOM_ID];
} answer;

typedef struct attack {
    const char *name;
    outcome expected;
    wire_headers with; /* what differs from the headers that everybody sends */
    void (*write_request)(attacker *a, rz_text *out); /* instead of a handshake */
    bool hello;                                       /* they introduce themselves first */
    bool deaf;                                        /* … and read nothing after that */
    bool local;                                       /* no proxy speaks for them */
    bool same_key;                                    /* all of an address are one person */
    void (*play)(attacker *a);
    void (*answered)(attacker *a, const answer *r);
    /* Of a siege: */
    int each, all; /* sockets of an address, and of all together */
    int every_ms;  /* it plays again after this time … */
    int times;     /* … so often at once */
    int turns;     /* … and so often until it hangs up and comes again; 0: until it is cut */
} attack;

enum { ATTACK_REQUEST = 768, ATTACK_KEY = 32, ATTACK_FLOOD = 5000 /* messages */ };

struct attacker {
    wire wire;
    hostile *of;
    const attack *attack; /* NULL: between two */
    load_attack *tally;
    int index, address;
    char request[ATTACK_REQUEST];
    char key[ATTACK_KEY + 1];
    char table[ROOM_ID]; /* that it has made */
    bool greeted;
    int played, step;   /* since it came; of what it does in several steps */
    int heard;          /* of its flood */
    uint64_t began, at; /* when it came, when it played last: ns */
};

extern const attack tricks[], sieges[];
extern const int n_tricks, n_sieges;

/* ---- For plays ------------------------------------------------------------------------------- */

void attack_send(attacker *a, const char *text);
void attack_frame(attacker *a, int flags, rz_slice payload);
void attack_ask(attacker *a, const char *verb, const char *table, const char *more);
uint32_t attack_below(attacker *a, uint32_t n); /* a random number */
void attack_nonce(attacker *a, char out[2 * RZ_SEED + 1]);
const char *attack_target(attacker *a);     /* the long table, or one that plays */
const char *attack_victim(attacker *a);     /* a table that plays */
const char *attack_stolen(attacker *a);     /* what somebody said there; "" if nothing */
const char *attack_large_text(attacker *a); /* 60,000 letters */
const char *attack_forwarded(attacker *a);  /* the address for which a proxy would speak */
const char *attack_host(attacker *a);

#endif
