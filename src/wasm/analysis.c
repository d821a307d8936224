/* What every step of a game changed, and why: the analyst (analysis/analyst.h), line by line. Only
 * a module with what has been learnt has judges; of the other the linker leaves all this out. */
#include "analysis/report.h"
#include "core/driver.h"
#include "core/mem.h"
#include "core/module.h"
#include "wasm/wasm.h"
#include "words/hint.h"

static struct {
    bool begun;
    rz_header header;
    rz_setup setup;
    rz_driver driver;
    rz_state state, before;
    rz_analyst analyst;
    rz_step step;
} work;

/* Room is for ever, so each game keeps that of its judge. */
static void *room_of(const rz_game *game, size_t size) {
    static void *rooms[RZ_GAME_COUNT];
    if (!rooms[game->number])
        rooms[game->number] = wasm_take_room(size);
    return rooms[game->number];
}

static text refuse(const rz_problem *problem) {
    rz_voice voice = {.translate = wasm_translate, .you = -1};
    rz_text *out = wasm_out();
    rz_put_open(out, NULL, '{');
    wasm_put_problem(out, "problem", &voice, work.header.game, problem);
    rz_put_close(out, '}');
    return out->at;
}

text wasm_analyse(text setup, int nodes) {
    rz_problem problem = {0};
    char words[200];
    rz_text name;
    work.begun = false;
    if (!rz_modules_learnt)
        return "null";
    if (!rz_read_setup(rz_games, rz_slice_of(setup), &work.header, &work.setup, &problem))
        return refuse(&problem);
    const rz_game *game = work.header.game;
    const rz_judge *judge = rz_judge_of(game);
    void *memory = judge ? room_of(game, judge->size) : NULL;
    if (!memory)
        return "null";
    rz_driver_init(&work.driver, &work.header, &work.setup, &work.state, NULL);
    rz_analyst_begin(&work.analyst, game, &work.setup, judge, memory,
                     nodes > 0 ? (uint32_t)nodes : 0);
    work.begun = true;
    rz_text_init(&name, words, sizeof words);
    judge->describe(memory, &name);
    rz_text *out = wasm_out();
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "judge", words);
    rz_put_close(out, '}');
    return out->at;
}

/* ---- Decisions in words ---------------------------------------------------------------------- */

/* The sentence; returns the rule that decides, or NULL. */
static const char *say_why(rz_text *out, const rz_voice *voice, const rz_decision *d) {
    static rz_view view;
    const rz_game *game = work.header.game;
    const rz_reasoning *reasoning = rz_module_of(game)->reasoning;
    bool together = work.step.kind == RZ_STEP_TOGETHER;
    if (!reasoning)
        return NULL;
    game->view(&work.setup, together ? &work.analyst.together : &work.before, d->seat, &view);
    reasoning->why(voice, &view, d->best, rz_rival(d), out);
    return reasoning->rule ? reasoning->rule(&work.setup, &view, d->best) : NULL;
}

static void put_labels(rz_text *out, const rz_voice *voice, const rz_public *pub,
                       const rz_decision *d) {
    rz_put_open(out, "texts", '[');
    for (int i = 0; i < d->choices.n; i++) {
        char memory[600];
        rz_text label;
        rz_text_init(&label, memory, sizeof memory);
        rz_words_of(work.header.game)->choice(voice, pub, d->seat, d->choices.action[i], &label);
        rz_put_string(out, NULL, memory);
    }
    rz_put_close(out, ']');
}

static void put_decision(rz_text *out, const rz_decision *d) {
    const rz_public *pub = rz_step_before(&work.analyst, &work.step, &work.before);
    char memory[1024] = "";
    rz_text why;
    rz_voice voice = {.translate = wasm_translate,
                      .header = &work.header,
                      .setup = &work.setup,
                      .you = d->seat,
                      .direct = true};
    rz_text_init(&why, memory, sizeof memory);
    const char *rule = say_why(&why, &voice, d);
    rz_put_open(out, NULL, '{');
    rz_report_decision(out, "decision", &work.analyst, pub, d, memory);
    put_labels(out, &voice, pub, d);
    if (rule)
        rz_put_string(out, "rule", rule);
    else
        rz_put_null(out, "rule");
    rz_put_close(out, '}');
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static text answer_step(void) {
    rz_text *out = wasm_out();
    rz_put_open(out, NULL, '{');
    rz_report_step(out, "step", &work.analyst, &work.step);
    rz_put_open(out, "decisions", '[');
    for (int i = 0; i < work.step.n; i++)
        if (rz_is_told(&work.step.decisions[i]))
            put_decision(out, &work.step.decisions[i]);
    rz_put_close(out, ']');
    rz_put_close(out, '}');
    return out->at;
}

/* What somebody did with a line that was read. False: nobody did, it follows by rule. */
static bool find_action(const rz_event *event, rz_action *action) {
    return event->by != RZ_RULES && !rz_is_table_verb(event->verb) &&
           work.header.game->understand(&work.setup, rz_state_public(&work.before), event,
                                        action) == RZ_OK;
}

text wasm_analyse_line(text line) {
    rz_problem problem = {0};
    rz_event event;
    rz_action action;
    if (!rz_modules_learnt || !work.begun)
        return "null";
    bool is_due = rz_driver_due(&work.driver) != NULL;
    memcpy(&work.before, &work.state, work.header.game->state_size);
    if (!rz_driver_read(&work.driver, rz_slice_of(line), &event, &problem))
        return refuse(&problem);
    work.analyst.away = work.driver.away;
    if (is_due || !find_action(&event, &action) ||
        !rz_analyst_take(&work.analyst, &work.before, event.by, action, work.driver.number - 1,
                         &work.step))
        return "null";
    return answer_step();
}

text wasm_analysis(void) {
    if (!rz_modules_learnt || !work.begun)
        return "null";
    rz_text *out = wasm_out();
    rz_put_open(out, NULL, '{');
    rz_put_bool(out, "over", rz_driver_is_over(&work.driver));
    rz_put_open(out, "players", '[');
    for (int seat = 0; seat < rz_seats(&work.setup); seat++)
        rz_report_player(out, NULL, &work.analyst, &work.header, seat);
    rz_put_close(out, ']');
    rz_put_close(out, '}');
    return out->at;
}
