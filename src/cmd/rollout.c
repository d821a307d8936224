/* rollout: a position played on for each choice, many times: what is asked for, and what is told.
 */
#include "cmd/rollout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/device.h"
#include "core/json_write.h"

enum {
    BEST = 3,          /* choices that are played on, without --all */
    DEALS_MAX = 100000 /* with --until */
};

/* ---- Showing --------------------------------------------------------------------------------- */

static rz_voice voice_of(const cmd_rolling *r) {
    return (rz_voice){.translate = cmd_translate,
                      .header = &r->position.record->header,
                      .setup = r->setup,
                      .you = r->position.seat,
                      .plain = true};
}

static void put_action(rz_text *out, const char *key, const cmd_rolling *r, int choice) {
    rz_event event;
    const cmd_position *p = &r->position;
    p->game->describe(r->setup, rz_state_public(&p->state), p->seat, r->action[choice], &event);
    rz_put_key(out, key);
    rz_write_event(p->game, r->setup, &event, out);
}

/* An interval is infinite after a single deal: JSON has no word for that. */
static void put_number(rz_text *out, const char *key, double number) {
    if (isfinite(number))
        rz_put_fixed(out, key, number, 5);
    else
        rz_put_null(out, key);
}

static void put_choice(rz_text *out, const cmd_rolling *r, const cmd_outcome *o, int c) {
    rz_put_open(out, NULL, '{');
    put_action(out, "action", r, c);
    put_number(out, "win", o->win[c]);
    put_number(out, "half_width", o->half[c]);
    put_number(out, "less", o->less[c]);
    put_number(out, "less_half_width", o->less_half[c]);
    put_number(out, "judged", r->judged[c]);
    rz_put_bool(out, "chosen", r->action[c] == r->position.chosen);
    rz_put_close(out, '}');
}

static void print_json(const cmd_rolling *r, const cmd_outcome *o) {
    enum { ROOM = 1 << 20 };
    static char memory[ROOM];
    char bot[CMD_BOTS_BYTES];
    rz_text text, *out = &text;
    rz_text_init(out, memory, sizeof memory);
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "game", r->position.game->name);
    rz_put_int(out, "seats", rz_seats(r->setup));
    rz_put_int(out, "line", r->position.line);
    rz_put_int(out, "seat", r->position.seat);
    rz_put_open(out, "bots", '[');
    for (int s = 0; s < rz_seats(r->setup); s++) {
        cmd_format_bot(&r->bots[s], bot);
        rz_put_string(out, NULL, bot);
    }
    rz_put_close(out, ']');
    rz_put_hex(out, "seed", r->seed, RZ_SEED);
    rz_put_int(out, "deals", r->deals);
    rz_put_string(out, "vary", r->by_luck ? "luck" : "none");
    put_number(out, "factor", o->factor);
    put_number(out, "reduction", o->reduction);
    rz_put_bool(out, "clear", o->clear);
    put_action(out, "best", r, o->best);
    rz_put_open(out, "choices", '[');
    for (int c = 0; c < r->n; c++)
        put_choice(out, r, o, c);
    rz_put_close(out, ']');
    rz_put_close(out, '}');
    puts(memory);
}

/* "41.3 ± 0.9" in points. */
static void format_interval(char *out, size_t size, double value, double half) {
    char number[40];
    cmd_format_fixed(number, sizeof number, 100 * value, 1);
    if (isfinite(half))
        snprintf(out, size, "%s ± %.1f", number, 100 * half);
    else
        snprintf(out, size, "%s", number);
}

static void print_cell(const char *text, int width) {
    printf("%*s%s", width > scr_columns(text) ? width - scr_columns(text) : 0, "", text);
}

