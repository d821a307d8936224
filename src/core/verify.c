#include "core/verify.h"

#include "core/mem.h"
#include "core/translate.h"

const rz_reason *rz_verdict_reason(rz_verdict verdict) {
    static const rz_reason reasons[] = {
#define X(code, name, text) [code] = {name, NULL, text},
        RZ_VERDICTS(X)
#undef X
    };
    return &reasons[verdict];
}

/* True if that is not the end of it. */
static bool find(rz_verification *v, rz_verdict verdict) {
    v->verdict = verdict;
    return verdict == RZ_VERIFIED;
}

/* The next line of `rest`, which is cut; false if there are no more. */
static bool take_line(rz_slice *rest, rz_slice *line) {
    if (rest->length == 0)
        return false;
    size_t n = 0;
    while (n < rest->length && rest->at[n] != '\n')
        n++;
    *line = (rz_slice){rest->at, n};
    n += n < rest->length;
    *rest = (rz_slice){rest->at + n, rest->length - n};
    return true;
}

/* ---- By the rules and the receipt ------------------------------------------------------------ */

/* The head after a line, against the next one that was kept. */
static bool compare_head(rz_verification *v) {
    uint8_t head[RZ_HEAD];
    if (!v->receipt || v->compared == v->receipt->n_heads)
        return true;
    if (!rz_receipt_head(&v->kept, head) || memcmp(head, v->head, RZ_HEAD) != 0)
        return find(v, RZ_V_HEAD);
    v->compared++;
    return true;
}

/* What the seat saw of a line, against what was kept of it. */
static bool compare_secret(rz_verification *v, const rz_event *event) {
    char memory[RZ_EVENT_TEXT];
    rz_text text, expected;
    rz_slice seen;
    if (!v->receipt || !rz_receipt_secret(&v->kept, v->line, &seen))
        return true;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_seen(v->header.game, v->setup, v->receipt->seat, event, &text);
    if (text.length == seen.length && memcmp(memory, seen.at, seen.length) == 0)
        return true;
    rz_text_init(&expected, v->expected, sizeof v->expected);
    rz_text_slice(&expected, seen);
    return find(v, RZ_V_SECRET);
}

static bool compare_setup(rz_verification *v) {
    const rz_receipt *r = v->receipt;
    const rz_header *header = &v->header;
    if (r->game != header->game || r->n_players != rz_seats(v->setup))
        return find(v, RZ_V_OTHER_GAME);
    if (r->has_commit && memcmp(r->commit, header->commit, RZ_SEED) != 0)
        return find(v, RZ_V_COMMIT);
    if (r->has_nonce && memcmp(r->nonce, header->nonces[r->seat], RZ_SEED) != 0)
        return find(v, RZ_V_NONCE);
    v->is_bound = r->has_commit && r->has_nonce;
    for (int s = 0; s < header->n_names; s++)
        if (r->names[s][0] && !rz_slice_is(rz_slice_of(r->names[s]), header->names[s]))
            v->renamed |= (rz_actors)(1 << s);
    rz_receipt_begin(r, &v->kept);
    return true;
}

static bool begin(rz_verification *v, rz_slice line) {
    if (!rz_read_setup(v->games, line, &v->header, v->setup, &v->problem))
        return find(v, RZ_V_REFUSED);
    v->lines = 1;
    if (!v->header.fair)
        return find(v, RZ_V_NOT_FAIR);
    if (v->receipt && !compare_setup(v))
        return false;
    rz_driver_init(&v->replay, &v->header, v->setup, v->state, NULL);
    rz_chain_begin(v->head, &v->header, v->setup);
    return compare_head(v);
}

/* One line after the setup. */
static bool go_on(rz_verification *v, rz_slice line) {
    rz_event event;
    v->line = v->lines;
    if (!rz_driver_read(&v->replay, line, &event, &v->problem))
        return find(v, RZ_V_REFUSED);
    v->lines++;
    rz_chain_add(v->head, v->header.game, v->setup, &event);
    return compare_head(v) && compare_secret(v, &event);
}

/* Everything in the receipt has been compared, unless the record ended before. */
static bool compare_end(rz_verification *v) {
    if (v->compared != v->receipt->n_heads)
        return find(v, RZ_V_SHORT);
    return v->kept.secret == v->receipt->last_secret || find(v, RZ_V_SECRET);
}

static bool replay(rz_verification *v) {
    rz_slice rest = v->record, line = {"", 0};
    take_line(&rest, &line);
    bool ok = begin(v, line);
    while (ok && take_line(&rest, &line))
        ok = go_on(v, line);
    return ok && (!v->receipt || compare_end(v));
}

/* ---- By the seed ----------------------------------------------------------------------------- */

/* What the seed gives where chance is to act. `ahead` is the dealer after it. */
static bool draw(const rz_verification *v, rz_event *drawn, rz_dealer *ahead) {
    const rz_game *game = v->header.game;
    const rz_public *pub = rz_state_public(v->state);
    if (rz_driver_due(&v->replay) || !(game->to_act(v->setup, pub) & RZ_CHANCE_BIT))
        return false;
    *ahead = v->dealer;
    rz_action action = rz_dealer_draw(ahead, game, v->setup, v->state);
    game->describe(v->setup, pub, RZ_CHANCE, action, drawn);
    return true;
}

/* One line again, which the rules have taken before. */
static bool deal_line(rz_verification *v, rz_slice line) {
    rz_event event, drawn = {0};
    rz_dealer ahead;
    rz_text expected;
    bool is_chance = draw(v, &drawn, &ahead);
    rz_driver_read(&v->replay, line, &event, &v->problem);
    if (!is_chance || event.by != RZ_CHANCE) /* somebody may have left before the draw */
        return true;
    v->dealer = ahead;
    v->events++;
    if (memcmp(&drawn, &event, sizeof event) == 0)
        return true;
    rz_text_init(&expected, v->expected, sizeof v->expected);
    rz_write_event(v->header.game, v->setup, &drawn, &expected);
    return find(v, RZ_V_CHANCE);
}

static bool deal_again(rz_verification *v) {
    uint8_t seed[RZ_SEED];
    rz_slice rest = v->record, line;
    if (!v->replay.is_sealed)
        return find(v, RZ_V_UNSEALED);
    if (!rz_fair_seed(&v->header, rz_seats(v->setup), v->replay.seed, seed))
        return find(v, RZ_V_SEED);
    rz_dealer_init(&v->dealer, seed);
    rz_driver_init(&v->replay, &v->header, v->setup, v->state, NULL);
    take_line(&rest, &line);
    bool ok = true;
    for (v->line = 1; ok && take_line(&rest, &line); v->line += ok)
        ok = deal_line(v, line);
    return ok;
}

rz_verdict rz_verify(rz_verification *v) {
    v->verdict = RZ_VERIFIED;
    v->line = v->lines = v->compared = v->events = 0;
    v->is_bound = false;
    v->renamed = 0;
    v->problem = (rz_problem){0};
    v->expected[0] = '\0';
    if (replay(v))
        deal_again(v);
    return v->verdict;
}
