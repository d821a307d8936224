/* The lines of a record: what is read, what is refused and why, what is written. */
#include "core/driver.h"
#include "fake.h"
#include "play.h"
#include "unit.h"

static const rz_game *const all_games[] = {&loot_game, &fake_game, NULL};

static bool produced[RZ_CORE_ERROR_COUNT]; /* errors that some input here has led to */

static void expect_error(const char *line, const rz_problem *problem, rz_error expected) {
    if (problem->error != expected)
        fail_msg("%s: %s “%s”, not %s", line, error_name(&loot_game, problem->error),
                 problem->detail, error_name(&loot_game, expected));
    if (expected < RZ_CORE_ERROR_COUNT)
        produced[expected] = true;
}

/* ---- The first line -------------------------------------------------------------------------- */

#define HEX_A   "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""
#define HEX_B   "\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\""
#define BEGIN   "{\"record\":1,\"game\":\"loot\",\"seats\":2"
#define TEN     "0123456789"
#define COMMIT  "\"commit\":" HEX_A
#define NONCES  "\"nonces\":[" HEX_A "," HEX_B "]"
#define ANA_BOB ",\"names\":[\"Ana\",\"Bob\"]"

static const struct {
    const char *line, *written; /* NULL: just as it is */
} good_setups[] = {
    {BEGIN "}", NULL},
    {" { \"seats\" : 2 ,\t\"game\":\"loot\" , \"record\" : 1 } ", BEGIN "}"},
    {BEGIN ",\"options\":{}}", BEGIN "}"},
    {BEGIN ",\"options\":{\"sets\":\"random\",\"piles\":2,\"literal_ties\":false,"
           "\"no_thief_for_thief\":false,\"tie_break\":\"shared\",\"theme\":\"police\"}}",
     BEGIN "}"},
    {BEGIN ",\"options\":{\"sets\":\"seat\",\"piles\":1,\"literal_ties\":true,"
           "\"no_thief_for_thief\":true,\"tie_break\":\"cheque\",\"theme\":\"ra\"}}",
     NULL},
    {BEGIN ",\"options\":{\"theme\":\"\\u0072a\",\"piles\":1}}",
     BEGIN ",\"options\":{\"piles\":1,\"theme\":\"ra\"}}"},
    {BEGIN ",\"options\":{\"\\u0070iles\":1}}", BEGIN ",\"options\":{\"piles\":1}}"},
    {BEGIN ANA_BOB "}", NULL},
    {BEGIN ",\"names\":[\"\u00c1\u2665\U0001f600\",\"a\\\"b\\\\c\"]}", NULL},
    {BEGIN ",\"names\":[\"\\u0041\\/\",\"" TEN TEN TEN TEN "\"]}",
     BEGIN ",\"names\":[\"A/\",\"" TEN TEN TEN TEN "\"]}"},
    {BEGIN ANA_BOB ",\"fair\":{" COMMIT "," NONCES "}}", NULL},
    {BEGIN ",\"fair\":{" NONCES "," COMMIT "}}", BEGIN ",\"fair\":{" COMMIT "," NONCES "}}"},
    {"{\"record\":1,\"game\":\"fake\",\"seats\":8,\"options\":{\"first\":7,\"data\":[1,2]}}",
     "{\"record\":1,\"game\":\"fake\",\"seats\":8,\"options\":{\"first\":7,\"data\":[3]}}"},
};

static union {
    rz_setup any;
    fake_setup fake;
} setup;
static rz_header header;

static void setups_are_read(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LENGTH(good_setups); i++) {
        const char *line = good_setups[i].line;
        rz_problem problem;
        char memory[1000];
        rz_text text;
        if (!rz_read_setup(all_games, rz_slice_of(line), &header, &setup.any, &problem))
            fail_msg("%s: %s %s", line, error_name(&loot_game, problem.error), problem.detail);
        rz_text_init(&text, memory, sizeof memory);
        rz_write_setup(&header, &setup.any, &text);
        assert_string_equal(memory, good_setups[i].written ? good_setups[i].written : line);
    }
    produced[RZ_OK] = true;
}