static void print_choice(const cmd_rolling *r, const cmd_outcome *o, int c) {
    char win[60], less[60], judged[40], words[700];
    rz_voice voice = voice_of(r);
    rz_text text;
    format_interval(win, sizeof win, o->win[c], o->half[c]);
    format_interval(less, sizeof less, -o->less[c], o->less_half[c]);
    cmd_format_fixed(judged, sizeof judged, 100 * r->judged[c], 0);
    print_cell(win, 14);
    print_cell(c == o->best ? "" : less, 15);
    print_cell(judged, 8);
    rz_text_init(&text, words, sizeof words);
    rz_words_of(r->position.game)
        ->choice(&voice, rz_state_public(&r->position.state), r->position.seat, r->action[c],
                 &text);
    if (r->action[c] == r->position.chosen)
        rz_format(&voice, &text, N_(" (as in the record)"), NULL);
    printf("  ");
    cmd_print_wrapped(39, 39, words);
}

static void print_heading(const cmd_rolling *r) {
    char memory[500], name[RZ_NAME_BYTES + 40], line[16], deals[16], seed[2 * RZ_SEED + 1];
    rz_voice voice = voice_of(r);
    rz_text text;
    rz_text_init(&text, name, sizeof name);
    rz_format_seat(&voice, &text, r->position.seat);
    rz_text_init(&text, seed, sizeof seed);
    rz_text_hex(&text, r->seed, RZ_SEED);
    snprintf(line, sizeof line, "%u", r->position.line);
    snprintf(deals, sizeof deals, "%u", r->deals);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&voice, &text, N_("Line {line}, {name}: each choice played on {count} times"), "line",
              line, "name", name, "count", deals, NULL);
    cmd_print_wrapped(2, 0, memory);
    printf("%s: %s\n", cmd_translate(N_("Seed")), seed);
}

static void print_words(const cmd_rolling *r, const cmd_outcome *o) {
    char memory[300], times[40], factor[40];
    rz_voice voice = voice_of(r);
    rz_text text;
    print_heading(r);
    print_cell(cmd_translate(N_("wins %")), 14);
    print_cell(cmd_translate(N_("less")), 15);
    print_cell(cmd_translate(N_("judged")), 8);
    printf("  %s\n", cmd_translate(N_("choice")));
    for (int c = 0; c < r->n; c++)
        print_choice(r, o, c);
    if (r->n > 1)
        puts(cmd_translate(o->clear ? N_("The best of them is clear.")
                                    : N_("The best of them is not clear yet.")));
    if (!r->by_luck)
        return;
    cmd_format_fixed(times, sizeof times, o->reduction, 1);
    cmd_format_fixed(factor, sizeof factor, o->factor, 2);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&voice, &text,
              N_("Luck is taken out (times {factor}): {times} times less variance, so that many "
                 "times fewer games are needed."),
              "factor", factor, "times", times, NULL);
    cmd_print_wrapped(0, 0, memory);
}

/* ---- Arguments ------------------------------------------------------------------------------- */

/* A half-width in points: more than 0, at most 50. */
static bool read_until(const cmd_args *args, double *until) {
    const char *value = args->value[OPT_UNTIL];
    char *end;
    *until = 0;
    if (!value)
        return true;
    double points = strtod(value, &end);
    bool digit = *value >= '0' && *value <= '9';
    *until = points / 100;
    if (digit && !*end && points >= 0.01 && points <= 50)
        return true;
    cmd_fail(CMD_USAGE, args->command, N_("--until takes points from 0.01 to 50, not “{value}”"),
             "value", value, NULL);
    return false;
}

/* A card has no judge who says how lucky something was. */
static bool read_vary(const cmd_args *args, bool on_card, bool *by_luck) {
    const char *value = args->value[OPT_VARY];
    if (!value)
        value = on_card ? "none" : "luck";
    *by_luck = !strcmp(value, "luck");
    if (*by_luck && on_card) {
        cmd_fail(CMD_USAGE, args->command,
                 N_("--device gpu does not take luck out; leave --vary luck away"), NULL);
        return false;
    }
    if (*by_luck || !strcmp(value, "none"))
        return true;
    cmd_fail(CMD_USAGE, args->command, N_("--vary takes none or luck, not “{value}”"), "value",
             value, NULL);
    return false;
}

