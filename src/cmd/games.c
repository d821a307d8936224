/* games: one's own games at a server, those that wait first. This terminal is a device of its
 * person as a browser is: it joins once by a code, and has a key of its own from then on. */
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "core/json_write.h"

enum {
    KEY = 32,  /* hex digits */
    CODE = 22, /* characters by which a device joins */
    HOST = 256,
    MOST = 1 << 20, /* bytes of an answer */
    CONNECT_MS = 10000,
    PATIENCE_MS = 15000 /* for all that a server says */
};

typedef struct asking {
    const cmd_args *args;
    CURL *curl;
    char host[HOST]; /* with the port */
    char base[HOST + 16];
    char file[4096]; /* where the key of this server lies */
    char key[KEY + 1], code[CODE + 1];
    bool joins;    /* by the code: the key is new */
    int64_t until; /* no longer it is waited for */
    char *in;
    size_t length; /* of what was received, and is not yet taken */
} asking;

static bool fail(const asking *a, const char *english, const char *reason) {
    cmd_fail(CMD_FAILURE, a->args->command, english, "server", a->base, "reason", reason, NULL);
    return false;
}

/* ---- A WebSocket -------------------------------------------------------------------------------
 */

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool wait_for(asking *a, short events) {
    curl_socket_t fd = CURL_SOCKET_BAD;
    int64_t left = a->until - now_ms();
    curl_easy_getinfo(a->curl, CURLINFO_ACTIVESOCKET, &fd);
    struct pollfd one = {.fd = fd, .events = events};
    return fd != CURL_SOCKET_BAD && left > 0 && poll(&one, 1, (int)left) == 1;
}

static bool send_bytes(asking *a, const void *bytes, size_t n) {
    const char *at = bytes;
    while (n > 0) {
        size_t sent = 0;
        CURLcode code = curl_easy_send(a->curl, at, n, &sent);
        if (code == CURLE_AGAIN && wait_for(a, POLLOUT))
            continue;
        if (code != CURLE_OK)
            return fail(a, N_("{server} does not listen: {reason}"), curl_easy_strerror(code));
        at += sent;
        n -= sent;
    }
    return true;
}

/* At least so many bytes more. */
static bool receive(asking *a, size_t least) {
    while (a->length < least) {
        size_t got = 0;
        CURLcode code = curl_easy_recv(a->curl, a->in + a->length, MOST - a->length, &got);
        if (code == CURLE_AGAIN && wait_for(a, POLLIN))
            continue;
        if (code == CURLE_AGAIN || now_ms() > a->until)
            code = CURLE_OPERATION_TIMEDOUT;
        if (code != CURLE_OK || got == 0)
            return fail(a, N_("{server} does not answer: {reason}"),
                        curl_easy_strerror(code ? code : CURLE_GOT_NOTHING));
        a->length += got;
    }
    return true;
}

static void drop(asking *a, size_t n) {
    memmove(a->in, a->in + n, a->length - n);
    a->length -= n;
}

/* The answer to the handshake ends with an empty line. */
static bool read_handshake(asking *a) {
    const char *end = NULL;
    a->in[0] = '\0';
    while (!(end = strstr(a->in, "\r\n\r\n"))) {
        if (a->length == MOST)
            return fail(a, N_("{server} is no server of Razzia: {reason}"), "too much");
        if (!receive(a, a->length + 1))
            return false;
        a->in[a->length] = '\0';
    }
    if (strncmp(a->in, "HTTP/1.1 101", 12) != 0) {
        a->in[strcspn(a->in, "\r\n")] = '\0';
        return fail(a, N_("{server} is no server of Razzia: {reason}"), a->in);
    }
    drop(a, (size_t)(end + 4 - a->in));
    return true;
}

static bool shake_hands(asking *a) {
    char request[HOST + 512], key[32];
    uint8_t bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    int n = snprintf(request, sizeof request,
                     "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Protocol: razzia.1\r\n\r\n",
                     a->host, key);
    return send_bytes(a, request, (size_t)n) && read_handshake(a);
}

