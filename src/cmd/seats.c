/* Who sits where, beside a record: names are for people, and anybody may be called master-2. */
#include <string.h>
#include <unistd.h>

#include "ai/nets.h"
#include "cmd/saves.h"
#include "core/json.h"
#include "core/json_write.h"
#include "core/sha256.h"

enum { PATH_SIZE = 4200, HEX = 2 * RZ_SHA256_SIZE };

typedef struct seats_file {
    char setup[HEX + 1]; /* the SHA-256 of the first line of its record */
    char words[RZ_SEATS_MAX][CMD_BOTS_BYTES];
    int n;
    int32_t practice;
} seats_file;

static bool name_file(const char *path, char out[PATH_SIZE]) {
    return snprintf(out, PATH_SIZE, "%s.seats", path) < PATH_SIZE;
}

static void hash_setup(const char *record, char hex[HEX + 1]) {
    rz_sha256 hash;
    rz_text text;
    uint8_t bytes[RZ_SHA256_SIZE];
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, record, strcspn(record, "\n"));
    rz_sha256_end(&hash, bytes);
    rz_text_init(&text, hex, HEX + 1);
    rz_text_hex(&text, bytes, sizeof bytes);
}

static void word_of(const rz_bot_spec *spec, char word[CMD_BOTS_BYTES]) {
    if (spec->bot)
        cmd_format_bot(spec, word);
    else
        snprintf(word, CMD_BOTS_BYTES, "human");
}

/* ---- Writing --------------------------------------------------------------------------------- */

bool cmd_write_seats(const cmd_args *args, const char *path, const char *record,
                     const rz_bot_spec bots[], int seats, bool practice) {
    static char memory[RZ_LINE_MAX];
    char file[PATH_SIZE], hex[HEX + 1], word[CMD_BOTS_BYTES];
    cmd_writer writer;
    rz_text text;
    if (!name_file(path, file) || cmd_is_special_file(path) || cmd_is_special_file(file))
        return true; /* what is no plain file has nothing beside it */
    hash_setup(record, hex);
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '{');
    rz_put_string(&text, "setup", hex);
    rz_put_open(&text, "seats", '[');
    for (int s = 0; s < seats; s++) {
        word_of(&bots[s], word);
        rz_put_string(&text, NULL, word);
    }
    rz_put_close(&text, ']');
    if (practice)
        rz_put_bool(&text, "practice", true);
    rz_put_close(&text, '}');
    rz_text_char(&text, '\n');
    if (!cmd_create(&writer, args, file))
        return false;
    if (cmd_write(&writer, text.at, text.length))
        return cmd_commit(&writer);
    cmd_discard(&writer);
    return false;
}

void cmd_remove_seats(const char *path) {
    char file[PATH_SIZE];
    if (name_file(path, file) && !cmd_is_special_file(file))
        unlink(file);
}

/* A comma within a command is "\,". */
static void add_word(rz_text *out, const char *word) {
    for (; *word; word++) {
        if (*word == ',')
            rz_text_char(out, '\\');
        rz_text_add(out, *word == '\'' ? "'\\''" : (char[]){*word, '\0'});
    }
}

void cmd_format_bots(rz_text *out, const rz_bot_spec bots[], int seats) {
    char word[CMD_BOTS_BYTES];
    bool quoted = false;
    for (int s = 0; s < seats; s++)
        quoted |= bots[s].foreign != NULL;
    rz_text_add(out, quoted ? "'" : "");
    for (int s = 0; s < seats; s++) {
        word_of(&bots[s], word);
        rz_text_add(out, s ? "," : "");
        add_word(out, word);
    }
    rz_text_add(out, quoted ? "'" : "");
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool read_word(rz_json *json, char *word, size_t size) {
    rz_slice string;
    if (!rz_json_string(json, &string) || string.length >= size)
        return false;
    memcpy(word, string.at, string.length);
    word[string.length] = '\0';
    return true;
}

static bool read_list(rz_json *json, seats_file *file) {
    int count = 0;
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count)) {
        if (count > RZ_SEATS_MAX || !read_word(json, file->words[count - 1], CMD_BOTS_BYTES))
            return false;
        file->n = count;
    }
    return json->problem->error == RZ_OK;
}

static bool read_fields(rz_json *json, seats_file *file) {
    int count = 0;
    if (!rz_json_open(json, '{'))
        return false;
    while (rz_json_more(json, '{', &count)) {
        rz_slice key;
        if (!rz_json_key(json, &key))
            return false;
        bool ok = rz_slice_is(key, "setup")      ? read_word(json, file->setup, sizeof file->setup)
                  : rz_slice_is(key, "seats")    ? read_list(json, file)
                  : rz_slice_is(key, "practice") ? rz_json_bool(json, &file->practice)
                                                 : rz_json_skip(json);
        if (!ok)
            return false;
    }
    return rz_json_end(json);
}

/* True if the file is there, is whole, and belongs to this record. */
static bool read_file(const cmd_args *args, const char *path, const char *record, int seats,
                      seats_file *file) {
    static char memory[RZ_LINE_MAX + 1];
    char name[PATH_SIZE], hex[HEX + 1];
    rz_slice text;
    rz_problem problem = {0};
    rz_json json;
    if (!name_file(path, name) || access(name, R_OK) != 0 || cmd_is_special_file(name) ||
        !cmd_read_whole(args, name, memory, RZ_LINE_MAX, &text))
        return false;
    hash_setup(record, hex);
    rz_json_init(&json, text, &problem);
    return read_fields(&json, file) && !strcmp(file->setup, hex) && file->n == seats;
}

