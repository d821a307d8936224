#include "serve/making.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "core/module.h"
#include "core/sha256.h"
#include "serve/follow.h"
#include "serve/hosting.h"
#include "serve/house.h"
#include "serve/levels.h"
#include "serve/lobby_row.h"
#include "serve/people.h"
#include "serve/transaction.h"
#include "serve/turn.h"
#include "store/club.h"

typedef struct making {
    job job;
    session *session;
    int32_t id;
    lobby lobby;
    rz_setup *setup;
    char *info;
    store_table row;
    uint8_t seed[RZ_SEED];
    bool refused; /* the person has too many tables */
    const rz_game *game;
    const char *unfit; /* why the rules allow what this server does not, or NULL */
} making;

static void free_making(making *m) {
    if (m->session)
        session_release(m->session);
    free(m->setup);
    free(m->info);
    sodium_memzero(m->seed, sizeof m->seed);
    free(m);
}

/* The table, and for whom it waits: for its maker, if bots have all other seats. */
static store_result store_table_of_making(const making *m, store *s) {
    char memory[TURN_BYTES];
    rz_text waits;
    rz_text_init(&waits, memory, sizeof memory);
    turn_write(&waits, &m->lobby, m->setup, NULL, m->lobby.changed);
    char who[WHO + 1];
    mark_of(m->lobby.seats[m->lobby.maker].hash, who);
    store_result result = store_make(s, &m->row, m->seed);
    result = result ? result : store_note_person(s, who);
    return result ? result : store_set_turn(s, m->row.id, 0, (rz_slice){memory, waits.length});
}

/* Whether the person has no more tables that go on than one may have. */
static store_result may_have_another(void *extra, store *s, bool *may) {
    making *m = extra;
    int64_t unfinished = 0;
    store_result result = store_count_games(s, m->session->person, &unfinished);
    *may = unfinished < m->session->server->options->tables_per_key;
    return result;
}

static store_result write_table(job *j, store *s) {
    making *m = (making *)j;
    bool may = false;
    store_result result = may_have_another(m, s, &may);
    m->refused = result == STORE_OK && !may;
    return result != STORE_OK || m->refused ? result : store_table_of_making(m, s);
}

static void refuse_another(void *extra) {
    const making *m = extra;
    server_note_limit(m->session->server, LIMIT_KEY_TABLES, m->session->key);
    session_error(m->session, m->id, ERROR_LIMIT, NULL, "You have too many tables already.");
}

static void made(job *j) {
    making *m = (making *)j;
    server *sv = m->session->server;
    char memory[192];
    rz_text reply;
    if (j->result != STORE_OK) {
        server_note_store_problem(sv, &sv->world->store, j->result);
        session_error(m->session, m->id, ERROR_STORE, NULL, "The store can not be written now.");
    } else if (m->refused) {
        refuse_another(m);
    } else {
        sv->store_state = STORE_OK;
        follows_note_person(sv, m->session->person);
        reply_open(&reply, memory, sizeof memory, m->id);
        rz_put_string(&reply, "table", m->row.id);
        rz_put_hex(&reply, "commit", m->lobby.commit, RZ_SEED);
        session_reply(m->session, &reply);
    }
    free_making(m);
}

/* NULL without memory. */
static making *new_making(session *s, int32_t id) {
    making *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->session = session_retain(s);
    m->id = id;
    m->setup = calloc(1, sizeof *m->setup);
    m->lobby.version = 1;
    m->lobby.changed = server_now(s->server);
    if (m->setup)
        return m;
    free_making(m);
    return NULL;
}

void making_draw_seed(server *sv, char id[STORE_TABLE_ID + 1], uint8_t seed[RZ_SEED],
                      uint8_t commit[RZ_SEED]) {
    const random_source *random = &sv->world->random;
    uint8_t bytes[16];
    rz_sha256 hash;
    random->fill(random->self, bytes, sizeof bytes);
    random->fill(random->self, seed, RZ_SEED);
    sodium_bin2base64(id, STORE_TABLE_ID + 1, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, seed, RZ_SEED);
    rz_sha256_end(&hash, commit);
}

