#include "core/record.h"

#include "core/json_write.h"
#include "core/mem.h"

/* ---- The first line -------------------------------------------------------------------------- */

bool rz_name_ok(rz_slice name) {
    int characters = 0;
    for (size_t at = 0; at < name.length; characters++) {
        int step = rz_utf8_length(name.at + at, name.length - at);
        if (step == 0 || (unsigned char)name.at[at] < 0x20 || name.at[at] == 0x7f)
            return false;
        at += (size_t)step;
    }
    return characters >= 1 && characters <= RZ_NAME_CHARS;
}

/* The line is known to be JSON by now: what is not the value wanted is another one. */
static bool enter(rz_json *json, char bracket, rz_error error, const char *name) {
    if (rz_json_peek(json) != bracket)
        return rz_json_fail(json, error, rz_slice_of(name));
    return rz_json_open(json, bracket);
}

static bool read_names(rz_json *json, rz_header *header) {
    int count = 0;
    rz_slice name;
    if (!enter(json, '[', RZ_E_NAMES, "names"))
        return false;
    while (rz_json_more(json, '[', &count)) {
        if (rz_json_peek(json) != '"' || count > RZ_SEATS_MAX || !rz_json_string(json, &name) ||
            !rz_name_ok(name))
            return rz_json_fail(json, RZ_E_NAMES, rz_slice_of("names"));
        memcpy(header->names[count - 1], name.at, name.length);
        header->names[count - 1][name.length] = '\0';
    }
    header->n_names = count;
    return json->problem->error == RZ_OK;
}

static bool read_hex(rz_json *json, uint8_t out[RZ_SEED]) {
    rz_slice hex;
    if (rz_json_peek(json) != '"' || !rz_json_string(json, &hex) || !rz_hex_read(hex, out, RZ_SEED))
        return rz_json_fail(json, RZ_E_FAIR, rz_slice_of("fair"));
    return true;
}

static bool read_nonces(rz_json *json, rz_header *header, int *nonces) {
    if (!enter(json, '[', RZ_E_FAIR, "nonces"))
        return false;
    *nonces = 0;
    while (rz_json_more(json, '[', nonces))
        if (*nonces > RZ_SEATS_MAX || !read_hex(json, header->nonces[*nonces - 1]))
            return rz_json_fail(json, RZ_E_FAIR, rz_slice_of("nonces"));
    return json->problem->error == RZ_OK;
}

static bool read_fair(rz_json *json, rz_header *header, int *nonces) {
    int count = 0;
    bool commit = false;
    rz_slice key;
    if (!enter(json, '{', RZ_E_FAIR, "fair"))
        return false;
    while (rz_json_more(json, '{', &count) && rz_json_key(json, &key)) {
        bool is_commit = rz_slice_is(key, "commit"), is_nonces = rz_slice_is(key, "nonces");
        if (!is_commit && !is_nonces)
            return rz_json_fail(json, RZ_E_UNKNOWN, key);
        if (is_commit ? commit : *nonces >= 0)
            return rz_json_fail(json, RZ_E_TWICE, key);
        commit |= is_commit;
        if (!(is_commit ? read_hex(json, header->commit) : read_nonces(json, header, nonces)))
            return false;
    }
    header->fair = true;
    return commit || rz_json_fail(json, RZ_E_FAIR, rz_slice_of("commit"));
}

static bool read_options(rz_json *json, const rz_game *game, rz_setup *setup) {
    int count = 0;
    uint32_t seen = 0;
    rz_slice key;
    char name[RZ_JSON_STRING + 1];
    if (!enter(json, '{', RZ_E_VALUE, "options"))
        return false;
    while (rz_json_more(json, '{', &count) && rz_json_key(json, &key)) {
        rz_text text;
        rz_text_init(&text, name, sizeof name);
        rz_text_slice(&text, key);
        for (int i = 0; i < game->n_options; i++)
            if (rz_slice_is(key, game->options[i].name)) {
                if (seen >> i & 1)
                    return rz_json_fail(json, RZ_E_TWICE, key);
                seen |= 1u << i;
            }
        rz_json_peek(json);
        const char *begin = json->at;
        rz_json_skip(json);
        rz_slice value = {begin, (size_t)(json->at - begin)};
        if (!rz_setup_option(game, setup, rz_slice_of(name), value, json->problem))
            return false;
    }
    return json->problem->error == RZ_OK;
}

typedef enum { KEY_RECORD, KEY_GAME, KEY_SEATS, KEY_OPTIONS, KEY_NAMES, KEY_FAIR, KEYS } setup_key;

static const char *const setup_keys[KEYS] = {"record", "game", "seats", "options", "names", "fair"};

static bool read_version(rz_json *json, const char *value) {
    int32_t version = 0;
    json->at = value;
    rz_json_int(json, &version);
    json->problem->error = RZ_OK;
    return version == 1 ||
           rz_json_fail(json, RZ_E_VERSION, (rz_slice){value, (size_t)(json->at - value)});
}

