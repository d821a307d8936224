/* What the numbers of an analysis promise: in games between bots the terms of every step add up to
 * its change, luck sums up to nothing over the seats, errors and gifts likewise where nothing is
 * hidden. Prints what can only be measured: how much stays unexplained, whether luck is fair, and
 * how true the judged chances come.
 *
 *     test_analysis GAME SEATS FIRST GAMES BOT NETS [NODES [POINTS]]
 *
 * Plays games number FIRST to FIRST + GAMES - 1 of a fixed seed, all seats by BOT. With POINTS it
 * fails where more of them stay unexplained a game and seat on average.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "played.h"

static rz_step step;

static _Noreturn void give_up(const char *what) {
    fprintf(stderr, "analysis of %s for %d: %s\n", play.game ? play.game->name : "?",
            rz_seats(&play.setup), what);
    exit(1);
}

/* ---- What is measured ------------------------------------------------------------------------ */

enum { DECILES = 10 };
static struct {
    long games, steps, decisions, marks[RZ_BLUNDER + 1];
    double unexplained, worst, luck[RZ_SEATS_MAX], luck_squared[RZ_SEATS_MAX], seconds, slowest;
    double forecast[DECILES], came[DECILES], brier, brier_base;
    long count[DECILES];
    double identity;
} sum;

static double total(const rz_shares *shares) {
    double all = 0;
    for (int s = 0; s < rz_seats(&play.setup); s++)
        all += shares->of[s];
    return all;
}

static void expect_near(double one, double other, const char *what) {
    double off = fabs(one - other);
    sum.identity = off > sum.identity ? off : sum.identity;
    if (!(off < 1e-9)) {
        fprintf(stderr, "line %u, kind %d: %.12f and %.12f\n", step.line, step.kind, one, other);
        give_up(what);
    }
}

static void check_step(void) {
    expect_near(total(&step.after), 1, "shares do not sum up to one");
    expect_near(total(&step.luck), 0, "luck does not sum up to nothing");
    if (!play.analyst.judge->choices)
        expect_near(total(&step.own) + total(&step.gifts), 0, "errors are not others' gifts");
    for (int s = 0; s < rz_seats(&play.setup); s++) {
        double terms = step.luck.of[s] + step.hidden.of[s] + step.own.of[s] + step.gifts.of[s] +
                       step.drift.of[s];
        expect_near(step.before.of[s] + terms, step.after.of[s], "the terms do not add up");
    }
    /* loot is gone through exactly from one turn to the next: cards and bids bring no drift. */
    bool inside = step.kind == RZ_STEP_CHANCE || step.decisions[0].kind == 1;
    for (int s = 0; play.game == &loot_game && inside && s < rz_seats(&play.setup); s++)
        expect_near(step.drift.of[s], 0, "the judge disagrees with itself inside a turn");
    /* What dice will bring is considered before they fall, support dice after the cat among them:
     * where plans are compared again it may be off by a little. */
    for (int s = 0;
         play.game == &mice_game && step.kind == RZ_STEP_CHANCE && s < rz_seats(&play.setup); s++)
        if (fabs(step.drift.of[s]) > 0.1)
            give_up("the judge is taken by surprise by what dice bring");
    for (int i = 0; i < step.n; i++) {
        const rz_decision *d = &step.decisions[i];
        double mix = 0;
        for (int k = 0; k < d->choices.n; k++)
            mix += d->choices.mix[k];
        if (fabs(mix - 1) > 1e-5 || d->loss < 0 || d->stake < -1e-12)
            give_up("a decision makes no sense");
        sum.decisions += d->choices.n > 1;
        sum.marks[d->mark]++;
    }
    sum.steps++;
}

static void check_game(const rz_state *state) {
    const rz_ledger *l = &play.analyst.ledger;
    rz_shares result;
    rz_final_shares(play.game, &play.setup, rz_state_public(state), &result);
    for (int s = 0; s < rz_seats(&play.setup); s++) {
        double drift = fabs(l->drift.of[s]);
        expect_near(l->start.of[s] + l->luck.of[s] + l->hidden.of[s] + l->own.of[s] +
                        l->gifts.of[s] + l->drift.of[s],
                    result.of[s], "the sums of the game do not add up");
        sum.unexplained += drift;
        sum.worst = drift > sum.worst ? drift : sum.worst;
        sum.luck[s] += l->luck.of[s];
        sum.luck_squared[s] += l->luck.of[s] * l->luck.of[s];
    }
    sum.games++;
}

