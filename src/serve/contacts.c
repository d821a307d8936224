#include "serve/contacts.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "core/sha256.h"
#include "notify/endpoint.h"
#include "notify/mail.h"
#include "notify/texts.h"
#include "notify/webpush.h"
#include "serve/club_job.h"
#include "serve/people.h"
#include "store/notices.h"

enum {
    SHOWN = STORE_PUSHES + 1,
    ROOM = 4096,         /* bytes of the store that a channel costs */
    UNCONFIRMED_MOST = 3 /* of one address, whoever names it */
};

typedef struct contacts_job {
    job job;
    session *session;
    int32_t id;
    uint8_t person[STORE_HASH]; /* who asks */
    int64_t at;
    bool gone;             /* who asks may do so no longer */
    bool too_many;         /* such addresses were asked already */
    store_channel channel; /* that is changed */
    int n;
    store_channel *list[SHOWN];
    bool no_memory;
} contacts_job;

/* ---- On the thread of the store -------------------------------------------------------------- */

static bool take_channel(void *context, const store_channel *c) {
    contacts_job *k = context;
    store_channel *copy = malloc(sizeof *copy);
    k->no_memory = !copy;
    if (copy) {
        *copy = *c;
        k->list[k->n++] = copy;
    }
    return copy && k->n < SHOWN;
}

static store_result list(job *j, store *s) {
    contacts_job *k = (contacts_job *)j;
    return store_channels_of(s, k->person, take_channel, k);
}

/* What tells a device of turns must not outlive its removal. */
static store_result subscribe(job *j, store *s) {
    contacts_job *k = (contacts_job *)j;
    store_result result = people_is_gone(s, k->session, &k->gone);
    if (result != STORE_OK || k->gone)
        return result;
    result = store_add_channel(s, &k->channel);
    return result ? result : list(j, s);
}

/* Nobody can use us to fill the mailbox of somebody else. */
static store_result add_mail(job *j, store *s) {
    contacts_job *k = (contacts_job *)j;
    int64_t count;
    store_result result = people_is_gone(s, k->session, &k->gone);
    if (result != STORE_OK || k->gone)
        return result;
    result = store_count_unconfirmed(s, k->channel.address, &count);
    k->too_many = count >= UNCONFIRMED_MOST;
    if (result != STORE_OK || k->too_many)
        return result;
    result = store_add_channel(s, &k->channel);
    result = result ? result : store_ask_channel(s, k->person, k->channel.address, k->at);
    return result ? result : list(j, s);
}

static store_result prefer(job *j, store *s) {
    contacts_job *k = (contacts_job *)j;
    const store_channel *c = &k->channel;
    store_result result = store_set_channel(s, k->person, c->key, c->language, c->digest);
    return result ? result : list(j, s);
}

static store_result unsubscribe(job *j, store *s) {
    contacts_job *k = (contacts_job *)j;
    store_result result = store_drop_channel(s, k->person, k->channel.key);
    return result ? result : list(j, s);
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void write_contact(rz_text *out, const store_channel *c) {
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "contact", c->key);
    rz_put_string(out, "kind", c->kind == CHANNEL_PUSH ? "push" : "mail");
    rz_put_string(out, c->kind == CHANNEL_PUSH ? "endpoint" : "address", c->address);
    rz_put_string(out, "language", c->language);
    if (c->kind == CHANNEL_MAIL) {
        rz_put_bool(out, "each", !c->digest);
        rz_put_bool(out, "confirmed", c->confirmed);
    }
    rz_put_int(out, "since", c->made);
    rz_put_close(out, '}');
}

/* What was written is no error: who has been cut off comes back, and asks. */
static void fail_answer(contacts_job *k) {
    if (k->job.writes)
        session_send(k->session, NULL);
    else
        session_error(k->session, k->id, ERROR_LIMIT, NULL, "The server is out of memory.");
}

static void answer(contacts_job *k) {
    enum { ROW = 2 * STORE_ADDRESS + 256 };
    const server *sv = k->session->server;
    size_t size = 512 + (size_t)k->n * ROW;
    char *memory = k->no_memory ? NULL : malloc(size);
    rz_text reply;
    if (!memory) {
        fail_answer(k);
        return;
    }
    reply_open(&reply, memory, size, k->id);
    if (sv->push_key[0])
        rz_put_string(&reply, "push", sv->push_key);
    else
        rz_put_null(&reply, "push");
    rz_put_bool(&reply, "mail", sv->options->mail_server != NULL);
    rz_put_open(&reply, "contacts", '[');
    for (int i = 0; i < k->n; i++)
        write_contact(&reply, k->list[i]);
    rz_put_close(&reply, ']');
    session_reply(k->session, &reply);
    free(memory);
}

