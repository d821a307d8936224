/* --device: on which processor games are played. */
#include "cmd/device.h"

#include <string.h>

bool cmd_read_device(const cmd_args *args, bool *on_card) {
    const char *value = args->value[OPT_DEVICE];
    *on_card = value && strcmp(value, "gpu") == 0;
    if (!value || *on_card || strcmp(value, "cpu") == 0)
        return true;
    cmd_fail(CMD_USAGE, args->command, N_("--device takes cpu or gpu, not “{value}”"), "value",
             value, NULL);
    return false;
}

bool cmd_fail_device(const cmd_args *args, const gpu_device *device) {
    const char *reason = device->problem ? cmd_translate(device->problem) : device->detail;
    if (!device->failed)
        reason = cmd_translate(N_("there is not enough memory"));
    cmd_fail(CMD_FAILURE, args->command, N_("--device gpu: {reason}"), "reason", reason, NULL);
    return false;
}

bool cmd_open_device(const cmd_args *args, gpu_device *device) {
    return gpu_open(device) || cmd_fail_device(args, device);
}
