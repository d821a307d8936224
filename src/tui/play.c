/* The loop of a game at a terminal. */
#include <ctype.h>
#include <string.h>

#include "core/module.h"
#include "tui/table.h"

const tui_game *tui_of(const rz_game *game) {
    return rz_module_of(game)->terminal;
}

/* Of several who may act, people come first, and of those the one who has the screen: what is
 * decided can be taken back as long as possible, and the screen is handed over seldom. */
static int next_actor(const tui_table *t, rz_actors actors) {
    if (t->shown_to < RZ_SEATS_MAX && actors >> t->shown_to & 1)
        return t->shown_to;
    for (rz_actors rest = actors; rest; rest &= (rz_actors)(rest - 1))
        if (tui_is_person(t, __builtin_ctz(rest)))
            return __builtin_ctz(rest);
    return __builtin_ctz(actors);
}

static tui_step next_move(tui_table *t, rz_actors actors) {
    int actor = next_actor(t, actors);
    bool asked = actor == RZ_CHANCE &&
                 tui_is_asked(t, t->game->chance_verb(t->setup, rz_state_public(&t->state)));
    if (actor != RZ_CHANCE || asked) /* what is dealt at once is saved with the move before it */
        tui_save(t);
    if (asked)
        return tui_ask_dealer(t);
    if (actor == RZ_CHANCE) {
        rz_driver_deal(&t->driver);
        tui_publish(t);
        return TUI_MOVED;
    }
    if (tui_is_person(t, actor))
        return tui_ask_person(t, actor);
    tui_move(t, actor,
             rz_bot_move(&t->bots[actor], t->game, t->setup, &t->state, actor, t->seed,
                         t->driver.number));
    return TUI_MOVED;
}

/* A new game begins with what it is about; one that goes on, with what happened last. */
static void begin(tui_table *t) {
    enum { RECAP = 12 };
    char title[400];
    rz_text text;
    uint32_t lines = 0;
    for (const char *at = *t->record; (at = strchr(at, '\n')); at++)
        lines++;
    if (lines == 1) {
        rz_text_init(&text, title, sizeof title);
        rz_format(&t->voice, &text, N_("{title} by {author}. {about} Type ? to learn how."),
                  "title", t->game->title, "author", t->game->author, "about",
                  rz_translate(&t->voice, t->game->about), NULL);
        scr_put(&t->scr, SCR_STRONG, title);
        if (t->terminal->describe_setup && t->terminal->describe_setup(t->setup)) {
            scr_newline(&t->scr);
            tui_print_text(t, SCR_PLAIN, t->terminal->describe_setup(t->setup));
        }
        scr_put(&t->scr, SCR_PLAIN, "\n\n");
    } else {
        tui_print_text(t, SCR_STRONG, N_("What happened last:\n"));
    }
    if (t->options->practice)
        tui_print_text(t, SCR_LIT,
                       N_("Practice: u takes back any move of yours, as often as you like; what "
                          "follows is dealt anew.\n"));
    uint32_t from = lines > RECAP ? lines - RECAP : 1;
    for (int i = 0; i <= RZ_SPECTATOR; i++)
        t->seen[i] = from;
    tui_replay(t, from);
    tui_seat_guests(t);
}

/* The game is over and on disk; who wants to may ask why it went so. */
static void offer_analysis(tui_table *t) {
    char line[64];
    while (t->options->analyse && !scr_interrupted()) {
        tui_print_text(t, SCR_LIT,
                       N_("Type a for an analysis of this game, or just Enter to end: "));
        if (!scr_read(&t->scr, line, sizeof line) || tolower((unsigned char)line[0]) != 'a')
            return;
        t->no_memory |= !t->options->analyse(&t->scr, t->header, t->setup, *t->record, *t->length);
        scr_newline(&t->scr);
    }
}

static tui_outcome play(tui_table *t) {
    rz_actors actors;
    while (!t->no_memory && (actors = rz_driver_actors(&t->driver)) != 0) {
        tui_step step = next_move(t, actors);
        bool stops = step == TUI_LEAVE || step == TUI_END || scr_interrupted();
        if (stops && tui_must_hide(t) && t->shown_to < RZ_SEATS_MAX)
            scr_clear(&t->scr);
        if (step == TUI_LEAVE)
            return TUI_QUIT;
        if (stops) {
            tui_end_line(t);
            return TUI_INPUT_END;
        }
    }
    tui_end_line(t);
    tui_save(t);
    if (!t->no_memory)
        offer_analysis(t);
    return t->no_memory ? TUI_NO_MEMORY : TUI_FINISHED;
}

tui_outcome tui_play(const tui_options *options, const rz_header *header, const rz_setup *setup,
                     char **record, size_t *length) {
    static tui_table t;
    t = (tui_table){
        .options = options,
        .terminal = tui_of(header->game),
        .game = header->game,
        .header = header,
        .setup = setup,
        .voice = {.translate = options->translate, .header = header, .setup = setup, .you = -1},
        .record = record,
        .length = length,
        .unsaved = true,
        .shown_to = RZ_SPECTATOR};
    memcpy(t.bots, options->bots, sizeof t.bots);
    memcpy(t.seed, options->seed, sizeof t.seed);
    scr_init(&t.scr, options->ascii);
    scr_catch_signals();
    begin(&t);
    tui_outcome outcome = play(&t);
    rz_guests_dismiss(t.bots);
    return outcome;
}
