/* One record, analysed line by line. */
#include <stdlib.h>
#include <string.h>

#include "ai/nets.h"
#include "analysis/report.h"
#include "cmd/study.h"
#include "core/driver.h"
#include "core/module.h"
#include "words/hint.h"

const char *const cmd_mark_words[] = {
    [RZ_FINE] = "",
    [RZ_DOUBTFUL] = N_("doubtful"),
    [RZ_MISTAKE] = N_("mistake"),
    [RZ_BLUNDER] = N_("blunder"),
};

const char *const cmd_point_names[] = {
    [CMD_START] = N_("start"),   [CMD_LUCK] = N_("luck"),     [CMD_OWN] = N_("errors"),
    [CMD_GIFTS] = N_("gifts"),   [CMD_HIDDEN] = N_("hidden"), [CMD_UNEXPLAINED] = N_("unexplained"),
    [CMD_RESULT] = N_("result"),
};

bool cmd_can_judge(const cmd_args *args, const rz_game *game) {
    if (rz_module_of(game)->judge)
        return cmd_need_net(args, game);
    cmd_fail(CMD_FAILURE, args->command,
             N_("{game} can not be analysed: nothing here judges its positions"), "game",
             game->name, NULL);
    return false;
}

/* ---- Room ------------------------------------------------------------------------------------ */

/* Everything that one game needs while it is analysed. */
typedef struct reviewing {
    cmd_review *review;
    const rz_game *game;
    const rz_setup *setup;
    rz_driver driver;
    rz_state state, before;
    rz_analyst analyst;
    rz_step step;
    rz_text steps, decisions;
    char sentences[4096]; /* of the lines of a step so far */
    size_t n_sentences;
} reviewing;

static bool grow(rz_text *text) {
    size_t size = text->size ? 2 * text->size : 1 << 14;
    char *at = realloc(text->at, size);
    if (!at)
        return false;
    at[text->length] = '\0';
    *text = (rz_text){.at = at, .size = size, .length = text->length};
    return true;
}

/* What was written behind the first `was` bytes did not fit: more room, and it is written again. */
static bool must_repeat(reviewing *r, rz_text *text, size_t was) {
    if (!text->full)
        return false;
    text->length = was;
    r->review->no_memory |= !grow(text);
    return !r->review->no_memory;
}

/* Room for one more of a list of `n`, which has as much as the next power of two from 64 on. */
static void *make_room(void *list, int n, size_t size) {
    bool full = n == 0 || (n >= 64 && (n & (n - 1)) == 0);
    return full ? realloc(list, (size_t)(n ? 2 * n : 64) * size) : list;
}

/* ---- Decisions ------------------------------------------------------------------------------- */

static rz_voice voice_of(const reviewing *r, int you) {
    return (rz_voice){.translate = r->review->translate,
                      .header = &r->review->record->header,
                      .setup = r->setup,
                      .you = you,
                      .plain = true};
}

/* One sentence of facts that the seat could know. */
static void explain(const reviewing *r, const rz_state *before, const rz_decision *d,
                    rz_text *out) {
    rz_voice voice = voice_of(r, d->seat);
    rz_view view;
    r->game->view(r->setup, before, d->seat, &view);
    rz_hint_explain(&voice, &view, d->best, rz_rival(d), out);
}

static void name_choice(const reviewing *r, const rz_state *before, const rz_decision *d,
                        rz_action action, char *memory, size_t size) {
    rz_voice voice = voice_of(r, d->seat);
    rz_text text;
    rz_text_init(&text, memory, size);
    rz_words_of(r->game)->choice(&voice, rz_state_public(before), d->seat, action, &text);
}

static void keep_verdict(reviewing *r, const rz_state *before, const rz_decision *d,
                         const char *why) {
    cmd_review *review = r->review;
    cmd_verdict *list = make_room(review->verdicts, review->n_verdicts, sizeof *list);
    if (!list) {
        review->no_memory = true;
        return;
    }
    review->verdicts = list;
    cmd_verdict *v = &list[review->n_verdicts++];
    *v = (cmd_verdict){
        .line = d->line, .seat = d->seat, .mark = d->mark, .exact = r->step.exact, .loss = d->loss};
    name_choice(r, before, d, d->chosen, v->chosen, sizeof v->chosen);
    name_choice(r, before, d, d->best, v->best, sizeof v->best);
    snprintf(v->why, sizeof v->why, "%s", why);
}

