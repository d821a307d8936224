/* razzia._core.CardArray: memory on a graphics card, lent to others as it is; and what others lend.
 *
 * Whatever is on the card has been waited for when a call ends, so that it does not matter in which
 * stream the borrower works. */
#include "native.h"

#include <string.h>

typedef struct card_array {
    PyObject ob_base;
    PyObject *owner; /* whose device it is on */
    native_card *card;
    void *at;
    char code; /* as struct and numpy call the type of its numbers */
    int dimensions;
    int64_t shape[2];
} card_array;

static PyTypeObject *array_type;

typedef struct number_type {
    char code;
    uint8_t size;
    const char *typestr;
    uint8_t dlpack; /* kDLInt, kDLUInt, kDLFloat */
} number_type;

static const number_type number_types[] = {
    {'B', 1, "|u1", 1}, {'f', 4, "<f4", 2}, {'i', 4, "<i4", 0}, {'I', 4, "<u4", 1}};

static const number_type *type_of(char code) {
    for (size_t i = 0; i < sizeof number_types / sizeof *number_types; i++)
        if (number_types[i].code == code)
            return &number_types[i];
    return NULL;
}

static card_array *of(PyObject *self) {
    return (card_array *)self;
}

static size_t size_of(const card_array *a) {
    size_t size = type_of(a->code)->size;
    for (int i = 0; i < a->dimensions; i++)
        size *= (size_t)a->shape[i];
    return size;
}

void native_raise_card(const native_card *card) {
    const gpu_device *d = &card->device;
    if (d->failed)
        PyErr_Format(PyExc_RuntimeError, "device='cuda': %s", d->problem ? d->problem : d->detail);
    else
        PyErr_NoMemory();
}

/* ---- Making and freeing ------------------------------------------------------------------------
 */

static bool read_shape(PyObject *shape, card_array *a) {
    a->dimensions = (int)PyTuple_Size(shape);
    if (a->dimensions < 1 || a->dimensions > 2) {
        PyErr_SetString(PyExc_ValueError, "shape: one dimension or two");
        return false;
    }
    for (int i = 0; i < a->dimensions; i++)
        a->shape[i] = PyLong_AsLongLong(PyTuple_GetItem(shape, i));
    return !PyErr_Occurred();
}

static bool allocate(card_array *a) {
    gpu_device *d = &a->card->device;
    size_t size = size_of(a);
    if (gpu_enter(d)) {
        a->at = gpu_new(d, size);
        gpu_clear(d, a->at, size);
    }
    gpu_leave(d);
    if (a->at && !d->failed)
        return true;
    native_raise_card(a->card);
    return false;
}

PyObject *native_card_array(PyObject *owner, native_card *card, const char *code, PyObject *shape) {
    card_array *a = PyObject_New(card_array, array_type);
    if (!a)
        return NULL;
    a->owner = Py_NewRef(owner);
    a->card = card;
    a->at = NULL;
    a->code = code[0];
    a->dimensions = 0;
    if (!type_of(a->code))
        PyErr_Format(PyExc_ValueError, "there are no arrays of type '%s' on a card", code);
    else if (read_shape(shape, a) && allocate(a))
        return (PyObject *)a;
    Py_DECREF((PyObject *)a);
    return NULL;
}

