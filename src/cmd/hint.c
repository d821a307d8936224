/* hint: what a strong player would do in a position of a record, and why. */
#include "words/hint.h"

#include <stdlib.h>

#include "ai/nets.h"
#include "cmd/study.h"
#include "core/json_write.h"
#include "core/module.h"

typedef struct hinting {
    cmd_position position;
    const rz_setup *setup;
    rz_voice voice;
    rz_hint hint;
    bool exact; /* the rest of the game is solved: chances are known to the last digit */
} hinting;

/* Where the rest of the game can be solved, it is; and nothing need be estimated. */
static bool solve(hinting *h, rz_analyst *a, void *memory) {
    const cmd_position *p = &h->position;
    rz_choices choices;
    rz_analyst_begin(a, p->game, h->setup, rz_module_of(p->game)->judge, memory, 0);
    if (p->is_view || a->judge->choices || !rz_analyst_weigh(a, &p->state, p->seat, &choices))
        return false;
    for (int i = 0; i < h->hint.n; i++)
        for (int k = 0; k < choices.n; k++)
            if (choices.action[k] == h->hint.action[i])
                h->hint.win[i] = (float)choices.win[k];
    return true;
}

static void sort_exact(rz_hint *hint) {
    hint->best = 0;
    for (int i = 0; i < hint->n; i++) {
        int best = i;
        for (int k = i + 1; k < hint->n; k++)
            best = hint->win[k] > hint->win[best] ? k : best;
        rz_action action = hint->action[best];
        float win = hint->win[best];
        for (int k = best; k > i; k--) { /* equal ones stay in their order */
            hint->action[k] = hint->action[k - 1];
            hint->win[k] = hint->win[k - 1];
        }
        hint->action[i] = action;
        hint->win[i] = win;
        hint->mix[i] = i == 0;
    }
}

static void find(hinting *h) {
    const cmd_position *p = &h->position;
    const rz_judge *judge = rz_module_of(p->game)->judge;
    rz_action legal[RZ_LEGAL_MAX];
    const uint8_t seed[RZ_SEED] = {0};
    rz_rng rng;
    int n = p->game->legal(h->setup, &p->view, legal);
    rz_seed_stream(seed, "hint", p->line, &rng);
    rz_question question = {p->game, h->setup, &p->view, p->seat, legal, n, &rng, 0, 0};
    rz_hint_find(&question, &h->hint);
    if (!judge || !rz_net_of(p->game))
        return;
    rz_analyst *a = malloc(sizeof *a);
    void *memory = calloc(1, judge->size);
    h->exact = a && memory && solve(h, a, memory);
    if (h->exact)
        sort_exact(&h->hint);
    free(memory);
    free(a);
}

static void name_choice(const hinting *h, int i, char *memory, size_t size) {
    rz_text text;
    rz_text_init(&text, memory, size);
    rz_words_of(h->position.game)
        ->choice(&h->voice, rz_view_public(&h->position.view), h->position.seat, h->hint.action[i],
                 &text);
}

static bool is_mixed(const rz_hint *hint) {
    return hint->mix[hint->best] < 0.95f;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_action(rz_text *out, const char *key, const hinting *h, rz_action action) {
    rz_event event;
    const cmd_position *p = &h->position;
    p->game->describe(h->setup, rz_view_public(&p->view), p->seat, action, &event);
    rz_put_key(out, key);
    rz_write_event(p->game, h->setup, &event, out);
}

static void put_choice(rz_text *out, const hinting *h, int i) {
    const rz_hint *hint = &h->hint;
    char words[512];
    name_choice(h, i, words, sizeof words);
    rz_put_open(out, NULL, '{');
    put_action(out, "action", h, hint->action[i]);
    rz_put_string(out, "words", words);
    if (hint->source != RZ_HINT_REASONED)
        rz_put_fixed(out, "win", (double)hint->win[i], h->exact ? 6 : 2);
    if (is_mixed(hint))
        rz_put_fixed(out, "mix", (double)hint->mix[i], 2);
    rz_put_close(out, '}');
}

static void print_json(const hinting *h, const char *why) {
    enum { ROOM = 1 << 20 };
    static const char *const sources[] = {"net", "rules of thumb", "none"};
    static char memory[ROOM];
    rz_text text, *out = &text;
    rz_text_init(out, memory, sizeof memory);
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "game", h->position.game->name);
    rz_put_int(out, "seats", rz_seats(h->setup));
    rz_put_int(out, "line", h->position.line);
    rz_put_int(out, "seat", h->position.seat);
    rz_put_string(out, "source", sources[h->hint.source]);
    rz_put_bool(out, "exact", h->exact);
    put_action(out, "best", h, h->hint.action[h->hint.best]);
    rz_put_string(out, "why", why);
    rz_put_open(out, "choices", '[');
    for (int i = 0; i < h->hint.n; i++)
        put_choice(out, h, i);
    rz_put_close(out, ']');
    rz_put_close(out, '}');
    puts(memory);
}

