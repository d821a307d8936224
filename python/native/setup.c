#include "native.h"

#include <string.h>

#include "core/module.h"

PyObject *native_illegal;

void native_raise(const rz_game *game, const rz_problem *problem) {
    char memory[700];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_problem(game, problem, &text);
    PyErr_SetString(PyExc_ValueError, memory);
}

const rz_game *native_game(const char *name) {
    const rz_game *game = rz_game_find(rz_slice_of(name));
    if (game)
        return game;
    char known[200];
    rz_text text;
    rz_text_init(&text, known, sizeof known);
    for (int i = 0; rz_games[i]; i++) {
        rz_text_add(&text, i ? ", " : "");
        rz_text_add(&text, rz_games[i]->name);
    }
    PyErr_Format(PyExc_ValueError, "there is no game called '%.80s'; there are %s", name, known);
    return NULL;
}

static bool set_option(const rz_game *game, rz_setup *setup, PyObject *pair) {
    const char *name, *value;
    rz_problem problem;
    if (!PyTuple_Check(pair)) {
        PyErr_SetString(PyExc_TypeError, "options: pairs of a name and JSON are needed");
        return false;
    }
    if (!PyArg_ParseTuple(pair, "ss", &name, &value))
        return false;
    if (rz_setup_option(game, setup, rz_slice_of(name), rz_slice_of(value), &problem))
        return true;
    native_raise(game, &problem);
    return false;
}

bool native_setup(const char *name, int seats, PyObject *options, rz_setup *setup) {
    const rz_game *game = native_game(name);
    rz_problem problem;
    if (!game)
        return false;
    if (!rz_setup_init(game, seats, setup, &problem)) {
        PyErr_Format(PyExc_ValueError, "%s is for %d to %d seats (%s), not for %d", game->name,
                     game->seats_min, game->seats_max, game->seats_rule, seats);
        return false;
    }
    Py_ssize_t n = PySequence_Size(options);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *pair = PySequence_GetItem(options, i);
        bool good = pair && set_option(game, setup, pair);
        Py_XDECREF(pair);
        if (!good)
            return false;
    }
    if (n >= 0 && rz_setup_complete(game, setup, &problem))
        return true;
    if (n >= 0)
        native_raise(game, &problem);
    return false;
}

static void refuse_bot(const char *name) {
    char known[300];
    rz_text text;
    rz_text_init(&text, known, sizeof known);
    for (int i = 0; rz_bots[i]; i++) {
        rz_text_add(&text, i ? ", " : "");
        rz_text_add(&text, rz_bots[i]->name);
    }
    PyErr_Format(PyExc_ValueError,
                 "there is no bot '%.80s'; there are %s, each also with a budget: 'master:200n'",
                 name, known);
}

bool native_bot(PyObject *name, const rz_game *game, rz_bot_spec *spec) {
    Py_ssize_t length;
    *spec = (rz_bot_spec){0};
    if (name == Py_None)
        return true;
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "a bot is named by a text, like 'club', not by %R", name);
        return false;
    }
    const char *text = PyUnicode_AsUTF8AndSize(name, &length);
    if (!text)
        return false;
    if (!rz_bot_read((rz_slice){text, (size_t)length}, spec)) {
        refuse_bot(text);
        return false;
    }
    if (rz_bot_is_ready(spec->bot, game))
        return true;
    PyErr_Format(PyExc_ValueError, "'%s' needs the net of %s; razzia.load_nets(FOLDER) loads it",
                 text, game->name);
    return false;
}

bool native_seed(PyObject *bytes, uint8_t seed[RZ_SEED]) {
    char *at;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &at, &size) != 0)
        return false;
    if (size != RZ_SEED) {
        PyErr_Format(PyExc_ValueError, "a seed has %d bytes, not %zd", RZ_SEED, size);
        return false;
    }
    memcpy(seed, at, RZ_SEED);
    return true;
}

int native_whole(PyObject *object, void *number) {
    int overflow;
    PyObject *whole = PyNumber_Index(object);
    if (!whole) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "actions and seats are whole numbers, not %R", object);
        return 0;
    }
    long long n = PyLong_AsLongLongAndOverflow(whole, &overflow);
    Py_DECREF(whole);
    *(int64_t *)number = overflow > 0 ? INT64_MAX : overflow < 0 ? INT64_MIN : n;
    return 1;
}

rz_action native_action(int64_t number) {
    return number >= 0 && number < RZ_HIDDEN ? (rz_action)number : RZ_HIDDEN;
}

static bool set_number(PyObject *error, const char *name, int64_t number) {
    PyObject *value = PyLong_FromLongLong(number);
    bool good = value && PyObject_SetAttrString(error, name, value) == 0;
    Py_XDECREF(value);
    return good;
}

void native_refuse(const rz_game *game, const char *where, int slot, int seat, int64_t action,
                   rz_error error) {
    const rz_reason *reason = rz_reason_of(game, error);
    char who[20];
    PyOS_snprintf(who, sizeof who, seat == RZ_CHANCE ? "chance" : "seat %d", seat);
    PyObject *text = PyUnicode_FromFormat("%s%s may not do action %lld: %s (%s)", where, who,
                                          (long long)action, reason->text, reason->rule);
    PyObject *said = text ? PyObject_CallFunctionObjArgs(native_illegal, text, NULL) : NULL;
    PyObject *rule = said ? PyUnicode_FromString(reason->rule) : NULL;
    if (rule && PyObject_SetAttrString(said, "rule", rule) == 0 && set_number(said, "game", slot) &&
        set_number(said, "seat", seat) && set_number(said, "action", action))
        PyErr_SetObject(native_illegal, said);
    Py_XDECREF(rule);
    Py_XDECREF(said);
    Py_XDECREF(text);
}
