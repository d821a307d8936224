/* What every unit test includes. */
#ifndef RZ_UNIT_H
#define RZ_UNIT_H

/* cmocka.h wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "games/games.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* The name of an error, for messages that people read when a test fails. */
static inline const char *error_name(const rz_game *game, rz_error error) {
    return rz_reason_of(game, error)->name;
}

#endif
