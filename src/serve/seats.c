#include "serve/seats.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "ai/nets.h"
#include "core/sha256.h"
#include "serve/identity.h"
#include "serve/play.h"
#include "serve/reading.h"

bool seats_level(const rz_game *game, const char *level, rz_bot_spec *spec) {
    return strlen(level) < LOBBY_LEVEL && rz_bot_read(rz_slice_of(level), spec) && !spec->ms &&
           !spec->nodes && rz_bot_plays(spec->bot, game) &&
           (!spec->bot->needs_net || rz_net_of(game));
}

void seats_levels(rz_text *out) {
    rz_bot_spec spec;
    for (int g = 0; rz_games[g]; g++) {
        rz_text_add(out, g ? "],\"" : "{\"");
        rz_text_add(out, rz_games[g]->name);
        rz_text_add(out, "\":[");
        for (int i = 0, n = 0; rz_bots[i]; i++)
            if (seats_level(rz_games[g], rz_bots[i]->name, &spec)) {
                rz_text_add(out, n++ ? "," : "");
                rz_text_quoted(out, rz_bots[i]->name);
            }
    }
    rz_text_add(out, "]}");
}

/* True if the table still gathers; else answered. */
static bool gathers(table *t, operation *o) {
    if (t->lobby.status != STORE_GATHERING)
        operation_fail(o, "started", "The game has started already.");
    return t->lobby.status == STORE_GATHERING;
}

static bool is_maker(table *t, operation *o) {
    bool maker = lobby_is_maker(&t->lobby, o->person);
    if (!maker)
        operation_fail(o, "maker", "Only the maker of the table may do that.");
    return maker;
}

/* ---- Before the game ------------------------------------------------------------------------- */

/* The free seat that was asked for, or any; -1 if there is none. */
static int free_seat(const table *t, const operation *o) {
    int32_t wanted = -1;
    int seats = rz_seats(t->setup);
    if (!message_none(&o->message, FIELD_SEAT) &&
        !message_int(&o->message, FIELD_SEAT, 0, seats - 1, &wanted))
        return -1;
    for (int s = 0; s < seats; s++)
        if ((wanted < 0 || s == wanted) && !t->lobby.seats[s].person && !t->lobby.seats[s].level[0])
            return s;
    return -1;
}

bool seats_sit(table *t, operation *o) {
    uint8_t nonce[RZ_SEED];
    char fields[32];
    if (!gathers(t, o))
        return true;
    if (!message_hex(&o->message, FIELD_NONCE, nonce, RZ_SEED))
        return operation_fail(o, "request", "sit takes a nonce of 64 hex digits.");
    if (marks_contain(&t->lobby.removed, o->session->who))
        return operation_fail(o, "removed", "You were removed from this table.");
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (seat >= 0) {
        snprintf(fields, sizeof fields, ",\"seat\":%d", seat);
        return operation_ok(o, fields);
    }
    if ((seat = free_seat(t, o)) < 0)
        return operation_fail(o, "seat", "That seat is not free.");
    transaction *c = transaction_with_lobby(t, o);
    if (!c)
        return true;
    lobby *l = c->lobby;
    lobby_seat *s = &l->seats[seat];
    *s = (lobby_seat){.person = true, .gone = c->at};
    memcpy(s->hash, o->person, STORE_HASH);
    memcpy(s->nonce, nonce, RZ_SEED);
    memcpy(s->name, o->session->name, STORE_NAME);
    for (const watch *w = t->watches; w; w = w->next)
        if (!memcmp(w->session->person, o->person, STORE_HASH)) {
            s->home = t->server->process;
            s->gone = 0;
        }
    snprintf(c->answer, sizeof c->answer, ",\"seat\":%d", seat);
    identity_keep(o->session);
    return transaction_commit(c);
}

