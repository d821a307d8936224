#include "serve/watch.h"

#include <stdlib.h>

watch *watch_find(const session *s, const table *t) {
    watch *w = s->watches;
    while (w && w->table != t)
        w = w->next_of_session;
    return w;
}

watch *watch_add(session *s, table *t) {
    watch *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    *w = (watch){.next = t->watches, .next_of_session = s->watches, .table = t, .session = s};
    t->watches = s->watches = w;
    s->n_watches++;
    t->server->metrics.watches++;
    return w;
}

static void unlink_watch(watch *w) {
    watch **at_table = &w->table->watches, **of_session = &w->session->watches;
    while (*at_table != w)
        at_table = &(*at_table)->next;
    *at_table = w->next;
    while (*of_session != w)
        of_session = &(*of_session)->next_of_session;
    *of_session = w->next_of_session;
    w->session->n_watches--;
}

void watch_remove(watch *w) {
    unlink_watch(w);
    w->table->server->metrics.watches--;
    w->session = NULL;
    if (!w->catching_up)
        free(w);
}
