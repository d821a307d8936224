/* What can be said of a game: its record, sentences, hints and why it was won. */
#include <string.h>

#include "native.h"

#include "ai/nets.h"
#include "analysis/report.h"
#include "core/chain.h"
#include "core/driver.h"
#include "core/json_write.h"
#include "core/module.h"
#include "words/hint.h"

static rz_voice voice_of(const rz_header *header, const rz_setup *setup, int you) {
    return (rz_voice){.header = header, .setup = setup, .you = you, .plain = true};
}

static bool append(PyObject *list, const rz_text *text) {
    PyObject *line = PyUnicode_FromStringAndSize(text->at, (Py_ssize_t)text->length);
    bool good = line && PyList_Append(list, line) == 0;
    Py_XDECREF(line);
    return good;
}

/* ---- Records ------------------------------------------------------------------------------------
 */

typedef struct telling {
    const rz_header *header;
    const rz_setup *setup;
    int viewer; /* -1: everything */
    bool in_words;
    PyObject *list;
} telling;

static bool tell_event(const telling *t, const rz_event *event) {
    char memory[RZ_EVENT_TEXT];
    rz_text text;
    rz_event seen = *event;
    rz_text_init(&text, memory, sizeof memory);
    if (t->viewer >= 0)
        rz_conceal(t->header->game, t->setup, t->viewer, &seen);
    if (t->in_words) {
        rz_voice voice = voice_of(t->header, t->setup, -1);
        rz_format_event(&voice, &seen, &text);
    } else {
        rz_write_event(t->header->game, t->setup, &seen, &text);
    }
    return append(t->list, &text);
}

static bool tell_due(const telling *t, rz_driver *driver) {
    const rz_event *line;
    while ((line = rz_driver_next(driver)))
        if (!tell_event(t, line))
            return false;
    return true;
}

static bool tell_setup(const telling *t) {
    static char memory[RZ_LINE_MAX];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_setup(t->header, t->setup, &text);
    return t->in_words || append(t->list, &text);
}

PyObject *native_lines(const rz_header *header, const rz_setup *setup, const native_move *moves,
                       size_t n, int viewer, bool in_words) {
    telling t = {header, setup, viewer, in_words, PyList_New(0)};
    rz_driver driver;
    rz_state state;
    rz_driver_init(&driver, header, setup, &state, NULL);
    bool good = t.list && tell_setup(&t) && tell_due(&t, &driver);
    for (size_t i = 0; good && i < n; i++) {
        rz_driver_act(&driver, moves[i].actor, moves[i].action);
        good = tell_due(&t, &driver);
    }
    if (good)
        return t.list;
    Py_XDECREF(t.list);
    return NULL;
}

/* What is due, as each seat sees it: a list of texts, in which every line has its end. */
PyObject *native_due(const rz_header *header, const rz_setup *setup, rz_driver *driver) {
    static char memory[RZ_SEATS_MAX][RZ_LINE_MAX];
    rz_text texts[RZ_SEATS_MAX];
    const rz_event *line;
    int seats = rz_seats(setup);
    for (int s = 0; s < seats; s++)
        rz_text_init(&texts[s], memory[s], sizeof memory[s]);
    while ((line = rz_driver_next(driver)))
        for (int s = 0; s < seats; s++) {
            rz_write_seen(header->game, setup, s, line, &texts[s]);
            rz_text_char(&texts[s], '\n');
        }
    PyObject *list = PyList_New(0);
    for (int s = 0; list && s < seats; s++)
        if (!append(list, &texts[s]))
            Py_CLEAR(list);
    return list;
}

/* ---- Words --------------------------------------------------------------------------------------
 */

static void write_label(const rz_voice *voice, const rz_public *pub, int seat, rz_action action,
                        rz_text *out) {
    rz_words_of(voice->header->game)->choice(voice, pub, seat, action, out);
}

PyObject *native_label(const rz_header *header, const rz_setup *setup, const rz_state *state,
                       int seat, rz_action action) {
    char memory[512];
    rz_text text;
    rz_voice voice = voice_of(header, setup, -1);
    rz_text_init(&text, memory, sizeof memory);
    write_label(&voice, rz_state_public(state), seat, action, &text);
    return PyUnicode_FromStringAndSize(text.at, (Py_ssize_t)text.length);
}

static void put_choice(rz_text *out, const rz_voice *voice, const rz_view *view, int seat,
                       const rz_hint *hint, int i) {
    char memory[512];
    rz_text words;
    rz_text_init(&words, memory, sizeof memory);
    write_label(voice, rz_view_public(view), seat, hint->action[i], &words);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "action", hint->action[i]);
    rz_put_string(out, "words", words.at);
    if (hint->source != RZ_HINT_REASONED) {
        rz_put_fixed(out, "win", (double)hint->win[i], 6);
        rz_put_fixed(out, "mix", (double)hint->mix[i], 6);
    }
    rz_put_close(out, '}');
}

