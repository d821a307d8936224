/* Who somebody is: a secret key, of which the server keeps the hash, and a name. */
#ifndef SERVE_IDENTITY_H
#define SERVE_IDENTITY_H

#include "serve/socket.h"

void identity_hello(session *c, int32_t id, const message *m);
void identity_name(session *c, int32_t id, const message *m);
/* Something is about to be stored of this person: so is the name. */
void identity_keep(session *c);

void identity_forget(session *c, int32_t id, const message *m);

#endif
