#include "analysis/report.h"

#include "core/json_write.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

void rz_report_number(rz_text *out, const char *key, double number) {
    enum { DIGITS = 13 };
    const double scale = 1e13, limit = 1e3;
    char digits[DIGITS + 1];
    if (!(number > -limit && number < limit)) { /* NaN compares false */
        rz_put_null(out, key);
        return;
    }
    int64_t parts = (int64_t)((number < 0 ? -number : number) * scale + 0.5);
    int64_t rest = parts, n = DIGITS;
    for (int i = DIGITS - 1; i >= 0; i--, rest /= 10)
        digits[i] = (char)('0' + rest % 10);
    while (n > 0 && digits[n - 1] == '0')
        n--;
    rz_put_key(out, key);
    rz_text_add(out, number < 0 && parts > 0 ? "-" : "");
    rz_text_int(out, rest);
    rz_text_add(out, n > 0 ? "." : "");
    rz_text_slice(out, (rz_slice){digits, (size_t)n});
}

static void put_numbers(rz_text *out, const char *key, const double *numbers, int n) {
    rz_put_open(out, key, '[');
    for (int i = 0; i < n; i++)
        rz_report_number(out, NULL, numbers[i]);
    rz_put_close(out, ']');
}

void rz_report_shares(rz_text *out, const char *key, const rz_shares *shares, int seats) {
    put_numbers(out, key, shares->of, seats);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

void rz_report_step(rz_text *out, const char *key, const rz_analyst *a, const rz_step *step) {
    static const char *const kinds[] = {"chance", "decision", "together"};
    int seats = rz_seats(a->setup);
    rz_put_open(out, key, '{');
    rz_put_int(out, "line", step->line);
    rz_put_string(out, "kind", kinds[step->kind]);
    rz_report_shares(out, "luck", &step->luck, seats);
    rz_report_shares(out, "hidden", &step->hidden, seats);
    rz_report_shares(out, "own", &step->own, seats);
    rz_report_shares(out, "gifts", &step->gifts, seats);
    rz_report_shares(out, "drift", &step->drift, seats);
    rz_report_shares(out, "win", &step->after, seats);
    if (step->exact)
        rz_put_bool(out, "exact", true);
    rz_put_close(out, '}');
}

const rz_public *rz_step_before(const rz_analyst *a, const rz_step *step, const rz_state *state) {
    return rz_state_public(step->kind == RZ_STEP_TOGETHER ? &a->together : state);
}

/* ---- Decisions ------------------------------------------------------------------------------- */

static void put_action(rz_text *out, const char *key, const rz_analyst *a, const rz_public *before,
                       int seat, rz_action action) {
    rz_event event;
    a->game->describe(a->setup, before, seat, action, &event);
    rz_put_key(out, key);
    rz_write_event(a->game, a->setup, &event, out);
}

/* Where one choice is always best there is no mixture to tell of. */
static bool is_mixed(const rz_choices *c) {
    int n = 0;
    for (int i = 0; i < c->n; i++)
        n += c->mix[i] > 0;
    return n > 1;
}

static void put_choices(rz_text *out, const rz_analyst *a, const rz_public *before, int seat,
                        const rz_choices *c) {
    put_numbers(out, "win", c->win, c->n);
    rz_put_open(out, "choices", '[');
    for (int i = 0; i < c->n; i++)
        put_action(out, NULL, a, before, seat, c->action[i]);
    rz_put_close(out, ']');
    if (is_mixed(c))
        put_numbers(out, "mix", c->mix, c->n);
}

static void put_half_width(rz_text *out, double doubt) {
    if (doubt > 0)
        rz_report_number(out, "half_width", doubt);
    else
        rz_put_null(out, "half_width");
}

void rz_report_decision(rz_text *out, const char *key, const rz_analyst *a, const rz_public *before,
                        const rz_decision *d, const char *why) {
    rz_put_open(out, key, '{');
    rz_put_int(out, "line", d->line);
    rz_put_int(out, "seat", d->seat);
    rz_put_string(out, "kind", a->judge->kinds[d->kind]);
    put_action(out, "chosen", a, before, d->seat, d->chosen);
    put_action(out, "best", a, before, d->seat, d->best);
    rz_report_number(out, "loss", d->loss);
    put_half_width(out, d->choices.doubt);
    rz_report_number(out, "stake", d->stake);
    rz_put_string(out, "mark", rz_mark_names[d->mark]);
    put_choices(out, a, before, d->seat, &d->choices);
    if (why)
        rz_put_string(out, "why", why);
    rz_put_close(out, '}');
}

/* ---- The game -------------------------------------------------------------------------------- */

static void put_marks(rz_text *out, const rz_ledger *l, int seat) {
    rz_put_open(out, "marks", '{');
    for (int mark = RZ_DOUBTFUL; mark <= RZ_BLUNDER; mark++)
        rz_put_int(out, rz_mark_names[mark], l->marks[seat][mark]);
    rz_put_close(out, '}');
}

static void put_kinds(rz_text *out, const rz_analyst *a, int seat) {
    const rz_ledger *l = &a->ledger;
    rz_put_open(out, "kinds", '{');
    for (int k = 0; a->judge->kinds[k]; k++) {
        if (l->count_of_kind[seat][k] == 0)
            continue;
        rz_put_open(out, a->judge->kinds[k], '{');
        rz_report_number(out, "loss", l->loss_of_kind[seat][k]);
        rz_put_int(out, "decisions", l->count_of_kind[seat][k]);
        rz_put_close(out, '}');
    }
    rz_put_close(out, '}');
}

void rz_report_player(rz_text *out, const char *key, const rz_analyst *a, const rz_header *header,
                      int seat) {
    const rz_ledger *l = &a->ledger;
    rz_put_open(out, key, '{');
    rz_put_int(out, "seat", seat);
    if (header->n_names > 0)
        rz_put_string(out, "name", header->names[seat]);
    rz_report_number(out, "start", l->start.of[seat]);
    rz_report_number(out, "luck", l->luck.of[seat]);
    rz_report_number(out, "hidden", l->hidden.of[seat]);
    rz_report_number(out, "own", l->own.of[seat]);
    rz_report_number(out, "gifts", l->gifts.of[seat]);
    rz_report_number(out, "unexplained", l->drift.of[seat]);
    rz_report_number(out, "result", l->end.of[seat]);
    rz_report_number(out, "accuracy", rz_accuracy(l, seat));
    rz_put_int(out, "decisions", l->decisions[seat]);
    put_marks(out, l, seat);
    put_kinds(out, a, seat);
    rz_put_close(out, '}');
}

static void put_judge(rz_text *out, const rz_analyst *a) {
    char memory[200];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    a->judge->describe(a->memory, &text);
    rz_put_string(out, "judge", memory);
}

/* What is inside of a list that has been written elsewhere. */
static void put_list(rz_text *out, const char *key, rz_slice inside) {
    rz_put_open(out, key, '[');
    rz_text_slice(out, inside);
    rz_put_close(out, ']');
}

void rz_report_game(rz_text *out, const rz_analyst *a, const rz_header *header, bool is_over,
                    rz_slice decisions, rz_slice steps) {
    int seats = rz_seats(a->setup);
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "game", a->game->name);
    rz_put_int(out, "seats", seats);
    put_judge(out, a);
    rz_put_bool(out, "finished", is_over);
    rz_put_open(out, "players", '[');
    for (int s = 0; s < seats; s++)
        rz_report_player(out, NULL, a, header, s);
    rz_put_close(out, ']');
    put_list(out, "decisions", decisions);
    put_list(out, "steps", steps);
    rz_put_close(out, '}');
}
