/* Boards: random valid ones are played to the end, and bad ones are refused for the right reason.
 *
 *     test_mice_boards BOARDS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "games/mice/rules.h"
#include "given.h"
#include "mice_random.h"

static rz_rng rng;

static _Noreturn void give_up(const char *what, const char *board) {
    fprintf(stderr, "%s\n%s\n", what, board);
    exit(1);
}

/* ---- Valid ones ------------------------------------------------------------------------------ */

/* The board as an option: what is written is read as it was. */
static void make_setup(int seats, const mice_board *board, rz_setup *setup, rz_text *text) {
    static char again[RZ_LINE_MAX];
    rz_problem problem;
    rz_text second;
    mice_board_write(board, text);
    if (!rz_setup_init(&mice_game, seats, setup, &problem) ||
        !rz_setup_option(&mice_game, setup, rz_slice_of("board"), rz_slice_of(text->at),
                         &problem) ||
        !rz_setup_option(&mice_game, setup, rz_slice_of("turns"), rz_slice_of("40"), &problem) ||
        !rz_setup_complete(&mice_game, setup, &problem))
        give_up(rz_reason_of(&mice_game, problem.error)->text, text->at);
    if (memcmp(&setup->mice.board, board, sizeof *board) != 0)
        give_up("the board is read otherwise", text->at);
    rz_text_init(&second, again, sizeof again);
    mice_board_write(&setup->mice.board, &second);
    if (strcmp(again, text->at) != 0)
        give_up("the board is written otherwise", again);
}

/* Plays at random. Safe food never falls, dice are never lost, and the game ends. */
static long play(const rz_setup *setup, const char *board) {
    rz_state state;
    rz_actors actors;
    long moves = 0;
    uint8_t safe[MICE_SEATS] = {0};
    mice_game.init(setup, &state, NULL);
    while ((actors = mice_game.to_act(setup, rz_state_public(&state))) != 0) {
        rz_action legal[RZ_LEGAL_MAX], action;
        int actor = actors & RZ_CHANCE_BIT ? RZ_CHANCE : __builtin_ctz(actors);
        if (actor == RZ_CHANCE) {
            action = mice_game.draw(setup, &state, &rng);
        } else {
            int n = mice_game.legal_in(setup, &state, actor, legal);
            action = legal[rz_rng_below(&rng, (uint32_t)n)];
        }
        if (mice_game.apply(setup, &state, actor, action, NULL) != RZ_OK)
            give_up("a legal action was refused", board);
        const char *wrong = given_mice.invariant(setup, &state);
        if (wrong)
            give_up(wrong, board);
        for (int s = 0; s < rz_seats(setup); s++) {
            if (state.mice.pub.safe[s] < safe[s])
                give_up("safe food fell", board);
            safe[s] = state.mice.pub.safe[s];
        }
        if (++moves > 100000)
            give_up("the game does not end", board);
    }
    return moves;
}

static long check_valid(int boards) {
    static char memory[RZ_LINE_MAX];
    long moves = 0;
    for (int i = 0; i < boards; i++) {
        rz_setup setup;
        mice_board board;
        mice_where where = {1, 1};
        rz_text text;
        mice_random_board(&rng, rz_rng_below(&rng, 9), &board);
        rz_text_init(&text, memory, sizeof memory);
        if (mice_board_check(&board, &where) != RZ_OK || where.column || where.cell)
            give_up("a valid board does not pass", "");
        make_setup(2 + i % 4, &board, &setup, &text);
        moves += play(&setup, memory);
    }
    return moves;
}

/* ---- Bad ones -------------------------------------------------------------------------------- */

#define CELL(ask)    "{\"ask\":" #ask ",\"linked\":false,\"pays\":1}"
#define SAME         "{\"ask\":0,\"linked\":true,\"pays\":0}"
#define CELLS        "\"cells\":[" CELL(1) "," CELL(2) "," CELL(3) "]"
#define SAFE         "{\"shelf\":\"secure\",\"cells\":[" CELL(0) "," SAME "]}"
#define FOOD         "{\"shelf\":{\"sausages\":3}," CELLS "}"
#define CAT          "\"cat\":{\"grey\":2,\"red\":4,\"covered\":{\"2\":1,\"3\":1}}"
#define BOARD(first) "{\"columns\":[" first "," SAFE "," FOOD "]," CAT "}"
#define TOP(list)    "{\"columns\":[" list "]," CAT "}"
#define ROW(cat)     "{\"columns\":[" SAFE "," FOOD "],\"cat\":" cat "}"
#define FOUR(x)      x "," x "," x "," x

