#include "serve/server.h"

#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

int64_t server_now(const server *sv) {
    return sv->world->time.now_ms(sv->world->time.self);
}

uint64_t server_monotonic_us(const server *sv) {
    return sv->world->time.monotonic_us(sv->world->time.self);
}

void server_submit(server *sv, job *j) {
    sv->world->store.submit(sv->world->store.self, j);
}

server *server_new(const serve_options *options, const world *outside, bool shared, FILE *log) {
    server *sv = calloc(1, sizeof *sv);
    if (!sv)
        return NULL;
    sv->options = options;
    sv->world = outside;
    sv->shared = shared;
    sv->log = log;
    sv->started = server_now(sv);
    outside->random.fill(outside->random.self, &sv->process, sizeof sv->process);
    return sv;
}

void process_name(uint64_t process, char name[STORE_PROCESS + 1]) {
    snprintf(name, STORE_PROCESS + 1, "%016llx", (unsigned long long)process);
}

void server_log(server *sv, const char *format, ...) {
    char when[32];
    time_t now = (time_t)(server_now(sv) / 1000);
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

void server_note_store_problem(server *sv, store_result result) {
    sv->metrics.store_failures++;
    if (sv->store_state != result) {
        char reason[STORE_REASON];
        sv->world->store.reason(sv->world->store.self, reason);
        server_log(sv, "the store does not work: %s (%s)", server_describe_store(result), reason);
    }
    sv->store_state = result;
}
