#include "notify/transfer.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "notify/endpoint.h"
#include "notify/vapid.h"
#include "notify/webpush.h"

enum {
    ANSWER_MAX = 4096,   /* bytes of a body that are read, … */
    HEADERS_MAX = 32768, /* … and of all headers, or of what a mail server says */
    CONNECT_SECONDS = 8,
    PADDED = 1024 /* all pushes are as long as this text */
};

struct transfer {
    letter *letter;
    CURL *curl;
    struct curl_slist *headers, *connect_to, *to;
    size_t answered, said; /* bytes */
    size_t read;           /* of a mail, by the library */
    bool inwards, any;     /* an address was refused; one was not */
    char error[CURL_ERROR_SIZE];
    uint8_t body[WEBPUSH_MAX];
};

static void set_fate(letter *l, letter_fate fate, int wait_s, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void set_fate(letter *l, letter_fate fate, int wait_s, const char *format, ...) {
    va_list arguments;
    l->fate = fate;
    l->wait_s = wait_s;
    va_start(arguments, format);
    vsnprintf(l->why, sizeof l->why, format, arguments);
    va_end(arguments);
    for (char *at = l->why; *at; at++) /* some of it is what the other side said */
        *at = (char)(*at >= ' ' && *at <= '~' ? *at : ' ');
}

/* ---- What the library calls ------------------------------------------------------------------ */

static size_t take_answer(char *bytes, size_t size, size_t n, void *context) {
    transfer *t = context;
    (void)bytes;
    t->answered += size * n;
    return t->answered <= ANSWER_MAX ? size * n : 0;
}

static size_t take_header(char *bytes, size_t size, size_t n, void *context) {
    transfer *t = context;
    (void)bytes;
    t->said += size * n;
    return t->said <= HEADERS_MAX ? size * n : 0;
}

static size_t give_mail(char *room, size_t size, size_t n, void *context) {
    transfer *t = context;
    size_t left = t->letter->size - t->read, most = size * n;
    size_t take = left < most ? left : most;
    memcpy(room, t->letter->text + t->read, take);
    t->read += take;
    return take;
}

/* The address that is asked about is the one that is connected to. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *a) {
    transfer *t = context;
    if (purpose != CURLSOCKTYPE_IPCXN || !endpoint_may_connect(&a->addr)) {
        t->inwards = true;
        return CURL_SOCKET_BAD;
    }
    t->any = true;
    return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

/* ---- A push ---------------------------------------------------------------------------------- */

static bool add(struct curl_slist **list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool add(struct curl_slist **list, const char *format, ...) {
    char text[VAPID_MAX + 64];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct curl_slist *longer =
        n >= 0 && n < (int)sizeof text ? curl_slist_append(*list, text) : NULL;
    *list = longer ? longer : *list;
    return longer;
}

static bool add_headers(transfer *t, const sender_options *options, const char *origin) {
    char authorization[VAPID_MAX];
    const letter *l = t->letter;
    return vapid_authorize(&options->key, origin, options->contact, (int64_t)time(NULL),
                           authorization) &&
           add(&t->headers, "Authorization: %s", authorization) &&
           add(&t->headers, "TTL: %d", l->ttl_s) && add(&t->headers, "Topic: %s", l->topic) &&
           add(&t->headers, "Urgency: normal") && add(&t->headers, "Content-Encoding: aes128gcm") &&
           add(&t->headers, "Content-Type: application/octet-stream") &&
           add(&t->headers, "Expect:") && add(&t->headers, "Accept:");
}

static bool encrypt(transfer *t, size_t *size) {
    uint8_t salt[WEBPUSH_SALT];
    p256_key once;
    size_t padding = t->letter->size < PADDED ? PADDED - t->letter->size : 0;
    randombytes_buf(salt, sizeof salt);
    *size = t->letter->size + padding + WEBPUSH_MORE;
    bool ok = p256_make(&once) && webpush_encrypt(t->letter->target, &once, salt, t->letter->text,
                                                  t->letter->size, padding, t->body);
    sodium_memzero(&once, sizeof once);
    return ok;
}

static bool redirect_for_tests(transfer *t, const sender_options *options) {
    if (!options->push_to)
        return true;
    bool ok = add(&t->connect_to, "::%s", options->push_to);
    curl_easy_setopt(t->curl, CURLOPT_CONNECT_TO, t->connect_to);
    return ok;
}

/* False: the letter has its fate. */
static bool prepare_push(transfer *t, const sender_options *options) {
    char origin[ENDPOINT_ORIGIN];
    size_t size;
    if (!endpoint_read(t->letter->to, origin)) {
        set_fate(t->letter, LETTER_GONE, 0, "no address of a push service");
        return false;
    }
    if (!add_headers(t, options, origin) || !encrypt(t, &size) || !redirect_for_tests(t, options)) {
        set_fate(t->letter, LETTER_FAILED, 0, "can not be encrypted");
        return false;
    }
    curl_easy_setopt(t->curl, CURLOPT_URL, t->letter->to);
    curl_easy_setopt(t->curl, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(t->curl, CURLOPT_HTTPHEADER, t->headers);
    curl_easy_setopt(t->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
    curl_easy_setopt(t->curl, CURLOPT_POSTFIELDS, t->body);
    if (!options->push_to) {
        curl_easy_setopt(t->curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
        curl_easy_setopt(t->curl, CURLOPT_OPENSOCKETDATA, t);
    }
    return true;
}

/* ---- A mail ---------------------------------------------------------------------------------- */

static bool prepare_mail(transfer *t, const sender_options *options) {
    if (!options->mail_server || !add(&t->to, "<%s>", t->letter->to)) {
        set_fate(t->letter, LETTER_FAILED, 0, "no mail is sent from here");
        return false;
    }
    curl_easy_setopt(t->curl, CURLOPT_URL, options->mail_server);
    curl_easy_setopt(t->curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(t->curl, CURLOPT_USE_SSL,
                     options->mail_plain ? CURLUSESSL_NONE : CURLUSESSL_ALL);
    curl_easy_setopt(t->curl, CURLOPT_USERNAME, options->mail_user);
    curl_easy_setopt(t->curl, CURLOPT_PASSWORD, options->mail_password);
    curl_easy_setopt(t->curl, CURLOPT_MAIL_FROM, options->mail_from);
    curl_easy_setopt(t->curl, CURLOPT_MAIL_RCPT, t->to);
    curl_easy_setopt(t->curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(t->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)t->letter->size);
    curl_easy_setopt(t->curl, CURLOPT_READFUNCTION, give_mail);
    curl_easy_setopt(t->curl, CURLOPT_READDATA, t);
    return true;
}

/* ---- Both ------------------------------------------------------------------------------------ */

static void free_transfer(transfer *t) {
    curl_easy_cleanup(t->curl);
    curl_slist_free_all(t->headers);
    curl_slist_free_all(t->connect_to);
    curl_slist_free_all(t->to);
    free(t);
}

/* Nothing of the environment counts, nothing is followed, and all that comes back is bounded. */
static void set_bounds(transfer *t, const sender_options *options) {
    CURL *c = t->curl;
    curl_easy_setopt(c, CURLOPT_PRIVATE, t);
    curl_easy_setopt(c, CURLOPT_ERRORBUFFER, t->error);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    /* Or the end of a transfer would wait for a name server that says nothing, and all with it. */
    curl_easy_setopt(c, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(c, CURLOPT_PROXY, "");
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)options->seconds);
    curl_easy_setopt(c, CURLOPT_BUFFERSIZE, 4096L);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, t);
    curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(c, CURLOPT_HEADERDATA, t);
    if (options->ca_file)
        curl_easy_setopt(c, CURLOPT_CAINFO, options->ca_file);
}

transfer *transfer_new(letter *l, const sender_options *options) {
    transfer *t = calloc(1, sizeof *t);
    if (!t || !(t->curl = curl_easy_init())) {
        set_fate(l, LETTER_FAILED, 0, "no memory is left");
        free(t);
        return NULL;
    }
    t->letter = l;
    set_bounds(t, options);
    if (l->kind == LETTER_PUSH ? prepare_push(t, options) : prepare_mail(t, options))
        return t;
    free_transfer(t);
    return NULL;
}

CURL *transfer_handle(transfer *t) {
    return t->curl;
}

const letter *transfer_letter(const transfer *t) {
    return t->letter;
}

transfer *transfer_of(CURL *handle) {
    char *t = NULL;
    curl_easy_getinfo(handle, CURLINFO_PRIVATE, &t);
    return (transfer *)(void *)t;
}

/* RFC 8030: 201, and what proxies make of it; 404 and 410 of a subscription that has ended. */
static void judge_push(const transfer *t, CURLcode code, long status) {
    enum { NOT_FOUND = 404, GONE = 410, WAIT_MAX = 86400 };
    curl_off_t wait = 0;
    curl_easy_getinfo(t->curl, CURLINFO_RETRY_AFTER, &wait);
    if (status >= 200 && status < 300) /* whatever came after it */
        set_fate(t->letter, LETTER_SENT, 0, "%s", "");
    else if (status == NOT_FOUND || status == GONE)
        set_fate(t->letter, LETTER_GONE, 0, "answer %ld", status);
    else if (t->inwards && !t->any)
        set_fate(t->letter, LETTER_GONE, 0, "the name stands for an address that is not public");
    else if (status)
        set_fate(t->letter, LETTER_FAILED, (int)(wait < WAIT_MAX ? wait : WAIT_MAX), "answer %ld",
                 status);
    else
        set_fate(t->letter, LETTER_FAILED, 0, "%s",
                 *t->error ? t->error : curl_easy_strerror(code));
}

static void judge_mail(const transfer *t, CURLcode code, long status) {
    if (code == CURLE_OK)
        set_fate(t->letter, LETTER_SENT, 0, "%s", "");
    else
        set_fate(t->letter, LETTER_FAILED, 0, "%s (answer %ld)",
                 *t->error ? t->error : curl_easy_strerror(code), status);
}

letter *transfer_end(transfer *t, CURLcode code) {
    long status = 0;
    letter *l = t->letter;
    curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &status);
    (l->kind == LETTER_PUSH ? judge_push : judge_mail)(t, code, status);
    free_transfer(t);
    return l;
}
