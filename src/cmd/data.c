#include "cmd/data.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/json_write.h"

enum {
    SHARD_ROWS = 65536,
    NPY_HEADER = 128, /* numpy wants a multiple of 64 */
    PATH_ROOM = PATH_MAX + 64
};

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ORDER ">"
#else
#define ORDER "<"
#endif

enum { OBS, MASK, CHOICE, SEAT, REWARD, SCORE, GAME };

static const struct {
    const char *name, *type; /* as numpy calls it */
    size_t size;             /* of one number */
} kinds[CMD_COLUMNS] = {
    [OBS] = {"obs", "|u1", 1},
    [MASK] = {"mask", "|u1", 1},
    [CHOICE] = {"choice", ORDER "u2", 2},
    [SEAT] = {"seat", "|u1", 1},
    [REWARD] = {"reward", ORDER "f4", 4},
    [SCORE] = {"score", ORDER "i4", 4},
    [GAME] = {"game", ORDER "u4", 4},
};

/* ---- Rows ------------------------------------------------------------------------------------ */

static void lay_out_columns(cmd_data *data) {
    data->columns[OBS].length = data->writer.features;
    data->columns[MASK].length = rz_mask_bytes(data->writer.game);
    data->columns[SCORE].length = rz_seats(data->writer.setup);
    for (int i = 0; i < CMD_COLUMNS; i++) {
        cmd_column *column = &data->columns[i];
        column->at = data->row_size;
        column->size = kinds[i].size * (size_t)(column->length ? column->length : 1);
        data->row_size += column->size;
    }
}

static bool make_room(cmd_rows *rows, size_t row_size) {
    if (rows->count < rows->room)
        return true;
    size_t room = rows->room ? 2 * rows->room : 256;
    uint8_t *bytes = realloc(rows->bytes, room * row_size);
    if (bytes) {
        rows->bytes = bytes;
        rows->room = room;
    }
    rows->no_memory = !bytes;
    return bytes != NULL;
}

/* A game that is played. */
typedef struct source {
    const cmd_data *data;
    cmd_rows *rows;
    uint32_t game;
} source;

static void add_row(void *context, const rz_state *state, int seat, rz_action action) {
    const source *from = context;
    const cmd_data *data = from->data;
    cmd_rows *rows = from->rows;
    rz_action legal[RZ_LEGAL_MAX];
    uint16_t choice = action;
    if (data->writer.game->legal_in(data->writer.setup, state, seat, legal) < 2 ||
        rows->no_memory || !make_room(rows, data->row_size))
        return;
    uint8_t *row = rows->bytes + rows->count * data->row_size;
    rz_arrays arrays = {.bytes = row + data->columns[OBS].at,
                        .bits = row + data->columns[MASK].at,
                        .seats = row + data->columns[SEAT].at};
    rz_row_write(&data->writer, &arrays, 0, state, seat);
    memcpy(row + data->columns[CHOICE].at, &choice, sizeof choice);
    memcpy(row + data->columns[GAME].at, &from->game, sizeof from->game);
    rows->count++;
}

/* What came of the decisions from row `first` on. */
static void add_outcomes(const cmd_data *data, const rz_state *state, cmd_rows *rows,
                         size_t first) {
    const rz_setup *setup = data->writer.setup;
    const rz_public *pub = rz_state_public(state);
    int32_t scores[RZ_SEATS_MAX];
    data->writer.game->scores(setup, pub, scores);
    rz_actors winners = data->writer.game->winners(setup, pub);
    for (size_t i = first; i < rows->count; i++) {
        uint8_t *row = rows->bytes + i * data->row_size;
        bool wins = winners >> row[data->columns[SEAT].at] & 1;
        float share = wins ? 1.0f / (float)__builtin_popcount(winners) : 0.0f;
        memcpy(row + data->columns[REWARD].at, &share, sizeof share);
        memcpy(row + data->columns[SCORE].at, scores, data->columns[SCORE].size);
    }
}

