#include "core/driver.h"

#include "core/assert.h"
#include "core/mem.h"

/* ---- Lines to come --------------------------------------------------------------------------- */

const rz_event *rz_driver_due(const rz_driver *driver) {
    if (driver->next < 0)
        return &driver->action;
    return driver->next < driver->due.count ? &driver->due.list[driver->next] : NULL;
}

const rz_event *rz_driver_next(rz_driver *driver) {
    const rz_event *line = rz_driver_due(driver);
    driver->next += line != NULL;
    driver->number += line != NULL;
    return line;
}

static rz_public *snapshot_at(const rz_driver *driver, int i) {
    uint8_t *bytes = (uint8_t *)driver->snapshots;
    return (rz_public *)(void *)(bytes + (size_t)i * driver->game->public_size);
}

const rz_public *rz_driver_before(const rz_driver *driver) {
    return snapshot_at(driver, 0);
}

/* The first snapshot is from before the action; the rules write those between an event and the
 * next; after the last one there is the game itself. */
const rz_public *rz_driver_shown(const rz_driver *driver) {
    return driver->next < driver->due.count ? snapshot_at(driver, driver->next + 1)
                                            : rz_driver_public(driver);
}

bool rz_driver_is_over(const rz_driver *driver) {
    return !rz_driver_due(driver) && rz_driver_actors(driver) == 0;
}

/* ---- Beginning ------------------------------------------------------------------------------- */

/* Field by field: most of the lines' memory is never used. */
void rz_driver_resume(rz_driver *driver, const rz_game *game, const rz_setup *setup,
                      rz_state *state, uint32_t number, rz_actors away) {
    driver->game = game;
    driver->setup = setup;
    driver->state = state;
    driver->view = NULL;
    driver->dealer = NULL;
    driver->snapshots = NULL;
    driver->number = number;
    driver->away = away;
    driver->is_silent = driver->is_fair = driver->is_sealed = false;
    driver->next = driver->due.count = 0;
    driver->due.snapshots = NULL;
}

void rz_driver_init(rz_driver *driver, const rz_header *header, const rz_setup *setup,
                    rz_state *state, rz_public *snapshots) {
    rz_driver_resume(driver, header->game, setup, state, 1, 0);
    driver->is_fair = header->fair;
    driver->snapshots = snapshots;
    if (snapshots) {
        driver->due.snapshots = snapshot_at(driver, 1);
        driver->due.snapshot_size = header->game->public_size;
    }
    header->game->init(setup, state, &driver->due);
    if (snapshots)
        memcpy(snapshots, rz_driver_shown(driver), header->game->public_size);
}

void rz_driver_init_view(rz_driver *driver, const rz_header *header, const rz_setup *setup,
                         int seat, rz_view *view, rz_state *scratch, rz_public *snapshots) {
    rz_driver_init(driver, header, setup, scratch, snapshots);
    header->game->view(setup, scratch, seat, view);
    driver->state = NULL;
    driver->view = view;
}

void rz_driver_silence(rz_driver *driver) {
    driver->is_silent = true;
    driver->next = driver->due.count = 0;
}

/* ---- Acting ---------------------------------------------------------------------------------- */

/* All lines have been given out, and others will come. */
static void begin_lines(rz_driver *driver) {
    RZ_ASSERT(!rz_driver_due(driver));
    driver->next = driver->due.count = 0;
    if (driver->snapshots)
        memcpy(driver->snapshots, rz_driver_public(driver), driver->game->public_size);
}

static rz_error act_in_public(rz_driver *driver, int actor, rz_action action) {
    const rz_game *game = driver->game;
    begin_lines(driver);
    game->describe(driver->setup, rz_state_public(driver->state), actor, action, &driver->action);
    rz_error error = game->apply(driver->setup, driver->state, actor, action, &driver->due);
    driver->next = error == RZ_OK ? -1 : 0;
    return error;
}

rz_error rz_driver_act(rz_driver *driver, int actor, rz_action action) {
    if (driver->is_silent)
        return driver->game->apply(driver->setup, driver->state, actor, action, NULL);
    return act_in_public(driver, actor, action);
}

void rz_driver_deal(rz_driver *driver) {
    rz_action action = rz_dealer_draw(driver->dealer, driver->game, driver->setup, driver->state);
    rz_error error = rz_driver_act(driver, RZ_CHANCE, action);
    RZ_ASSERT(error == RZ_OK);
    (void)error;
}

