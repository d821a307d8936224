#include "serve/catch_up.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/people.h"

enum {
    PACKET_TEXT = 32768, /* a message with lines ends when it is longer */
    CHAT_MAX = 200       /* messages that one who comes is sent */
};

typedef struct said {
    int64_t number, at;
    uint8_t person[STORE_HASH];
    char *text;
} said;

typedef struct catch_up {
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
} catch_up;

static void put_packet(catch_up *r) {
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

/* {"table":ID,"NAME":[ at the beginning of a message. */
static void begin_message(catch_up *r, const char *name, bool lines) {
    if (r->out.length > 0)
        return;
    rz_put_open(&r->out, NULL, '{');
    rz_put_string(&r->out, "table", r->job.table);
    if (lines)
        rz_put_int(&r->out, "from", r->line);
    rz_put_open(&r->out, name, '[');
}

static void end_message(catch_up *r) {
    if (r->out.length == 0)
        return;
    rz_text_add(&r->out, "]}");
    put_packet(r);
    rz_text_init(&r->out, r->memory, r->out.size);
}

static void put_line(catch_up *r, const store_line *line) {
    const rz_game *game = rz_game_of(r->setup);
    rz_event event;
    rz_problem problem = {0};
    rz_put_key(&r->out, NULL);
    if (line->number > 0 && rz_read_event(game, r->setup, line->text, &event, &problem) &&
        rz_conceal(game, r->setup, r->viewer, &event))
        rz_write_event(game, r->setup, &event, &r->out);
    else
        rz_text_slice(&r->out, line->text);
}

static bool read_line(void *context, const store_line *line) {
    catch_up *r = context;
    begin_message(r, "lines", true);
    put_line(r, line);
    r->line = line->number + 1;
    if (r->out.length > PACKET_TEXT)
        end_message(r);
    return true;
}

static bool take_chat(void *context, const store_chat *chat) {
    catch_up *r = context;
    said *s = &r->said[r->n_said];
    *s = (said){.number = chat->number, .at = chat->at};
    memcpy(s->person, chat->person, STORE_HASH);
    s->text = strndup(chat->text.at, chat->text.length);
    r->n_said += s->text != NULL;
    return r->n_said < CHAT_MAX;
}

void chat_write(int64_t number, int64_t at, const uint8_t person[STORE_HASH], const char *name,
                const char *text, rz_text *out) {
    char who[WHO + 1];
    mark_of(person, who);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "number", number);
    rz_put_int(out, "at", at);
    rz_put_string(out, "who", who);
    rz_put_string(out, "name", name);
    rz_put_string(out, "text", text);
    rz_put_close(out, '}');
}

static void put_chat(catch_up *r, store *s) {
    for (int i = 0; i < r->n_said; i++) {
        const said *one = &r->said[i];
        char name[STORE_NAME];
        people_read_name(s, one->person, name);
        begin_message(r, "chat", false);
        chat_write(one->number, one->at, one->person, name, one->text, &r->out);
        r->chat = one->number > r->chat ? one->number : r->chat;
        if (r->out.length > PACKET_TEXT)
            end_message(r);
    }
    end_message(r);
}

/* The last messages, and who has missed more does without. What was forgotten has a number and is
 * not told: afterwards everything up to the last is known. */
static store_result read_chat(catch_up *r, store *s) {
    int64_t last;
    store_result result = store_last_chat(s, r->job.table, &last);
    if (result != STORE_OK)
        return result;
    if (last - r->chat > CHAT_MAX)
        r->chat = last - CHAT_MAX;
    if (r->chat < last)
        result = store_chats(s, r->job.table, r->chat + 1, CHAT_MAX, take_chat, r);
    r->chat = last;
    if (r->n_said > 0)
        put_chat(r, s);
    return result;
}

static store_result read_missed(job *j, store *s) {
    enum { ROOM = PACKET_TEXT + LOBBY_BYTES };
    catch_up *r = (catch_up *)j;
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

static void free_catch_up(catch_up *r) {
    for (int i = 0; i < r->n_packets; i++)
        packet_free(r->packets[i]);
    for (int i = 0; i < r->n_said; i++)
        free(r->said[i].text);
    free(r->packets);
    free(r);
}

/* True if there is more by now. */
static bool take_over(catch_up *r) {
    watch *w = r->watch;
    table *t = w->table;
    for (int i = 0; i < r->n_packets; i++)
        session_send(w->session, r->packets[i]);
    if (r->lines)
        w->line = r->line;
    w->chat = r->chat;
    if (w->chat > t->chat)
        t->chat = w->chat;
    return r->job.result == STORE_OK && (w->line < t->position.number || w->chat < t->chat);
}

static void missed_read(job *j) {
    catch_up *r = (catch_up *)j;
    watch *w = r->watch;
    bool more = false;
    w->table->pins--;
    w->catching_up = false;
    if (!w->session) {
        free(w);
    } else if (r->viewer != w->viewer || w->restart) {
        more = true; /* sat down, stood up or asked again: these are not the right lines */
        w->restart = false;
    } else {
        more = take_over(r);
    }
    free_catch_up(r);
    if (more)
        catch_up_start(w);
}

static void start(watch *w, bool lines) {
    table *t = w->table;
    catch_up *r = w->catching_up ? NULL : calloc(1, sizeof *r);
    if (!r)
        return;
    *r = (catch_up){.watch = w,
                    .lines = lines,
                    .setup = t->setup,
                    .viewer = w->viewer,
                    .line = w->line,
                    .chat = w->chat};
    r->job = (job){.run = read_missed, .done = missed_read};
    memcpy(r->job.table, t->id, sizeof t->id);
    t->pins++;
    w->catching_up = true;
    server_submit(t->server, &r->job);
}

void catch_up_start(watch *w) {
    start(w, true);
}

void catch_up_chat(watch *w) {
    start(w, false);
}