/* ---- Who goes on ----------------------------------------------------------------------------- */

/* A file that came from somewhere starts no program: whoever resumes it says so. */
static bool refuse_programs(const cmd_args *args, const seats_file *file) {
    char memory[2 * RZ_SEATS_MAX * CMD_BOTS_BYTES];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_text_char(&text, '\'');
    for (int s = 0; s < file->n; s++) {
        rz_text_add(&text, s ? "," : "");
        add_word(&text, file->words[s]);
    }
    rz_text_char(&text, '\'');
    cmd_fail(CMD_USAGE, args->command,
             N_("a program plays in this game, and a file starts none by itself; go on with: "
                "razzia play --resume {file} --bots {bots}"),
             "file", args->value[OPT_RESUME], "bots", memory, NULL);
    return false;
}

static bool seat_by_file(const cmd_args *args, const rz_game *game, const seats_file *file,
                         rz_bot_spec bots[]) {
    for (int s = 0; s < file->n; s++)
        if (!strncmp(file->words[s], "exec:", 5))
            return refuse_programs(args, file);
    for (int s = 0; s < file->n; s++) {
        bots[s] = (rz_bot_spec){0};
        if (strcmp(file->words[s], "human") != 0 &&
            !cmd_read_bot(args, game, file->words[s], &bots[s]))
            return false;
    }
    return true;
}

/* "club-2" in seat 2, as cmd_name_bot writes it, and nothing that only resembles it. */
static bool is_bot_name(const char *name, int seat, rz_bot_spec *spec) {
    char usual[RZ_NAME_BYTES + 1];
    const char *dash = strrchr(name, '-');
    if (!dash || !rz_bot_read((rz_slice){name, (size_t)(dash - name)}, spec))
        return false;
    cmd_name_bot(spec, seat, usual, sizeof usual);
    return !strcmp(name, usual);
}

static bool is_program_name(const char *name, int seat) {
    char end[16];
    size_t n = strlen(name), m = (size_t)snprintf(end, sizeof end, "-%d", seat + 1);
    return !strncmp(name, "exec:", 5) && n > m && !strcmp(name + n - m, end);
}

static void print_guess(const char *path, const char *list) {
    char memory[RZ_SEATS_MAX * (RZ_NAME_BYTES + 2) + PATH_SIZE + 200];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&cmd_voice, &text,
              *list ? N_("{file}.seats does not say who plays. By their names bots are: {list}.")
                    : N_("{file}.seats does not say who plays. By their names all are people."),
              "file", path, "list", list, NULL);
    puts(memory);
}

/* What a program was called says that it was one, but not which. */
static bool refuse_nameless_program(const cmd_args *args, const char *name) {
    cmd_fail(CMD_USAGE, args->command,
             N_("“{name}” was a program, and nothing says which; say who plays with --bots"),
             "name", name, NULL);
    return false;
}

/* The bots among the names; how many there are, and their list for people. */
static int find_bots(const rz_header *header, int seats, rz_bot_spec bots[], rz_text *list) {
    int n = 0;
    for (int s = 0; s < seats; s++) {
        rz_bot_spec spec;
        bots[s] = (rz_bot_spec){0};
        if (s >= header->n_names || !is_bot_name(header->names[s], s, &spec))
            continue;
        bots[s] = spec;
        rz_text_add(list, n++ ? ", " : "");
        rz_text_add(list, header->names[s]);
    }
    return n;
}

static bool seat_by_name(const cmd_args *args, const rz_header *header, int seats,
                         rz_bot_spec bots[]) {
    char list[RZ_SEATS_MAX * (RZ_NAME_BYTES + 2)];
    rz_text text;
    for (int s = 0; s < seats && s < header->n_names; s++)
        if (is_program_name(header->names[s], s))
            return refuse_nameless_program(args, header->names[s]);
    rz_text_init(&text, list, sizeof list);
    if (find_bots(header, seats, bots, &text) == seats) {
        cmd_fail(CMD_USAGE, args->command,
                 N_("by their names all who play here are bots; say who plays with --bots"), NULL);
        return false;
    }
    for (int s = 0; s < seats; s++)
        if (bots[s].bot && !cmd_bot_can_play(args, header->game, bots[s].bot))
            return false;
    print_guess(args->value[OPT_RESUME], list);
    return true;
}

bool cmd_is_practice(const cmd_args *args, const rz_setup *setup, const char *record) {
    static seats_file file;
    file.practice = 0;
    return read_file(args, args->value[OPT_RESUME], record, rz_seats(setup), &file) &&
           file.practice != 0;
}

bool cmd_read_seats(const cmd_args *args, const rz_header *header, const rz_setup *setup,
                    const char *record, bool over, rz_bot_spec bots[RZ_SEATS_MAX]) {
    static seats_file file;
    int seats = rz_seats(setup);
    if (over) /* nobody plays on */
        return true;
    if (read_file(args, args->value[OPT_RESUME], record, seats, &file))
        return seat_by_file(args, header->game, &file, bots);
    return seat_by_name(args, header, seats, bots);
}
