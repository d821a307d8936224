/* razzia._core.Game: one game, moved on action by action. */
#include <string.h>

#include "native.h"

typedef struct game_object {
    PyObject ob_base;
    rz_header header;
    rz_setup setup;
    rz_state state;
    rz_dealer dealer;
    native_move *moves; /* all actions of seats and chance so far */
    size_t n_moves, room;
    bool deals;      /* chance acts by itself */
    bool is_sampled; /* the state was drawn, and no moves lead to it */
} game_object;

PyTypeObject *native_game_type;

static game_object *of(PyObject *self) {
    return (game_object *)self;
}

const rz_setup *native_setup_of(PyObject *game) {
    return &of(game)->setup;
}

const rz_state *native_state_of(PyObject *game) {
    return &of(game)->state;
}

static const rz_game *game_of(const game_object *g) {
    return g->header.game;
}

static rz_actors actors_of(const game_object *g) {
    return game_of(g)->to_act(&g->setup, rz_state_public(&g->state));
}

static bool check_made(const game_object *g) {
    if (!g->header.game)
        PyErr_SetString(PyExc_RuntimeError, "this game has not been made");
    return g->header.game != NULL;
}

static bool check_seat(const game_object *g, int64_t seat, bool spectators) {
    if (seat >= 0 && (seat < rz_seats(&g->setup) || (spectators && seat == RZ_SPECTATOR)))
        return true;
    PyErr_Format(PyExc_ValueError, "there is no seat %lld; seats are 0 to %d", (long long)seat,
                 rz_seats(&g->setup) - 1);
    return false;
}

/* ---- Moving on ----------------------------------------------------------------------------------
 */

static bool note(game_object *g, int actor, rz_action action) {
    if (g->n_moves == g->room) {
        size_t room = g->room ? 2 * g->room : 64;
        native_move *moves = PyMem_Realloc(g->moves, room * sizeof *moves);
        if (!moves) {
            PyErr_NoMemory();
            return false;
        }
        g->moves = moves;
        g->room = room;
    }
    g->moves[g->n_moves++] = (native_move){(uint8_t)actor, 0, action};
    return true;
}

static bool apply(game_object *g, int actor, int64_t action) {
    rz_action a = native_action(action);
    if (!note(g, actor, a))
        return false;
    rz_error error = game_of(g)->apply(&g->setup, &g->state, actor, a, NULL);
    if (error == RZ_OK)
        return true;
    g->n_moves--;
    native_refuse(game_of(g), "", 0, actor, action, error);
    return false;
}

static bool deal(game_object *g) {
    return apply(g, RZ_CHANCE, rz_dealer_draw(&g->dealer, game_of(g), &g->setup, &g->state));
}

static bool deal_all(game_object *g) {
    while (g->deals && actors_of(g) & RZ_CHANCE_BIT)
        if (!deal(g))
            return false;
    return true;
}

/* ---- Making -------------------------------------------------------------------------------------
 */

static int init(PyObject *self, PyObject *args, PyObject *kwargs) {
    game_object *g = of(self);
    const char *name;
    PyObject *options, *seed;
    int seats, deals;
    uint8_t bytes[RZ_SEED];
    if ((kwargs && PyDict_Size(kwargs) > 0) || g->header.game) {
        PyErr_SetString(PyExc_TypeError, "a Game is made once, without keywords");
        return -1;
    }
    if (!PyArg_ParseTuple(args, "siOOp", &name, &seats, &options, &seed, &deals) ||
        !native_setup(name, seats, options, &g->setup) || !native_seed(seed, bytes))
        return -1;
    g->header.game = rz_game_of(&g->setup);
    g->deals = deals;
    rz_dealer_init(&g->dealer, bytes);
    game_of(g)->init(&g->setup, &g->state, NULL);
    return deal_all(g) ? 0 : -1;
}

static void dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(of(self)->moves);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

static PyObject *clone(PyObject *self, PyObject *unused) {
    (void)unused;
    const game_object *g = of(self);
    allocfunc allocate = (allocfunc)PyType_GetSlot(native_game_type, Py_tp_alloc);
    PyObject *copy = allocate(native_game_type, 0);
    if (!copy)
        return NULL;
    game_object *c = of(copy);
    memcpy((char *)c + sizeof(PyObject), (const char *)g + sizeof(PyObject),
           sizeof *g - sizeof(PyObject));
    c->room = g->n_moves;
    c->moves = PyMem_Malloc((g->n_moves + 1) * sizeof *c->moves);
    if (!c->moves) {
        Py_DECREF(copy);
        return PyErr_NoMemory();
    }
    if (g->n_moves > 0)
        memcpy(c->moves, g->moves, g->n_moves * sizeof *c->moves);
    return copy;
}

