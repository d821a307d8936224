/* cmd: the graphics card of --device gpu. False once the reason has been said. */
#ifndef RZ_CMD_DEVICE_H
#define RZ_CMD_DEVICE_H

#include "cmd/cmd.h"
#include "gpu/device.h"

bool cmd_read_device(const cmd_args *args, bool *on_card);
bool cmd_open_device(const cmd_args *args, gpu_device *device);

/* bots.c: whether all of them can play there. */
bool cmd_can_play_on_card(const cmd_args *args, const rz_match *match);

/* Says why the card does no more. */
bool cmd_fail_device(const cmd_args *args, const gpu_device *device);

#endif
