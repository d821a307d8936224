#include "serve/courier.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/sha256.h"
#include "games/games.h"
#include "notify/mail.h"
#include "notify/push.h"
#include "store/notices.h"

enum {
    LOOK_MS = 1000,
    FOUND_MAX = 32,
    ON_WAY_MAX = 128,
    HELD_MS = 180000, /* who has taken a notice and says nothing for so long is dead */
    SPARE_S = 20,     /* before that ends it is sent, or not at all */
    FAILS_MIN = 4,    /* before a browser is given up */
    TTL_S = 86400
};

#define HOUR_MS INT64_C(3600000)
#define DAY_MS  (24 * HOUR_MS)

typedef struct found {
    store_notice notice;
    const rz_game *game;
} found;

typedef struct look_job {
    job job;
    courier *courier;
    int64_t now;
    bool more;
    int n;
    found found[FOUND_MAX];
} look_job;

/* A letter, and of which notices it tells. */
typedef struct delivery {
    letter letter;
    job job;
    courier *courier;
    store_channel channel;
    int64_t held_until, now;
    int tries, n;
    struct {
        int64_t table_key;
        char table[STORE_TABLE_ID + 1];
        uint32_t number;
        const rz_game *game;
    } notices[MAIL_TABLES];
    char topic[PUSH_TOPIC];
    char text[MAIL_BYTES];
} delivery;

/* ---- Looking, on the thread of the store ----------------------------------------------------- */

/* {"setup":{"game":"loot",…},…} */
static const rz_game *game_of(rz_slice info) {
    rz_json json;
    rz_problem problem = {0};
    rz_slice key, name;
    int count = 0, inner = 0;
    rz_json_init(&json, info, &problem);
    if (!rz_json_open(&json, '{'))
        return NULL;
    while (rz_json_more(&json, '{', &count) && rz_json_key(&json, &key))
        if (!rz_slice_is(key, "setup")) {
            if (!rz_json_skip(&json))
                return NULL;
        } else if (!rz_json_open(&json, '{')) {
            return NULL;
        } else {
            while (rz_json_more(&json, '{', &inner) && rz_json_key(&json, &key))
                if (rz_slice_is(key, "game"))
                    return rz_json_string(&json, &name) ? rz_game_find(name) : NULL;
                else if (!rz_json_skip(&json))
                    return NULL;
        }
    return NULL;
}

static bool take_found(void *context, const store_notice *notice) {
    look_job *l = context;
    found *f = &l->found[l->n++];
    f->notice = *notice;
    f->game = notice->table[0] ? game_of(notice->info) : NULL;
    return l->n < FOUND_MAX;
}

/* Nobody can be told any longer: the channel is gone, or the table. */
static bool is_void(const found *f) {
    return f->notice.orphaned || (f->notice.table_key != 0 && !f->game);
}

/* One mail tells of several games, and the next one comes much later. */
static bool is_quiet(const store_channel *c, int64_t table_key) {
    return c->kind == CHANNEL_MAIL && c->digest && table_key != 0;
}

/* What a quiet channel is to be told beside that waits for the next time: until it is known when
 * that is, as long as this is held. */
static store_result take(look_job *l, store *s, const store_notice *n, bool *taken) {
    int64_t until = l->now + HELD_MS;
    store_result result = store_take_notice(s, n, until, taken);
    return result == STORE_OK && *taken && is_quiet(&n->channel, n->table_key)
               ? store_rest_channel(s, n->channel.key, until)
               : result;
}

static store_result take_all(look_job *l, store *s) {
    store_result result = store_begin(s);
    int kept = 0;
    for (int i = 0; i < l->n && result == STORE_OK; i++) {
        bool taken;
        result = take(l, s, &l->found[i].notice, &taken);
        if (taken)
            l->found[kept++] = l->found[i];
    }
    l->n = kept;
    result = result ? result : store_commit(s);
    if (result != STORE_OK) {
        store_rollback(s);
        l->n = 0;
    }
    return result;
}

/* Not in the batch of those who write tables: see store_take_notice. */
static store_result look(job *j, store *s) {
    look_job *l = (look_job *)j;
    store_result result = store_due_notices(s, l->now, FOUND_MAX, take_found, l);
    int kept = 0;
    l->more = l->n == FOUND_MAX;
    for (int i = 0; i < l->n; i++) {
        const store_notice *n = &l->found[i].notice;
        if (!is_void(&l->found[i]))
            l->found[kept++] = l->found[i];
        else if (result == STORE_OK)
            result = store_delete_notice(s, n->channel.key, n->table_key, n->at);
    }
    l->n = kept;
    return result || kept == 0 ? result : take_all(l, s);
}

/* ---- What became of a letter, on the thread of the store ------------------------------------- */