/* ---- Words ----------------------------------------------------------------------------------- */

static void print_heading(const hinting *h) {
    char memory[700], name[RZ_NAME_BYTES + 40], line[16], moment[300];
    rz_text text;
    rz_text_init(&text, name, sizeof name);
    rz_format_seat(&h->voice, &text, h->position.seat);
    rz_text_init(&text, moment, sizeof moment);
    rz_words_of(h->position.game)->moment(&h->voice, &h->position.view, &text);
    snprintf(line, sizeof line, "%u", h->position.line);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&h->voice, &text, N_("Line {line}, {name}: {moment}"), "line", line, "name", name,
              "moment", moment, NULL);
    cmd_print_wrapped(2, 0, memory);
}

static void print_choice(const hinting *h, int i) {
    char words[512], number[16], share[600];
    const rz_hint *hint = &h->hint;
    rz_text text;
    name_choice(h, i, words, sizeof words);
    rz_text_init(&text, number, sizeof number);
    if (h->exact)
        rz_format_tenths(&h->voice, &text, (int)(1000 * hint->win[i] + 0.5f));
    else
        rz_format_number(&text, (int)(100 * hint->win[i] + 0.5f));
    printf("%*s%s  ", 6 - scr_columns(number), "", number);
    rz_text_init(&text, share, sizeof share);
    rz_text_add(&text, words);
    if (is_mixed(hint) && hint->mix[i] >= 0.005f) {
        snprintf(number, sizeof number, "%.0f", 100 * (double)hint->mix[i]);
        rz_format(&h->voice, &text, N_(" (in {share}% of such cases)"), "share", number, NULL);
    }
    cmd_print_wrapped(8, 8, share);
}

static void print_words(const hinting *h, const char *why) {
    char memory[1024];
    rz_text text;
    print_heading(h);
    rz_text_init(&text, memory, sizeof memory);
    rz_hint_format(&h->voice, &h->position.view, &h->hint, &text);
    cmd_print_wrapped(2, 0, memory);
    cmd_print_wrapped(2, 0, why);
    if (h->hint.source == RZ_HINT_REASONED)
        return;
    cmd_print_wrapped(2, 0,
                      cmd_translate(h->exact ? N_("Chance to win in percent, exactly:")
                                             : N_("Chance to win in percent:")));
    for (int i = 0; i < h->hint.n; i++)
        print_choice(h, i);
}

static void print(const cmd_args *args, hinting *h) {
    char why[1024];
    rz_text text;
    rz_text_init(&text, why, sizeof why);
    rz_hint_why(&h->voice, &h->position.view, &h->hint, &text);
    (args->value[OPT_JSON] ? print_json : print_words)(h, why);
}

int cmd_hint(const cmd_args *args) {
    static hinting h;
    cmd_records records;
    bool ok = cmd_read_records(args, &records) && !records.refused &&
              cmd_read_position(args, &records, &h.position);
    if (ok) {
        h.setup = &h.position.record->setup;
        h.voice = (rz_voice){.translate = cmd_translate,
                             .header = &h.position.record->header,
                             .setup = h.setup,
                             .you = h.position.seat,
                             .plain = true};
        cmd_load_net_if_any(args, h.position.game);
        find(&h);
        print(args, &h);
    }
    cmd_free_records(&records);
    return cmd_close_stdout(args, ok ? CMD_OK : cmd_last_status());
}