static const struct {
    const char *json;
    const char *error; /* NULL: this one is good */
    int column, cell;
} boards[] = {
    {TOP(SAFE "," FOOD), NULL, 0, 0},
    {TOP(FOUR(SAFE) "," FOUR(FOOD) "," FOUR(FOOD)), NULL, 0, 0},
    {BOARD("{\"shelf\":\"anna\"," CELLS ",\"covered\":{\"2\":1}}"), NULL, 0, 0},
    {BOARD("{\"shelf\":\"anna\"," CELLS ",\"covered\":{\"2\":0,\"3\":1}}"), NULL, 0, 0},
    {"[]", "board-form", 0, 0},
    {"7", "board-form", 0, 0},
    {"\"big\"", "board-form", 0, 0},
    {"{}", "board-missing", 0, 0},
    {"{\"columns\":3," CAT "}", "board-form", 0, 0},
    {"{\"columns\":{}," CAT "}", "board-form", 0, 0},
    {"{\"columns\":[" SAFE "," FOOD "]}", "board-missing", 0, 0},
    {"{\"columns\":[" SAFE "," FOOD "],\"dog\":1," CAT "}", "board-unknown", 0, 0},
    {"{\"columns\":[" SAFE "," FOOD "]," CAT "," CAT "}", "board-unknown", 0, 0},
    {TOP(""), "board-columns", 0, 0},
    {TOP(FOUR(SAFE) "," FOUR(FOOD) "," FOUR(FOOD) "," FOOD), "board-columns", 0, 0},
    {TOP(SAFE ",3"), "board-form", 2, 0},
    {BOARD("{\"shelf\":\"anna\"}"), "board-missing", 1, 0},
    {BOARD("{" CELLS "}"), "board-missing", 1, 0},
    {BOARD("{\"shelf\":\"anna\"," CELLS ",\"colour\":1}"), "board-unknown", 1, 0},
    {BOARD("{\"shelf\":\"bruno\"," CELLS "}"), "board-shelf", 1, 0},
    {BOARD("{\"shelf\":\"sausages\"," CELLS "}"), "board-shelf", 1, 0},
    {BOARD("{\"shelf\":5," CELLS "}"), "board-form", 1, 0},
    {BOARD("{\"shelf\":{\"sausages\":0}," CELLS "}"), "board-pays", 1, 0},
    {BOARD("{\"shelf\":{\"sausages\":100}," CELLS "}"), "board-pays", 1, 0},
    {BOARD("{\"shelf\":{\"cheese\":1}," CELLS "}"), "board-unknown", 1, 0},
    {BOARD("{\"shelf\":{}," CELLS "}"), "board-missing", 1, 0},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[]}"), "board-cells", 1, 0},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL(1) "]}"), "board-cells", 1, 0},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" FOUR(CELL(1)) "," FOUR(CELL(1)) "," CELL(1) "]}"),
     "board-cells", 1, 0},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL(1) "," CELL(7) "]}"), "board-ask", 1, 2},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL(-1) "," CELL(1) "]}"), "board-ask", 1, 1},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL("1") "," CELL(1) "]}"), "board-form", 1, 1},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL(1.5) "," CELL(1) "]}"), "board-form", 1, 1},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL(99999999999) "," CELL(1) "]}"), "board-form", 1,
     1},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL(null) "," CELL(1) "]}"), "board-form", 1, 1},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[4," CELL(1) "]}"), "board-form", 1, 1},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL(1) ",{\"ask\":1,\"linked\":1,\"pays\":1}]}"),
     "board-form", 1, 2},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL(1) ",{\"ask\":1,\"pays\":1}]}"), "board-missing",
     1, 2},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" CELL(1) ",{\"ask\":1,\"linked\":true,\"pays\":-1}]}"),
     "board-pays", 1, 2},
    {BOARD("{\"shelf\":\"anna\",\"cells\":[" SAME "," CELL(1) "]}"), "board-link", 1, 1},
    {BOARD("{\"shelf\":\"anna\"," CELLS ",\"covered\":{\"2\":2}}"), "board-covered", 1, 0},
    {BOARD("{\"shelf\":\"anna\"," CELLS ",\"covered\":{\"3\":4}}"), "board-covered", 1, 0},
    {BOARD("{\"shelf\":\"anna\"," CELLS ",\"covered\":{\"3\":99}}"), "board-covered", 1, 0},
    {BOARD("{\"shelf\":\"anna\"," CELLS ",\"covered\":{\"3\":-1}}"), "board-covered", 1, 0},
    {BOARD("{\"shelf\":\"anna\"," CELLS ",\"covered\":{\"4\":1}}"), "board-unknown", 1, 0},
    {BOARD("{\"shelf\":\"anna\"," CELLS ",\"covered\":1}"), "board-form", 1, 0},
    {ROW("4"), "board-form", 0, 0},
    {ROW("{\"grey\":2}"), "board-missing", 0, 0},
    {ROW("{\"red\":4}"), "board-missing", 0, 0},
    {ROW("{\"grey\":0,\"red\":1}"), "board-cat", 0, 0},
    {ROW("{\"grey\":4,\"red\":1}"), "board-cat", 0, 0},
    {ROW("{\"grey\":1,\"red\":0}"), "board-cat", 0, 0},
    {ROW("{\"grey\":1,\"red\":9}"), "board-cat", 0, 0},
    {ROW("{\"grey\":2,\"red\":4,\"covered\":{\"2\":2}}"), "board-cat", 0, 0},
    {TOP(FOOD), "board-secure", 0, 0},
    {TOP("{\"shelf\":\"secure\"," CELLS "}," FOOD), "board-secure", 0, 0},
    {TOP(SAFE), "board-sausages", 0, 0},
};

