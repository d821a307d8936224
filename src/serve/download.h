/* Records of finished games, sent in pieces as the reader takes them. */
#ifndef SERVE_DOWNLOAD_H
#define SERVE_DOWNLOAD_H

#include "serve/reply.h"

/* Answers with the record of a table. */
int download_start(reply *r, const char *id);

#endif
