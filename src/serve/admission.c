#include "serve/admission.h"

#include <string.h>

#include "serve/reply.h"

/* ---- Names ----------------------------------------------------------------------------------- */

/* Without its port. */
static bool read_host(struct lws *wsi, char *host, size_t size) {
    if (lws_hdr_copy(wsi, host, (int)size, WSI_TOKEN_HOST) <= 0)
        return false;
    char *colon = strrchr(host, ':');
    if (colon && !strchr(colon, ']'))
        *colon = '\0';
    return true;
}

static bool is_listed(const char *name, const char *list) {
    size_t n;
    for (; list && *list; list += n) {
        list += strspn(list, ", \t");
        n = strcspn(list, ", \t");
        if (n > 0 && strlen(name) == n && !strncasecmp(name, list, n))
            return true;
    }
    return false;
}

/* Nobody can give these to another machine, or another machine's name to this one. */
static bool is_own_name(const char *name, const char *own) {
    ip_address a;
    return address_read(name, strlen(name), &a) || !strcasecmp(name, "localhost") ||
           !strcasecmp(name, own);
}

/* Without a list, only who asks from this machine itself is asked for a name: behind a proxy, and
 * from afar, any may be right, and nothing is to be had that others could not have. */
bool admission_knows_host(struct lws *wsi) {
    const frontend *f = frontend_of(wsi);
    const char *hosts = f->server->options->hosts;
    char host[256];
    peer p;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HOST) == 0)
        return true; /* no browser */
    peer_read(wsi, &p);
    if (!hosts && !p.local)
        return true;
    return read_host(wsi, host, sizeof host) &&
           (is_own_name(host, f->host) || is_listed(host, hosts));
}

static bool is_origin_allowed(const server *sv, struct lws *wsi) {
    char origin[256], host[256];
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0)
        return lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0; /* no browser */
    if (sv->options->origin && !strcmp(origin, sv->options->origin))
        return true;
    const char *name = strstr(origin, "://");
    return name && lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           !strcasecmp(name + 3, host);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

/* A page is some dozens of files, and sixty people may open it at once. */
const char *admission_count_reply(struct lws *wsi, account **counted) {
    enum { AT_ONCE = 60 };
    server *sv = frontend_of(wsi)->server;
    double rate = sv->options->http_per_address;
    peer p;
    peer_read(wsi, &p);
    account *a = peer_account(wsi, &p);
    if (!a)
        return "The server is out of memory.\n";
    bool many = a->replies >= sv->options->replies_per_address;
    if (!p.exempt &&
        (many || !account_take(a, &a->http, 1, rate, AT_ONCE * rate, server_now(sv)))) {
        server_note_limit(sv, many ? LIMIT_REPLIES : LIMIT_HTTP, a);
        return "Too many requests come from this address; slower, please.\n";
    }
    a->replies++;
    *counted = a;
    return NULL;
}

/* So many at a time, and so many one after the other. */
static bool may_open(server *sv, account *a) {
    const serve_options *options = sv->options;
    int most = options->sockets_per_address;
    limit_kind kind = a->sockets >= most ? LIMIT_SOCKETS : LIMIT_HANDSHAKES;
    if (kind != LIMIT_SOCKETS &&
        account_take(a, &a->handshakes, 1, options->handshakes_per_second, most, server_now(sv)))
        return true;
    server_note_limit(sv, kind, a);
    return false;
}

/* ---- WebSockets ------------------------------------------------------------------------------ */

static bool header_is(struct lws *wsi, enum lws_token_indexes token, const char *value) {
    char text[16];
    return lws_hdr_copy(wsi, text, sizeof text, token) > 0 && !strcmp(text, value);
}

static bool asks_for_protocol(struct lws *wsi) {
    char offered[256];
    return lws_hdr_copy(wsi, offered, sizeof offered, WSI_TOKEN_PROTOCOL) > 0 &&
           is_listed("razzia.1", offered);
}

static int refuse(struct lws *wsi, unsigned status, const char *text) {
    server_note_limit(frontend_of(wsi)->server, LIMIT_ORIGIN, NULL);
    return reply_refuse(wsi, status, text, NULL, NULL);
}

int admission_refuse_upgrade(struct lws *wsi, const char *to) {
    server *sv = frontend_of(wsi)->server;
    peer p;
    if (strcasecmp(to, "websocket") != 0)
        return refuse(wsi, HTTP_STATUS_BAD_REQUEST, "Only WebSockets can be had here.\n");
    if (sv->closing)
        return refuse(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, "The server is about to stop.\n");
    if (!header_is(wsi, WSI_TOKEN_GET_URI, "/ws"))
        return refuse(wsi, HTTP_STATUS_NOT_FOUND, "Sockets are at /ws.\n");
    if (!header_is(wsi, WSI_TOKEN_VERSION, "13"))
        return reply_refuse(wsi, UPGRADE_REQUIRED, "Only version 13 of WebSocket is spoken here.\n",
                            "sec-websocket-version:", "13");
    if (!asks_for_protocol(wsi))
        return refuse(wsi, HTTP_STATUS_BAD_REQUEST, "The protocol is razzia.1.\n");
    if (!admission_knows_host(wsi))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN, FOREIGN_HOST);
    if (!is_origin_allowed(sv, wsi))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN, "Pages of that origin may not connect.\n");
    peer_read(wsi, &p);
    account *a = peer_account(wsi, &p);
    if (a && (p.exempt || may_open(sv, a)))
        return 0;
    return reply_refuse(wsi, TOO_MANY_REQUESTS, "Too many sockets of this address.\n",
                        "retry-after:", RETRY_SECONDS);
}
