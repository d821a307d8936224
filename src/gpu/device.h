/* A card of NVIDIA's, by its driver alone: libcuda.so.1 is opened when it is asked for, so nothing
 * of it is needed to build or to run without.
 *
 * A card that has failed does nothing more, and `problem` says why: a series of calls is asked once
 * at its end whether all went well.
 *
 * Storeys, the highest first; a file uses only files of the storeys below it:
 *   batch school
 *   play
 *   device
 */
#ifndef RZ_GPU_DEVICE_H
#define RZ_GPU_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gpu_driver gpu_driver;

typedef struct gpu_device {
    const gpu_driver *driver;
    int handle;
    void *context; /* the one that all programs of a process share */
    bool entered;  /* by this thread */
    char name[100];
    int processors; /* each of which runs many lanes */
    size_t stack;   /* of a lane, as it is set */
    bool failed;
    const char *problem; /* for people, translated; NULL: … */
    char detail[200];    /* … what the driver said */
} gpu_device;

/* The first card. False, and `problem` says why, if there is none that can be used. */
bool gpu_open(gpu_device *device);
void gpu_close(gpu_device *device);

/* A thread uses cards one inside the other, each from gpu_enter to gpu_leave: who opens a card has
 * entered it, and before it is closed it must have been entered again. */
bool gpu_enter(gpu_device *device);
void gpu_leave(gpu_device *device);

/* Memory on the card; NULL if it failed. */
void *gpu_new(gpu_device *device, size_t size);
void gpu_free(gpu_device *device, void *memory);
void gpu_upload(gpu_device *device, void *to, const void *from, size_t size);
void gpu_download(gpu_device *device, void *to, const void *from, size_t size);
void gpu_clear(gpu_device *device, void *memory, size_t size);

/* A kernel of this program: `image` is where it is from ("loot_random"), `name` its own. `stack` is
 * what a lane needs where its functions call themselves, or 0. */
typedef struct gpu_kernel {
    void *module, *function;
} gpu_kernel;

bool gpu_load(gpu_device *device, const char *image, const char *name, size_t stack,
              gpu_kernel *kernel);
/* Another kernel of the image of one that is loaded, for as long as that is. */
bool gpu_load_beside(gpu_device *device, const gpu_kernel *loaded, const char *name,
                     gpu_kernel *kernel);
void gpu_unload(gpu_device *device, gpu_kernel *kernel);

/* Calls the kernel for at least so many lanes, `block` of them side by side; `arguments` is its
 * struct of them. gpu_wait returns when all is done: false if anything has failed. */
void gpu_launch(gpu_device *device, const gpu_kernel *kernel, uint32_t lanes, uint32_t block,
                void *arguments);
bool gpu_wait(gpu_device *device);

/* What there is for cards in this program: kernels.c is made when it is built. */
typedef struct gpu_image {
    const char *name; /* NULL ends the list */
    const char *code; /* PTX */
} gpu_image;
extern const gpu_image gpu_images[];

#endif
