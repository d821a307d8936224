/* A game without a page of its own: what its rules name of a view. */
#include "wasm/wasm.h"

static void put_number(const wasm_seen *seen, const rz_sight *sight, int index, rz_text *out) {
    int32_t number;
    if (!rz_sight_number(sight, seen->view, index, &number))
        rz_put_null(out, NULL);
    else if (sight->names)
        rz_put_string(out, NULL, rz_translate(seen->voice, sight->names[number]));
    else
        rz_put_int(out, NULL, number);
}

static void put_sight(const wasm_seen *seen, const rz_sight *sight, rz_text *out) {
    int rows = sight->per_seat ? rz_seats(seen->voice->setup) : 1;
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "name", rz_translate(seen->voice, sight->name));
    rz_put_bool(out, "perSeat", sight->per_seat);
    rz_put_open(out, "values", '[');
    for (int i = 0; i < rows * sight->count; i++)
        put_number(seen, sight, i, out);
    rz_put_close(out, ']');
    rz_put_close(out, '}');
}

static void put_sights(const wasm_seen *seen, const char *key, bool own, rz_text *out) {
    const rz_game *game = seen->voice->header->game;
    rz_put_open(out, key, '[');
    for (int i = 0; i < game->n_sights; i++)
        if (game->sights[i].own == own && (!own || seen->voice->you >= 0))
            put_sight(seen, &game->sights[i], out);
    rz_put_close(out, ']');
}

static void position(const wasm_seen *seen, rz_text *out) {
    rz_put_bool(out, "plain", true);
    put_sights(seen, "open", false, out);
    put_sights(seen, "own", true, out);
}

static void facts(const wasm_seen *seen, rz_text *out) {
    (void)seen;
    rz_put_bool(out, "plain", true);
}

const wasm_game rz_plain_page = {.position = position, .facts = facts};
