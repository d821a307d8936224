#include "mice_random.h"

static void random_column(rz_rng *rng, uint32_t easy, mice_column *column) {
    column->shelf = (uint8_t)rz_rng_below(rng, MICE_SHELVES);
    column->size = (uint8_t)(2 + rz_rng_below(rng, MICE_CELLS - 1));
    for (int i = 0; i < 2; i++)
        column->covered[i] = (uint8_t)rz_rng_below(rng, column->size - 1u);
    for (int i = 0; i < column->size; i++) {
        mice_cell *cell = &column->cells[i];
        if (rz_rng_below(rng, 8) >= easy)
            cell->ask = (uint8_t)(1 + rz_rng_below(rng, MICE_FACES));
        cell->linked = i > 0 && rz_rng_below(rng, 4) == 0;
        cell->pays = (uint8_t)rz_rng_below(rng, 3);
    }
}

void mice_random_board(rz_rng *rng, uint32_t easy, mice_board *board) {
    *board = (mice_board){.size = (uint8_t)(2 + rz_rng_below(rng, MICE_COLUMNS - 1))};
    for (int i = 0; i < board->size; i++)
        random_column(rng, easy, &board->columns[i]);
    mice_column *secure = &board->columns[rz_rng_below(rng, board->size)];
    mice_column *sausages = secure == board->columns ? secure + 1 : board->columns;
    secure->shelf = MICE_SECURE_SHELF;
    secure->cells[secure->size - 1].linked = 1;
    sausages->shelf = MICE_SAUSAGE_SHELF;
    for (int i = 0; i < board->size; i++)
        if (board->columns[i].shelf == MICE_SAUSAGE_SHELF)
            board->columns[i].sausages = (uint8_t)(1 + rz_rng_below(rng, 5));
    board->grey = (uint8_t)(1 + rz_rng_below(rng, MICE_GREY_MAX));
    board->red = (uint8_t)(1 + rz_rng_below(rng, MICE_RED_MAX));
    for (int i = 0; i < 2; i++)
        board->grey_covered[i] = (uint8_t)rz_rng_below(rng, board->grey);
}
