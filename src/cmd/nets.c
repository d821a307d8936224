/* Where the nets are: --nets, $RAZZIA_NETS, the installed data folder, the source tree. */
#include "ai/nets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "library/load_nets.h"

enum { NET_BYTES_MAX = 1 << 22 };

/* The reason why not, or NULL. */
static const char *read_net(const rz_net_shape *shape, const char *path, rz_net *net) {
    if (cmd_is_special_file(path))
        return cmd_translate(rz_net_fault_text(RZ_NET_NO_NET));
    FILE *file = fopen(path, "rb");
    if (!file)
        return strerror(errno);
    uint8_t *bytes = malloc(NET_BYTES_MAX);
    size_t size = bytes ? fread(bytes, 1, NET_BYTES_MAX, file) : 0;
    fclose(file);
    float *memory = malloc(rz_net_room(shape) * sizeof *memory);
    rz_net_fault fault =
        bytes && memory ? rz_net_read(net, shape, memory, bytes, size) : RZ_NET_NO_MEMORY;
    free(bytes);
    if (fault == RZ_NET_OK)
        return NULL;
    free(memory);
    return cmd_translate(rz_net_fault_text(fault));
}

bool cmd_read_net(const cmd_args *args, const rz_net_shape *shape, const char *path, rz_net *net) {
    const char *reason = read_net(shape, path, net);
    if (reason)
        cmd_fail(CMD_FAILURE, args->command, N_("can not use the net {file}: {reason}"), "file",
                 path, "reason", reason, NULL);
    return !reason;
}

/* The folder of the program's own source tree, if it runs from its build folder. */
static void tree_folder(char *out, size_t size) {
    ssize_t n = readlink("/proc/self/exe", out, size - 16);
    out[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(out, '/');
    if (slash)
        strcpy(slash, "/../nets");
}

enum { PATH_SIZE = 4200 };

/* Where the net of a game is, or should be. A folder that was asked for is the only one. */
static bool find_net(const cmd_args *args, const rz_game *game, char path[PATH_SIZE]) {
    const char *asked = args->value[OPT_NETS] ? args->value[OPT_NETS] : getenv("RAZZIA_NETS");
    char tree[4096];
    asked = asked && *asked ? asked : NULL;
    tree_folder(tree, sizeof tree);
    const char *const folders[] = {asked, RZ_DATA_DIR "/razzia/nets", tree};
    for (int i = asked ? 0 : 1; i < (asked ? 1 : 3); i++) {
        snprintf(path, PATH_SIZE, "%s/%s.net", folders[i], game->name);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

/* `english` says that it can not be used. */
static bool load_net(const cmd_args *args, const rz_game *game, const char *english) {
    char path[PATH_SIZE] = "";
    if (rz_net_of(game))
        return true;
    rz_net *net = malloc(sizeof *net); /* for as long as the program runs */
    const char *reason = !net                         ? strerror(ENOMEM)
                         : find_net(args, game, path) ? read_net(rz_net_shape_of(game), path, net)
                                                      : strerror(errno);
    if (reason) {
        free(net);
        cmd_fail(CMD_FAILURE, args->command, english, "file", path, "reason", reason, NULL);
        return false;
    }
    return rz_net_set(game, net);
}

bool cmd_load_net(const cmd_args *args, const rz_game *game) {
    return load_net(args, game,
                    N_("can not use the net {file}: {reason}; casual plays without one"));
}

bool cmd_need_net(const cmd_args *args, const rz_game *game) {
    return load_net(args, game, N_("can not use the net {file}: {reason}"));
}

void cmd_load_net_if_any(const cmd_args *args, const rz_game *game) {
    char path[PATH_SIZE];
    if (rz_net_shape_of(game) && find_net(args, game, path))
        cmd_load_net(args, game);
}

void cmd_warn_unlearnt(const cmd_args *args, const rz_game *game, const rz_setup *setup,
                       const rz_bot_spec bots[], int n) {
    bool needs_net = false;
    for (int i = 0; i < n; i++)
        needs_net |= bots[i].bot && bots[i].bot->needs_net;
    if (needs_net && !rz_net_knows(game, setup))
        cmd_fail(CMD_OK, args->command,
                 N_("no net has learnt this board: bots that need one search by rules of thumb"),
                 NULL);
}
