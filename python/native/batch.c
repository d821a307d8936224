/* razzia._core.Batch. */
#include "native.h"

#include <string.h>
#include <time.h>

typedef struct batch_object {
    PyObject ob_base;
    rz_batch *batch;   /* NULL once it is closed, or if it is … */
    native_card *card; /* … on a graphics card */
    bool is_open;
    rz_action *actions;
    int64_t strange; /* the first of the last actions that is none */
    const rz_game *game;
    int seats;
    Py_ssize_t rows;
    bool is_busy;           /* a call is at work, in some thread */
    PyThreadState *waiting; /* of that thread, which has let others go on */
    struct timespec asked;  /* when it last looked for signals */
} batch_object;

PyTypeObject *native_batch_type;

static batch_object *of(PyObject *self) {
    return (batch_object *)self;
}

/* ---- Working without the lock of the interpreter -----------------------------------------------
 */

/* Now and then Ctrl-C is looked for. */
static bool should_stop(void *context) {
    batch_object *b = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec == b->asked.tv_sec && now.tv_nsec - b->asked.tv_nsec < 50000000)
        return false;
    b->asked = now;
    if (!b->waiting)
        return false;
    PyEval_RestoreThread(b->waiting);
    bool stop = PyErr_CheckSignals() != 0;
    b->waiting = PyEval_SaveThread();
    return stop;
}

static bool check_idle(const batch_object *b) {
    if (b->is_busy)
        PyErr_SetString(PyExc_RuntimeError,
                        "this batch is at work in another thread; each thread needs its own");
    return !b->is_busy;
}

static bool begin(batch_object *b) {
    if (!check_idle(b))
        return false;
    if (!b->is_open) {
        PyErr_SetString(PyExc_ValueError, "this batch has been closed");
        return false;
    }
    b->is_busy = true;
    clock_gettime(CLOCK_MONOTONIC, &b->asked);
    return true;
}

static void let_others_go_on(batch_object *b) {
    b->waiting = PyEval_SaveThread();
}

static void come_back(batch_object *b) {
    PyThreadState *state = b->waiting;
    b->waiting = NULL;
    PyEval_RestoreThread(state);
}

/* None, or NULL with the exception of a fault. */
static PyObject *end(batch_object *b, rz_batch_fault fault, const rz_refusal *refusal) {
    char where[40];
    b->is_busy = false;
    if (b->card && b->card->device.failed) {
        native_raise_card(b->card);
        return NULL;
    }
    switch (fault) {
    case RZ_BATCH_OK:
        Py_RETURN_NONE;
    case RZ_BATCH_STOPPED: /* the exception is there already */
        return NULL;
    case RZ_BATCH_ILLEGAL:
        PyOS_snprintf(where, sizeof where, "game %u: ", (unsigned)refusal->slot);
        native_refuse(b->game, where, (int)refusal->slot, refusal->seat,
                      b->actions[refusal->slot] == RZ_HIDDEN ? b->strange
                                                             : b->actions[refusal->slot],
                      refusal->error);
        return NULL;
    case RZ_BATCH_LOST:
        PyErr_SetString(PyExc_RuntimeError,
                        "the threads of this batch stayed in the process that made it; make it "
                        "after the fork, or with threads=1");
        return NULL;
    case RZ_BATCH_STUCK:
        PyErr_SetString(PyExc_ValueError,
                        "with these options games end before any seat without a bot has acted");
        return NULL;
    case RZ_BATCH_NO_SEAT:
        PyErr_SetString(PyExc_ValueError, "every seat has a bot; one must be left to you (None)");
        return NULL;
    case RZ_BATCH_NOT_READY:
        PyErr_SetString(PyExc_ValueError, "a bot lacks its net");
        return NULL;
    case RZ_BATCH_NO_THREADS:
        PyErr_SetString(PyExc_RuntimeError, "so many threads can not be had");
        return NULL;
    default:
        return PyErr_NoMemory();
    }
}

/* ---- Making and closing ------------------------------------------------------------------------
 */

static bool read_bots(PyObject *bots, rz_batch_plan *plan, const rz_game *game) {
    int seats = rz_seats(&plan->setup);
    if (!PySequence_Check(bots) || PySequence_Size(bots) != seats) {
        PyErr_Format(PyExc_ValueError, "bots: the name of a bot or None for each of %d seats",
                     seats);
        return false;
    }
    for (int s = 0; s < seats; s++) {
        PyObject *bot = PySequence_GetItem(bots, s);
        bool good = bot && native_bot(bot, game, &plan->bots[s]);
        Py_XDECREF(bot);
        if (!good)
            return false;
    }
    return true;
}

