#include "library/load_nets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/translate.h"
#include "games/games.h"

enum { NET_BYTES_MAX = 1 << 22, PATH_SIZE = 4200 };

/* What was loaded, to be freed. */
static struct loaded {
    struct loaded *next;
    const rz_game *game;
    rz_net net;
    float *memory;
} * all;

const char *rz_net_fault_text(rz_net_fault fault) {
    static const char *const texts[] = {
        [RZ_NET_OK] = "all is well",
        [RZ_NET_NO_NET] = N_("this is not a net"),
        [RZ_NET_CUT] = N_("the file has been cut off"),
        [RZ_NET_CHECKSUM] = N_("the file is damaged"),
        [RZ_NET_OTHER] = N_("the net is of another game, or of an older version"),
        [RZ_NET_NO_NUMBER] = N_("the net holds something that is not a number"),
        [RZ_NET_NO_MEMORY] = N_("there is not enough memory"),
        [RZ_NET_NO_FILE] = "the file can not be read",
        [RZ_NET_NO_USE] = "the game is not played by a net",
    };
    size_t place = (size_t)fault;
    return place < sizeof texts / sizeof *texts ? texts[place] : "an unknown fault";
}

static void discard(struct loaded *unused) {
    if (unused)
        free(unused->memory);
    free(unused);
}

static void unload(const rz_game *game) {
    struct loaded **place = &all, *old;
    while (*place && (*place)->game != game)
        place = &(*place)->next;
    if (!(old = *place))
        return;
    if (rz_net_of(game) == &old->net)
        rz_net_set(game, NULL);
    *place = old->next;
    discard(old);
}

void rz_unload_nets(void) {
    while (all)
        unload(all->game);
}

rz_net_fault rz_load_net_bytes(const rz_game *game, const uint8_t *bytes, size_t size) {
    const rz_net_shape *shape = rz_net_shape_of(game);
    if (!shape)
        return RZ_NET_NO_USE;
    struct loaded *fresh = calloc(1, sizeof *fresh);
    if (fresh)
        fresh->memory = malloc(rz_net_room(shape) * sizeof *fresh->memory);
    rz_net_fault fault = fresh && fresh->memory
                             ? rz_net_read(&fresh->net, shape, fresh->memory, bytes, size)
                             : RZ_NET_NO_MEMORY;
    if (fault != RZ_NET_OK) {
        discard(fresh);
        return fault;
    }
    unload(game);
    fresh->game = game;
    fresh->next = all;
    all = fresh;
    rz_net_set(game, &fresh->net);
    return RZ_NET_OK;
}

rz_net_fault rz_load_net(const rz_game *game, const char *path) {
    if (!rz_net_shape_of(game))
        return RZ_NET_NO_USE;
    FILE *file = fopen(path, "rb");
    if (!file)
        return RZ_NET_NO_FILE;
    uint8_t *bytes = malloc(NET_BYTES_MAX);
    size_t size = bytes ? fread(bytes, 1, NET_BYTES_MAX, file) : 0;
    rz_net_fault fault = !bytes         ? RZ_NET_NO_MEMORY
                         : ferror(file) ? RZ_NET_NO_FILE
                                        : rz_load_net_bytes(game, bytes, size);
    fclose(file);
    free(bytes);
    return fault;
}

rz_net_fault rz_load_nets(const char *folder) {
    const char *asked = getenv("RAZZIA_NETS");
    char path[PATH_SIZE];
    if (!folder)
        folder = asked && *asked ? asked : RZ_DATA_DIR "/razzia/nets";
    for (const rz_game *const *game = rz_games; *game; game++) {
        snprintf(path, sizeof path, "%s/%s.net", folder, (*game)->name);
        rz_net_fault fault = rz_load_net(*game, path);
        if (fault != RZ_NET_OK && fault != RZ_NET_NO_USE)
            return fault;
    }
    return RZ_NET_OK;
}
