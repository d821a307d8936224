/* All there is of <string.h> in the browser: libc.c. */
#include "core/mem.h"
