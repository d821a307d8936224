/* The game that a kernel is compiled for: RZ_GPU_GAME is its name, RZ_GPU_RULES the header of its
 * rules. Its functions are called by name, not through the table, so that they can be inlined. */
#ifndef RZ_GPU_GAME_H
#define RZ_GPU_GAME_H

#include RZ_GPU_RULES

#define RZ_GPU_PASTE(a, b) a##b
#define RZ_GPU_JOIN(a, b)  RZ_GPU_PASTE(a, b)
#define OF_GAME(name)      RZ_GPU_JOIN(RZ_GPU_GAME, name)

static inline uint64_t hash_action(uint64_t hash, int actor, rz_action action) {
    return (hash ^ (uint64_t)actor << 16 ^ action) * 0x9e3779b97f4a7c15u + 1;
}

#endif
