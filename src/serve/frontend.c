#include "serve/frontend.h"

#include <string.h>

void frontend_yield(frontend *f) {
    enum { SLICE_US = 1000, EVENTS = 8 }; /* so many take less, but for a few */
    if (!f->turn || ++f->events % EVENTS != 0 ||
        server_monotonic_us(f->server) - f->turned < SLICE_US)
        return;
    f->turn(f);
    f->turned = server_monotonic_us(f->server);
}

/* What is longer than a header can be leaves nothing: all of those are one. */
static void read_forwarded(struct lws *wsi, const char *proxies, ip_address *a) {
    char forwarded[4096] = "";
    lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR);
    address_forwarded(forwarded, proxies, a);
}

void peer_read(struct lws *wsi, peer *p) {
    const serve_options *options = frontend_of(wsi)->server->options;
    bool said = lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0;
    const arrival_facts *facts = lws_get_opaque_user_data(wsi);
    bool forwarded = said || (facts && facts->forwarded);
    address_of_socket(lws_get_socket_fd(wsi), &p->address);
    /* Who hands on the words of others is not this machine itself, believed or not. */
    p->local = !forwarded && address_is_loopback(&p->address);
    p->exempt = p->local && !options->limit_loopback;
    if (said && address_is_listed(&p->address, options->proxies))
        read_forwarded(wsi, options->proxies, &p->address);
}

account *peer_account(struct lws *wsi, const peer *p) {
    server *sv = frontend_of(wsi)->server;
    uint8_t key[32];
    limits_key(&p->address, key);
    return limits_account(sv->limits.addresses, key, server_now(sv));
}
