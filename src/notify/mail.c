#include "notify/mail.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/translate.h"
#include "notify/texts.h"

/* ---- Addresses ------------------------------------------------------------------------------- */

static bool is_made_of(const char *from, const char *to, const char *marks) {
    for (const char *at = from; at < to; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
              (*at >= '0' && *at <= '9') || strchr(marks, *at)))
            return false;
    return from < to;
}

/* No part between dots is empty, or begins or ends with one of these marks. */
static bool has_good_parts(const char *from, const char *to, const char *marks) {
    for (const char *part = from; part <= to; part++) {
        const char *end = part;
        while (end < to && *end != '.')
            end++;
        if (end == part || strchr(marks, *part) || strchr(marks, end[-1]))
            return false;
        part = end;
    }
    return true;
}

bool mail_is_address(const char *text) {
    enum { NAME_MAX_BYTES = 64 };
    const char *at = strchr(text, '@'), *end = text + strlen(text);
    return at && end - text <= NOTIFY_MAIL && at - text <= NAME_MAX_BYTES &&
           is_made_of(text, at, ".!#$%&'*+-/=?^_`{|}~") && has_good_parts(text, at, ".") &&
           is_made_of(at + 1, end, ".-") && has_good_parts(at + 1, end, ".-") &&
           strchr(at + 1, '.');
}

/* ---- Headers --------------------------------------------------------------------------------- */

static void add_header(rz_text *out, const char *name, const char *before, const char *value,
                       const char *after) {
    rz_text_add(out, name);
    rz_text_add(out, ": ");
    rz_text_add(out, before);
    rz_text_add(out, value);
    rz_text_add(out, after);
    rz_text_add(out, "\r\n");
}

/* Independent of the language of the process. */
static void add_date(rz_text *out, int64_t now_s) {
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)now_s;
    struct tm t;
    char text[64];
    gmtime_r(&seconds, &t);
    snprintf(text, sizeof text, "%s, %02d %s %d %02d:%02d:%02d +0000", days[t.tm_wday], t.tm_mday,
             months[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
    add_header(out, "Date", "", text, "");
}

/* As many whole characters as an encoded word of 75 characters holds (RFC 2047). */
static size_t word_length(const char *text) {
    enum { MOST = 45 };
    size_t n = 0, next;
    while (text[n] && (next = n + (size_t)rz_utf8_length(text + n, strlen(text + n))) > n &&
           next <= MOST)
        n = next;
    return n;
}

static void add_subject(rz_text *out, const char *text) {
    rz_text_add(out, "Subject:");
    for (size_t n; (n = word_length(text)) > 0; text += n) {
        char word[80];
        sodium_bin2base64(word, sizeof word, (const unsigned char *)text, n,
                          sodium_base64_VARIANT_ORIGINAL);
        rz_text_add(out, " =?UTF-8?B?");
        rz_text_add(out, word);
        rz_text_add(out, text[n] ? "?=\r\n" : "?=");
    }
    rz_text_add(out, "\r\n");
}

static void add_link(rz_text *out, const mail_facts *f, const char *path, const char *last) {
    rz_text_add(out, f->url);
    rz_text_add(out, path);
    rz_text_add(out, last);
}

static void add_headers(rz_text *out, const mail_facts *f, const char *subject) {
    add_header(out, "From", "Razzia <", f->from, ">");
    add_header(out, "To", "<", f->to, ">");
    add_subject(out, subject);
    add_date(out, f->now_s);
    rz_text_add(out, "Message-ID: <");
    rz_text_add(out, f->id);
    rz_text_add(out, strchr(f->from, '@'));
    rz_text_add(out, ">\r\nList-Unsubscribe: <");
    add_link(out, f, "/mail/stop/", f->token);
    rz_text_add(out, ">\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
                     "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                     "Content-Type: text/plain; charset=utf-8\r\n"
                     "Content-Transfer-Encoding: base64\r\n\r\n");
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* In lines of 76 characters, whatever is in it. */
static void add_body(rz_text *out, const rz_text *body) {
    enum { LINE = 57 };
    for (size_t at = 0; at < body->length; at += LINE) {
        char line[80];
        size_t n = body->length - at < LINE ? body->length - at : LINE;
        sodium_bin2base64(line, sizeof line, (const unsigned char *)body->at + at, n,
                          sodium_base64_VARIANT_ORIGINAL);
        rz_text_add(out, line);
        rz_text_add(out, "\r\n");
    }
}

static void say(rz_text *out, const mail_facts *f, const char *english) {
    rz_text_add(out, notify_say(f->language, english));
    rz_text_add(out, "\r\n\r\n");
}

bool mail_write_confirmation(rz_text *out, const mail_facts *f) {
    char memory[MAIL_BYTES / 2];
    rz_text body;
    rz_text_init(&body, memory, sizeof memory);
    say(&body, f,
        N_("Somebody, we hope you, asked to be told at this address when it is their turn in a "
           "game "
           "of Razzia."));
    say(&body, f, N_("If it was you, open this link and say yes:"));
    add_link(&body, f, "/mail/yes/", f->token);
    rz_text_add(&body, "\r\n\r\n");
    say(&body, f, N_("If it was not you, do nothing: nothing more will come."));
    add_headers(out, f, notify_say(f->language, N_("Is this your address?")));
    add_body(out, &body);
    return !body.full && !out->full;
}

static void add_turn(rz_text *body, const mail_facts *f, const mail_turn *turn) {
    rz_text_add(body, turn->title);
    rz_text_add(body, "\r\n");
    add_link(body, f, "/t/", turn->table);
    rz_text_add(body, "\r\n\r\n");
}

static void add_turns_subject(rz_text *subject, const mail_facts *f, const mail_turn *turns,
                              int n) {
    char number[16];
    snprintf(number, sizeof number, "%d", n);
    const char *const pairs[] = {"game", turns[0].title, "number", number, NULL};
    notify_fill(subject, f->language,
                n == 1 ? N_("Your turn: {game}") : N_("Your turn in {number} games"), pairs);
}

bool mail_write_turns(rz_text *out, const mail_facts *f, const mail_turn *turns, int n) {
    char memory[MAIL_BYTES / 2], line[256];
    rz_text body, subject;
    rz_text_init(&body, memory, sizeof memory);
    rz_text_init(&subject, line, sizeof line);
    say(&body, f, n == 1 ? N_("It is your turn here:") : N_("It is your turn in these games:"));
    for (int i = 0; i < n; i++)
        add_turn(&body, f, &turns[i]);
    say(&body, f, N_("One click and no more such mails come:"));
    add_link(&body, f, "/mail/stop/", f->token);
    rz_text_add(&body, "\r\n");
    add_turns_subject(&subject, f, turns, n);
    add_headers(out, f, line);
    add_body(out, &body);
    return !body.full && !out->full;
}