static const struct {
    const char *line;
    rz_error error;
    const char *detail; /* NULL: whatever */
    const char *rule;
} bad_setups[] = {
    {"", RZ_E_NOT_RECORD, "", NULL},
    {"hello", RZ_E_NOT_RECORD, "", NULL},
    {"[]", RZ_E_NOT_RECORD, "", NULL},
    {"{}", RZ_E_NOT_RECORD, "", NULL},
    {"{\"by\":0,\"do\":\"pass\"}", RZ_E_NOT_RECORD, "", NULL},
    {"{\"game\":\"loot\",\"seats\":2}", RZ_E_NOT_RECORD, "", NULL},
    {"{\"record\":", RZ_E_CUT, "", NULL},
    {BEGIN, RZ_E_CUT, "", NULL},
    {BEGIN "}}", RZ_E_JSON, "}", NULL},
    {BEGIN ",}", RZ_E_JSON, "}", NULL},
    {BEGIN ",\"x\":tru}", RZ_E_JSON, NULL, NULL},
    {BEGIN ",\"na\xffmes\":[]}", RZ_E_UTF8, "", NULL},
    {BEGIN ",\"names\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]", RZ_E_DEEP, "", NULL},
    {"{\"record\":2,\"game\":\"loot\",\"seats\":2}", RZ_E_VERSION, "2", NULL},
    {"{\"game\":\"loot\",\"new\":1.5,\"record\":20,\"new\":[]}", RZ_E_VERSION, "20", NULL},
    {"{\"record\":1.5}", RZ_E_VERSION, "1.5", NULL},
    {"{\"record\":\"1\"}", RZ_E_VERSION, "", NULL},
    {"{\"record\":99999999999999999999}", RZ_E_VERSION, "99999999999999999999", NULL},
    {BEGIN ",\"colour\":1}", RZ_E_UNKNOWN, "colour", NULL},
    {BEGIN ",\"colour\":1,\"seats\":3}", RZ_E_UNKNOWN, "colour", NULL},
    {BEGIN ",\"seats\":2}", RZ_E_TWICE, "seats", NULL},
    {BEGIN ",\"record\":1}", RZ_E_TWICE, "record", NULL},
    {"{\"record\":1,\"seats\":2}", RZ_E_MISSING, "game", NULL},
    {"{\"record\":1,\"game\":\"loot\"}", RZ_E_MISSING, "seats", NULL},
    {"{\"record\":1,\"game\":\"chess\",\"seats\":2}", RZ_E_NO_GAME, "chess", NULL},
    {"{\"record\":1,\"game\":7,\"seats\":2}", RZ_E_VALUE, "game", NULL},
    {"{\"record\":1,\"game\":\"loot\",\"seats\":1}", RZ_E_SEATS, "seats", "L1"},
    {"{\"record\":1,\"game\":\"loot\",\"seats\":6}", RZ_E_SEATS, "seats", "L1"},
    {"{\"record\":1,\"game\":\"loot\",\"seats\":-2}", RZ_E_SEATS, "seats", "L1"},
    {"{\"record\":1,\"game\":\"loot\",\"seats\":258}", RZ_E_SEATS, "seats", "L1"},
    {"{\"record\":1,\"game\":\"loot\",\"seats\":2.5}", RZ_E_SEATS, "seats", "L1"},
    {"{\"record\":1,\"game\":\"loot\",\"seats\":\"2\"}", RZ_E_SEATS, "seats", "L1"},
    {"{\"record\":1,\"game\":\"loot\",\"seats\":4294967298}", RZ_E_SEATS, "seats", "L1"},
    {BEGIN ",\"options\":[]}", RZ_E_VALUE, "options", NULL},
    {BEGIN ",\"options\":{\"colour\":1}}", RZ_E_OPTION, "colour", NULL},
    {BEGIN ",\"options\":{\"piles\":3}}", RZ_E_OPTION_VALUE, "piles", "L9"},
    {BEGIN ",\"options\":{\"piles\":\"2\"}}", RZ_E_OPTION_VALUE, "piles", "L9"},
    {BEGIN ",\"options\":{\"piles\":null}}", RZ_E_OPTION_VALUE, "piles", "L9"},
    {BEGIN ",\"options\":{\"piles\":99999999999999999999}}", RZ_E_OPTION_VALUE, "piles", "L9"},
    {BEGIN ",\"options\":{\"sets\":true}}", RZ_E_OPTION_VALUE, "sets", "L8"},
    {BEGIN ",\"options\":{\"literal_ties\":\"true\"}}", RZ_E_OPTION_VALUE, "literal_ties", "L42"},
    {BEGIN ",\"options\":{\"literal_ties\":tru}}", RZ_E_JSON, NULL, NULL},
    {BEGIN ",\"options\":{\"piles\":1,\"piles\":1}}", RZ_E_TWICE, "piles", NULL},
    {BEGIN ",\"names\":{}}", RZ_E_NAMES, "names", NULL},
    {BEGIN ",\"names\":[]}", RZ_E_NAMES, "names", NULL},
    {BEGIN ",\"names\":[\"Ana\"]}", RZ_E_NAMES, "names", NULL},
    {BEGIN ",\"names\":[\"Ana\",\"\"]}", RZ_E_NAMES, "names", NULL},
    {BEGIN ",\"names\":[\"Ana\",7]}", RZ_E_NAMES, "names", NULL},
    {BEGIN ",\"names\":[\"Ana\",\"a\\nb\"]}", RZ_E_NAMES, "names", NULL},
    {BEGIN ",\"names\":[\"Ana\",\"a\x7f\"]}", RZ_E_NAMES, "names", NULL},
    {BEGIN ",\"names\":[\"Ana\",\"" TEN TEN TEN TEN "0\"]}", RZ_E_NAMES, "names", NULL},
    {BEGIN ",\"names\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"]}", RZ_E_NAMES,
     "names", NULL},
    {BEGIN ",\"fair\":[]}", RZ_E_FAIR, "fair", NULL},
    {BEGIN ",\"fair\":{}}", RZ_E_FAIR, "commit", NULL},
    {BEGIN ",\"fair\":{" NONCES "}}", RZ_E_FAIR, "commit", NULL},
    {BEGIN ",\"fair\":{" COMMIT "}}", RZ_E_FAIR, "nonces", NULL},
    {BEGIN ",\"fair\":{\"commit\":\"aa\"," NONCES "}}", RZ_E_FAIR, "fair", NULL},
    {BEGIN ",\"fair\":{\"commit\":7," NONCES "}}", RZ_E_FAIR, "fair", NULL},
    {BEGIN ",\"fair\":{" COMMIT ",\"nonces\":{}}}", RZ_E_FAIR, "nonces", NULL},
    {BEGIN ",\"fair\":{" COMMIT ",\"nonces\":[]}}", RZ_E_FAIR, "nonces", NULL},
    {BEGIN ",\"fair\":{" COMMIT ",\"nonces\":[" HEX_A "]}}", RZ_E_FAIR, "nonces", NULL},
    {BEGIN ",\"fair\":{" COMMIT ",\"nonces\":[1,2]}}", RZ_E_FAIR, "fair", NULL},
    {BEGIN ",\"fair\":{" COMMIT ",\"nonces\":[" HEX_A "," HEX_A "," HEX_A "," HEX_A "," HEX_A
           "," HEX_A "," HEX_A "," HEX_A "," HEX_A "]}}",
     RZ_E_FAIR, "nonces", NULL},
    {BEGIN ",\"fair\":{" COMMIT "," COMMIT "," NONCES "}}", RZ_E_TWICE, "commit", NULL},
    {BEGIN ",\"fair\":{" COMMIT "," NONCES "," NONCES "}}", RZ_E_TWICE, "nonces", NULL},
    {BEGIN ",\"fair\":{" COMMIT ",\"seed\":" HEX_A "}}", RZ_E_UNKNOWN, "seed", NULL},
    {"{\"record\":1,\"game\":\"fake\",\"seats\":2,\"options\":{\"turns\":13}}", RZ_E_GAME,
     "options", "F9"},
};