static bool read_numbers(const cmd_args *args, bool on_card, cmd_rolling *r) {
    long games, nodes;
    if (args->value[OPT_GAMES] && args->value[OPT_UNTIL]) {
        cmd_fail(CMD_USAGE, args->command, N_("--{one} and --{other} do not go together"), "one",
                 "games", "other", "until", NULL);
        return false;
    }
    if (!read_until(args, &r->until) || !read_vary(args, on_card, &r->by_luck) ||
        !cmd_read_number(args, OPT_GAMES, 1, 1000000, r->until > 0 ? DEALS_MAX : 256, &games) ||
        !cmd_read_number(args, OPT_NODES, 1, 100000000, 0, &nodes) ||
        !cmd_read_jobs(args, &r->jobs) || !cmd_read_seed(args, r->seed))
        return false;
    r->deals_max = (uint32_t)games;
    r->nodes = (uint32_t)nodes;
    return true;
}

static bool read_players(const cmd_args *args, cmd_rolling *r) {
    const rz_game *game = r->position.game;
    int seats = rz_seats(r->setup);
    if (!cmd_can_judge(args, game) ||
        !cmd_read_bots(args, game, seats, "master:1n", CMD_NO_PEOPLE, r->bots))
        return false;
    for (int s = 0; s < seats; s++)
        if (r->bots[s].foreign) {
            cmd_fail(CMD_USAGE, args->command,
                     N_("a rollout is played by bots of this program, not by exec:"), NULL);
            return false;
        }
    cmd_warn_unlearnt(args, game, r->setup, r->bots, seats);
    return true;
}

/* The best by the judge, the best first, and what the record has; or all. */
static void pick_choices(cmd_rolling *r, const rz_choices *all) {
    bool taken[RZ_LEGAL_MAX] = {0};
    int most = r->args->value[OPT_ALL] || all->n < BEST ? all->n : BEST;
    for (r->n = 0; r->n < most; r->n++) {
        int best = -1;
        for (int i = 0; i < all->n; i++)
            if (!taken[i] && (best < 0 || all->win[i] > all->win[best]))
                best = i;
        taken[best] = true;
        r->action[r->n] = all->action[best];
        r->judged[r->n] = all->win[best];
    }
    for (int i = 0; i < all->n; i++)
        if (!taken[i] && all->action[i] == r->position.chosen) {
            r->action[r->n] = all->action[i];
            r->judged[r->n++] = all->win[i];
        }
}

static bool judge_choices(cmd_rolling *r) {
    static rz_choices choices;
    if (!cmd_judge_choices(r, &choices))
        return false;
    pick_choices(r, &choices);
    return true;
}

static bool prepare(const cmd_args *args, const cmd_records *records, bool on_card,
                    cmd_rolling *r) {
    if (!cmd_read_position(args, records, &r->position))
        return false;
    r->setup = &r->position.record->setup;
    return read_players(args, r) && (!on_card || cmd_read_card(r)) && judge_choices(r) &&
           (!args->value[OPT_RESUME] || cmd_read_rollout(r));
}

int cmd_rollout(const cmd_args *args) {
    static cmd_rolling r;
    static cmd_outcome o;
    cmd_records records = {0};
    bool on_card;
    r.args = args;
    bool ok = cmd_read_device(args, &on_card) && read_numbers(args, on_card, &r) &&
              cmd_read_records(args, &records) && !records.refused &&
              prepare(args, &records, on_card, &r) && cmd_play_rollout(&r, &o);
    if (ok)
        (args->value[OPT_JSON] ? print_json : print_words)(&r, &o);
    free(r.samples);
    cmd_free_records(&records);
    return cmd_close_stdout(args, ok ? CMD_OK : cmd_last_status());
}
