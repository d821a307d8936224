/* Letters on their way: a service that takes connections and never says a word keeps only those
 * back that go there, and what has waited for too long is not sent at all. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "notify/push.h"
#include "notify/sender.h"
#include "notify/webpush.h"
#include "unit.h"

enum { STALLED = 40, PER_HOST = 4, ALL = STALLED + 1, GREETING = 4096 };

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Who never says a word ------------------------------------------------------------------- */

static int open_listener(char address[32]) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(fd, 64), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    snprintf(address, 32, "127.0.0.1:%d", ntohs(at.sin_port));
    return fd;
}

/* Whether the first words of TLS, which are not secret, have that name in them. */
static bool asks_for(int fd, const char *name) {
    char words[GREETING];
    struct pollfd one = {.fd = fd, .events = POLLIN};
    ssize_t n = poll(&one, 1, 5000) == 1 ? recv(fd, words, sizeof words, MSG_PEEK) : 0;
    return n > 0 && memmem(words, (size_t)n, name, strlen(name)) != NULL;
}

/* Who has come within that time. */
typedef struct visitors {
    int n, one, two;
    int fds[ALL];
} visitors;

static void let_in(int listener, visitors *v, int64_t ms) {
    struct pollfd one = {.fd = listener, .events = POLLIN};
    for (int64_t end = now_ms() + ms, left; (left = end - now_ms()) > 0 && v->two == 0;) {
        if (poll(&one, 1, (int)left) != 1)
            return;
        int fd = accept(listener, NULL, NULL);
        v->one += asks_for(fd, "one.example") || asks_for(fd, "ONE.example");
        v->two += asks_for(fd, "two.example");
        v->fds[v->n++] = fd;
    }
}

/* ---- Letters --------------------------------------------------------------------------------- */

static struct {
    letter letters[ALL];
    char to[ALL][64];
    uint8_t target[WEBPUSH_TARGET];
} post;

static void wake(void *context) {
    (void)context;
}

static void give(sender *s, int i, const char *host, int patience_s) {
    snprintf(post.to[i], sizeof post.to[i], "https://%s/%d", host, i);
    post.letters[i] = (letter){.kind = LETTER_PUSH,
                               .to = post.to[i],
                               .target = post.target,
                               .topic = "topic",
                               .ttl_s = 60,
                               .patience_s = patience_s,
                               .text = "{}",
                               .size = 2};
    assert_true(sender_send(s, &post.letters[i]));
}

static sender *start(sender_options *options, const char *push_to, int seconds) {
    p256_key browser;
    *options = (sender_options){.contact = "", .push_to = push_to, .seconds = seconds};
    assert_true(sodium_init() >= 0 && p256_make(&options->key) && p256_make(&browser));
    memcpy(post.target, browser.public, P256_PUBLIC);
    sender *s = sender_new(options, wake, NULL);
    assert_non_null(s);
    return s;
}

static int count(const letter *list, letter_fate fate) {
    int n = 0;
    for (; list; list = list->next)
        n += list->fate == fate;
    return n;
}

static void test_a_stalled_host(void **state) {
    char address[32];
    sender_options options;
    visitors v = {0};
    int listener = open_listener(address);
    sender *s = start(&options, address, 60);
    (void)state;
    for (int i = 0; i < STALLED; i++)
        give(s, i, i % 2 ? "ONE.example:443" : "one.example", 60);
    give(s, STALLED, "two.example", 60);
    let_in(listener, &v, 20000);
    assert_int_equal(v.two, 1); /* however many wait for the other one */
    assert_in_range(v.one, 1, PER_HOST);
    letter *left = sender_stop(s);
    assert_int_equal(count(left, LETTER_FAILED) + count(left, LETTER_LATE), ALL);
    assert_true(count(left, LETTER_LATE) >= STALLED - PER_HOST); /* these were not even tried */
    while (v.n > 0)
        close(v.fds[--v.n]);
    close(listener);
}

static void test_patience(void **state) {
    enum { SOME = 3 * PER_HOST };
    char address[32];
    sender_options options;
    int listener = open_listener(address);
    sender *s = start(&options, address, 2);
    int failed = 0, late = 0;
    (void)state;
    for (int i = 0; i < SOME; i++)
        give(s, i, "one.example", 1);
    for (int64_t end = now_ms() + 30000; failed + late < SOME && now_ms() < end; usleep(10000)) {
        const letter *back = sender_take(s);
        failed += count(back, LETTER_FAILED);
        late += count(back, LETTER_LATE);
    }
    assert_int_equal(failed, PER_HOST); /* those that were begun at once */
    assert_int_equal(late, SOME - PER_HOST);
    assert_null(sender_stop(s));
    close(listener);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_stalled_host),
                                       cmocka_unit_test(test_patience)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
