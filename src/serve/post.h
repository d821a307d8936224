/* The thread that sends letters, as the loop sees it. */
#ifndef SERVE_POST_H
#define SERVE_POST_H

#include <uv.h>

#include "notify/sender.h"
#include "serve/serve.h"
#include "serve/world.h"

typedef struct post post;

post *post_new(uv_loop_t *loop, const sender_options *options);
post_runner post_runner_of(post *p);

/* Letters on their way are given up; they come back as failed. */
void post_stop(post *p);

/* False: the settings for sending can not be meant, and `why` says which. */
bool post_check(const serve_options *options, char *why, size_t size);

#endif