PyObject *native_hint(const rz_header *header, const rz_setup *setup, const rz_state *state,
                      int seat) {
    static const char *const sources[] = {"net", "rules of thumb", "none"};
    static char memory[1 << 19];
    static rz_hint found;
    const uint8_t seed[RZ_SEED] = {0};
    const rz_game *game = header->game;
    rz_action legal[RZ_LEGAL_MAX];
    char sentence[1024];
    rz_view view;
    rz_rng rng;
    rz_text text, why;
    game->view(setup, state, seat, &view);
    rz_seed_stream(seed, "hint", 0, &rng);
    int n = game->legal(setup, &view, legal);
    rz_question question = {game, setup, &view, seat, legal, n, &rng, 0, 0};
    rz_voice voice = voice_of(header, setup, seat);
    rz_hint_find(&question, &found);
    rz_text_init(&why, sentence, sizeof sentence);
    rz_hint_why(&voice, &view, &found, &why);
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '{');
    rz_put_string(&text, "source", sources[found.source]);
    rz_put_int(&text, "best", found.action[found.best]);
    rz_put_string(&text, "why", why.at);
    rz_put_open(&text, "choices", '[');
    for (int i = 0; i < found.n; i++)
        put_choice(&text, &voice, &view, seat, &found, i);
    rz_put_close(&text, ']');
    rz_put_close(&text, '}');
    return PyUnicode_FromStringAndSize(text.at, (Py_ssize_t)text.length);
}

/* ---- Analysis -----------------------------------------------------------------------------------
 */

enum { ROOM = 1 << 22 }; /* for the decisions and the steps of the longest games */

typedef struct analysing {
    const rz_header *header;
    const rz_setup *setup;
    rz_analyst analyst;
    rz_state state, before;
    rz_driver driver;
    rz_step step;
    rz_text decisions, steps, whole;
    char memory[3][ROOM];
} analysing;

static void take_decision(analysing *a, const rz_state *before, const rz_decision *d) {
    char sentence[600];
    rz_text why;
    rz_view view;
    rz_voice voice = voice_of(a->header, a->setup, d->seat);
    if (!rz_is_told(d))
        return;
    a->header->game->view(a->setup, before, d->seat, &view);
    rz_text_init(&why, sentence, sizeof sentence);
    rz_hint_explain(&voice, &view, d->best, rz_rival(d), &why);
    rz_report_decision(&a->decisions, NULL, &a->analyst, rz_state_public(before), d, why.at);
}

static void take_move(analysing *a, native_move move) {
    const rz_step *step = &a->step;
    a->before = a->state;
    if (rz_analyst_take(&a->analyst, &a->before, move.actor, move.action, a->driver.number,
                        &a->step)) {
        for (int i = 0; i < step->n; i++)
            take_decision(a, step->kind == RZ_STEP_TOGETHER ? &a->analyst.together : &a->before,
                          &step->decisions[i]);
        rz_report_step(&a->steps, NULL, &a->analyst, step);
    }
    rz_driver_act(&a->driver, move.actor, move.action);
    while (rz_driver_next(&a->driver))
        ;
}

static PyObject *analyse(analysing *a, const native_move *moves, size_t n) {
    rz_text *texts[] = {&a->decisions, &a->steps, &a->whole};
    for (int i = 0; i < 3; i++)
        rz_text_init(texts[i], a->memory[i], ROOM);
    rz_driver_init(&a->driver, a->header, a->setup, &a->state, NULL);
    while (rz_driver_next(&a->driver))
        ;
    for (size_t i = 0; i < n; i++) {
        if (i % 16 == 0 && PyErr_CheckSignals() != 0)
            return NULL;
        take_move(a, moves[i]);
    }
    rz_report_game(&a->whole, &a->analyst, a->header, rz_driver_is_over(&a->driver),
                   (rz_slice){a->decisions.at, a->decisions.length},
                   (rz_slice){a->steps.at, a->steps.length});
    if (!a->decisions.full && !a->steps.full && !a->whole.full)
        return PyUnicode_FromStringAndSize(a->whole.at, (Py_ssize_t)a->whole.length);
    PyErr_SetString(PyExc_ValueError, "this game is too long to be analysed");
    return NULL;
}

PyObject *native_analysis(const rz_header *header, const rz_setup *setup, const native_move *moves,
                          size_t n) {
    const rz_judge *judge = rz_module_of(header->game)->judge;
    if (!judge || (rz_net_shape_of(header->game) && !rz_net_of(header->game))) {
        PyErr_Format(PyExc_ValueError,
                     "nothing here judges positions of %s; razzia.load_nets(FOLDER) loads its net",
                     header->game->name);
        return NULL;
    }
    analysing *a = PyMem_Malloc(sizeof *a);
    void *memory = PyMem_Calloc(1, judge->size);
    PyObject *said = NULL;
    if (a && memory) {
        a->header = header;
        a->setup = setup;
        rz_analyst_begin(&a->analyst, header->game, setup, judge, memory, 0);
        said = analyse(a, moves, n);
    } else {
        PyErr_NoMemory();
    }
    PyMem_Free(memory);
    PyMem_Free(a);
    return said;
}