/* One short frame of text. */
static bool send_text(asking *a, const char *text) {
    enum { LONG = 126 };
    unsigned char frame[8 + 1024];
    size_t n = strlen(text), head = 2;
    frame[0] = 0x81;
    frame[1] = (unsigned char)(0x80 | (n < LONG ? n : LONG));
    if (n >= LONG) {
        frame[head++] = (unsigned char)(n >> 8);
        frame[head++] = (unsigned char)n;
    }
    randombytes_buf(frame + head, 4);
    for (size_t i = 0; i < n; i++)
        frame[head + 4 + i] = (unsigned char)text[i] ^ frame[head + i % 4];
    return send_bytes(a, frame, head + 4 + n);
}

/* The text of the next frame that has one; it is there until the next call. */
static bool read_text(asking *a, rz_slice *text, size_t *taken) {
    drop(a, *taken);
    *taken = 0;
    for (;;) {
        if (!receive(a, 2))
            return false;
        size_t head = 2, size = (unsigned char)a->in[1] & 127;
        size_t bytes = size == 126 ? 2 : size == 127 ? 8 : 0;
        if (!receive(a, head + bytes))
            return false;
        size = bytes ? 0 : size;
        for (size_t i = 0; i < bytes; i++)
            size = size << 8 | (unsigned char)a->in[head++];
        if (size > MOST - 16)
            return fail(a, N_("{server} does not answer: {reason}"), "too much");
        if (!receive(a, head + size))
            return false;
        if ((a->in[0] & 15) == 1) {
            *text = (rz_slice){a->in + head, size};
            *taken = head + size;
            return true;
        }
        drop(a, head + size);
    }
}

/* ---- Answers -----------------------------------------------------------------------------------
 */

/* The value of a field of an object. */
static bool find_field(rz_slice object, const char *name, rz_slice *value) {
    rz_json json;
    rz_problem problem = {0};
    rz_slice key;
    int count = 0;
    rz_json_init(&json, object, &problem);
    if (rz_json_peek(&json) != '{' || !rz_json_open(&json, '{'))
        return false;
    while (rz_json_more(&json, '{', &count) && rz_json_key(&json, &key)) {
        rz_json_peek(&json);
        const char *begin = json.at;
        bool found = rz_slice_is(key, name);
        if (!rz_json_skip(&json))
            return false;
        *value = (rz_slice){begin, (size_t)(json.at - begin)};
        if (found)
            return true;
    }
    return false;
}

static int64_t number_of(rz_slice object, const char *name) {
    rz_slice value;
    rz_json json;
    rz_problem problem = {0};
    int64_t number = 0;
    if (!find_field(object, name, &value))
        return 0;
    rz_json_init(&json, value, &problem);
    return rz_json_peek(&json) != 'n' && rz_json_int64(&json, &number) ? number : 0;
}

static void text_of(rz_slice object, const char *name, char *out, size_t size) {
    rz_slice value, text = {"", 0};
    rz_json json;
    rz_problem problem = {0};
    if (find_field(object, name, &value)) {
        rz_json_init(&json, value, &problem);
        if (rz_json_peek(&json) != '"' || !rz_json_string(&json, &text))
            text = (rz_slice){"", 0};
    }
    snprintf(out, size, "%.*s", (int)text.length, text.at);
    cmd_make_one_line(out); /* it goes to a terminal */
}

static bool flag_of(rz_slice object, const char *name) {
    rz_slice value;
    return find_field(object, name, &value) && rz_slice_is(value, "true");
}

/* The answer to the last request. False: it was refused, or did not come, and that was said. */
static bool read_answer(asking *a, rz_slice *answer, size_t *taken) {
    rz_slice error;
    char text[512];
    if (!read_text(a, answer, taken))
        return false;
    if (!find_field(*answer, "error", &error))
        return true;
    text_of(error, "code", text, sizeof text);
    if (!strcmp(text, "device") && !a->joins)
        unlink(a->file); /* it is good for nothing: the next time this terminal joins anew */
    text_of(error, "text", text, sizeof text);
    return fail(a, N_("{server} refuses: {reason}"), text);
}

/* ---- Who asks ----------------------------------------------------------------------------------
 */

static bool read_key(asking *a) {
    FILE *file = fopen(a->file, "r");
    bool read = file && fread(a->key, 1, KEY, file) == KEY;
    a->key[KEY] = '\0';
    if (file)
        fclose(file);
    return read && strspn(a->key, "0123456789abcdef") == KEY;
}

