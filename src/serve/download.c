#include "serve/download.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "serve/code.h"
#include "serve/lobby_public.h"
#include "serve/lobby_row.h"
#include "serve/people.h"

/* A record leaves in parts, each a short job of the reading thread and a chunk of HTTP: who takes
 * nothing holds one part in memory. */
enum { PART_LINES = 500, PART_BYTES = 1 << 16, CHUNK_HEAD = 10 };

/* Where a record is sent from. */
typedef struct download {
    char table[STORE_TABLE_ID + 1];
    uint32_t next; /* the line to go on with */
} download;

typedef struct part_job {
    job job;
    reply *reply;
    uint32_t from, next;
    bool chunked, found, given_up, last, failed;
    lobby lobby;
    rz_setup setup;
    char *text;
    size_t length, room;
} part_job;

/* ---- On the thread that reads ---------------------------------------------------------------- */

static bool take_row(void *context, const store_table *row) {
    part_job *p = context;
    p->given_up = row->status == STORE_ABANDONED;
    p->found =
        (p->given_up || row->status == STORE_FINISHED) && lobby_read(row, &p->lobby, &p->setup);
    return false;
}

static bool look_for_seal(void *context, const store_line *line) {
    uint8_t seed[RZ_SEED];
    rz_problem problem = {0};
    *(bool *)context = rz_read_seal(line->text, seed, &problem);
    return false;
}

/* What was given up by its people may still be secret; what was given up with its seed is not. */
static bool is_sealed(store *s, const char *id) {
    int64_t last;
    bool sealed = false;
    return store_last_line(s, id, &last) == STORE_OK && last > 0 &&
           store_lines(s, id, (uint32_t)last, 1, look_for_seal, &sealed) == STORE_OK && sealed;
}

static bool take_bytes(part_job *p, const char *bytes, size_t n) {
    if (p->length + n > p->room) {
        size_t room = 2 * (p->length + n);
        char *more = realloc(p->text, room);
        if (!more)
            return false;
        p->text = more;
        p->room = room;
    }
    memcpy(p->text + p->length, bytes, n);
    p->length += n;
    return true;
}

static bool take_line(void *context, const store_line *line) {
    part_job *p = context;
    p->failed = line->number > 0 &&
                (!take_bytes(p, line->text.at, line->text.length) || !take_bytes(p, "\n", 1));
    if (p->failed)
        return false;
    p->next = line->number + 1;
    return p->length < PART_BYTES;
}

static bool take_first_line(part_job *p, store *s) {
    char *first = malloc(RZ_LINE_MAX);
    rz_header header;
    rz_text out;
    if (!first)
        return false;
    people_read_names(s, &p->lobby);
    rz_text_init(&out, first, RZ_LINE_MAX);
    lobby_header(&p->lobby, &p->setup, true, &header);
    rz_write_setup(&header, &p->setup, &out);
    bool ok = take_bytes(p, first, out.length) && take_bytes(p, "\n", 1);
    free(first);
    return ok;
}

/* After the last line comes a chunk of no bytes. */
static bool close_chunk(part_job *p) {
    char head[CHUNK_HEAD + 1];
    snprintf(head, sizeof head, "%08x\r\n", (unsigned)(p->length - CHUNK_HEAD));
    memcpy(p->text, head, CHUNK_HEAD);
    if (p->length == CHUNK_HEAD)
        p->length = 0;
    else if (!take_bytes(p, "\r\n", 2))
        return false;
    return !p->last || take_bytes(p, "0\r\n\r\n", 5);
}

static store_result read_part(job *j, store *s) {
    part_job *p = (part_job *)j;
    static const char blank[CHUNK_HEAD] = "";
    store_result result = STORE_OK;
    p->found = p->from > 0;
    if (p->from == 0)
        result = store_table_of(s, j->table, take_row, p);
    if (p->given_up)
        p->found = p->found && is_sealed(s, j->table);
    if (result != STORE_OK || !p->found)
        return result;
    p->next = p->from;
    bool ok =
        (!p->chunked || take_bytes(p, blank, CHUNK_HEAD)) && (p->from > 0 || take_first_line(p, s));
    if (ok)
        result = store_lines(s, j->table, p->from, PART_LINES, take_line, p);
    p->last = p->next - p->from < PART_LINES && p->length < PART_BYTES;
    p->failed |= !ok || (p->chunked && !close_chunk(p));
    return result;
}