static void dealloc(PyObject *self) {
    card_array *a = of(self);
    PyTypeObject *type = Py_TYPE(self);
    if (a->at && gpu_enter(&a->card->device)) {
        gpu_free(&a->card->device, a->at);
        gpu_leave(&a->card->device);
    }
    Py_DECREF(a->owner);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

/* ---- Lending -----------------------------------------------------------------------------------
 */

static PyObject *shape_of(PyObject *self, void *unused) {
    const card_array *a = of(self);
    (void)unused;
    return a->dimensions == 1
               ? Py_BuildValue("(L)", (long long)a->shape[0])
               : Py_BuildValue("(LL)", (long long)a->shape[0], (long long)a->shape[1]);
}

static PyObject *nbytes_of(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromSize_t(size_of(of(self)));
}

static PyObject *typestr_of(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(type_of(of(self)->code)->typestr);
}

/* Version 3: https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html */
static PyObject *interface_of(PyObject *self, void *unused) {
    (void)unused;
    return Py_BuildValue("{s:N,s:s,s:(NO),s:i,s:O}", "shape", shape_of(self, NULL), "typestr",
                         type_of(of(self)->code)->typestr, "data", PyLong_FromVoidPtr(of(self)->at),
                         Py_False, "version", 3, "strides", Py_None);
}

/* What DLPack calls so, in its own layout. */
typedef struct lent {
    void *data;
    struct {
        int32_t type, id;
    } device;
    int32_t ndim;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
    void *manager_ctx;
    void (*deleter)(struct lent *lent);
    /* Ours: */
    int64_t numbers[4];
} lent;

enum { DLPACK_CUDA = 2 };

static void give_back(lent *l) {
    PyGILState_STATE state = PyGILState_Ensure(); /* the borrower may be in any thread */
    Py_DECREF((PyObject *)l->manager_ctx);
    PyMem_Free(l);
    PyGILState_Release(state);
}

/* A capsule that nobody has taken. */
static void discard_capsule(PyObject *capsule) {
    lent *l =
        PyCapsule_IsValid(capsule, "dltensor") ? PyCapsule_GetPointer(capsule, "dltensor") : NULL;
    if (l)
        l->deleter(l);
}

static lent *lend(PyObject *self) {
    card_array *a = of(self);
    lent *l = PyMem_Calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->data = a->at;
    l->device.type = DLPACK_CUDA;
    l->ndim = a->dimensions;
    l->dtype.code = type_of(a->code)->dlpack;
    l->dtype.bits = (uint8_t)(8 * type_of(a->code)->size);
    l->dtype.lanes = 1;
    l->shape = l->numbers;
    l->strides = l->numbers + 2;
    for (int i = 0; i < a->dimensions; i++) {
        l->shape[i] = a->shape[i];
        l->strides[i] = i + 1 < a->dimensions ? a->shape[i + 1] : 1;
    }
    l->manager_ctx = Py_NewRef(self);
    l->deleter = give_back;
    return l;
}

/* Any stream will do, and older capsules are understood by all. */
static PyObject *dlpack(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream, *version, *copy = Py_None;
    int type = DLPACK_CUDA, id = 0;
    PyObject *device = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOO", names, &stream, &version, &device,
                                     &copy) ||
        (device != Py_None && !PyArg_ParseTuple(device, "ii", &type, &id)))
        return NULL;
    if (type != DLPACK_CUDA || id != 0 || copy == Py_True) {
        PyErr_SetString(PyExc_BufferError,
                        "this array is lent where it is, on the first card, without a copy");
        return NULL;
    }
    lent *l = lend(self);
    if (!l)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(l, "dltensor", discard_capsule);
    if (!capsule)
        give_back(l);
    return capsule;
}

static PyObject *dlpack_device(PyObject *self, PyObject *unused) {
    (void)self, (void)unused;
    return Py_BuildValue("(ii)", DLPACK_CUDA, 0);
}

/* A copy of it for numpy. */
static PyObject *to_numpy(PyObject *self, PyObject *unused) {
    card_array *a = of(self);
    gpu_device *d = &a->card->device;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size_of(a));
    (void)unused;
    if (!bytes)
        return NULL;
    if (gpu_enter(d))
        gpu_download(d, PyBytes_AsString(bytes), a->at, size_of(a));
    gpu_leave(d);
    if (d->failed) {
        native_raise_card(a->card);
        Py_DECREF(bytes);
        return NULL;
    }
    PyObject *numpy = PyImport_ImportModule("numpy"), *flat = NULL, *whole = NULL;
    if (numpy)
        flat = PyObject_CallMethod(numpy, "frombuffer", "Os", bytes, type_of(a->code)->typestr);
    if (flat)
        whole = PyObject_CallMethod(flat, "reshape", "N", shape_of(self, NULL));
    Py_XDECREF(flat);
    Py_XDECREF(numpy);
    Py_DECREF(bytes);
    return whole;
}