static void setups_are_refused(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad_setups); i++) {
        const char *line = bad_setups[i].line;
        rz_problem problem;
        assert_false(rz_read_setup(all_games, rz_slice_of(line), &header, &setup.any, &problem));
        expect_error(line, &problem, bad_setups[i].error);
        if (bad_setups[i].detail)
            assert_string_equal(problem.detail, bad_setups[i].detail);
        if (bad_setups[i].rule)
            assert_string_equal(problem.rule, bad_setups[i].rule);
        else
            assert_null(problem.rule);
        assert_true(!header.game || header.game == &loot_game || header.game == &fake_game);
    }
}

static void setups_cut_anywhere(void **unused) {
    (void)unused;
    static const char whole[] =
        BEGIN ",\"options\":{\"theme\":\"ra\"}" ANA_BOB ",\"fair\":{" COMMIT "," NONCES "}}";
    for (size_t n = 0; n < sizeof whole - 1; n++) {
        rz_problem problem;
        char *cut = test_malloc(n + 1);
        memcpy(cut, whole, n);
        assert_false(rz_read_setup(all_games, (rz_slice){cut, n}, &header, &setup.any, &problem));
        assert_int_not_equal(problem.error, RZ_OK);
        test_free(cut);
    }
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void make_setup(const rz_game *game, int seats) {
    rz_problem problem;
    header = (rz_header){.game = game};
    assert_true(rz_setup_init(game, seats, &setup.any, &problem));
    assert_true(rz_setup_complete(game, &setup.any, &problem));
}

typedef struct good_event {
    const char *line;
    const char *written; /* NULL: just as it is */
    const char *words;   /* the same in a few words, after the actor */
} good_event;

#define MIX(column, from, pay, to)                                                                 \
    "{\"by\":2,\"do\":\"mix\",\"column\":" column ",\"from\":" from ",\"pay\":" pay ",\"to\":" to
#define ROW(n)                                                                                     \
    "{\"thieves\":" #n ",\"gangsters\":0,\"cars\":0,\"jewels\":-5,\"gold\":0,"                     \
    "\"businesses\":0,\"cheques\":0}"

static const good_event fake_events[] = {
    {MIX("3", "\"jar\"", "[]", "{}") "}", NULL, "mix 3 jar - -"},
    {MIX("\"cat\"", "{\"seat\":2}", "[15,15,5]", "{\"0\":[10],\"2\":[15,5]}") "}", NULL,
     "mix cat seat:2 15,15,5 0:10/2:15,5"},
    {MIX("\"cat\"", "{\"seat\":2}", "[]", "{}") "}", NULL, "mix from=seat:2 column=cat - -"},
    {MIX("6", "{\"column\":31}", "[5]", "{}") ",\"twice\":true}", NULL,
     "mix column=6 from=column:31 pay=5 to=- twice=true"},
    {MIX("1", "\"jar\"", "[]", "{\"0\":[5],\"2\":[10],\"1\":[5]}") "}", NULL,
     "mix 1 jar - 2:10/0:5/1:5"},
    {MIX("1", "\"jar\"", "[]", "{\"0\":[5],\"1\":[]}") "}",
     MIX("1", "\"jar\"", "[]", "{\"0\":[5]}") "}", "mix 1 jar - 0:5/1:-"},
    {MIX("1", "\"jar\"", "[]", "{\"1\":[],\"0\":[5]}") ",\"twice\":false}",
     MIX("1", "\"jar\"", "[]", "{\"0\":[5]}") "}", "mix 1 jar - 0:5 false"},
    {" { \"to\" : { } , \"pay\":[ 10 , 5 ],\"do\":\"mix\",\"from\":{ \"seat\" : 0 },"
     "\"column\" : 2,\"by\":2}",
     MIX("2", "{\"seat\":0}", "[10,5]", "{}") "}", "mix to=- pay=5,10 column=2 from=seat:0"},
    {"{\"by\":\"rules\",\"do\":\"show\",\"who\":[0,2],\"cards\":[\"three\",\"bar.one\","
     "\"bar.two\"],\"spent\":[\"bar.one\",\"bar.one\",\"three\"]}",
     NULL, "show 0,2 three,one,bar.two three,one,one"},
    {"{\"by\":\"rules\",\"do\":\"show\",\"who\":[],\"cards\":[\"three\",\"three\",\"three\"],"
     "\"spent\":null}",
     NULL, "show - three,three,three null"},
    {"{\"by\":1,\"do\":\"guess\",\"card\":null}", NULL, "guess null"},
    {"{\"by\":1,\"do\":\"guess\",\"card\":\"bar.two\"}", NULL, "guess two"},
    {"{\"by\":\"chance\",\"do\":\"tell\",\"value\":-3}", NULL, "tell -3"},
    {"{\"by\":\"rules\",\"do\":\"count\",\"food\":[0,32768,999999999]}", NULL,
     "count 0,32768,999999999"},
    {"{\"by\":0,\"do\":\"leave\",\"why\":\"timeout\"}", NULL, "leave timeout"},
    {"{\"by\":0,\"do\":\"return\"}", NULL, "return"},
};

static const good_event loot_events[] = {
    {"{\"by\":0,\"do\":\"draw\"}", NULL, "draw"},
    {"{\"do\":\"draw\",\"pile\":0,\"by\":0}", "{\"by\":0,\"do\":\"draw\"}", "draw 0"},
    {"{\"do\":\"reve\\u0061l\",\"by\":\"ch\\u0061nce\",\"card\":\"car\"}",
     "{\"by\":\"chance\",\"do\":\"reveal\",\"card\":\"car\"}", "reveal car"},
    {"{\"by\":1,\"do\":\"draw\",\"pile\":1}", NULL, "draw pile=1"},
    {"{\"by\":2,\"do\":\"thief\",\"take\":[\"jewel.ring\",\"car\",\"car\"]}", NULL,
     "thief car,jewel.ring,car"},
    {"{\"by\":2,\"do\":\"thief\",\"take\":[\"\\u0063ar\"]}",
     "{\"by\":2,\"do\":\"thief\",\"take\":[\"car\"]}", "thief   car "},
    {"{\"by\":2,\"do\":\"court\"}", NULL, "court"},
    {"{\"by\":2,\"do\":\"bid\",\"cheque\":16}", NULL, "bid 16"},
    {"{\"by\":\"chance\",\"do\":\"sets\",\"order\":[2,0,1]}", NULL, "sets 2,0,1"},
    {"{\"by\":\"chance\",\"do\":\"reveal\",\"card\":\"police\"}", NULL, "reveal police"},
    {"{\"by\":\"rules\",\"do\":\"unsold\"}", NULL, "unsold"},
    {"{\"by\":\"rules\",\"do\":\"unsold\",\"lost\":true}", NULL, "unsold true"},
    {"{\"by\":\"rules\",\"do\":\"end\",\"scores\":[3,-4,3],\"winners\":[0,2]}", NULL,
     "end 3,-4,3 0,2"},
    {"{\"by\":\"rules\",\"do\":\"score\",\"round\":1,\"points\":[" ROW(1) "," ROW(2) "," ROW(
         3) "],\"total\":[-4,-3,-2]}",
     NULL, "score 1 1,0,0,-5,0,0,0/2,0,0,-5,0,0,0/3,0,0,-5,0,0,0 -4,-3,-2"},
};

static int actor_of(const char *line) {
    return strstr(line, "chance")  ? RZ_CHANCE
           : strstr(line, "rules") ? RZ_RULES
                                   : strstr(line, "\"by\":")[5] - '0';
}

static void check_good_event(const rz_game *game, const good_event *c) {
    rz_event event, from_words;
    rz_problem problem;
    char memory[1000];
    rz_text text;
    if (!rz_read_event(game, &setup.any, rz_slice_of(c->line), &event, &problem))
        fail_msg("%s: %s %s", c->line, error_name(game, problem.error), problem.detail);
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(game, &setup.any, &event, &text);
    assert_string_equal(memory, c->written ? c->written : c->line);
    if (!rz_read_words(game, &setup.any, actor_of(c->written ? c->written : c->line),
                       rz_slice_of(c->words), &from_words, &problem))
        fail_msg("%s: %s %s", c->words, error_name(game, problem.error), problem.detail);
    assert_memory_equal(&from_words, &event, sizeof event);
}

static void events_are_read(void **unused) {
    (void)unused;
    make_setup(&fake_game, 3);
    for (size_t i = 0; i < LENGTH(fake_events); i++)
        check_good_event(&fake_game, &fake_events[i]);
    make_setup(&loot_game, 3);
    for (size_t i = 0; i < LENGTH(loot_events); i++)
        check_good_event(&loot_game, &loot_events[i]);
}

static void events_cut_anywhere(void **unused) {
    (void)unused;
    make_setup(&fake_game, 3);
    for (size_t i = 0; i < LENGTH(fake_events); i++)
        for (size_t n = 0; n < strlen(fake_events[i].line); n++) {
            rz_problem problem;
            rz_event event;
            char *cut = test_malloc(n + 1);
            memcpy(cut, fake_events[i].line, n);
            assert_false(
                rz_read_event(&fake_game, &setup.any, (rz_slice){cut, n}, &event, &problem));
            assert_int_not_equal(problem.error, RZ_OK);
            test_free(cut);
        }
}

typedef struct bad_event {
    const char *line;
    rz_error error;
    const char *detail;
} bad_event;

#define SHOW "{\"by\":\"rules\",\"do\":\"show\",\"who\":[],\"cards\":"

static const bad_event bad_fake_events[] = {
    {MIX("0", "\"jar\"", "[]", "{}") "}", RZ_E_VALUE, "column"},
    {MIX("7", "\"jar\"", "[]", "{}") "}", RZ_E_VALUE, "column"},
    {MIX("\"dog\"", "\"jar\"", "[]", "{}") "}", RZ_E_VALUE, "column"},
    {MIX("[]", "\"jar\"", "[]", "{}") "}", RZ_E_VALUE, "column"},
    {MIX("null", "\"jar\"", "[]", "{}") "}", RZ_E_HIDDEN, "column"},
    {MIX("1", "\"seat\"", "[]", "{}") "}", RZ_E_VALUE, "from"},
    {MIX("1", "\"pot\"", "[]", "{}") "}", RZ_E_VALUE, "from"},
    {MIX("1", "{\"jar\":1}", "[]", "{}") "}", RZ_E_VALUE, "from"},
    {MIX("1", "{\"seat\":32}", "[]", "{}") "}", RZ_E_VALUE, "from"},
    {MIX("1", "{\"seat\":-1}", "[]", "{}") "}", RZ_E_VALUE, "from"},
    {MIX("1", "{\"seat\":\"a\"}", "[]", "{}") "}", RZ_E_VALUE, "from"},
    {MIX("1", "{\"seat\":1,\"column\":2}", "[]", "{}") "}", RZ_E_VALUE, "from"},
    {MIX("1", "{}", "[]", "{}") "}", RZ_E_VALUE, "from"},
    {MIX("1", "7", "[]", "{}") "}", RZ_E_VALUE, "from"},
    {MIX("1", "\"jar\"", "[7]", "{}") "}", RZ_E_VALUE, "pay"},
    {MIX("1", "\"jar\"", "[\"5\"]", "{}") "}", RZ_E_VALUE, "pay"},
    {MIX("1", "\"jar\"", "[5,15]", "{}") "}", RZ_E_ORDER, "pay"},
    {MIX("1", "\"jar\"", "{}", "{}") "}", RZ_E_VALUE, "pay"},
    {MIX("1", "\"jar\"", "[]", "[]") "}", RZ_E_VALUE, "to"},
    {MIX("1", "\"jar\"", "[]", "{\"3\":[5]}") "}", RZ_E_VALUE, "to"},
    {MIX("1", "\"jar\"", "[]", "{\"01\":[5]}") "}", RZ_E_VALUE, "to"},
    {MIX("1", "\"jar\"", "[]", "{\"/\":[5]}") "}", RZ_E_VALUE, "to"},
    {MIX("1", "\"jar\"", "[]", "{\"1\":[5],\"1\":[5]}") "}", RZ_E_TWICE, "1"},
    {MIX("1", "\"jar\"", "[]", "{\"1\":[6]}") "}", RZ_E_VALUE, "to"},
    {MIX("1", "\"jar\"", "[]", "{}") ",\"twice\":1}", RZ_E_VALUE, "twice"},
    {MIX("1", "\"jar\"", "[]", "{}") ",\"twice\":\"true\"}", RZ_E_VALUE, "twice"},
    {MIX("1", "\"jar\"", "[]", "{}") ",\"twice\":nul}", RZ_E_JSON, "nul}"},
    {MIX("1", "\"jar\"", "[]", "{}") ",\"twice\":truth}", RZ_E_JSON, "truth}"},
    {SHOW "[\"three\",\"three\"],\"spent\":[]}", RZ_E_VALUE, "cards"},
    {SHOW "[\"three\",\"three\",\"three\",\"three\"],\"spent\":[]}", RZ_E_VALUE, "cards"},
    {SHOW "[\"three\",\"four\",\"three\"],\"spent\":[]}", RZ_E_VALUE, "cards"},
    {SHOW "\"three\",\"spent\":[]}", RZ_E_VALUE, "cards"},
    {"{\"by\":\"rules\",\"do\":\"show\",\"who\":[3]}", RZ_E_VALUE, "who"},
    {"{\"by\":\"rules\",\"do\":\"show\",\"who\":[1,0]}", RZ_E_ORDER, "who"},
    {"{\"by\":\"rules\",\"do\":\"show\",\"who\":[1,1]}", RZ_E_ORDER, "who"},
    {"{\"by\":\"rules\",\"do\":\"show\",\"who\":{}}", RZ_E_VALUE, "who"},
    {"{\"by\":\"rules\",\"do\":\"count\",\"food\":[0,-1,0]}", RZ_E_VALUE, "food"},
    {"{\"by\":\"rules\",\"do\":\"count\",\"food\":[0,1000000000,0]}", RZ_E_VALUE, "food"},
    {"{\"by\":\"rules\",\"do\":\"count\",\"food\":[0,1]}", RZ_E_VALUE, "food"},
    {"{\"by\":\"rules\",\"do\":\"count\",\"food\":[\"0\",1,1]}", RZ_E_VALUE, "food"},
    {"{\"by\":1,\"do\":\"guess\",\"card\":3}", RZ_E_VALUE, "card"},
    {"{\"by\":1,\"do\":\"guess\",\"card\":\"two\"}", RZ_E_VALUE, "card"},
    {"{\"by\":1,\"do\":\"guess\",\"card\":nil}", RZ_E_JSON, "nil}"},
    {"{\"by\":1,\"do\":\"guess\",\"card\":\"two\xff\"}", RZ_E_UTF8, ""},
};

static const bad_event bad_loot_events[] = {
    {"", RZ_E_CUT, ""},
    {"7", RZ_E_JSON, "7"},
    {"{}", RZ_E_MISSING, "by"},
    {"{\"do\":\"pass\"}", RZ_E_MISSING, "by"},
    {"{\"by\":1}", RZ_E_MISSING, "do"},
    {"{\"by\":3,\"do\":\"pass\"}", RZ_E_VALUE, "by"},
    {"{\"by\":-1,\"do\":\"pass\"}", RZ_E_VALUE, "by"},
    {"{\"by\":256,\"do\":\"pass\"}", RZ_E_VALUE, "by"},
    {"{\"by\":\"nobody\",\"do\":\"pass\"}", RZ_E_VALUE, "by"},
    {"{\"by\":\"nob", RZ_E_CUT, ""},
    {"{\"by\":null,\"do\":\"pass\"}", RZ_E_VALUE, "by"},
    {"{\"by\":[0],\"do\":\"pass\"}", RZ_E_VALUE, "by"},
    {"{\"by\":x,\"do\":\"pass\"}", RZ_E_JSON, "x,\"do\":\"pass\"}"},
    {"{\"by\":1,\"do\":7}", RZ_E_VALUE, "do"},
    {"{\"by\":1,\"do\":\"fly\"}", RZ_E_VERB, "fly"},
    {"{\"by\":1,\"do\":\"reveal\",\"card\":\"car\"}", RZ_E_ACTOR, "reveal"},
    {"{\"by\":\"chance\",\"do\":\"bid\",\"cheque\":2}", RZ_E_ACTOR, "bid"},
    {"{\"by\":\"rules\",\"do\":\"leave\",\"why\":\"resign\"}", RZ_E_ACTOR, "leave"},
    {"{\"by\":1,\"do\":\"end\"}", RZ_E_ACTOR, "end"},
    {"{\"by\":1,\"do\":\"pass\",\"why\":1}", RZ_E_UNKNOWN, "why"},
    {"{\"by\":1,\"do\":\"pass\",\"by\":1}", RZ_E_TWICE, "by"},
    {"{\"by\":1,\"by\":2,\"do\":\"pass\"}", RZ_E_TWICE, "by"},
    {"{\"by\":1,\"do\":\"pass\",\"do\":\"pass\"}", RZ_E_TWICE, "do"},
    {"{\"by\":1,\"do\":\"bid\",\"cheque\":2,\"cheque\":2}", RZ_E_TWICE, "cheque"},
    {"{\"by\":1,\"do\":\"bid\"}", RZ_E_MISSING, "cheque"},
    {"{\"by\":1,\"do\":\"bid\",\"cheque\":0}", RZ_E_VALUE, "cheque"},
    {"{\"by\":1,\"do\":\"bid\",\"cheque\":17}", RZ_E_VALUE, "cheque"},
    {"{\"by\":1,\"do\":\"bid\",\"cheque\":\"2\"}", RZ_E_VALUE, "cheque"},
    {"{\"by\":1,\"do\":\"bid\",\"cheque\":2.5}", RZ_E_VALUE, "cheque"},
    {"{\"by\":1,\"do\":\"bid\",\"cheque\":99999999999}", RZ_E_VALUE, "cheque"},
    {"{\"by\":1,\"do\":\"bid\",\"cheque\":null}", RZ_E_HIDDEN, "cheque"},
    {"{\"by\":1,\"do\":\"pass\"} x", RZ_E_JSON, "x"},
    {"{\"by\":1,\"do\":\"pass\"", RZ_E_CUT, ""},
    {"{\"by\":1,\"do\":\"pass\xff\"}", RZ_E_UTF8, ""},
    {"{\"by\":1,\"x\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1", RZ_E_DEEP, ""},
    {"{\"by\":1,\"do\":\"thief\",\"take\":[\"car\",\"jewel.ring\"]}", RZ_E_ORDER, "take"},
    {"{\"by\":1,\"do\":\"thief\",\"take\":[\"police\"]}", RZ_E_VALUE, "take"},
    {"{\"by\":1,\"do\":\"thief\",\"take\":[\"ring\"]}", RZ_E_VALUE, "take"},
    {"{\"by\":1,\"do\":\"thief\",\"take\":\"car\"}", RZ_E_VALUE, "take"},
    {"{\"by\":0,\"do\":\"leave\"}", RZ_E_MISSING, "why"},
    {"{\"by\":0,\"do\":\"leave\",\"why\":\"bored\"}", RZ_E_VALUE, "why"},
    {"{\"by\":\"rules\",\"do\":\"score\",\"round\":4}", RZ_E_VALUE, "round"},
    {"{\"by\":\"rules\",\"do\":\"score\",\"points\":[7]}", RZ_E_VALUE, "points"},
    {"{\"by\":\"rules\",\"do\":\"score\",\"points\":[{\"gold\":1,\"gold\":1}]}", RZ_E_TWICE,
     "gold"},
    {"{\"by\":\"rules\",\"do\":\"score\",\"points\":[{\"silver\":1}]}", RZ_E_UNKNOWN, "silver"},
    {"{\"by\":\"rules\",\"do\":\"score\",\"points\":[{\"gold\":1}]}", RZ_E_MISSING, "thieves"},
    {"{\"by\":\"rules\",\"do\":\"score\",\"points\":[{\"gold\":1000}]}", RZ_E_VALUE, "points"},
    {"{\"by\":\"rules\",\"do\":\"score\",\"points\":[{\"gold\":{}}]}", RZ_E_VALUE, "points"},
    {"{\"by\":\"rules\",\"do\":\"score\",\"points\":[{7:1}]}", RZ_E_JSON, "7:1}]}"},
    {"{\"by\":\"rules\",\"do\":\"end\",\"winners\":[3]}", RZ_E_VALUE, "winners"},
};

static void check_bad_event(const rz_game *game, const bad_event *c) {
    rz_event event;
    rz_problem problem;
    assert_false(rz_read_event(game, &setup.any, rz_slice_of(c->line), &event, &problem));
    expect_error(c->line, &problem, c->error);
    if (strcmp(problem.detail, c->detail) != 0)
        fail_msg("%s names “%s”, not “%s”", c->line, problem.detail, c->detail);
}

static void events_are_refused(void **unused) {
    (void)unused;
    make_setup(&fake_game, 3);
    for (size_t i = 0; i < LENGTH(bad_fake_events); i++)
        check_bad_event(&fake_game, &bad_fake_events[i]);
    make_setup(&loot_game, 3);
    for (size_t i = 0; i < LENGTH(bad_loot_events); i++)
        check_bad_event(&loot_game, &bad_loot_events[i]);
}

static void lists_have_an_end(void **unused) {
    (void)unused;
    char line[2000] = "{\"by\":1,\"do\":\"thief\",\"take\":[\"car\"";
    char words[1000] = "thief car";
    rz_event event;
    rz_problem problem;
    make_setup(&loot_game, 3);
    for (int i = 1; i < 127; i++) {
        strcat(line, ",\"car\"");
        strcat(words, ",car");
    }
    assert_true(rz_read_words(&loot_game, &setup.any, 1, rz_slice_of(words), &event, &problem));
    strcat(words, ",car");
    assert_false(rz_read_words(&loot_game, &setup.any, 1, rz_slice_of(words), &event, &problem));
    assert_int_equal(problem.error, RZ_E_VALUE);
    strcat(line, "]}");
    assert_true(rz_read_event(&loot_game, &setup.any, rz_slice_of(line), &event, &problem));
    strcpy(strchr(line, ']'), ",\"car\"]}");
    assert_false(rz_read_event(&loot_game, &setup.any, rz_slice_of(line), &event, &problem));
    assert_int_equal(problem.error, RZ_E_VALUE);
}

/* ---- A few words ----------------------------------------------------------------------------- */

static const struct {
    int by;
    const char *words;
    rz_error error;
    const char *detail;
} bad_words[] = {
    {0, "", RZ_E_VERB, ""},
    {0, "fly", RZ_E_VERB, "fly"},
    {0, "tell 3", RZ_E_VERB, "tell"},
    {RZ_CHANCE, "tell", RZ_E_MISSING, "value"},
    {RZ_CHANCE, "tell 301", RZ_E_VALUE, "value"},
    {RZ_CHANCE, "tell x", RZ_E_VALUE, "value"},
    {RZ_CHANCE, "tell 3x", RZ_E_VALUE, "value"},
    {RZ_CHANCE, "tell 3 4", RZ_E_UNKNOWN, "4"},
    {RZ_CHANCE, "tell worth=3", RZ_E_UNKNOWN, "worth"},
    {RZ_CHANCE, "tell value=3 value=3", RZ_E_TWICE, "value"},
    {RZ_CHANCE, "tell value=", RZ_E_VALUE, "value"},
    {0, "mix dog jar - -", RZ_E_VALUE, "column"},
    {0, "mix 1 pot - -", RZ_E_VALUE, "from"},
    {0, "mix 1 jar:1 - -", RZ_E_VALUE, "from"},
    {0, "mix 1 seat - -", RZ_E_VALUE, "from"},
    {0, "mix 1 seat:32 - -", RZ_E_VALUE, "from"},
    {0, "mix 1 jar x -", RZ_E_VALUE, "pay"},
    {0, "mix 1 jar 7 -", RZ_E_VALUE, "pay"},
    {0, "mix 1 jar - 9:5", RZ_E_VALUE, "to"},
    {0, "mix 1 jar - 0:7", RZ_E_VALUE, "to"},
    {0, "mix 1 jar - - yes", RZ_E_VALUE, "twice"},
    {RZ_RULES, "show 3 three,three,three -", RZ_E_VALUE, "who"},
    {RZ_RULES, "show - three,three -", RZ_E_VALUE, "cards"},
    {RZ_RULES, "show - three,three,three,three -", RZ_E_VALUE, "cards"},
    {RZ_RULES, "show - three,three,four -", RZ_E_VALUE, "cards"},
    {RZ_RULES, "show - three,three,three four", RZ_E_VALUE, "spent"},
    {RZ_RULES, "count 1,2", RZ_E_VALUE, "food"},
    {RZ_RULES, "count 1,2,-3", RZ_E_VALUE, "food"},
    {RZ_RULES, "count 1,2,3,4", RZ_E_VALUE, "food"},
    {1, "guess one.bar", RZ_E_VALUE, "card"},
};

static void words_are_refused(void **unused) {
    (void)unused;
    make_setup(&fake_game, 3);
    for (size_t i = 0; i < LENGTH(bad_words); i++) {
        rz_event event;
        rz_problem problem;
        assert_false(rz_read_words(&fake_game, &setup.any, bad_words[i].by,
                                   rz_slice_of(bad_words[i].words), &event, &problem));
        expect_error(bad_words[i].words, &problem, bad_words[i].error);
        assert_null(problem.rule);
        assert_string_equal(problem.detail, bad_words[i].detail);
    }
}

/* ---- Replay ---------------------------------------------------------------------------------- */

static rz_state state;
static rz_view view;
static rz_driver replay;

static void begin_replay(const char *setup_line, int seat) {
    rz_problem problem;
    assert_true(rz_read_setup(all_games, rz_slice_of(setup_line), &header, &setup.any, &problem));
    if (seat < 0)
        rz_driver_init(&replay, &header, &setup.any, &state, NULL);
    else
        rz_driver_init_view(&replay, &header, &setup.any, seat, &view, &state, NULL);
}

static void take(const char *line) {
    rz_event event;
    rz_problem problem;
    uint32_t number = replay.number;
    if (!rz_driver_read(&replay, rz_slice_of(line), &event, &problem))
        fail_msg("%s: %s", line, error_name(header.game, problem.error));
    assert_int_equal(replay.number, number + 1);
}

static void refuse(const char *line, rz_error error, const char *rule) {
    rz_event event;
    rz_problem problem;
    rz_driver before = replay;
    bool due = rz_driver_due(&replay) != NULL;
    rz_state state_before = state;
    rz_view view_before = view;
    assert_false(rz_driver_read(&replay, rz_slice_of(line), &event, &problem));
    expect_error(line, &problem, error);
    if (rule)
        assert_string_equal(problem.rule, rule);
    assert_int_equal(replay.number, before.number);
    assert_int_equal(rz_driver_due(&replay) != NULL, due);
    assert_int_equal(replay.away, before.away);
    assert_memory_equal(&state, &state_before, sizeof state);
    assert_memory_equal(&view, &view_before, sizeof view);
}

#define SEAT_ORDER BEGIN ",\"options\":{\"sets\":\"seat\"}}"
#define ROUND      "{\"by\":\"rules\",\"do\":\"round\",\"number\":1,\"starter\":0}"
#define DRAW       "{\"by\":0,\"do\":\"draw\"}"
#define WON        "{\"by\":\"rules\",\"do\":\"won\",\"seat\":0,\"cheque\":2,\"loot\":[],\"took\":1}"

static void follow_the_rules(int seat) {
    begin_replay(SEAT_ORDER, seat);
    assert_non_null(rz_driver_due(&replay));
    refuse(DRAW, RZ_E_RULES_DUE, "L10");
    refuse("{\"by\":\"rules\",\"do\":\"round\",\"number\":1,\"starter\":1}", RZ_E_RULES_DIFFER,
           "L10");
    refuse("{\"by\":\"rules\",\"do\":\"unsold\"}", RZ_E_RULES_DIFFER, "L10");
    refuse("{\"by\":\"rules\"", RZ_E_CUT, NULL);
    take(ROUND);
    assert_null(rz_driver_due(&replay));
    refuse(ROUND, RZ_E_RULES_EARLY, "L10");
    refuse("{\"by\":1,\"do\":\"draw\"}", LOOT_E_TURN, "L18");
    refuse("{\"by\":\"chance\",\"do\":\"reveal\",\"card\":\"car\"}", LOOT_E_NO_REVEAL, "L11");
    refuse("{\"by\":\"chance\",\"do\":\"sets\",\"order\":[1,1]}", LOOT_E_ORDER, "L8");
    refuse("{\"by\":0,\"do\":\"fly\"}", RZ_E_VERB, NULL);
    take(" {\"do\":\"court\", \"by\":0}");
    take("{\"by\":1,\"do\":\"pass\"}");
    take("{\"by\":0,\"do\":\"bid\",\"cheque\":2}");
    refuse("{\"by\":\"rules\",\"do\":\"won\",\"seat\":1,\"cheque\":2,\"loot\":[],\"took\":1}",
           RZ_E_RULES_DIFFER, "L22");
    take("{\"by\":\"rules\",\"do\":\"won\",\"loot\":[],\"took\":1,\"cheque\":2, \"seat\":0}");
    assert_false(rz_driver_is_over(&replay));
}

static void replay_of_states(void **unused) {
    (void)unused;
    follow_the_rules(-1);
}

static void replay_of_views(void **unused) {
    (void)unused;
    rz_view expected;
    follow_the_rules(-1);
    rz_state reached = state;
    for (int seat = 0; seat < 2; seat++) {
        follow_the_rules(seat);
        loot_game.view(&setup.any, &reached, seat, &expected);
        assert_memory_equal(&view, &expected, loot_game.view_size);
    }
}

static void seats_leave_and_return(void **unused) {
    (void)unused;
    begin_replay(SEAT_ORDER, -1);
    take(ROUND);
    refuse("{\"by\":1,\"do\":\"return\"}", RZ_E_AWAY, NULL);
    take("{\"by\":1,\"do\":\"leave\",\"why\":\"resign\"}");
    assert_int_equal(replay.away, 2);
    refuse("{\"by\":1,\"do\":\"leave\",\"why\":\"timeout\"}", RZ_E_AWAY, NULL);
    take("{\"by\":0,\"do\":\"leave\",\"why\":\"timeout\"}");
    take(DRAW);
    take("{\"by\":1,\"do\":\"return\"}");
    assert_int_equal(replay.away, 1);
}

static void long_lines(void **unused) {
    (void)unused;
    static char line[RZ_LINE_MAX + 2];
    begin_replay(SEAT_ORDER, -1);
    take(ROUND);
    memset(line, ' ', sizeof line - 1);
    memcpy(line, DRAW, strlen(DRAW));
    refuse(line, RZ_E_TOO_LONG, NULL);
    line[RZ_LINE_MAX] = '\0';
    take(line);
}

/* A line may hide what the rules must know: that is no whole record. */
static void hidden_actions(void **unused) {
    (void)unused;
    begin_replay("{\"record\":1,\"game\":\"fake\",\"seats\":2}", -1);
    refuse("{\"by\":1,\"do\":\"guess\",\"card\":null}", RZ_E_HIDDEN, "F3");
    take("{\"by\":1,\"do\":\"guess\",\"card\":\"three\"}");
}

/* ---- Whole games ----------------------------------------------------------------------------- */

static char record[1 << 20];

/* Takes all lines of `record` but the first. */
static void take_record(void) {
    char *line = strchr(record, '\n') + 1;
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
        rz_event event;
        rz_problem problem;
        assert_true(
            rz_driver_read(&replay, (rz_slice){line, (size_t)(end - line)}, &event, &problem));
    }
}

