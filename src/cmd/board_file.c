/* The board of mice in a file. */
#include "cmd/cmd.h"
#include "core/json.h"

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

bool cmd_read_board(const cmd_args *args, const char *path, mice_board *board) {
    static char memory[RZ_LINE_MAX + 1];
    rz_problem problem;
    mice_where where;
    rz_json json;
    rz_slice text;
    if (!cmd_read_small(args, path, memory, &text))
        return false;
    rz_json_init(&json, text, &problem);
    rz_error error = mice_board_read(&json, board, &where);
    if (error == RZ_OK && rz_json_end(&json))
        return true;
    if (problem.error >= RZ_E_GAME) {
        problem.rule = NULL;
        name_place(&where, problem.detail, sizeof problem.detail);
    }
    return cmd_problem(args, &mice_game, path, &problem, NULL);
}
