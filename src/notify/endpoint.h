/* Where a push may be sent: strangers name the place, so that it is looked at closely. */
#ifndef NOTIFY_ENDPOINT_H
#define NOTIFY_ENDPOINT_H

#include <sys/socket.h>

#include "notify/notify.h"

enum { ENDPOINT_ORIGIN = 264 };

/* Whether it is "https://NAME/…", with port 443 and nothing hidden in it. NAME is the name of a
 * host and no address. `origin` becomes "https://NAME". */
bool endpoint_read(const char *url, char origin[ENDPOINT_ORIGIN]);

/* False for addresses of this machine, of networks like the one it is in, and of nobody: what a
 * name stands for is not known before it is looked up. */
bool endpoint_may_connect(const struct sockaddr *address);

#endif