/* For copy.deepcopy: nothing in a game is shared. */
static PyObject *copy_deeply(PyObject *self, PyObject *memo) {
    (void)memo;
    return clone(self, NULL);
}

static PyObject *sample(PyObject *self, PyObject *args) {
    game_object *g = of(self);
    PyObject *bytes;
    uint8_t seed[RZ_SEED];
    int64_t seat;
    rz_view view;
    rz_rng rng;
    if (!check_made(g) || !PyArg_ParseTuple(args, "O&O", native_whole, &seat, &bytes) ||
        !native_seed(bytes, seed) || !check_seat(g, seat, true))
        return NULL;
    PyObject *copy = clone(self, NULL);
    if (!copy)
        return NULL;
    rz_seed_stream(seed, "sample", 0, &rng);
    game_of(g)->view(&g->setup, &g->state, (int)seat, &view);
    game_of(g)->sample(&g->setup, &view, &rng, &of(copy)->state);
    rz_dealer_init(&of(copy)->dealer, seed);
    of(copy)->is_sampled = true;
    of(copy)->n_moves = 0;
    return copy;
}

/* ---- Acting -------------------------------------------------------------------------------------
 */

static bool read_move(const game_object *g, PyObject *args, int64_t *actor, int64_t *action) {
    return PyArg_ParseTuple(args, "O&O&", native_whole, actor, native_whole, action) &&
           check_made(g) && (*actor == RZ_CHANCE || check_seat(g, *actor, false));
}

/* The verb of the chance event that is due, if one is. */
static int verb_due(const game_object *g) {
    return actors_of(g) & RZ_CHANCE_BIT
               ? game_of(g)->chance_verb(&g->setup, rz_state_public(&g->state))
               : 0;
}

/* After chance has acted: the dealer goes on after what came from elsewhere. */
static void skip(game_object *g, int actor, int verb) {
    if (actor == RZ_CHANCE)
        rz_dealer_skip(&g->dealer, verb);
}

static PyObject *act(PyObject *self, PyObject *args) {
    game_object *g = of(self);
    int64_t actor, action;
    if (!read_move(g, args, &actor, &action))
        return NULL;
    int verb = verb_due(g);
    if (!apply(g, (int)actor, action))
        return NULL;
    skip(g, (int)actor, verb);
    if (!deal_all(g))
        return NULL;
    Py_RETURN_NONE;
}

/* The same, and gives for each seat what it sees of it: lines, each with its end. */
static PyObject *follow(PyObject *self, PyObject *args) {
    game_object *g = of(self);
    int64_t actor, action;
    rz_driver driver;
    if (!read_move(g, args, &actor, &action))
        return NULL;
    rz_action a = native_action(action);
    int verb = verb_due(g);
    if (!note(g, (int)actor, a))
        return NULL;
    rz_driver_resume(&driver, game_of(g), &g->setup, &g->state, 0, 0);
    rz_state before = g->state;
    rz_error error = game_of(g)->apply(&g->setup, &before, (int)actor, a, NULL);
    if (error != RZ_OK) {
        g->n_moves--;
        native_refuse(game_of(g), "", 0, (int)actor, action, error);
        return NULL;
    }
    rz_driver_act(&driver, (int)actor, a);
    skip(g, (int)actor, verb);
    return native_due(&g->header, &g->setup, &driver);
}

