/* The links between sessions and the tables they watch. */
#ifndef SERVE_WATCH_H
#define SERVE_WATCH_H

#include "serve/table_state.h"

watch *watch_find(const session *s, const table *t); /* or NULL */
watch *watch_add(session *s, table *t);              /* NULL without memory */

/* Whose view is sent to it from now on. */
void watch_set_viewer(watch *w, int viewer);

void watch_remove(watch *w);

#endif
