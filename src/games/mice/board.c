/* mice: boards as people give them (M4), and what makes them valid (M5). */
#include "core/json.h"
#include "core/json_write.h"
#include "core/mem.h"
#include "games/mice/rules.h"

/* ---- Reading ---------------------------------------------------------------------------------
 * An object is a table of fields, each with a function that reads its value into `out`. */

typedef rz_error (*reader)(rz_json *json, void *out, mice_where *where);

typedef struct field {
    const char *name;
    reader read;
    size_t offset; /* in what the object describes */
    bool optional;
} field;

/* What the JSON reader found wrong: bad text is its own error, a bad number is ours. */
static rz_error fault(const rz_json *json) {
    rz_error error = json->problem->error;
    return error == RZ_OK || error == RZ_E_VALUE ? (rz_error)MICE_E_BOARD_FORM : error;
}

static rz_error read_fields(rz_json *json, const field fields[], int n, void *out,
                            mice_where *where) {
    unsigned seen = 0;
    int count = 0;
    rz_slice key;
    if (rz_json_peek(json) != '{' || !rz_json_open(json, '{'))
        return fault(json);
    while (rz_json_more(json, '{', &count)) {
        int i = 0;
        if (!rz_json_key(json, &key))
            return fault(json);
        while (i < n && !rz_slice_is(key, fields[i].name))
            i++;
        if (i == n || seen >> i & 1)
            return MICE_E_BOARD_UNKNOWN;
        seen |= 1u << i;
        rz_error error = fields[i].read(json, (char *)out + fields[i].offset, where);
        if (error != RZ_OK)
            return error;
    }
    if (json->problem->error != RZ_OK)
        return fault(json);
    for (int i = 0; i < n; i++)
        if (!(seen >> i & 1) && !fields[i].optional)
            return MICE_E_BOARD_MISSING;
    return RZ_OK;
}

static rz_error read_number(rz_json *json, int min, int max, rz_error error, void *out) {
    int32_t number;
    char c = rz_json_peek(json);
    if ((c != '-' && (c < '0' || c > '9')) || !rz_json_int(json, &number))
        return fault(json);
    if (number < min || number > max)
        return error;
    *(uint8_t *)out = (uint8_t)number;
    return RZ_OK;
}

static rz_error read_ask(rz_json *json, void *out, mice_where *where) {
    (void)where;
    return read_number(json, 0, MICE_FACES, MICE_E_BOARD_ASK, out);
}

static rz_error read_linked(rz_json *json, void *out, mice_where *where) {
    int32_t truth;
    char c = rz_json_peek(json);
    (void)where;
    if ((c != 't' && c != 'f') || !rz_json_bool(json, &truth))
        return fault(json);
    *(uint8_t *)out = (uint8_t)truth;
    return RZ_OK;
}

static rz_error read_pays(rz_json *json, void *out, mice_where *where) {
    (void)where;
    return read_number(json, 0, MICE_FOOD_MAX, MICE_E_BOARD_PAYS, out);
}

static rz_error read_sausages(rz_json *json, void *out, mice_where *where) {
    (void)where;
    return read_number(json, 1, MICE_FOOD_MAX, MICE_E_BOARD_PAYS, out);
}

static rz_error read_covered_cells(rz_json *json, void *out, mice_where *where) {
    (void)where;
    return read_number(json, 0, MICE_CELLS, MICE_E_BOARD_COVERED, out);
}

static rz_error read_grey(rz_json *json, void *out, mice_where *where) {
    (void)where;
    return read_number(json, 1, MICE_GREY_MAX, MICE_E_BOARD_CAT, out);
}

static rz_error read_red(rz_json *json, void *out, mice_where *where) {
    (void)where;
    return read_number(json, 1, MICE_RED_MAX, MICE_E_BOARD_CAT, out);
}

static rz_error read_covered(rz_json *json, void *out, mice_where *where) {
    static const field fields[] = {{"2", read_covered_cells, 0, true},
                                   {"3", read_covered_cells, 1, true}};
    return read_fields(json, fields, 2, out, where);
}

