/* The thread that sends letters, many at a time: what one of them waits for, others do not. */
#ifndef NOTIFY_SENDER_H
#define NOTIFY_SENDER_H

#include "notify/transfer.h"

enum { SENDER_MAX = 256 /* letters that are waiting or on their way */ };

typedef struct sender sender;

/* `wake` is called on its thread when letters have met their fate. Options are copied, their texts
 * are not. NULL: there is no thread to be had. */
sender *sender_new(const sender_options *options, void (*wake)(void *context), void *context);

/* False if too many are on their way. */
bool sender_send(sender *s, letter *l);

/* Letters whose fate is known, by `next`. */
letter *sender_take(sender *s);

/* Letters that are still on their way are given up, and come back as failed. */
letter *sender_stop(sender *s);

#endif