static void free_job(contacts_job *k) {
    for (int i = 0; i < k->n; i++)
        free(k->list[i]);
    session_release(k->session);
    free(k);
}

static void done(job *j) {
    contacts_job *k = (contacts_job *)j;
    session *s = k->session;
    if (!j->writes)
        session_end_list(s);
    if (j->result == STORE_MISSING) {
        session_error(s, k->id, ERROR_REQUEST, NULL, "You have no such contact.");
    } else if (j->result != STORE_OK) {
        server_note_store_problem(s->server, &s->server->world->store, j->result);
        session_error(s, k->id, ERROR_STORE, NULL, "The store can not be used now.");
    } else if (k->gone) {
        session_error(s, k->id, ERROR_DEVICE, NULL, people_gone);
    } else if (k->too_many) {
        server_note_limit(s->server, LIMIT_MAILS, s->link ? s->address : NULL);
        session_error(s, k->id, ERROR_LIMIT, NULL,
                      "This address was asked already; a day later it can be asked again.");
    } else {
        answer(k);
    }
    free_job(k);
}

static contacts_job *job_new(session *s, int32_t id) {
    contacts_job *k = calloc(1, sizeof *k);
    if (!k) {
        session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
        return NULL;
    }
    k->session = session_retain(s);
    k->id = id;
    k->at = server_now(s->server);
    memcpy(k->person, s->person, STORE_HASH);
    memcpy(k->channel.person, s->person, STORE_HASH);
    return k;
}

