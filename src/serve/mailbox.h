/* What the links of mails lead to: /mail/yes/TOKEN and /mail/stop/TOKEN. */
#ifndef SERVE_MAILBOX_H
#define SERVE_MAILBOX_H

#include "serve/reply.h"

/* Whether a path is one of them: these alone may be posted to. */
bool mailbox_is_path(const char *path);

/* Shows the page that asks, or, where it was posted to, does it. Returns what a callback of the
 * library returns. */
int mailbox_start(reply *r, const char *path, bool posted);

#endif
