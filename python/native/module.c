#include <string.h>

#include "native.h"

#include "core/driver.h"
#include "library/load_nets.h"

/* ---- What there is ------------------------------------------------------------------------------
 */

static PyObject *list_games(PyObject *self, PyObject *unused) {
    PyObject *all = PyDict_New();
    (void)self, (void)unused;
    for (int i = 0; all && rz_games[i]; i++) {
        const rz_game *game = rz_games[i];
        PyObject *said =
            Py_BuildValue("{s:s,s:s,s:s,s:i,s:i,s:s,s:i,s:i,s:i}", "title", game->title, "author",
                          game->author, "about", game->about, "seats_min", game->seats_min,
                          "seats_max", game->seats_max, "seats_rule", game->seats_rule, "actions",
                          game->actions, "chances", game->chances, "state_size", game->state_size);
        if (!said || PyDict_SetItemString(all, game->name, said) != 0)
            Py_CLEAR(all);
        Py_XDECREF(said);
    }
    return all;
}

static PyObject *list_bots(PyObject *self, PyObject *unused) {
    PyObject *all = PyDict_New();
    (void)self, (void)unused;
    for (int i = 0; all && rz_bots[i]; i++) {
        PyObject *about = PyUnicode_FromString(rz_bots[i]->about);
        if (!about || PyDict_SetItemString(all, rz_bots[i]->name, about) != 0)
            Py_CLEAR(all);
        Py_XDECREF(about);
    }
    return all;
}

