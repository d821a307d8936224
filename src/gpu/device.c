#include "gpu/device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "core/translate.h"

/* The functions that are used of the driver, by their names there, with the few types that they
 * need: handles are pointers, addresses on the card 64-bit numbers, 0 means that all is well. */
#define FUNCTIONS(X)                                                                               \
    X(init, "cuInit", (unsigned flags))                                                            \
    X(device_get, "cuDeviceGet", (int *device, int number))                                        \
    X(device_name, "cuDeviceGetName", (char *name, int size, int device))                          \
    X(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, int device))           \
    X(context_retain, "cuDevicePrimaryCtxRetain", (void **context, int device))                    \
    X(context_release, "cuDevicePrimaryCtxRelease_v2", (int device))                               \
    X(context_push, "cuCtxPushCurrent_v2", (void *context))                                        \
    X(context_pop, "cuCtxPopCurrent_v2", (void **context))                                         \
    X(context_limit, "cuCtxSetLimit", (int limit, size_t value))                                   \
    X(synchronize, "cuCtxSynchronize", (void))                                                     \
    X(memory_new, "cuMemAlloc_v2", (uint64_t * address, size_t size))                              \
    X(memory_free, "cuMemFree_v2", (uint64_t address))                                             \
    X(upload, "cuMemcpyHtoD_v2", (uint64_t to, const void *from, size_t size))                     \
    X(download, "cuMemcpyDtoH_v2", (void *to, uint64_t from, size_t size))                         \
    X(clear, "cuMemsetD8_v2", (uint64_t at, unsigned char byte, size_t size))                      \
    X(module_load, "cuModuleLoadData", (void **module, const void *image))                         \
    X(module_unload, "cuModuleUnload", (void *module))                                             \
    X(module_function, "cuModuleGetFunction", (void **function, void *module, const char *name))   \
    X(launch, "cuLaunchKernel",                                                                    \
      (void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,            \
       unsigned bz, unsigned shared, void *stream, void **arguments, void **extra))                \
    X(error_text, "cuGetErrorString", (int error, const char **text))

struct gpu_driver {
#define X(name, symbol, arguments) int(*name) arguments;
    FUNCTIONS(X)
#undef X
};

enum { PROCESSORS = 16, STACK_LIMIT = 0 }; /* an attribute of devices, a limit of contexts */

static bool fail(gpu_device *d, const char *problem) {
    d->failed = true;
    d->problem = problem;
    return false;
}

/* The first thing that goes wrong is remembered. */
static bool check(gpu_device *d, int error) {
    const char *text = NULL;
    if (error == 0)
        return true;
    if (d->failed)
        return false;
    d->driver->error_text(error, &text);
    snprintf(d->detail, sizeof d->detail, "%s", text ? text : "?");
    return fail(d, NULL);
}

static const gpu_driver *find_driver(void) {
    static gpu_driver driver;
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    bool whole = library != NULL;
    if (!library)
        return NULL;
#define X(name, symbol, arguments)                                                                 \
    {                                                                                              \
        void *found = dlsym(library, symbol);                                                      \
        memcpy(&driver.name, &found, sizeof found);                                                \
        whole = whole && found;                                                                    \
    }
    FUNCTIONS(X)
#undef X
    return whole ? &driver : NULL;
}

bool gpu_open(gpu_device *d) {
    *d = (gpu_device){0};
    if (!gpu_images[0].name)
        return fail(d, N_("this program was built without kernels for graphics cards (meson "
                          "configure build -Dgpu=enabled)"));
    if (!(d->driver = find_driver()))
        return fail(d, N_("there is no driver for NVIDIA's graphics cards here (libcuda.so.1)"));
    if (d->driver->init(0) != 0 || d->driver->device_get(&d->handle, 0) != 0)
        return fail(d, N_("there is no graphics card of NVIDIA's here"));
    return check(d, d->driver->device_name(d->name, sizeof d->name, d->handle)) &&
           check(d, d->driver->device_attribute(&d->processors, PROCESSORS, d->handle)) &&
           check(d, d->driver->context_retain(&d->context, d->handle)) && gpu_enter(d);
}

bool gpu_enter(gpu_device *d) {
    if (!d->context) /* it was never opened */
        return false;
    d->entered = check(d, d->driver->context_push(d->context));
    return d->entered;
}

void gpu_leave(gpu_device *d) {
    void *context;
    if (d->entered)
        check(d, d->driver->context_pop(&context));
    d->entered = false;
}

void gpu_close(gpu_device *d) {
    if (d->context) {
        gpu_leave(d);
        d->driver->context_release(d->handle);
    }
    d->context = NULL;
    d->driver = NULL;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static uint64_t address_of(const void *memory) {
    return (uint64_t)(uintptr_t)memory;
}

void *gpu_new(gpu_device *d, size_t size) {
    uint64_t address = 0;
    if (d->failed || !check(d, d->driver->memory_new(&address, size)))
        return NULL;
    return (void *)(uintptr_t)address;
}

void gpu_free(gpu_device *d, void *memory) {
    if (memory)
        check(d, d->driver->memory_free(address_of(memory)));
}

void gpu_upload(gpu_device *d, void *to, const void *from, size_t size) {
    if (!d->failed)
        check(d, d->driver->upload(address_of(to), from, size));
}

void gpu_download(gpu_device *d, void *to, const void *from, size_t size) {
    if (!d->failed)
        check(d, d->driver->download(to, address_of(from), size));
}

void gpu_clear(gpu_device *d, void *memory, size_t size) {
    if (!d->failed)
        check(d, d->driver->clear(address_of(memory), 0, size));
}

/* ---- Kernels --------------------------------------------------------------------------------- */

static const char *find_image(const char *name) {
    const gpu_image *image = gpu_images;
    while (image->name && strcmp(image->name, name) != 0)
        image++;
    return image->code;
}

bool gpu_load(gpu_device *d, const char *image, const char *name, size_t stack,
              gpu_kernel *kernel) {
    const char *code = find_image(image);
    *kernel = (gpu_kernel){0};
    if (d->failed)
        return false;
    if (!code)
        return fail(d, N_("this program was built without kernels for graphics cards (meson "
                          "configure build -Dgpu=enabled)"));
    if (stack > d->stack && check(d, d->driver->context_limit(STACK_LIMIT, stack)))
        d->stack = stack;
    return !d->failed && check(d, d->driver->module_load(&kernel->module, code)) &&
           check(d, d->driver->module_function(&kernel->function, kernel->module, name));
}

bool gpu_load_beside(gpu_device *d, const gpu_kernel *loaded, const char *name,
                     gpu_kernel *kernel) {
    *kernel = (gpu_kernel){0};
    return !d->failed &&
           check(d, d->driver->module_function(&kernel->function, loaded->module, name));
}

void gpu_unload(gpu_device *d, gpu_kernel *kernel) {
    if (kernel->module)
        check(d, d->driver->module_unload(kernel->module));
    kernel->module = NULL;
}

void gpu_launch(gpu_device *d, const gpu_kernel *kernel, uint32_t lanes, uint32_t block,
                void *arguments) {
    void *all[] = {arguments};
    uint32_t blocks = (lanes + block - 1) / block;
    if (!d->failed)
        check(d,
              d->driver->launch(kernel->function, blocks, 1, 1, block, 1, 1, 0, NULL, all, NULL));
}

bool gpu_wait(gpu_device *d) {
    return !d->failed && check(d, d->driver->synchronize());
}
