/* bot: one of ours as a program of its own, on the other side of docs/bots.md. */
#include <string.h>

#include "cmd/foreign.h"
#include "core/driver.h"
#include "core/json_write.h"

typedef struct player {
    const cmd_args *args;
    rz_bot_spec spec;
    rz_header header;
    rz_setup setup;
    rz_view view;
    rz_state scratch;
    rz_driver replay;
    int seat;
    bool seated;
} player;

static void print_hello(const char *name) {
    char memory[200];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '{');
    rz_put_int(&text, "hello", CMD_BOT_PROTOCOL);
    rz_put_string(&text, "name", name);
    rz_put_close(&text, '}');
    puts(memory);
}

static void print_answer(int32_t question, int choice) {
    char memory[80];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '{');
    rz_put_int(&text, "answer", question);
    rz_put_int(&text, "choice", choice);
    rz_put_close(&text, '}');
    puts(memory);
}

/* A bot that thinks in milliseconds must have done so well before it is asked to be done. */
static uint32_t time_for(const player *p, int32_t ms) {
    enum { ENOUGH = 200 };
    bool hurry = !p->spec.ms && !p->spec.nodes && ms > 0 && ms < ENOUGH;
    return hurry ? (uint32_t)(ms + 1) / 2 : p->spec.ms;
}

static bool take_seat(player *p, const cmd_message *message, rz_problem *problem) {
    if (!rz_read_setup(rz_games, message->is, &p->header, &p->setup, problem))
        return false;
    if (message->seat < 0 || message->seat >= rz_seats(&p->setup))
        return rz_problem_set(problem, RZ_E_VALUE, rz_slice_of("seat"));
    rz_driver_init_view(&p->replay, &p->header, &p->setup, message->seat, &p->view, &p->scratch,
                        NULL);
    p->seat = message->seat;
    p->seated = true;
    return cmd_bot_can_play(p->args, p->header.game, p->spec.bot);
}

static bool answer(player *p, const cmd_message *message, rz_problem *problem) {
    const rz_game *game = p->header.game;
    rz_action legal[RZ_LEGAL_MAX];
    rz_rng rng;
    int n = p->seated ? game->legal(&p->setup, &p->view, legal) : 0, choice = 0;
    if (n == 0)
        return rz_problem_set(problem, RZ_E_VALUE, rz_slice_of("ask"));
    rz_rng_fast(&rng, (uint64_t)message->random);
    rz_question question = {game,         &p->setup, &p->view, p->seat,
                            legal,        n,         &rng,     time_for(p, message->ms),
                            p->spec.nodes};
    rz_action action = p->spec.bot->choose(&question);
    while (legal[choice] != action)
        choice++;
    print_answer(message->ask, choice);
    return true;
}

static bool take_message(player *p, rz_slice line, rz_problem *problem) {
    cmd_message message;
    rz_event event;
    if (!cmd_message_read(line, &message))
        return rz_problem_set(problem, RZ_E_JSON, line);
    if (message.hello >= 0)
        print_hello(p->spec.bot->name);
    if (message.line == 0)
        return take_seat(p, &message, problem);
    if (message.line > 0 && p->seated)
        return rz_driver_read(&p->replay, message.is, &event, problem);
    return message.ask < 0 || answer(p, &message, problem);
}

int cmd_bot(const cmd_args *args) {
    static player p;
    rz_problem problem = {0};
    cmd_reader reader;
    bool ok = true;
    if (args->value[OPT_TEST])
        return cmd_bot_test(args);
    p.args = args;
    if (args->n_operands == 0)
        return cmd_fail(CMD_USAGE, args->command,
                        N_("{operand} is missing; see “razzia help {command}”"), "operand", "NAME",
                        "command", args->command, NULL);
    if (!rz_bot_read(rz_slice_of(args->operands[0]), &p.spec))
        return cmd_fail_bot(args, args->operands[0]);
    if (!cmd_open(&reader, args, "-"))
        return CMD_FAILURE;
    while (ok && cmd_read_line(&reader)) {
        problem = (rz_problem){0};
        ok = take_message(&p, (rz_slice){reader.line, reader.length}, &problem);
        fflush(stdout);
        if (problem.error != RZ_OK)
            cmd_refuse_line(args, p.header.game, &reader, &problem, NULL);
        ok = ok && cmd_is_stdout_ok();
    }
    ok = ok && !reader.failed;
    cmd_close(&reader);
    return cmd_close_stdout(args, ok ? CMD_OK : CMD_FAILURE);
}
