/* The first request: who somebody is. A key leads to a person, and a key that is new may join one.
 */
#ifndef SERVE_HELLO_H
#define SERVE_HELLO_H

#include "serve/message.h"
#include "serve/session.h"

void hello_start(session *s, int32_t id, const message *m);

/* Something about a person has changed in another process (by their mark; "": about anybody): who
 * is connected is looked up again. */
void hello_check(server *sv, const char *who);

#endif
