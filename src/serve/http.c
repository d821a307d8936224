#include "serve/http.h"

#include <stdlib.h>
#include <string.h>

#include "serve/admission.h"
#include "serve/arrival.h"
#include "serve/download.h"
#include "serve/mailbox.h"

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
        return reply_send_headers(r);
    }
    r->type = file->type;
    r->coding = as == WEB_BROTLI ? "br" : as == WEB_GZIP ? "gzip" : NULL;
    r->body = file->as[as].bytes;
    r->size = file->as[as].size;
    return reply_send_headers(r);
}

/* ---- Health and figures ---------------------------------------------------------------------- */

static int send_health(reply *r) {
    if (r->server->closing)
        return reply_send_text(r, HTTP_STATUS_SERVICE_UNAVAILABLE,
                               "The server is about to stop.\n");
    if (r->server->store_state != STORE_OK)
        return reply_send_text(r, HTTP_STATUS_SERVICE_UNAVAILABLE,
                               server_describe_store(r->server->store_state));
    return reply_send_text(r, HTTP_STATUS_OK, "ok\n");
}

static int send_metrics(reply *r) {
    enum { ROOM = 16384 };
    peer p;
    rz_text text;
    uint64_t batches, jobs;
    peer_read(r->wsi, &p);
    if (!p.local && strcmp(r->server->options->metrics_from, "all") != 0)
        return reply_send_text(r, HTTP_STATUS_FORBIDDEN, "Not from there.\n");
    if (!(r->owned = malloc(ROOM)))
        return -1;
    rz_text_init(&text, (char *)r->owned, ROOM);
    metrics_write(&r->server->metrics, &text);
    server_write_limits(r->server, &text);
    const world *out = r->server->world;
    out->store.counts(out->store.self, &batches, &jobs);
    rz_text_add(&text, "# TYPE razzia_store_batches counter\nrazzia_store_batches ");
    rz_text_int(&text, (int64_t)batches);
    rz_text_add(&text, "\n# TYPE razzia_store_jobs counter\nrazzia_store_jobs ");
    rz_text_int(&text, (int64_t)jobs);
    out->reads.counts(out->reads.self, &batches, &jobs);
    rz_text_add(&text, "\n# TYPE razzia_read_jobs counter\nrazzia_read_jobs ");
    rz_text_int(&text, (int64_t)jobs);
    rz_text_add(&text, "\n# TYPE razzia_bots_thinking gauge\nrazzia_bots_thinking ");
    rz_text_int(&text, out->bots.busy(out->bots.self));
    rz_text_char(&text, '\n');
    return reply_send_text(r, HTTP_STATUS_OK, (const char *)r->owned);
}

/* ---- Requests -------------------------------------------------------------------------------- */

/* Addresses that the page itself understands: what stands after “#” it keeps for itself. */
static bool is_page(const char *path) {
    return !strcmp(path, "/") || !strncmp(path, "/t/", 3) || !strcmp(path, "/join") ||
           !strcmp(path, "/invite");
}

static int send_path(reply *r, const char *path) {
    const web *w = r->frontend->web;
    if (!strcmp(path, "/health"))
        return send_health(r);
    if (!strcmp(path, "/metrics"))
        return send_metrics(r);
    if (!strncmp(path, "/record/", 8))
        return download_start(r, path + 8);
    if (mailbox_is_path(path))
        return mailbox_start(r, path, false);
    const web_file *file = web_find(w, is_page(path) ? "/index.html" : path);
    return file ? send_file(r, file)
                : reply_send_text(r, HTTP_STATUS_NOT_FOUND, "There is nothing here.\n");
}

/* Two that differ would let a proxy see other requests than we do. */
static bool has_two_lengths(struct lws *wsi) {
    char second[8];
    return lws_hdr_copy_fragment(wsi, second, sizeof second, WSI_TOKEN_HTTP_CONTENT_LENGTH, 1) !=
           -1;
}

/* Buttons of our own pages post an empty form, and programs that end mails “List-Unsubscribe=…”:
 * what it says does not matter, but it is to be read before the answer. */
static int receive_post(reply *r, const char *path) {
    enum { BODY_MAX = 1024 };
    char length[16] = "";
    if (!mailbox_is_path(path) || strlen(path) >= sizeof r->posted)
        return reply_send_text(r, HTTP_STATUS_METHOD_NOT_ALLOWED, "Nothing can be posted here.\n");
    bool has_body = lws_hdr_copy(r->wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
    size_t size = strtoul(length, NULL, 10);
    if (size > BODY_MAX)
        return reply_send_text(r, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, "That is too much.\n");
    if (!has_body)
        return mailbox_start(r, path, true);
    memcpy(r->posted, path, strlen(path) + 1);
    r->body_left = size;
    return 0;
}

static int take_body(reply *r, size_t length) {
    if (!r || !r->posted[0] || length > r->body_left)
        return -1;
    r->body_left -= length;
    return 0;
}

static int end_body(reply *r) {
    char path[sizeof r->posted];
    if (!r || !r->posted[0])
        return -1;
    memcpy(path, r->posted, sizeof path);
    r->posted[0] = '\0';
    return mailbox_start(r, path, true);
}

static int answer(reply *r, const char *path) {
    bool post = lws_hdr_total_length(r->wsi, WSI_TOKEN_POST_URI) > 0;
    const char *refusal;
    r->server->metrics.http++;
    if ((refusal = admission_count_reply(r->wsi, &r->address)) != NULL)
        return reply_refuse(r->wsi, TOO_MANY_REQUESTS, refusal, "retry-after:", RETRY_SECONDS);
    r->head = lws_hdr_total_length(r->wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (!r->head && !post && lws_hdr_total_length(r->wsi, WSI_TOKEN_GET_URI) == 0)
        return reply_send_text(r, HTTP_STATUS_METHOD_NOT_ALLOWED,
                               "Only GET and HEAD are understood.\n");
    if (has_two_lengths(r->wsi))
        return reply_send_text(r, HTTP_STATUS_BAD_REQUEST, "One Content-Length is enough.\n");
    if (strcmp(path, "/health") != 0 && !admission_knows_host(r->wsi)) /* any probe may ask that */
        return reply_send_text(r, HTTP_STATUS_FORBIDDEN, FOREIGN_HOST);
    return post ? receive_post(r, path) : send_path(r, path);
}

static int receive(struct lws *wsi, reply **slot, const char *path) {
    if (*slot) /* the one before, on the same connection */
        reply_orphan(*slot);
    *slot = reply_new(wsi);
    return *slot ? answer(*slot, path) : -1;
}

static void end(reply **slot) {
    if (*slot)
        reply_orphan(*slot);
    *slot = NULL;
}

static bool has_body_left(const reply *r) {
    return r && !r->waiting && r->body && r->sent < r->size;
}

static int on_request(struct lws *wsi, enum lws_callback_reasons reason, reply **slot, void *in,
                      size_t length) {
    if (!slot) /* where the library has answered a broken request by itself */
        return reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION || reason == LWS_CALLBACK_HTTP;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return 1; /* a WebSocket, but not of our protocol */
    case LWS_CALLBACK_HTTP:
        arrival_finish(wsi);
        return receive(wsi, slot, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return has_body_left(*slot) ? reply_send_body(*slot) : 0;
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        end(slot);
        return 0;
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(*slot, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return end_body(*slot);
    default:
        return 0;
    }
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length) {
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        arrival_adopted(wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        arrival_end(wsi);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        arrival_finish(wsi);
        return admission_refuse_upgrade(wsi, in);
    default:
        frontend_yield(frontend_of(wsi));
        return on_request(wsi, reason, user, in, length);
    }
}
