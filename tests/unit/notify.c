/* Letters to people who are not there: bytes as RFC 8291 has them, who is asked about, mails. */
#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "notify/endpoint.h"
#include "notify/mail.h"
#include "notify/texts.h"
#include "notify/vapid.h"
#include "notify/webpush.h"
#include "unit.h"

static size_t from_base64(const char *text, uint8_t *bytes, size_t size) {
    size_t n = 0;
    assert_int_equal(sodium_base642bin(bytes, size, text, strlen(text), NULL, &n, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return n;
}

/* ---- Pushes ---------------------------------------------------------------------------------- */

/* RFC 8291, 5 and appendix A. */
static const char as_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char as_public[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char ua_private[] = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
static const char ua_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char as_salt[] = "DGv6ra1nlYgDCS1FRnbzlw", ua_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char the_body[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN";

static void read_key(const char *private, const char *public, p256_key *key) {
    assert_int_equal(from_base64(private, key->private, P256_PRIVATE), P256_PRIVATE);
    assert_int_equal(from_base64(public, key->public, P256_PUBLIC), P256_PUBLIC);
}

static void test_rfc_8291(void **state) {
    static const char text[] = "When I grow up, I want to be a watermelon";
    uint8_t target[WEBPUSH_TARGET], salt[WEBPUSH_SALT], expected[512], body[WEBPUSH_MAX];
    p256_key sender;
    (void)state;
    read_key(as_private, as_public, &sender);
    from_base64(ua_public, target, P256_PUBLIC);
    from_base64(ua_auth, target + P256_PUBLIC, WEBPUSH_AUTH);
    from_base64(as_salt, salt, sizeof salt);
    size_t n = from_base64(the_body, expected, sizeof expected);
    assert_int_equal(n, sizeof text - 1 + WEBPUSH_MORE);
    assert_true(webpush_encrypt(target, &sender, salt, text, sizeof text - 1, 0, body));
    assert_memory_equal(body, expected, n);
    assert_true(webpush_encrypt(target, &sender, salt, text, sizeof text - 1, 3, body));
    assert_memory_not_equal(body + n - 16, expected + n - 16, 16);
    assert_false(webpush_encrypt(target, &sender, salt, text, 1, WEBPUSH_MAX, body));
    target[1] ^= 1; /* no point of the curve */
    assert_false(webpush_encrypt(target, &sender, salt, text, 1, 0, body));
}

static void test_keys(void **state) {
    p256_key one, two, browser;
    uint8_t secrets[2][P256_PRIVATE];
    (void)state;
    assert_true(p256_make(&one) && p256_make(&two));
    assert_true(p256_is_public(one.public) && p256_is_public(two.public));
    assert_true(p256_agree(&one, two.public, secrets[0]));
    assert_true(p256_agree(&two, one.public, secrets[1]));
    assert_memory_equal(secrets[0], secrets[1], P256_PRIVATE);
    read_key(ua_private, ua_public, &browser);
    assert_true(p256_is_public(browser.public));
    browser.public[64] ^= 1;
    assert_false(p256_is_public(browser.public));
    assert_false(p256_is_public((uint8_t[P256_PUBLIC]){0}));
}

static void test_vapid(void **state) {
    p256_key key;
    char header[VAPID_MAX], text[VAPID_KEY];
    uint8_t signature[P256_SIGNATURE], claims[600] = {0};
    (void)state;
    assert_true(p256_make(&key));
    assert_true(
        vapid_authorize(&key, "https://push.example", "mailto:a@b.example", 1800000000, header));
    assert_memory_equal(header, "vapid t=", 8);
    vapid_write_key(&key, text);
    char *token = header + 8, *end = strstr(token, ", k="), *dot = strrchr(token, '.');
    assert_string_equal(end + 4, text);
    *end = '\0';
    assert_int_equal(from_base64(dot + 1, signature, sizeof signature), P256_SIGNATURE);
    assert_true(p256_verify(key.public, token, (size_t)(dot - token), signature));
    signature[5] ^= 1;
    assert_false(p256_verify(key.public, token, (size_t)(dot - token), signature));
    *dot = '\0';
    from_base64(strchr(token, '.') + 1, claims, sizeof claims - 1);
    assert_string_equal((char *)claims, "{\"aud\":\"https://push.example\",\"exp\":1800043200,"
                                        "\"sub\":\"mailto:a@b.example\"}");
}

static void test_endpoints(void **state) {
    static const char *const good[] = {
        "https://fcm.googleapis.com/fcm/send/abc:def-_", "https://push.example:443/x?y=z",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA", "https://a.b.c.example/"};
    static const char *const bad[] = {"",
                                      "http://push.example/x",
                                      "https://push.example:8443/x",
                                      "https://push.example:80/",
                                      "https://127.0.0.1/x",
                                      "https://[::1]/x",
                                      "https://2130706433/x",
                                      "https://0x7f.1/x",
                                      "https://0x7f000001/",
                                      "https://127.1/",
                                      "https://017700000001/x",
                                      "https://[::ffff:10.0.0.1]/",
                                      "https://localhost/x",
                                      "https://printer.local/x",
                                      "https://db.internal/x",
                                      "https://a:b@push.example/",
                                      "https://push.example@127.0.0.1/",
                                      "https://user@push.example/",
                                      "https://push.example/#x",
                                      "ftp://push.example/",
                                      "https://push.example/a b",
                                      "https://push.example/\r\nX: y",
                                      "https://push.example\\@127.0.0.1/",
                                      "https:///x",
                                      "push.example/x",
                                      "https://.example/",
                                      "https://a..example/",
                                      "https://[fe80::1%25eth0]/",
                                      "gopher://push.example/",
                                      "https://push.example:443.1/"};
    char origin[ENDPOINT_ORIGIN], huge[1100] = "https://push.example/";
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(endpoint_read(good[i], origin));
    assert_true(endpoint_read(good[1], origin));
    assert_string_equal(origin, "https://push.example");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (endpoint_read(bad[i], origin))
            fail_msg("%s is taken", bad[i]);
    memset(huge + strlen(huge), 'a', NOTIFY_ENDPOINT + 1 - strlen(huge));
    assert_false(endpoint_read(huge, origin));
}

static bool may_connect(const char *text) {
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return endpoint_may_connect((struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return endpoint_may_connect((struct sockaddr *)&six);
}

static void test_addresses(void **state) {
    static const char *const open[] = {
        "8.8.8.8",     "1.1.1.1",         "172.15.0.1",   "172.32.0.1",   "100.128.0.1",
        "192.169.0.1", "223.255.255.255", "2606:4700::1", "2a00:1450::1", "64:ff9b::808:808"};
    static const char *const closed[] = {"127.0.0.1",
                                         "127.255.0.1",
                                         "10.0.0.1",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.168.1.1",
                                         "169.254.169.254",
                                         "100.64.0.1",
                                         "0.0.0.0",
                                         "224.0.0.1",
                                         "255.255.255.255",
                                         "240.0.0.1",
                                         "198.18.0.1",
                                         "192.0.2.1",
                                         "::1",
                                         "::",
                                         "fe80::1",
                                         "fc00::1",
                                         "fd12::1",
                                         "ff02::1",
                                         "::ffff:8.8.8.8",
                                         "::ffff:127.0.0.1",
                                         "2002:7f00:1::",
                                         "2001::1",
                                         "2001:db8::1",
                                         "64:ff9b::7f00:1",
                                         "64:ff9b::a00:1",
                                         "fec0::1"};
    (void)state;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (!may_connect(open[i]))
            fail_msg("%s is refused", open[i]);
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (may_connect(closed[i]))
            fail_msg("%s is connected to", closed[i]);
    assert_false(endpoint_may_connect(&(struct sockaddr){.sa_family = AF_UNIX}));
}

/* ---- Mails ----------------------------------------------------------------------------------- */

static void test_mail_addresses(void **state) {
    static const char *const good[] = {"a@b.example", "anna.b+razzia@mail.example.org",
                                       "o'hara_9@x-y.example"};
    static const char *const bad[] = {"",
                                      "a",
                                      "a@b",
                                      "@b.example",
                                      "a@",
                                      "a@@b.example",
                                      "a@b.example\r\nBcc: c@d.example",
                                      "a b@c.example",
                                      "\"a\"@b.example",
                                      "a@[127.0.0.1]",
                                      "<a@b.example>",
                                      "a@b.example,c@d.example",
                                      "a@-b.example",
                                      "a@b..example",
                                      ".a@b.example",
                                      "a.@b.example",
                                      "a@b.example.",
                                      "ä@b.example",
                                      "a@b.example>",
                                      "a@b.example SIZE=1",
                                      "a@b.example\n"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!mail_is_address(good[i]))
            fail_msg("%s is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (mail_is_address(bad[i]))
            fail_msg("%s is taken", bad[i]);
}

static const mail_facts facts = {.from = "razzia@club.example",
                                 .to = "anna@home.example",
                                 .language = "hu",
                                 .url = "https://club.example",
                                 .token = "0123",
                                 .id = "abc",
                                 .now_s = 1795000000};

static void test_mails(void **state) {
    static const mail_turn turns[] = {{"Razzia!", "AAAA"}, {"Ratzzia", "BBBB"}};
    char memory[MAIL_BYTES];
    rz_text out;
    (void)state;
    rz_text_init(&out, memory, sizeof memory);
    assert_true(mail_write_turns(&out, &facts, turns, 2));
    assert_memory_equal(
        memory,
        "From: Razzia <razzia@club.example>\r\nTo: <anna@home.example>\r\nSubject: =?UTF-8?B?", 80);
    assert_non_null(strstr(memory, "\r\nDate: Wed, 18 Nov 2026 11:06:40 +0000\r\n"));
    assert_non_null(strstr(memory, "\r\nMessage-ID: <abc@club.example>\r\n"));
    assert_non_null(strstr(memory, "\r\nList-Unsubscribe: <https://club.example/mail/stop/0123>\r\n"
                                   "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
    for (const char *line = memory, *end; *line; line = end + 2) {
        assert_non_null(end = strstr(line, "\r\n"));
        assert_true(end - line <= 200);
    }
    rz_text_init(&out, memory, 300);
    assert_false(mail_write_turns(&out, &facts, turns, 2));
}

static void test_languages(void **state) {
    char memory[200];
    rz_text out;
    const char *const pairs[] = {"game", "Razzia!", NULL};
    (void)state;
    assert_true(notify_speaks("en") && notify_speaks("hu") && !notify_speaks("xx") &&
                !notify_speaks(""));
    for (int i = 0; i < notify_n_texts; i++)
        for (int l = 0; notify_languages[l]; l++)
            assert_true(notify_texts[i].in[l][0] != '\0');
    assert_string_equal(notify_say("de", "no such text"), "no such text");
    rz_text_init(&out, memory, sizeof memory);
    notify_fill(&out, "en", "Your turn: {game}", pairs);
    assert_string_equal(memory, "Your turn: Razzia!");
    rz_text_init(&out, memory, sizeof memory);
    notify_fill(&out, "de", "Your turn: {game}", pairs);
    assert_non_null(strstr(memory, "Razzia!"));
    assert_string_not_equal(memory, "Your turn: Razzia!");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rfc_8291),  cmocka_unit_test(test_keys),
        cmocka_unit_test(test_vapid),     cmocka_unit_test(test_endpoints),
        cmocka_unit_test(test_addresses), cmocka_unit_test(test_mail_addresses),
        cmocka_unit_test(test_mails),     cmocka_unit_test(test_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