uint32_t cmd_play_data(const cmd_data *data, const rz_match *match, const uint8_t seed[RZ_SEED],
                       uint32_t n, rz_state *state, rz_text *record, cmd_rows *rows) {
    size_t first = rows->count;
    source from = {data, rows, n};
    rz_match_observer observer = {add_row, &from};
    uint32_t actions = rz_match_observe(match, seed, n, state, record, NULL, &observer);
    add_outcomes(data, state, rows, first);
    return actions;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool complain(const cmd_data *data, int error) {
    cmd_fail(CMD_FAILURE, data->args->command, N_("can not write {file}: {reason}"), "file",
             data->folder, "reason", strerror(error), NULL);
    return false;
}

static void name_shard(const cmd_data *data, uint32_t shard, int column, char path[PATH_ROOM]) {
    snprintf(path, PATH_ROOM, "%s/%05u.%s.npy", data->folder, shard, kinds[column].name);
}

/* "(rows,)" or "(rows, length)", as Python writes it. */
static void write_npy_header(const cmd_data *data, int column, size_t rows,
                             char header[NPY_HEADER]) {
    static const char magic[] = "\x93NUMPY\x01"; /* and the zero of version 1.0 */
    char length[16] = "", fields[NPY_HEADER];
    if (data->columns[column].length)
        snprintf(length, sizeof length, " %d", data->columns[column].length);
    int n = snprintf(fields, sizeof fields,
                     "{'descr': '%s', 'fortran_order': False, 'shape': (%zu,%s), }",
                     kinds[column].type, rows, length);
    memset(header, ' ', NPY_HEADER);
    memcpy(header, magic, sizeof magic);
    header[8] = NPY_HEADER - 10;
    header[9] = 0;
    memcpy(header + 10, fields, (size_t)n);
    header[NPY_HEADER - 1] = '\n';
}

static bool write_column(const cmd_data *data, int column, size_t rows) {
    char path[PATH_ROOM], header[NPY_HEADER];
    const char *bytes = (const char *)data->shard + SHARD_ROWS * data->columns[column].at;
    cmd_writer writer;
    name_shard(data, data->shards - 1, column, path);
    write_npy_header(data, column, rows, header);
    if (!cmd_create(&writer, data->args, path))
        return false;
    if (cmd_write(&writer, header, sizeof header) &&
        cmd_write(&writer, bytes, rows * data->columns[column].size))
        return cmd_commit(&writer);
    cmd_discard(&writer);
    return false;
}

static bool write_shard(cmd_data *data, size_t rows) {
    data->shards++;
    for (int i = 0; i < CMD_COLUMNS; i++)
        if (!write_column(data, i, rows))
            return false;
    return true;
}

bool cmd_add_data(cmd_data *data, const cmd_rows *rows) {
    for (size_t i = 0; i < rows->count; i++) {
        const uint8_t *row = rows->bytes + i * data->row_size;
        size_t place = data->rows++ % SHARD_ROWS;
        for (int c = 0; c < CMD_COLUMNS; c++) {
            const cmd_column *column = &data->columns[c];
            memcpy(data->shard + SHARD_ROWS * column->at + place * column->size, row + column->at,
                   column->size);
        }
        if (place == SHARD_ROWS - 1 && !write_shard(data, SHARD_ROWS))
            return false;
    }
    return true;
}

/* ---- The manifest ---------------------------------------------------------------------------- */

static void put_columns(const cmd_data *data, rz_text *out) {
    rz_put_open(out, "columns", '{');
    for (int i = 0; i < CMD_COLUMNS; i++) {
        rz_put_open(out, kinds[i].name, '{');
        rz_put_string(out, "dtype", kinds[i].type);
        rz_put_open(out, "shape", '[');
        if (data->columns[i].length)
            rz_put_int(out, NULL, data->columns[i].length);
        rz_put_close(out, ']');
        rz_put_close(out, '}');
    }
    rz_put_close(out, '}');
}

static void put_features(const cmd_data *data, rz_text *out) {
    const rz_game *game = data->writer.game;
    rz_features features = rz_features_of(game);
    int offset = 0, seats = rz_seats(data->writer.setup), shape[RZ_FEATURE_DIMENSIONS];
    rz_put_open(out, "features", '[');
    for (int i = 0; i < features.count; i++) {
        const rz_feature *feature = &features.list[i];
        rz_put_open(out, NULL, '{');
        rz_put_string(out, "name", feature->name);
        rz_put_open(out, "shape", '[');
        int dimensions = rz_feature_shape(game, feature, seats, shape);
        for (int d = 0; d < dimensions; d++)
            rz_put_int(out, NULL, shape[d]);
        rz_put_close(out, ']');
        rz_put_int(out, "offset", offset);
        rz_put_int(out, "max", feature->max);
        rz_put_close(out, '}');
        offset += rz_feature_size(game, feature, seats);
    }
    rz_put_close(out, ']');
}

static void put_shards(const cmd_data *data, rz_text *out) {
    rz_put_open(out, "shards", '[');
    for (uint32_t i = 0; i < data->shards; i++) {
        uint64_t left = data->rows - (uint64_t)i * SHARD_ROWS;
        rz_put_int(out, NULL, left < SHARD_ROWS ? (int64_t)left : SHARD_ROWS);
    }
    rz_put_close(out, ']');
}

static void put_manifest(const cmd_data *data, const rz_match *match, const uint8_t seed[RZ_SEED],
                         uint32_t games, rz_text *out) {
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "razzia", RZ_VERSION);
    rz_put_string(out, "game", match->header.game->name);
    rz_put_int(out, "seats", rz_seats(&match->setup));
    rz_put_key(out, "options");
    rz_setup_write_options(match->header.game, &match->setup, out);
    rz_put_open(out, "bots", '[');
    for (int s = 0; s < rz_seats(&match->setup); s++) {
        char bot[CMD_BOTS_BYTES];
        cmd_format_bot(&match->bots[s], bot);
        rz_put_string(out, NULL, bot);
    }
    rz_put_close(out, ']');
    rz_put_hex(out, "seed", seed, RZ_SEED);
    rz_put_string(out, "rng", match->fast ? "fast" : "fair");
    rz_put_int(out, "games", games);
    rz_put_int(out, "rows", (int64_t)data->rows);
    put_shards(data, out);
    put_columns(data, out);
    put_features(data, out);
    rz_put_close(out, '}');
    rz_text_char(out, '\n');
}