static int64_t sooner(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Longer and longer: with a minute at first it is 1, 4, 16, 64, 240 minutes. */
static int64_t wait_ms(const delivery *d) {
    int64_t wait = 1000 * (int64_t)d->courier->server->options->retry_seconds;
    for (int i = 1; i < d->tries && wait < 4 * HOUR_MS; i++)
        wait *= 4;
    wait = sooner(wait, 4 * HOUR_MS);
    int64_t asked = 1000 * (int64_t)d->letter.wait_s;
    return asked > wait ? asked : wait;
}

static int64_t failing_since(const delivery *d) {
    return d->channel.failing ? d->channel.failing : d->now;
}

/* A browser that did not answer for a day. An address of mail stays, for it was confirmed: there
 * the one message is given up. */
static bool is_hopeless(const delivery *d) {
    return d->channel.fails + 1 >= FAILS_MIN && d->now + wait_ms(d) > failing_since(d) + DAY_MS;
}

static bool is_dropped(const delivery *d) {
    return d->channel.kind == CHANNEL_PUSH &&
           (d->letter.fate == LETTER_GONE || (d->letter.fate == LETTER_FAILED && is_hopeless(d)));
}

static store_result move_all(const delivery *d, store *s, int64_t at) {
    store_result result = STORE_OK;
    for (int i = 0; i < d->n && result == STORE_OK; i++) {
        int64_t key = d->notices[i].table_key, channel = d->channel.key;
        bool ends = at == INT64_MAX && key == 0; /* the question to a mailbox */
        result = ends ? store_delete_notice(s, channel, key, d->held_until)
                      : store_move_notice(s, channel, key, d->held_until, at);
    }
    return result;
}

static store_result note_sent(const delivery *d, store *s) {
    const store_channel *c = &d->channel;
    bool quiet = is_quiet(c, d->notices[0].table_key);
    int64_t pause = HOUR_MS * d->courier->server->options->digest_hours;
    store_result result = move_all(d, s, INT64_MAX);
    if (result != STORE_OK || (!quiet && c->fails == 0))
        return result;
    return store_note_channel(s, c->key, 0, 0, quiet ? d->now + pause : 0);
}

static store_result note_failed(const delivery *d, store *s) {
    const store_channel *c = &d->channel;
    bool given_up = is_hopeless(d);
    bool rests = !given_up && (d->letter.wait_s > 0 || is_quiet(c, d->notices[0].table_key));
    int64_t at = d->now + wait_ms(d);
    store_result result = move_all(d, s, given_up ? INT64_MAX : at);
    return result ? result
                  : store_note_channel(s, c->key, given_up ? 0 : c->fails + 1,
                                       given_up ? 0 : failing_since(d), rests ? at : 0);
}

/* Notices of a channel that is gone are found, and deleted, when they are due. */
static store_result note_fate(job *j, store *s) {
    const delivery *d = (const delivery *)((char *)j - offsetof(delivery, job));
    store_result result = is_dropped(d) ? store_drop_channel(s, d->channel.person, d->channel.key)
                          : d->letter.fate == LETTER_SENT ? note_sent(d, s)
                                                          : note_failed(d, s);
    return result == STORE_MISSING ? STORE_OK : result;
}

/* ---- On the loop ----------------------------------------------------------------------------- */

static void fate_noted(job *j) {
    free((char *)j - offsetof(delivery, job));
}

/* Where it goes is a secret of the browser, of which the log has the first part. */
static void log_failure(const delivery *d) {
    enum { AT_ONCE = 20, HOST = 60 };
    courier *c = d->courier;
    bool mail = d->channel.kind == CHANNEL_MAIL;
    const char *to = mail ? "" : d->channel.address + strlen("https://");
    if (!bucket_take(&c->logs, 1, 0.1, AT_ONCE, d->now))
        return;
    server_log(c->server, "a %s%.*s was not sent: %s%s", mail ? "mail" : "push to ",
               (int)sooner((int64_t)strcspn(to, "/"), HOST), to, d->letter.why,
               is_dropped(d) ? "; no more will be" : "");
}

static void letter_returned(letter *l) {
    delivery *d = (delivery *)l;
    server *sv = d->courier->server;
    d->courier->on_way--;
    d->now = server_now(sv);
    if (l->fate == LETTER_LATE || (sv->closing && l->fate == LETTER_FAILED)) {
        free(d); /* whoever takes it next sends it */
        return;
    }
    if (l->fate == LETTER_SENT)
        sv->metrics.told++;
    else
        sv->metrics.untold++, log_failure(d);
    sv->metrics.channels_dropped += is_dropped(d);
    d->job = (job){.run = note_fate, .done = fate_noted};
    server_submit(sv, &d->job);
}

/* The same for the same waits: who gets it twice sees it once. */
static void write_id(const delivery *d, char id[33]) {
    enum { BYTES = 16 };
    uint8_t bytes[RZ_SHA256_SIZE];
    rz_sha256 hash;
    rz_text out;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, d->channel.token, STORE_TOKEN);
    for (int i = 0; i < d->n; i++) {
        rz_sha256_add(&hash, d->notices[i].table, STORE_TABLE_ID);
        rz_sha256_add(&hash, &d->notices[i].number, sizeof d->notices[i].number);
    }
    rz_sha256_end(&hash, bytes);
    rz_text_init(&out, id, 33);
    rz_text_hex(&out, bytes, BYTES);
}

