#include "load/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/translate.h"
#include "load/hostile.h"

enum {
    AT_ONCE = 50,   /* tables that are set up at a time: a server has to hear all those knocks */
    LAST_MS = 3000, /* for moves on their way when the time is over */
    FILES_SPARE = 64,
    GANG_FILES = 32
};

/* ---- Beginning and end of the play --------------------------------------------------------------
 */

static void begin_play(crowd *c) {
    uint64_t now = uv_hrtime();
    c->result->setup_seconds = (double)(now - c->began) / 1e9;
    c->began = now;
    c->playing = true;
    c->over = c->result->ready == 0;
    for (int i = 0; i < c->options->tables; i++)
        room_play(c->rooms[i]);
    c->options->progress(c->result, true);
}

static void settled_one(crowd *c) {
    c->settled++;
    if (c->opened < c->options->tables)
        room_open(c->rooms[c->opened++]);
    else if (c->settled == c->options->tables)
        begin_play(c);
}

/* The latency that `share` of all moves did not exceed. */
static double quantile(const crowd *c, double share) {
    uint64_t sum = 0, wanted = (uint64_t)(share * (double)c->result->moves);
    for (int i = 0; i < CROWD_SLOTS; i++)
        if ((sum += c->histogram[i]) > wanted)
            return (i + 1) * (CROWD_SLOT_NS / 1e6);
    return 0;
}

/* ---- The run --------------------------------------------------------------------------------- */

static bool all_quiet(const crowd *c) {
    for (int i = 0; i < c->options->tables; i++)
        if (c->rooms[i]->stage == ROOM_MOVING)
            return false;
    return true;
}

static void finish(crowd *c, hostile *h) {
    c->result->p50 = quantile(c, 0.5);
    c->result->p99 = quantile(c, 0.99);
    for (int i = 0; i < c->options->tables; i++)
        if (c->rooms[i]->stage != ROOM_LOST)
            room_close(c->rooms[i]);
    if (h)
        hostile_close(h);
    uv_close((uv_handle_t *)&c->timer, NULL);
}

static void on_tick(uv_timer_t *timer) {
    crowd *c = timer->data;
    uint64_t now = uv_hrtime();
    double seconds = (double)(now - c->began) / 1e9;
    if (c->playing)
        c->result->seconds = c->over ? c->result->seconds : seconds;
    for (int i = 0; i < c->opened; i++)
        room_check(c->rooms[i]);
    if (c->playing && !c->over && c->attackers)
        hostile_check(c->attackers);
    if (c->playing && seconds >= c->options->seconds)
        c->over = true;
    if (c->over && (all_quiet(c) || seconds * 1000 > c->options->seconds * 1000 + LAST_MS)) {
        finish(c, c->attackers);
    } else if (now - c->reported >= 1000000000) {
        c->reported = now;
        c->options->progress(c->result, false);
    }
}

/* "ws://127.0.0.1:7200/ws" into host, path and address; false if it is none of this machine. */
static bool read_url(crowd *c, const char *url) {
    char name[256];
    const char *rest = strncmp(url, "ws://", 5) == 0 ? url + 5 : "";
    size_t n = strcspn(rest, "/");
    if (n == 0 || n >= sizeof name)
        return false;
    snprintf(c->host, sizeof c->host, "%.*s", (int)n, rest);
    snprintf(c->path, sizeof c->path, "%s", rest[n] ? rest + n : "/ws");
    snprintf(name, sizeof name, "%.*s", (int)n, rest);
    char *colon = strrchr(name, ':'), *end = name + strlen(name);
    long port = 7200;
    if (colon && !strchr(colon, ']')) {
        port = strtol(colon + 1, &end, 10);
        *colon = '\0';
    }
    if (*end || port < 1 || port > 65535)
        return false;
    if (!strcmp(name, "[::1]"))
        return uv_ip6_addr("::1", (int)port, (struct sockaddr_in6 *)&c->place.address) == 0;
    const char *address = strcmp(name, "localhost") == 0 ? "127.0.0.1" : name;
    return !strncmp(address, "127.", 4) &&
           uv_ip4_addr(address, (int)port, (struct sockaddr_in *)&c->place.address) == 0;
}

/* A socket is a file; as many as the system allows. */
static bool enough_files(int sockets) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return false;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_cur >= (rlim_t)sockets + FILES_SPARE;
}

static bool make_rooms(crowd *c) {
    c->histogram = calloc(CROWD_SLOTS, sizeof *c->histogram);
    c->rooms = calloc((size_t)c->options->tables, sizeof *c->rooms);
    for (int i = 0; c->rooms && i < c->options->tables; i++)
        if (!(c->rooms[i] = room_new(c)))
            return false;
    c->attackers = c->options->hostile ? hostile_new(c) : NULL;
    return c->histogram && c->rooms && (c->attackers || !c->options->hostile);
}

static void free_rooms(crowd *c) {
    for (int i = 0; c->rooms && i < c->options->tables; i++)
        free(c->rooms[i]);
    hostile_free(c->attackers);
    free(c->rooms);
    free(c->histogram);
}

static void run(crowd *c) {
    uv_timer_init(&c->loop, &c->timer);
    c->timer.data = c;
    uv_timer_start(&c->timer, on_tick, 100, 100);
    c->began = uv_hrtime();
    while (c->opened < c->options->tables && c->opened < c->settled + AT_ONCE)
        room_open(c->rooms[c->opened++]);
    uv_run(&c->loop, UV_RUN_DEFAULT);
}

/* "" if it ran, else what was wrong. */
static const char *run_with(crowd *c) {
    const load_options *options = c->options;
    if (!read_url(c, options->url))
        return N_("--url takes ws://127.0.0.1:PORT/ws: a server of this machine, not “{value}”");
    if (!enough_files(c->result->sockets + (options->hostile ? GANG_FILES : 0)))
        return N_("the system allows too few open files for so many sockets; see ulimit -n");
    if (uv_loop_init(&c->loop) != 0)
        return N_("there is not enough memory");
    c->place.loop = &c->loop;
    rz_rng_fast(&c->rng, options->seed);
    rz_rng_fast(&c->place.rng, ~options->seed);
    wire_request(c->request, sizeof c->request, c->host, c->path, "razzia.1", NULL);
    bool ok = make_rooms(c);
    if (ok)
        run(c);
    uv_loop_close(&c->loop);
    free_rooms(c);
    return ok ? "" : N_("there is not enough memory");
}

const char *load_run(const load_options *options, load_result *result) {
    crowd *c = calloc(1, sizeof *c);
    if (!c)
        return N_("there is not enough memory");
    c->options = options;
    c->result = result;
    c->settled_one = settled_one;
    *result = (load_result){.sockets = options->tables * options->seats};
    const char *wrong = run_with(c);
    free(c);
    return wrong;
}
