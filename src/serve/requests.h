/* Requests: who asks for what. */
#ifndef SERVE_REQUESTS_H
#define SERVE_REQUESTS_H

#include "serve/socket.h"

/* One frame of a client. */
void request_receive(session *c, rz_slice text);

#endif
