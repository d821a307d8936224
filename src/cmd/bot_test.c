/* bot --test: plays with somebody's bot, and says what it does wrong. */
#include <string.h>

#include "ai/clock.h"
#include "cmd/foreign.h"
#include "core/driver.h"

enum { ALL = RZ_SEATS_MAX };

typedef struct situation {
    int more;  /* seats above the fewest of the game; ALL: as many as there can be */
    int moves; /* then the game is broken off; 0: it is played to its end */
    bool news; /* a line that no bot knows is sent before each question */
    const char *about;
} situation;

/* Of every game. */
static const situation situations[] = {
    {0, 0, false, N_("a whole game")},
    {1, 60, false, N_("a game that is broken off, as when a move is taken back")},
    {ALL, 0, true, N_("with lines that it does not know and must pass over")},
};
enum { SITUATIONS = sizeof situations / sizeof *situations };

typedef struct trial {
    cmd_program *program;
    const situation *what;
    rz_header header;
    rz_setup setup;
    rz_state state;
    rz_bot_spec bots[RZ_SEATS_MAX];
    uint8_t seed[RZ_SEED];
    int questions;
    double slowest; /* ms */
} trial;

static void notify_guests(trial *t, rz_driver *driver) {
    const rz_event *line;
    while ((line = rz_driver_next(driver)))
        rz_guests_notify(t->bots, driver->game, driver->setup, line);
}

static rz_action ask_bot(trial *t, int seat, uint32_t move) {
    bool asked = t->bots[seat].guest != NULL;
    if (asked && t->what->news)
        cmd_guest_send(t->bots[seat].guest, "{\"news\":[\"of a later version\"]}");
    double start = rz_clock_ms();
    rz_action action =
        rz_bot_move(&t->bots[seat], t->header.game, &t->setup, &t->state, seat, t->seed, move);
    double took = rz_clock_ms() - start;
    t->questions += asked;
    /* The first answer has to wait for the start. */
    if (asked && t->questions > 1 && took > t->slowest)
        t->slowest = took;
    return action;
}

static void play(trial *t) {
    rz_dealer dealer;
    rz_driver driver;
    rz_actors actors;
    rz_dealer_init(&dealer, t->seed);
    rz_guests_seat(t->bots, &t->header, &t->setup);
    rz_driver_init(&driver, &t->header, &t->setup, &t->state, NULL);
    driver.dealer = &dealer;
    notify_guests(t, &driver);
    for (int move = 0; !t->what->moves || move < t->what->moves; move++) {
        if (t->program->faults || !(actors = rz_driver_actors(&driver)))
            break;
        if (actors & RZ_CHANCE_BIT)
            rz_driver_deal(&driver);
        else
            rz_driver_act(&driver, __builtin_ctz(actors),
                          ask_bot(t, __builtin_ctz(actors), (uint32_t)move));
        notify_guests(t, &driver);
    }
    rz_guests_dismiss(t->bots);
}

static void prepare(trial *t, cmd_program *program, const rz_game *game, int number) {
    rz_problem problem;
    uint8_t seed[RZ_SEED];
    const situation *what = &situations[number];
    int seats = game->seats_min + what->more;
    seats = seats < game->seats_max ? seats : game->seats_max;
    memcpy(seed, t->seed, sizeof seed);
    *t = (trial){.program = program, .what = what, .header = {.game = game}};
    memcpy(t->seed, seed, sizeof seed);
    rz_setup_init(game, seats, &t->setup, &problem);
    rz_setup_complete(game, &t->setup, &problem);
    for (int s = 0; s < seats; s++)
        t->bots[s] = (rz_bot_spec){.bot = &rz_random_bot};
    t->bots[(number + 1) % seats] =
        (rz_bot_spec){.bot = &rz_foreign_bot, .foreign = &program->foreign};
}

/* One line a situation: what it was, and either how it went or all that was wrong. */
static bool report(const trial *t) {
    char line[2048], questions[16], slowest[24], seats[16];
    rz_text text;
    rz_text_init(&text, line, sizeof line);
    snprintf(questions, sizeof questions, "%d", t->questions);
    snprintf(slowest, sizeof slowest, "%.1f", t->slowest);
    snprintf(seats, sizeof seats, "%d", rz_seats(&t->setup));
    rz_format(&cmd_voice, &text,
              t->program->faults ? N_("WRONG {game}, {seats} seats, {about}: ")
                                 : N_("good  {game}, {seats} seats, {about}: "),
              "game", t->header.game->name, "seats", seats, "about", cmd_translate(t->what->about),
              NULL);
    for (int fault = 0, n = 0; t->program->faults >> fault; fault++)
        if (t->program->faults >> fault & 1) {
            rz_text_add(&text, n++ ? "; " : "");
            cmd_format_fault(t->program, (cmd_fault)fault, &text);
        }
    if (!t->program->faults)
        rz_format(&cmd_voice, &text, N_("{questions} questions, the slowest answer took {ms} ms"),
                  "questions", questions, "ms", slowest, NULL);
    for (char *c = line; *c; c++)
        *c = (unsigned char)*c < ' ' ? '?' : *c;
    puts(line);
    fflush(stdout);
    return !t->program->faults;
}

int cmd_bot_test(const cmd_args *args) {
    static trial t;
    static cmd_program program;
    const rz_game *only = args->n_operands ? cmd_read_game(args) : NULL;
    bool good = true, ends = true;
    if (args->n_operands && !only)
        return CMD_USAGE;
    if (args->value[OPT_SEED] && !cmd_read_seed(args, t.seed))
        return cmd_last_status();
    if (!args->value[OPT_TEST][strspn(args->value[OPT_TEST], " ")])
        return cmd_fail(CMD_USAGE, args->command, N_("--test takes a command that runs a bot"),
                        NULL);
    cmd_program_init(&program, args->command, args->value[OPT_TEST], 0);
    program.silent = true;
    for (int i = 0; i < SITUATIONS * RZ_GAME_COUNT; i++) {
        const rz_game *game = rz_games[i / SITUATIONS];
        if (only && game != only)
            continue;
        if (program.faults) { /* it may begin again */
            cmd_program_ends(&program);
            program.faults = 0;
            program.deaths = 0;
        }
        prepare(&t, &program, game, i % SITUATIONS);
        play(&t);
        good &= report(&t);
    }
    if (!program.faults) {
        ends = cmd_program_ends(&program);
        puts(cmd_translate(ends ? N_("good  it ends when its input does")
                                : N_("WRONG it does not end when its input does")));
    }
    return cmd_close_stdout(args, good && ends ? CMD_OK : CMD_FAILURE);
}