/* False without memory. */
static bool fill_row(making *m) {
    char memory[LOBBY_BYTES], id[STORE_TABLE_ID + 1];
    rz_text info;
    making_draw_seed(m->session->server, id, m->seed, m->lobby.commit);
    rz_text_init(&info, memory, sizeof memory);
    lobby_write(&m->lobby, m->setup, &info);
    if (!(m->info = malloc(info.length)))
        return false;
    memcpy(m->info, memory, info.length);
    lobby_row(id, &m->lobby, (rz_slice){m->info, info.length}, INT64_MAX, false, &m->row);
    return true;
}

/* The row, and those of the seat and of the seed. */
static bool take_room(const making *m) {
    enum { ROWS = 512 };
    return session_take_room(m->session, ROWS + 2 * m->row.info_size);
}

static void submit_making(making *m) {
    m->job = (job){.writes = true, .run = write_table, .done = made};
    memcpy(m->job.table, m->row.id, sizeof m->row.id);
    people_keep_name(m->session);
    server_submit(m->session->server, &m->job);
}

bool making_read_clock(const message *m, clock_rule *rule) {
    rz_json json;
    rz_problem problem;
    if (message_none(m, FIELD_CLOCK))
        return true;
    rz_json_init(&json, m->field[FIELD_CLOCK], &problem);
    bool read = clock_rule_read(&json, rule);
    bool live = (rule->move > 0 || rule->bank > 0) && !rule->days;
    bool slow = rule->days > 0 && !rule->move && !rule->bank;
    return read && (live || slow) && rule->move <= 3600 && rule->bank <= 86400 && rule->days <= 30;
}

/* A level of a bot, or null. */
static bool read_level(rz_json *json, const rz_game *game, char level[LOBBY_LEVEL]) {
    rz_slice name;
    rz_bot_spec spec;
    if (rz_json_peek(json) == 'n')
        return rz_json_null(json);
    if (rz_json_peek(json) != '"' || !rz_json_string(json, &name) || name.length >= LOBBY_LEVEL)
        return false;
    memcpy(level, name.at, name.length);
    level[name.length] = '\0';
    return level_read(game, level, &spec);
}

/* "bots": a level or null for every seat; seat 0 is the maker's. */
static bool read_bots(const message *m, const rz_setup *setup, lobby *l) {
    rz_json json;
    rz_problem problem;
    int count = 0;
    if (message_none(m, FIELD_BOTS))
        return true;
    rz_json_init(&json, m->field[FIELD_BOTS], &problem);
    if (rz_json_peek(&json) != '[' || !rz_json_open(&json, '['))
        return false;
    while (rz_json_more(&json, '[', &count)) {
        lobby_seat *seat = &l->seats[count - 1];
        if (count > rz_seats(setup) || !read_level(&json, rz_game_of(setup), seat->level) ||
            (count == 1 && seat->level[0]))
            return false;
        if (seat->level[0])
            l->clock.bots |= (rz_actors)(1 << (count - 1));
    }
    return problem.error == RZ_OK;
}

/* Game, seats and options as a record has them, so that its reader can say what is wrong. */
bool making_read_setup(const message *m, rz_setup *setup, rz_header *header, rz_problem *problem) {
    char memory[RZ_LINE_MAX];
    rz_text line;
    rz_text_init(&line, memory, sizeof memory);
    rz_put_open(&line, NULL, '{');
    rz_put_int(&line, "record", 1);
    rz_put_json(&line, "game", m->field[FIELD_GAME]);
    rz_put_json(&line, "seats", m->field[FIELD_SEATS]);
    if (!message_none(m, FIELD_OPTIONS))
        rz_put_json(&line, "options", m->field[FIELD_OPTIONS]);
    rz_put_close(&line, '}');
    if (line.full)
        return rz_problem_set(problem, RZ_E_TOO_LONG, (rz_slice){"", 0});
    return rz_read_setup(rz_games, (rz_slice){memory, line.length}, header, setup, problem);
}

