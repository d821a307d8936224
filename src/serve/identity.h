/* Who somebody is: a secret key, of which the server keeps the hash, and a name. */
#ifndef SERVE_IDENTITY_H
#define SERVE_IDENTITY_H

#include "serve/message.h"
#include "serve/session.h"

void identity_name(session *s, int32_t id, const message *m);
void identity_forget(session *s, int32_t id, const message *m);

/* Whether this person may once more change their name. */
bool identity_may_rename(session *s);
extern const char identity_no_name[];

#endif