static void play(bool fair) {
    rz_text text;
    make_setup(&loot_game, 2);
    header.fair = fair;
    rz_text_init(&text, record, sizeof record);
    play_record(&header, &setup.any, 1, false, &text);
    assert_false(text.full);
    rz_driver_init(&replay, &header, &setup.any, &state, NULL);
    take_record();
    assert_true(rz_driver_is_over(&replay));
}

static void nothing_follows_the_end(void **unused) {
    (void)unused;
    play(false);
    refuse(DRAW, RZ_E_OVER, NULL);
    refuse("{\"by\":1,\"do\":\"leave\",\"why\":\"resign\"}", RZ_E_OVER, NULL);
    refuse("{\"fair\":{\"seed\":" HEX_A "}}", RZ_E_OVER, NULL);
}

static void seed_follows_the_end_of_a_fair_game(void **unused) {
    (void)unused;
    static const char *const bad[] = {
        "",
        DRAW,
        "{}",
        "{\"fair\":{}}",
        "{\"fair\":{\"seed\":\"aa\"}}",
        "{\"fair\":{\"seed\":7}}",
        "{\"fair\":{\"speed\":" HEX_A "}}",
        "{\"fair\":{\"seed\":" HEX_A ",\"x\":1}}",
        "{\"fair\":{\"seed\":" HEX_A "},\"x\":1}",
        "{\"fair\":{\"seed\":" HEX_A "}} x",
        "{\"fair\":{\"seed\":" HEX_A "}",
    };
    static const char seal[] = "{\"fair\":{\"seed\":" HEX_B "}}";
    rz_event event;
    rz_problem problem;
    char memory[200];
    rz_text text;
    play(true);
    for (size_t i = 0; i < LENGTH(bad); i++)
        refuse(bad[i], RZ_E_FAIR, NULL);
    assert_true(rz_driver_read(&replay, rz_slice_of(seal), &event, &problem));
    assert_true(replay.is_sealed);
    assert_int_equal(replay.seed[31], 0xbb);
    assert_string_equal(rz_event_verb(&loot_game, &event)->name, "fair");
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(&loot_game, &setup.any, &event, &text);
    assert_string_equal(memory, seal);
    refuse(seal, RZ_E_OVER, NULL);
}

