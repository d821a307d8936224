#include "serve/reading.h"

#include <stdlib.h>
#include <string.h>

enum {
    PACKET_TEXT = 32768, /* a message with lines ends when it is longer */
    CHAT_MAX = 200       /* messages that one who comes is told */
};

void reading_name(store *s, const uint8_t person[STORE_HASH], char name[STORE_NAME]) {
    if (store_name(s, person, name) != STORE_OK || !name[0])
        default_name(person, name);
}

void reading_names(store *s, lobby *l) {
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        if (l->seats[seat].person)
            reading_name(s, l->seats[seat].hash, l->seats[seat].name);
}

/* ---- A table --------------------------------------------------------------------------------- */

static bool take_row(void *context, const store_table *row) {
    loading *l = context;
    l->damaged = !lobby_read(row, &l->lobby, l->first ? l->setup : NULL);
    if (l->damaged)
        snprintf(l->why, sizeof l->why, "its description is damaged");
    return false;
}

/* The first line has the nonces, from which and the server's seed the game's seed is made. */
static bool take_first_line(loading *l, rz_slice text, int64_t at) {
    rz_header header;
    rz_problem problem;
    rz_setup setup;
    uint8_t seed[RZ_SEED];
    if (!rz_read_setup(rz_games, text, &header, &setup, &problem))
        return false;
    rz_shared_seed(l->seed, (const uint8_t(*)[RZ_SEED])header.nonces, rz_seats(&setup), seed);
    position_init(&l->position, l->setup, &l->lobby.clock, seed, at);
    line_batch_add_setup(&l->line_batch, text);
    return true;
}

static bool take_line(void *context, const store_line *line) {
    loading *l = context;
    rz_event event;
    rz_problem problem = {0};
    if (line->number == 0) {
        l->damaged = !take_first_line(l, line->text, line->at);
    } else {
        l->damaged = line->number != l->position.number ||
                     !position_line(&l->position, l->setup, &l->lobby.clock, line->text, line->at,
                                    &event, &problem);
        if (!l->damaged)
            line_batch_add_event(&l->line_batch, l->setup, &event);
    }
    if (l->damaged)
        snprintf(l->why, sizeof l->why, "line %u does not follow (error %d)", line->number,
                 problem.error);
    return !l->damaged;
}

static store_result load(job *j, store *s) {
    loading *l = (loading *)j;
    store_result result = store_table_of(s, j->table, take_row, l);
    if (result != STORE_OK || l->damaged)
        return result;
    l->healed = lobby_heal(&l->lobby);
    reading_names(s, &l->lobby);
    if (l->first)
        result = store_seed(s, j->table, l->seed);
    l->line_batch.first = l->position.number;
    if (result == STORE_OK && l->lobby.status != STORE_GATHERING)
        result = store_lines(s, j->table, l->position.number, take_line, l);
    if (!l->first)
        store_last_chat(s, j->table, &l->chat);
    return result == STORE_MISSING ? STORE_BROKEN : result;
}

static void load_done(job *j) {
    loading *l = (loading *)j;
    l->done(l);
}

loading *loading_new(table *t, void (*done)(loading *l)) {
    loading *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->table = t;
    l->done = done;
    l->first = !t->setup;
    l->setup = t->setup ? t->setup : calloc(1, sizeof *l->setup);
    l->position = t->position;
    l->chat = t->chat;
    memcpy(l->seed, t->seed, RZ_SEED);
    l->job = (job){.run = load, .done = load_done};
    memcpy(l->job.table, t->id, sizeof t->id);
    if (l->setup)
        return l;
    free(l);
    return NULL;
}

void loading_free(loading *l) {
    if (l->first)
        free(l->setup);
    line_batch_free(&l->line_batch);
    free(l);
}

/* ---- What a client has missed ---------------------------------------------------------------- */

typedef struct said {
    int64_t number, at;
    uint8_t person[STORE_HASH];
    char *text;
} said;

typedef struct reading {
    job job;
    watch *watch;
    bool lines; /* asked for, not only chat */
    const rz_setup *setup;
    int viewer;
    uint32_t line;
    int64_t chat;
    char *memory;
    rz_text out; /* the message now written */
    packet **packets;
    int n_packets, room;
    said said[CHAT_MAX];
    int n_said;
} reading;

static void put_packet(reading *r) {
    if (r->n_packets == r->room) {
        int room = r->room ? 2 * r->room : 8;
        packet **more = realloc(r->packets, (size_t)room * sizeof *more);
        if (!more)
            return;
        r->packets = more;
        r->room = room;
    }
    packet *p = packet_new((rz_slice){r->memory, r->out.length});
    if (p)
        r->packets[r->n_packets++] = p;
}

/* {"table":ID,"NAME":[ at the beginning of a message, a comma within it. */
static void begin_message(reading *r, const char *name) {
    if (r->out.length > 0) {
        rz_text_char(&r->out, ',');
        return;
    }
    rz_text_add(&r->out, "{\"table\":\"");
    rz_text_add(&r->out, r->job.table);
    rz_text_char(&r->out, '"');
    if (!strcmp(name, "lines")) {
        rz_text_add(&r->out, ",\"from\":");
        rz_text_int(&r->out, r->line);
    }
    rz_text_add(&r->out, ",\"");
    rz_text_add(&r->out, name);
    rz_text_add(&r->out, "\":[");
}

