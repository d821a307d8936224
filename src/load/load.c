#include "load/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/translate.h"
#include "load/hostile.h"
#include "load/observe.h"

enum {
    AT_ONCE = 50,   /* tables that are set up at a time: a server has to hear all those knocks */
    LAST_MS = 3000, /* for moves on their way when the time is over */
    FILES_SPARE = 64
};

/* ---- The server, as it is seen ------------------------------------------------------------- */

static const struct sockaddr *server_of(const crowd *c) {
    return (const struct sockaddr *)&c->place.address;
}

static void begin_watching(crowd *c) {
    c->cpu = observe_cpu(c->options->pid);
    c->store = observe_store(c->options->store);
    observe_metrics(server_of(c), c->host, c->metrics, sizeof c->metrics);
}

static void watch_memory(crowd *c) {
    uint64_t now = observe_memory(c->options->pid);
    if (now > c->result->server.memory)
        c->result->server.memory = now;
}

static bool is_about_limits(const char *name) {
    return strstr(name, "limited") || strstr(name, "refused") || strstr(name, "closed");
}

/* The value after `name` at the beginning of a line, 0 if there is none. */
static int64_t find_figure(const char *text, const char *name) {
    size_t n = strlen(name);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!strncmp(line, name, n) && line[n] == ' ')
            return strtoll(line + n, NULL, 10);
    }
    return 0;
}

static void compare_figures(load_server *out, const char *before, const char *after) {
    for (const char *line = strchr(after, '\n'); line; line = strchr(line + 1, '\n')) {
        load_figure *f = &out->figures[out->n_figures];
        size_t n = strcspn(line + 1, " \r\n");
        if (out->n_figures == LOAD_FIGURES_MAX || n == 0 || n >= sizeof f->name || line[1] == '#')
            continue;
        snprintf(f->name, sizeof f->name, "%.*s", (int)n, line + 1);
        f->growth = find_figure(after, f->name) - find_figure(before, f->name);
        out->n_figures += is_about_limits(f->name) && f->growth != 0;
    }
}

static void end_watching(crowd *c) {
    load_server *seen = &c->result->server;
    static const double most = 1;
    double moves = (double)c->result->moves;
    char *after = malloc(sizeof c->metrics);
    seen->cpu_us = (double)(observe_cpu(c->options->pid) - c->cpu) / (moves > most ? moves : most);
    seen->store_growth = (int64_t)(observe_store(c->options->store) - c->store);
    if (after) {
        observe_metrics(server_of(c), c->host, after, sizeof c->metrics);
        compare_figures(seen, c->metrics, after);
    }
    free(after);
}

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
    begin_watching(c);
    if (c->attackers && !hostile_start(c->attackers)) {
        crowd_count_error(c, "the attackers could not begin");
        hostile_free(c->attackers);
        c->attackers = NULL;
    }
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
    uint64_t sum = 0, wanted = (uint64_t)(share * (double)(c->result->moves + c->result->stuck));
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

static void finish(crowd *c) {
    for (int i = 0; i < c->options->tables; i++)
        if (c->rooms[i]->stage == ROOM_MOVING)
            crowd_count_stuck(c, uv_hrtime() - c->rooms[i]->sent);
    c->result->p50 = quantile(c, 0.5);
    c->result->p99 = quantile(c, 0.99);
    end_watching(c);
    if (c->attackers)
        hostile_stop(c->attackers);
    for (int i = 0; i < c->options->tables; i++)
        if (c->rooms[i]->stage != ROOM_LOST)
            room_close(c->rooms[i]);
    uv_close((uv_handle_t *)&c->timer, NULL);
}

static const room *any_room(crowd *c) {
    return c->rooms[rz_rng_below(&c->rng, (uint32_t)c->options->tables)];
}

static void on_tick(uv_timer_t *timer) {
    crowd *c = timer->data;
    uint64_t now = uv_hrtime();
    double seconds = (double)(now - c->began) / 1e9;
    if (c->playing)
        c->result->seconds = c->over ? c->result->seconds : seconds;
    for (int i = 0; i < c->opened; i++)
        room_check(c->rooms[i]);
    if (c->playing && !c->over)
        watch_memory(c);
    if (c->playing && !c->over && c->attackers)
        hostile_show(c->attackers, any_room(c));
    if (c->playing && seconds >= c->options->seconds)
        c->over = true;
    if (c->over && (all_quiet(c) || seconds * 1000 > c->options->seconds * 1000 + LAST_MS)) {
        finish(c);
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
    c->attackers = c->options->attacks ? hostile_new(c) : NULL;
    return c->histogram && c->rooms && (c->attackers || !c->options->attacks);
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
    if (!make_rooms(c))
        return N_("there is not enough memory");
    if (!enough_files(c->result->sockets + (c->attackers ? hostile_sockets(c->attackers) : 0)))
        return N_("the system allows too few open files for so many sockets; see ulimit -n");
    if (uv_loop_init(&c->loop) != 0)
        return N_("there is not enough memory");
    wire_headers headers = {.path = c->path, .host = c->host, .protocol = "razzia.1"};
    c->place.loop = &c->loop;
    rz_rng_fast(&c->rng, options->seed);
    rz_rng_fast(&c->place.rng, ~options->seed);
    wire_request(c->request, sizeof c->request, &headers);
    run(c);
    uv_loop_close(&c->loop);
    return "";
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
    free_rooms(c);
    free(c);
    return wrong;
}
