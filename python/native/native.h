/* The extension razzia._core: games and batches for Python, by the limited interface of Python
 * 3.11, so that one build serves every later version.
 *
 * Nothing of a game is known here: all of it goes through the contract (core/game.h), and batches
 * through batch/batch.h. Whatever is wrong with what a caller gives becomes an exception that says
 * what, where, and what is needed.
 */
#ifndef RZ_NATIVE_H
#define RZ_NATIVE_H

#define PY_SSIZE_T_CLEAN /* the build defines Py_LIMITED_API */
#include <Python.h>

#include "batch/batch.h"
#include "core/driver.h"
#include "games/games.h"
#include "gpu/batch.h"

/* ---- buffers.c: arrays of the caller's --------------------------------------------------------
 */

enum { NATIVE_ARRAYS = 9 };

/* The arrays of one call, held as long as it lasts. */
typedef struct native_arrays {
    rz_arrays arrays;
    Py_buffer held[NATIVE_ARRAYS];
    int count;
} native_arrays;

/* Takes a tuple of NATIVE_ARRAYS arrays or Nones, in the order of rz_arrays; all are checked for
 * type, shape, order and leave to write, and no two may share memory. False with an exception set,
 * and nothing held. */
bool native_hold(native_arrays *arrays, PyObject *tuple, const rz_game *game, int seats,
                 Py_ssize_t rows);
void native_release(native_arrays *arrays);

/* One action for each row from an array of any kind of whole numbers. What is no action at all
 * becomes RZ_HIDDEN, which no game allows; `strange` is the first such number. False with an
 * exception set. */
bool native_read_actions(PyObject *object, Py_ssize_t rows, rz_action *out, int64_t *strange);

/* ---- card.c: arrays on a graphics card --------------------------------------------------------
 */

/* A batch that is there, on a device of its own. */
typedef struct native_card {
    gpu_device device;
    gpu_batch batch;
} native_card;

/* A new array of zeros, whose memory is the card's of `owner`, which it keeps alive. */
PyObject *native_card_array(PyObject *owner, native_card *card, const char *code, PyObject *shape);

/* The same as native_hold, of arrays that native_card_array has made. */
bool native_hold_card(rz_arrays *arrays, PyObject *tuple, const native_card *card,
                      const rz_game *game, int seats, Py_ssize_t rows);

/* Where the actions are that an object lends by __cuda_array_interface__. */
bool native_read_card_actions(PyObject *object, Py_ssize_t rows, gpu_actions *actions);

/* Sets RuntimeError: what is wrong with the card. */
void native_raise_card(const native_card *card);
bool native_add_card(PyObject *module);

/* ---- setup.c: what games are played, and why not ----------------------------------------------
 */

/* From the name of a game, a number of seats and pairs of option and JSON. */
bool native_setup(const char *name, int seats, PyObject *options, rz_setup *setup);
const rz_game *native_game(const char *name);

/* "club", "greedy:200n"; NULL for no bot. */
bool native_bot(PyObject *name, const rz_game *game, rz_bot_spec *spec);

bool native_seed(PyObject *bytes, uint8_t seed[RZ_SEED]);

/* For "O&": an action, or a seat, as a whole number of any size, in an int64_t that goes as far as
 * it can. */
int native_whole(PyObject *object, void *number);

/* What is no action at all becomes RZ_HIDDEN. */
rz_action native_action(int64_t number);

/* Sets ValueError with the sentence of a problem. */
void native_raise(const rz_game *game, const rz_problem *problem);

/* Sets IllegalAction: `where` says which game of several, or is empty. */
void native_refuse(const rz_game *game, const char *where, int slot, int seat, int64_t action,
                   rz_error error);

extern PyObject *native_illegal; /* the exception razzia.IllegalAction */

/* ---- The types --------------------------------------------------------------------------------
 */

extern PyType_Spec native_game_spec, native_batch_spec;
extern PyTypeObject *native_game_type, *native_batch_type;

/* game.c: the state of a razzia._core.Game. */
const rz_setup *native_setup_of(PyObject *game);
const rz_state *native_state_of(PyObject *game);

/* text.c: what can be said of a game, each as a new Python object. */
typedef struct native_move {
    uint8_t actor, unused;
    rz_action action;
} native_move;
PyObject *native_lines(const rz_header *header, const rz_setup *setup, const native_move *moves,
                       size_t n, int viewer, bool in_words);
PyObject *native_due(const rz_header *header, const rz_setup *setup, rz_driver *driver);
PyObject *native_label(const rz_header *header, const rz_setup *setup, const rz_state *state,
                       int seat, rz_action action);
PyObject *native_hint(const rz_header *header, const rz_setup *setup, const rz_state *state,
                      int seat);
PyObject *native_analysis(const rz_header *header, const rz_setup *setup, const native_move *moves,
                          size_t n);

#endif
