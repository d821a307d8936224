/* The host: a whole game, dealt here and played by people and bots; and what measures the module.
 */
#include "ai/match.h"
#include "ai/nets.h"
#include "core/driver.h"
#include "core/sha256.h"
#include "wasm/wasm.h"

static struct {
    bool begun;
    rz_header header;
    rz_setup setup;
    rz_voice voice;
    rz_driver driver;
    rz_state state;
    rz_dealer dealer;
    uint8_t seed[RZ_SEED];
    uint32_t moves; /* of seats and of chance */
} host;

static int viewer_of(int seat) {
    return seat >= 0 && seat < rz_seats(&host.setup) ? seat : RZ_SPECTATOR;
}

static text answer_event(const rz_event *event) {
    rz_text *out = wasm_out();
    rz_write_event(host.header.game, &host.setup, event, out);
    return out->at;
}

text wasm_host(text setup, text seed) {
    rz_text *out = wasm_out();
    rz_problem problem = {0};
    host.voice = (rz_voice){
        .translate = wasm_translate, .header = &host.header, .setup = &host.setup, .you = -1};
    host.begun = false;
    host.moves = 0;
    if (!rz_seed_read(rz_slice_of(seed), host.seed)) {
        rz_problem_set(&problem, RZ_E_VALUE, rz_slice_of("seed"));
    } else if (rz_read_setup(rz_games, rz_slice_of(setup), &host.header, &host.setup, &problem)) {
        rz_driver_init(&host.driver, &host.header, &host.setup, &host.state, NULL);
        rz_dealer_init(&host.dealer, host.seed);
        host.driver.dealer = &host.dealer;
        host.begun = true;
    }
    wasm_put_problem(out, NULL, &host.voice, host.header.game, &problem);
    return out->at;
}

text wasm_take(text line) {
    rz_text *out = wasm_out();
    rz_problem problem = {0};
    rz_event event;
    if (!host.begun)
        return "null";
    bool is_action = !rz_driver_due(&host.driver);
    if (rz_driver_read(&host.driver, rz_slice_of(line), &event, &problem))
        host.moves += is_action && !rz_is_table_verb(event.verb);
    wasm_put_problem(out, NULL, &host.voice, host.header.game, &problem);
    return out->at;
}

text wasm_next(void) {
    const rz_event *line = host.begun ? rz_driver_next(&host.driver) : NULL;
    return line ? answer_event(line) : "";
}

int wasm_actors(void) {
    return host.begun && !rz_driver_due(&host.driver) ? rz_driver_actors(&host.driver) : 0;
}

int wasm_deal(void) {
    if (!(wasm_actors() & RZ_CHANCE_BIT))
        return 0;
    rz_driver_deal(&host.driver);
    host.moves++;
    return 1;
}

int wasm_bot(text bot, int seat) {
    rz_bot_spec spec;
    if (seat < 0 || seat >= RZ_SEATS_MAX || !(wasm_actors() >> seat & 1) ||
        !rz_bot_read(rz_slice_of(bot), &spec) || !rz_bot_is_ready(spec.bot, host.header.game))
        return 0;
    rz_action action = rz_bot_move(&spec, host.header.game, &host.setup, &host.state, seat,
                                   host.seed, host.moves++);
    return rz_driver_act(&host.driver, seat, action) == RZ_OK;
}

text wasm_conceal(text line, int seat) {
    rz_event event;
    rz_problem problem = {0};
    if (!host.begun)
        return "";
    /* The seal is no event; nothing in it is hidden. */
    if (!rz_read_event(host.header.game, &host.setup, rz_slice_of(line), &event, &problem))
        return line;
    rz_conceal(host.header.game, &host.setup, viewer_of(seat), &event);
    return answer_event(&event);
}