/* ---- On the loop ----------------------------------------------------------------------------- */

static int ask_part(reply *r);

static int send_missing(reply *r) {
    return reply_send_text(r, HTTP_STATUS_NOT_FOUND, "There is no finished game of that name.\n");
}

static int send_first(reply *r, const part_job *p) {
    if (p->job.result != STORE_OK && p->job.result != STORE_MISSING)
        return reply_send_text(r, HTTP_STATUS_SERVICE_UNAVAILABLE,
                               "The store can not be read now.\n");
    if (!p->found || p->failed)
        return send_missing(r);
    r->status = HTTP_STATUS_OK;
    r->type = "application/jsonl; charset=utf-8";
    snprintf(r->disposition, sizeof r->disposition, "attachment; filename=\"razzia-%.8s.jsonl\"",
             p->job.table);
    return reply_send_headers(r);
}

/* A later part that fails ends the connection before the body's end, which the reader sees. */
static int send_part(reply *r, part_job *p) {
    free(r->owned);
    r->owned = (unsigned char *)p->text;
    p->text = NULL;
    r->body = r->owned;
    r->size = p->length;
    r->sent = 0;
    r->more = p->last ? NULL : ask_part;
    ((download *)r->source)->next = p->next;
    if (p->from == 0)
        return send_first(r, p);
    if (p->job.result != STORE_OK || p->failed || p->length == 0)
        return -1;
    lws_callback_on_writable(r->wsi);
    return 0;
}

static void submit_waiting(account *a);

static void cut(struct lws *wsi) {
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    lws_cancel_service(lws_get_context(wsi));
}

static void part_was_read(job *j) {
    part_job *p = (part_job *)j;
    reply *r = p->reply;
    account *a = r->address;
    struct lws *wsi = r->wsi;
    r->waiting = false;
    r->moved = server_now(r->server);
    if (!wsi)
        reply_free(r);
    else if (send_part(r, p) != 0) /* the reply may be gone with its last byte */
        cut(wsi);
    free(p->text);
    free(p);
    a->reading--;
    submit_waiting(a);
}

static bool submit_part(reply *r) {
    const download *d = r->source;
    part_job *p = calloc(1, sizeof *p);
    if (!p)
        return false;
    p->reply = r;
    p->from = d->next;
    p->chunked = r->parts == PARTS_CHUNKED;
    p->job = (job){.run = read_part, .done = part_was_read};
    memcpy(p->job.table, d->table, sizeof d->table);
    r->address->reading++;
    server_read(r->server, server_share_of(r->server, r->address->key), &p->job);
    return true;
}

/* Who has gone meanwhile is forgotten here; who can not be served for want of memory is cut off,
 * and may ask again. */
static void submit_waiting(account *a) {
    enum { AT_ONCE = 4 };
    while (a->waiting && a->reading < AT_ONCE) {
        reply *r = a->waiting;
        if (r->wsi && !submit_part(r)) {
            r->waiting = false;
            cut(r->wsi);
        }
        a->waiting = r->next_waiting;
        if (!a->waiting)
            a->last_waiting = NULL;
        if (!r->wsi)
            reply_free(r);
    }
}

/* Those of one address come in turn; others do not wait for them. */
static int ask_part(reply *r) {
    account *a = r->address;
    r->waiting = true;
    r->next_waiting = NULL;
    *(a->last_waiting ? &a->last_waiting->next_waiting : &a->waiting) = r;
    a->last_waiting = r;
    submit_waiting(a);
    return 0;
}

static bool knows_chunks(struct lws *wsi) {
    char version[16] = "";
    lws_hdr_copy(wsi, version, sizeof version, WSI_TOKEN_HTTP);
    return strcmp(version, "HTTP/1.0") != 0;
}

/* Else the system keeps megabytes for who does not read. */
static void bound_buffer(struct lws *wsi) {
    int bytes = PART_BYTES;
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

int download_start(reply *r, const char *id) {
    download *d = code_may_be(id) ? calloc(1, sizeof *d) : NULL;
    if (!d)
        return send_missing(r);
    memcpy(d->table, id, sizeof d->table);
    r->source = d;
    bound_buffer(r->wsi);
    r->parts = knows_chunks(r->wsi) ? PARTS_CHUNKED : PARTS_UNTIL_CLOSED;
    return ask_part(r);
}
