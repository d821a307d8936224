/* The devices of a person: a list, links by which others join, the words that bring one back. */
#ifndef SERVE_DEVICES_H
#define SERVE_DEVICES_H

#include "serve/message.h"
#include "serve/session.h"

void devices_list(session *s, int32_t id, const message *m);
void devices_link(session *s, int32_t id, const message *m);
void devices_unlink(session *s, int32_t id, const message *m);
void devices_words(session *s, int32_t id, const message *m);

#endif
