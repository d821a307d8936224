/* Reading JSON from one line of text, value by value, without memory of its own. Writing it:
 * json_write.h.
 *
 * Every function that returns bool is false on an error, which is then in json->problem; the first
 * error stays. White space is skipped before each value.
 */
#ifndef RZ_JSON_H
#define RZ_JSON_H

#include "core/api.h"
#include "core/error.h"
#include "core/game.h"

RZ_PUBLIC_BEGIN

enum { RZ_JSON_DEPTH = 32, RZ_JSON_STRING = 2000 };

struct rz_json {
    const char *at, *end;
    rz_problem *problem;
    char unescaped[RZ_JSON_STRING + 1]; /* the last string, if it had escapes */
};

void rz_json_init(rz_json *json, rz_slice text, rz_problem *problem);

/* Records an error about `what` (cut if long) unless there is one already; returns false. */
bool rz_json_fail(rz_json *json, rz_error error, rz_slice what);
bool rz_problem_set(rz_problem *problem, rz_error error, rz_slice what);

/* The first character of the next value, '\0' at the end of the text. */
char rz_json_peek(rz_json *json);

/* Steps into '{' or '['. Then rz_json_more is true once for each element and steps over commas and
 * the closing bracket; `*count`, from 0, counts. Check json->problem->error after the loop. */
bool rz_json_open(rz_json *json, char bracket);
bool rz_json_more(rz_json *json, char bracket, int *count);

/* The slice is valid until the next string is read. */
bool rz_json_key(rz_json *json, rz_slice *key);
bool rz_json_string(rz_json *json, rz_slice *string);
bool rz_json_int(rz_json *json, int32_t *number); /* at most nine digits */
bool rz_json_int64(rz_json *json, int64_t *number);
bool rz_json_bool(rz_json *json, int32_t *value);
bool rz_json_null(rz_json *json);

/* Steps over one value of any kind, checking that it is well formed. */
bool rz_json_skip(rz_json *json);

/* True if nothing but white space is left. */
bool rz_json_end(rz_json *json);

RZ_PUBLIC_END

#endif
