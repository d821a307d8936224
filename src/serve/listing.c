#include "serve/listing.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/club_job.h"
#include "serve/lobby_public.h"
#include "serve/lobby_row.h"
#include "serve/people.h"

enum {
    PAGE = 50,        /* rows */
    PAGES = 4,        /* of open tables; of one's own there are as many as one has */
    ROW_BYTES = 4096, /* of the longest names */
    FRESH_MS = 1000   /* so old the list of open tables may be */
};

/* Rows as clients get them, with commas between them. */
typedef struct rows {
    int n;
    size_t ends[PAGE * PAGES];
    char *text;
} rows;

/* Of the thread that reads alone, but for the making and the end. */
struct open_tables {
    int64_t read_at;
    rows rows;
};

typedef struct listing {
    job job;
    session *session;
    int32_t id, page;
    uint8_t person[STORE_HASH];
    int64_t now;
    open_tables *open;
    packet *reply;
} listing;

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Rows that were read, before their people have names: those are asked for afterwards. */
typedef struct found_rows {
    int n, room;
    int seen; /* also those that can not be read, and what is there beyond the room */
    struct found_row {
        char id[STORE_TABLE_ID + 1];
        lobby lobby;
        rz_setup setup;
    } list[];
} found_rows;

static found_rows *found_new(int room) {
    found_rows *f = malloc(sizeof *f + (size_t)room * sizeof *f->list);
    if (f)
        f->n = f->seen = 0, f->room = room;
    return f;
}

static bool take_row(void *context, const store_table *row) {
    found_rows *f = context;
    if (f->seen++ == f->room)
        return false;
    struct found_row *found = &f->list[f->n];
    memcpy(found->id, row->id, sizeof row->id);
    f->n += lobby_read(row, &found->lobby, &found->setup);
    return true;
}

static void write_row(struct found_row *found, store *s, rz_text *out) {
    people_read_names(s, &found->lobby);
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "table", found->id);
    lobby_write_brief(out, "lobby", &found->lobby, &found->setup);
    rz_put_close(out, '}');
}

/* ---- Open tables, for everybody -------------------------------------------------------------- */

static void keep_rows(rows *r, found_rows *found, store *s) {
    rz_text out;
    char *text = realloc(r->text, (size_t)(found->n + 1) * ROW_BYTES);
    if (!text)
        return;
    r->text = text;
    r->n = 0;
    rz_text_init(&out, text, (size_t)(found->n + 1) * ROW_BYTES);
    for (int i = 0; i < found->n; i++) {
        write_row(&found->list[i], s, &out);
        r->ends[r->n++] = out.length;
    }
}

/* Whoever asks first after a while reads it for all. */
static store_result refresh(open_tables *open, store *s, int64_t now) {
    if (open->rows.text && now - open->read_at < FRESH_MS)
        return STORE_OK;
    found_rows *found = found_new(PAGE * PAGES);
    if (!found)
        return STORE_FULL;
    store_result result = store_listed(s, found->room, take_row, found);
    if (result == STORE_OK) {
        keep_rows(&open->rows, found, s);
        open->read_at = now;
    }
    free(found);
    return result;
}

/* A page of what is kept; whether there is another. */
static bool write_open(const rows *r, int page, rz_text *out) {
    int first = page * PAGE, end = first + PAGE < r->n ? first + PAGE : r->n;
    rz_put_open(out, "open", '[');
    if (first < end) {
        size_t begin = first ? r->ends[first - 1] + 1 : 0; /* after the comma */
        rz_text_slice(out, (rz_slice){r->text + begin, r->ends[end - 1] - begin});
    }
    rz_put_close(out, ']');
    return end < r->n;
}

/* ---- One's own ------------------------------------------------------------------------------- */

static store_result write_mine(const listing *l, store *s, rz_text *out, bool *more) {
    found_rows *found = found_new(PAGE);
    if (!found)
        return STORE_FULL;
    store_result result =
        store_tables_of(s, l->person, l->page * PAGE, found->room + 1, take_row, found);
    *more = found->seen > found->room;
    rz_put_open(out, "mine", '[');
    for (int i = 0; i < found->n; i++)
        write_row(&found->list[i], s, out);
    rz_put_close(out, ']');
    free(found);
    return result;
}

/* ---- The request ----------------------------------------------------------------------------- */

static store_result write_reply(listing *l, store *s, rz_text *out) {
    bool more_open, more_mine = false;
    store_result result = refresh(l->open, s, l->now);
    if (result != STORE_OK)
        return result;
    more_open = write_open(&l->open->rows, l->page, out);
    result = write_mine(l, s, out, &more_mine);
    rz_put_open(out, "more", '{');
    rz_put_bool(out, "open", more_open);
    rz_put_bool(out, "mine", more_mine);
    rz_put_close(out, '}');
    rz_put_close(out, '}');
    return result;
}

/* Memory is taken when its turn has come: many may wait for theirs. */
static store_result read_list(job *j, store *s) {
    enum { ROOM = (2 * PAGE + 1) * ROW_BYTES };
    listing *l = (listing *)j;
    rz_text out;
    char *memory = malloc(ROOM);
    if (!memory)
        return STORE_FULL;
    reply_open(&out, memory, ROOM, l->id);
    store_result result = write_reply(l, s, &out);
    if (result == STORE_OK)
        l->reply = packet_new((rz_slice){memory, out.length});
    free(memory);
    return result;
}

static void send_list(job *j) {
    listing *l = (listing *)j;
    session_end_list(l->session);
    if (l->reply)
        session_send(l->session, l->reply);
    else
        session_error(l->session, l->id, ERROR_STORE, NULL, "The store can not be read now.");
    if (l->reply)
        packet_free(l->reply);
    session_release(l->session);
    free(l);
}

static open_tables *open_tables_of(server *sv) {
    if (!sv->open_tables)
        sv->open_tables = calloc(1, sizeof *sv->open_tables);
    return sv->open_tables;
}

void listing_start(session *s, int32_t id, const message *m) {
    int32_t page;
    if (!club_job_page(s, id, m, &page) || !club_job_may_list(s, id))
        return;
    open_tables *open = open_tables_of(s->server);
    listing *l = open ? calloc(1, sizeof *l) : NULL;
    if (!l) {
        session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
        return;
    }
    l->session = session_retain(s);
    l->id = id;
    l->page = page;
    l->open = open;
    l->now = server_now(s->server);
    memcpy(l->person, s->person, STORE_HASH);
    l->job = (job){.run = read_list, .done = send_list};
    session_begin_list(s);
    server_read(s->server, s->share, &l->job);
}

void listing_free(server *sv) {
    if (sv->open_tables)
        free(sv->open_tables->rows.text);
    free(sv->open_tables);
}
