/* What was played of a rollout, in memory and on disk: its first line says of what, its second has
 * the seed, then one line a deal. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ai/nets.h"
#include "cmd/rollout.h"
#include "core/json_write.h"
#include "core/sha256.h"

enum { HEADING = 1 << 14 };

/* By which net the judge judges and the bots play. */
static void describe_net(const cmd_rolling *r, rz_text *out) {
    const rz_net *net = rz_net_of(r->position.game);
    char memory[40];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    if (net)
        rz_describe_net(net, &text);
    rz_put_string(out, "net", memory);
}

/* Everything that the numbers depend on, but for the seed. */
static void describe(const cmd_rolling *r, rz_text *out) {
    rz_sha256 hash;
    uint8_t bytes[RZ_SHA256_SIZE];
    char bot[CMD_BOTS_BYTES];
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, r->setup, r->position.game->setup_size);
    rz_sha256_add(&hash, &r->position.view, r->position.game->view_size);
    if (!r->position.is_view)
        rz_sha256_add(&hash, &r->position.state, r->position.game->state_size);
    rz_sha256_end(&hash, bytes);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "rollout", 1);
    rz_put_hex(out, "position", bytes, sizeof bytes);
    rz_put_int(out, "line", r->position.line);
    rz_put_int(out, "seat", r->position.seat);
    rz_put_open(out, "bots", '[');
    for (int s = 0; s < rz_seats(r->setup); s++) {
        cmd_format_bot(&r->bots[s], bot);
        rz_put_string(out, NULL, bot);
    }
    rz_put_close(out, ']');
    describe_net(r, out);
    rz_put_bool(out, "luck", r->by_luck);
    rz_put_int(out, "nodes", r->nodes);
    rz_put_open(out, "choices", '[');
    for (int i = 0; i < r->n; i++)
        rz_put_int(out, NULL, r->action[i]);
    rz_put_close(out, ']');
    rz_put_close(out, '}');
}

static bool fail_file(const cmd_rolling *r, const char *english) {
    cmd_fail(CMD_FAILURE, r->args->command, english, "file", r->args->value[OPT_RESUME], NULL);
    return false;
}

bool cmd_rollout_room(cmd_rolling *r, uint32_t deals) {
    if (deals <= r->room)
        return true;
    uint32_t room = deals > 2 * r->room ? deals + 32 : 2 * r->room;
    cmd_sample *samples = realloc(r->samples, (size_t)room * (size_t)r->n * sizeof *samples);
    if (!samples)
        return false;
    r->samples = samples;
    r->room = room;
    return true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool is_line(const cmd_reader *reader, const char *text) {
    return rz_slice_is((rz_slice){reader->line, reader->length}, text);
}

static bool read_seed(cmd_rolling *r, const cmd_reader *reader) {
    uint8_t seed[RZ_SEED];
    if (!rz_hex_read((rz_slice){reader->line, reader->length}, seed, RZ_SEED))
        return fail_file(r, N_("{file}: this is no file of a rollout"));
    if (r->args->value[OPT_SEED] && memcmp(seed, r->seed, RZ_SEED) != 0)
        return fail_file(r, N_("{file}: this rollout has another seed"));
    memcpy(r->seed, seed, RZ_SEED);
    return true;
}

/* The numbers of one deal, as they were to the last bit: a line that is cut off could be read as
 * others. */
static bool read_deal(cmd_rolling *r, const cmd_reader *reader) {
    char line[RZ_LINE_MAX + 1], *at = line, *end = line;
    memcpy(line, reader->line, reader->length);
    line[reader->length] = '\0';
    if (!cmd_rollout_room(r, r->deals + 1)) {
        cmd_fail(CMD_FAILURE, r->args->command, N_("there is not enough memory"), NULL);
        return false;
    }
    for (int i = 0; i < 2 * r->n; i++, at = end) {
        cmd_sample *sample = &r->samples[(size_t)r->deals * (size_t)r->n + (size_t)(i / 2)];
        double number = strtod(at, &end);
        if (end == at || !isfinite(number))
            return fail_file(r, N_("{file}: this is no file of a rollout"));
        *(i % 2 ? &sample->luck : &sample->result) = number;
    }
    r->deals++;
    return (!*end && !feof(reader->file)) ||
           fail_file(r, N_("{file}: this is no file of a rollout"));
}

static bool read_lines(cmd_rolling *r, cmd_reader *reader) {
    static char heading[HEADING];
    rz_text text;
    bool ok = true;
    rz_text_init(&text, heading, sizeof heading);
    describe(r, &text);
    while (ok && cmd_read_line(reader))
        if (reader->number == 1)
            ok = is_line(reader, heading) ||
                 fail_file(r, N_("{file}: this is not the rollout of this position with these "
                                 "bots, nets and choices"));
        else
            ok = (reader->number == 2 ? read_seed : read_deal)(r, reader);
    return ok && !reader->failed &&
           (reader->number >= 2 || fail_file(r, N_("{file}: this is no file of a rollout")));
}

bool cmd_read_rollout(cmd_rolling *r) {
    const char *path = r->args->value[OPT_RESUME];
    cmd_reader reader;
    if (access(path, F_OK) != 0)
        return true;
    if (!cmd_open(&reader, r->args, path))
        return false;
    bool ok = read_lines(r, &reader);
    cmd_close(&reader);
    return ok;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static bool write_deal(const cmd_rolling *r, cmd_writer *writer, uint32_t deal) {
    bool ok = true;
    for (int c = 0; ok && c < r->n; c++) {
        const cmd_sample *s = &r->samples[(size_t)deal * (size_t)r->n + (size_t)c];
        char number[80];
        int n = snprintf(number, sizeof number, "%s%a %a", c ? " " : "", s->result, s->luck);
        ok = cmd_write(writer, number, (size_t)n);
    }
    return ok && cmd_write(writer, "\n", 1);
}

bool cmd_write_rollout(const cmd_rolling *r) {
    static char heading[HEADING];
    cmd_writer writer;
    rz_text text;
    rz_text_init(&text, heading, sizeof heading);
    describe(r, &text);
    rz_text_char(&text, '\n');
    rz_text_hex(&text, r->seed, RZ_SEED);
    rz_text_char(&text, '\n');
    if (!cmd_create(&writer, r->args, r->args->value[OPT_RESUME]))
        return false;
    bool ok = cmd_write(&writer, text.at, text.length);
    for (uint32_t d = 0; ok && d < r->deals; d++)
        ok = write_deal(r, &writer, d);
    if (ok)
        return cmd_commit(&writer);
    cmd_discard(&writer);
    return false;
}
