/* The table: what one seat sees of a game, moved on by the lines of its record. */
#include "core/chain.h"
#include "core/driver.h"
#include "core/mem.h"
#include "core/module.h"
#include "wasm/wasm.h"
#include "words/hint.h"

static struct {
    bool begun;
    rz_header header;
    rz_setup setup;
    rz_voice voice;
    rz_driver driver;
    rz_public snapshots[RZ_SNAPSHOTS_MAX];
    rz_view view;  /* ahead of the lines that are due */
    rz_view shown; /* what is to be seen after the last line */
    wasm_seen seen;
    uint8_t head[RZ_HEAD]; /* of the chain, after the last line, … */
    rz_event last;         /* … which is this one, if it is not the setup */
} table;

static const wasm_game *game_of(const rz_game *game) {
    return rz_module_of(game)->page;
}

static const rz_public *open_part(void) {
    return rz_view_public(&table.view);
}

static const rz_public *shown_part(void) {
    return rz_view_public(&table.shown);
}

/* Nothing while lines are due: the position is ahead of them. */
static int list_legal(rz_action legal[RZ_LEGAL_MAX]) {
    if (!table.begun || table.voice.you < 0 || rz_driver_due(&table.driver))
        return 0;
    return table.header.game->legal(&table.setup, &table.view, legal);
}

/* ---- Every game ------------------------------------------------------------------------------
 */

static void put_option(rz_text *out, const rz_voice *voice, const rz_game *game,
                       const rz_option *option) {
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "name", option->name);
    if (option->rule)
        rz_put_string(out, "rule", option->rule);
    else
        rz_put_null(out, "rule");
    rz_put_string(out, "about", rz_translate(voice, option->about));
    rz_put_open(out, "words", '[');
    for (int i = 0; i < option->n_words; i++)
        rz_put_string(out, NULL, option->words[i]);
    rz_put_close(out, ']');
    if (option->numbers) {
        rz_put_int(out, "min", option->min);
        rz_put_int(out, "max", option->max > 0 ? option->max : game->seats_max - 1);
    }
    if (option->numbers && option->n_words == 0)
        rz_put_int(out, "fallback", option->fallback);
    rz_put_bool(out, "data", option->read != NULL);
    rz_put_close(out, '}');
}

