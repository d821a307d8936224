#include "serve/post.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notify/mail.h"

struct post {
    sender *sender;
    uv_async_t back;
};

static void deliver(letter *list) {
    for (letter *next; list; list = next) {
        next = list->next;
        list->done(list);
    }
}

static void on_back(uv_async_t *back) {
    deliver(sender_take(((post *)back->data)->sender));
}

static void wake(void *context) {
    uv_async_send(&((post *)context)->back);
}

post *post_new(uv_loop_t *loop, const sender_options *options) {
    post *p = calloc(1, sizeof *p);
    if (!p || uv_async_init(loop, &p->back, on_back) != 0)
        return NULL; /* the process ends */
    p->back.data = p;
    p->sender = sender_new(options, wake, p);
    return p->sender ? p : NULL;
}

static bool send_letter(void *self, letter *l) {
    return sender_send(((post *)self)->sender, l);
}

post_runner post_runner_of(post *p) {
    return (post_runner){.self = p, .send = send_letter};
}

static void closed(uv_handle_t *handle) {
    free(handle->data);
}

void post_stop(post *p) {
    deliver(sender_stop(p->sender));
    uv_close((uv_handle_t *)&p->back, closed);
}

/* ---- Settings -------------------------------------------------------------------------------- */

static bool begins(const char *text, const char *with) {
    return text && !strncmp(text, with, strlen(with));
}

/* As it is put before the path of a link. */
static bool is_url(const char *url) {
    size_t n = strlen(url), dot = strcspn(url, " \t\"<>\\");
    return (begins(url, "https://") || begins(url, "http://")) && dot == n && url[n - 1] != '/' &&
           n < 200;
}

bool post_check(const serve_options *o, char *why, size_t size) {
    bool tls = !strcmp(o->mail_tls, "yes");
    if (o->url && !is_url(o->url))
        snprintf(why, size,
                 "url is the address of the club without a “/” at its end, like "
                 "https://games.example.org, not “%.100s”",
                 o->url);
    else if (o->push_contact && !begins(o->push_contact, "mailto:") &&
             !begins(o->push_contact, "https://"))
        snprintf(why, size, "push-contact begins with mailto: or https://, not “%.100s”",
                 o->push_contact);
    else if (!tls && strcmp(o->mail_tls, "no") != 0)
        snprintf(why, size, "mail-tls is yes or no, not “%.40s”", o->mail_tls);
    else if (o->mail_server && !begins(o->mail_server, "smtps://") &&
             !begins(o->mail_server, "smtp://"))
        snprintf(why, size, "mail-server is smtps://HOST or smtp://HOST:PORT, not “%.100s”",
                 o->mail_server);
    else if (o->mail_server && (!o->mail_from || !mail_is_address(o->mail_from)))
        snprintf(why, size, "mail-server needs mail-from, the address that mails come from");
    else if (o->mail_server && !o->url)
        snprintf(why, size, "mail-server needs url, the address of the club for links in mails");
    else if (!o->mail_user != !o->mail_password_file)
        snprintf(why, size, "mail-user and mail-password-file belong together; only one is given");
    else
        return true;
    return false;
}