/* Frees a seat. A table needs somebody: the next person is its maker, or it is given up. */
static bool free_the_seat(table *t, operation *o, int seat, const char *removed) {
    transaction *c = transaction_with_lobby(t, o);
    if (!c)
        return true;
    lobby *l = c->lobby;
    l->seats[seat] = (lobby_seat){0};
    if (removed)
        memcpy(l->removed.who[l->removed.n++], removed, WHO + 1);
    if (seat == l->maker)
        lobby_next_maker(l);
    c->status = l->status;
    return transaction_commit(c);
}

bool seats_stand(table *t, operation *o) {
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (!gathers(t, o))
        return true;
    if (seat < 0)
        return operation_ok(o, "");
    return free_the_seat(t, o, seat, NULL);
}

bool seats_bot(table *t, operation *o) {
    int32_t seat;
    rz_bot_spec spec;
    char level[LOBBY_LEVEL] = "";
    if (!gathers(t, o) || !is_maker(t, o))
        return true;
    if (!message_int(&o->message, FIELD_SEAT, 0, rz_seats(t->setup) - 1, &seat) ||
        t->lobby.seats[seat].person)
        return operation_fail(o, "seat", "No bot can sit there.");
    if (!message_none(&o->message, FIELD_LEVEL) &&
        (!message_string(&o->message, FIELD_LEVEL, level, sizeof level) ||
         !seats_level(rz_game_of(t->setup), level, &spec)))
        return operation_fail(o, "level", "There is no bot of that level for this game.");
    transaction *c = transaction_with_lobby(t, o);
    if (!c)
        return true;
    lobby *l = c->lobby;
    l->seats[seat] = (lobby_seat){0};
    memcpy(l->seats[seat].level, level, sizeof level);
    unsigned bit = 1u << seat;
    l->clock.bots = (rz_actors)(level[0] ? l->clock.bots | bit : l->clock.bots & ~bit);
    return transaction_commit(c);
}

/* The record begins: its first line, and what follows from it until somebody is asked. */
static bool begin_game(transaction *c) {
    static char memory[RZ_LINE_MAX];
    table *t = c->table;
    uint8_t nonces[RZ_SEATS_MAX][RZ_SEED] = {{0}}, seed[RZ_SEED];
    rz_text first;
    for (int s = 0; s < rz_seats(t->setup); s++)
        memcpy(nonces[s], c->lobby->seats[s].nonce, RZ_SEED);
    rz_shared_seed(t->seed, (const uint8_t(*)[RZ_SEED])nonces, rz_seats(t->setup), seed);
    rz_text_init(&first, memory, sizeof memory);
    lobby_first_line(c->lobby, t->setup, false, &first);
    line_batch_add_setup(&c->line_batch, (rz_slice){memory, first.length});
    position_init(&c->position, t->setup, &c->lobby->clock, seed, c->at);
    position_begin(&c->position, t->setup, c->at, &c->line_batch);
    c->status = STORE_RUNNING;
    c->plays = true;
    return transaction_commit(c);
}

/* The nonce that came with the making was known when the seed was chosen: the maker has the last
 * word. */
bool seats_start(table *t, operation *o) {
    uint8_t nonce[RZ_SEED];
    bool has_nonce = !message_none(&o->message, FIELD_NONCE);
    if (!gathers(t, o) || !is_maker(t, o))
        return true;
    if (has_nonce && !message_hex(&o->message, FIELD_NONCE, nonce, RZ_SEED))
        return operation_fail(o, "request", "A nonce has 64 hex digits.");
    for (int s = 0; s < rz_seats(t->setup); s++)
        if (!t->lobby.seats[s].person && !t->lobby.seats[s].level[0])
            return operation_fail(o, "seat",
                                  "There are free seats; people or bots must take them.");
    transaction *c = transaction_with_lobby(t, o);
    if (!c)
        return true;
    if (has_nonce)
        memcpy(c->lobby->seats[c->lobby->maker].nonce, nonce, RZ_SEED);
    return begin_game(c);
}

/* ---- By agreement ---------------------------------------------------------------------------- */

