/* Receipts: what is read and what is refused; and that a record is compared with all that a receipt
 * holds. How the program tells it: tests/cmd/receipts.py. */
#include "core/receipt.h"

#include <stdlib.h>

#include "core/json_write.h"
#include "core/verify.h"
#include "play.h"
#include "unit.h"

enum { LINES = 4096 };

static char record[1 << 21], receipt[1 << 20], scratch[1 << 20];
static size_t receipt_length;
static const uint8_t server[RZ_SEED] = {3, 1, 4};
static rz_header header;
static rz_setup setup;
static rz_state state;
static rz_verification found;
static rz_receipt kept;

/* ---- A game, and what a seat keeps of it ----------------------------------------------------- */

static void play(const char *name, int seats) {
    rz_text text;
    rz_problem problem;
    header = (rz_header){.game = rz_game_find(rz_slice_of(name)), .n_names = seats};
    assert_true(rz_setup_init(header.game, seats, &setup, &problem));
    if (rz_slice_is(rz_slice_of(name), "mice"))
        assert_true(
            rz_setup_option(header.game, &setup, rz_slice_of("turns"), rz_slice_of("9"), &problem));
    assert_true(rz_setup_complete(header.game, &setup, &problem));
    for (int s = 0; s < seats; s++)
        snprintf(header.names[s], sizeof header.names[s], "Name %d", s);
    rz_text_init(&text, record, sizeof record);
    play_fair_record(&header, &setup, server, &text);
    assert_false(text.full);
}

/* The lines of a record, cut in `memory`. */
static int split(char *memory, const char *text, char *lines[LINES]) {
    int n = 0;
    strcpy(memory, text);
    for (char *save, *line = strtok_r(memory, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save))
        lines[n++] = line;
    return n;
}

