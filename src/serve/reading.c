#include "serve/reading.h"

#include <stdlib.h>
#include <string.h>

enum {
    PACKET_TEXT = 32768, /* a message with lines ends when it is longer */
    CHAT_MAX = 200       /* messages that one who comes is told */
};

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
    position_seed(l->seed, (const uint8_t(*)[RZ_SEED])header.nonces, rz_seats(&setup), seed);
    position_init(&l->position, l->setup, &l->lobby.clock, seed, at);
    story_setup(&l->story, text);
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
            story_event(&l->story, l->setup, &event);
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
    if (l->first)
        result = store_seed(s, j->table, l->seed);
    l->story.first = l->position.number;
    if (result == STORE_OK && l->lobby.status != STORE_GATHERING)
        result = store_lines(s, j->table, l->position.number, take_line, l);
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
    story_free(&l->story);
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
    char *first; /* the first line of the record as clients see it, if it is wanted */
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

static void end_lines(reading *r) {
    if (r->out.length == 0)
        return;
    rz_text_add(&r->out, "]}");
    put_packet(r);
    rz_text_init(&r->out, r->memory, r->out.size);
}

static void put_line(reading *r, const store_line *line) {
    const rz_game *game = rz_games[r->setup->common.game];
    rz_event event;
    rz_problem problem = {0};
    if (line->number == 0 && r->first)
        rz_text_add(&r->out, r->first);
    else if (rz_read_event(game, r->setup, line->text, &event, &problem) &&
             story_conceal(r->setup, r->viewer, &event))
        rz_write_event(game, r->setup, &event, &r->out);
    else
        rz_text_slice(&r->out, line->text);
}

static bool read_line(void *context, const store_line *line) {
    reading *r = context;
    if (r->out.length == 0) {
        rz_text_add(&r->out, "{\"table\":\"");
        rz_text_add(&r->out, r->job.table);
        rz_text_add(&r->out, "\",\"from\":");
        rz_text_int(&r->out, line->number);
        rz_text_add(&r->out, ",\"lines\":[");
    } else {
        rz_text_char(&r->out, ',');
    }
    put_line(r, line);
    r->line = line->number + 1;
    if (r->out.length > PACKET_TEXT)
        end_lines(r);
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

static void put_chat(reading *r, store *s) {
    rz_text_add(&r->out, "{\"table\":\"");
    rz_text_add(&r->out, r->job.table);
    rz_text_add(&r->out, "\",\"chat\":[");
    for (int i = 0; i < r->n_said; i++) {
        char name[STORE_NAME], who[WHO + 1];
        who_of(r->said[i].person, who);
        if (store_name(s, r->said[i].person, name) != STORE_OK)
            snprintf(name, sizeof name, "%s", "–");
        rz_text_add(&r->out, i ? ",{\"number\":" : "{\"number\":");
        rz_text_int(&r->out, r->said[i].number);
        rz_text_add(&r->out, ",\"at\":");
        rz_text_int(&r->out, r->said[i].at);
        rz_text_add(&r->out, ",\"who\":");
        rz_text_quoted(&r->out, who);
        rz_text_add(&r->out, ",\"name\":");
        rz_text_quoted(&r->out, name);
        rz_text_add(&r->out, ",\"text\":");
        rz_text_quoted(&r->out, r->said[i].text);
        rz_text_char(&r->out, '}');
        r->chat = r->said[i].number;
    }
    end_lines(r);
}

static store_result read_missed(job *j, store *s) {
    enum { ROOM = 2 * LOBBY_BYTES + CHAT_MAX * 4096 };
    reading *r = (reading *)j;
    store_result result = STORE_OK;
    if (!(r->memory = malloc(ROOM)))
        return STORE_FULL;
    rz_text_init(&r->out, r->memory, ROOM);
    if (r->lines && r->setup)
        result = store_lines(s, j->table, r->line, read_line, r);
    end_lines(r);
    if (result == STORE_OK || result == STORE_MISSING)
        result = store_chats(s, j->table, r->chat + 1, CHAT_MAX, hear_chat, r);
    if (r->n_said > 0)
        put_chat(r, s);
    free(r->memory);
    return result == STORE_MISSING ? STORE_OK : result;
}

static void free_reading(reading *r) {
    for (int i = 0; i < r->n_packets; i++)
        packet_free(r->packets[i]);
    for (int i = 0; i < r->n_said; i++)
        free(r->said[i].text);
    free(r->packets);
    free(r->first);
    free(r);
}

static void read_done(job *j) {
    reading *r = (reading *)j;
    watch *w = r->watch;
    table *t = w->table;
    bool again = false;
    t->pins--;
    w->reading = false;
    if (!w->client) {
        free(w);
    } else if (r->viewer != w->viewer) {
        again = true; /* sat down or stood up meanwhile: these are not the right lines */
    } else {
        for (int i = 0; i < r->n_packets; i++)
            client_send(w->client, r->packets[i]);
        if (r->lines)
            w->line = r->line;
        w->chat = r->chat;
        if (w->chat > t->chat)
            t->chat = w->chat;
        again = j->result == STORE_OK && (w->line < t->position.number || w->chat < t->chat);
    }
    free_reading(r);
    if (again)
        reading_begin(w);
    else
        table_pump(t);
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
    if (lines && w->line == 0 && t->position.number > 0 && (r->first = malloc(LOBBY_BYTES))) {
        rz_text out;
        rz_text_init(&out, r->first, LOBBY_BYTES);
        lobby_first_line(&t->lobby, t->setup, true, &out);
    }
    t->pins++;
    w->reading = true;
    writer_add(t->server->writer, &r->job);
}

void reading_begin(watch *w) {
    begin(w, true);
}

void reading_chat(watch *w) {
    begin(w, false);
}