/* People at the table whom a bot does not stand for. */
static unsigned people_asked(const table *t) {
    unsigned people = 0;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (t->lobby.seats[s].person && !lobby_forgotten(&t->lobby.seats[s]) &&
            !(t->position.away >> s & 1))
            people |= 1u << s;
    return people;
}

static void agree(transaction *c, lobby_wish wish) {
    lobby *l = c->lobby;
    memset(l->asked, 0, sizeof l->asked);
    if (wish == WISH_PAUSE) {
        l->paused = c->at;
    } else if (wish == WISH_RESUME) {
        int n = l->clock.n_pauses++;
        l->clock.pauses[n].from = l->paused;
        l->clock.pauses[n].to = c->at;
        l->paused = 0;
    } else {
        c->status = STORE_ABANDONED;
    }
}

static bool wish(table *t, operation *o, lobby_wish which) {
    int seat = play_seat(t, o);
    if (seat < 0)
        return true;
    if (t->position.away >> seat & 1)
        return operation_fail(o, "seat", "Only who plays may ask for that.");
    unsigned asked = t->lobby.asked[which] | 1u << seat;
    bool agreed = (people_asked(t) & ~asked) == 0;
    bool settled = which != WISH_END && (t->lobby.paused != 0) == (which == WISH_PAUSE);
    /* Who has asked before may have waited for somebody who has left since. */
    if (settled || (asked == t->lobby.asked[which] && !agreed))
        return operation_ok(o, "");
    if (which == WISH_PAUSE && t->lobby.clock.n_pauses == PAUSES_MAX)
        return operation_fail(o, "limit", "This game has been paused too often.");
    transaction *c = transaction_with_lobby(t, o);
    if (!c)
        return true;
    lobby *l = c->lobby;
    l->asked[which] = (uint8_t)asked;
    if (agreed)
        agree(c, which);
    return transaction_commit(c);
}

bool seats_pause(table *t, operation *o) {
    return wish(t, o, WISH_PAUSE);
}

bool seats_resume(table *t, operation *o) {
    return wish(t, o, WISH_RESUME);
}

bool seats_end(table *t, operation *o) {
    return wish(t, o, WISH_END);
}

/* ---- By the maker ---------------------------------------------------------------------------- */

static bool set_mute(table *t, operation *o, bool mute) {
    char who[WHO + 1];
    if (!is_maker(t, o))
        return true;
    if (!message_string(&o->message, FIELD_WHO, who, sizeof who) || strlen(who) != WHO)
        return operation_fail(o, "request", "Who is meant is said by 12 hex digits.");
    if (marks_contain(&t->lobby.muted, who) == mute)
        return operation_ok(o, "");
    if (mute && t->lobby.muted.n == LOBBY_LISTED)
        return operation_fail(o, "limit", "Too many are muted at this table.");
    transaction *c = transaction_with_lobby(t, o);
    if (!c)
        return true;
    lobby *l = c->lobby;
    lobby_marks *m = &l->muted;
    if (mute)
        memcpy(m->who[m->n++], who, sizeof who);
    for (int i = 0; i < m->n && !mute; i++)
        if (!strcmp(m->who[i], who)) {
            memcpy(m->who[i], m->who[--m->n], sizeof who);
            break;
        }
    return transaction_commit(c);
}

bool seats_mute(table *t, operation *o) {
    return set_mute(t, o, true);
}

bool seats_unmute(table *t, operation *o) {
    return set_mute(t, o, false);
}

