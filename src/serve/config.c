/* The options by their names, as a file of `name = value` lines gives them. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/serve.h"

#define AT(field) offsetof(serve_options, field)

static const struct {
    const char *name;
    size_t at;
    int fallback, min, max;
} numbers[] = {
    {"message-bytes", AT(message_bytes), 32768, 1024, 131072},
    {"messages-per-second", AT(messages_per_second), 20, 1, 1000000},
    {"messages-burst", AT(messages_burst), 100, 1, 1000000},
    {"sockets-per-key", AT(sockets_per_key), 20, 1, 1000000},
    {"sockets-per-address", AT(sockets_per_address), 200, 1, 1000000},
    {"tables-per-key", AT(tables_per_key), 50, 1, 1000000},
    {"tables-per-hour", AT(tables_per_hour), 200, 1, 1000000},
    {"watches-per-socket", AT(watches_per_socket), 20, 1, 1000},
    {"chat-characters", AT(chat_characters), 400, 1, 500},
    {"chat-per-minute", AT(chat_per_minute), 30, 1, 100000},
    {"chat-per-address", AT(chat_per_address), 240, 1, 1000000},
    {"idle-seconds", AT(idle_seconds), 90, 5, 86400},
    {"queue-bytes", AT(queue_bytes), 1 << 20, 1 << 16, 1 << 28},
    {"gone-seconds", AT(gone_seconds), 120, 1, 86400},
    {"unattended-minutes", AT(unattended_minutes), 15, 0, 525600},
    {"unattended-days", AT(unattended_days), 7, 0, 3650},
    {"grace-seconds", AT(grace_seconds), 30, 0, 3600},
    {"bot-ms", AT(bot_ms), 300, 0, 60000},
    {"bot-threads", AT(bot_threads), 0, 0, 256},
    {"takeover-ms", AT(takeover_ms), 2000, 100, 600000},
    {"messages-per-address", AT(messages_per_address), 120, 1, 1000000},
    {"handshakes-per-second", AT(handshakes_per_second), 10, 1, 1000000},
    {"http-per-address", AT(http_per_address), 100, 1, 1000000},
    {"replies-per-address", AT(replies_per_address), 400, 1, 1000000},
    {"connections-per-address", AT(connections_per_address), 600, 1, 1000000},
    {"push", AT(push), 1, 0, 1},
    {"tell-after-seconds", AT(tell_after_seconds), 30, 0, 86400},
    {"retry-seconds", AT(retry_seconds), 60, 1, 3600},
    {"send-seconds", AT(send_seconds), 10, 1, 120},
    {"digest-hours", AT(digest_hours), 12, 1, 168},
    {"mails-per-hour", AT(mails_per_hour), 60, 1, 100000},
    {"limit-loopback", AT(limit_loopback), 0, 0, 1},
    {"any-clock", AT(any_clock), 1, 0, 1},
    {"any-options", AT(any_options), 1, 0, 1},
    {"new-days", AT(new_days), 1, 0, 3650},
    {"record-days", AT(record_days), 0, 0, 36500},
};

static const struct {
    const char *name;
    size_t at;
    const char *fallback;
} words[] = {
    {"away-level", AT(away_level), "club"},
    {"club", AT(club), "open"},
    {"games", AT(games), ""},
    {"clocks", AT(clocks), "none, 30+300, 60+900, 1d, 3d"},
    {"help", AT(help), "choose"},
    {"make", AT(make), "all"},
    {"listen", AT(listen), "127.0.0.1:7200"},
    {"store", AT(store), NULL},
    {"tls-cert", AT(tls_cert), NULL},
    {"tls-key", AT(tls_key), NULL},
    {"log", AT(log), NULL},
    {"web", AT(web), NULL},
    {"origin", AT(origin), NULL},
    {"metrics-from", AT(metrics_from), "loopback"},
    {"hosts", AT(hosts), NULL},
    {"url", AT(url), NULL},
    {"push-contact", AT(push_contact), NULL},
    {"push-to", AT(push_to), NULL},
    {"mail-server", AT(mail_server), NULL},
    {"mail-from", AT(mail_from), NULL},
    {"mail-user", AT(mail_user), NULL},
    {"mail-password-file", AT(mail_password_file), NULL},
    {"mail-tls", AT(mail_tls), "yes"},
    {"ca-file", AT(ca_file), NULL},
    {"proxies", AT(proxies), "loopback"},
};

enum { NUMBERS = sizeof numbers / sizeof *numbers, WORDS = sizeof words / sizeof *words };

static void *field(serve_options *options, size_t at) {
    return (char *)options + at;
}

void serve_defaults(serve_options *options) {
    *options = (serve_options){0};
    for (int i = 0; i < NUMBERS; i++)
        *(int *)field(options, numbers[i].at) = numbers[i].fallback;
    for (int i = 0; i < WORDS; i++)
        *(const char **)field(options, words[i].at) = words[i].fallback;
}

static bool set_number(serve_options *options, int i, const char *value, char *why, size_t size) {
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    bool digit = *value >= '0' && *value <= '9';
    if (digit && !*end && !errno && number >= numbers[i].min && number <= numbers[i].max) {
        *(int *)field(options, numbers[i].at) = (int)number;
        return true;
    }
    snprintf(why, size, "%s is a number from %d to %d, not “%.30s”", numbers[i].name,
             numbers[i].min, numbers[i].max, value);
    return false;
}

static bool set(serve_options *options, const char *name, const char *value, char *why,
                size_t size) {
    for (int i = 0; i < NUMBERS; i++)
        if (!strcmp(name, numbers[i].name))
            return set_number(options, i, value, why, size);
    for (int i = 0; i < WORDS; i++)
        if (!strcmp(name, words[i].name)) {
            *(const char **)field(options, words[i].at) = strdup(value);
            return true;
        }
    snprintf(why, size, "there is nothing called “%.40s” to set", name);
    return false;
}

/* Cuts blanks off both ends. */
static char *trim(char *text) {
    text += strspn(text, " \t\r\n");
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r\n", text[n - 1]))
        n--;
    text[n] = '\0';
    return text;
}

bool serve_configure(serve_options *options, const char *line, char *why, size_t size) {
    char copy[4096];
    bool fits = snprintf(copy, sizeof copy, "%s", line) < (int)sizeof copy;
    char *name = trim(copy), *equals = strchr(name, '=');
    if (fits && (*name == '\0' || *name == '#'))
        return true;
    if (!fits || !equals) {
        snprintf(why, size, fits ? "a line is NAME = VALUE" : "the line is too long");
        return false;
    }
    *equals = '\0';
    return set(options, trim(name), trim(equals + 1), why, size);
}

bool serve_listen(const char *text, char *address, size_t size, int *port) {
    const char *colon = strrchr(text, ':'), *digits = colon ? colon + 1 : text;
    char *end;
    long number = strtol(digits, &end, 10);
    size_t n = colon ? (size_t)(colon - text) : 0;
    bool brackets = n >= 2 && text[0] == '[' && text[n - 1] == ']';
    if (*digits < '0' || *digits > '9' || *end || number > 65535)
        return false;
    snprintf(address, size, "%.*s", (int)(brackets ? n - 2 : n), text + brackets);
    if (!*address)
        snprintf(address, size, "127.0.0.1");
    else if (!strcmp(address, "*"))
        *address = '\0';
    *port = (int)number;
    return true;
}