text wasm_fair_seed(text setup, text seal) {
    static rz_header header;
    static rz_setup unused;
    rz_text *out = wasm_out();
    rz_problem problem = {0};
    uint8_t told[RZ_SEED], seed[RZ_SEED];
    if (rz_read_setup(rz_games, rz_slice_of(setup), &header, &unused, &problem) && header.fair &&
        rz_read_seal(rz_slice_of(seal), told, &problem) &&
        rz_fair_seed(&header, rz_seats(&unused), told, seed))
        rz_text_hex(out, seed, sizeof seed);
    return out->at;
}

/* ---- Nets ------------------------------------------------------------------------------------
 */

/* Room is for ever, so each game keeps its own. */
typedef struct kept_net {
    const rz_game *game;
    rz_net net;
    float *memory;
} kept_net;

static kept_net *find_kept(const rz_game *game) {
    static kept_net all[RZ_GAME_COUNT];
    kept_net *kept = all;
    while (kept->game && kept->game != game)
        kept++;
    kept->game = game;
    return kept;
}

int wasm_net(text game, int at, int size) {
    const rz_game *of = rz_game_find(rz_slice_of(game));
    const rz_net_shape *shape = of ? rz_net_shape_of(of) : NULL;
    if (!shape)
        return RZ_NET_OTHER;
    kept_net *kept = find_kept(of);
    if (!kept->memory)
        kept->memory = wasm_take_room(rz_net_room(shape) * sizeof(float));
    rz_net_fault fault = RZ_NET_NO_MEMORY;
    if (kept->memory)
        fault = rz_net_read(&kept->net, shape, kept->memory,
                            (const uint8_t *)(uintptr_t)(unsigned)at, (size_t)(unsigned)size);
    rz_net_set(of, fault == RZ_NET_OK ? &kept->net : NULL);
    return (int)fault;
}

/* ---- Measures --------------------------------------------------------------------------------
 */

static bool read_match(const char *setup, rz_match *match) {
    rz_problem problem = {0};
    *match = (rz_match){0};
    return rz_read_setup(rz_games, rz_slice_of(setup), &match->header, &match->setup, &problem);
}

int wasm_random_games(text setup, int games) {
    static rz_match match;
    static rz_state state;
    uint32_t actions = 0;
    rz_rng rng;
    if (!read_match(setup, &match))
        return -1;
    rz_rng_fast(&rng, 1);
    for (int i = 0; i < games; i++)
        actions += rz_random_game(match.header.game, &match.setup, &rng, &state);
    return (int)actions;
}

/* "greedy,random": the last goes on for the other seats. */
static bool read_bots(const char *list, rz_match *match) {
    for (int seat = 0; seat < rz_seats(&match->setup); seat++) {
        size_t n = 0;
        while (list[n] && list[n] != ',')
            n++;
        if (!rz_bot_read((rz_slice){list, n}, &match->bots[seat]))
            return false;
        list += list[n] ? n + 1 : 0;
    }
    return true;
}

/* Adds the record of a game to the hash; false if it does not fit into memory. */
static bool hash_game(const rz_match *match, const uint8_t seed[RZ_SEED], uint32_t n,
                      rz_sha256 *hash) {
    enum { ROOM = 16 << 20 };
    static rz_state state;
    static char *memory;
    rz_text record;
    if (!memory && !(memory = wasm_take_room(ROOM)))
        return false;
    rz_text_init(&record, memory, ROOM);
    rz_match_play(match, seed, n, &state, &record, NULL);
    rz_sha256_add(hash, memory, record.length);
    return !record.full;
}

text wasm_simulate(text setup, text seed, int games, text bots) {
    static rz_match match;
    uint8_t bytes[RZ_SEED], sum[RZ_SHA256_SIZE];
    rz_text *out = wasm_out();
    rz_sha256 hash;
    if (!read_match(setup, &match) || !read_bots(bots, &match) ||
        !rz_seed_read(rz_slice_of(seed), bytes))
        return "";
    rz_sha256_init(&hash);
    for (int n = 0; n < games; n++)
        if (!hash_game(&match, bytes, (uint32_t)n, &hash))
            return "";
    rz_sha256_end(&hash, sum);
    rz_text_hex(out, sum, sizeof sum);
    return out->at;
}