bool seats_remove(table *t, operation *o) {
    char who[WHO + 1], other[WHO + 1];
    int seat = -1;
    if (!is_maker(t, o))
        return true;
    if (!message_string(&o->message, FIELD_WHO, who, sizeof who))
        return operation_fail(o, "request", "Who is meant is said by 12 hex digits.");
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (t->lobby.seats[s].person &&
            (mark_of(t->lobby.seats[s].hash, other), !strcmp(who, other)))
            seat = s;
    if (seat < 0 || seat == t->lobby.maker)
        return operation_fail(o, "seat", "Nobody with that mark sits here, but you.");
    if (marks_contain(&t->lobby.removed, who))
        return operation_ok(o, "");
    if (t->lobby.removed.n == LOBBY_LISTED)
        return operation_fail(o, "limit", "Too many were removed from this table.");
    if (t->lobby.status == STORE_GATHERING)
        return free_the_seat(t, o, seat, who);
    transaction *c = transaction_with_lobby(t, o);
    if (!c)
        return true;
    lobby *l = c->lobby;
    memcpy(l->removed.who[l->removed.n++], who, sizeof who);
    operation *leave = table_enqueue(t, play_removed);
    if (leave)
        leave->seat = seat;
    return transaction_commit(c);
}

/* ---- Making ---------------------------------------------------------------------------------- */

typedef struct making {
    job job;
    session *session;
    int32_t id;
    lobby lobby;
    rz_setup *setup;
    char *info;
    store_table row;
    uint8_t seed[RZ_SEED];
    int unfinished;
    const rz_game *game;
} making;

static void free_making(making *m) {
    if (m->session)
        session_release(m->session);
    free(m->setup);
    free(m->info);
    sodium_memzero(m->seed, sizeof m->seed);
    free(m);
}

static bool count_unfinished(void *context, const store_table *row) {
    making *m = context;
    m->unfinished += row->status <= STORE_RUNNING;
    return true;
}

static store_result write_table(job *j, store *s) {
    making *m = (making *)j;
    int most = m->session->server->options->tables_per_key;
    store_result result = store_tables_of(s, m->session->person, most, count_unfinished, m);
    if (result != STORE_OK && result != STORE_MISSING)
        return result;
    return m->unfinished >= most ? STORE_OK : store_make(s, &m->row, m->seed);
}

static void made(job *j) {
    making *m = (making *)j;
    server *sv = m->session->server;
    char fields[160];
    rz_text text;
    if (j->result != STORE_OK) {
        server_store_problem(sv, j->result);
        session_error(m->session, m->id, "store", NULL, "The store can not be written now.");
    } else if (m->unfinished >= sv->options->tables_per_key) {
        sv->metrics.limited++;
        session_error(m->session, m->id, "limit", NULL, "You have too many tables already.");
    } else {
        sv->store_state = STORE_OK;
        rz_text_init(&text, fields, sizeof fields);
        rz_text_add(&text, ",\"table\":\"");
        rz_text_add(&text, m->row.id);
        rz_text_add(&text, "\",\"commit\":\"");
        rz_text_hex(&text, m->lobby.commit, RZ_SEED);
        rz_text_char(&text, '"');
        session_ok(m->session, m->id, fields);
    }
    free_making(m);
}

/* A table with a seed of its own and the lobby given; false without memory. */
static making *new_making(session *c, int32_t id) {
    making *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->session = session_retain(c);
    m->id = id;
    m->setup = calloc(1, sizeof *m->setup);
    m->lobby.version = 1;
    m->lobby.changed = server_now();
    if (m->setup)
        return m;
    free_making(m);
    return NULL;
}

static bool fill_row(making *m) {
    static char memory[LOBBY_BYTES];
    uint8_t random[16];
    char id[STORE_TABLE_ID + 1];
    rz_sha256 hash;
    rz_text info;
    randombytes_buf(random, sizeof random);
    randombytes_buf(m->seed, sizeof m->seed);
    sodium_bin2base64(id, sizeof id, random, sizeof random,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, m->seed, RZ_SEED);
    rz_sha256_end(&hash, m->lobby.commit);
    rz_text_init(&info, memory, sizeof memory);
    lobby_write(&m->lobby, m->setup, &info);
    if (!(m->info = malloc(info.length)))
        return false;
    memcpy(m->info, memory, info.length);
    lobby_row(id, &m->lobby, (rz_slice){m->info, info.length}, INT64_MAX, &m->row);
    return true;
}

