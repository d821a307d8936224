/* What people say at a table. */
#ifndef SERVE_CHAT_H
#define SERVE_CHAT_H

#include "serve/operation.h"

handler chat_send;

#endif
