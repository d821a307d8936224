/* Bots that are programs, and what they did wrong in many games. */
#include <inttypes.h>

#include "cmd/foreign.h"
#include "core/json_write.h"

static bool has_failed(const cmd_program *program) {
    return program->failures.moves > 0;
}

static void print_failures(FILE *out, const char *bot, const cmd_failures *failures) {
    char line[CMD_BOTS_BYTES + 400], crashes[24], late[24], illegal[24], moves[24];
    rz_text text;
    snprintf(crashes, sizeof crashes, "%" PRIu64, failures->crashes);
    snprintf(late, sizeof late, "%" PRIu64, failures->late);
    snprintf(illegal, sizeof illegal, "%" PRIu64, failures->illegal);
    snprintf(moves, sizeof moves, "%" PRIu64, failures->moves);
    rz_text_init(&text, line, sizeof line);
    rz_format(
        &cmd_voice, &text,
        N_("Failures of {bot}: ended {crashes}, late {late}, illegal {illegal}; moves made for "
           "it: {moves}"),
        "bot", bot, "crashes", crashes, "late", late, "illegal", illegal, "moves", moves, NULL);
    fprintf(out, "  %s\n", line);
}

void cmd_print_failures(FILE *out) {
    for (const cmd_program *p = cmd_programs(); p; p = p->next)
        if (has_failed(p))
            print_failures(out, p->spec, &p->failures);
}

void cmd_put_failures(rz_text *out) {
    rz_put_open(out, "failures", '[');
    for (const cmd_program *p = cmd_programs(); p; p = p->next) {
        if (!has_failed(p))
            continue;
        rz_put_open(out, NULL, '{');
        rz_put_string(out, "bot", p->spec);
        rz_put_int(out, "crashes", (int64_t)p->failures.crashes);
        rz_put_int(out, "late", (int64_t)p->failures.late);
        rz_put_int(out, "illegal", (int64_t)p->failures.illegal);
        rz_put_int(out, "moves", (int64_t)p->failures.moves);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

int cmd_strict_status(const cmd_args *args) {
    bool failed = false;
    for (const cmd_program *p = cmd_programs(); p; p = p->next)
        failed |= has_failed(p);
    return failed && args->value[OPT_STRICT] ? CMD_FAILURE : CMD_OK;
}
