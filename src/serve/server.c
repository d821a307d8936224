#include "serve/server.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/sha256.h"

/* ---- Time ------------------------------------------------------------------------------------ */

static int64_t wall_us(const server *sv) {
    return 1000 * sv->world->time.now_ms(sv->world->time.self);
}

static int64_t clock_us(const server *sv, uint64_t measured) {
    return sv->clock.us + (int64_t)(measured - sv->clock.at_us);
}

int64_t server_now(const server *sv) {
    return clock_us(sv, server_monotonic_us(sv)) / 1000;
}

bool server_is_time(int64_t *last, int64_t interval, int64_t now) {
    if (now >= *last && now - *last < interval)
        return false;
    *last = now;
    return true;
}

static int64_t within(int64_t x, int64_t least, int64_t most) {
    return x < least ? least : x > most ? most : x;
}

/* Who is at the clock may get an eighth more time by it, but hardly less. */
void server_follow_clock(server *sv) {
    enum { SLOWER = 8, FASTER = 32 };
    uint64_t measured = server_monotonic_us(sv);
    int64_t passed = (int64_t)(measured - sv->clock.at_us), us = clock_us(sv, measured);
    sv->clock.us = us + within(wall_us(sv) - us, -passed / SLOWER, passed / FASTER);
    sv->clock.at_us = measured;
}

uint64_t server_monotonic_us(const server *sv) {
    return sv->world->time.monotonic_us(sv->world->time.self);
}

void server_submit(server *sv, job *j) {
    sv->world->store.submit(sv->world->store.self, j);
}

/* The first share is the server's own. */
uint32_t server_share_of_number(uint64_t number) {
    return 1 + (uint32_t)(number % (JOB_SHARES - 1));
}

/* Nobody can choose an address that shares with another: a number of this process is in it. */
uint32_t server_share_of(const server *sv, const uint8_t address[32]) {
    uint64_t number;
    memcpy(&number, address, sizeof number);
    return server_share_of_number(number * (sv->process | 1) >> 32);
}

void server_read(server *sv, uint32_t share, job *j) {
    j->share = share;
    sv->world->reads.submit(sv->world->reads.self, j);
}

server *server_new(const serve_options *options, const world *outside, bool shared, FILE *log) {
    server *sv = calloc(1, sizeof *sv);
    if (!sv)
        return NULL;
    sv->options = options;
    sv->ticks = 1;
    sv->bytes_left = sv->local_bytes_left = TICK_BYTES;
    sv->world = outside;
    sv->shared = shared;
    sv->log = log;
    sv->clock.us = wall_us(sv);
    sv->clock.at_us = server_monotonic_us(sv);
    sv->started = server_now(sv);
    bucket_init(&sv->stored, 1e9, sv->started); /* the first take cuts each to its burst */
    bucket_init(&sv->mails, 1e9, sv->started);
    bucket_init(&sv->bots_alone, 1e9, sv->started);
    outside->random.fill(outside->random.self, &sv->process, sizeof sv->process);
    outside->random.fill(outside->random.self, sv->salt, sizeof sv->salt);
    return sv;
}

void process_name(uint64_t process, char name[STORE_PROCESS + 1]) {
    snprintf(name, STORE_PROCESS + 1, "%016llx", (unsigned long long)process);
}

void server_log(server *sv, const char *format, ...) {
    char when[32];
    time_t now = (time_t)(wall_us(sv) / 1000000);
    struct tm parts;
    va_list args;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    fprintf(sv->log, "%s ", when);
    va_start(args, format);
    vfprintf(sv->log, format, args);
    va_end(args);
    fputc('\n', sv->log);
    fflush(sv->log);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static const char *const limit_words[] = {
#define X(name, word) word,
    LIMITS(X)
#undef X
};

/* A key is a hash of an address, and there are few enough of those to try them all. */
static void write_short_name(const server *sv, const account *a, char *name, size_t size) {
    enum { BYTES = 4 };
    uint8_t hash[RZ_SHA256_SIZE];
    rz_sha256 sha;
    rz_text text;
    rz_sha256_init(&sha);
    rz_sha256_add(&sha, sv->salt, sizeof sv->salt);
    rz_sha256_add(&sha, a->key, sizeof a->key);
    rz_sha256_end(&sha, hash);
    rz_text_init(&text, name, size);
    rz_text_hex(&text, hash, BYTES);
}

void server_note_limit(server *sv, limit_kind kind, const account *whose) {
    enum { QUIET_MS = 10000 };
    int64_t now = server_now(sv);
    char name[16] = "nobody";
    sv->metrics.limited++;
    sv->limited[kind].n++;
    if (sv->limited[kind].logged > 0 && now - sv->limited[kind].at < QUIET_MS)
        return;
    if (whose)
        write_short_name(sv, whose, name, sizeof name);
    server_log(sv, "limited: %s, %llu times, the last time %s", limit_words[kind],
               (unsigned long long)(sv->limited[kind].n - sv->limited[kind].logged), name);
    sv->limited[kind].logged = sv->limited[kind].n;
    sv->limited[kind].at = now;
}

/* However many addresses there are, the file grows slowly: each has a little for itself, and what
 * is more than that comes from what all have together, of which a club that begins its evening
 * behind one address gets enough. */
bool server_take_room(server *sv, account *address, size_t bytes) {
    enum { KB = 1024, OWN = 8 * KB, ADDRESS = 352 * KB, ALL = 384 * KB };
    const double own = 6 * KB / 60.0, of_address = 48 * KB / 60.0, of_all = 256 * KB / 60.0;
    int64_t now = server_now(sv);
    double price = (double)bytes;
    if (price <= OWN && account_take(address, &address->own, price, own, OWN, now))
        return true;
    if (!account_take(address, &address->stored, price, of_address, ADDRESS, now))
        return false;
    if (bucket_take(&sv->stored, price, of_all, ALL, now))
        return true;
    address->stored.left += price; /* nothing was had for it */
    return false;
}

void server_write_limits(const server *sv, rz_text *out) {
    rz_text_add(out, "# HELP razzia_limited_by what was refused, by the limit\n"
                     "# TYPE razzia_limited_by counter\n");
    for (int i = 0; i < LIMIT_KINDS; i++) {
        rz_text_add(out, "razzia_limited_by{kind=\"");
        rz_text_add(out, limit_words[i]);
        rz_text_add(out, "\"} ");
        rz_text_int(out, (int64_t)sv->limited[i].n);
        rz_text_char(out, '\n');
    }
}

/* ---- The store ------------------------------------------------------------------------------- */

const char *server_describe_store(store_result result) {
    static const char *const what[] = {
        [STORE_OK] = "it works",
        [STORE_TAKEN] = "somebody else was first",
        [STORE_MISSING] = "something is missing",
        [STORE_DOWN] = "it can not be reached",
        [STORE_FULL] = "there is no room on the disk",
        [STORE_READ_ONLY] = "it can not be written",
        [STORE_NEWER] = "a newer Razzia made it",
        [STORE_BROKEN] = "it is damaged",
    };
    return what[result];
}

void server_note_store_problem(server *sv, const job_runner *by, store_result result) {
    sv->metrics.store_failures++;
    if (sv->store_state != result) {
        char reason[STORE_REASON];
        by->reason(by->self, reason);
        server_log(sv, "the store does not work: %s (%s)", server_describe_store(result), reason);
    }
    sv->store_state = result;
}
