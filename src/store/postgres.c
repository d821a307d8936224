#include <stdio.h>

#include "store/backend.h"

static store *open_postgres(const char *url, char *why, size_t size, store_result *result) {
    snprintf(why, size, "%s: this Razzia has no PostgreSQL", url);
    *result = STORE_BROKEN;
    return NULL;
}

const store_backend store_postgres = {.open = open_postgres};
