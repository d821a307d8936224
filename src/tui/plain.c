/* A game that brings no table of its own: its seats with their scores, the numbers that its rules
 * name, and the legal choices. */
#include "core/mem.h"
#include "tui/tui.h"

static void print_seat(screen *scr, const rz_voice *voice, int seat) {
    char *name = tui_text();
    rz_text text;
    rz_text_init(&text, name, TUI_TEXT);
    rz_format_seat(voice, &text, seat);
    scr_put(scr, SCR_PLAIN, name);
}

static void print_scores(screen *scr, const rz_voice *voice, const rz_view *view) {
    int32_t scores[RZ_SEATS_MAX];
    voice->header->game->scores(voice->setup, rz_view_public(view), scores);
    tui_print(scr, SCR_STRONG, voice, N_("Score now"));
    scr_put(scr, SCR_STRONG, ":");
    for (int seat = 0; seat < rz_seats(voice->setup); seat++) {
        scr_put(scr, SCR_PLAIN, seat ? ", " : " ");
        print_seat(scr, voice, seat);
        scr_put(scr, SCR_PLAIN, " ");
        scr_number(scr, SCR_STRONG, scores[seat]);
    }
    scr_newline(scr);
}

/* The numbers of a row that are there; a dash if none is. */
static void print_row(screen *scr, const rz_voice *voice, const rz_view *view,
                      const rz_sight *sight, int from) {
    bool any = false;
    for (int i = 0; i < sight->count; i++) {
        int32_t number;
        if (!rz_sight_number(sight, view, from + i, &number))
            continue;
        scr_put(scr, SCR_PLAIN, " ");
        if (sight->names)
            tui_print(scr, SCR_STRONG, voice, sight->names[number]);
        else
            scr_number(scr, SCR_STRONG, number);
        any = true;
    }
    if (!any)
        scr_put(scr, SCR_FAINT, " –");
}

static void print_sight(screen *scr, const rz_voice *voice, const rz_view *view,
                        const rz_sight *sight) {
    if (sight->own)
        tui_print(scr, SCR_STRONG, voice, N_("Yours alone: "));
    tui_print(scr, SCR_STRONG, voice, sight->name);
    scr_put(scr, SCR_STRONG, ":");
    for (int seat = 0; sight->per_seat && seat < rz_seats(voice->setup); seat++) {
        scr_put(scr, SCR_PLAIN, seat ? ", " : " ");
        print_seat(scr, voice, seat);
        print_row(scr, voice, view, sight, seat * sight->count);
    }
    if (!sight->per_seat)
        print_row(scr, voice, view, sight, 0);
    scr_newline(scr);
}

static void draw(screen *scr, const rz_voice *voice, const rz_view *view) {
    const rz_game *game = voice->header->game;
    scr->indent = 2;
    scr_newline(scr);
    print_scores(scr, voice, view);
    for (int i = 0; i < game->n_sights; i++)
        if (!game->sights[i].own || voice->you >= 0)
            print_sight(scr, voice, view, &game->sights[i]);
}

static int list_choices(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]) {
    return rz_game_of(setup)->legal(setup, view, out);
}

static void print_primer(screen *scr, const rz_voice *voice) {
    tui_print(scr, SCR_PLAIN, voice, voice->header->game->about);
    scr_newline(scr);
}

static void print_nothing_known(screen *scr, const rz_voice *voice, const rz_view *view) {
    (void)view;
    tui_print(scr, SCR_PLAIN, voice, N_("Nothing is known of this game but its rules.\n"));
}

/* What is hidden at a real table can not be told from what lies open. */
static bool is_never_asked(int verb) {
    (void)verb;
    return false;
}

const tui_game rz_plain_terminal = {.has_secrets = true,
                                    .print_primer = print_primer,
                                    .draw = draw,
                                    .list_choices = list_choices,
                                    .print_scores = print_scores,
                                    .print_odds = print_nothing_known,
                                    .print_worth = print_nothing_known,
                                    .is_asked = is_never_asked};