/* One position of a game, and how it ended. */
static void note_forecast(const rz_shares *forecast, const rz_state *state) {
    rz_shares result;
    double even = 1.0 / rz_seats(&play.setup);
    rz_final_shares(play.game, &play.setup, rz_state_public(state), &result);
    for (int s = 0; s < rz_seats(&play.setup); s++) {
        int d = (int)(forecast->of[s] * DECILES);
        d = d < DECILES ? d : DECILES - 1;
        sum.forecast[d] += forecast->of[s];
        sum.came[d] += result.of[s];
        sum.count[d]++;
        sum.brier += (forecast->of[s] - result.of[s]) * (forecast->of[s] - result.of[s]);
        sum.brier_base += (even - result.of[s]) * (even - result.of[s]);
    }
}

/* ---- Games ----------------------------------------------------------------------------------- */

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static rz_rng chance;
static rz_shares kept; /* one step's, each as likely as any other */
static uint32_t steps;
static double taken;

static void on_action(int actor, rz_action action, uint32_t line) {
    double start = seconds();
    bool complete = rz_analyst_take(&play.analyst, &play.state, actor, action, line, &step);
    taken += seconds() - start;
    if (!complete)
        return;
    check_step();
    if (rz_rng_below(&chance, ++steps) == 0)
        kept = step.before;
}

static void analyse_game(uint32_t n, uint32_t nodes) {
    rz_rng_fast(&chance, n + 1000003u);
    steps = 0;
    taken = 0;
    play_game(17, n, nodes);
    check_game(&play.state);
    note_forecast(&kept, &play.state);
    sum.seconds += taken;
    sum.slowest = taken > sum.slowest ? taken : sum.slowest;
}

static void report(void) {
    double n = (double)sum.games, seats = rz_seats(&play.setup);
    printf("%s for %.0f: %ld games, %ld steps, %ld decisions (%ld doubtful, %ld mistakes, %ld "
           "blunders), sums to %.0e\n",
           play.game->name, seats, sum.games, sum.steps, sum.decisions, sum.marks[RZ_DOUBTFUL],
           sum.marks[RZ_MISTAKE], sum.marks[RZ_BLUNDER], sum.identity);
    printf(
        "  unexplained a game and seat: %.1f points, at most %.1f; %.2f s a game, at most %.2f\n",
        100 * sum.unexplained / n / seats, 100 * sum.worst, sum.seconds / n, sum.slowest);
    printf("  luck a game:");
    for (int s = 0; s < seats; s++) {
        double mean = sum.luck[s] / n, variance = sum.luck_squared[s] / n - mean * mean;
        printf(" %+.1f ± %.1f", 100 * mean, 100 * 3.29 * sqrt(variance / n));
    }
    printf(" (99.9 %%)\n  chances and how often they came true:");
    for (int d = 0; d < DECILES; d++)
        if (sum.count[d] > 0) {
            double k = (double)sum.count[d], said = sum.forecast[d] / k, came = sum.came[d] / k;
            printf(" %.0f/%.0f±%.0f", 100 * said, 100 * came,
                   100 * 1.96 * sqrt(fmax(came * (1 - came), 0.01) / k));
        }
    printf("\n  Brier score %.4f, of the base rate %.4f\n", sum.brier / n, sum.brier_base / n);
}

int main(int argc, char **argv) {
    if (argc < 7 || !play_begin(argv[1], argv[2], argv[5], argv[6])) {
        fprintf(stderr, "usage: test_analysis GAME SEATS FIRST GAMES BOT NETS [NODES [POINTS]]\n");
        return 2;
    }
    uint32_t first = (uint32_t)strtoul(argv[3], NULL, 10);
    uint32_t games = (uint32_t)strtoul(argv[4], NULL, 10);
    uint32_t nodes = argc > 7 ? (uint32_t)strtoul(argv[7], NULL, 10) : 0;
    play.on_action = on_action;
    for (uint32_t n = first; n < first + games; n++)
        analyse_game(n, nodes);
    report();
    if (argc > 8 &&
        100 * sum.unexplained / (double)sum.games / rz_seats(&play.setup) > atof(argv[8]))
        give_up("too much is unexplained");
    play_end();
    return 0;
}
