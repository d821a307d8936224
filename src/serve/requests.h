/* Requests: who asks for what. The way in for whatever a transport brings. */
#ifndef SERVE_REQUESTS_H
#define SERVE_REQUESTS_H

#include "serve/session.h"

/* One message of a client. */
void requests_receive(session *s, rz_slice text);

/* The link of a session is gone: its watches end, and so does it. */
void requests_disconnect(session *s);

#endif