/* Bots that are too much for a card. */
static bool check_card_bots(const rz_batch_plan *plan, const rz_game *game) {
    for (int s = 0; s < rz_seats(&plan->setup); s++)
        if (!gpu_batch_seats(game, &plan->bots[s])) {
            PyErr_Format(PyExc_ValueError,
                         "bots: with device='cuda' there are random and, in loot and bars, greedy, "
                         "but not '%s'",
                         plan->bots[s].bot->name);
            return false;
        }
    return true;
}

static bool read_plan(PyObject *args, rz_batch_plan *plan, int *on_card) {
    const char *name;
    PyObject *options, *seed, *bots;
    int seats, rewards, threads, fair, rotate;
    long long games;
    if (!PyArg_ParseTuple(args, "siOLOiipOpp", &name, &seats, &options, &games, &seed, &rewards,
                          &threads, &fair, &bots, &rotate, on_card) ||
        !native_setup(name, seats, options, &plan->setup) || !native_seed(seed, plan->seed) ||
        !read_bots(bots, plan, native_game(name)) ||
        (*on_card && !check_card_bots(plan, native_game(name))))
        return false;
    if (games < 1 || games > RZ_BATCH_SLOTS_MAX) {
        PyErr_Format(PyExc_ValueError, "games: from 1 to %d, not %lld", RZ_BATCH_SLOTS_MAX, games);
        return false;
    }
    if (threads < 1 || threads > RZ_BATCH_THREADS_MAX) {
        PyErr_Format(PyExc_ValueError, "threads: from 1 to %d, not %d", RZ_BATCH_THREADS_MAX,
                     threads);
        return false;
    }
    if (rewards < RZ_REWARD_SHARE || rewards > RZ_REWARD_RANK) {
        PyErr_Format(PyExc_ValueError, "rewards: 0, 1 or 2, not %d", rewards);
        return false;
    }
    plan->slots = (uint32_t)games;
    plan->rewards = (rz_rewards)rewards;
    plan->threads = threads;
    plan->fair = fair;
    plan->rotate = rotate;
    return true;
}

/* A card that was opened is kept until the object is gone: arrays may live longer than the batch.
 */
static rz_batch_fault open_card(batch_object *b, const rz_batch_plan *plan) {
    native_card *card = b->card;
    rz_batch_fault fault = RZ_BATCH_NO_MEMORY;
    if (gpu_open(&card->device))
        fault = gpu_batch_begin(&card->batch, &card->device, plan);
    gpu_leave(&card->device);
    return fault;
}

static void discard(batch_object *b) {
    rz_batch_free(b->batch);
    PyMem_Free(b->actions);
    b->batch = NULL;
    b->actions = NULL;
    if (b->card && gpu_enter(&b->card->device)) {
        gpu_batch_end(&b->card->batch);
        gpu_leave(&b->card->device);
    }
    b->is_open = false;
}

