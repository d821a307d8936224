#include "serve/message.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[FIELDS] = {
#define X(field, name) name,
    MESSAGE_FIELDS(X)
#undef X
};

bool message_read(rz_slice text, message *m) {
    rz_json json;
    rz_problem problem;
    rz_slice key;
    int count = 0;
    *m = (message){.text = text};
    rz_json_init(&json, text, &problem);
    if (rz_json_peek(&json) != '{' || !rz_json_open(&json, '{'))
        return false;
    while (rz_json_more(&json, '{', &count) && rz_json_key(&json, &key)) {
        int f = 0;
        while (f < FIELDS && (*names[f] != *key.at || !rz_slice_is(key, names[f])))
            f++;
        rz_json_peek(&json);
        const char *begin = json.at;
        if (!rz_json_skip(&json))
            return false;
        if (f == FIELDS)
            continue;
        if (m->field[f].at)
            return false;
        m->field[f] = (rz_slice){begin, (size_t)(json.at - begin)};
    }
    return rz_json_end(&json);
}

bool message_int(const message *m, message_field field, int32_t min, int32_t max, int32_t *out) {
    rz_json json;
    rz_problem problem;
    if (!m->field[field].at)
        return false;
    rz_json_init(&json, m->field[field], &problem);
    return rz_json_int(&json, out) && *out >= min && *out <= max;
}

bool message_string(const message *m, message_field field, char *out, size_t size) {
    rz_json json;
    rz_problem problem;
    rz_slice string;
    if (!m->field[field].at)
        return false;
    rz_json_init(&json, m->field[field], &problem);
    if (rz_json_peek(&json) != '"' || !rz_json_string(&json, &string) || string.length >= size)
        return false;
    memcpy(out, string.at, string.length);
    out[string.length] = '\0';
    return true;
}

bool message_hex(const message *m, message_field field, uint8_t *out, size_t size) {
    rz_slice raw = m->field[field];
    return raw.at && raw.length == 2 * size + 2 && raw.at[0] == '"' &&
           rz_hex_read((rz_slice){raw.at + 1, 2 * size}, out, size);
}

bool message_none(const message *m, message_field field) {
    return !m->field[field].at || rz_slice_is(m->field[field], "null");
}

bool message_true(const message *m, message_field field) {
    return m->field[field].at && rz_slice_is(m->field[field], "true");
}

bool message_flag(const message *m, message_field field, bool unsaid, bool *out) {
    bool none = message_none(m, field);
    *out = none ? unsaid : message_true(m, field);
    return none || *out || rz_slice_is(m->field[field], "false");
}