const char *making_reason_against(const rz_setup *setup) {
    const serve_hosting *hosting = rz_module_of(rz_game_of(setup))->hosting;
    return hosting ? hosting->refuse(setup) : NULL;
}

static void sit_first(making *m, int seat, const uint8_t nonce[RZ_SEED]) {
    lobby_seat *s = &m->lobby.seats[seat];
    *s = (lobby_seat){.person = true, .gone = m->lobby.changed};
    memcpy(s->hash, m->session->person, STORE_HASH);
    memcpy(s->nonce, nonce, RZ_SEED);
    m->lobby.maker = seat;
}

static bool has_options(const message *request) {
    return !message_none(request, FIELD_OPTIONS) &&
           !rz_slice_is(request->field[FIELD_OPTIONS], "{}");
}

/* What is wrong with the request, or ERROR_NONE. */
static protocol_error fill_in(making *m, const message *request, rz_problem *problem) {
    rz_header header = {0};
    uint8_t nonce[RZ_SEED];
    if (!request->field[FIELD_GAME].at || !request->field[FIELD_SEATS].at ||
        !message_hex(request, FIELD_NONCE, nonce, RZ_SEED) ||
        !message_flag(request, FIELD_HELP, true, &m->lobby.help))
        return ERROR_REQUEST;
    bool ok = making_read_setup(request, m->setup, &header, problem);
    m->game = header.game;
    m->unfit = ok ? making_reason_against(m->setup) : NULL;
    if (!ok || m->unfit)
        return ERROR_OPTIONS;
    if (!making_read_clock(request, &m->lobby.clock.rule))
        return ERROR_CLOCK;
    if (!read_bots(request, m->setup, &m->lobby))
        return ERROR_LEVEL;
    const serve_options *house = m->session->server->options;
    if (!house_has_game(house, m->game->name) || (!house->any_options && has_options(request)))
        return ERROR_OPTIONS;
    if (!house_has_clock(house, &m->lobby.clock.rule))
        return ERROR_CLOCK;
    m->lobby.help = house_helps(house, m->lobby.help);
    m->lobby.open = message_true(request, FIELD_OPEN);
    sit_first(m, 0, nonce);
    return ERROR_NONE;
}

const char making_too_many[] = "Too many tables were made from this address.";
static const char too_much[] = "Too much was stored from this address; please wait a little.";

bool making_may_make(session *s) {
    enum { AT_ONCE = 60 }; /* of a whole club, when the evening begins */
    int hourly = s->server->options->tables_per_hour, burst = hourly < AT_ONCE ? hourly : AT_ONCE;
    bool may = account_take(s->address, &s->address->tables, 1, hourly / 3600.0, burst,
                            server_now(s->server));
    if (!may && !s->local)
        server_note_limit(s->server, LIMIT_TABLES, s->address);
    return may || s->local;
}

void making_give_back(session *s, double part) {
    if (!s->local)
        s->address->tables.left += part;
}

void making_start(session *s, int32_t id, const message *request) {
    rz_problem problem = {0};
    if (!house_may_make(s->server->options, s->owner, s->since, server_now(s->server))) {
        session_error(s, id, ERROR_CLUB, NULL, "Tables here are not made by everybody.");
        return;
    }
    if (!making_may_make(s)) {
        session_error(s, id, ERROR_LIMIT, NULL, making_too_many);
        return;
    }
    making *m = new_making(s, id);
    protocol_error wrong = m ? fill_in(m, request, &problem) : ERROR_LIMIT;
    bool filled = wrong == ERROR_NONE && fill_row(m);
    if (filled && take_room(m)) {
        submit_making(m);
        return;
    }
    if (filled)
        session_error(s, id, ERROR_LIMIT, NULL, too_much);
    else if (wrong == ERROR_OPTIONS && m->unfit)
        session_error(s, id, wrong, NULL, m->unfit);
    else if (wrong == ERROR_OPTIONS && problem.error == RZ_OK)
        session_error(s, id, wrong, NULL, "This game, or these rules of it, are not offered here.");
    else if (wrong == ERROR_OPTIONS)
        session_refuse(s, id, m->game, wrong, &problem);
    else
        session_error(s, id, wrong ? wrong : ERROR_LIMIT, NULL,
                      "make takes game, seats, options, clock, open, help, nonce and bots, each as "
                      "the protocol says.");
    if (m)
        free_making(m);
}

