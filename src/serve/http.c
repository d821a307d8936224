#include "serve/http.h"

#include <stdlib.h>
#include <string.h>

#include "serve/lobby_public.h"
#include "serve/lobby_row.h"
#include "serve/people.h"

/* An answer on its way. It belongs to its connection, or to a job once that has closed. */
typedef struct reply {
    server *server;
    const web *web;
    struct lws *wsi; /* NULL: closed */
    bool waiting;    /* a job will fill it in */
    unsigned status;
    const char *type, *coding, *etag, *cache;
    char disposition[64];
    const unsigned char *body;
    unsigned char *owned; /* freed with it */
    size_t size, sent;
} reply;

static void free_reply(reply *r) {
    free(r->owned);
    free(r);
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* What every answer has: nothing runs but our own, nobody frames us, nobody guesses at types. */
static const char *const strict[][2] = {
    {"content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
     "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"x-frame-options:", "DENY"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"permissions-policy:", "camera=(), microphone=(), geolocation=()"},
};

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end) {
    return !value || lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                                 (const unsigned char *)value, (int)strlen(value),
                                                 at, end) == 0;
}

/* On a connection that is kept the library may forget the slot with the request. */
static int complete(reply *r) {
    struct lws *wsi = r->wsi;
    reply **slot = lws_wsi_user(wsi);
    if (slot)
        *slot = NULL;
    free_reply(r);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int send_headers(reply *r) {
    unsigned char memory[LWS_PRE + 2048], *start = memory + LWS_PRE, *at = start;
    unsigned char *end = memory + sizeof memory - 1;
    struct lws *wsi = r->wsi;
    bool ok = lws_add_http_header_status(wsi, r->status, &at, end) == 0 &&
              lws_add_http_header_content_length(wsi, r->size, &at, end) == 0 &&
              add_header(wsi, "content-type:", r->type, &at, end) &&
              add_header(wsi, "content-encoding:", r->coding, &at, end) &&
              add_header(wsi, "etag:", r->etag, &at, end) &&
              add_header(wsi, "vary:", r->etag ? "accept-encoding" : NULL, &at, end) &&
              add_header(wsi, "cache-control:", r->cache ? r->cache : "no-store", &at, end) &&
              add_header(wsi, "content-disposition:", r->disposition[0] ? r->disposition : NULL,
                         &at, end);
    for (size_t i = 0; ok && i < sizeof strict / sizeof *strict; i++)
        ok = add_header(wsi, strict[i][0], strict[i][1], &at, end);
    if (!ok || lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    if (r->size == 0)
        return complete(r);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_body(reply *r) {
    enum { CHUNK = 16384 };
    unsigned char memory[LWS_PRE + CHUNK];
    size_t n = r->size - r->sent < CHUNK ? r->size - r->sent : CHUNK;
    bool last = r->sent + n == r->size;
    memcpy(memory + LWS_PRE, r->body + r->sent, n);
    if (lws_write(r->wsi, memory + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
        (int)n)
        return -1;
    r->sent += n;
    if (last)
        return complete(r);
    lws_callback_on_writable(r->wsi);
    return 0;
}

static int send_text(reply *r, unsigned status, const char *text) {
    r->status = status;
    r->type = "text/plain; charset=utf-8";
    r->body = (const unsigned char *)text;
    r->size = strlen(text);
    return send_headers(r);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool header_has(struct lws *wsi, enum lws_token_indexes token, const char *word) {
    char value[256];
    return lws_hdr_copy(wsi, value, sizeof value, token) > 0 && strstr(value, word);
}

static int send_file(reply *r, const web_file *file) {
    web_coding as =
        file->as[WEB_BROTLI].bytes && header_has(r->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "br")
            ? WEB_BROTLI
        : file->as[WEB_GZIP].bytes && header_has(r->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "gzip")
            ? WEB_GZIP
            : WEB_PLAIN;
    r->status = HTTP_STATUS_OK;
    r->etag = file->etag;
    /* The parts of the program have a hash of their content in their names. */
    r->cache = strncmp(file->path, "/part-", 6) ? "no-cache" : "max-age=31536000, immutable";
    if (header_has(r->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, file->etag)) {
        r->status = HTTP_STATUS_NOT_MODIFIED;
        return send_headers(r);
    }
    r->type = file->type;
    r->coding = as == WEB_BROTLI ? "br" : as == WEB_GZIP ? "gzip" : NULL;
    r->body = file->as[as].bytes;
    r->size = file->as[as].size;
    return send_headers(r);
}

/* ---- Records --------------------------------------------------------------------------------- */

typedef struct record_job {
    job job;
    reply *reply;
    bool finished;
    lobby lobby;
    rz_setup setup;
    char *text;
    size_t length, room;
} record_job;

static bool take_row(void *context, const store_table *row) {
    record_job *r = context;
    r->finished = row->status == STORE_FINISHED && lobby_read(row, &r->lobby, &r->setup);
    return false;
}

static bool take_text(record_job *r, rz_slice text) {
    if (r->length + text.length + 1 > r->room) {
        size_t room = 2 * (r->length + text.length + 1);
        char *more = realloc(r->text, room);
        if (!more)
            return false;
        r->text = more;
        r->room = room;
    }
    memcpy(r->text + r->length, text.at, text.length);
    r->length += text.length;
    r->text[r->length++] = '\n';
    return true;
}

static bool take_line(void *context, const store_line *line) {
    return line->number == 0 || take_text(context, line->text);
}

static store_result read_record(job *j, store *s) {
    record_job *r = (record_job *)j;
    store_result result = store_table_of(s, j->table, take_row, r);
    char *first = malloc(RZ_LINE_MAX);
    rz_text out;
    if (result == STORE_OK && r->finished && first) {
        people_read_names(s, &r->lobby);
        rz_text_init(&out, first, RZ_LINE_MAX);
        lobby_write_first_line(&out, &r->lobby, &r->setup, true);
        take_text(r, (rz_slice){first, out.length});
        result = store_lines(s, j->table, 0, take_line, r);
    }
    free(first);
    return result;
}

static void send_record(job *j) {
    record_job *rj = (record_job *)j;
    reply *r = rj->reply;
    r->waiting = false;
    r->owned = (unsigned char *)rj->text;
    if (!r->wsi) {
        free_reply(r);
    } else if (j->result != STORE_OK && j->result != STORE_MISSING) {
        send_text(r, HTTP_STATUS_SERVICE_UNAVAILABLE, "The store can not be read now.\n");
    } else if (!rj->finished || !rj->text) {
        send_text(r, HTTP_STATUS_NOT_FOUND, "There is no finished game of that name.\n");
    } else {
        r->status = HTTP_STATUS_OK;
        r->type = "application/jsonl; charset=utf-8";
        r->body = r->owned;
        r->size = rj->length;
        snprintf(r->disposition, sizeof r->disposition,
                 "attachment; filename=\"razzia-%.8s.jsonl\"", j->table);
        send_headers(r);
    }
    free(rj);
}

static int ask_record(reply *r, const char *id) {
    if (strlen(id) != STORE_TABLE_ID)
        return send_text(r, HTTP_STATUS_NOT_FOUND, "There is no finished game of that name.\n");
    record_job *rj = calloc(1, sizeof *rj);
    if (!rj)
        return -1;
    rj->reply = r;
    rj->job = (job){.run = read_record, .done = send_record};
    memcpy(rj->job.table, id, STORE_TABLE_ID + 1);
    r->waiting = true;
    server_submit(r->server, &rj->job);
    return 0;
}

/* ---- Health and figures ---------------------------------------------------------------------- */

static int send_health(reply *r) {
    if (r->server->closing)
        return send_text(r, HTTP_STATUS_SERVICE_UNAVAILABLE, "The server is about to stop.\n");
    if (r->server->store_state != STORE_OK)
        return send_text(r, HTTP_STATUS_SERVICE_UNAVAILABLE,
                         server_describe_store(r->server->store_state));
    return send_text(r, HTTP_STATUS_OK, "ok\n");
}

static int send_metrics(reply *r) {
    enum { ROOM = 16384 };
    char address[64];
    rz_text text;
    uint64_t batches, jobs;
    bool local = peer_address(r->wsi, address, sizeof address);
    if (!local && strcmp(r->server->options->metrics_from, "all") != 0)
        return send_text(r, HTTP_STATUS_FORBIDDEN, "Not from there.\n");
    if (!(r->owned = malloc(ROOM)))
        return -1;
    rz_text_init(&text, (char *)r->owned, ROOM);
    metrics_write(&r->server->metrics, &text);
    const world *out = r->server->world;
    out->store.counts(out->store.self, &batches, &jobs);
    rz_text_add(&text, "# TYPE razzia_store_batches counter\nrazzia_store_batches ");
    rz_text_int(&text, (int64_t)batches);
    rz_text_add(&text, "\n# TYPE razzia_store_jobs counter\nrazzia_store_jobs ");
    rz_text_int(&text, (int64_t)jobs);
    rz_text_add(&text, "\n# TYPE razzia_bots_thinking gauge\nrazzia_bots_thinking ");
    rz_text_int(&text, out->bots.busy(out->bots.self));
    rz_text_char(&text, '\n');
    return send_text(r, HTTP_STATUS_OK, (const char *)r->owned);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static int answer(reply *r, const char *path) {
    const web_file *page = web_find(r->web, "/index.html");
    r->server->metrics.http++;
    if (lws_hdr_total_length(r->wsi, WSI_TOKEN_GET_URI) == 0)
        return send_text(r, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET is understood.\n");
    if (!strcmp(path, "/health"))
        return send_health(r);
    if (!strcmp(path, "/metrics"))
        return send_metrics(r);
    if (!strncmp(path, "/record/", 8))
        return ask_record(r, path + 8);
    if (!strcmp(path, "/") || !strncmp(path, "/t/", 3))
        return send_file(r, page);
    const web_file *file = web_find(r->web, path);
    return file ? send_file(r, file)
                : send_text(r, HTTP_STATUS_NOT_FOUND, "There is nothing here.\n");
}

static int receive(struct lws *wsi, reply **slot, const char *path) {
    if (*slot && !(*slot)->waiting) /* the one before, on the same connection */
        free_reply(*slot);
    *slot = calloc(1, sizeof **slot);
    if (!*slot)
        return -1;
    (*slot)->server = frontend_of(wsi)->server;
    (*slot)->web = frontend_of(wsi)->web;
    (*slot)->wsi = wsi;
    return answer(*slot, path);
}

static void end(reply **slot) {
    if (*slot && (*slot)->waiting)
        (*slot)->wsi = NULL;
    else if (*slot)
        free_reply(*slot);
    *slot = NULL;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length) {
    reply **slot = user; /* NULL where the library has answered a broken request by itself */
    (void)length;
    if (!slot)
        return reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION || reason == LWS_CALLBACK_HTTP;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return 1; /* a WebSocket, but not of our protocol */
    case LWS_CALLBACK_HTTP:
        return receive(wsi, slot, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return *slot && (*slot)->body && (*slot)->sent < (*slot)->size ? send_body(*slot) : 0;
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        end(slot);
        return 0;
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return -1;
    default:
        return 0;
    }
}
