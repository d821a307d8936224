/* Who somebody is: a secret key, of which the server keeps the hash, and a name. */
#ifndef SERVE_IDENTITY_H
#define SERVE_IDENTITY_H

#include "serve/socket.h"

void identity_hello(client *c, int32_t id, const message *m);
void identity_name(client *c, int32_t id, const message *m);
/* Something is about to be stored of this person: so is the name. */
void identity_keep(client *c);

void identity_forget(client *c, int32_t id, const message *m);

#endif
