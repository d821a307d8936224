/* How much can be won from master in bars by one who gets to know it? A rival begins as master does
 * and learns for a while from master's games with itself, in which it is shown all hands: what to
 * expect of it. Then it sits among masters, and plays what is best against that.
 *   bars_rival NET SEATS SECONDS JOBS DEALS [AT_MOST]
 * fails if it is sure that the rival wins more than AT_MOST times its share. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "ai/arena.h"
#include "ai/bars/think.h"
#include "ai/clock.h"
#include "ai/train.h"

enum { JOBS_MAX = 64, LESSONS = 16 };

static rz_net master, rival, pace, pupils[JOBS_MAX];
static int seats, jobs;
static uint32_t games, deals;
static double seconds, began;
static const uint8_t seed[RZ_SEED] = "rival";
static double shares[JOBS_MAX], squares[JOBS_MAX];

static float rate_now(void) {
    double done = (rz_clock_ms() - began) / 1000 / seconds;
    return done < 0.6 ? 0.02f : done < 0.85 ? 0.008f : 0.003f;
}

static void *learn(void *argument) {
    int job = *(int *)argument;
    rz_net_copy(&pupils[job], &rival);
    for (uint32_t i = 0; i < LESSONS; i++)
        bars_spar(&pupils[job], &master, seats, seed, games + (uint32_t)job * LESSONS + i,
                  rate_now());
    return NULL;
}

static void *contend(void *argument) {
    int job = *(int *)argument;
    for (uint32_t deal = (uint32_t)job; deal < deals; deal += (uint32_t)jobs) {
        double share = bars_spar_contest(&rival, &master, seats, seed, deal);
        shares[job] += share;
        squares[job] += share * share;
    }
    return NULL;
}

static void all_at_once(void *(*work)(void *)) {
    pthread_t threads[JOBS_MAX];
    int numbers[JOBS_MAX];
    for (int job = 0; job < jobs; job++) {
        numbers[job] = job;
        if (pthread_create(&threads[job], NULL, work, &numbers[job]) != 0)
            exit(1);
    }
    for (int job = 0; job < jobs; job++)
        pthread_join(threads[job], NULL);
}

static bool read_master(const char *path) {
    size_t size = rz_net_bytes(&bars_net_shape) + 1;
    uint8_t *bytes = malloc(size);
    FILE *file = fopen(path, "rb");
    bool ok = bytes && file && rz_net_new(&master, &bars_net_shape, 1);
    size = ok ? fread(bytes, 1, size, file) : 0;
    ok = ok && rz_net_read(&master, &bars_net_shape, master.first, bytes, size) == RZ_NET_OK;
    if (file)
        fclose(file);
    free(bytes);
    return ok;
}

static double report(const char *when) {
    rz_mean mean = {0};
    for (int job = 0; job < jobs; job++)
        shares[job] = squares[job] = 0;
    all_at_once(contend);
    for (int job = 0; job < jobs; job++) {
        mean.sum += shares[job];
        mean.squares += squares[job];
    }
    mean.n = deals;
    double share = rz_mean_value(&mean), half = rz_mean_half_width(&mean);
    printf("%s: wins %.4f ± %.4f of %u games, at most %.3f / %d\n", when, share, half,
           deals * (uint32_t)seats, (share + half) * seats, seats);
    fflush(stdout);
    return (share - half) * seats;
}

int main(int n, char **words) {
    if (n < 6 || n > 7 || !read_master(words[1])) {
        fprintf(stderr, "bars_rival NET SEATS SECONDS JOBS DEALS [AT_MOST]\n");
        return 2;
    }
    seats = atoi(words[2]);
    seconds = atof(words[3]);
    jobs = atoi(words[4]);
    deals = (uint32_t)atoi(words[5]);
    rz_net *list[JOBS_MAX];
    if (seats < 3 || seats > 8 || jobs < 1 || jobs > JOBS_MAX || deals < 2 ||
        !rz_net_new(&rival, &bars_net_shape, 1) || !rz_net_new(&pace, &bars_net_shape, 1))
        return 2;
    rz_net_clear(&pace);
    rz_net_copy(&rival, &master);
    for (int i = 0; i < jobs; i++) {
        list[i] = &pupils[i];
        if (!rz_net_new(&pupils[i], &bars_net_shape, 1))
            return 1;
    }
    report("before");
    began = rz_clock_ms();
    while (rz_clock_ms() - began < 1000 * seconds) {
        all_at_once(learn);
        rz_net_follow(&rival, list, jobs, &pace, 0);
        games += (uint32_t)(jobs * LESSONS);
    }
    printf("%u games in %.0f s on %d cores\n", games, seconds, jobs);
    bool too_much = report("after") > (n == 7 ? atof(words[6]) : seats);
    for (int i = 0; i < jobs; i++)
        rz_net_free(&pupils[i]);
    rz_net_free(&pace);
    rz_net_free(&rival);
    rz_net_free(&master);
    return too_much;
}
