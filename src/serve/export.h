/* All that the server has of somebody, for themselves. */
#ifndef SERVE_EXPORT_H
#define SERVE_EXPORT_H

#include "serve/message.h"
#include "serve/session.h"

void export_start(session *s, int32_t id, const message *m);

#endif