static rz_error read_cell(rz_json *json, void *out, mice_where *where) {
    static const field fields[] = {{"ask", read_ask, offsetof(mice_cell, ask), false},
                                   {"linked", read_linked, offsetof(mice_cell, linked), false},
                                   {"pays", read_pays, offsetof(mice_cell, pays), false}};
    return read_fields(json, fields, 3, out, where);
}

/* A list of 1 to `max` things of `size` bytes. `number` follows the one that is being read. */
static rz_error read_list(rz_json *json, reader read, void *out, size_t size, int max,
                          rz_error too_many, mice_where *where, int *number, uint8_t *length) {
    int count = 0;
    if (rz_json_peek(json) != '[' || !rz_json_open(json, '['))
        return fault(json);
    while (rz_json_more(json, '[', &count)) {
        if (count > max)
            return too_many;
        *number = count;
        rz_error error = read(json, (char *)out + (size_t)(count - 1) * size, where);
        if (error != RZ_OK)
            return error;
    }
    *number = 0;
    *length = (uint8_t)count;
    return json->problem->error == RZ_OK ? RZ_OK : fault(json);
}

static rz_error read_cells(rz_json *json, void *out, mice_where *where) {
    mice_column *column = out;
    rz_error error = read_list(json, read_cell, column->cells, sizeof *column->cells, MICE_CELLS,
                               MICE_E_BOARD_CELLS, where, &where->cell, &column->size);
    if (error == MICE_E_BOARD_CELLS)
        where->cell = 0;
    return error;
}

static rz_error read_shelf(rz_json *json, void *out, mice_where *where) {
    static const field sausages[] = {
        {"sausages", read_sausages, offsetof(mice_column, sausages), false}};
    mice_column *column = out;
    rz_slice name;
    if (rz_json_peek(json) == '{') {
        column->shelf = MICE_SAUSAGE_SHELF;
        return read_fields(json, sausages, 1, column, where);
    }
    if (rz_json_peek(json) != '"' || !rz_json_string(json, &name))
        return fault(json);
    for (int i = 0; i < MICE_SAUSAGE_SHELF; i++)
        if (rz_slice_is(name, mice_shelf_names[i])) {
            column->shelf = (uint8_t)i;
            return RZ_OK;
        }
    return MICE_E_BOARD_SHELF;
}

static rz_error read_column(rz_json *json, void *out, mice_where *where) {
    static const field fields[] = {{"shelf", read_shelf, 0, false},
                                   {"cells", read_cells, 0, false},
                                   {"covered", read_covered, offsetof(mice_column, covered), true}};
    return read_fields(json, fields, 3, out, where);
}

static rz_error read_columns(rz_json *json, void *out, mice_where *where) {
    mice_board *board = out;
    rz_error error =
        read_list(json, read_column, board->columns, sizeof *board->columns, MICE_COLUMNS,
                  MICE_E_BOARD_COLUMNS, where, &where->column, &board->size);
    if (error == MICE_E_BOARD_COLUMNS)
        where->column = 0;
    return error;
}

static rz_error read_cat(rz_json *json, void *out, mice_where *where) {
    static const field fields[] = {
        {"grey", read_grey, offsetof(mice_board, grey), false},
        {"red", read_red, offsetof(mice_board, red), false},
        {"covered", read_covered, offsetof(mice_board, grey_covered), true}};
    return read_fields(json, fields, 3, out, where);
}

/* "3/2": column 3, cell 2. */
static void name_place(const mice_where *where, rz_text *out) {
    rz_text_int(out, where->column);
    if (where->cell > 0) {
        rz_text_char(out, '/');
        rz_text_int(out, where->cell);
    }
}