static PyObject *set_deals(PyObject *self, PyObject *args) {
    game_object *g = of(self);
    int deals;
    if (!PyArg_ParseTuple(args, "p", &deals) || !check_made(g))
        return NULL;
    g->deals = deals;
    if (!deal_all(g))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *deal_once(PyObject *self, PyObject *unused) {
    (void)unused;
    game_object *g = of(self);
    if (!check_made(g))
        return NULL;
    if (!(actors_of(g) & RZ_CHANCE_BIT)) {
        PyErr_SetString(PyExc_ValueError, "chance is not to act now");
        return NULL;
    }
    if (!deal(g))
        return NULL;
    return PyLong_FromLong(g->moves[g->n_moves - 1].action);
}

/* ---- Looking ------------------------------------------------------------------------------------
 */

static PyObject *actors(PyObject *self, PyObject *unused) {
    (void)unused;
    return check_made(of(self)) ? PyLong_FromLong(actors_of(of(self))) : NULL;
}

static PyObject *seat_to_act(PyObject *self, PyObject *unused) {
    (void)unused;
    if (!check_made(of(self)))
        return NULL;
    rz_actors set = actors_of(of(self));
    return PyLong_FromLong(set ? __builtin_ctz(set) : -1);
}

static PyObject *list_actions(const rz_action actions[], int n) {
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *number = PyLong_FromLong(actions[i]);
        if (!number || PyList_SetItem(list, i, number) != 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static bool read_seat(const game_object *g, PyObject *args, int64_t *seat) {
    return PyArg_ParseTuple(args, "O&", native_whole, seat) && check_made(g) &&
           check_seat(g, *seat, false);
}

static PyObject *legal(PyObject *self, PyObject *args) {
    const game_object *g = of(self);
    rz_action actions[RZ_LEGAL_MAX];
    int64_t seat;
    if (!read_seat(g, args, &seat))
        return NULL;
    return list_actions(actions, game_of(g)->legal_in(&g->setup, &g->state, (int)seat, actions));
}

static PyObject *chance(PyObject *self, PyObject *unused) {
    (void)unused;
    const game_object *g = of(self);
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    double sum = 0;
    if (!check_made(g))
        return NULL;
    int n = actors_of(g) & RZ_CHANCE_BIT ? game_of(g)->chance(&g->setup, &g->state, outcomes) : 0;
    for (int i = 0; i < n; i++)
        sum += outcomes[i].weight;
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *pair = Py_BuildValue("(id)", outcomes[i].action, outcomes[i].weight / sum);
        if (!pair || PyList_SetItem(list, i, pair) != 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *scores(PyObject *self, PyObject *unused) {
    (void)unused;
    const game_object *g = of(self);
    int32_t all[RZ_SEATS_MAX];
    if (!check_made(g))
        return NULL;
    game_of(g)->scores(&g->setup, rz_state_public(&g->state), all);
    PyObject *list = PyList_New(rz_seats(&g->setup));
    for (int s = 0; list && s < rz_seats(&g->setup); s++) {
        PyObject *number = PyLong_FromLong(all[s]);
        if (!number || PyList_SetItem(list, s, number) != 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *winners(PyObject *self, PyObject *unused) {
    (void)unused;
    const game_object *g = of(self);
    if (!check_made(g))
        return NULL;
    return PyLong_FromLong(game_of(g)->winners(&g->setup, rz_state_public(&g->state)));
}

static PyObject *moves(PyObject *self, PyObject *unused) {
    (void)unused;
    const game_object *g = of(self);
    PyObject *list = PyList_New((Py_ssize_t)g->n_moves);
    for (size_t i = 0; list && i < g->n_moves; i++) {
        PyObject *pair = Py_BuildValue("(ii)", g->moves[i].actor, g->moves[i].action);
        if (!pair || PyList_SetItem(list, (Py_ssize_t)i, pair) != 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *observe(PyObject *self, PyObject *args) {
    const game_object *g = of(self);
    PyObject *arrays;
    native_arrays held;
    float scale[RZ_FEATURES_MAX];
    int64_t seat;
    if (!PyArg_ParseTuple(args, "O&O", native_whole, &seat, &arrays) || !check_made(g) ||
        !check_seat(g, seat, false) ||
        !native_hold(&held, arrays, game_of(g), rz_seats(&g->setup), 1))
        return NULL;
    if (held.arrays.floats)
        rz_features_scale(game_of(g), rz_seats(&g->setup), scale);
    rz_row_writer writer = {game_of(g), &g->setup, scale,
                            rz_features_size(game_of(g), rz_seats(&g->setup))};
    rz_row_write(&writer, &held.arrays, 0, &g->state, (int)seat);
    native_release(&held);
    Py_RETURN_NONE;
}

/* ---- Telling ------------------------------------------------------------------------------------
 */

static bool has_moves(const game_object *g) {
    if (check_made(g) && g->is_sampled)
        PyErr_SetString(PyExc_ValueError, "this game was drawn by sample(); no record leads to it");
    return g->header.game && !g->is_sampled;
}

static PyObject *lines(PyObject *self, PyObject *args) {
    const game_object *g = of(self);
    int64_t viewer;
    int in_words;
    if (!PyArg_ParseTuple(args, "O&p", native_whole, &viewer, &in_words) || !has_moves(g) ||
        (viewer != -1 && !check_seat(g, viewer, true)))
        return NULL;
    return native_lines(&g->header, &g->setup, g->moves, g->n_moves, (int)viewer, in_words);
}

static PyObject *label(PyObject *self, PyObject *args) {
    const game_object *g = of(self);
    int64_t seat, action;
    rz_view view;
    if (!PyArg_ParseTuple(args, "O&O&", native_whole, &seat, native_whole, &action) ||
        !check_made(g) || !check_seat(g, seat, false))
        return NULL;
    rz_action a = native_action(action);
    game_of(g)->view(&g->setup, &g->state, (int)seat, &view);
    rz_error error = game_of(g)->why_not(&g->setup, &view, a);
    if (error != RZ_OK) {
        native_refuse(game_of(g), "", 0, (int)seat, action, error);
        return NULL;
    }
    return native_label(&g->header, &g->setup, &g->state, (int)seat, a);
}

static bool check_turn(const game_object *g, int64_t seat) {
    if (actors_of(g) >> seat & 1)
        return true;
    PyErr_Format(PyExc_ValueError, "seat %d is not to act now", (int)seat);
    return false;
}

static PyObject *hint(PyObject *self, PyObject *args) {
    const game_object *g = of(self);
    int64_t seat;
    return read_seat(g, args, &seat) && check_turn(g, seat)
               ? native_hint(&g->header, &g->setup, &g->state, (int)seat)
               : NULL;
}

/* What a bot would do at a seat; it is given the view of that seat alone. */
static PyObject *ask(PyObject *self, PyObject *args) {
    const game_object *g = of(self);
    rz_bot_spec spec;
    PyObject *name;
    int64_t seat;
    if (!PyArg_ParseTuple(args, "O&O", native_whole, &seat, &name) || !check_made(g) ||
        !check_seat(g, seat, false) || !native_bot(name, game_of(g), &spec) || !check_turn(g, seat))
        return NULL;
    if (!spec.bot) {
        PyErr_SetString(PyExc_TypeError, "a bot is named by a text, like 'club', not by None");
        return NULL;
    }
    return PyLong_FromLong(rz_bot_move(&spec, game_of(g), &g->setup, &g->state, (int)seat,
                                       g->dealer.seed, (uint32_t)g->n_moves));
}

static PyObject *analysis(PyObject *self, PyObject *unused) {
    (void)unused;
    const game_object *g = of(self);
    return has_moves(g) ? native_analysis(&g->header, &g->setup, g->moves, g->n_moves) : NULL;
}

static PyMethodDef methods[] = {
    {"actors", actors, METH_NOARGS, "The set of seats that may act, as bits; 256 is chance."},
    {"seat", seat_to_act, METH_NOARGS, "The first of them; 8 is chance, -1 that it is over."},
    {"legal", legal, METH_VARARGS, "The legal actions of a seat."},
    {"chance", chance, METH_NOARGS, "What chance may do, each with its probability."},
    {"act", act, METH_VARARGS, "A seat (or chance, 8) acts."},
    {"deal", deal_once, METH_NOARGS, "Chance acts as the seed says; what it did."},
    {"follow", follow, METH_VARARGS, "The same; gives the lines that each seat sees of it."},
    {"set_deals", set_deals, METH_VARARGS, "Whether chance acts by itself from now on."},
    {"scores", scores, METH_NOARGS, "The score of every seat."},
    {"winners", winners, METH_NOARGS, "The set of those who lead, as bits."},
    {"moves", moves, METH_NOARGS, "All actions so far, each with who did it."},
    {"observe", observe, METH_VARARGS, "Writes what a seat sees into a tuple of arrays."},
    {"clone", clone, METH_NOARGS, "The same game once more."},
    {"__deepcopy__", copy_deeply, METH_O, "The same game once more."},
    {"sample", sample, METH_VARARGS, "A game that a seat can not tell from this: seat, seed."},
    {"lines", lines, METH_VARARGS, "The record as a seat sees it; -1 for all of it."},
    {"label", label, METH_VARARGS, "A choice of a seat in a few words."},
    {"hint", hint, METH_VARARGS, "What master would do, as JSON."},
    {"ask", ask, METH_VARARGS, "What a bot would do: seat, name."},
    {"analysis", analysis, METH_NOARGS, "Why it was won and lost, as JSON."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"One game (see razzia.Game)."},
    {Py_tp_init, (void *)init},
    {Py_tp_dealloc, (void *)dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec native_game_spec = {"razzia._core.Game", sizeof(game_object), 0, Py_TPFLAGS_DEFAULT,
                                slots};
