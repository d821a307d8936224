/* The rules of a house: what is offered there, and to whom. */
#ifndef SERVE_HOUSE_H
#define SERVE_HOUSE_H

#include "serve/clock_rule.h"
#include "serve/serve.h"

/* False: the settings of the house can not be meant, and `why` says which. */
bool house_check(const serve_options *options, char *why, size_t size);

/* "house":{…}, as `hello` answers. */
void house_write(const serve_options *options, rz_text *out);

bool house_is_open(const serve_options *options);
bool house_invites(const serve_options *options);
bool house_has_game(const serve_options *options, const char *game);
bool house_has_clock(const serve_options *options, const clock_rule *rule);
/* … and is one that people are offered, whether or not there may be others. */
bool house_offers_clock(const serve_options *options, const clock_rule *rule);

/* What becomes of the wish of who makes a table. */
bool house_helps(const serve_options *options, bool wish);

/* Whether somebody who has been here since then may make tables. */
bool house_may_make(const serve_options *options, bool owner, int64_t since, int64_t now);

#endif
