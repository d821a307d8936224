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
    *w = (watch){.next = t->watches,
                 .here = &t->watches,
                 .next_of_session = s->watches,
                 .table = t,
                 .session = s,
                 .viewer = RZ_SPECTATOR};
    if (w->next)
        w->next->here = &w->next;
    t->watches = s->watches = w;
    t->viewers[RZ_SPECTATOR]++;
    s->n_watches++;
    t->server->metrics.watches++;
    return w;
}

void watch_set_viewer(watch *w, int viewer) {
    w->table->viewers[w->viewer]--;
    w->table->viewers[viewer]++;
    w->viewer = viewer;
}

static void unlink_watch(watch *w) {
    watch **of_session = &w->session->watches;
    *w->here = w->next;
    if (w->next)
        w->next->here = w->here;
    w->table->viewers[w->viewer]--;
    while (*of_session != w)
        of_session = &(*of_session)->next_of_session;
    *of_session = w->next_of_session;
    w->session->n_watches--;
}

void watch_remove(watch *w) {
    unlink_watch(w);
    w->table->server->metrics.watches--;
    w->session = NULL;
    if (!w->reading)
        free(w);
}
