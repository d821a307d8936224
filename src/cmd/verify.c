/* verify: the chance of fair records, dealt again from seed and nonces, and what somebody has kept
 * of a game (docs/fair.md). */
#include "core/verify.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"

enum { RECORD_MAX = 256 << 20 }; /* bytes; 100,000 turns of mice have some 40 million */

/* The lines of one game: its seed comes last, and is needed first. */
typedef struct lines {
    char *text;
    size_t length, room;
    unsigned long first; /* number of the first one in its file */
} lines;

typedef struct verifying {
    const cmd_args *args;
    cmd_reader reader;
    lines lines;
    int games;
    const char *receipt_path; /* or NULL */
    char *receipt_text;
    rz_receipt receipt;
    rz_setup setup;
    rz_state state;
    rz_verification found;
} verifying;

static bool fail_file(const verifying *v, const char *path, const char *english) {
    cmd_fail(CMD_FAILURE, v->args->command, english, "file", path, NULL);
    return false;
}

static bool keep_line(verifying *v) {
    lines *l = &v->lines;
    size_t need = l->length + v->reader.length + 1;
    if (need > RECORD_MAX)
        return fail_file(v, v->reader.path, N_("{file} is too large"));
    if (need > l->room) {
        size_t room = need > 2 * l->room ? need : 2 * l->room;
        char *text = realloc(l->text, room);
        if (!text)
            return fail_file(v, v->reader.path, N_("{file}: there is not enough memory"));
        l->text = text;
        l->room = room;
    }
    if (l->length == 0)
        l->first = v->reader.number;
    memcpy(l->text + l->length, v->reader.line, v->reader.length);
    l->text[need - 1] = '\n';
    l->length = need;
    return true;
}

/* ---- The receipt ----------------------------------------------------------------------------- */

static bool read_receipt(verifying *v) {
    rz_slice text;
    rz_problem problem;
    if (!(v->receipt_path = v->args->value[OPT_RECEIPT]))
        return true;
    v->receipt_text = malloc(RZ_RECEIPT_MAX + 1);
    if (!v->receipt_text)
        return fail_file(v, v->receipt_path, N_("{file}: there is not enough memory"));
    return cmd_read_whole(v->args, v->receipt_path, v->receipt_text, RZ_RECEIPT_MAX, &text) &&
           (rz_read_receipt(rz_games, text, &v->receipt, &problem) ||
            cmd_refuse(v->args, NULL, v->receipt_path, &problem, NULL));
}

static void print_receipt(const verifying *v) {
    const rz_verification *found = &v->found;
    char memory[512], compared[16], all[16];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    snprintf(compared, sizeof compared, "%d", found->compared);
    snprintf(all, sizeof all, "%d", found->lines);
    rz_format(&cmd_voice, &text,
              found->is_bound
                  ? N_("The receipt fits: the commitment, the nonce, and {count} of {all} lines "
                       "are as they were during the game.")
                  : N_("The receipt fits: {count} of {all} lines are as they were during the game. "
                       "It has no commitment and nonce, so it does not show that the seed came "
                       "before the nonces."),
              "count", compared, "all", all, NULL);
    puts(memory);
}

/* People may be forgotten, so that is no fault. */
static void warn_of_names(const verifying *v) {
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        if (v->found.renamed >> seat & 1)
            cmd_fail(CMD_OK, v->args->command,
                     N_("{file}: {was} was at the table, who is called {now} in the record"),
                     "file", v->receipt_path, "was", v->receipt.names[seat], "now",
                     v->found.header.names[seat], NULL);
}

/* ---- One game -------------------------------------------------------------------------------- */

static bool fail_verdict(const verifying *v) {
    const rz_verification *found = &v->found;
    char place[512], memory[RZ_EVENT_TEXT + 1024];
    rz_text text;
    snprintf(place, sizeof place, "%.400s:%lu", v->reader.path,
             v->lines.first + (unsigned long)found->line);
    if (found->verdict == RZ_V_REFUSED)
        return cmd_refuse(v->args, found->header.game, place, &found->problem, NULL);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&cmd_voice, &text, rz_verdict_reason(found->verdict)->text, "line", found->expected,
              NULL);
    cmd_fail(CMD_FAILURE, v->args->command, "{where}: {text}", "where", place, "text", memory,
             NULL);
    return false;
}

static void print_verified(const verifying *v) {
    char memory[600], why[512], game[16], count[16];
    rz_text text, reason;
    rz_text_init(&text, memory, sizeof memory);
    rz_text_init(&reason, why, sizeof why);
    snprintf(game, sizeof game, "%d", v->games);
    snprintf(count, sizeof count, "%d", v->found.events);
    rz_format(&cmd_voice, &reason, rz_verdict_reason(RZ_VERIFIED)->text, "count", count, NULL);
    rz_format(&cmd_voice, &text, N_("Game {game}: yes. {reason}"), "game", game, "reason", why,
              NULL);
    puts(memory);
}

static bool verify_game(verifying *v) {
    rz_verification *found = &v->found;
    *found = (rz_verification){.games = rz_games,
                               .setup = &v->setup,
                               .state = &v->state,
                               .record = {v->lines.text, v->lines.length},
                               .receipt = v->receipt_path ? &v->receipt : NULL};
    rz_verdict verdict = rz_verify(found);
    if (verdict == RZ_VERIFIED)
        print_verified(v);
    if (v->receipt_path && (verdict == RZ_VERIFIED || verdict == RZ_V_UNSEALED))
        print_receipt(v);
    warn_of_names(v);
    return verdict == RZ_VERIFIED || fail_verdict(v);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool verify_lines(verifying *v) {
    if (v->lines.length == 0)
        return true;
    if (++v->games > 1 && v->receipt_path)
        return fail_file(v, v->reader.path,
                         N_("{file}: there are several games in it, and a receipt is of one"));
    bool ok = verify_game(v);
    v->lines.length = 0;
    return ok;
}

static bool verify_file(verifying *v) {
    bool ok = true;
    while (ok && cmd_read_line(&v->reader)) {
        if (cmd_is_setup_line((rz_slice){v->reader.line, v->reader.length}))
            ok = verify_lines(v);
        ok = ok && keep_line(v);
    }
    ok = ok && verify_lines(v) && !v->reader.failed;
    if (ok && v->games == 0)
        return fail_file(v, v->reader.path, N_("{file}: there is no record in it"));
    return ok;
}

int cmd_verify(const cmd_args *args) {
    static verifying v;
    v = (verifying){.args = args};
    bool ok = read_receipt(&v) && cmd_open(&v.reader, args, args->operands[0]);
    if (ok) {
        ok = verify_file(&v);
        cmd_close(&v.reader);
    }
    free(v.lines.text);
    free(v.receipt_text);
    return cmd_close_stdout(args, ok ? CMD_OK : CMD_FAILURE);
}
