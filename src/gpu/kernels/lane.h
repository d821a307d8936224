/* What a kernel is made of. It is a function of its arguments and the number of a lane: on a card
 * each lane is a thread, elsewhere a loop calls the same function for one lane after another.
 *
 *     RZ_GPU_KERNEL(loot_gpu_random, gpu_random) {
 *         … args, lane …
 *     }
 *
 * Lanes of a team do one thing together: on a card the 32 threads of a warp, elsewhere one. What a
 * member writes for the others is there after the next team_sync(), at which all must arrive. */
#ifndef RZ_GPU_LANE_H
#define RZ_GPU_LANE_H

#include <stdint.h>

#define RZ_GPU_KERNEL(name, type) RZ_GPU_KERNEL_NAMED(name, type)

#ifdef __NVPTX__
enum { TEAM = 32 };
#define team_sync() __nvvm_bar_warp_sync(0xffffffffu)
#define RZ_GPU_KERNEL_NAMED(name, type)                                                            \
    __attribute__((always_inline)) static inline void name##_lane(const type *args,                \
                                                                  uint32_t lane);                  \
    __attribute__((nvptx_kernel)) void name(type args);                                            \
    __attribute__((nvptx_kernel)) void name(type args) {                                           \
        uint32_t block = (uint32_t)__nvvm_read_ptx_sreg_ctaid_x();                                 \
        name##_lane(&args, block *(uint32_t)__nvvm_read_ptx_sreg_ntid_x() +                        \
                               (uint32_t)__nvvm_read_ptx_sreg_tid_x());                            \
    }                                                                                              \
    __attribute__((always_inline)) static inline void name##_lane(const type *args, uint32_t lane)
#else
enum { TEAM = 1 };
#define team_sync() ((void)0)
#define RZ_GPU_KERNEL_NAMED(name, type)                                                            \
    void name(const type *args, uint32_t lane);                                                    \
    void name(const type *args, uint32_t lane)
#endif

#endif