/* Where the value of each key stands: the game must be known before its options can be read. */
static bool find_keys(rz_json *json, const char *value[KEYS + 1]) {
    int count = 0;
    rz_slice key;
    rz_problem later = {0};
    if (rz_json_peek(json) != '{')
        return rz_json_fail(json, RZ_E_NOT_RECORD, rz_slice_of(""));
    rz_json_open(json, '{');
    while (rz_json_more(json, '{', &count) && rz_json_key(json, &key)) {
        int i = 0;
        while (i < KEYS && !rz_slice_is(key, setup_keys[i]))
            i++;
        if (i == KEYS)
            rz_problem_set(&later, RZ_E_UNKNOWN, key);
        else if (value[i])
            rz_problem_set(&later, RZ_E_TWICE, key);
        rz_json_peek(json);
        value[i] = json->at;
        if (!rz_json_skip(json))
            return false;
    }
    if (!rz_json_end(json))
        return false;
    if (!value[KEY_RECORD])
        return rz_json_fail(json, RZ_E_NOT_RECORD, rz_slice_of(""));
    /* Another version may mean other keys: say that before complaining about them. */
    if (!read_version(json, value[KEY_RECORD]))
        return false;
    for (int i = 0; i <= KEY_SEATS; i++)
        if (!value[i])
            rz_problem_set(&later, RZ_E_MISSING, rz_slice_of(setup_keys[i]));
    *json->problem = later;
    return later.error == RZ_OK;
}

bool rz_read_setup(const rz_game *const *games, rz_slice line, rz_header *header, rz_setup *setup,
                   rz_problem *problem) {
    rz_json json;
    const char *value[KEYS + 1] = {0}; /* the last for keys that are not known */
    rz_slice name;
    int32_t seats = 0;
    int nonces = -1;
    rz_json_init(&json, line, problem);
    *header = (rz_header){0};
    if (!find_keys(&json, value))
        return false;

    json.at = value[KEY_GAME];
    if (rz_json_peek(&json) != '"' || !rz_json_string(&json, &name))
        return rz_json_fail(&json, RZ_E_VALUE, rz_slice_of("game"));
    while (*games && !rz_slice_is(name, (*games)->name))
        games++;
    if (!*games)
        return rz_json_fail(&json, RZ_E_NO_GAME, name);
    header->game = *games;

    json.at = value[KEY_SEATS];
    rz_json_int(&json, &seats); /* what is no number leaves 0, which is refused */
    if (!rz_setup_init(header->game, seats, setup, problem))
        return false;
    if ((json.at = value[KEY_OPTIONS]) && !read_options(&json, header->game, setup))
        return false;
    if ((json.at = value[KEY_NAMES]) && !read_names(&json, header))
        return false;
    if ((json.at = value[KEY_FAIR]) && !read_fair(&json, header, &nonces))
        return false;
    if (value[KEY_NAMES] && header->n_names != seats)
        return rz_json_fail(&json, RZ_E_NAMES, rz_slice_of("names"));
    if (value[KEY_FAIR] && nonces != seats)
        return rz_json_fail(&json, RZ_E_FAIR, rz_slice_of("nonces"));
    return rz_setup_complete(header->game, setup, problem);
}

static void write_options(const rz_header *header, const rz_setup *setup, rz_text *out) {
    size_t before = out->length;
    rz_put_key(out, "options");
    if (rz_setup_write_options(header->game, setup, out) == 0) {
        out->length = before;
        out->at[before] = '\0';
    }
}

static void write_fair(const rz_header *header, int seats, rz_text *out) {
    rz_put_open(out, "fair", '{');
    rz_put_hex(out, "commit", header->commit, RZ_SEED);
    rz_put_open(out, "nonces", '[');
    for (int i = 0; i < seats; i++)
        rz_put_hex(out, NULL, header->nonces[i], RZ_SEED);
    rz_put_close(out, ']');
    rz_put_close(out, '}');
}

void rz_write_setup(const rz_header *header, const rz_setup *setup, rz_text *out) {
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "record", 1);
    rz_put_string(out, "game", header->game->name);
    rz_put_int(out, "seats", rz_seats(setup));
    write_options(header, setup, out);
    if (header->n_names > 0) {
        rz_put_open(out, "names", '[');
        for (int i = 0; i < header->n_names; i++)
            rz_put_string(out, NULL, header->names[i]);
        rz_put_close(out, ']');
    }
    if (header->fair)
        write_fair(header, rz_seats(setup), out);
    rz_put_close(out, '}');
}

bool rz_read_seal(rz_slice line, uint8_t seed[RZ_SEED], rz_problem *problem) {
    rz_json json;
    rz_slice key;
    int outer = 0, inner = 0;
    rz_json_init(&json, line, problem);
    bool ok = rz_json_open(&json, '{') && rz_json_more(&json, '{', &outer) &&
              rz_json_key(&json, &key) && rz_slice_is(key, "fair") && rz_json_open(&json, '{') &&
              rz_json_more(&json, '{', &inner) && rz_json_key(&json, &key) &&
              rz_slice_is(key, "seed") && read_hex(&json, seed) &&
              !rz_json_more(&json, '{', &inner) && !rz_json_more(&json, '{', &outer) &&
              rz_json_end(&json);
    if (ok)
        return true;
    problem->error = RZ_OK;
    return rz_problem_set(problem, RZ_E_FAIR, rz_slice_of(""));
}

void rz_describe_seal(const uint8_t seed[RZ_SEED], rz_event *event) {
    *event = (rz_event){.by = RZ_RULES, .verb = RZ_SEAL};
    for (int i = 0; i < RZ_SEED; i++)
        event->data[i] = seed[i];
}
