#include "serve/frontend.h"

#include <string.h>

static bool is_loopback(const char *address) {
    return !strncmp(address, "127.", 4) || !strcmp(address, "::1") ||
           !strncmp(address, "::ffff:127.", 11);
}

bool peer_address(struct lws *wsi, char *address, size_t size) {
    lws_get_peer_simple(wsi, address, size);
    if (!is_loopback(address))
        return false;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) == 0)
        return true;
    /* A proxy on this machine says whom it speaks for; the last name is the one it saw itself. What
     * is longer than a header can be leaves nothing: all of those are one. */
    char forwarded[4096] = "";
    lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR);
    const char *last = strrchr(forwarded, ',');
    last = last ? last + 1 + strspn(last + 1, " ") : forwarded;
    snprintf(address, size, "%.60s", last);
    return false;
}
