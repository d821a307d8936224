/* What somebody has missed comes in pieces: all of it, once, with the right heads, from one copy
 * for all; and nothing piles up for who does not read, or asks for too much.
 *
 *     pieces URL
 */
#include <stdlib.h>
#include <string.h>

#include "core/chain.h"
#include "games/games.h"
#include "serve/heads.h"
#include "serve/tables.h"
#include "steps.h"

enum { LINES_MAX = 20000, HEAD_HEX = 2 * RZ_HEAD };

static char table_id[STORE_TABLE_ID + 1];
static uint32_t n_lines;
static char heads_of[LINES_MAX][HEAD_HEX + 1]; /* after each line, by the lines themselves */

/* ---- Reading pushes -------------------------------------------------------------------------- */

/* Lines one after the other, from the pushes of one client. */
typedef struct reading {
    uint32_t first, next, pieces, most;
    bool ok;
    void (*each)(uint32_t number, rz_slice line);
} reading;

static void read_push(reading *r, rz_slice push) {
    rz_json json;
    rz_problem problem = {0};
    rz_slice key, head;
    int32_t from = -1;
    int count = 0, lines = 0;
    bool has_lines = false;
    char hex[HEAD_HEX + 1] = "";
    rz_json_init(&json, push, &problem);
    rz_json_open(&json, '{');
    while (rz_json_more(&json, '{', &count) && rz_json_key(&json, &key)) {
        if (rz_slice_is(key, "from")) {
            rz_json_int(&json, &from);
        } else if (rz_slice_is(key, "head") && rz_json_string(&json, &head)) {
            snprintf(hex, sizeof hex, "%.*s", (int)head.length, head.at);
        } else if (rz_slice_is(key, "lines")) {
            has_lines = true;
            rz_json_open(&json, '[');
            while (rz_json_more(&json, '[', &lines)) {
                rz_json_peek(&json);
                const char *begin = json.at;
                rz_json_skip(&json);
                if (r->each)
                    r->each((uint32_t)(from + lines - 1),
                            (rz_slice){begin, (size_t)(json.at - begin)});
            }
        } else {
            rz_json_skip(&json);
        }
    }
    if (!has_lines)
        return;
    if (r->pieces++ == 0)
        r->first = r->next = (uint32_t)from;
    r->ok &= (uint32_t)from == r->next;
    r->next = (uint32_t)(from + lines);
    r->most = (uint32_t)lines > r->most ? (uint32_t)lines : r->most;
    r->ok &= r->next > 0 && r->next <= LINES_MAX &&
             (!*heads_of[0] || !strcmp(hex, heads_of[r->next - 1]));
}

static reading read_all(const simulated_client *c, void (*each)(uint32_t number, rz_slice line)) {
    reading r = {.ok = true, .each = each};
    for (const char *at = c->text, *end; at && (end = strchr(at, '\n')); at = end + 1)
        read_push(&r, (rz_slice){at, (size_t)(end - at)});
    return r;
}

/* ---- A long game ----------------------------------------------------------------------------- */

static rz_header header;
static rz_setup setup;
static uint8_t chain[RZ_HEAD];

static void take_line(uint32_t number, rz_slice line) {
    rz_event event;
    rz_problem problem = {0};
    uint8_t seed[RZ_SEED];
    rz_text hex;
    bool ok = true;
    if (number == 0) {
        ok = rz_read_setup(rz_games, line, &header, &setup, &problem);
        rz_chain_begin(chain, &header, &setup);
    } else {
        ok = rz_read_event(header.game, &setup, line, &event, &problem);
        if (!ok && rz_read_seal(line, seed, &problem)) {
            rz_describe_seal(seed, &event);
            ok = true;
        }
        rz_chain_add(chain, header.game, &setup, &event);
    }
    check(ok, "a line that can not be read", line.at);
    rz_text_init(&hex, heads_of[number], HEAD_HEX + 1);
    rz_text_hex(&hex, chain, RZ_HEAD);
}

