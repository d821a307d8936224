/* Games as data for supervised work, as docs/lab.md says: a folder with shards, files that numpy
 * opens as they are, and a manifest, which is written last. A row is a decision in which there was
 * a choice. razzia.data of the Python package writes the same and reads it. */
#ifndef RZ_CMD_DATA_H
#define RZ_CMD_DATA_H

#include "batch/arrays.h"
#include "cmd/cmd.h"

enum { CMD_COLUMNS = 7 };

/* Where a column stands in a row. */
typedef struct cmd_column {
    size_t at, size;
    int length; /* numbers in it, or 0 if it is a single number and no list */
} cmd_column;

/* Rows of whole games, one behind the other. Zeros to begin with; `bytes` is to be freed. */
typedef struct cmd_rows {
    uint8_t *bytes;
    size_t count, room;
    bool no_memory; /* some are missing */
} cmd_rows;

typedef struct cmd_data {
    const cmd_args *args;
    const char *folder;
    bool is_new;   /* the folder was made here */
    bool is_whole; /* the manifest is there */
    rz_row_writer writer;
    cmd_column columns[CMD_COLUMNS];
    size_t row_size;
    uint8_t *shard;  /* the rows that are not written yet, column by column */
    uint64_t rows;   /* that have been added … */
    uint32_t shards; /* … and files of each column that have been begun */
} cmd_data;

/* Makes the folder of --data, or takes an empty one. False once the reason has been said. The
 * setup of the match is borrowed. */
bool cmd_open_data(cmd_data *data, const cmd_args *args, const rz_match *match);

/* rz_match_play, and its decisions behind those in `rows`. In any thread. */
uint32_t cmd_play_data(const cmd_data *data, const rz_match *match, const uint8_t seed[RZ_SEED],
                       uint32_t n, rz_state *state, rz_text *record, cmd_rows *rows);

/* The next rows; whole shards are written. False once the reason has been said. */
bool cmd_add_data(cmd_data *data, const cmd_rows *rows);

/* The last shard and the manifest. */
bool cmd_commit_data(cmd_data *data, const rz_match *match, const uint8_t seed[RZ_SEED],
                     uint32_t games);

/* Without a commit before, what was written is taken away. */
void cmd_close_data(cmd_data *data);

#endif
