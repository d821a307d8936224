#include "core/receipt.h"

#include "core/mem.h"

typedef struct reading {
    rz_json json;
    const rz_game *const *games;
    rz_receipt *receipt;
} reading;

/* What the reader of JSON had to say of a value matters less than the field that it belongs to. */
static bool refuse(reading *r, rz_error error, const char *field) {
    r->json.problem->error = RZ_OK;
    return rz_json_fail(&r->json, error, rz_slice_of(field));
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The text is known to be JSON by now. */
static bool is_null(reading *r) {
    return rz_json_peek(&r->json) == 'n';
}

static bool read_text(reading *r, const char *field, char *text, size_t size) {
    rz_slice string;
    if (rz_json_peek(&r->json) != '"' || !rz_json_string(&r->json, &string) ||
        string.length >= size)
        return refuse(r, RZ_E_VALUE, field);
    memcpy(text, string.at, string.length);
    text[string.length] = '\0';
    return true;
}

static bool read_hash(reading *r, const char *field, uint8_t hash[RZ_SEED]) {
    rz_slice hex;
    return (rz_json_peek(&r->json) == '"' && rz_json_string(&r->json, &hex) &&
            rz_hex_read(hex, hash, RZ_SEED)) ||
           refuse(r, RZ_E_VALUE, field);
}

/* Steps into a list or an object. */
static bool enter(reading *r, char bracket, const char *field) {
    return (rz_json_peek(&r->json) == bracket && rz_json_open(&r->json, bracket)) ||
           refuse(r, RZ_E_VALUE, field);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static bool read_version(reading *r) {
    int32_t version = 0;
    const char *begin = r->json.at;
    if (!rz_json_int(&r->json, &version))
        return refuse(r, RZ_E_VALUE, "receipt");
    return version == 1 || rz_json_fail(&r->json, RZ_E_RECEIPT_VERSION,
                                        (rz_slice){begin, (size_t)(r->json.at - begin)});
}

static bool read_table(reading *r) {
    return read_text(r, "table", r->receipt->table, sizeof r->receipt->table) &&
           (r->receipt->table[0] || refuse(r, RZ_E_VALUE, "table"));
}

static bool read_game(reading *r) {
    char name[RZ_TABLE_BYTES + 1];
    if (!read_text(r, "game", name, sizeof name))
        return false;
    const rz_game *const *game = r->games;
    while (*game && !rz_slice_is(rz_slice_of(name), (*game)->name))
        game++;
    r->receipt->game = *game;
    return *game || refuse(r, RZ_E_NO_GAME, name);
}

static bool read_seat(reading *r) {
    int32_t seat = -1;
    if (!is_null(r) && (!rz_json_int(&r->json, &seat) || seat < 0 || seat >= RZ_SEATS_MAX))
        return refuse(r, RZ_E_VALUE, "seat");
    r->receipt->seat = seat;
    return true;
}

static bool read_commit(reading *r) {
    r->receipt->has_commit = !is_null(r);
    return is_null(r) || read_hash(r, "commit", r->receipt->commit);
}

static bool read_nonce(reading *r) {
    r->receipt->has_nonce = !is_null(r);
    return is_null(r) || read_hash(r, "nonce", r->receipt->nonce);
}

static bool read_player(reading *r, char name[RZ_NAME_BYTES + 1]) {
    char unused[RZ_TABLE_BYTES + 1];
    int count = 0;
    rz_slice key;
    if (!enter(r, '{', "players"))
        return false;
    while (rz_json_more(&r->json, '{', &count) && rz_json_key(&r->json, &key)) {
        bool is_name = rz_slice_is(key, "name");
        if (!is_name && !rz_slice_is(key, "who") && !rz_slice_is(key, "level"))
            return rz_json_fail(&r->json, RZ_E_UNKNOWN, key);
        if (!(is_name ? read_text(r, "name", name, RZ_NAME_BYTES + 1)
                      : read_text(r, "players", unused, sizeof unused)))
            return false;
    }
    return r->json.problem->error == RZ_OK;
}

static bool read_players(reading *r) {
    int *count = &r->receipt->n_players;
    if (!enter(r, '[', "players"))
        return false;
    while (rz_json_more(&r->json, '[', count))
        if (*count > RZ_SEATS_MAX)
            return refuse(r, RZ_E_VALUE, "players");
        else if (!read_player(r, r->receipt->names[*count - 1]))
            return false;
    return r->json.problem->error == RZ_OK;
}

/* The number of a line, as a key. */
static int read_line_number(rz_slice key) {
    int number = 0;
    bool ok = key.length >= 1 && key.length <= 8 && (key.at[0] != '0' || key.length == 1);
    for (size_t i = 0; ok && i < key.length; i++) {
        ok = key.at[i] >= '0' && key.at[i] <= '9';
        number = number * 10 + (key.at[i] - '0');
    }
    return ok ? number : -1;
}

static bool read_secrets(reading *r) {
    int count = 0, *last = &r->receipt->last_secret;
    rz_slice key, line;
    const char *begin = r->json.at;
    *last = -1;
    if (!enter(r, '{', "secrets"))
        return false;
    while (rz_json_more(&r->json, '{', &count) && rz_json_key(&r->json, &key)) {
        int number = read_line_number(key);
        if (number < 1 || number <= *last) /* nobody sees more of line 0 than others do */
            return refuse(r, number < 1 ? RZ_E_VALUE : RZ_E_ORDER, "secrets");
        *last = number;
        if (rz_json_peek(&r->json) != '"' || !rz_json_string(&r->json, &line))
            return refuse(r, RZ_E_VALUE, "secrets");
    }
    r->receipt->secrets = (rz_slice){begin, (size_t)(r->json.at - begin)};
    return r->json.problem->error == RZ_OK;
}

static bool read_heads(reading *r) {
    uint8_t head[RZ_HEAD];
    int *count = &r->receipt->n_heads;
    const char *begin = r->json.at;
    if (!enter(r, '[', "heads"))
        return false;
    while (rz_json_more(&r->json, '[', count))
        if (!read_hash(r, "heads", head))
            return false;
    r->receipt->heads = (rz_slice){begin, (size_t)(r->json.at - begin)};
    return r->json.problem->error == RZ_OK && (*count > 0 || refuse(r, RZ_E_VALUE, "heads"));
}

/* ---- The whole ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*read)(reading *r);
} fields[] = {
    {"receipt", read_version}, {"table", read_table},     {"game", read_game},
    {"seat", read_seat},       {"commit", read_commit},   {"nonce", read_nonce},
    {"players", read_players}, {"secrets", read_secrets}, {"heads", read_heads},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static int find_field(rz_slice key) {
    int i = 0;
    while (i < FIELDS && !rz_slice_is(key, fields[i].name))
        i++;
    return i;
}

/* Where the value of each field stands: the version is asked for before anything is said of the
 * others, since another one may have others. */
static bool find_fields(reading *r, const char *value[FIELDS + 1], rz_problem *later) {
    int count = 0;
    rz_slice key;
    if (rz_json_peek(&r->json) != '{')
        return refuse(r, RZ_E_NOT_RECEIPT, "");
    rz_json_open(&r->json, '{');
    while (rz_json_more(&r->json, '{', &count) && rz_json_key(&r->json, &key)) {
        int i = find_field(key);
        if (i == FIELDS)
            rz_problem_set(later, RZ_E_UNKNOWN, key);
        else if (value[i])
            rz_problem_set(later, RZ_E_TWICE, key);
        rz_json_peek(&r->json);
        value[i] = r->json.at;
        if (!rz_json_skip(&r->json))
            return false;
    }
    return rz_json_end(&r->json) && (value[0] || refuse(r, RZ_E_NOT_RECEIPT, ""));
}

/* What the fields say together. */
static bool check_fields(reading *r) {
    const rz_receipt *receipt = r->receipt;
    if (receipt->n_players < receipt->game->seats_min ||
        receipt->n_players > receipt->game->seats_max)
        return refuse(r, RZ_E_VALUE, "players");
    if (receipt->seat >= receipt->n_players)
        return refuse(r, RZ_E_VALUE, "seat");
    if (receipt->has_nonce && receipt->seat < 0)
        return refuse(r, RZ_E_VALUE, "nonce");
    if (receipt->last_secret >= (receipt->seat < 0 ? 0 : receipt->n_heads))
        return refuse(r, RZ_E_VALUE, "secrets");
    return true;
}

bool rz_read_receipt(const rz_game *const *games, rz_slice text, rz_receipt *receipt,
                     rz_problem *problem) {
    reading r = {.games = games, .receipt = receipt};
    const char *value[FIELDS + 1] = {0}; /* the last for fields that are not known */
    rz_problem later = {0};
    rz_json_init(&r.json, text, problem);
    *receipt = (rz_receipt){0};
    if (text.length > RZ_RECEIPT_MAX)
        return refuse(&r, RZ_E_NOT_RECEIPT, "");
    if (!find_fields(&r, value, &later))
        return false;
    for (int i = 0; i < FIELDS; i++) {
        if (!value[i])
            return refuse(&r, RZ_E_MISSING, fields[i].name);
        r.json.at = value[i];
        if (!fields[i].read(&r))
            return false;
        if (later.error != RZ_OK) { /* the version is known now */
            *problem = later;
            return false;
        }
    }
    return check_fields(&r);
}

/* ---- Line by line ---------------------------------------------------------------------------- */

void rz_receipt_begin(const rz_receipt *receipt, rz_receipt_lines *lines) {
    *lines = (rz_receipt_lines){.heads_left = receipt->n_heads, .secret = -1};
    rz_json_init(&lines->heads, receipt->heads, &lines->heads_problem);
    rz_json_init(&lines->secrets, receipt->secrets, &lines->secrets_problem);
    rz_json_open(&lines->heads, '[');
    rz_json_open(&lines->secrets, '{');
    lines->last_secret = receipt->last_secret;
}

bool rz_receipt_head(rz_receipt_lines *lines, uint8_t head[RZ_HEAD]) {
    rz_slice hex;
    return lines->heads_left-- > 0 && rz_json_more(&lines->heads, '[', &lines->n_heads) &&
           rz_json_string(&lines->heads, &hex) && rz_hex_read(hex, head, RZ_HEAD);
}

bool rz_receipt_secret(rz_receipt_lines *lines, int line, rz_slice *seen) {
    rz_slice key;
    if (lines->secret < line && lines->secret < lines->last_secret &&
        rz_json_more(&lines->secrets, '{', &lines->n_secrets) && rz_json_key(&lines->secrets, &key))
        lines->secret = read_line_number(key);
    return lines->secret == line && rz_json_string(&lines->secrets, seen);
}
