#include "native.h"

#include <string.h>

/* What an array of rz_arrays must be. */
typedef struct wanted {
    const char *name;
    const char *formats; /* that mean this type in the language of struct */
    const char *type;    /* for people */
    Py_ssize_t size;     /* of a number */
    Py_ssize_t columns;  /* 0: one number a row, and no second dimension */
} wanted;

static bool is_foreign(const char *format) {
    static const char own = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    return *format == (own == '<' ? '>' : '<') || (*format == '!' && own == '<');
}

static char code_of(const char *format) {
    if (!format)
        return 'B';
    return *format && strchr("@=<>!", *format) ? format[1] : format[0];
}

static void write_shape(const Py_ssize_t *shape, int n, char *out, size_t size) {
    size_t at = 0;
    out[0] = '\0';
    for (int i = 0; i < n && at + 24 < size; i++)
        at += (size_t)PyOS_snprintf(out + at, size - at, i ? ", %zd" : "%zd", shape[i]);
    PyOS_snprintf(out + at, size - at, n == 1 ? "," : "");
}

static bool check_shape(const wanted *w, const Py_buffer *b, Py_ssize_t rows) {
    Py_ssize_t shape[2] = {rows, w->columns};
    int n = w->columns ? 2 : 1;
    bool same = b->ndim == n;
    for (int i = 0; same && i < n; i++)
        same = b->shape[i] == shape[i];
    if (same)
        return true;
    char need[100], have[100];
    write_shape(shape, n, need, sizeof need);
    write_shape(b->shape, b->ndim, have, sizeof have);
    PyErr_Format(PyExc_ValueError, "%s: an array of shape (%s) is needed, not (%s)", w->name, need,
                 have);
    return false;
}

static bool check_array(const wanted *w, const Py_buffer *b, Py_ssize_t rows) {
    if (b->format && is_foreign(b->format)) {
        PyErr_Format(PyExc_TypeError,
                     "%s: the bytes of its numbers are in the order of another machine; use "
                     "numpy.%s",
                     w->name, w->type);
        return false;
    }
    char code = code_of(b->format);
    if (!strchr(w->formats, code) || code == '\0' || b->itemsize != w->size) {
        PyErr_Format(PyExc_TypeError, "%s: numbers of type %s are needed, not format '%s'", w->name,
                     w->type, b->format ? b->format : "B");
        return false;
    }
    if (!check_shape(w, b, rows))
        return false;
    if (!PyBuffer_IsContiguous(b, 'C')) {
        PyErr_Format(PyExc_ValueError,
                     "%s: the numbers must stand one behind the other, row by row; use "
                     "numpy.ascontiguousarray",
                     w->name);
        return false;
    }
    if (b->readonly) {
        PyErr_Format(PyExc_ValueError, "%s: the array is read-only, and must be written to",
                     w->name);
        return false;
    }
    return true;
}

static bool hold_one(native_arrays *held, PyObject *object, const wanted *w, Py_ssize_t rows,
                     void **out) {
    *out = NULL;
    if (object == Py_None)
        return true;
    Py_buffer *b = &held->held[held->count];
    if (PyObject_GetBuffer(object, b, PyBUF_RECORDS_RO) != 0) {
        PyErr_Format(PyExc_TypeError, "%s: an array is needed that lends its memory (numpy.%s)",
                     w->name, w->type);
        return false;
    }
    held->count++;
    *out = b->buf;
    return check_array(w, b, rows);
}

static bool is_shared(const Py_buffer *a, const Py_buffer *b) {
    const char *one = a->buf, *other = b->buf;
    return one < other + b->len && other < one + a->len;
}

/* Whether each array has memory of its own. */
static bool check_apart(const native_arrays *held, const wanted *const wants[]) {
    for (int i = 0; i < held->count; i++)
        for (int k = 0; k < i; k++)
            if (is_shared(&held->held[i], &held->held[k])) {
                PyErr_Format(PyExc_ValueError, "%s and %s share memory; each needs its own",
                             wants[k]->name, wants[i]->name);
                return false;
            }
    return true;
}