text wasm_games(void) {
    rz_text *out = wasm_out();
    rz_voice voice = {.translate = wasm_translate};
    rz_put_open(out, NULL, '[');
    for (const rz_game *const *game = rz_games; *game; game++) {
        rz_put_open(out, NULL, '{');
        rz_put_string(out, "name", (*game)->name);
        rz_put_string(out, "title", (*game)->title);
        rz_put_string(out, "author", (*game)->author);
        rz_put_string(out, "about", rz_translate(&voice, (*game)->about));
        rz_put_open(out, "seats", '[');
        rz_put_int(out, NULL, (*game)->seats_min);
        rz_put_int(out, NULL, (*game)->seats_max);
        rz_put_close(out, ']');
        rz_put_open(out, "options", '[');
        for (int i = 0; i < (*game)->n_options; i++)
            put_option(out, &voice, *game, &(*game)->options[i]);
        rz_put_close(out, ']');
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
    return out->at;
}

text wasm_bots(void) {
    rz_text *out = wasm_out();
    rz_voice voice = {.translate = wasm_translate};
    rz_put_open(out, NULL, '[');
    for (const rz_bot *const *bot = rz_bots; *bot; bot++) {
        rz_put_open(out, NULL, '{');
        rz_put_string(out, "name", (*bot)->name);
        rz_put_string(out, "about", rz_translate(&voice, (*bot)->about));
        rz_put_open(out, "games", '[');
        for (const rz_game *const *game = rz_games; *game; game++)
            if (rz_bot_plays(*bot, *game))
                rz_put_string(out, NULL, (*game)->name);
        rz_put_close(out, ']');
        rz_put_bool(out, "net", (*bot)->needs_net);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
    return out->at;
}

/* ---- Lines -----------------------------------------------------------------------------------
 */

/* The rules go from a line past all that follow from it; people see what is public after each. What
 * the seat alone knows changes with the line itself. */
static void show_position(void) {
    table.shown = table.view;
    memcpy(&table.shown, rz_driver_shown(&table.driver), table.header.game->public_size);
}

text wasm_begin(text setup, int seat, int direct) {
    static rz_state scratch;
    rz_text *out = wasm_out();
    rz_problem problem = {0};
    table.begun = false;
    table.voice = (rz_voice){.translate = wasm_translate,
                             .header = &table.header,
                             .setup = &table.setup,
                             .you = seat,
                             .direct = direct != 0,
                             .plain = !direct};
    if (rz_read_setup(rz_games, rz_slice_of(setup), &table.header, &table.setup, &problem)) {
        int viewer = seat >= 0 && seat < rz_seats(&table.setup) ? seat : RZ_SPECTATOR;
        table.voice.you = viewer == RZ_SPECTATOR ? -1 : viewer;
        table.seen = (wasm_seen){.voice = &table.voice, .view = &table.shown};
        rz_driver_init_view(&table.driver, &table.header, &table.setup, viewer, &table.view,
                            &scratch, table.snapshots);
        rz_chain_begin(table.head, &table.header, &table.setup);
        show_position();
        table.begun = true;
    }
    wasm_put_problem(out, NULL, &table.voice, table.header.game, &problem);
    return out->at;
}

/* What the rules will reveal is not known yet, but that they will. */
static int count_due(void) {
    bool revealing = table.header.game->to_act(&table.setup, open_part()) == RZ_RULES_BIT;
    int due = table.driver.due.count - table.driver.next;
    return due > 0 ? due : revealing;
}

/* What a line that was just taken says, with what is worth a remark. */
static void put_sentence_of(rz_text *out, const rz_event *event) {
    const rz_words *words = rz_words_of(table.header.game);
    char memory[2048];
    rz_text sentence;
    rz_text_init(&sentence, memory, sizeof memory);
    rz_format_event(&table.voice, event, &sentence);
    if (words->comment && !rz_is_table_verb(event->verb))
        words->comment(&table.voice, rz_driver_before(&table.driver), event, &sentence);
    rz_put_string(out, "text", memory);
}

text wasm_observe(text line) {
    rz_text *out = wasm_out();
    rz_event event;
    rz_problem problem = {0};
    rz_put_open(out, NULL, '{');
    if (!table.begun || !rz_driver_read(&table.driver, rz_slice_of(line), &event, &problem)) {
        wasm_put_problem(out, "problem", &table.voice, table.header.game, &problem);
        rz_put_close(out, '}');
        return out->at;
    }
    rz_chain_add(table.head, table.header.game, &table.setup, &event);
    table.last = event;
    const wasm_game *game = game_of(table.header.game);
    if (game->note_event)
        game->note_event(&table.seen, &event);
    show_position();
    rz_put_int(out, "number", (int)table.driver.number - 1);
    wasm_put_event(out, "line", table.header.game, &table.setup, &event);
    put_sentence_of(out, &event);
    rz_put_int(out, "due", count_due());
    rz_put_close(out, '}');
    return out->at;
}

/* The last line as the seat sees it, if others see less. */
static void put_secret(rz_text *out) {
    char memory[RZ_EVENT_TEXT];
    rz_text line;
    rz_event seen = table.last;
    rz_text_init(&line, memory, sizeof memory);
    if (table.driver.number == 1 ||
        !rz_conceal(table.header.game, &table.setup, RZ_SPECTATOR, &seen)) {
        rz_put_null(out, "secret");
        return;
    }
    rz_write_event(table.header.game, &table.setup, &table.last, &line);
    rz_put_string(out, "secret", memory);
}

text wasm_link(void) {
    rz_text *out = wasm_out();
    if (!table.begun)
        return "null";
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "number", (int)table.driver.number - 1);
    rz_put_hex(out, "head", table.head, sizeof table.head);
    put_secret(out);
    rz_put_close(out, '}');
    return out->at;
}

/* ---- What there is to see --------------------------------------------------------------------
 */

static void put_names(rz_text *out) {
    rz_voice voice = table.voice;
    voice.you = -1;
    rz_put_open(out, "names", '[');
    for (int seat = 0; seat < rz_seats(&table.setup); seat++) {
        char memory[RZ_NAME_BYTES + 40];
        rz_text name;
        rz_text_init(&name, memory, sizeof memory);
        rz_format_seat(&voice, &name, seat);
        rz_put_string(out, NULL, memory);
    }
    rz_put_close(out, ']');
}

static void put_scores(rz_text *out) {
    int32_t scores[RZ_SEATS_MAX];
    table.header.game->scores(&table.setup, shown_part(), scores);
    rz_put_open(out, "scores", '[');
    for (int seat = 0; seat < rz_seats(&table.setup); seat++)
        rz_put_int(out, NULL, scores[seat]);
    rz_put_close(out, ']');
}

static void put_moment(rz_text *out) {
    char memory[400] = "";
    rz_text moment;
    rz_action legal[RZ_LEGAL_MAX];
    rz_text_init(&moment, memory, sizeof memory);
    if (list_legal(legal) > 0)
        rz_words_of(table.header.game)->moment(&table.voice, &table.view, &moment);
    rz_put_string(out, "moment", memory);
}

static void put_common(rz_text *out) {
    const rz_game *game = table.header.game;
    bool due = rz_driver_due(&table.driver) != NULL;
    rz_actors actors = due ? RZ_RULES_BIT : game->to_act(&table.setup, open_part());
    rz_put_string(out, "game", game->name);
    rz_put_int(out, "number", (int)table.driver.number);
    wasm_put_seat(out, "you", table.voice.you, table.voice.you >= 0);
    put_names(out);
    wasm_put_seats(out, "actors", actors & (RZ_CHANCE_BIT - 1));
    rz_put_bool(out, "chance", actors & RZ_CHANCE_BIT);
    rz_put_bool(out, "over", actors == 0);
    wasm_put_seats(out, "away", table.driver.away);
    put_scores(out);
    wasm_put_seats(out, "winners", actors ? 0 : game->winners(&table.setup, open_part()));
    put_moment(out);
}

text wasm_position(void) {
    rz_text *out = wasm_out();
    if (!table.begun)
        return "null";
    rz_put_open(out, NULL, '{');
    put_common(out);
    game_of(table.header.game)->position(&table.seen, out);
    rz_put_close(out, '}');
    return out->at;
}

text wasm_facts(void) {
    rz_text *out = wasm_out();
    if (!table.begun)
        return "null";
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "game", table.header.game->name);
    game_of(table.header.game)->facts(&table.seen, out);
    rz_put_close(out, '}');
    return out->at;
}