/* Somebody sits down with bots and leaves: at random they play a long game. */
static void play_long_game(simulation *m) {
    simulated_client c;
    m->options.bot_ms = 0;
    m->options.away_level = "random";
    greet_as(m, &c, SIMULATION_LOOPBACK, 0);
    make_table(m, &c,
               ",\"game\":\"mice\",\"seats\":4,\"bots\":[null,\"random\",\"random\",\"random\"]",
               table_id);
    ask_table(m, &c, "watch", table_id, "");
    ask_table(m, &c, "start", table_id, "");
    ask_table(m, &c, "leave", table_id, "");
    table *t = tables_find(m->server, table_id);
    for (int i = 0; i < 3000 && t->lobby.status == STORE_RUNNING; i++)
        simulation_advance(m, 1000);
    check(t->lobby.status == STORE_FINISHED, "the game did not end", "");
    n_lines = t->position.number;
    check(n_lines > 10 * PIECE_LINES && n_lines < LINES_MAX, "no long game", "");
    simulation_disconnect(m, &c);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void watch_from(simulation *m, simulated_client *c, uint32_t from) {
    char more[32];
    snprintf(more, sizeof more, ",\"from\":%u", from);
    ask_table(m, c, "watch", table_id, more);
}

/* The first reader makes the heads that all others must show; then somebody asks from anywhere. */
static void everything_comes_once(simulation *m) {
    simulated_client first, second;
    greet_as(m, &first, SIMULATION_LOOPBACK, 1);
    watch_from(m, &first, 0);
    simulation_advance(m, 2000);
    reading r = read_all(&first, take_line);
    check(r.ok && r.first == 0 && r.next == n_lines, "not all lines once and in order", "");
    check(r.most <= PIECE_LINES && r.pieces >= n_lines / PIECE_LINES, "no pieces", "");
    check(read_all(&first, NULL).ok, "another head than that of the lines", "");
    greet_as(m, &second, SIMULATION_LOOPBACK, 2);
    uint32_t places[] = {0, 1, 127, 128, 129, n_lines - 1, n_lines};
    for (int i = 0; i < 7; i++) {
        watch_from(m, &second, places[i]);
        simulation_advance(m, 2000);
        r = read_all(&second, NULL);
        check(r.ok && (places[i] == n_lines ? r.pieces == 0
                                            : r.first == places[i] && r.next == n_lines),
              "from there it is not right", second.text);
    }
    simulation_disconnect(m, &first);
    simulation_disconnect(m, &second);
}

/* Two who read nothing hold little, and share it; what comes when they read again is all there is.
 */
static void nothing_piles_up(simulation *m) {
    enum { LITTLE = 65536 };
    simulated_client c;
    greet_as(m, &c, "192.0.2.7", 3);
    c.blocked = true;
    watch_from(m, &c, 0);
    simulation_advance(m, 3000);
    check(c.session->out_bytes < LITTLE, "it piles up", "");
    check(c.session->address->held == c.session->out_bytes, "not counted", "");
    uint64_t before = m->server->metrics.pushes;
    simulation_advance(m, 3000);
    check(m->server->metrics.pushes - before < 5, "it is sent more all the same", "");
    c.blocked = false;
    c.wanted = true;
    simulation_advance(m, 5000);
    reading r = read_all(&c, NULL);
    check(r.ok && r.first == 0 && r.next == n_lines, "something was lost", "");
    check(c.session->address->held == 0, "still held", "");
    simulation_disconnect(m, &c);
}

/* One address asks for ever; another one does not wait for it. */
static void shares_are_fair(simulation *m) {
    simulated_client greedy, honest;
    greet_as(m, &greedy, "192.0.2.8", 4);
    uint64_t before = m->server->metrics.pushes;
    for (int i = 0; i < 400; i++) {
        greedy.session->rate.left = 100;
        ask_table(m, &greedy, "watch", table_id, i % 2 ? ",\"from\":1" : "");
        simulation_advance(m, 20);
    }
    check(m->server->metrics.pushes - before < 6000, "an address without a limit", "");
    check(greedy.session->stalled, "its share is never used up", "");
    greet_as(m, &honest, "192.0.2.9", 5);
    watch_from(m, &honest, n_lines - 300);
    reading r = read_all(&honest, NULL);
    check(r.ok && r.next == n_lines, "somebody else waits", honest.text);
    simulation_disconnect(m, &greedy);
    simulation_disconnect(m, &honest);
}

/* What was sent to others in this tick is not missing to who comes from this machine itself. */
static void local_readers_do_not_wait(simulation *m) {
    simulated_client c;
    greet_as(m, &c, SIMULATION_LOOPBACK, 8);
    m->server->bytes_left = 0;
    watch_from(m, &c, n_lines - 300);
    reading r = read_all(&c, NULL);
    check(r.ok && r.next == n_lines, "somebody waits for the pieces of others", c.text);
    simulation_disconnect(m, &c);
}

/* Who looks at two tables gets what is said at one of them while the other still comes. */
static void tables_take_turns(simulation *m) {
    simulated_client maker, both;
    char id[STORE_TABLE_ID + 1];
    greet_as(m, &maker, SIMULATION_LOOPBACK, 6);
    make_table(m, &maker, ",\"game\":\"loot\",\"seats\":2", id);
    greet_as(m, &both, "192.0.2.10", 7);
    ask_table(m, &both, "watch", id, "");
    both.blocked = true;
    watch_from(m, &both, 0);
    ask_table(m, &maker, "chat", id, ",\"text\":\"hello\"");
    both.blocked = false;
    both.wanted = true;
    simulation_advance(m, 5000);
    check(strstr(both.text, "\"text\":\"hello\""), "a message was lost", "");
    reading r = read_all(&both, NULL);
    check(r.ok && r.next == n_lines, "lines were lost", "");
    simulation_disconnect(m, &maker);
    simulation_disconnect(m, &both);
}

/* Those of one share wait for each other, and nobody else waits for them. */
static void jobs_take_turns(void) {
    static job_shares shares;
    job jobs[6] = {{.share = 3}, {.share = 3}, {.share = 3}, {.share = 7}, {.share = 1030}, {0}};
    const int order[6] = {0, 4, 3, 5, 1, 2}; /* 1030 is 6 of 1024 */
    for (int i = 0; i < 6; i++)
        job_shares_push(&shares, &jobs[i]);
    for (int i = 0; i < 6; i++)
        check(job_shares_pop(&shares) == &jobs[order[i]], "not in turn", "");
    check(!job_shares_pop(&shares), "one too many", "");
}

/* What was not used for the longest time goes when there is too much; one key has one piece. */
static void pieces_are_forgotten(void) {
    enum { SIZE = 1 << 20, MANY = 60, KEPT = 30 };
    static piece_cache cache;
    static char text[SIZE];
    packet *p = packet_new((rz_slice){text, sizeof text});
    check(p, "no memory", "");
    for (uint32_t i = 0; i < MANY; i++) {
        pieces_add(&cache, (piece_key){1 + i % 2, PIECE_LINES * (i / 2), 0}, PIECE_LINES, p);
        check(pieces_find(&cache, (piece_key){1, 0, 0}, 9) != NULL, "what is used is forgotten",
              "");
    }
    check(!pieces_find(&cache, (piece_key){2, 0, 0}, 9), "nothing is forgotten", "");
    int kept = 0;
    for (uint32_t i = 0; i < MANY; i++)
        kept += pieces_find(&cache, (piece_key){1 + i % 2, PIECE_LINES * (i / 2), 0}, 9) != NULL;
    check(kept >= KEPT && kept <= KEPT + 1, "too many are kept, or too few", "");
    check(!pieces_find(&cache, (piece_key){1, 0, 1}, 9), "another viewer sees it", "");
    pieces_add(&cache, (piece_key){1, 0, 0}, 3, p);
    check(pieces_find(&cache, (piece_key){1, 0, 0}, 3) != NULL, "the last one does not count", "");
    check(!pieces_find(&cache, (piece_key){1, 0, 0}, 4), "a part is taken for the whole", "");
    pieces_free(&cache);
    check(cache.bytes == 0 && p->refs == 1, "something is left", "");
    packet_free(p);
}

int main(int argc, char **argv) {
    simulation m;
    if (argc != 2)
        return 2;
    jobs_take_turns();
    pieces_are_forgotten();
    start(&m, argv[1], 11);
    play_long_game(&m);
    everything_comes_once(&m);
    stop(&m);
    restart(&m, argv[1], 12);
    everything_comes_once(&m);
    tables_take_turns(&m);
    nothing_piles_up(&m);
    shares_are_fair(&m);
    local_readers_do_not_wait(&m);
    stop(&m);
    printf("%u lines\n", n_lines);
    return 0;
}