static PyMethodDef methods[] = {
    {"__dlpack__", (PyCFunction)(void (*)(void))dlpack, METH_VARARGS | METH_KEYWORDS,
     "Lends the memory by DLPack."},
    {"__dlpack_device__", dlpack_device, METH_NOARGS, "Where it is: (2, 0), the first card."},
    {"numpy", to_numpy, METH_NOARGS, "A copy of it as an array of numpy."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"shape", shape_of, NULL, "Rows, and numbers of a row if there are several.", NULL},
    {"nbytes", nbytes_of, NULL, "Its size.", NULL},
    {"typestr", typestr_of, NULL, "The type of its numbers, as numpy.dtype reads it.", NULL},
    {"__cuda_array_interface__", interface_of, NULL, "Lends the memory by its address.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"An array in the memory of a graphics card (see razzia.Batch)."},
    {Py_tp_dealloc, (void *)dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL},
};

static PyType_Spec spec = {"razzia._core.CardArray", sizeof(card_array), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

bool native_add_card(PyObject *module) {
    array_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return array_type && PyModule_AddObjectRef(module, "CardArray", (PyObject *)array_type) == 0;
}

/* ---- Arrays of a call --------------------------------------------------------------------------
 */

bool native_hold_card(rz_arrays *arrays, PyObject *tuple, const native_card *card,
                      const rz_game *game, int seats, Py_ssize_t rows) {
    const size_t features = (size_t)rz_features_size(game, seats), n = (size_t)seats;
    const size_t sizes[NATIVE_ARRAYS] = {
        features, 4 * features, game->actions, (size_t)rz_mask_bytes(game), 1, 1, 4 * n, 4 * n, 4};
    void *at[NATIVE_ARRAYS] = {NULL};
    if (!PyTuple_Check(tuple) || PyTuple_Size(tuple) != NATIVE_ARRAYS) {
        PyErr_Format(PyExc_TypeError, "a tuple of %d arrays or Nones is needed", NATIVE_ARRAYS);
        return false;
    }
    for (int i = 0; i < NATIVE_ARRAYS; i++) {
        PyObject *object = PyTuple_GetItem(tuple, i);
        if (object == Py_None)
            continue;
        if (!PyObject_TypeCheck(object, array_type) || of(object)->card != card ||
            size_of(of(object)) != (size_t)rows * sizes[i]) {
            PyErr_SetString(PyExc_TypeError, "a batch on a card writes its own arrays alone");
            return false;
        }
        at[i] = of(object)->at;
    }
    *arrays = (rz_arrays){at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8]};
    return true;
}

static bool refuse_actions(const char *why) {
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_TypeError, "actions: %s", why);
    return false;
}

/* "<i8": a whole number in the order of this machine. */
static bool read_type(PyObject *interface, gpu_actions *actions) {
    PyObject *text = PyDict_GetItemString(interface, "typestr");
    const char *type = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    if (!type || strlen(type) != 3 || !strchr("|<", type[0]) || !strchr("iu", type[1]) ||
        !strchr("1248", type[2]))
        return refuse_actions("whole numbers are needed");
    actions->size = (uint32_t)(type[2] - '0');
    actions->has_sign = type[1] == 'i';
    actions->stride = actions->size;
    return true;
}

static bool read_place(PyObject *interface, gpu_actions *actions) {
    PyObject *data = PyDict_GetItemString(interface, "data");
    PyObject *strides = PyDict_GetItemString(interface, "strides");
    PyObject *pointer = data && PyTuple_Check(data) ? PyTuple_GetItem(data, 0) : NULL;
    if (!pointer)
        return refuse_actions("its __cuda_array_interface__ has no data");
    actions->at = PyLong_AsVoidPtr(pointer);
    if (strides && strides != Py_None)
        actions->stride = PyLong_AsLongLong(PyTuple_GetItem(strides, 0));
    return !PyErr_Occurred();
}

bool native_read_card_actions(PyObject *object, Py_ssize_t rows, gpu_actions *actions) {
    PyObject *interface = PyObject_GetAttrString(object, "__cuda_array_interface__");
    if (!interface)
        return false;
    PyObject *shape = PyDict_Check(interface) ? PyDict_GetItemString(interface, "shape") : NULL;
    bool good = shape && PyTuple_Check(shape) && PyTuple_Size(shape) == 1 &&
                PyLong_AsSsize_t(PyTuple_GetItem(shape, 0)) == rows;
    if (!good && !PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "actions: an array of shape (%zd,) is needed", rows);
    good = good && read_type(interface, actions) && read_place(interface, actions);
    Py_DECREF(interface);
    return good;
}
