/* A libcuda.so.1 without a card: the functions that src/gpu/device.c uses, with the kernels
 * compiled for this machine. A launch calls the kernel for one lane after another; a team has one
 * member. What is "on the card" is memory of its own, so that sanitizers see what kernels do to it.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/arguments.h"
#include "gpu/batch_job.h"

#define EXPORT __attribute__((visibility("default")))

enum {
    OK,
    WRONG_VALUE = 1,
    NO_MEMORY = 2,
    NO_DEVICE = 100,
    WRONG_IMAGE = 200,
    NO_CONTEXT = 201,
    NOT_FOUND = 500
};
enum { TEAM_OF_A_CARD = 32 };

#define KERNELS(X)                                                                                 \
    X(loot_gpu_random, gpu_random, 1)                                                              \
    X(bars_gpu_random, gpu_random, 1)                                                              \
    X(mice_gpu_random, gpu_random, 1)                                                              \
    X(loot_gpu_match, gpu_match, 1)                                                                \
    X(bars_gpu_match, gpu_match, 1)                                                                \
    X(mice_gpu_match, gpu_match, 1)                                                                \
    X(loot_gpu_rollout, gpu_rollout, 1)                                                            \
    X(bars_gpu_rollout, gpu_rollout, 1)                                                            \
    X(mice_gpu_rollout, gpu_rollout, 1)                                                            \
    X(loot_gpu_net_rollout, gpu_rollout, TEAM_OF_A_CARD)                                           \
    X(loot_gpu_net_match, gpu_match, TEAM_OF_A_CARD)                                               \
    X(loot_gpu_batch, gpu_batch_job, 1)                                                            \
    X(bars_gpu_batch, gpu_batch_job, 1)                                                            \
    X(mice_gpu_batch, gpu_batch_job, 1)                                                            \
    X(loot_gpu_lessons, gpu_lessons, TEAM_OF_A_CARD)                                               \
    X(loot_gpu_study, gpu_study, TEAM_OF_A_CARD)                                                   \
    X(loot_gpu_follow, gpu_follow, 1)

#define X(name, type, team) void name(const type *arguments, uint32_t lane);
KERNELS(X)
#undef X

typedef struct kernel {
    const char *name;
    uint32_t team; /* lanes of a card that are one here */
    void (*call)(const void *arguments, uint32_t lane);
} kernel;

#define X(name, type, team)                                                                        \
    static void call_##name(const void *arguments, uint32_t lane) {                                \
        name(arguments, lane);                                                                     \
    }
KERNELS(X)
#undef X

static const kernel kernels[] = {
#define X(name, type, team) {#name, team, call_##name},
    KERNELS(X)
#undef X
};

/* RAZZIA_FAKE_CARD: "none"; "full": no memory is left; or the number of the call of cuMemAlloc that
 * fails. */
static const char *wanted(void) {
    const char *value = getenv("RAZZIA_FAKE_CARD");
    return value ? value : "";
}

EXPORT int cuInit(unsigned flags);
EXPORT int cuInit(unsigned flags) {
    return flags != 0 ? WRONG_VALUE : strcmp(wanted(), "none") == 0 ? NO_DEVICE : OK;
}

EXPORT int cuDeviceGet(int *device, int number);
EXPORT int cuDeviceGet(int *device, int number) {
    *device = 7;
    return number == 0 ? OK : NO_DEVICE;
}

EXPORT int cuDeviceGetName(char *name, int size, int device);
EXPORT int cuDeviceGetName(char *name, int size, int device) {
    snprintf(name, (size_t)size, "no card at all");
    return device == 7 ? OK : WRONG_VALUE;
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device);
EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
    *value = 1;
    return attribute == 16 && device == 7 ? OK : WRONG_VALUE;
}

static char context_of_all;

EXPORT int cuDevicePrimaryCtxRetain(void **context, int device);
EXPORT int cuDevicePrimaryCtxRetain(void **context, int device) {
    *context = &context_of_all;
    return device == 7 ? OK : WRONG_VALUE;
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int device);
EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
    return device == 7 ? OK : WRONG_VALUE;
}

/* What is current belongs to a thread; nothing is done without. */
static _Thread_local int entered;
static void *const the_context = &context_of_all;

EXPORT int cuCtxPushCurrent_v2(void *context);
EXPORT int cuCtxPushCurrent_v2(void *context) {
    entered += context == the_context;
    return context == the_context ? OK : WRONG_VALUE;
}

