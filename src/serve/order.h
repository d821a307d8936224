/* Order in a club: what people report, what owners do about it, and that all processes heed it. */
#ifndef SERVE_ORDER_H
#define SERVE_ORDER_H

#include "serve/message.h"
#include "serve/session.h"

void order_report(session *s, int32_t id, const message *m);
void order_admin(session *s, int32_t id, const message *m);

/* With every tick: owners may have done something elsewhere, on the machine or in another process.
 */
void order_check(server *sv, int64_t now);

#endif