static bool write_mail(delivery *d, rz_text *out, int64_t now) {
    const serve_options *options = d->courier->server->options;
    char id[33];
    mail_turn turns[MAIL_TABLES];
    mail_facts facts = {.from = options->mail_from,
                        .to = d->channel.address,
                        .language = d->channel.language,
                        .url = options->url,
                        .token = d->channel.token,
                        .id = id,
                        .now_s = now / 1000};
    write_id(d, id);
    if (d->notices[0].table_key == 0)
        return mail_write_confirmation(out, &facts);
    for (int i = 0; i < d->n; i++)
        turns[i] = (mail_turn){d->notices[i].game->title, d->notices[i].table};
    return mail_write_turns(out, &facts, turns, d->n);
}

static bool write_letter(delivery *d, int64_t now) {
    rz_text out;
    letter *l = &d->letter;
    const serve_options *options = d->courier->server->options;
    const rz_game *game = d->notices[0].game;
    rz_text_init(&out, d->text, sizeof d->text);
    bool push = d->channel.kind == CHANNEL_PUSH;
    bool ok =
        push ? push_write(&out, d->channel.language, game->title, game->name, d->notices[0].table)
             : write_mail(d, &out, now);
    push_write_topic(d->notices[0].table, d->topic);
    *l = (letter){.done = letter_returned,
                  .kind = push ? LETTER_PUSH : LETTER_MAIL,
                  .to = d->channel.address,
                  .target = d->channel.target,
                  .topic = d->topic,
                  .ttl_s = TTL_S,
                  .patience_s = HELD_MS / 1000 - options->send_seconds - SPARE_S,
                  .text = d->text,
                  .size = out.length};
    return ok;
}

/* A notice that is not sent now is taken again when it is held no longer. */
static void send_delivery(delivery *d, int64_t now) {
    const post_runner *post = &d->courier->server->world->post;
    if (write_letter(d, now) && post->send(post->self, &d->letter))
        d->courier->on_way++;
    else
        free(d);
}

static void add_notice(delivery *d, const found *f) {
    int i = d->n++;
    d->notices[i].table_key = f->notice.table_key;
    d->notices[i].number = f->notice.number;
    d->notices[i].game = f->game;
    memcpy(d->notices[i].table, f->notice.table, sizeof d->notices[i].table);
}

static delivery *begin_delivery(courier *c, const found *f, int64_t held_until) {
    delivery *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->courier = c;
    d->channel = f->notice.channel;
    d->held_until = held_until;
    d->tries = f->notice.tries + 1;
    add_notice(d, f);
    return d;
}

static bool goes_with(const delivery *d, const found *f) {
    return is_quiet(&d->channel, d->notices[0].table_key) && d->n < MAIL_TABLES &&
           d->channel.key == f->notice.channel.key && f->notice.table_key != 0;
}

/* However many games somebody plays, the phone does not ring all day; what is too much waits. */
static bool may_tell(server *sv, const store_channel *c, int64_t now) {
    enum { AT_ONCE = 60 };
    account *a = limits_account(sv->limits.keys, c->person, now);
    bool may = a && account_take(a, &a->told, 1, 1 / 60.0, AT_ONCE, now);
    if (!may)
        server_note_limit(sv, LIMIT_TOLD, a);
    return may;
}

static void send_found(look_job *l) {
    courier *c = l->courier;
    int64_t held_until = l->now + HELD_MS;
    for (int i = 0; i < l->n; i++) {
        if (l->found[i].notice.orphaned ||
            !may_tell(c->server, &l->found[i].notice.channel, l->now))
            continue;
        delivery *d = begin_delivery(c, &l->found[i], held_until);
        for (int j = i + 1; d && j < l->n; j++)
            if (goes_with(d, &l->found[j])) {
                add_notice(d, &l->found[j]);
                l->found[j].notice.orphaned = true;
            }
        if (d)
            send_delivery(d, l->now);
    }
}

static void looked(job *j) {
    look_job *l = (look_job *)j;
    courier *c = l->courier;
    c->looking = false;
    if (l->more)
        c->looked = 0; /* at once */
    if (j->result == STORE_OK && !c->server->closing)
        send_found(l);
    free(l);
}

void courier_check(courier *c, int64_t now) {
    if (!c->server->world->post.self || c->looking || c->on_way >= ON_WAY_MAX ||
        !server_is_time(&c->looked, LOOK_MS, now))
        return;
    look_job *l = calloc(1, sizeof *l);
    if (!l)
        return;
    l->courier = c;
    l->now = now;
    l->job = (job){.run = look, .done = looked};
    c->looking = true;
    server_submit(c->server, &l->job);
}
