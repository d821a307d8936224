/* By what people want to be told that it is their turn, when they are not there: browsers, and an
 * address of mail. */
#ifndef SERVE_CONTACTS_H
#define SERVE_CONTACTS_H

#include "serve/message.h"
#include "serve/session.h"

/* Each is answered with all of them. */
void contacts_list(session *s, int32_t id, const message *m);
void contacts_subscribe(session *s, int32_t id, const message *m);
void contacts_mail(session *s, int32_t id, const message *m);
void contacts_prefer(session *s, int32_t id, const message *m);
void contacts_unsubscribe(session *s, int32_t id, const message *m);

#endif