static int init(PyObject *self, PyObject *args, PyObject *kwargs) {
    batch_object *b = of(self);
    rz_batch_plan plan = {.should_stop = should_stop, .context = b};
    rz_batch_fault fault;
    int on_card;
    if (kwargs && PyDict_Size(kwargs) > 0) {
        PyErr_SetString(PyExc_TypeError, "Batch takes no keywords");
        return -1;
    }
    if (!check_idle(b))
        return -1;
    if (b->batch || b->card) {
        PyErr_SetString(PyExc_RuntimeError, "this batch has been made already");
        return -1;
    }
    if (!read_plan(args, &plan, &on_card) ||
        !check_idle(b)) /* what was read may have run other code */
        return -1;
    b->is_busy = true;
    b->game = rz_game_of(&plan.setup);
    b->seats = rz_seats(&plan.setup);
    b->rows = (Py_ssize_t)plan.slots;
    b->actions = PyMem_Malloc(plan.slots * sizeof *b->actions);
    b->card = on_card ? PyMem_Calloc(1, sizeof *b->card) : NULL;
    if (!b->actions || (on_card && !b->card)) {
        b->is_busy = false;
        discard(b);
        PyErr_NoMemory();
        return -1;
    }
    let_others_go_on(b);
    if (on_card)
        fault = open_card(b, &plan);
    else
        b->batch = rz_batch_new(&plan, &fault);
    come_back(b);
    b->is_open = fault == RZ_BATCH_OK;
    PyObject *result = end(b, fault, NULL);
    if (!result)
        discard(b);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

static void close_card(native_card *card) {
    if (card && gpu_enter(&card->device))
        gpu_close(&card->device);
    PyMem_Free(card);
}

static void dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    discard(of(self));
    close_card(of(self)->card);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

static PyObject *close_batch(PyObject *self, PyObject *unused) {
    (void)unused;
    batch_object *b = of(self);
    if (!check_idle(b))
        return NULL;
    discard(b);
    Py_RETURN_NONE;
}

/* ---- Calls --------------------------------------------------------------------------------------
 */

typedef struct request {
    rz_batch_fault (*run)(batch_object *b, const struct request *request);
    const rz_arrays *arrays;
    const gpu_actions *actions; /* on a card; NULL: those that have been read */
    uint32_t steps;
    const uint8_t *seed;
    const rz_view *view;
    int seat;
    rz_refusal *refusal;
} request;

static bool hold(batch_object *b, native_arrays *held, PyObject *arrays) {
    return b->card ? native_hold_card(&held->arrays, arrays, b->card, b->game, b->seats, b->rows)
                   : native_hold(held, arrays, b->game, b->seats, b->rows);
}

/* Whoever has written the actions, in whichever stream, has done so; and when it returns so is
 * this. */
static rz_batch_fault run_on_card(batch_object *b, const request *r) {
    gpu_device *device = &b->card->device;
    rz_batch_fault fault = RZ_BATCH_NO_MEMORY;
    if (gpu_enter(device) && gpu_wait(device))
        fault = r->run(b, r);
    if (!gpu_wait(device))
        fault = RZ_BATCH_NO_MEMORY;
    gpu_leave(device);
    return fault;
}

/* A call with arrays, which are held meanwhile. */
static PyObject *call(batch_object *b, PyObject *arrays, request r) {
    native_arrays held = {.count = 0};
    rz_refusal refusal = {0};
    if (arrays && !hold(b, &held, arrays)) {
        b->is_busy = false;
        return NULL;
    }
    r.arrays = arrays ? &held.arrays : NULL;
    r.refusal = &refusal;
    let_others_go_on(b);
    rz_batch_fault fault = (b->card ? run_on_card : r.run)(b, &r);
    come_back(b);
    native_release(&held);
    return end(b, fault, &refusal);
}

static rz_batch_fault run_observe(batch_object *b, const request *r) {
    return b->card ? gpu_batch_observe(&b->card->batch, r->arrays)
                   : rz_batch_observe(b->batch, r->arrays);
}

static PyObject *observe(PyObject *self, PyObject *arrays) {
    return begin(of(self)) ? call(of(self), arrays, (request){.run = run_observe}) : NULL;
}

static rz_batch_fault step_on_card(batch_object *b, const request *r) {
    gpu_batch *batch = &b->card->batch;
    gpu_actions actions = r->actions ? *r->actions : gpu_batch_upload(batch, b->actions);
    int64_t refused = 0;
    rz_batch_fault fault = gpu_batch_step(batch, &actions, r->arrays, r->refusal, &refused);
    if (fault == RZ_BATCH_ILLEGAL && r->actions) { /* those that came from here are known */
        b->actions[r->refusal->slot] = native_action(refused);
        b->strange = refused;
    }
    return fault;
}

static rz_batch_fault run_step(batch_object *b, const request *r) {
    if (b->card)
        return step_on_card(b, r);
    return rz_batch_step(b->batch, b->actions, r->arrays, r->refusal);
}

static PyObject *step(PyObject *self, PyObject *args) {
    batch_object *b = of(self);
    PyObject *actions, *arrays;
    if (!PyArg_ParseTuple(args, "OO", &actions, &arrays) || !begin(b))
        return NULL;
    gpu_actions there;
    bool are_there = b->card && PyObject_HasAttrString(actions, "__cuda_array_interface__");
    if (are_there ? native_read_card_actions(actions, b->rows, &there)
                  : native_read_actions(actions, b->rows, b->actions, &b->strange))
        return call(b, arrays, (request){.run = run_step, .actions = are_there ? &there : NULL});
    b->is_busy = false;
    return NULL;
}

static rz_batch_fault run_play(batch_object *b, const request *r) {
    return b->card ? gpu_batch_play(&b->card->batch, r->steps, r->arrays)
                   : rz_batch_play(b->batch, r->steps, r->arrays);
}

static PyObject *play(PyObject *self, PyObject *args) {
    PyObject *arrays;
    long long steps;
    if (!PyArg_ParseTuple(args, "LO", &steps, &arrays))
        return NULL;
    if (steps < 0 || steps > UINT32_MAX) {
        PyErr_Format(PyExc_ValueError, "steps: from 0 to %u, not %lld", UINT32_MAX, steps);
        return NULL;
    }
    return begin(of(self)) ? call(of(self), arrays == Py_None ? NULL : arrays,
                                  (request){.run = run_play, .steps = (uint32_t)steps})
                           : NULL;
}

static rz_batch_fault run_finish(batch_object *b, const request *r) {
    return b->card ? gpu_batch_finish(&b->card->batch, r->arrays)
                   : rz_batch_finish(b->batch, r->arrays);
}

static PyObject *finish(PyObject *self, PyObject *arrays) {
    return begin(of(self)) ? call(of(self), arrays, (request){.run = run_finish}) : NULL;
}

static rz_batch_fault run_reset(batch_object *b, const request *r) {
    return b->card ? gpu_batch_reset(&b->card->batch, r->seed) : rz_batch_reset(b->batch, r->seed);
}

static PyObject *reset(PyObject *self, PyObject *bytes) {
    uint8_t seed[RZ_SEED];
    return native_seed(bytes, seed) && begin(of(self))
               ? call(of(self), NULL, (request){.run = run_reset, .seed = seed})
               : NULL;
}

static rz_batch_fault run_sample(batch_object *b, const request *r) {
    return rz_batch_sample(b->batch, r->view, r->seat);
}

static PyObject *sample(PyObject *self, PyObject *args) {
    batch_object *b = of(self);
    PyObject *game;
    int64_t seat;
    rz_view view;
    if (!PyArg_ParseTuple(args, "O!O&", native_game_type, &game, native_whole, &seat) || !begin(b))
        return NULL;
    if (b->card) {
        b->is_busy = false;
        PyErr_SetString(PyExc_ValueError, "sample: not with device='cuda'");
        return NULL;
    }
    const rz_setup *setup = native_setup_of(game);
    const rz_state *state = native_state_of(game);
    const rz_setup *own = &rz_batch_plan_of(b->batch)->setup;
    b->is_busy = false;
    if (memcmp(setup, own, b->game->setup_size) != 0) {
        PyErr_SetString(PyExc_ValueError, "the game has other seats or options than the batch");
        return NULL;
    }
    if (seat < 0 || seat >= b->seats ||
        !(b->game->to_act(own, rz_state_public(state)) >> seat & 1)) {
        PyErr_Format(PyExc_ValueError, "seat %lld is not to act in that game", (long long)seat);
        return NULL;
    }
    b->game->view(own, state, (int)seat, &view);
    return begin(b) ? call(b, NULL, (request){.run = run_sample, .view = &view, .seat = (int)seat})
                    : NULL;
}

static PyObject *counts(PyObject *self, PyObject *unused) {
    (void)unused;
    batch_object *b = of(self);
    if (!begin(b))
        return NULL;
    rz_batch_counts sums = {0};
    if (b->card && gpu_enter(&b->card->device))
        sums = gpu_batch_count(&b->card->batch);
    else if (!b->card)
        sums = rz_batch_count(b->batch);
    if (b->card)
        gpu_leave(&b->card->device);
    b->is_busy = false;
    if (b->card && b->card->device.failed) {
        native_raise_card(b->card);
        return NULL;
    }
    return Py_BuildValue("{s:K,s:K,s:K}", "games", (unsigned long long)sums.games, "decisions",
                         (unsigned long long)sums.decisions, "actions",
                         (unsigned long long)sums.actions);
}

static PyObject *memory(PyObject *self, PyObject *unused) {
    (void)unused;
    batch_object *b = of(self);
    if (!begin(b))
        return NULL;
    size_t size =
        b->card ? gpu_batch_memory(&b->card->batch) : rz_batch_memory(rz_batch_plan_of(b->batch));
    b->is_busy = false;
    return PyLong_FromSize_t(size);
}

static PyObject *card_array(PyObject *self, PyObject *args) {
    batch_object *b = of(self);
    const char *code;
    PyObject *shape;
    if (!PyArg_ParseTuple(args, "sO!", &code, &PyTuple_Type, &shape) || !begin(b))
        return NULL;
    b->is_busy = false;
    if (b->card)
        return native_card_array(self, b->card, code, shape);
    PyErr_SetString(PyExc_ValueError, "this batch is not on a card");
    return NULL;
}

static PyMethodDef methods[] = {
    {"observe", observe, METH_O, "Writes how things stand into a tuple of arrays."},
    {"step", step, METH_VARARGS, "One decision in every game: actions, arrays."},
    {"play", play, METH_VARARGS, "Random decisions in every game: how many, arrays or None."},
    {"finish", finish, METH_O, "Random decisions until every game has ended: arrays."},
    {"reset", reset, METH_O, "All games begin anew, from another seed of 32 bytes."},
    {"sample", sample, METH_VARARGS, "All games begin from what a seat of a game can not tell."},
    {"counts", counts, METH_NOARGS, "What has been played so far."},
    {"memory", memory, METH_NOARGS, "Bytes that the games take."},
    {"card_array", card_array, METH_VARARGS, "A new array on its card: type, shape."},
    {"close", close_batch, METH_NOARGS, "Frees the games and the threads."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"Many games of one setup (see razzia.Batch)."},
    {Py_tp_init, (void *)init},
    {Py_tp_dealloc, (void *)dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec native_batch_spec = {"razzia._core.Batch", sizeof(batch_object), 0, Py_TPFLAGS_DEFAULT,
                                 slots};