/* Nobody else may read it. */
static bool write_key(const asking *a) {
    int fd = open(a->file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
    bool written = fd >= 0 && write(fd, a->key, KEY) == KEY && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    if (!written)
        cmd_fail(CMD_FAILURE, a->args->command, N_("can not write {file}: {reason}"), "file",
                 a->file, "reason", strerror(errno), NULL);
    return written;
}

/* A code, or the link that ends with it. */
static bool ask_code(asking *a) {
    char line[1024];
    char prompt[1024];
    rz_text text;
    rz_text_init(&text, prompt, sizeof prompt);
    rz_format(&cmd_voice, &text,
              N_("This terminal is no device of yours at {server} yet. Add a device there, in the "
                 "settings of the page, and type its link or code here:"),
              "server", a->base, NULL);
    fprintf(stderr, "%s\n", prompt);
    if (!fgets(line, sizeof line, stdin))
        line[0] = '\0';
    line[strcspn(line, " \r\n")] = '\0';
    const char *at = strrchr(line, '#') ? strrchr(line, '#') + 1 : line;
    snprintf(a->code, sizeof a->code, "%.*s", CODE, at);
    if (strlen(at) == CODE)
        return true;
    return fail(a, N_("that is no code of {server}: it has 22 characters"), "");
}

static void make_key(asking *a) {
    uint8_t bytes[KEY / 2];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(a->key, sizeof a->key, bytes, sizeof bytes);
}

static bool say_hello(asking *a, rz_slice *answer, size_t *taken) {
    char request[512];
    rz_text text;
    rz_text_init(&text, request, sizeof request);
    rz_put_open(&text, NULL, '{');
    rz_put_int(&text, "id", 1);
    rz_put_string(&text, "do", "hello");
    rz_put_int(&text, "protocol", 1);
    rz_put_string(&text, "key", a->key);
    rz_put_string(&text, "device", "razzia games");
    if (a->joins)
        rz_put_string(&text, "join", a->code);
    rz_put_close(&text, '}');
    return send_text(a, request) && read_answer(a, answer, taken) && (!a->joins || write_key(a));
}

/* ---- The list ----------------------------------------------------------------------------------
 */

static void print_format(const char *english, const char *name, const char *value) {
    char line[512];
    rz_text text;
    rz_text_init(&text, line, sizeof line);
    rz_format(&cmd_voice, &text, english, name, value, NULL);
    fputs(line, stdout);
}

static void print_count(const char *english, int64_t n) {
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)n);
    if (n > 0)
        print_format(english, "n", number);
}

/* 2 d 3 h, 3 h 20 min, 20 min */
static void print_left(int64_t ms) {
    int64_t minutes = ms > 0 ? ms / 60000 : 0, hours = minutes / 60, days = hours / 24;
    char text[64];
    if (days > 0)
        snprintf(text, sizeof text, "%lld d %lld h", (long long)days, (long long)(hours % 24));
    else if (hours > 0)
        snprintf(text, sizeof text, "%lld h %lld min", (long long)hours, (long long)(minutes % 60));
    else
        snprintf(text, sizeof text, "%lld min", (long long)minutes);
    print_format(N_(", {time} left"), "time", text);
}

static void print_game(const asking *a, rz_slice row, int64_t now) {
    rz_slice lobby, waits;
    char game[32], id[64], status[16];
    if (!find_field(row, "lobby", &lobby) || !find_field(row, "waits", &waits))
        return;
    bool mine = rz_slice_is(waits, "true");
    text_of(lobby, "game", game, sizeof game);
    text_of(lobby, "status", status, sizeof status);
    text_of(row, "table", id, sizeof id);
    printf("%s %-5s ", mine ? "▶" : " ", game);
    fputs(cmd_translate(mine                           ? N_("waits for you")
                        : !strcmp(status, "finished")  ? N_("is over")
                        : !strcmp(status, "gathering") ? N_("gathers")
                                                       : N_("goes on")),
          stdout);
    if (mine && number_of(row, "until"))
        print_left(number_of(row, "until") - now);
    print_count(N_("; {n} new lines"), number_of(row, "events"));
    print_count(N_("; {n} new messages"), number_of(row, "messages"));
    printf("  %s/t/%s\n", a->base, id);
}

