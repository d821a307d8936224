#include "core/game.h"

#include "core/assert.h"
#include "core/mem.h"
#include "core/translate.h"

static const rz_reason core_reasons[] = {
#define X(code, name, text) {name, NULL, text},
    RZ_CORE_ERRORS(X)
#undef X
};

const rz_reason *rz_reason_of(const rz_game *game, rz_error error) {
    if (error < RZ_CORE_ERROR_COUNT)
        return &core_reasons[error];
    RZ_ASSERT(error >= RZ_E_GAME && error - RZ_E_GAME < game->n_reasons);
    return &game->reasons[error - RZ_E_GAME];
}

void rz_write_problem(const rz_game *game, const rz_problem *problem, rz_text *out) {
    static const char place[] = "{detail}";
    enum { PLACE = sizeof place - 1 };
    const rz_reason *reason = rz_reason_of(game, problem->error);
    const char *rule = problem->rule ? problem->rule : reason->rule;
    for (rz_slice rest = rz_slice_of(reason->text); rest.length > 0;) {
        bool here = rest.length >= PLACE && memcmp(rest.at, place, PLACE) == 0;
        size_t n = here ? PLACE : 1;
        rz_text_slice(out, here ? rz_slice_of(problem->detail) : (rz_slice){rest.at, 1});
        rest = (rz_slice){rest.at + n, rest.length - n};
    }
    if (rule) {
        rz_text_add(out, " (");
        rz_text_add(out, rule);
        rz_text_char(out, ')');
    }
}

void rz_mask(const rz_game *game, const rz_setup *setup, const rz_view *view,
             uint64_t out[RZ_MASK_WORDS]) {
    rz_action legal[RZ_LEGAL_MAX];
    int n = game->legal(setup, view, legal);
    memset(out, 0, RZ_MASK_WORDS * sizeof *out);
    for (int i = 0; i < n; i++)
        out[legal[i] / 64] |= (uint64_t)1 << legal[i] % 64;
}

int rz_field_slots(const rz_field *field) {
    switch (field->kind) {
    case RZ_COUNTS:
        return field->count;
    case RZ_SEAT_SET:
    case RZ_PER_SEAT:
    case RZ_NAME_PER_SEAT:
        return RZ_SEATS_MAX;
    case RZ_LARGE_PER_SEAT:
        return 2 * RZ_SEATS_MAX;
    case RZ_ROW_PER_SEAT:
    case RZ_COUNTS_OF_SEAT:
        return RZ_SEATS_MAX * field->count;
    default:
        return 1;
    }
}

int rz_field_at(const rz_verb *verb, const char *name) {
    rz_slice wanted = rz_slice_of(name);
    int at = 0, i = 0;
    while (!rz_slice_is(wanted, verb->fields[i].name)) {
        at += rz_field_slots(&verb->fields[i++]);
        RZ_ASSERT(i < RZ_FIELDS_MAX && verb->fields[i].kind != 0);
    }
    return at;
}

bool rz_conceal(const rz_game *game, const rz_setup *setup, int viewer, rz_event *event) {
    if (rz_is_table_verb(event->verb))
        return false;
    rz_event whole = *event;
    game->conceal(setup, viewer, event);
    return memcmp(&whole, event, sizeof whole) != 0;
}

static void add_snapshot(rz_events *events, const rz_public *pub) {
    uint8_t *room = (uint8_t *)events->snapshots;
    memcpy(room + (size_t)events->count * events->snapshot_size, pub, events->snapshot_size);
}

/* Never inlined: where files are put together before they are optimised, the quick path of the
 * rules would grow by all that is done for those who watch. */
__attribute__((noinline, cold)) rz_event *rz_events_add(rz_events *events, int verb,
                                                        const rz_public *pub) {
    RZ_ASSERT(events->count < RZ_EVENTS_MAX);
    if (events->snapshots)
        add_snapshot(events, pub);
    rz_event *event = &events->list[events->count++];
    *event = (rz_event){.by = RZ_RULES, .verb = (uint8_t)verb};
    return event;
}

bool rz_sight_number(const rz_sight *sight, const rz_view *view, int index, int32_t *number) {
    const char *at = (const char *)view + sight->offset + index * sight->size;
    if (sight->size == 1)
        *number = *(const uint8_t *)at;
    else if (sight->size == 2)
        *number = *(const int16_t *)(const void *)at;
    else
        *number = *(const int32_t *)(const void *)at;
    return *number != 0 || !sight->zero_is_none;
}