static bool finish_making(making *m) {
    if (!fill_row(m))
        return false;
    m->job = (job){.writes = true, .run = write_table, .done = made};
    memcpy(m->job.table, m->row.id, sizeof m->row.id);
    identity_keep(m->session);
    store_thread_add(m->session->server->store_thread, &m->job);
    return true;
}

static bool read_clock(const message *m, clock_rule *rule) {
    rz_json json;
    rz_problem problem;
    rz_slice name;
    int count = 0;
    if (message_none(m, FIELD_CLOCK))
        return true;
    rz_json_init(&json, m->field[FIELD_CLOCK], &problem);
    if (rz_json_peek(&json) != '{' || !rz_json_open(&json, '{'))
        return false;
    while (rz_json_more(&json, '{', &count) && rz_json_key(&json, &name)) {
        int32_t *to = rz_slice_is(name, "move")   ? &rule->move
                      : rz_slice_is(name, "bank") ? &rule->bank
                      : rz_slice_is(name, "days") ? &rule->days
                                                  : NULL;
        if (!to || !rz_json_int(&json, to) || *to < 0)
            return false;
    }
    bool live = (rule->move > 0 || rule->bank > 0) && !rule->days;
    bool slow = rule->days > 0 && !rule->move && !rule->bank;
    return problem.error == RZ_OK && (live || slow) && rule->move <= 3600 && rule->bank <= 86400 &&
           rule->days <= 30;
}

/* "bots": a level or null for every seat; seat 0 is the maker's. */
static bool read_bots(const message *m, const rz_setup *setup, lobby *l) {
    rz_json json;
    rz_problem problem;
    rz_slice level;
    rz_bot_spec spec;
    int count = 0;
    if (message_none(m, FIELD_BOTS))
        return true;
    rz_json_init(&json, m->field[FIELD_BOTS], &problem);
    if (rz_json_peek(&json) != '[' || !rz_json_open(&json, '['))
        return false;
    while (rz_json_more(&json, '[', &count)) {
        if (count > rz_seats(setup))
            return false;
        if (rz_json_peek(&json) == 'n') {
            rz_json_null(&json);
            continue;
        }
        char *to = l->seats[count - 1].level;
        if (count == 1 || rz_json_peek(&json) != '"' || !rz_json_string(&json, &level) ||
            level.length >= LOBBY_LEVEL)
            return false;
        memcpy(to, level.at, level.length);
        if (!seats_level(rz_game_of(setup), to, &spec))
            return false;
        l->clock.bots |= (rz_actors)(1 << (count - 1));
    }
    return problem.error == RZ_OK;
}

/* Game, seats and options as a record has them, so that its reader can say what is wrong. */
static bool read_setup(const message *m, rz_setup *setup, rz_header *header, rz_problem *problem) {
    static char memory[RZ_LINE_MAX];
    rz_text line;
    rz_text_init(&line, memory, sizeof memory);
    rz_text_add(&line, "{\"record\":1,\"game\":");
    rz_text_slice(&line, m->field[FIELD_GAME]);
    rz_text_add(&line, ",\"seats\":");
    rz_text_slice(&line, m->field[FIELD_SEATS]);
    if (!message_none(m, FIELD_OPTIONS)) {
        rz_text_add(&line, ",\"options\":");
        rz_text_slice(&line, m->field[FIELD_OPTIONS]);
    }
    rz_text_char(&line, '}');
    if (line.full)
        return rz_problem_set(problem, RZ_E_TOO_LONG, (rz_slice){"", 0});
    return rz_read_setup(rz_games, (rz_slice){memory, line.length}, header, setup, problem);
}

static void sit_first(making *m, int seat, const uint8_t nonce[RZ_SEED]) {
    lobby_seat *s = &m->lobby.seats[seat];
    *s = (lobby_seat){.person = true, .gone = m->lobby.changed};
    memcpy(s->hash, m->session->person, STORE_HASH);
    memcpy(s->nonce, nonce, RZ_SEED);
    m->lobby.maker = seat;
}