/* How many there are on this page. */
static int print_page(const asking *a, rz_slice answer, int64_t now) {
    rz_slice games;
    rz_json json;
    rz_problem problem = {0};
    int count = 0;
    if (!find_field(answer, "games", &games))
        return 0;
    rz_json_init(&json, games, &problem);
    if (rz_json_peek(&json) != '[' || !rz_json_open(&json, '['))
        return 0;
    while (rz_json_more(&json, '[', &count)) {
        rz_json_peek(&json);
        const char *begin = json.at;
        if (!rz_json_skip(&json))
            return count;
        rz_slice row = {begin, (size_t)(json.at - begin)};
        if (a->args->value[OPT_JSON])
            printf("%.*s\n", (int)row.length, row.at);
        else
            print_game(a, row, now);
    }
    return count;
}

static bool ask_for_page(asking *a, int page) {
    char request[96];
    rz_text text;
    rz_text_init(&text, request, sizeof request);
    rz_put_open(&text, NULL, '{');
    rz_put_int(&text, "id", 2 + page);
    rz_put_string(&text, "do", "games");
    rz_put_int(&text, "page", page);
    rz_put_close(&text, '}');
    return send_text(a, request);
}

static bool list_games(asking *a) {
    enum { PAGES = 10 }; /* a server has no more */
    rz_slice answer;
    size_t taken = 0;
    int count = 0;
    bool more = true;
    if (!say_hello(a, &answer, &taken))
        return false;
    int64_t now = number_of(answer, "now");
    for (int page = 0; more && page < PAGES; page++) {
        if (!ask_for_page(a, page) || !read_answer(a, &answer, &taken))
            return false;
        count += print_page(a, answer, now);
        more = flag_of(answer, "more");
    }
    if (count == 0 && !a->args->value[OPT_JSON])
        print_format(N_("You have no games at {server}.\n"), "server", a->base);
    return true;
}

/* ---- The server --------------------------------------------------------------------------------
 */

/* The scheme and the host, without what follows. False: it is no address of a server. */
static bool read_url(asking *a, const char *url) {
    CURLU *parts = curl_url();
    char *scheme = NULL, *host = NULL, *port = NULL;
    char folder[3800];
    bool ok = parts && curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK &&
              curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
              curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
              (!strcmp(scheme, "http") || !strcmp(scheme, "https")) && strlen(host) < HOST - 8;
    if (ok) {
        bool has_port = curl_url_get(parts, CURLUPART_PORT, &port, 0) == CURLUE_OK;
        snprintf(a->host, sizeof a->host, "%s%s%s", host, has_port ? ":" : "",
                 has_port ? port : "");
        snprintf(a->base, sizeof a->base, "%s://%s", scheme, a->host);
        cmd_data_folder(folder, sizeof folder);
        snprintf(a->file, sizeof a->file, "%s/key-%s", folder, a->host);
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_url_cleanup(parts);
    return ok;
}

static bool connect_to(asking *a) {
    curl_easy_cleanup(a->curl);
    if (!(a->curl = curl_easy_init()))
        return fail(a, N_("{server} can not be reached: {reason}"), "no memory is left");
    curl_easy_setopt(a->curl, CURLOPT_URL, a->base);
    curl_easy_setopt(a->curl, CURLOPT_CONNECT_ONLY, 1L);
    curl_easy_setopt(a->curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(a->curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    CURLcode code = curl_easy_perform(a->curl);
    a->until = now_ms() + PATIENCE_MS;
    return code == CURLE_OK ||
           fail(a, N_("{server} can not be reached: {reason}"), curl_easy_strerror(code));
}

/* Who types takes time, and servers wait for nobody: after that it is connected to once more. */
static bool join_if_new(asking *a) {
    a->joins = !read_key(a);
    if (!a->joins)
        return true;
    make_key(a);
    return ask_code(a) && connect_to(a);
}

int cmd_games(const cmd_args *args) {
    asking a = {.args = args, .in = malloc(MOST + 1)};
    if (!read_url(&a, args->operands[0])) {
        free(a.in);
        return cmd_fail(CMD_USAGE, args->command,
                        N_("“{url}” is no address of a server; one is https://games.example.org"),
                        "url", args->operands[0], NULL);
    }
    bool ready = a.in && sodium_init() >= 0;
    bool ok = ready && connect_to(&a) && join_if_new(&a) && shake_hands(&a) && list_games(&a);
    curl_easy_cleanup(a.curl);
    free(a.in);
    return ok ? CMD_OK : CMD_FAILURE;
}
