#include "serve/listing.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/lobby_public.h"
#include "serve/lobby_row.h"
#include "serve/people.h"

enum { LISTED = 50, LIST_BYTES = 1 << 18 };

#define LIST_COST 10.0 /* other requests: the store has much to do for it */

typedef struct listing {
    job job;
    session *session;
    int32_t id;
    uint8_t person[STORE_HASH];
    lobby lobbies[2 * LISTED];
    rz_setup setups[2 * LISTED];
    char ids[2 * LISTED][STORE_TABLE_ID + 1];
    int n;
    char memory[LIST_BYTES];
    rz_text out;
} listing;

static bool take_row(void *context, const store_table *row) {
    listing *l = context;
    memcpy(l->ids[l->n], row->id, sizeof row->id);
    l->n += lobby_read(row, &l->lobbies[l->n], &l->setups[l->n]);
    return l->n < 2 * LISTED;
}

/* Names are asked for when the rows have been read. What does not fit is left out. */
static void write_list(listing *l, store *s, const char *name) {
    rz_put_open(&l->out, name, '[');
    for (int i = 0; i < l->n; i++) {
        size_t before = l->out.length;
        people_read_names(s, &l->lobbies[i]);
        rz_put_open(&l->out, NULL, '{');
        rz_put_string(&l->out, "table", l->ids[i]);
        lobby_write_public(&l->out, "lobby", &l->lobbies[i], &l->setups[i], NULL, 0, 0);
        rz_put_close(&l->out, '}');
        if (l->out.length + 64 > LIST_BYTES) {
            l->out.length = before;
            l->out.full = false;
            break;
        }
    }
    rz_put_close(&l->out, ']');
    l->n = 0;
}

static store_result read_list(job *j, store *s) {
    listing *l = (listing *)j;
    reply_open(&l->out, l->memory, sizeof l->memory, l->id);
    store_result result = store_listed(s, LISTED, take_row, l);
    write_list(l, s, "open");
    if (result == STORE_OK || result == STORE_MISSING)
        result = store_tables_of(s, l->person, LISTED, take_row, l);
    write_list(l, s, "mine");
    return result;
}

static void send_list(job *j) {
    listing *l = (listing *)j;
    if (j->result == STORE_OK || j->result == STORE_MISSING)
        session_reply(l->session, &l->out);
    else
        session_error(l->session, l->id, ERROR_STORE, NULL, "The store can not be read now.");
    session_release(l->session);
    free(l);
}

void listing_start(session *s, int32_t id, const message *m) {
    const serve_options *options = s->server->options;
    (void)m;
    if (!bucket_take(&s->lists, options->messages_per_second / LIST_COST,
                     1 + options->messages_burst / LIST_COST, server_now(s->server))) {
        s->server->metrics.limited++;
        session_error(s, id, ERROR_LIMIT, NULL, "The list was asked for too often.");
        return;
    }
    listing *l = malloc(sizeof *l);
    if (!l) {
        session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
        return;
    }
    l->n = 0;
    l->session = session_retain(s);
    l->id = id;
    memcpy(l->person, s->person, STORE_HASH);
    l->job = (job){.run = read_list, .done = send_list};
    server_submit(s->server, &l->job);
}