static bool write_manifest(cmd_data *data, const rz_text *text) {
    char path[PATH_ROOM];
    cmd_writer writer;
    snprintf(path, sizeof path, "%s/manifest.json", data->folder);
    if (!cmd_create(&writer, data->args, path))
        return false;
    if (cmd_write(&writer, text->at, text->length))
        return data->is_whole = cmd_commit(&writer);
    cmd_discard(&writer);
    return false;
}

bool cmd_commit_data(cmd_data *data, const rz_match *match, const uint8_t seed[RZ_SEED],
                     uint32_t games) {
    size_t last = data->rows % SHARD_ROWS;
    if (last > 0 && !write_shard(data, last))
        return false;
    size_t room = 64 * CMD_BOTS_BYTES + 8 * (size_t)data->shards;
    char *memory = malloc(room);
    if (!memory)
        return complain(data, ENOMEM);
    rz_text text;
    rz_text_init(&text, memory, room);
    put_manifest(data, match, seed, games, &text);
    bool ok = text.full ? complain(data, ENOMEM) : write_manifest(data, &text);
    free(memory);
    return ok;
}

/* ---- The folder ------------------------------------------------------------------------------ */

static bool is_empty(DIR *folder) {
    const struct dirent *entry;
    while ((entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return false;
    return true;
}

static bool open_folder(cmd_data *data) {
    data->is_new = mkdir(data->folder, 0777) == 0;
    if (!data->is_new && errno != EEXIST)
        return complain(data, errno);
    DIR *folder = opendir(data->folder);
    if (!folder)
        return complain(data, errno);
    bool empty = is_empty(folder);
    closedir(folder);
    if (!empty)
        cmd_fail(CMD_FAILURE, data->args->command,
                 N_("{file} is not empty; --data takes a new folder"), "file", data->folder, NULL);
    return empty;
}

bool cmd_open_data(cmd_data *data, const cmd_args *args, const rz_match *match) {
    const rz_game *game = match->header.game;
    *data = (cmd_data){.args = args, .folder = args->value[OPT_DATA]};
    data->writer =
        (rz_row_writer){game, &match->setup, NULL, rz_features_size(game, rz_seats(&match->setup))};
    lay_out_columns(data);
    if (!open_folder(data))
        return false;
    data->shard = malloc(SHARD_ROWS * data->row_size);
    if (data->shard)
        return true;
    complain(data, ENOMEM);
    cmd_close_data(data);
    return false;
}

void cmd_close_data(cmd_data *data) {
    char path[PATH_ROOM];
    free(data->shard);
    data->shard = NULL;
    for (uint32_t i = 0; !data->is_whole && i < data->shards; i++)
        for (int c = 0; c < CMD_COLUMNS; c++) {
            name_shard(data, i, c, path);
            unlink(path);
        }
    if (!data->is_whole && data->is_new)
        rmdir(data->folder);
}