/* A fault is named by its place: "3/2" is cell 2 of column 3. */
static bool is_place(const char *detail, int column, int cell) {
    char place[16] = "board";
    if (cell > 0)
        snprintf(place, sizeof place, "%d/%d", column, cell);
    else if (column > 0)
        snprintf(place, sizeof place, "%d", column);
    return strcmp(detail, place) == 0;
}

static void check_bad(void) {
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        rz_setup setup;
        rz_problem problem;
        rz_json json;
        mice_board board;
        mice_where where;
        rz_slice text = rz_slice_of(boards[i].json);
        rz_setup_init(&mice_game, 2, &setup, &problem);
        bool ok = rz_setup_option(&mice_game, &setup, rz_slice_of("board"), text, &problem);
        const rz_reason *reason = rz_reason_of(&mice_game, problem.error);
        if (ok != !boards[i].error || (!ok && strcmp(reason->name, boards[i].error) != 0))
            give_up(reason->name, boards[i].json);
        if (!ok && (!problem.rule || !reason->rule))
            give_up("refused without a rule", boards[i].json);
        if (!ok && !is_place(problem.detail, boards[i].column, boards[i].cell))
            give_up(problem.detail, boards[i].json);
        rz_json_init(&json, text, &problem);
        mice_board_read(&json, &board, &where);
        if (where.column != boards[i].column || where.cell != boards[i].cell) {
            fprintf(stderr, "at %d/%d\n", where.column, where.cell);
            give_up("another place", boards[i].json);
        }
    }
}

/* Ten million brackets, as an option and in the first line of a record. */
static void check_nesting(void) {
    enum { DEPTH = 10000000 };
    static const char head[] =
        "{\"record\":1,\"game\":\"mice\",\"seats\":2,\"options\":{\"board\":";
    rz_setup setup;
    rz_header header;
    rz_problem problem;
    char *text = malloc(sizeof head + DEPTH);
    if (!text)
        exit(1);
    memcpy(text, head, sizeof head - 1);
    memset(text + sizeof head - 1, '[', DEPTH);
    rz_setup_init(&mice_game, 2, &setup, &problem);
    if (rz_setup_option(&mice_game, &setup, rz_slice_of("board"),
                        (rz_slice){text + sizeof head - 1, DEPTH}, &problem) ||
        problem.error != MICE_E_BOARD_FORM)
        give_up("a deep option", "");
    if (rz_read_setup(rz_games, (rz_slice){text, sizeof head - 1 + DEPTH}, &header, &setup,
                      &problem) ||
        problem.error != RZ_E_DEEP)
        give_up("a deep record", "");
    free(text);
}

/* Any cut of a good board, and any one character of it changed, is read without harm. */
static void check_damaged(void) {
    static char good[RZ_LINE_MAX], text[RZ_LINE_MAX];
    rz_text out;
    rz_text_init(&out, good, sizeof good);
    mice_board_write(&mice_reconstructed_board, &out);
    for (size_t i = 0; i < 20000; i++) {
        rz_setup setup;
        rz_problem problem;
        size_t length =
            rz_rng_below(&rng, 2) ? out.length : rz_rng_below(&rng, (uint32_t)out.length);
        memcpy(text, good, out.length);
        text[rz_rng_below(&rng, (uint32_t)out.length)] = (char)rz_rng_below(&rng, 256);
        rz_setup_init(&mice_game, 2, &setup, &problem);
        bool ok = rz_setup_option(&mice_game, &setup, rz_slice_of("board"),
                                  (rz_slice){text, length}, &problem);
        mice_where where;
        if (ok && mice_board_check(&setup.mice.board, &where) != RZ_OK)
            give_up("a bad board was taken", text);
        if (!ok && problem.error == RZ_OK)
            give_up("refused without a reason", text);
    }
}

int main(int argc, char **argv) {
    int wanted = argc > 1 ? atoi(argv[1]) : 100;
    rz_rng_fast(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    check_bad();
    check_nesting();
    check_damaged();
    printf("%d boards played, %ld actions\n", wanted, check_valid(wanted));
    return 0;
}