/* What is wrong with the request, or NULL. */
static const char *fill_in(making *m, const message *request, rz_problem *problem) {
    rz_header header = {0};
    uint8_t nonce[RZ_SEED];
    if (!request->field[FIELD_GAME].at || !request->field[FIELD_SEATS].at ||
        !message_hex(request, FIELD_NONCE, nonce, RZ_SEED))
        return "request";
    bool ok = read_setup(request, m->setup, &header, problem);
    m->game = header.game;
    if (!ok)
        return "options";
    if (!read_clock(request, &m->lobby.clock.rule))
        return "clock";
    if (!read_bots(request, m->setup, &m->lobby))
        return "level";
    m->lobby.open = message_true(request, FIELD_OPEN);
    sit_first(m, 0, nonce);
    return NULL;
}

static const char too_many[] = "Too many tables were made from this address.";

/* So many tables from one address; this machine itself has no limit. */
static bool may_make(session *c) {
    const serve_options *options = c->server->options;
    bool may = bucket_take(&c->address->tables, options->tables_per_hour / 3600.0,
                           options->tables_per_hour, server_now());
    c->server->metrics.limited += !may && !c->local;
    return may || c->local;
}

void seats_make(session *c, int32_t id, const message *request) {
    rz_problem problem = {0};
    if (!may_make(c)) {
        session_error(c, id, "limit", NULL, too_many);
        return;
    }
    making *m = new_making(c, id);
    const char *wrong = m ? fill_in(m, request, &problem) : "limit";
    if (!wrong && finish_making(m))
        return;
    if (wrong && !strcmp(wrong, "options")) {
        operation o = {.session = c, .id = id};
        operation_refuse(&o, m->game, wrong, &problem);
    } else {
        session_error(c, id, wrong ? wrong : "limit", NULL,
                      "make takes game, seats, options, clock, open, nonce and bots, each as the "
                      "protocol says.");
    }
    if (m)
        free_making(m);
}

/* ---- Another game ---------------------------------------------------------------------------- */

static store_result write_rematch(void *extra, store *s) {
    making *m = extra;
    return store_make(s, &m->row, m->seed);
}

static void free_rematch(void *extra) {
    free_making(extra);
}

/* The same table again, without the people, who sit down themselves. */
static making *rematch_of(const table *t, operation *o, int seat, const uint8_t nonce[RZ_SEED]) {
    making *m = new_making(o->session, o->id);
    if (!m)
        return NULL;
    *m->setup = *t->setup;
    m->lobby.clock.rule = t->lobby.clock.rule;
    m->lobby.clock.bots = t->lobby.clock.bots;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        memcpy(m->lobby.seats[s].level, t->lobby.seats[s].level, LOBBY_LEVEL);
    sit_first(m, seat, nonce);
    if (fill_row(m))
        return m;
    free_making(m);
    return NULL;
}

bool seats_rematch(table *t, operation *o) {
    uint8_t nonce[RZ_SEED];
    char fields[64];
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (seat < 0)
        return operation_fail(o, "seat", "Only who played may ask for that.");
    if (t->lobby.status <= STORE_RUNNING)
        return operation_fail(o, t->lobby.status == STORE_RUNNING ? "started" : "not_started",
                              "The game is not over yet.");
    if (!message_hex(&o->message, FIELD_NONCE, nonce, RZ_SEED))
        return operation_fail(o, "request", "rematch takes a nonce of 64 hex digits.");
    snprintf(fields, sizeof fields, ",\"table\":\"%s\"", t->lobby.next);
    if (t->lobby.next[0])
        return operation_ok(o, fields);
    if (!o->session->wsi) /* its account may be gone */
        return true;
    if (!may_make(o->session))
        return operation_fail(o, "limit", too_many);
    transaction *c = transaction_with_lobby(t, o);
    if (!c)
        return true;
    making *m = rematch_of(t, o, seat, nonce);
    if (!m) {
        transaction_free(c);
        return operation_fail(o, "limit", "The server is out of memory.");
    }
    c->extra = m;
    c->extra_write = write_rematch;
    c->extra_free = free_rematch;
    memcpy(c->lobby->next, m->row.id, sizeof m->row.id);
    snprintf(c->answer, sizeof c->answer, ",\"table\":\"%s\"", m->row.id);
    return transaction_commit(c);
}