rz_error mice_board_read(rz_json *json, mice_board *board, mice_where *where) {
    static const field fields[] = {{"columns", read_columns, 0, false},
                                   {"cat", read_cat, 0, false}};
    *where = (mice_where){0, 0};
    memset(board, 0, sizeof *board);
    rz_error error = read_fields(json, fields, 2, board, where);
    if (error == RZ_OK)
        error = mice_board_check(board, where);
    if (error >= RZ_E_GAME) {
        char place[16];
        rz_text text;
        rz_text_init(&text, place, sizeof place);
        name_place(where, &text);
        json->problem->error = RZ_OK;
        rz_json_fail(json, error, rz_slice_of(where->column > 0 ? place : "board"));
    }
    return error;
}

/* ---- Checking -------------------------------------------------------------------------------- */

static rz_error check_column(const mice_column *column, mice_where *where) {
    if (column->size < 2 || column->size > MICE_CELLS)
        return MICE_E_BOARD_CELLS;
    for (int i = 0; i < 2; i++)
        if (column->covered[i] > column->size - 2)
            return MICE_E_BOARD_COVERED;
    if (column->cells[0].linked) {
        where->cell = 1;
        return MICE_E_BOARD_LINK;
    }
    return RZ_OK;
}

/* Covering leaves at least two cells, so what is true of the two on top is true for any number of
 * players. */
rz_error mice_board_check(const mice_board *board, mice_where *where) {
    bool secure = false, sausages = false;
    *where = (mice_where){0, 0};
    if (board->size < 1 || board->size > MICE_COLUMNS)
        return MICE_E_BOARD_COLUMNS;
    for (int i = 0; i < board->size; i++) {
        const mice_column *column = &board->columns[i];
        where->column = i + 1;
        rz_error error = check_column(column, where);
        if (error != RZ_OK)
            return error;
        secure |= column->shelf == MICE_SECURE_SHELF && column->cells[column->size - 1].linked;
        sausages |= column->shelf == MICE_SAUSAGE_SHELF;
    }
    where->column = 0;
    for (int i = 0; i < 2; i++)
        if (board->grey_covered[i] >= board->grey)
            return MICE_E_BOARD_CAT;
    if (!secure)
        return MICE_E_BOARD_SECURE;
    return sausages ? RZ_OK : MICE_E_BOARD_SAUSAGES;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void write_covered(const uint8_t covered[2], rz_text *out) {
    if (covered[0] == 0 && covered[1] == 0)
        return;
    rz_put_open(out, "covered", '{');
    if (covered[0] > 0)
        rz_put_int(out, "2", covered[0]);
    if (covered[1] > 0)
        rz_put_int(out, "3", covered[1]);
    rz_put_close(out, '}');
}

static void write_cell(const mice_cell *cell, rz_text *out) {
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "ask", cell->ask);
    rz_put_bool(out, "linked", cell->linked);
    rz_put_int(out, "pays", cell->pays);
    rz_put_close(out, '}');
}

static void write_shelf(const mice_column *column, rz_text *out) {
    if (column->shelf != MICE_SAUSAGE_SHELF) {
        rz_put_string(out, "shelf", mice_shelf_names[column->shelf]);
        return;
    }
    rz_put_open(out, "shelf", '{');
    rz_put_int(out, "sausages", column->sausages);
    rz_put_close(out, '}');
}

static void write_column(const mice_column *column, rz_text *out) {
    rz_put_open(out, NULL, '{');
    write_shelf(column, out);
    rz_put_open(out, "cells", '[');
    for (int i = 0; i < column->size; i++)
        write_cell(&column->cells[i], out);
    rz_put_close(out, ']');
    write_covered(column->covered, out);
    rz_put_close(out, '}');
}

void mice_board_write(const mice_board *board, rz_text *out) {
    rz_put_open(out, NULL, '{');
    rz_put_open(out, "columns", '[');
    for (int i = 0; i < board->size; i++)
        write_column(&board->columns[i], out);
    rz_put_close(out, ']');
    rz_put_open(out, "cat", '{');
    rz_put_int(out, "grey", board->grey);
    rz_put_int(out, "red", board->red);
    write_covered(board->grey_covered, out);
    rz_put_close(out, '}');
    rz_put_close(out, '}');
}
