#include "serve/mailbox.h"

#include <stdlib.h>
#include <string.h>

#include "notify/page.h"
#include "notify/texts.h"
#include "store/notices.h"

static const char yes_path[] = "/mail/yes/", stop_path[] = "/mail/stop/";

typedef struct mailbox_job {
    job job;
    reply *reply;
    bool stops, posted, found;
    char token[STORE_TOKEN + 1], language[3];
} mailbox_job;

bool mailbox_is_path(const char *path) {
    return !strncmp(path, yes_path, strlen(yes_path)) ||
           !strncmp(path, stop_path, strlen(stop_path));
}

/* ---- On the threads of the store --------------------------------------------------------------
 */

static bool take_language(void *context, const store_channel *c) {
    mailbox_job *k = context;
    memcpy(k->language, c->language, sizeof k->language);
    k->found = true;
    return false;
}

static store_result run(job *j, store *s) {
    mailbox_job *k = (mailbox_job *)j;
    store_result result = store_channel_of_token(s, k->token, take_language, k);
    if (result != STORE_OK || !k->posted)
        return result;
    return k->stops ? store_drop_channel_of_token(s, k->token) : store_confirm_channel(s, k->token);
}

/* ---- On the loop ----------------------------------------------------------------------------- */

static int send_page(reply *r, const mailbox_job *k) {
    rz_text out;
    page_kind asked = k->stops ? PAGE_ASK_STOP : PAGE_ASK_YES;
    page_kind done = k->stops ? PAGE_STOPPED : PAGE_YES;
    if (k->job.result != STORE_OK && k->job.result != STORE_MISSING)
        return reply_send_text(r, HTTP_STATUS_SERVICE_UNAVAILABLE,
                               "The store can not be used now.\n");
    if (!(r->owned = malloc(PAGE_BYTES)))
        return -1;
    rz_text_init(&out, (char *)r->owned, PAGE_BYTES);
    page_write(&out, k->language, !k->found ? PAGE_UNKNOWN : !k->posted ? asked : done);
    r->status = k->found ? HTTP_STATUS_OK : HTTP_STATUS_NOT_FOUND;
    r->type = "text/html; charset=utf-8";
    r->form = true;
    r->body = r->owned;
    r->size = out.length;
    return reply_send_headers(r);
}

static void done(job *j) {
    mailbox_job *k = (mailbox_job *)j;
    reply *r = k->reply;
    struct lws *wsi = r->wsi;
    r->waiting = false;
    r->moved = server_now(r->server);
    if (!wsi) {
        reply_free(r);
    } else if (send_page(r, k) != 0) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        lws_cancel_service(lws_get_context(wsi));
    }
    free(k);
}

/* For who comes by a link that has ended: of the languages that the browser wants, the first that
 * is spoken here. */
static void find_language(struct lws *wsi, char language[3]) {
    char wanted[256] = "";
    lws_hdr_copy(wsi, wanted, sizeof wanted, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE);
    strcpy(language, "en");
    for (const char *at = wanted; at; at = strchr(at, ',')) {
        at += strspn(at, ", ");
        char tag[3] = {at[0], at[0] ? at[1] : '\0', '\0'};
        if (notify_speaks(tag)) {
            memcpy(language, tag, sizeof tag);
            return;
        }
    }
}

/* In a path anything may stand, also what is no text. */
static bool is_token(const char *text) {
    return strlen(text) == STORE_TOKEN && strspn(text, "0123456789abcdef") == STORE_TOKEN;
}

int mailbox_start(reply *r, const char *path, bool posted) {
    bool stops = !strncmp(path, stop_path, strlen(stop_path));
    const char *token = path + strlen(stops ? stop_path : yes_path);
    mailbox_job unknown = {.reply = r};
    find_language(r->wsi, unknown.language);
    if (!is_token(token))
        return send_page(r, &unknown);
    mailbox_job *k = malloc(sizeof *k);
    if (!k)
        return reply_send_text(r, HTTP_STATUS_SERVICE_UNAVAILABLE, "There is not enough memory.\n");
    *k = unknown;
    k->stops = stops;
    k->posted = posted;
    memcpy(k->token, token, sizeof k->token);
    k->job = (job){.writes = posted, .run = run, .done = done};
    r->waiting = true;
    if (posted)
        server_submit(r->server, &k->job);
    else
        server_read(r->server, server_share_of(r->server, r->address->key), &k->job);
    return 0;
}