/* ---- What there is to do ---------------------------------------------------------------------
 */

static void put_choice(rz_text *out, rz_action action) {
    const rz_game *game = table.header.game;
    char label[600];
    rz_text text;
    rz_event event;
    rz_text_init(&text, label, sizeof label);
    game->describe(&table.setup, open_part(), table.voice.you, action, &event);
    rz_words_of(game)->choice(&table.voice, open_part(), table.voice.you, action, &text);
    wasm_put_event(out, "line", game, &table.setup, &event);
    rz_put_string(out, "text", label);
}

text wasm_choices(void) {
    rz_text *out = wasm_out();
    rz_action legal[RZ_LEGAL_MAX];
    int n = list_legal(legal);
    rz_put_open(out, NULL, '[');
    for (int i = 0; i < n; i++) {
        rz_put_open(out, NULL, '{');
        put_choice(out, legal[i]);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
    return out->at;
}

text wasm_why_not(text line) {
    const rz_game *game = table.header.game;
    rz_text *out = wasm_out();
    rz_problem problem = {0};
    rz_event event;
    rz_action action;
    if (!table.begun)
        return "null";
    if (rz_read_event(game, &table.setup, rz_slice_of(line), &event, &problem)) {
        problem.error = event.by == table.voice.you
                            ? game->understand(&table.setup, open_part(), &event, &action)
                            : RZ_E_ACTOR;
        if (problem.error == RZ_OK)
            problem.error = action == RZ_HIDDEN ? RZ_E_HIDDEN
                                                : game->why_not(&table.setup, &table.view, action);
    }
    wasm_put_problem(out, NULL, &table.voice, game, &problem);
    return out->at;
}

/* ---- Advice ----------------------------------------------------------------------------------
 */

static void put_sentence(rz_text *out, const char *key, const rz_hint *hint,
                         void (*format)(const rz_voice *, const rz_view *, const rz_hint *,
                                        rz_text *)) {
    char memory[1024];
    rz_text sentence;
    rz_text_init(&sentence, memory, sizeof memory);
    format(&table.voice, &table.view, hint, &sentence);
    rz_put_string(out, key, memory);
}

static void put_thoughts(rz_text *out, const rz_hint *hint) {
    rz_put_open(out, "choices", '[');
    for (int i = 0; i < hint->n; i++) {
        rz_put_open(out, NULL, '{');
        put_choice(out, hint->action[i]);
        if (hint->source == RZ_HINT_REASONED)
            rz_put_null(out, "win");
        else
            wasm_put_chance(out, "win", (int64_t)(hint->win[i] * 10000 + 0.5f), 10000);
        wasm_put_chance(out, "share", (int64_t)(hint->mix[i] * 10000 + 0.5f), 10000);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

text wasm_advise(text seed) {
    static const char *const sources[] = {[RZ_HINT_LEARNT] = "learnt",
                                          [RZ_HINT_UNTRAINED] = "untrained",
                                          [RZ_HINT_REASONED] = "reasoned"};
    static rz_hint hint;
    rz_text *out = wasm_out();
    uint8_t bytes[RZ_SEED];
    rz_action legal[RZ_LEGAL_MAX];
    rz_rng rng;
    int n = list_legal(legal);
    if (n == 0)
        return "null";
    if (!rz_seed_read(rz_slice_of(seed), bytes))
        memset(bytes, 0, sizeof bytes); /* any will do */
    rz_seed_stream(bytes, "hint", table.driver.number, &rng);
    rz_hint_find(&(rz_question){.game = table.header.game,
                                .setup = &table.setup,
                                .view = &table.view,
                                .seat = table.voice.you,
                                .legal = legal,
                                .n_legal = n,
                                .rng = &rng},
                 &hint);
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "source", sources[hint.source]);
    put_sentence(out, "text", &hint, rz_hint_format);
    put_sentence(out, "why", &hint, rz_hint_why);
    rz_put_int(out, "best", hint.best);
    put_thoughts(out, &hint);
    rz_put_close(out, '}');
    return out->at;
}