EXPORT int cuCtxPopCurrent_v2(void **context);
EXPORT int cuCtxPopCurrent_v2(void **context) {
    *context = the_context;
    return entered-- > 0 ? OK : NO_CONTEXT;
}

EXPORT int cuCtxSetLimit(int limit, size_t value);
EXPORT int cuCtxSetLimit(int limit, size_t value) {
    return limit == 0 && value > 0 ? OK : WRONG_VALUE;
}

EXPORT int cuCtxSynchronize(void);
EXPORT int cuCtxSynchronize(void) {
    return OK;
}

/* For tests: how many pieces of memory are held, and how often the calling thread has entered. */
static int held;
EXPORT int fake_held(void);
EXPORT int fake_held(void) {
    return held;
}

EXPORT int fake_entered(void);
EXPORT int fake_entered(void) {
    return entered;
}

EXPORT int cuMemAlloc_v2(uint64_t *address, size_t size);
EXPORT int cuMemAlloc_v2(uint64_t *address, size_t size) {
    if (!entered)
        return NO_CONTEXT;
    static int calls;
    bool fails = ++calls == atoi(wanted()) || strcmp(wanted(), "full") == 0;
    void *memory = fails ? NULL : malloc(size);
    *address = (uint64_t)(uintptr_t)memory;
    held += memory != NULL;
    if (memory) /* what nobody has written must not be taken for zeros */
        memset(memory, 0xa5, size);
    return memory ? OK : NO_MEMORY;
}

EXPORT int cuMemFree_v2(uint64_t address);
EXPORT int cuMemFree_v2(uint64_t address) {
    if (!entered)
        return NO_CONTEXT;
    held -= address != 0;
    free((void *)(uintptr_t)address);
    return OK;
}

EXPORT int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size);
EXPORT int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size) {
    if (!entered)
        return NO_CONTEXT;
    memcpy((void *)(uintptr_t)to, from, size);
    return OK;
}

EXPORT int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size);
EXPORT int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size) {
    if (!entered)
        return NO_CONTEXT;
    memcpy(to, (const void *)(uintptr_t)from, size);
    return OK;
}

EXPORT int cuMemsetD8_v2(uint64_t at, unsigned char byte, size_t size);
EXPORT int cuMemsetD8_v2(uint64_t at, unsigned char byte, size_t size) {
    if (!entered)
        return NO_CONTEXT;
    memset((void *)(uintptr_t)at, byte, size);
    return OK;
}

/* A module is its image: it must be PTX, for a card that a driver of today can make it for. */
EXPORT int cuModuleLoadData(void **module, const void *image);
EXPORT int cuModuleLoadData(void **module, const void *image) {
    if (!entered)
        return NO_CONTEXT;
    memcpy(module, &image, sizeof image);
    return strstr(image, ".version") && strstr(image, ".target sm_70") ? OK : WRONG_IMAGE;
}

EXPORT int cuModuleUnload(void *module);
EXPORT int cuModuleUnload(void *module) {
    return module ? OK : WRONG_VALUE;
}

EXPORT int cuModuleGetFunction(void **function, void *module, const char *name);
EXPORT int cuModuleGetFunction(void **function, void *module, const char *name) {
    char entry[80];
    snprintf(entry, sizeof entry, ".entry %s(", name);
    if (!strstr(module, entry))
        return NOT_FOUND;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (strcmp(kernels[i].name, name) == 0) {
            const kernel *found = &kernels[i];
            memcpy(function, &found, sizeof found);
            return OK;
        }
    return NOT_FOUND;
}

EXPORT int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                          unsigned by, unsigned bz, unsigned shared, void *stream, void **arguments,
                          void **extra);
EXPORT int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                          unsigned by, unsigned bz, unsigned shared, void *stream, void **arguments,
                          void **extra) {
    const kernel *k = function;
    if (!entered || gy != 1 || gz != 1 || by != 1 || bz != 1 || shared || stream || extra ||
        bx % k->team || gx == 0)
        return WRONG_VALUE;
    for (uint32_t lane = 0; lane < gx * bx / k->team; lane++)
        k->call(arguments[0], lane);
    return OK;
}

EXPORT int cuGetErrorString(int error, const char **text);
EXPORT int cuGetErrorString(int error, const char **text) {
    *text = error == NO_MEMORY ? "out of memory" : "something else";
    return OK;
}