/* ---- Chat ------------------------------------------------------------------------------------ */

typedef struct saying {
    job job;
    table *table;
    session *session;
    int32_t id;
    store_chat chat;
    char text[];
} saying;

static store_result say(job *j, store *s) {
    return store_say(s, j->table, &((saying *)j)->chat);
}

/* Who missed the message before gets both from the store. */
static void push_chat(const saying *s) {
    char memory[8192];
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    rz_text_add(&out, "{\"table\":\"");
    rz_text_add(&out, s->table->id);
    rz_text_add(&out, "\",\"chat\":[");
    chat_tell(s->chat.number, s->chat.at, s->chat.person, s->session->name, s->text, &out);
    rz_text_add(&out, "]}");
    packet *p = packet_new((rz_slice){memory, out.length});
    for (watch *w = s->table->watches, *next; w && p; w = next) {
        next = w->next;
        if (w->reading || w->chat >= s->chat.number)
            continue;
        if (w->chat + 1 < s->chat.number) {
            reading_begin(w);
            continue;
        }
        w->chat = s->chat.number;
        session_send(w->session, p);
    }
    if (p)
        packet_free(p);
}

static void said_it(job *j) {
    saying *s = (saying *)j;
    char fields[48];
    s->table->pins--;
    if (j->result == STORE_OK) {
        s->table->server->store_state = STORE_OK;
        snprintf(fields, sizeof fields, ",\"number\":%lld", (long long)s->chat.number);
        session_ok(s->session, s->id, fields);
        if (s->chat.number > s->table->chat)
            s->table->chat = s->chat.number;
        push_chat(s);
    } else {
        server_store_problem(s->session->server, j->result);
        session_error(s->session, s->id, "store", NULL, "The store can not be written now.");
    }
    session_release(s->session);
    free(s);
}

static bool text_ok(const char *text, int most) {
    int characters = 0;
    for (const char *at = text; *at; at++)
        characters += (*at & 0xc0) != 0x80;
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if (*at < 0x20 && *at != '\n')
            return false;
    return characters > 0 && characters <= most;
}

bool seats_chat(table *t, operation *o) {
    char text[RZ_JSON_STRING + 1];
    const serve_options *options = t->server->options;
    if (!message_string(&o->message, FIELD_TEXT, text, sizeof text) ||
        !text_ok(text, options->chat_characters))
        return operation_fail(o, "chat", "A message has from one to some hundred characters.");
    if (marks_contain(&t->lobby.muted, o->session->who))
        return operation_fail(o, "chat", "You are muted at this table.");
    if (!bucket_take(&o->session->chat, options->chat_per_minute / 60.0, options->chat_per_minute,
                     server_now())) {
        t->server->metrics.limited++;
        return operation_fail(o, "limit", "You chat too fast.");
    }
    saying *s = calloc(1, sizeof *s + strlen(text) + 1);
    if (!s)
        return operation_fail(o, "limit", "The server is out of memory.");
    memcpy(s->text, text, strlen(text) + 1);
    s->table = t;
    s->session = session_retain(o->session);
    s->id = o->id;
    s->chat = (store_chat){.at = server_now(), .text = rz_slice_of(s->text)};
    memcpy(s->chat.person, o->person, STORE_HASH);
    s->job = (job){.writes = true, .run = say, .done = said_it};
    memcpy(s->job.table, t->id, sizeof t->id);
    t->pins++;
    identity_keep(o->session);
    store_thread_add(t->server->store_thread, &s->job);
    return true;
}
