/* The page of a person: who they are and what they have played, as far as they show it. */
#ifndef SERVE_PERSON_H
#define SERVE_PERSON_H

#include "serve/message.h"
#include "serve/session.h"

void person_page(session *s, int32_t id, const message *m);
void person_show(session *s, int32_t id, const message *m);

#endif