/* What is no seal is refused whoever may act, and nothing is done in its place. */
static void seals_are_refused_in_a_game(void **unused) {
    (void)unused;
    begin_replay("{\"record\":1,\"game\":\"fake\",\"seats\":2,\"fair\":{" COMMIT "," NONCES "}}",
                 -1);
    assert_true(replay.is_fair);
    refuse("{\"fair\":{\"seed\":7}}", RZ_E_FAIR, NULL);
}

/* The table of errors has nothing that never happens. Those of receipts are produced in receipt.c.
 */
static void every_error_is_produced(void **unused) {
    (void)unused;
    for (int i = 0; i < RZ_E_NOT_RECEIPT; i++)
        if (!produced[i])
            fail_msg("nothing here leads to %s", error_name(NULL, (rz_error)i));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setups_are_read),
        cmocka_unit_test(setups_are_refused),
        cmocka_unit_test(setups_cut_anywhere),
        cmocka_unit_test(events_are_read),
        cmocka_unit_test(events_cut_anywhere),
        cmocka_unit_test(events_are_refused),
        cmocka_unit_test(lists_have_an_end),
        cmocka_unit_test(words_are_refused),
        cmocka_unit_test(replay_of_states),
        cmocka_unit_test(replay_of_views),
        cmocka_unit_test(seats_leave_and_return),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(hidden_actions),
        cmocka_unit_test(nothing_follows_the_end),
        cmocka_unit_test(seed_follows_the_end_of_a_fair_game),
        cmocka_unit_test(seals_are_refused_in_a_game),
        cmocka_unit_test(every_error_is_produced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