static rz_error take_table_event(rz_driver *driver, const rz_event *event) {
    begin_lines(driver);
    if (event->verb == RZ_SEAL) {
        for (int i = 0; i < RZ_SEED; i++)
            driver->seed[i] = (uint8_t)event->data[i];
        driver->is_sealed = true;
        return RZ_OK;
    }
    bool is_away = driver->away >> event->by & 1;
    if (is_away == (event->verb == RZ_LEAVE))
        return RZ_E_AWAY;
    driver->away ^= (rz_actors)(1 << event->by);
    return RZ_OK;
}

rz_error rz_driver_add(rz_driver *driver, const rz_event *event) {
    rz_error error = take_table_event(driver, event);
    if (error == RZ_OK) {
        driver->action = *event;
        driver->next = -1;
    }
    return error;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool fail(rz_problem *problem, const rz_game *game, rz_error error, const rz_verb *verb) {
    const rz_reason *reason = rz_reason_of(game, error);
    problem->rule = reason->rule ? reason->rule : verb ? verb->rule : NULL;
    return rz_problem_set(problem, error, rz_slice_of(verb ? verb->name : ""));
}

/* A line that is due: usually exactly as we would write it. */
static bool read_due(rz_driver *driver, rz_slice line, rz_event *event, rz_problem *problem) {
    const rz_game *game = driver->game;
    const rz_event *due = rz_driver_due(driver);
    char memory[2048];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(game, driver->setup, due, &text);
    bool same = text.length == line.length && memcmp(memory, line.at, line.length) == 0;
    if (!same) {
        if (!rz_read_event(game, driver->setup, line, event, problem))
            return false;
        event->last = due->last; /* in JSON an object has no order */
        rz_error error = event->by == RZ_RULES ? RZ_E_RULES_DIFFER : RZ_E_RULES_DUE;
        if (memcmp(event, due, sizeof *due) != 0)
            return fail(problem, game, error, rz_event_verb(game, due));
    }
    *event = *rz_driver_next(driver);
    return true;
}

static rz_error take_in_state(rz_driver *driver, const rz_event *event) {
    const rz_game *game = driver->game;
    rz_action action;
    if (event->by == RZ_RULES)
        return RZ_E_RULES_EARLY;
    rz_error error =
        game->understand(driver->setup, rz_state_public(driver->state), event, &action);
    if (error == RZ_OK && action == RZ_HIDDEN)
        error = RZ_E_HIDDEN;
    return error == RZ_OK
               ? game->apply(driver->setup, driver->state, event->by, action, &driver->due)
               : error;
}

static rz_error take_event(rz_driver *driver, const rz_event *event) {
    if (rz_is_table_verb(event->verb))
        return take_table_event(driver, event);
    begin_lines(driver);
    rz_error error = driver->view
                         ? driver->game->observe(driver->setup, driver->view, event, &driver->due)
                         : take_in_state(driver, event);
    if (error == RZ_OK && event->by == RZ_CHANCE && driver->dealer)
        rz_dealer_skip(driver->dealer, event->verb);
    return error;
}

/* A fair game ends with it, or is given up with it. */
static bool is_seal(rz_slice line) {
    rz_problem problem = {0};
    rz_json json;
    rz_slice key;
    int count = 0;
    rz_json_init(&json, line, &problem);
    return rz_json_open(&json, '{') && rz_json_more(&json, '{', &count) &&
           rz_json_key(&json, &key) && rz_slice_is(key, "fair");
}

static bool read_seal(rz_slice line, rz_event *event, rz_problem *problem) {
    uint8_t seed[RZ_SEED];
    if (!rz_read_seal(line, seed, problem))
        return false;
    rz_describe_seal(seed, event);
    return true;
}

bool rz_driver_read(rz_driver *driver, rz_slice line, rz_event *event, rz_problem *problem) {
    const rz_game *game = driver->game;
    *problem = (rz_problem){0};
    *event = (rz_event){0};
    if (line.length > RZ_LINE_MAX)
        return fail(problem, game, RZ_E_TOO_LONG, NULL);
    if (rz_driver_due(driver))
        return read_due(driver, line, event, problem);
    bool over = rz_driver_is_over(driver);
    if (driver->is_sealed || (over && !driver->is_fair))
        return fail(problem, game, RZ_E_OVER, NULL);
    if (!(over || (driver->is_fair && is_seal(line))
              ? read_seal(line, event, problem)
              : rz_read_event(game, driver->setup, line, event, problem)))
        return false;
    rz_error error = take_event(driver, event);
    driver->number += error == RZ_OK;
    bool of_game = !rz_is_table_verb(event->verb);
    return error == RZ_OK ||
           fail(problem, game, error, of_game ? rz_event_verb(game, event) : NULL);
}