static void end_message(reading *r) {
    if (r->out.length == 0)
        return;
    rz_text_add(&r->out, "]}");
    put_packet(r);
    rz_text_init(&r->out, r->memory, r->out.size);
}

static void put_line(reading *r, const store_line *line) {
    const rz_game *game = rz_game_of(r->setup);
    rz_event event;
    rz_problem problem = {0};
    if (line->number > 0 && rz_read_event(game, r->setup, line->text, &event, &problem) &&
        conceal_event(r->setup, r->viewer, &event))
        rz_write_event(game, r->setup, &event, &r->out);
    else
        rz_text_slice(&r->out, line->text);
}

static bool read_line(void *context, const store_line *line) {
    reading *r = context;
    begin_message(r, "lines");
    put_line(r, line);
    r->line = line->number + 1;
    if (r->out.length > PACKET_TEXT)
        end_message(r);
    return true;
}

static bool hear_chat(void *context, const store_chat *chat) {
    reading *r = context;
    said *s = &r->said[r->n_said];
    *s = (said){.number = chat->number, .at = chat->at};
    memcpy(s->person, chat->person, STORE_HASH);
    s->text = strndup(chat->text.at, chat->text.length);
    r->n_said += s->text != NULL;
    return r->n_said < CHAT_MAX;
}

void chat_tell(int64_t number, int64_t at, const uint8_t person[STORE_HASH], const char *name,
               const char *text, rz_text *out) {
    char who[WHO + 1];
    mark_of(person, who);
    rz_text_add(out, "{\"number\":");
    rz_text_int(out, number);
    rz_text_add(out, ",\"at\":");
    rz_text_int(out, at);
    rz_text_add(out, ",\"who\":");
    rz_text_quoted(out, who);
    rz_text_add(out, ",\"name\":");
    rz_text_quoted(out, name);
    rz_text_add(out, ",\"text\":");
    rz_text_quoted(out, text);
    rz_text_char(out, '}');
}

static void put_chat(reading *r, store *s) {
    for (int i = 0; i < r->n_said; i++) {
        const said *one = &r->said[i];
        char name[STORE_NAME];
        reading_name(s, one->person, name);
        begin_message(r, "chat");
        chat_tell(one->number, one->at, one->person, name, one->text, &r->out);
        r->chat = one->number > r->chat ? one->number : r->chat;
        if (r->out.length > PACKET_TEXT)
            end_message(r);
    }
    end_message(r);
}

/* The last messages, and who has missed more does without. What was forgotten has a number and is
 * not told: afterwards everything up to the last is known. */
static store_result read_chat(reading *r, store *s) {
    int64_t last;
    store_result result = store_last_chat(s, r->job.table, &last);
    if (result != STORE_OK)
        return result;
    if (last - r->chat > CHAT_MAX)
        r->chat = last - CHAT_MAX;
    if (r->chat < last)
        result = store_chats(s, r->job.table, r->chat + 1, CHAT_MAX, hear_chat, r);
    r->chat = last;
    if (r->n_said > 0)
        put_chat(r, s);
    return result;
}

static store_result read_missed(job *j, store *s) {
    enum { ROOM = PACKET_TEXT + LOBBY_BYTES };
    reading *r = (reading *)j;
    store_result result = STORE_OK;
    if (!(r->memory = malloc(ROOM)))
        return STORE_FULL;
    rz_text_init(&r->out, r->memory, ROOM);
    if (r->lines && r->setup)
        result = store_lines(s, j->table, r->line, read_line, r);
    end_message(r);
    if (result == STORE_OK || result == STORE_MISSING)
        result = read_chat(r, s);
    free(r->memory);
    return result == STORE_MISSING ? STORE_OK : result;
}

static void free_reading(reading *r) {
    for (int i = 0; i < r->n_packets; i++)
        packet_free(r->packets[i]);
    for (int i = 0; i < r->n_said; i++)
        free(r->said[i].text);
    free(r->packets);
    free(r);
}

static void read_done(job *j) {
    reading *r = (reading *)j;
    watch *w = r->watch;
    table *t = w->table;
    bool retry_at = false;
    t->pins--;
    w->reading = false;
    if (!w->session) {
        free(w);
    } else if (r->viewer != w->viewer || w->restart) {
        retry_at = true; /* sat down, stood up or asked again: these are not the right lines */
        w->restart = false;
    } else {
        for (int i = 0; i < r->n_packets; i++)
            session_send(w->session, r->packets[i]);
        if (r->lines)
            w->line = r->line;
        w->chat = r->chat;
        if (w->chat > t->chat)
            t->chat = w->chat;
        retry_at = j->result == STORE_OK && (w->line < t->position.number || w->chat < t->chat);
    }
    free_reading(r);
    if (retry_at)
        reading_begin(w);
    else
        table_run(t);
}

static void begin(watch *w, bool lines) {
    table *t = w->table;
    reading *r = w->reading ? NULL : calloc(1, sizeof *r);
    if (!r)
        return;
    *r = (reading){.watch = w,
                   .lines = lines,
                   .setup = t->setup,
                   .viewer = w->viewer,
                   .line = w->line,
                   .chat = w->chat};
    r->job = (job){.run = read_missed, .done = read_done};
    memcpy(r->job.table, t->id, sizeof t->id);
    t->pins++;
    w->reading = true;
    store_thread_add(t->server->store_thread, &r->job);
}

void reading_begin(watch *w) {
    begin(w, true);
}

void reading_chat(watch *w) {
    begin(w, false);
}