bool native_hold(native_arrays *held, PyObject *tuple, const rz_game *game, int seats,
                 Py_ssize_t rows) {
    const Py_ssize_t features = rz_features_size(game, seats);
    const wanted all[NATIVE_ARRAYS] = {
        {"obs", "B", "uint8", 1, features},
        {"obs", "f", "float32", 4, features},
        {"mask", "Bb?", "uint8", 1, game->actions},
        {"bits", "B", "uint8", 1, rz_mask_bytes(game)},
        {"seat", "B", "uint8", 1, 0},
        {"done", "B?", "uint8", 1, 0},
        {"reward", "f", "float32", 4, seats},
        {"score", "il", "int32", 4, seats},
        {"number", "IL", "uint32", 4, 0},
    };
    void *at[NATIVE_ARRAYS];
    const wanted *wants[NATIVE_ARRAYS]; /* of what is held */
    held->count = 0;
    if (!PyTuple_Check(tuple) || PyTuple_Size(tuple) != NATIVE_ARRAYS) {
        PyErr_Format(PyExc_TypeError, "a tuple of %d arrays or Nones is needed", NATIVE_ARRAYS);
        return false;
    }
    bool good = true;
    for (int i = 0; good && i < NATIVE_ARRAYS; i++) {
        wants[held->count] = &all[i];
        good = hold_one(held, PyTuple_GetItem(tuple, i), &all[i], rows, &at[i]);
    }
    if (!good || !check_apart(held, wants)) {
        native_release(held);
        return false;
    }
    held->arrays = (rz_arrays){at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8]};
    return true;
}

void native_release(native_arrays *held) {
    while (held->count > 0)
        PyBuffer_Release(&held->held[--held->count]);
}

/* ---- Actions ----------------------------------------------------------------------------------
 */

/* A number of the caller's, as far as it goes. */
static int64_t number_at(const char *at, Py_ssize_t size, bool has_sign) {
    switch (size) {
    case 1:
        return has_sign ? *(const int8_t *)at : *(const uint8_t *)at;
    case 2: {
        uint16_t n;
        memcpy(&n, at, sizeof n);
        return has_sign ? (int16_t)n : n;
    }
    case 4: {
        uint32_t n;
        memcpy(&n, at, sizeof n);
        return has_sign ? (int64_t)(int32_t)n : (int64_t)n;
    }
    default: {
        uint64_t n;
        memcpy(&n, at, sizeof n);
        return has_sign || n <= INT64_MAX ? (int64_t)n : INT64_MAX;
    }
    }
}

static bool check_actions(const Py_buffer *b, Py_ssize_t rows) {
    static const wanted actions = {"actions", "bBhHiIlLqQ", "uint16", 0, 0};
    char code = code_of(b->format);
    if (b->format && is_foreign(b->format)) {
        PyErr_SetString(PyExc_TypeError, "actions: the bytes of its numbers are in the order of "
                                         "another machine; use numpy.uint16");
        return false;
    }
    if (code == '\0' || !strchr(actions.formats, code)) {
        PyErr_Format(PyExc_TypeError, "actions: whole numbers are needed, not format '%s'",
                     b->format);
        return false;
    }
    return check_shape(&actions, b, rows);
}

bool native_read_actions(PyObject *object, Py_ssize_t rows, rz_action *out, int64_t *strange) {
    Py_buffer b;
    if (PyObject_GetBuffer(object, &b, PyBUF_RECORDS_RO) != 0) {
        PyErr_SetString(PyExc_TypeError,
                        "actions: an array of whole numbers is needed (numpy.uint16)");
        return false;
    }
    bool good = check_actions(&b, rows);
    bool has_sign = good && strchr("bhilq", code_of(b.format)), is_strange = false;
    for (Py_ssize_t i = 0; good && i < rows; i++) {
        Py_ssize_t step = b.strides ? b.strides[0] : b.itemsize;
        int64_t n = number_at((const char *)b.buf + i * step, b.itemsize, has_sign);
        out[i] = native_action(n);
        if (out[i] == RZ_HIDDEN && !is_strange) {
            *strange = n;
            is_strange = true;
        }
    }
    PyBuffer_Release(&b);
    return good;
}