static void take_decision(reviewing *r, const rz_state *before, const rz_decision *d) {
    unsigned want = r->review->want;
    char why[600];
    rz_text text;
    bool is_marked = want & CMD_WANT_VERDICTS && d->mark != RZ_FINE;
    bool is_asked = r->review->seat == RZ_SPECTATOR || r->review->seat == d->seat;
    if (!rz_is_told(d) || !is_asked || (!is_marked && !(want & CMD_WANT_JSON)))
        return;
    rz_text_init(&text, why, sizeof why);
    explain(r, before, d, &text);
    if (is_marked)
        keep_verdict(r, before, d, why);
    size_t was = r->decisions.length;
    if (want & CMD_WANT_JSON)
        do
            rz_report_decision(&r->decisions, NULL, &r->analyst, rz_state_public(before), d, why);
        while (must_repeat(r, &r->decisions, was));
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void keep_moment(reviewing *r) {
    cmd_review *review = r->review;
    const rz_step *step = &r->step;
    cmd_moment *list = make_room(review->moments, review->n_moments, sizeof *list);
    char *sentence = strdup(r->sentences);
    if (list)
        review->moments = list;
    if (!list || !sentence) {
        free(sentence);
        review->no_memory = true;
        return;
    }
    list[review->n_moments++] = (cmd_moment){.line = step->line,
                                             .exact = step->exact,
                                             .before = step->before,
                                             .after = step->after,
                                             .luck = step->luck,
                                             .sentence = sentence};
}

/* What several seats do at once is told in one breath. */
static void add_sentence(reviewing *r, const rz_event *event) {
    rz_voice voice = voice_of(r, -1);
    rz_text text;
    rz_text_init(&text, r->sentences + r->n_sentences, sizeof r->sentences - r->n_sentences);
    rz_text_add(&text, r->n_sentences ? " " : "");
    rz_format_event(&voice, event, &text);
    r->n_sentences += text.length;
}

static void take_step(reviewing *r) {
    const rz_step *step = &r->step;
    const rz_state *before = step->kind == RZ_STEP_TOGETHER ? &r->analyst.together : &r->before;
    size_t was = r->steps.length;
    for (int i = 0; i < step->n; i++)
        take_decision(r, before, &step->decisions[i]);
    if (r->review->want & CMD_WANT_JSON)
        do
            rz_report_step(&r->steps, NULL, &r->analyst, step);
        while (must_repeat(r, &r->steps, was));
    if (r->review->want & CMD_WANT_MOMENTS)
        keep_moment(r);
    r->n_sentences = 0;
    r->sentences[0] = '\0';
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A line that the driver has taken: what the rules say and who leaves is no step. */
static void take_event(reviewing *r, const rz_event *event, uint32_t number) {
    rz_action action;
    if (event->by == RZ_RULES || rz_is_table_verb(event->verb))
        return;
    r->game->understand(r->setup, rz_state_public(&r->before), event, &action);
    if (r->review->want & CMD_WANT_MOMENTS)
        add_sentence(r, event);
    r->analyst.away = r->driver.away;
    if (rz_analyst_take(&r->analyst, &r->before, event->by, action, number, &r->step))
        take_step(r);
}

static void read_lines(reviewing *r) {
    const cmd_record *record = r->review->record;
    rz_slice line;
    rz_event event;
    size_t at = 0;
    unsigned long n = record->first;
    cmd_next_line(record, &at, &line); /* the setup, which has been read */
    while (!r->review->no_memory && cmd_next_line(record, &at, &line)) {
        uint32_t number = r->driver.number;
        n++;
        memcpy(&r->before, &r->state, r->game->state_size);
        if (!rz_driver_read(&r->driver, line, &event, &r->review->problem)) {
            r->review->line = n;
            r->review->is_cut = record->is_cut && at >= record->length;
            break;
        }
        take_event(r, &event, number);
        if (r->review->shows_progress && n % 16 == 0)
            cmd_print_bar((double)at / (double)record->length);
    }
    if (r->review->is_cut)
        r->review->problem.error = RZ_OK;
}

/* A game of which nothing has happened has chances all the same. */
static void begin_ledger(reviewing *r) {
    rz_analyst *a = &r->analyst;
    if (a->has_begun)
        return;
    rz_analyst_value(a, &r->state, &a->ledger.start);
    a->ledger.end = a->ledger.start;
}

static void finish(reviewing *r) {
    cmd_review *review = r->review;
    rz_text judge;
    begin_ledger(r);
    review->is_over = rz_driver_is_over(&r->driver);
    review->ledger = r->analyst.ledger;
    rz_text_init(&judge, review->judge, sizeof review->judge);
    r->analyst.judge->describe(r->analyst.memory, &judge);
    if (!(review->want & CMD_WANT_JSON) || review->no_memory)
        return;
    do
        rz_report_game(&review->json, &r->analyst, &review->record->header, review->is_over,
                       (rz_slice){r->decisions.at, r->decisions.length},
                       (rz_slice){r->steps.at, r->steps.length});
    while (must_repeat(r, &review->json, 0));
}

/* False: no memory. */
static bool begin(reviewing *r, cmd_review *review) {
    const rz_judge *judge = rz_module_of(review->record->header.game)->judge;
    void *memory = calloc(1, judge->size);
    r->review = review;
    r->game = review->record->header.game;
    r->setup = &review->record->setup;
    review->is_learnt = rz_net_knows(r->game, r->setup);
    review->has_hidden = judge->choices != NULL;
    if (!memory || !grow(&r->steps) || !grow(&r->decisions) || !grow(&review->json)) {
        free(memory);
        return false;
    }
    rz_driver_init(&r->driver, &review->record->header, r->setup, &r->state, NULL);
    rz_analyst_begin(&r->analyst, r->game, r->setup, judge, memory, review->nodes);
    return true;
}

void cmd_analyse_record(cmd_review *review) {
    reviewing *r = calloc(1, sizeof *r);
    review->no_memory = !r || !begin(r, review);
    if (!review->no_memory) {
        read_lines(r);
        if (review->problem.error == RZ_OK)
            finish(r);
        free(r->analyst.memory);
    }
    if (r) {
        free(r->steps.at);
        free(r->decisions.at);
    }
    free(r);
}

void cmd_free_review(cmd_review *review) {
    for (int i = 0; i < review->n_moments; i++)
        free(review->moments[i].sentence);
    free(review->moments);
    free(review->verdicts);
    free(review->json.at);
    review->moments = NULL;
    review->verdicts = NULL;
    review->n_moments = review->n_verdicts = 0;
    review->json = (rz_text){0};
}

/* ---- Points ---------------------------------------------------------------------------------- */

static int nearest(double number) {
    return (int)(number < 0 ? number - 0.5 : number + 0.5);
}

/* Start and result are rounded as they are; what is left over goes to the term that is furthest
 * from its whole number. What is nothing at all stays nothing. */
void cmd_round_points(const rz_ledger *l, int seat, int points[CMD_POINTS]) {
    const double exact[CMD_POINTS] = {100 * l->start.of[seat],  100 * l->luck.of[seat],
                                      100 * l->own.of[seat],    100 * l->gifts.of[seat],
                                      100 * l->hidden.of[seat], 100 * l->drift.of[seat],
                                      100 * l->end.of[seat]};
    int left = 0;
    for (int i = 0; i < CMD_POINTS; i++) {
        points[i] = nearest(exact[i]);
        left += i == CMD_RESULT ? points[i] : -points[i];
    }
    for (; left != 0; left -= left > 0 ? 1 : -1) {
        int sign = left > 0 ? 1 : -1, most = CMD_UNEXPLAINED;
        double off = -1e9;
        for (int i = CMD_LUCK; i <= CMD_UNEXPLAINED; i++)
            if (exact[i] != 0 && sign * (exact[i] - points[i]) > off) {
                off = sign * (exact[i] - points[i]);
                most = i;
            }
        points[most] += sign;
    }
}

void cmd_round_shares(const rz_shares *shares, int seats, int points[]) {
    const double nothing = 1e-9;
    int left = 100;
    for (int s = 0; s < seats; s++)
        left -= points[s] = (int)(100 * shares->of[s] + nothing);
    for (; left > 0; left--) {
        int most = 0;
        for (int s = 1; s < seats; s++)
            if (100 * shares->of[s] - points[s] > 100 * shares->of[most] - points[most])
                most = s;
        points[most]++;
    }
}

void cmd_format_loss(const rz_voice *voice, double loss, bool exact, rz_text *out) {
    char number[24];
    rz_text text;
    rz_text_init(&text, number, sizeof number);
    if (exact)
        rz_format_tenths(voice, &text, nearest(1000 * loss));
    else
        rz_format_number(&text, nearest(100 * loss));
    rz_format(voice, out, strcmp(number, "1") == 0 ? N_("{number} point") : N_("{number} points"),
              "number", number, NULL);
}