static void keep_players(rz_text *out) {
    rz_put_open(out, "players", '[');
    for (int s = 0; s < rz_seats(&setup); s++) {
        rz_put_open(out, NULL, '{');
        rz_put_string(out, s == 0 ? "level" : "who", "x");
        if (s > 0)
            rz_put_string(out, "name", header.names[s]);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

static void keep_lines(rz_text *out, int seat, int max) {
    static char memory[sizeof record], *lines[LINES];
    static uint8_t heads[LINES][RZ_HEAD];
    static rz_driver driver;
    char seen[RZ_EVENT_TEXT], key[16];
    rz_event event;
    rz_problem problem;
    int n = split(memory, record, lines);
    rz_driver_init(&driver, &header, &setup, &state, NULL);
    rz_chain_begin(heads[0], &header, &setup);
    rz_put_open(out, "secrets", '{');
    for (int i = 1; i < n && i < max; i++) {
        rz_text text;
        rz_text_init(&text, seen, sizeof seen);
        assert_true(rz_driver_read(&driver, rz_slice_of(lines[i]), &event, &problem));
        memcpy(heads[i], heads[i - 1], RZ_HEAD);
        rz_chain_add(heads[i], header.game, &setup, &event);
        rz_conceal(header.game, &setup, seat < 0 ? RZ_SPECTATOR : seat, &event);
        rz_event open = event;
        snprintf(key, sizeof key, "%d", i);
        rz_write_event(header.game, &setup, &event, &text);
        if (rz_conceal(header.game, &setup, RZ_SPECTATOR, &open))
            rz_put_string(out, key, seen);
    }
    rz_put_close(out, '}');
    rz_put_open(out, "heads", '[');
    for (int i = 0; i < n && i < max; i++)
        rz_put_hex(out, NULL, heads[i], RZ_HEAD);
    rz_put_close(out, ']');
}

static void put_hash(rz_text *out, const char *key, const uint8_t *hash) {
    if (hash)
        rz_put_hex(out, key, hash, RZ_SEED);
    else
        rz_put_null(out, key);
}

/* What a seat keeps, or a spectator (-1), of the first `lines`. */
static void keep(int seat, int lines) {
    rz_text out;
    rz_text_init(&out, receipt, sizeof receipt);
    rz_put_open(&out, NULL, '{');
    rz_put_int(&out, "receipt", 1);
    rz_put_string(&out, "table", "T1");
    rz_put_string(&out, "game", header.game->name);
    if (seat < 0)
        rz_put_null(&out, "seat");
    else
        rz_put_int(&out, "seat", seat);
    put_hash(&out, "commit", seat < 0 ? NULL : header.commit);
    put_hash(&out, "nonce", seat < 0 ? NULL : header.nonces[seat]);
    keep_players(&out);
    keep_lines(&out, seat, lines);
    rz_put_close(&out, '}');
    assert_false(out.full);
    receipt_length = out.length;
}

/* Bytes of their own, so that reading beyond their end is found out. */
static bool read_bytes(const char *text, size_t length, rz_problem *problem) {
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    bool ok = rz_read_receipt(rz_games, (rz_slice){copy, length}, &kept, problem);
    if (!ok) {
        assert_int_not_equal(problem->error, RZ_OK);
        assert_non_null(memchr(problem->detail, '\0', sizeof problem->detail));
    }
    free(copy);
    return ok;
}

static rz_verdict verify(const char *text) {
    rz_problem problem;
    assert_true(rz_read_receipt(rz_games, (rz_slice){receipt, receipt_length}, &kept, &problem));
    found = (rz_verification){.games = rz_games,
                              .setup = &setup,
                              .state = &state,
                              .record = rz_slice_of(text),
                              .receipt = &kept};
    return rz_verify(&found);
}

/* The receipt with the first `old` in it made `new`. */
static void replace(char *memory, const char *old, const char *new) {
    char *at = strstr(memory, old);
    assert_non_null(at);
    size_t rest = strlen(at + strlen(old)) + 1;
    memmove(at + strlen(new), at + strlen(old), rest);
    memcpy(at, new, strlen(new));
    receipt_length = strlen(receipt);
}

/* Changes the first digit of the hash that stands behind `key`. */
static void change_hash(const char *key) {
    char *digit = strstr(receipt, key) + strlen(key);
    *digit = *digit == '0' ? '1' : '0';
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static void test_everybody(void **unused) {
    (void)unused;
    static const struct {
        const char *game;
        int seats;
    } tables[] = {{"loot", 3}, {"bars", 3}, {"bars", 8}, {"mice", 2}};
    for (size_t i = 0; i < LENGTH(tables); i++) {
        play(tables[i].game, tables[i].seats);
        for (int seat = -1; seat < tables[i].seats; seat++) {
            keep(seat, LINES);
            assert_int_equal(verify(record), RZ_VERIFIED);
            assert_int_equal(found.compared, found.lines);
            assert_true(found.events > 0);
            assert_int_equal(found.is_bound, seat >= 0);
            assert_int_equal(found.renamed, 0);
            assert_int_equal(kept.last_secret >= 0, seat >= 0 && tables[i].game[0] == 'b');
        }
    }
}

static void test_part(void **unused) {
    (void)unused;
    play("bars", 4);
    for (int lines = 1; lines < 100; lines += 7) {
        keep(2, lines);
        assert_int_equal(verify(record), RZ_VERIFIED);
        assert_int_equal(found.compared, lines);
    }
}

static void expect(rz_verdict verdict, int line) {
    assert_int_equal(verify(record), verdict);
    assert_int_equal(found.line, line);
    assert_string_not_equal(rz_verdict_reason(verdict)->name, "ok");
}

static void test_setup(void **unused) {
    (void)unused;
    play("bars", 3);
    keep(1, LINES);
    change_hash("\"commit\":\"");
    expect(RZ_V_COMMIT, 0);
    keep(1, LINES);
    change_hash("\"nonce\":\"");
    expect(RZ_V_NONCE, 0);
    keep(1, LINES);
    replace(receipt, "\"game\":\"bars\"", "\"game\":\"loot\"");
    expect(RZ_V_OTHER_GAME, 0);
    keep(1, LINES);
    replace(receipt, "\"players\":[", "\"players\":[{},");
    expect(RZ_V_OTHER_GAME, 0);
    keep(1, LINES);
    change_hash("\"heads\":[\"");
    expect(RZ_V_HEAD, 0);
    keep(1, LINES);
    replace(receipt, "Name 2", "Somebody");
    assert_int_equal(verify(record), RZ_VERIFIED);
    assert_int_equal(found.renamed, 1 << 2);
}

static void test_lines(void **unused) {
    (void)unused;
    static char whole[sizeof record], memory[sizeof record], *lines[LINES];
    play("bars", 3);
    keep(1, LINES);
    strcpy(whole, record);
    int n = split(memory, whole, lines);
    *strstr(record, lines[n - 1]) = '\0';
    expect(RZ_V_SHORT, n - 2);
    keep(1, n - 1);
    expect(RZ_V_UNSEALED, n - 2);
    strcpy(record, whole);
    keep(1, LINES);
    replace(receipt, "\\\"do\\\":\\\"play\\\",\\\"card\\\":\\\"",
            "\\\"do\\\":\\\"play\\\",\\\"card\\\":\\\"x");
    assert_int_equal(verify(record), RZ_V_SECRET);
    assert_non_null(strstr(lines[found.line], "\"do\":\"play\""));
    assert_non_null(strstr(found.expected, "\"card\":\"x"));
    keep(1, LINES);
    replace(record, "\"why\":\"resign\"", "\"why\":\"timeout\"");
    assert_int_equal(verify(record), RZ_V_HEAD);
    assert_non_null(strstr(lines[found.line], "\"do\":\"leave\""));
}

/* People change their names: they are no part of what is hashed. */
static void test_names(void **unused) {
    (void)unused;
    uint8_t named[RZ_HEAD], nameless[RZ_HEAD];
    play("loot", 3);
    assert_int_equal(header.n_names, 3);
    rz_chain_begin(named, &header, &setup);
    header.n_names = 0;
    rz_chain_begin(nameless, &header, &setup);
    assert_memory_equal(named, nameless, RZ_HEAD);
}

/* Whatever becomes of a receipt after it was read, what can not be compared does not pass. */
static void test_unreadable(void **unused) {
    (void)unused;
    static const struct {
        const char *key;
        rz_verdict verdict;
    } parts[] = {{"\"heads\":[\"", RZ_V_HEAD}, {"\"secrets\":{\"", RZ_V_SECRET}};
    rz_problem problem;
    play("bars", 3);
    for (size_t i = 0; i < LENGTH(parts); i++) {
        keep(1, LINES);
        assert_int_equal(verify(record), RZ_VERIFIED);
        assert_true(
            rz_read_receipt(rz_games, (rz_slice){receipt, receipt_length}, &kept, &problem));
        *(strstr(receipt, parts[i].key) + strlen(parts[i].key)) = 'x';
        assert_int_equal(rz_verify(&found), parts[i].verdict);
    }
}

static void test_record_alone(void **unused) {
    (void)unused;
    play("loot", 3);
    found = (rz_verification){
        .games = rz_games, .setup = &setup, .state = &state, .record = rz_slice_of(record)};
    assert_int_equal(rz_verify(&found), RZ_VERIFIED);
    assert_int_equal(found.compared, 0);
    char *seed = strstr(record, "\"seed\":\"0301") + 8;
    *seed = '1';
    assert_int_equal(rz_verify(&found), RZ_V_SEED);
    assert_int_equal(found.line, found.lines - 1);
    *seed = '0';
    strstr(record, "a0a0")[1] = '1'; /* of a nonce */
    assert_int_equal(rz_verify(&found), RZ_V_CHANCE);
    assert_int_equal(found.line, 1);
    assert_non_null(strstr(found.expected, "\"do\":\"sets\""));
    found.record = rz_slice_of("{\"record\":1,\"game\":\"loot\",\"seats\":3}\n");
    assert_int_equal(rz_verify(&found), RZ_V_NOT_FAIR);
    found.record = rz_slice_of("");
    assert_int_equal(rz_verify(&found), RZ_V_REFUSED);
    assert_int_not_equal(found.problem.error, RZ_OK);
    *strchr(strchr(record, '\n') + 1, '\n') = 'x';
    found.record = rz_slice_of(record);
    assert_int_equal(rz_verify(&found), RZ_V_REFUSED);
    assert_int_equal(found.line, 1);
}

/* ---- Reading --------------------------------------------------------------------------------- */

#define HEX     "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"
#define FRONT   "{\"receipt\":1,\"table\":\"T\",\"game\":\"loot\","
#define SEAT    "\"seat\":1,\"commit\":\"" HEX "\",\"nonce\":null,"
#define PLAYERS "\"players\":[{},{\"who\":\"w\",\"name\":\"N\"}],"
#define SECRETS "\"secrets\":{\"1\":\"a\\\"\"},"
#define HEADS   "\"heads\":[\"" HEX "\",\"" HEX "\"]}"

static const struct {
    const char *text;
    rz_error error;
    const char *detail;
} refused[] = {
    {"", RZ_E_NOT_RECEIPT, ""},
    {"[]", RZ_E_NOT_RECEIPT, ""},
    {"{}", RZ_E_NOT_RECEIPT, ""},
    {"{\"receipt\":1", RZ_E_CUT, ""},
    {"{\"receipt\":1}x", RZ_E_JSON, "x"},
    {"{\"receipt\":x}", RZ_E_JSON, "x}"},
    {"{\"receipt\":\"1\"}", RZ_E_VALUE, "receipt"},
    {"{\"receipt\":2,\"x\":1}", RZ_E_RECEIPT_VERSION, "2"},
    {"{\"receipt\":1,\"x\":1}", RZ_E_UNKNOWN, "x"},
    {"{\"receipt\":1,\"table\":1,\"table\":1}", RZ_E_TWICE, "table"},
    {"{\"receipt\":1}", RZ_E_MISSING, "table"},
    {"{\"receipt\":1,\"table\":1}", RZ_E_VALUE, "table"},
    {"{\"receipt\":1,\"table\":\"\"}", RZ_E_VALUE, "table"},
    {"{\"receipt\":1,\"table\":\"" HEX HEX "\"}", RZ_E_VALUE, "table"},
    {"{\"receipt\":1,\"table\":\"T\",\"game\":null}", RZ_E_VALUE, "game"},
    {"{\"receipt\":1,\"table\":\"T\",\"game\":\"go\"}", RZ_E_NO_GAME, "go"},
    {FRONT "\"seat\":true}", RZ_E_VALUE, "seat"},
    {FRONT "\"seat\":-1}", RZ_E_VALUE, "seat"},
    {FRONT "\"seat\":8}", RZ_E_VALUE, "seat"},
    {FRONT "\"seat\":1,\"commit\":1}", RZ_E_VALUE, "commit"},
    {FRONT "\"seat\":1,\"commit\":\"5a\"}", RZ_E_VALUE, "commit"},
    {FRONT "\"seat\":1,\"commit\":null,\"nonce\":\"\"}", RZ_E_VALUE, "nonce"},
    {FRONT SEAT "\"players\":{}}", RZ_E_VALUE, "players"},
    {FRONT SEAT "\"players\":[1]}", RZ_E_VALUE, "players"},
    {FRONT SEAT "\"players\":[{\"x\":1}]}", RZ_E_UNKNOWN, "x"},
    {FRONT SEAT "\"players\":[{\"who\":1}]}", RZ_E_VALUE, "players"},
    {FRONT SEAT "\"players\":[{\"name\":1}]}", RZ_E_VALUE, "name"},
    {FRONT SEAT "\"players\":[{},{},{},{},{},{},{},{},{}]}", RZ_E_VALUE, "players"},
    {FRONT SEAT "\"players\":[]," SECRETS HEADS, RZ_E_VALUE, "players"},
    {FRONT SEAT PLAYERS "\"secrets\":[]}", RZ_E_VALUE, "secrets"},
    {FRONT SEAT PLAYERS "\"secrets\":{\"\":\"\"}}", RZ_E_VALUE, "secrets"},
    {FRONT SEAT PLAYERS "\"secrets\":{\"0\":\"\",\"1\":\"\"}," HEADS, RZ_E_VALUE, "secrets"},
    {FRONT SEAT PLAYERS "\"secrets\":{\"01\":\"\"}}", RZ_E_VALUE, "secrets"},
    {FRONT SEAT PLAYERS "\"secrets\":{\"1x\":\"\"}}", RZ_E_VALUE, "secrets"},
    {FRONT SEAT PLAYERS "\"secrets\":{\"123456789\":\"\"}}", RZ_E_VALUE, "secrets"},
    {FRONT SEAT PLAYERS "\"secrets\":{\"1\":1}}", RZ_E_VALUE, "secrets"},
    {FRONT SEAT PLAYERS "\"secrets\":{\"2\":\"\",\"1\":\"\"}}", RZ_E_ORDER, "secrets"},
    {FRONT SEAT PLAYERS "\"secrets\":{\"12345678\":\"\",\"1\":\"\"}}", RZ_E_ORDER, "secrets"},
    {FRONT SEAT PLAYERS "\"secrets\":{\"2\":\"\"}," HEADS, RZ_E_VALUE, "secrets"},
    {FRONT SEAT PLAYERS SECRETS "\"heads\":{}}", RZ_E_VALUE, "heads"},
    {FRONT SEAT PLAYERS SECRETS "\"heads\":[]}", RZ_E_VALUE, "heads"},
    {FRONT SEAT PLAYERS SECRETS "\"heads\":[\"" HEX "\",1]}", RZ_E_VALUE, "heads"},
    {FRONT "\"seat\":2,\"commit\":null,\"nonce\":null," PLAYERS SECRETS HEADS, RZ_E_VALUE, "seat"},
    {FRONT "\"seat\":null,\"commit\":null,\"nonce\":\"" HEX "\"," PLAYERS SECRETS HEADS, RZ_E_VALUE,
     "nonce"},
    {FRONT "\"seat\":null,\"commit\":null,\"nonce\":null," PLAYERS SECRETS HEADS, RZ_E_VALUE,
     "secrets"},
};

static void test_refused(void **unused) {
    (void)unused;
    rz_problem problem;
    for (size_t i = 0; i < LENGTH(refused); i++) {
        assert_false(read_bytes(refused[i].text, strlen(refused[i].text), &problem));
        if (problem.error != refused[i].error || strcmp(problem.detail, refused[i].detail) != 0)
            fail_msg("%s: %s, %s", refused[i].text, error_name(NULL, problem.error),
                     problem.detail);
    }
    char *huge = calloc(1, RZ_RECEIPT_MAX + 1);
    assert_non_null(huge);
    memset(huge, ' ', RZ_RECEIPT_MAX + 1);
    assert_false(rz_read_receipt(rz_games, (rz_slice){huge, RZ_RECEIPT_MAX + 1}, &kept, &problem));
    assert_int_equal(problem.error, RZ_E_NOT_RECEIPT);
    free(huge);
}

static void test_read(void **unused) {
    (void)unused;
    static const char text[] = FRONT SEAT PLAYERS SECRETS HEADS;
    rz_problem problem;
    rz_receipt_lines lines;
    rz_slice seen;
    uint8_t head[RZ_HEAD];
    assert_true(rz_read_receipt(rz_games, rz_slice_of(text), &kept, &problem));
    assert_string_equal(kept.table, "T");
    assert_int_equal(kept.seat, 1);
    assert_true(kept.has_commit && !kept.has_nonce);
    assert_string_equal(kept.names[1], "N");
    assert_int_equal(kept.n_heads, 2);
    rz_receipt_begin(&kept, &lines);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(rz_receipt_head(&lines, head), i < 2);
        assert_int_equal(i > 0 && rz_receipt_secret(&lines, i, &seen), i == 1);
        if (i == 1)
            assert_true(rz_slice_is(seen, "a\""));
    }
}

/* Whatever has happened to a receipt, it is read or refused. */
static void test_damaged(void **unused) {
    (void)unused;
    rz_problem problem;
    play("bars", 3);
    keep(1, 40);
    for (size_t n = 0; n < receipt_length; n++)
        assert_false(read_bytes(receipt, n, &problem));
    strcpy(scratch, receipt);
    for (size_t i = 0; i < receipt_length; i++) {
        static const char bytes[] = "\"\\{}[],:0a\xff";
        receipt[i] = bytes[i % sizeof bytes];
        if (read_bytes(receipt, receipt_length, &problem))
            verify(record);
        receipt[i] = scratch[i];
    }
    assert_int_equal(verify(record), RZ_VERIFIED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everybody), cmocka_unit_test(test_part),
        cmocka_unit_test(test_setup),     cmocka_unit_test(test_lines),
        cmocka_unit_test(test_names),     cmocka_unit_test(test_record_alone),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_read),
        cmocka_unit_test(test_damaged),   cmocka_unit_test(test_unreadable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