static void submit(contacts_job *k, store_result (*run)(job *j, store *s)) {
    k->job = (job){.writes = true, .run = run, .done = done};
    server_submit(k->session->server, &k->job);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static void refuse(session *s, int32_t id, const char *text) {
    session_error(s, id, ERROR_REQUEST, NULL, text);
}

static void refuse_limit(session *s, int32_t id, limit_kind kind, const char *text) {
    server_note_limit(s->server, kind, s->address);
    session_error(s, id, ERROR_LIMIT, NULL, text);
}

static bool read_language(const message *m, char language[3]) {
    return message_string(m, FIELD_LANGUAGE, language, 3) && notify_speaks(language);
}

static void draw_token(const server *sv, char token[STORE_TOKEN + 1]) {
    const random_source *random = &sv->world->random;
    uint8_t bytes[STORE_TOKEN / 2];
    random->fill(random->self, bytes, sizeof bytes);
    sodium_bin2hex(token, STORE_TOKEN + 1, bytes, sizeof bytes);
}

static bool read_base64(const message *m, message_field field, uint8_t *out, size_t size) {
    char text[128];
    size_t n = 0;
    return message_string(m, field, text, sizeof text) &&
           sodium_base642bin(out, size, text, strcspn(text, "="), NULL, &n, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           n == size;
}

static bool read_target(const message *m, uint8_t target[STORE_TARGET]) {
    return read_base64(m, FIELD_P256DH, target, P256_PUBLIC) &&
           read_base64(m, FIELD_AUTH, target + P256_PUBLIC, WEBPUSH_AUTH) && p256_is_public(target);
}

void contacts_list(session *s, int32_t id, const message *m) {
    contacts_job *k = club_job_may_list(s, id) ? job_new(s, id) : NULL;
    (void)m;
    if (!k)
        return;
    k->job = (job){.run = list, .done = done};
    session_begin_list(s);
    server_read(s->server, s->share, &k->job);
}

void contacts_subscribe(session *s, int32_t id, const message *m) {
    char origin[ENDPOINT_ORIGIN];
    store_channel c = {.kind = CHANNEL_PUSH, .confirmed = true, .made = server_now(s->server)};
    if (!s->server->push_key[0]) {
        refuse(s, id, "This server sends no pushes.");
    } else if (!message_string(m, FIELD_ENDPOINT, c.address, sizeof c.address) ||
               !endpoint_read(c.address, origin)) {
        refuse(s, id, "endpoint is an https: address at a push service, on port 443.");
    } else if (!read_target(m, c.target)) {
        refuse(s, id, "p256dh and auth are the keys of the subscription, in base64url.");
    } else if (!read_language(m, c.language)) {
        refuse(s, id, "language is one of those that the server speaks.");
    } else if (club_job_may_write(s, id, ROOM)) {
        contacts_job *k = job_new(s, id);
        if (!k)
            return;
        memcpy(c.person, s->person, STORE_HASH);
        draw_token(s->server, c.token);
        k->channel = c;
        people_keep_name(s);
        submit(k, subscribe);
    }
}

/* The account of an address that somebody names: however many people do, few mails come to it. */
static account *account_of_mail(server *sv, const char *address, int64_t now) {
    static const char label[] = "mail ";
    uint8_t key[RZ_SHA256_SIZE];
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, label, sizeof label - 1);
    for (; *address; address++) {
        char lower = (char)(*address >= 'A' && *address <= 'Z' ? *address | 0x20 : *address);
        rz_sha256_add(&hash, &lower, 1);
    }
    rz_sha256_end(&hash, key);
    return limits_account(sv->limits.keys, key, now);
}

#define A_DAY (1 / 86400.0)

/* Of the address that is asked, the person, where they come from, and of all together. */
static bool may_ask_mailbox(session *s, const char *address) {
    enum { OF_MAILBOX = 3, OF_KEY = 5, OF_ADDRESS = 20 };
    server *sv = s->server;
    int64_t now = server_now(sv);
    double an_hour = sv->options->mails_per_hour;
    account *a = account_of_mail(sv, address, now);
    return a && account_take(s->key, &s->key->mails, 1, OF_KEY * A_DAY, OF_KEY, now) &&
           (s->local ||
            account_take(s->address, &s->address->mails, 1, OF_ADDRESS * A_DAY, OF_ADDRESS, now)) &&
           account_take(a, &a->mails, 1, OF_MAILBOX * A_DAY, OF_MAILBOX, now) &&
           bucket_take(&sv->mails, 1, an_hour / 3600, an_hour, now);
}

void contacts_mail(session *s, int32_t id, const message *m) {
    bool each;
    store_channel c = {.kind = CHANNEL_MAIL, .made = server_now(s->server)};
    if (!s->server->options->mail_server) {
        refuse(s, id, "This server sends no mails.");
    } else if (!message_string(m, FIELD_ADDRESS, c.address, NOTIFY_MAIL + 1) ||
               !mail_is_address(c.address)) {
        refuse(s, id, "address is one of mail, like name@example.org.");
    } else if (!read_language(m, c.language) || !message_flag(m, FIELD_EACH, true, &each)) {
        refuse(s, id, "language is one of those that the server speaks, each true or false.");
    } else if (club_job_may_write(s, id, ROOM)) {
        if (!may_ask_mailbox(s, c.address)) {
            refuse_limit(s, id, LIMIT_MAILS, "Too many addresses were asked; another day, please.");
            return;
        }
        contacts_job *k = job_new(s, id);
        if (!k)
            return;
        c.digest = !each;
        memcpy(c.person, s->person, STORE_HASH);
        draw_token(s->server, c.token);
        k->channel = c;
        people_keep_name(s);
        submit(k, add_mail);
    }
}

void contacts_prefer(session *s, int32_t id, const message *m) {
    int32_t key;
    bool each;
    char language[3];
    if (!message_int(m, FIELD_CONTACT, 0, INT32_MAX, &key) || !read_language(m, language) ||
        !message_flag(m, FIELD_EACH, true, &each)) {
        refuse(s, id, "prefer takes a contact, a language, and each: true or false.");
    } else if (club_job_may_write(s, id, ROOM / 4)) {
        contacts_job *k = job_new(s, id);
        if (!k)
            return;
        k->channel.key = key;
        k->channel.digest = !each;
        memcpy(k->channel.language, language, sizeof language);
        submit(k, prefer);
    }
}

void contacts_unsubscribe(session *s, int32_t id, const message *m) {
    int32_t key;
    if (!message_int(m, FIELD_CONTACT, 0, INT32_MAX, &key)) {
        refuse(s, id, "unsubscribe takes a contact.");
    } else if (club_job_may_write(s, id, ROOM / 4)) {
        contacts_job *k = job_new(s, id);
        if (!k)
            return;
        k->channel.key = key;
        submit(k, unsubscribe);
    }
}
