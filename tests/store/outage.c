/* PostgreSQL is stopped, killed and started again while somebody writes: outage URL ROUNDS, run by
 * with_postgres.sh. What was committed is there, once; what was in doubt is written again and then
 * there once, too; a process that listens is told that it may have missed something. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common.h"

enum { TABLES = 4 };

static uint32_t lines[TABLES]; /* committed */
static int commits, downs, in_doubt;

static void sleep_ms(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static void control(const char *what) {
    char command[600];
    snprintf(command, sizeof command, "%s %s", getenv("POSTGRES_CONTROL"), what);
    CHECK(system(command) == 0, "%s", command);
}

/* Commits are then done and not answered: they wait for a second server, which there is not. */
static void hold_answers(const char *url, bool hold) {
    do_sql(url, hold ? "ALTER SYSTEM SET synchronous_standby_names = 'nobody'"
                     : "ALTER SYSTEM RESET synchronous_standby_names");
    do_sql(url, "SELECT pg_reload_conf()");
}

/* In the background: an outage, gentle or not, every other time in the midst of a commit. */
static pid_t begin_outage(const char *url, int round) {
    pid_t child = fork();
    if (child == 0) {
        bool held = round % 2 == 0;
        sleep_ms(100 + round * 37 % 200);
        if (held) {
            hold_answers(url, true);
            sleep_ms(200);
        }
        control(round % 4 < 2 ? "kill" : "stop");
        sleep_ms(300);
        control("start");
        if (held) {
            hold_answers(url, false);
        }
        _exit(0);
    }
    return child;
}

/* The same batch again and again until it is committed. */
static void write_batch(store *s, uint32_t n) {
    for (store_result result = STORE_DOWN; result != STORE_OK;) {
        store_result written[TABLES] = {STORE_OK};
        result = store_begin(s);
        for (int i = 0; i < TABLES && result == STORE_OK; i++) {
            written[i] = append_some(s, table_called('o', i).id, lines[i], 1 + (int)(n % 3));
            result = written[i] == STORE_TAKEN ? STORE_OK : written[i];
        }
        if (result == STORE_OK) {
            result = store_commit(s);
            in_doubt += written[0] == STORE_TAKEN;
        } else {
            store_rollback(s);
        }
        for (int i = 1; i < TABLES && result == STORE_OK; i++) {
            CHECK(written[i] == written[0], "half a batch");
        }
        CHECK(result == STORE_OK || result == STORE_DOWN, "%d: %s", (int)result, store_why(s));
        CHECK(result == STORE_OK || *store_why(s), "no reason given");
        downs += result == STORE_DOWN;
        sleep_ms(result == STORE_DOWN ? 20 : 0);
    }
    commits++;
    for (int i = 0; i < TABLES; i++) {
        lines[i] += 1 + n % 3;
    }
}

static void be_told(void *context, const char *id) {
    *(int *)context += !id;
}

/* Everything that can be read now; how often anything may have been written. */
static int listen_now(store *s) {
    int all = 0;
    struct pollfd p = {.fd = store_socket(s), .events = POLLIN};
    while (poll(&p, 1, 0) == 1 && store_poll_changes(s, be_told, &all) == STORE_OK) {
    }
    return all;
}

static void expect_lines(store *s) {
    for (int i = 0; i < TABLES; i++) {
        uint32_t there = count_lines(s, table_called('o', i).id);
        CHECK(there == lines[i], "table %d has %u lines of %u", i, there, lines[i]);
    }
}

static bool is_over(pid_t outage) {
    int status;
    pid_t ended = waitpid(outage, &status, WNOHANG);
    CHECK(ended == 0 || (ended == outage && status == 0), "the outage failed");
    return ended == outage;
}

int main(int n, char **arguments) {
    CHECK(n == 3 && getenv("POSTGRES_CONTROL"), "outage URL ROUNDS, by with_postgres.sh");
    int rounds = atoi(arguments[2]);
    store *s = open_or_end(arguments[1]), *listener = open_or_end(arguments[1]);
    make_tables(s, 'o', TABLES, STORE_RUNNING);
    sleep_ms(100);
    CHECK(listen_now(listener) == 1, "not told of the beginning");
    uint32_t batches = 0;
    for (int round = 0; round < rounds; round++) {
        int before = downs, told = 0;
        pid_t outage = begin_outage(arguments[1], round);
        while (!is_over(outage)) {
            write_batch(s, batches++);
            told += listen_now(listener);
        }
        CHECK(downs > before, "round %d went unnoticed", round);
        for (int i = 0; i < 100 && told == 0; i++) {
            sleep_ms(50);
            store_count(listener, STORE_RUNNING, &(int64_t){0});
            told += listen_now(listener);
        }
        CHECK(told == 1, "round %d: told %d times", round, told);
        expect_lines(s);
    }
    CHECK(in_doubt > 0, "every commit was answered");
    store_close(s);
    s = open_or_end(arguments[1]);
    expect_lines(s);
    store_close(s);
    store_close(listener);
    printf("%d outages: %d batches committed, %d attempts refused, %d committed and not answered\n",
           rounds, commits, downs, in_doubt);
    return 0;
}