static PyObject *check_bot(PyObject *self, PyObject *args) {
    const char *name;
    PyObject *bot;
    const rz_game *game;
    rz_bot_spec spec;
    (void)self;
    if (!PyArg_ParseTuple(args, "sU", &name, &bot) || !(game = native_game(name)) ||
        !native_bot(bot, game, &spec))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *names_of(const rz_feature *feature, int last) {
    if (!feature->names)
        Py_RETURN_NONE;
    PyObject *names = PyList_New(last);
    for (int i = 0; names && i < last; i++) {
        PyObject *name = PyUnicode_FromString(feature->names[i]);
        if (!name || PyList_SetItem(names, i, name) != 0)
            Py_CLEAR(names);
    }
    return names;
}

static PyObject *shape_of(const int shape[], int n) {
    PyObject *tuple = PyTuple_New(n);
    for (int i = 0; tuple && i < n; i++) {
        PyObject *number = PyLong_FromLong(shape[i]);
        if (!number || PyTuple_SetItem(tuple, i, number) != 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *features(PyObject *self, PyObject *args) {
    const char *name;
    int seats, offset = 0;
    const rz_game *game;
    (void)self;
    if (!PyArg_ParseTuple(args, "si", &name, &seats) || !(game = native_game(name)))
        return NULL;
    if (seats < game->seats_min || seats > game->seats_max)
        return PyErr_Format(PyExc_ValueError, "%s is for %d to %d seats, not for %d", name,
                            game->seats_min, game->seats_max, seats);
    rz_features all = rz_features_of(game);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < all.count; i++) {
        const rz_feature *f = &all.list[i];
        int shape[RZ_FEATURE_DIMENSIONS], n = rz_feature_shape(game, f, seats, shape);
        int size = rz_feature_size(game, f, seats);
        PyObject *row =
            Py_BuildValue("{s:s,s:s,s:N,s:i,s:i,s:i,s:N}", "name", f->name, "about", f->about,
                          "shape", shape_of(shape, n), "offset", offset, "size", size, "max",
                          f->max, "names", names_of(f, shape[n - 1]));
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
        offset += size;
    }
    return list;
}

static PyObject *read_seed(PyObject *self, PyObject *args) {
    const char *text;
    Py_ssize_t length;
    uint8_t seed[RZ_SEED];
    (void)self;
    if (!PyArg_ParseTuple(args, "s#", &text, &length))
        return NULL;
    if (!rz_seed_read((rz_slice){text, (size_t)length}, seed)) {
        PyErr_SetString(PyExc_ValueError,
                        "a seed is a whole number from 0 to 2**64 - 1, or 64 hex digits");
        return NULL;
    }
    return PyBytes_FromStringAndSize((const char *)seed, RZ_SEED);
}

/* For "O&": a place in a batch, or the number of a game. */
static int read_place(PyObject *object, void *out) {
    int64_t n;
    if (!native_whole(object, &n))
        return 0;
    *(uint32_t *)out = (uint32_t)n;
    if (n >= 0 && n <= UINT32_MAX)
        return 1;
    PyErr_Format(PyExc_ValueError, "places and numbers of games are from 0 to 2**32 - 1, not %R",
                 object);
    return 0;
}

static PyObject *slot_seed(PyObject *self, PyObject *args) {
    PyObject *bytes;
    uint32_t slot, number;
    uint8_t seed[RZ_SEED], game_seed[RZ_SEED];
    (void)self;
    if (!PyArg_ParseTuple(args, "OO&O&", &bytes, read_place, &slot, read_place, &number) ||
        !native_seed(bytes, seed))
        return NULL;
    rz_batch_fair_seed(seed, slot, number, game_seed);
    return PyBytes_FromStringAndSize((const char *)game_seed, RZ_SEED);
}

static PyObject *series_seed(PyObject *self, PyObject *args) {
    PyObject *bytes;
    uint32_t number;
    uint8_t seed[RZ_SEED], game_seed[RZ_SEED];
    (void)self;
    if (!PyArg_ParseTuple(args, "OO&", &bytes, read_place, &number) || !native_seed(bytes, seed))
        return NULL;
    rz_seed_child(seed, number, game_seed);
    return PyBytes_FromStringAndSize((const char *)game_seed, RZ_SEED);
}

static PyObject *load_nets(PyObject *self, PyObject *args) {
    const char *folder;
    (void)self;
    if (!PyArg_ParseTuple(args, "s", &folder))
        return NULL;
    rz_net_fault fault = rz_load_nets(folder);
    if (fault == RZ_NET_OK)
        Py_RETURN_NONE;
    return PyErr_Format(PyExc_OSError, "%s: %s", folder, rz_net_fault_text(fault));
}

/* ---- Records ------------------------------------------------------------------------------------
 */

static PyObject *fail_line(const rz_game *game, Py_ssize_t number, const rz_problem *problem) {
    char memory[700];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_problem(game, problem, &text);
    return PyErr_Format(PyExc_ValueError, "line %zd: %s", number, memory);
}

/* A whole record: what was played, and every action of seats and of chance. */
typedef struct reading {
    rz_header header;
    rz_setup setup;
    rz_driver driver;
    rz_state state, before;
    PyObject *moves;
    char options[RZ_LINE_MAX];
} reading;

static bool note_move(reading *r, const rz_event *event) {
    rz_action action;
    if (event->by == RZ_RULES || rz_is_table_verb(event->verb))
        return true;
    r->header.game->understand(&r->setup, rz_state_public(&r->before), event, &action);
    PyObject *pair = Py_BuildValue("(ii)", event->by, action);
    bool good = pair && PyList_Append(r->moves, pair) == 0;
    Py_XDECREF(pair);
    return good;
}

static bool read_line(reading *r, PyObject *object, Py_ssize_t number) {
    rz_problem problem = {0};
    rz_event event;
    Py_ssize_t length;
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "line %zd: a text is needed, not %R", number, object);
        return false;
    }
    const char *at = PyUnicode_AsUTF8AndSize(object, &length);
    if (!at)
        return false;
    rz_slice line = {at, (size_t)length};
    if (number == 0) {
        if (!rz_read_setup(rz_games, line, &r->header, &r->setup, &problem)) {
            fail_line(NULL, number, &problem);
            return false;
        }
        rz_driver_init(&r->driver, &r->header, &r->setup, &r->state, NULL);
        return true;
    }
    r->before = r->state;
    if (rz_driver_read(&r->driver, line, &event, &problem))
        return note_move(r, &event);
    fail_line(r->header.game, number, &problem);
    return false;
}

static bool read_lines(reading *r, PyObject *lines, Py_ssize_t n) {
    bool good = r->moves != NULL;
    for (Py_ssize_t i = 0; good && i < n; i++) {
        PyObject *line = PySequence_GetItem(lines, i);
        good = line && read_line(r, line, i);
        Py_XDECREF(line);
    }
    return good;
}

static PyObject *tell_record(reading *r) {
    rz_text text;
    rz_text_init(&text, r->options, sizeof r->options);
    rz_setup_write_options(r->header.game, &r->setup, &text);
    return Py_BuildValue("(sisO)", r->header.game->name, rz_seats(&r->setup), r->options, r->moves);
}

static PyObject *read_record(PyObject *self, PyObject *lines) {
    (void)self;
    Py_ssize_t n = PySequence_Size(lines);
    if (n < 1) {
        if (n == 0)
            PyErr_SetString(PyExc_ValueError, "line 0: a record begins with its setup");
        return NULL;
    }
    reading *r = PyMem_Calloc(1, sizeof *r);
    if (!r)
        return PyErr_NoMemory();
    r->moves = PyList_New(0);
    PyObject *record = read_lines(r, lines, n) ? tell_record(r) : NULL;
    Py_XDECREF(r->moves);
    PyMem_Free(r);
    return record;
}

/* ---- The module ---------------------------------------------------------------------------------
 */

static PyMethodDef functions[] = {
    {"games", list_games, METH_NOARGS, "All games, and the numbers that belong to them."},
    {"bots", list_bots, METH_NOARGS, "All bots, and how they play."},
    {"check_bot", check_bot, METH_VARARGS, "Says what is wrong with a bot: game, name."},
    {"features", features, METH_VARARGS, "What a seat sees: a row for each feature."},
    {"read_seed", read_seed, METH_VARARGS, "A seed from its digits."},
    {"slot_seed", slot_seed, METH_VARARGS, "The seed of a slot's game in a fair batch."},
    {"series_seed", series_seed, METH_VARARGS, "The seed of a game of razzia simulate."},
    {"load_nets", load_nets, METH_VARARGS, "Loads the nets of a folder."},
    {"read_record", read_record, METH_O, "A record: game, seats, options as JSON, moves."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "razzia._core",
    .m_doc = "Rules, bots and batches of three games; use the package razzia.",
    .m_size = -1,
    .m_methods = functions,
};

static bool add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **type) {
    *type = (PyTypeObject *)PyType_FromSpec(spec);
    return *type && PyModule_AddObjectRef(module, name, (PyObject *)*type) == 0;
}

PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    native_illegal = PyErr_NewExceptionWithDoc(
        "razzia.IllegalAction",
        "An action that the rules forbid. `rule` is the number of the rule, `game` the index in\n"
        "a batch, `seat` who wanted it and `action` what; nothing has changed.",
        PyExc_ValueError, NULL);
    if (native_illegal && PyModule_AddObjectRef(module, "IllegalAction", native_illegal) == 0 &&
        PyModule_AddIntConstant(module, "SLOTS_MAX", RZ_BATCH_SLOTS_MAX) == 0 &&
        PyModule_AddIntConstant(module, "THREADS_MAX", RZ_BATCH_THREADS_MAX) == 0 &&
        PyModule_AddStringConstant(module, "version", RZ_VERSION) == 0 &&
        add_type(module, "Game", &native_game_spec, &native_game_type) &&
        add_type(module, "Batch", &native_batch_spec, &native_batch_type) &&
        native_add_card(module))
        return module;
    Py_DECREF(module);
    return NULL;
}
