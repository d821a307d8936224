/* Requests: who asks for what. */
#ifndef SERVE_REQUEST_H
#define SERVE_REQUEST_H

#include "serve/socket.h"

/* One frame of a client. */
void request_hear(client *c, rz_slice text);

#endif
