/* mice on the command line: a board in a file to play on (--board), and `board`, which draws and
 * checks them. */
#include <string.h>

#include "cmd/cmd.h"
#include "core/json.h"
#include "games/mice/rules.h"
#include "tui/mice.h"

/* "column 3, cell 2" */
static void name_place(const mice_where *where, char *memory, size_t size) {
    char column[12], cell[12];
    rz_text text;
    snprintf(column, sizeof column, "%d", where->column);
    snprintf(cell, sizeof cell, "%d", where->cell);
    rz_text_init(&text, memory, size);
    rz_format(&cmd_voice, &text,
              where->cell > 0     ? N_("column {column}, cell {cell}")
              : where->column > 0 ? N_("column {column}")
                                  : N_("the board"),
              "column", column, "cell", cell, NULL);
}

static bool read_board(const cmd_args *args, const char *path, mice_board *board) {
    static char memory[RZ_LINE_MAX + 1];
    rz_problem problem;
    mice_where where;
    rz_json json;
    rz_slice text;
    if (!cmd_read_whole(args, path, memory, RZ_LINE_MAX, &text))
        return false;
    rz_json_init(&json, text, &problem);
    rz_error error = mice_board_read(&json, board, &where);
    if (error == RZ_OK && rz_json_end(&json))
        return true;
    if (problem.error >= RZ_E_GAME) {
        problem.rule = NULL;
        name_place(&where, problem.detail, sizeof problem.detail);
    }
    return cmd_refuse(args, &mice_game, path, &problem, NULL);
}

/* "column 2 (1), column 3 (1)": what is covered with a number of players, 2 or 3. */
static void list_covered(const mice_board *board, int seats, rz_text *out) {
    for (int c = 0; c <= board->size; c++) {
        bool row = c == board->size;
        int covered = (row ? board->grey_covered : board->columns[c].covered)[seats - 2];
        if (covered == 0)
            continue;
        rz_text_add(out, out->length > 0 ? ", " : "");
        rz_format(&cmd_voice, out,
                  row ? N_("grey cells ({number})") : N_("column {column} ({number})"), "column",
                  tui_number(c + 1), "number", tui_number(covered), NULL);
    }
}

static void print_covered(screen *scr, const mice_board *board) {
    for (int seats = 2; seats <= 3; seats++) {
        char list[512], memory[700];
        rz_text text;
        rz_text_init(&text, list, sizeof list);
        list_covered(board, seats, &text);
        if (text.length == 0)
            continue;
        rz_text_init(&text, memory, sizeof memory);
        rz_format(&cmd_voice, &text,
                  N_("Covered with {seats} players, so many cells from the bottom: {list}"),
                  "seats", tui_number(seats), "list", list, NULL);
        scr_put(scr, SCR_PLAIN, memory);
        scr_newline(scr);
    }
}

static bool make_setup(const cmd_args *args, const mice_board *board, rz_setup *setup) {
    long seats;
    rz_problem problem;
    if (!cmd_read_number(args, OPT_SEATS, mice_game.seats_min, mice_game.seats_max, 4, &seats) ||
        !rz_setup_init(&mice_game, (int)seats, setup, &problem))
        return false;
    setup->mice.board = *board;
    return rz_setup_complete(&mice_game, setup, &problem);
}

static int show(const cmd_args *args, const mice_board *board) {
    rz_header header = {.game = &mice_game};
    rz_setup setup;
    rz_state state;
    screen scr;
    if (!make_setup(args, board, &setup))
        return cmd_last_status();
    rz_voice voice = {.translate = cmd_translate, .header = &header, .setup = &setup, .you = -1};
    mice_game.init(&setup, &state, NULL);
    scr_init(&scr, args->value[OPT_ASCII] != NULL);
    if (memcmp(board, &mice_reconstructed_board, sizeof *board) == 0) {
        scr_put(&scr, SCR_PLAIN,
                cmd_translate(N_("This is the built-in board, a reconstruction.")));
        scr_newline(&scr);
    }
    mice_draw_board(&scr, &voice, &state.mice.pub, 0);
    if (!args->value[OPT_SEATS])
        print_covered(&scr, board);
    return cmd_close_stdout(args, CMD_OK);
}

static int print_json(const cmd_args *args, const mice_board *board) {
    static char memory[RZ_LINE_MAX];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    mice_board_write(board, &text);
    puts(memory);
    return cmd_close_stdout(args, CMD_OK);
}

static int run_board(const cmd_args *args) {
    const char *what = args->operands[0], *path = args->n_operands > 1 ? args->operands[1] : NULL;
    mice_board board = mice_reconstructed_board;
    bool check = !strcmp(what, "check");
    if (!check && strcmp(what, "show") != 0)
        return cmd_fail(CMD_USAGE, args->command,
                        N_("a board can be shown or checked, not “{word}”"), "word", what, NULL);
    if (path && !read_board(args, path, &board))
        return CMD_FAILURE;
    if (!check)
        return args->value[OPT_JSON] ? print_json(args, &board) : show(args, &board);
    puts(cmd_translate(N_("The board is valid.")));
    return cmd_close_stdout(args, CMD_OK);
}

static bool set_board(const cmd_args *args, const char *path, rz_setup *setup) {
    return read_board(args, path, &setup->mice.board);
}

static const cmd_game_option options[] = {
    {{"board", "FILE", N_("the board of mice to play on; - is standard input")}, set_board},
    {{NULL, NULL, NULL}, NULL},
};

static const cmd_command commands[] = {
    {"board", "DO [FILE]", 1, 2,
     N_("show draws a board of mice, the built-in one without FILE; check says what is wrong with "
        "it"),
     UINT64_C(1) << OPT_SEATS | UINT64_C(1) << OPT_ASCII | UINT64_C(1) << OPT_JSON, run_board,
     false, "show check"},
    {NULL, NULL, 0, 0, NULL, 0, NULL, false, NULL},
};

const cmd_extension mice_commands = {options, commands, NULL};
