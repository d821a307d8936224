#include "serve/reply.h"

#include <stdlib.h>
#include <string.h>

#include "serve/arrival.h"

/* ---- Coming and going ------------------------------------------------------------------------ */

reply *reply_new(struct lws *wsi) {
    reply *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->frontend = frontend_of(wsi);
    r->server = r->frontend->server;
    r->wsi = wsi;
    r->began = r->moved = server_now(r->server);
    r->next = r->frontend->replies;
    if (r->next)
        r->next->before = r;
    r->frontend->replies = r;
    return r;
}

void reply_free(reply *r) {
    *(r->before ? &r->before->next : &r->frontend->replies) = r->next;
    if (r->next)
        r->next->before = r->before;
    if (r->address)
        r->address->replies--;
    free(r->source);
    free(r->owned);
    free(r);
}

void reply_orphan(reply *r) {
    if (r->waiting)
        r->wsi = NULL;
    else
        reply_free(r);
}

void replies_check(frontend *f, int64_t now) {
    enum { UNREAD_MS = 30000, LONGEST_MS = 600000 };
    for (reply *r = f->replies; r; r = r->next)
        if (r->wsi && !r->waiting && (now - r->moved > UNREAD_MS || now - r->began > LONGEST_MS)) {
            f->server->metrics.closed_slow++;
            r->moved = r->began = now; /* once is enough */
            lws_set_timeout(r->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
            lws_cancel_service(lws_get_context(r->wsi));
        }
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* What every answer has: nothing runs but our own, nobody frames us, nobody guesses at types. */
static const char *const strict[][2] = {
    {"content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
     "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"x-frame-options:", "DENY"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"permissions-policy:", "camera=(), microphone=(), geolocation=()"},
};

enum { STRICT = sizeof strict / sizeof *strict, HEADERS = 2048 };

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end) {
    return !value || lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                                 (const unsigned char *)value, (int)strlen(value),
                                                 at, end) == 0;
}

/* The pages behind the links of mails have nothing but a form, and how it looks. */
static const char only_form[] =
    "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

static bool add_strict(const server *sv, struct lws *wsi, bool form, unsigned char **at,
                       unsigned char *end) {
    const char *only_tls = sv->options->tls_cert ? "max-age=31536000" : NULL;
    bool ok = add_header(wsi, "strict-transport-security:", only_tls, at, end);
    for (int i = 0; ok && i < STRICT; i++)
        ok = add_header(wsi, strict[i][0], form && i == 0 ? only_form : strict[i][1], at, end);
    return ok;
}

/* On a connection that is kept the library may forget the slot with the request. */
static int complete(reply *r) {
    struct lws *wsi = r->wsi;
    reply **slot = lws_wsi_user(wsi);
    bool close = r->parts == PARTS_UNTIL_CLOSED;
    if (slot)
        *slot = NULL;
    reply_free(r);
    arrival_keep(wsi);
    return lws_http_transaction_completed(wsi) || close ? -1 : 0;
}

static bool add_length(reply *r, unsigned char **at, unsigned char *end) {
    if (r->parts == PARTS_CHUNKED)
        return add_header(r->wsi, "transfer-encoding:", "chunked", at, end);
    if (r->parts == PARTS_UNTIL_CLOSED)
        return add_header(r->wsi, "connection:", "close", at, end);
    return lws_add_http_header_content_length(r->wsi, r->size, at, end) == 0;
}

int reply_send_headers(reply *r) {
    unsigned char memory[LWS_PRE + HEADERS], *start = memory + LWS_PRE, *at = start;
    unsigned char *end = memory + sizeof memory - 1;
    struct lws *wsi = r->wsi;
    bool ok = lws_add_http_header_status(wsi, r->status, &at, end) == 0 &&
              add_length(r, &at, end) && add_header(wsi, "content-type:", r->type, &at, end) &&
              add_header(wsi, "content-encoding:", r->coding, &at, end) &&
              add_header(wsi, "etag:", r->etag, &at, end) &&
              add_header(wsi, "vary:", r->etag ? "accept-encoding" : NULL, &at, end) &&
              add_header(wsi, "cache-control:", r->cache ? r->cache : "no-store", &at, end) &&
              add_header(wsi, "content-disposition:", r->disposition[0] ? r->disposition : NULL,
                         &at, end) &&
              add_strict(r->server, wsi, r->form, &at, end);
    if (!ok || lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    if (r->head || r->size == 0)
        return complete(r);
    lws_callback_on_writable(wsi);
    return 0;
}

int reply_send_body(reply *r) {
    enum { CHUNK = 16384 };
    unsigned char memory[LWS_PRE + CHUNK];
    size_t n = r->size - r->sent < CHUNK ? r->size - r->sent : CHUNK;
    bool end = r->sent + n == r->size, last = end && !r->more;
    memcpy(memory + LWS_PRE, r->body + r->sent, n);
    if (lws_write(r->wsi, memory + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
        (int)n)
        return -1;
    r->sent += n;
    r->moved = server_now(r->server);
    if (end)
        return last ? complete(r) : r->more(r);
    lws_callback_on_writable(r->wsi);
    return 0;
}

int reply_send_text(reply *r, unsigned status, const char *text) {
    r->status = status;
    r->type = "text/plain; charset=utf-8";
    r->body = (const unsigned char *)text;
    r->size = strlen(text);
    r->parts = PARTS_NONE;
    r->more = NULL;
    return reply_send_headers(r);
}

int reply_refuse(struct lws *wsi, unsigned status, const char *text, const char *name,
                 const char *value) {
    unsigned char memory[LWS_PRE + HEADERS + 256], *start = memory + LWS_PRE, *at = start;
    unsigned char *end = memory + LWS_PRE + HEADERS;
    size_t n = strlen(text);
    bool ok = lws_add_http_header_status(wsi, status, &at, end) == 0 &&
              lws_add_http_header_content_length(wsi, n, &at, end) == 0 &&
              add_header(wsi, "content-type:", "text/plain; charset=utf-8", &at, end) &&
              add_header(wsi, "cache-control:", "no-store", &at, end) &&
              add_header(wsi, "connection:", "close", &at, end) &&
              (!name || add_header(wsi, name, value, &at, end)) &&
              add_strict(frontend_of(wsi)->server, wsi, false, &at, end);
    if (!ok || lws_finalize_http_header(wsi, &at, end))
        return -1;
    memcpy(at, text, n);
    memcpy(start, "HTTP/1.1", 8); /* the library does not know yet how it was asked */
    lws_write(wsi, start, (size_t)(at - start) + n, LWS_WRITE_HTTP_HEADERS);
    return 1;
}
