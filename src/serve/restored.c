#include "serve/restored.h"

#include <string.h>

#include "core/record.h"

enum { AT_ONCE = 64 };

typedef struct found {
    int n;
    struct {
        char id[STORE_TABLE_ID + 1];
        uint32_t version;
    } tables[AT_ONCE];
} found;

static bool take_id(void *context, const store_table *row) {
    found *f = context;
    f->tables[f->n].version = row->version;
    memcpy(f->tables[f->n++].id, row->id, sizeof row->id);
    return f->n < AT_ONCE;
}

static void write_seal(const uint8_t seed[RZ_SEED], rz_text *line, char *memory, size_t size) {
    rz_event seal;
    rz_describe_seal(seed, &seal);
    rz_text_init(line, memory, size);
    rz_write_event(NULL, NULL, &seal, line);
}

/* Where a damaged copy has lost the seed, the others are given up all the same. */
static store_result give_up(store *s, const char *id, uint32_t version, int64_t now) {
    char memory[RZ_LINE_MAX];
    uint8_t seed[RZ_SEED];
    int64_t last;
    rz_text line = {0};
    store_result result = store_last_line(s, id, &last);
    result = result ? result : store_seed(s, id, seed);
    bool has_seed = result == STORE_OK;
    if (!has_seed && result != STORE_MISSING)
        return result;
    if (has_seed)
        write_seal(seed, &line, memory, sizeof memory);
    return store_append(s, id, version, (uint32_t)(last + 1), &(rz_slice){memory, line.length},
                        has_seed && last >= 0, now, INT64_MAX, STORE_ABANDONED);
}

static store_result give_up_some(store *s, int64_t now, const found *f) {
    store_result result = store_begin(s);
    for (int i = 0; i < f->n && result == STORE_OK; i++)
        result = give_up(s, f->tables[i].id, f->tables[i].version, now);
    if (result != STORE_OK) {
        store_rollback(s);
        return result;
    }
    return store_commit(s);
}

store_result restored_give_up(store *s, int64_t now, int *count) {
    *count = 0;
    for (;;) {
        found f = {0};
        store_result result = store_unfinished(s, AT_ONCE, take_id, &f);
        if ((result != STORE_OK && result != STORE_MISSING) || f.n == 0)
            return result == STORE_MISSING ? STORE_OK : result;
        if ((result = give_up_some(s, now, &f)) != STORE_OK)
            return result;
        *count += f.n;
    }
}