/* ---- Another game ---------------------------------------------------------------------------- */

static store_result write_rematch(void *extra, store *s) {
    return store_table_of_making(extra, s);
}

static void free_rematch(void *extra) {
    free_making(extra);
}

/* The same table again, without the people, who sit down themselves. Who was removed or muted stays
 * so: else the maker would have to begin anew with every game. */
static making *rematch_of(const table *t, operation *o, int seat, const uint8_t nonce[RZ_SEED]) {
    making *m = new_making(o->session, o->id);
    if (!m)
        return NULL;
    *m->setup = *t->setup;
    m->lobby.help = t->lobby.help;
    m->lobby.clock.rule = t->lobby.clock.rule;
    m->lobby.clock.bots = t->lobby.clock.bots;
    m->lobby.muted = t->lobby.muted;
    m->lobby.removed = t->lobby.removed;
    m->lobby.quiet = t->lobby.quiet;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        memcpy(m->lobby.seats[s].level, t->lobby.seats[s].level, LOBBY_LEVEL);
    sit_first(m, seat, nonce);
    m->lobby.self = message_true(&o->message, FIELD_QUICK);
    if (fill_row(m))
        return m;
    free_making(m);
    return NULL;
}

static outcome commit_rematch(table *t, operation *o, int seat, const uint8_t nonce[RZ_SEED]) {
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    making *m = rematch_of(t, o, seat, nonce);
    if (!m) {
        transaction_free(x);
        return operation_fail_memory(o);
    }
    x->extra = m;
    x->extra_free = free_rematch;
    if (!take_room(m)) {
        transaction_free(x);
        return operation_fail(o, ERROR_LIMIT, too_much);
    }
    x->extra_may = may_have_another;
    x->extra_refuse = refuse_another;
    x->extra_write = write_rematch;
    memcpy(x->lobby->next, m->row.id, sizeof m->row.id);
    rz_put_string(&x->answer, "table", m->row.id);
    return transaction_commit(x);
}

outcome making_rematch(table *t, operation *o) {
    uint8_t nonce[RZ_SEED];
    bool quick;
    int seat = lobby_seat_of(&t->lobby, o->person);
    if (operation_is_removed(t, o))
        return ANSWERED;
    if (!message_flag(&o->message, FIELD_QUICK, false, &quick))
        return operation_fail(o, ERROR_REQUEST, "quick is true or false.");
    if (seat < 0)
        return operation_fail(o, ERROR_SEAT, "Only who played may ask for that.");
    if (t->lobby.status <= STORE_RUNNING)
        return operation_fail(o,
                              t->lobby.status == STORE_RUNNING ? ERROR_STARTED : ERROR_NOT_STARTED,
                              "The game is not over yet.");
    if (!message_hex(&o->message, FIELD_NONCE, nonce, RZ_SEED))
        return operation_fail(o, ERROR_REQUEST, "rematch takes a nonce of 64 hex digits.");
    if (t->lobby.next[0])
        return operation_ok_string(o, "table", t->lobby.next);
    const char *unfit = making_reason_against(t->setup);
    if (unfit) /* an older server has made the table */
        return operation_fail(o, ERROR_OPTIONS, unfit);
    if (!o->session->link) /* its account may be gone */
        return ANSWERED;
    if (!making_may_make(o->session))
        return operation_fail(o, ERROR_LIMIT, making_too_many);
    return commit_rematch(t, o, seat, nonce);
}
