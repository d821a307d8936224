/* bars at a plain terminal: a street of houses, settled from left to right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/bars/odds.h"
#include "games/bars/rules.h"
#include "tui/tui.h"
#include "words/bars.h"

/* ---- Words and figures -----------------------------------------------------------------------
 */

/* A template with its placeholders, as in rz_format. */
#define PUT(scr, style, voice, ...)                                                                \
    do {                                                                                           \
        char put_memory[1024];                                                                     \
        rz_text put_text;                                                                          \
        rz_text_init(&put_text, put_memory, sizeof put_memory);                                    \
        rz_format(voice, &put_text, __VA_ARGS__);                                                  \
        scr_put(scr, style, put_memory);                                                           \
    } while (0)

static const char *who(const rz_voice *voice, int seat) {
    char *memory = tui_text();
    rz_text text;
    rz_text_init(&text, memory, TUI_TEXT);
    rz_format_seat(voice, &text, seat);
    return memory;
}

static const char *name_of(const rz_voice *voice, int seat) {
    rz_voice plain = *voice;
    plain.you = -1;
    return who(&plain, seat);
}

static const char *thousands_text(const rz_voice *voice, int thousands) {
    char *memory = tui_text();
    rz_text text;
    rz_text_init(&text, memory, TUI_TEXT);
    rz_format_thousands(voice, &text, thousands);
    return memory;
}

/* A sum that is counted in 5,000s. */
static const char *sum_text(const rz_voice *voice, int units) {
    return thousands_text(voice, 5 * units);
}

static const char *percent_text(uint32_t chance) {
    return tui_number((int)((100 * (uint64_t)chance + BARS_CERTAIN / 2) / BARS_CERTAIN));
}

static const char *card_text(const rz_voice *voice, int kind,
                             void (*format)(const rz_voice *, rz_text *, int)) {
    char *memory = tui_text();
    rz_text text;
    rz_text_init(&text, memory, TUI_TEXT);
    format(voice, &text, kind);
    return memory;
}

static bool is_haggle(const bars_public *p) {
    return p->phase == BARS_OFFERING || p->phase == BARS_ANSWERING;
}

/* The cards of this round lie open. */
static bool is_shown(const bars_public *p) {
    return p->phase > BARS_SHOW_DUE && p->phase < BARS_OVER;
}

/* ---- The street ------------------------------------------------------------------------------
 */

enum { HOUSE_LINES = 16, HOUSE_TEXT = RZ_NAME_BYTES + 40, WIDE = 80, CELL_MAX = 20 };

typedef struct block {
    int lines;
    char text[HOUSE_LINES][HOUSE_TEXT];
    scr_style style[HOUSE_LINES];
} block;

typedef struct street {
    int cell;
    block sign[BARS_BARS], till[BARS_BARS], door[BARS_BARS];
} street;

static void add_line(block *to, scr_style style, const char *text) {
    if (to->lines == HOUSE_LINES)
        return;
    snprintf(to->text[to->lines], HOUSE_TEXT, "%s", text);
    to->style[to->lines++] = style;
}

/* Money cards, as many in a line as fit. */
static void fill_till(block *till, const uint8_t cards[BARS_VALUES], int cell) {
    char line[HOUSE_TEXT] = "";
    int n = 0;
    for (int v = 0; v < BARS_VALUES; v++)
        for (int i = 0; i < cards[v]; i++) {
            if (n + 3 > cell) {
                add_line(till, SCR_PLAIN, line);
                n = 0;
            }
            n += snprintf(line + n, sizeof line - (size_t)n, " %d", bars_values[v]);
        }
    add_line(till, SCR_PLAIN, n > 0 ? line : " -");
}

/* One's own cards of a bar, with the numbers that choose them. */
static void fill_with_hand(block *door, const rz_voice *voice, const rz_view *view, int bar) {
    const bars_own *own = &view->bars.own;
    bool numbered = view->bars.pub.phase == BARS_CHOOSING;
    int number = 0, last = -1;
    for (int i = 0; i < BARS_HAND && own->hand[i] != BARS_NO_CARD; i++) {
        int kind = bars_kind_of(own->hand[i]);
        char line[HOUSE_TEXT];
        number += kind != last;
        if (bars_bar_of(kind) == bar && !(numbered && kind == last)) {
            snprintf(line, sizeof line, " %s%s%s", numbered ? tui_number(number) : "",
                     numbered ? ": " : "", card_text(voice, kind, bars_format_letter));
            add_line(door, numbered ? SCR_LIT : SCR_PLAIN, line);
        }
        last = kind;
    }
}

/* Who plays here, or which of one's own cards could be. */
static void fill_door(block *door, const rz_voice *voice, const rz_view *view, int bar) {
    const bars_public *p = &view->bars.pub;
    char line[HOUSE_TEXT];
    for (int seat = 0; is_shown(p) && seat < rz_seats(voice->setup); seat++) {
        int kind = bars_card_of(&voice->setup->bars, p, seat);
        if (bars_bar_of(kind) != bar)
            continue;
        snprintf(line, sizeof line, " %s %s", card_text(voice, kind, bars_format_letter),
                 name_of(voice, seat));
        add_line(door, seat == voice->you ? SCR_LIT : SCR_PLAIN, line);
    }
    if (!is_shown(p))
        fill_with_hand(door, voice, view, bar);
}

static void build(street *s, const rz_voice *voice, const rz_view *view) {
    const bars_public *p = &view->bars.pub;
    for (int bar = 0; bar < voice->setup->bars.bars; bar++) {
        bool now = is_haggle(p) && p->at == bar;
        scr_style style = now ? SCR_LIT : is_haggle(p) && bar < p->at ? SCR_FAINT : SCR_STRONG;
        char line[HOUSE_TEXT];
        s->sign[bar].lines = s->till[bar].lines = s->door[bar].lines = 0;
        snprintf(line, sizeof line, "%s%s", now ? "▶" : " ", bars_bar_word(bar));
        add_line(&s->sign[bar], style, line);
        snprintf(line, sizeof line, " %s", sum_text(voice, bars_worth(p->bar[bar])));
        add_line(&s->sign[bar], style, line);
        fill_till(&s->till[bar], p->bar[bar], s->cell);
        fill_door(&s->door[bar], voice, view, bar);
    }
}

/* ┌────┬────┐ and its kin. */
static void print_border(screen *scr, const street *s, int bars, const char *ends[3]) {
    char line[HOUSE_LINES * BARS_BARS * CELL_MAX];
    size_t n = 0;
    for (int bar = 0; bar < bars; bar++) {
        n += (size_t)snprintf(line + n, sizeof line - n, "%s", bar ? ends[1] : ends[0]);
        for (int i = 0; i < s->cell; i++)
            n += (size_t)snprintf(line + n, sizeof line - n, "─");
    }
    snprintf(line + n, sizeof line - n, "%s\n", ends[2]);
    scr_put(scr, SCR_FAINT, line);
}

static void print_parts(screen *scr, const street *s, const block parts[], int bars) {
    int lines = 0;
    for (int bar = 0; bar < bars; bar++)
        lines = parts[bar].lines > lines ? parts[bar].lines : lines;
    for (int i = 0; i < lines; i++) {
        for (int bar = 0; bar < bars; bar++) {
            bool there = i < parts[bar].lines;
            scr_put(scr, SCR_FAINT, "│");
            scr_fit(scr, there ? parts[bar].style[i] : SCR_PLAIN, there ? parts[bar].text[i] : "",
                    s->cell);
        }
        scr_put(scr, SCR_FAINT, "│\n");
    }
}

static void draw_street(screen *scr, const rz_voice *voice, const rz_view *view) {
    static const char *top[] = {"┌", "┬", "┐"}, *middle[] = {"├", "┼", "┤"},
                      *bottom[] = {"└", "┴", "┘"};
    static street s;
    int bars = voice->setup->bars.bars, room = (scr->width - 1) / bars - 1;
    s.cell = room < CELL_MAX ? room : CELL_MAX;
    build(&s, voice, view);
    print_border(scr, &s, bars, top);
    print_parts(scr, &s, s.sign, bars);
    print_parts(scr, &s, s.till, bars);
    print_border(scr, &s, bars, middle);
    print_parts(scr, &s, s.door, bars);
    print_border(scr, &s, bars, bottom);
}

/* Where there is no room for houses side by side. */
static void list_street(screen *scr, const rz_voice *voice, const rz_view *view) {
    static street s;
    s.cell = HOUSE_TEXT / 2;
    build(&s, voice, view);
    scr->indent = 4;
    for (int bar = 0; bar < voice->setup->bars.bars; bar++) {
        scr_put(scr, s.sign[bar].style[0], s.sign[bar].text[0]);
        scr_put(scr, SCR_STRONG, s.sign[bar].text[1]);
        scr_put(scr, SCR_PLAIN, " ·");
        for (int i = 0; i < s.till[bar].lines; i++)
            scr_put(scr, SCR_PLAIN, s.till[bar].text[i]);
        for (int i = 0; i < s.door[bar].lines; i++) {
            scr_put(scr, SCR_PLAIN, i ? "," : " ·");
            scr_put(scr, s.door[bar].style[i], s.door[bar].text[i]);
        }
        scr_newline(scr);
    }
}

/* ---- The table -------------------------------------------------------------------------------
 */

static void draw_heading(screen *scr, const rz_voice *voice, const bars_public *p) {
    PUT(scr, SCR_STRONG, voice, N_("Round {round} of {last}"), "round", tui_number(p->round),
        "last", tui_number(bars_last_round(&voice->setup->bars)), NULL);
    scr_put(scr, SCR_PLAIN, "   ");
    PUT(scr, SCR_PLAIN, voice, N_("money cards left {coins}, cards in the pile {cards}"), "coins",
        tui_number(p->coins), "cards", tui_number(p->cards), NULL);
    scr_newline(scr);
}

static void print_cards(screen *scr, scr_style style, const uint8_t cards[BARS_VALUES]) {
    for (int v = 0; v < BARS_VALUES; v++)
        for (int i = 0; i < cards[v]; i++) {
            scr_put(scr, style, " ");
            scr_number(scr, style, bars_values[v]);
        }
}

/* What a player is, or is doing. */
static void print_role(screen *scr, const rz_voice *voice, const bars_public *p, int seat) {
    bool haggles = is_haggle(p) && p->hagglers >> seat & 1, done = p->done >> seat & 1;
    if (seat == p->croupier)
        tui_print(scr, SCR_PLAIN, voice, N_(" croupier"));
    if (haggles && seat == p->proposer)
        tui_print(scr, SCR_LIT, voice, N_(" proposes"));
    else if (haggles && p->offered >> seat & 1)
        PUT(scr, SCR_LIT, voice, N_(" is offered {sum}"), "sum", sum_text(voice, p->offer[seat]),
            NULL);
    else if (haggles)
        tui_print(scr, SCR_LIT, voice, N_(" haggles"));
    if (done)
        tui_print(scr, SCR_PLAIN, voice,
                  p->phase == BARS_CHOOSING ? N_(" has chosen") : N_(" has answered"));
}

static void draw_player(screen *scr, const rz_voice *voice, const bars_public *p, int seat) {
    enum { NAME = 2, SUM = 24, NOTES = 36 };
    rz_actors actors = bars_to_act(voice->setup, (const rz_public *)(const void *)p);
    bool turn = actors < RZ_CHANCE_BIT && actors >> seat & 1;
    int wide = scr->width >= WIDE;
    scr->indent = wide ? NOTES : 4;
    scr_put(scr, SCR_LIT, turn ? "▶ " : "  ");
    scr_put(scr, SCR_STRONG, who(voice, seat));
    scr_to(scr, wide ? SUM : scr->column + 1);
    scr_put(scr, SCR_STRONG, sum_text(voice, bars_worth(p->money[seat])));
    scr_to(scr, wide ? NOTES - 1 : scr->column + 1);
    print_cards(scr, SCR_PLAIN, p->money[seat]);
    print_role(scr, voice, p, seat);
    scr_newline(scr);
}

/* Before the cards are shown it stands in the street. */
static void draw_hand(screen *scr, const rz_voice *voice, const rz_view *view) {
    const bars_own *own = &view->bars.own;
    scr->indent = 4;
    if (own->hand[0] == BARS_NO_CARD || !is_shown(&view->bars.pub))
        return;
    tui_print(scr, SCR_PLAIN, voice, N_("Your hand:"));
    for (int i = 0; i < BARS_HAND && own->hand[i] != BARS_NO_CARD; i++) {
        scr_put(scr, SCR_PLAIN, i ? " · " : " ");
        scr_put(scr, SCR_GOOD, card_text(voice, bars_kind_of(own->hand[i]), bars_format_card));
    }
    scr_newline(scr);
}

/* ---- The haggle ------------------------------------------------------------------------------
 */

static unsigned asked(const bars_public *p) {
    return p->hagglers & ~(1u << p->proposer);
}

static void draw_pot(screen *scr, const rz_voice *voice, const bars_public *p) {
    int pot = bars_worth(p->bar[p->at]);
    scr->indent = 4;
    PUT(scr, SCR_STRONG, voice, N_("{bar}: {sum} to share."), "bar", bars_bar_word(p->at), "sum",
        sum_text(voice, pot), NULL);
    for (unsigned rest = asked(p) & p->offered; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        scr_put(scr, SCR_PLAIN, " ");
        PUT(scr, SCR_PLAIN, voice, N_("For {who}: {sum}."), "who", who(voice, seat), "sum",
            sum_text(voice, p->offer[seat]), NULL);
    }
    scr_put(scr, SCR_PLAIN, " ");
    PUT(scr, SCR_PLAIN, voice,
        p->phase == BARS_OFFERING ? N_("Left: {sum}.") : N_("{who} keeps {sum}."), "who",
        who(voice, p->proposer), "sum", sum_text(voice, pot - bars_offered(p, asked(p))), NULL);
    scr_newline(scr);
}

/* What refusals would mean for the one who looks. */
static void draw_prospects(screen *scr, const rz_voice *voice, const bars_public *p) {
    bars_prospect list[BARS_PAYEES + 1];
    int n = bars_prospects(&voice->setup->bars, p, voice->you, list);
    for (int i = 0; i < n; i++) {
        char memory[1024];
        rz_text text;
        rz_text_init(&text, memory, sizeof memory);
        bars_format_prospect(voice, p, voice->you, &list[i], &text);
        scr_put(scr, SCR_PLAIN, "    ");
        scr_put(scr, SCR_GOOD, memory);
        scr_newline(scr);
    }
}

static void draw_haggle(screen *scr, const rz_voice *voice, const bars_public *p) {
    if (!is_haggle(p))
        return;
    draw_pot(scr, voice, p);
    if (voice->you >= 0)
        draw_prospects(scr, voice, p);
}

static void draw(screen *scr, const rz_voice *voice, const rz_view *view) {
    const bars_public *p = &view->bars.pub;
    scr_newline(scr);
    draw_heading(scr, voice, p);
    if (scr->width >= WIDE)
        draw_street(scr, voice, view);
    else
        list_street(scr, voice, view);
    for (int seat = 0; seat < rz_seats(voice->setup); seat++)
        draw_player(scr, voice, p, seat);
    draw_hand(scr, voice, view);
    draw_haggle(scr, voice, p);
    scr->indent = 2;
}

/* ---- Choices ---------------------------------------------------------------------------------
 */

static const char *describe_typing(const rz_setup *setup, const rz_view *view) {
    (void)setup;
    return view->bars.pub.phase == BARS_OFFERING
               ? N_("type it in thousands; Enter alone shows what you can pay")
               : NULL;
}

/* Sums are typed. */
static int list_choices(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]) {
    return view->bars.pub.phase == BARS_OFFERING ? 0 : bars_legal(setup, view, out);
}

/* "20", "20,000" and "20000" are twenty thousand; -1 if it is no sum. In thousands. */
static int read_sum(const char *line) {
    long number = 0;
    int digits = 0;
    for (const char *at = line; *at; at++) {
        if (*at >= '0' && *at <= '9' && digits++ < 7)
            number = 10 * number + (*at - '0');
        else if (!strchr(",. ", *at) || digits == 0)
            return -1;
    }
    bool whole = number >= 1000 && number % 1000 == 0;
    return digits == 0 ? -1 : (int)(whole ? number / 1000 : number);
}

/* "0, 10–25, 35–65" */
static void print_payable(screen *scr, const rz_voice *voice, const rz_view *view) {
    const bars_public *p = &view->bars.pub;
    rz_action legal[RZ_LEGAL_MAX];
    char list[2048];
    size_t n = 0;
    bool ranges = false;
    int n_legal = bars_legal(voice->setup, view, legal);
    for (int i = 0, j; i < n_legal; i = j) {
        for (j = i + 1; j < n_legal && legal[j] == legal[j - 1] + 1;)
            j++;
        int from = 5 * (legal[i] - BARS_OFFER), to = 5 * (legal[j - 1] - BARS_OFFER);
        n += (size_t)snprintf(list + n, sizeof list - n, i ? ", %d" : "%d", from);
        ranges |= j - i > 2;
        if (to > from)
            n += (size_t)snprintf(list + n, sizeof list - n, j - i == 2 ? ", %d" : "–%d", to);
    }
    scr->indent = 4;
    PUT(scr, SCR_PLAIN, voice,
        ranges ? N_("You can pay, in thousands: {sums}; in steps of 5. Of {left} you keep what you "
                    "do not offer.")
               : N_("You can pay, in thousands: {sums}. Of {left} you keep what you do not offer."),
        "sums", list, "left",
        sum_text(voice, bars_worth(p->bar[p->at]) - bars_offered(p, asked(p))), NULL);
    scr_newline(scr);
}

static void print_refusal(screen *scr, const rz_voice *voice, rz_error error) {
    tui_refuse(scr, voice, &bars_game, &(rz_problem){.error = error});
}

static tui_answer parse(screen *scr, const rz_voice *voice, const rz_view *view, const char *line,
                        rz_action *action) {
    bool digits = *line >= '0' && *line <= '9';
    if (view->bars.pub.phase != BARS_OFFERING || (*line && !digits))
        return TUI_NOT_MINE;
    int sum = read_sum(line);
    *action = (rz_action)(BARS_OFFER + (sum < 5 * BARS_UNITS ? sum / 5 : BARS_UNITS - 1));
    rz_error error = sum < 0 || sum % 5 ? BARS_E_SUM : bars_why_not(voice->setup, view, *action);
    if (*line && error == RZ_OK)
        return TUI_ACTION;
    if (*line)
        print_refusal(scr, voice, error);
    print_payable(scr, voice, view);
    return TUI_EXPLAINED;
}

/* ---- What people ask for ---------------------------------------------------------------------
 */

enum { FIRST = 22, STEP = 5 };

static void print_counts(screen *scr, const uint8_t counts[], int n) {
    for (int i = 0; i < n; i++) {
        scr_to(scr, FIRST + i * STEP);
        if (counts[i])
            scr_number(scr, SCR_STRONG, counts[i]);
        else
            scr_put(scr, SCR_FAINT, "·");
    }
}

static void sheet_row(screen *scr, const rz_voice *voice, const char *name,
                      const uint8_t cards[BARS_VALUES]) {
    scr_put(scr, SCR_PLAIN, name);
    if (scr->width < FIRST + BARS_VALUES * STEP + 10) {
        scr_put(scr, SCR_PLAIN, ":");
        print_cards(scr, SCR_PLAIN, cards);
        scr_put(scr, SCR_PLAIN, " = ");
    } else {
        print_counts(scr, cards, BARS_VALUES);
        scr_to(scr, FIRST + BARS_VALUES * STEP);
    }
    scr_put(scr, SCR_STRONG, sum_text(voice, bars_worth(cards)));
    scr_newline(scr);
}

static void print_scores(screen *scr, const rz_voice *voice, const rz_view *view) {
    const bars_public *p = &view->bars.pub;
    uint8_t lying[BARS_VALUES] = {0};
    scr->indent = 4;
    tui_print(scr, SCR_STRONG, voice, N_("Money cards, by thousands:\n"));
    for (int v = 0; v < BARS_VALUES && scr->width >= FIRST + BARS_VALUES * STEP + 10; v++) {
        scr_to(scr, FIRST + v * STEP);
        scr_number(scr, SCR_FAINT, bars_values[v]);
    }
    scr_newline(scr);
    for (int seat = 0; seat < rz_seats(voice->setup); seat++)
        sheet_row(scr, voice, who(voice, seat), p->money[seat]);
    for (int bar = 0; bar < BARS_BARS; bar++)
        for (int v = 0; v < BARS_VALUES; v++)
            lying[v] = (uint8_t)(lying[v] + p->bar[bar][v]);
    sheet_row(scr, voice, rz_translate(voice, N_("At the bars")), lying);
    sheet_row(scr, voice, rz_translate(voice, N_("Still to come")), p->cash);
}

static void print_kept(screen *scr, const rz_voice *voice, const rz_view *view) {
    uint8_t kept[BARS_KINDS];
    int n = 0;
    bars_kept_by_others(&voice->setup->bars, &view->bars, kept);
    for (int kind = 0; kind < BARS_KINDS; kind++)
        for (int i = 0; i < kept[kind]; i++) {
            if (n++ == 0)
                tui_print(scr, SCR_STRONG, voice, N_("Surely in other hands:"));
            scr_put(scr, SCR_PLAIN, n > 1 ? " · " : " ");
            scr_put(scr, SCR_PLAIN, card_text(voice, kind, bars_format_card));
        }
    if (n > 0)
        scr_newline(scr);
}

static void list_hidden(screen *scr, const rz_voice *voice, const uint8_t hidden[BARS_KINDS]) {
    for (int bar = 0; bar < voice->setup->bars.bars; bar++) {
        scr_put(scr, SCR_STRONG, bars_bar_word(bar));
        scr_put(scr, SCR_PLAIN, ":");
        for (int kind = bar * BARS_BAR_KINDS; kind < (bar + 1) * BARS_BAR_KINDS; kind++)
            for (int i = 0; i < hidden[kind]; i++) {
                scr_put(scr, SCR_PLAIN, " ");
                scr_put(scr, SCR_PLAIN, card_text(voice, kind, bars_format_letter));
            }
        scr_newline(scr);
    }
}

static void print_odds(screen *scr, const rz_voice *voice, const rz_view *view) {
    uint8_t hidden[BARS_KINDS];
    bars_hidden(&voice->setup->bars, &view->bars, hidden);
    scr->indent = 4;
    PUT(scr, SCR_STRONG, voice,
        N_("Cards you can not see, in other hands or in the pile ({cards} there):"), "cards",
        tui_number(view->bars.pub.cards), NULL);
    scr_newline(scr);
    if (scr->width < FIRST + BARS_BAR_KINDS * STEP - 2) {
        list_hidden(scr, voice, hidden);
    } else {
        for (int kind = 0; kind < BARS_BAR_KINDS; kind++) {
            scr_to(scr, FIRST + kind * (STEP - 1));
            scr_put(scr, SCR_FAINT, card_text(voice, kind, bars_format_letter));
        }
        scr_newline(scr);
        for (int bar = 0; bar < voice->setup->bars.bars; bar++) {
            scr_put(scr, SCR_PLAIN, bars_bar_word(bar));
            for (int kind = 0; kind < BARS_BAR_KINDS; kind++) {
                int count = hidden[bar * BARS_BAR_KINDS + kind];
                scr_to(scr, FIRST + kind * (STEP - 1));
                scr_put(scr, count ? SCR_STRONG : SCR_FAINT, count ? tui_number(count) : "·");
            }
            scr_newline(scr);
        }
    }
    print_kept(scr, voice, view);
}

/* What the bots reckon with as well. */
static void print_worth(screen *scr, const rz_voice *voice, const rz_view *view) {
    const bars_public *p = &view->bars.pub;
    const bars_own *own = &view->bars.own;
    bars_forecast f;
    scr->indent = 4;
    if (is_haggle(p)) {
        draw_haggle(scr, voice, p);
        return;
    }
    bars_foresee(&voice->setup->bars, &view->bars, -1, &f);
    tui_print(
        scr, SCR_STRONG, voice,
        N_("What to expect, if the others go where it pays with the cards you can not see:\n"));
    for (int bar = 0; bar < voice->setup->bars.bars; bar++) {
        PUT(scr, SCR_PLAIN, voice,
            N_("{bar}, {sum}: another gambles {gambler}%, another raids {raid}%."), "bar",
            bars_bar_word(bar), "sum", sum_text(voice, bars_worth(p->bar[bar])), "gambler",
            percent_text(f.gambler[bar]), "raid", percent_text(f.raid[bar]), NULL);
        for (int i = 0, last = -1; i < BARS_HAND && own->hand[i] != BARS_NO_CARD; i++) {
            int kind = bars_kind_of(own->hand[i]);
            if (bars_bar_of(kind) != bar || kind == last)
                continue;
            last = kind;
            uint32_t thousands = (f.worth[kind] + BARS_WORTH_PARTS / 2) / BARS_WORTH_PARTS;
            scr_put(scr, SCR_PLAIN, " ");
            PUT(scr, SCR_GOOD, voice, N_("Your {card}: about {sum}."), "card",
                card_text(voice, kind, bars_format_figure), "sum",
                thousands_text(voice, (int)thousands), NULL);
        }
        scr_newline(scr);
    }
}

/* ---- Events ----------------------------------------------------------------------------------
 */

/* Everybody's money at the end, the richest first. */
static void print_event(screen *scr, const rz_voice *voice, const rz_event *event) {
    unsigned left = (1u << rz_seats(voice->setup)) - 1;
    if (event->verb != BARS_VERB_END)
        return;
    while (left) {
        int best = __builtin_ctz(left);
        for (unsigned rest = left; rest; rest &= rest - 1)
            if (event->data[__builtin_ctz(rest)] > event->data[best])
                best = __builtin_ctz(rest);
        left &= ~(1u << best);
        bool won = event->data[RZ_SEATS_MAX + best];
        scr_put(scr, won ? SCR_LIT : SCR_PLAIN, who(voice, best));
        scr_to(scr, FIRST);
        scr_put(scr, SCR_STRONG, sum_text(voice, event->data[best] / 5));
        scr_newline(scr);
    }
}

/* ---- A real table ----------------------------------------------------------------------------
 */

/* Hands are secret: the program deals them. */
static bool is_asked(int verb) {
    return verb != BARS_VERB_DEAL;
}

static void ask_chance(screen *scr, const rz_voice *voice, const rz_state *state, int part) {
    const bars_public *p = &state->bars.pub;
    (void)part;
    switch (p->phase) {
    case BARS_FIRST_DUE:
        for (int seat = 0; seat < rz_seats(voice->setup); seat++) {
            scr_put(scr, SCR_FAINT, tui_number(seat + 1));
            scr_put(scr, SCR_PLAIN, " ");
            scr_put(scr, SCR_PLAIN, who(voice, seat));
            scr_newline(scr);
        }
        tui_print(scr, SCR_LIT, voice, N_("Who is the first croupier? "));
        break;
    case BARS_ROLL_DUE:
        PUT(scr, SCR_LIT, voice, N_("What does {who} roll? "), "who", who(voice, bars_roll_seat(p)),
            NULL);
        break;
    default:
        if (p->laid < voice->setup->bars.bars)
            PUT(scr, SCR_LIT, voice, N_("Which money card goes to the bar {bar}, in thousands? "),
                "bar", bars_bar_word(p->laid), NULL);
        else
            tui_print(scr, SCR_LIT, voice,
                      N_("Which money card may the croupier lay, in thousands? "));
    }
}

static int parse_chance(const rz_voice *voice, const rz_state *state, int part, const char *answer,
                        rz_event *event) {
    const bars_public *p = &state->bars.pub;
    int number = read_sum(answer), max = BARS_SYMBOLS;
    (void)part;
    if (p->phase == BARS_MONEY_DUE) {
        event->verb = BARS_VERB_MONEY;
        event->data[0] = p->laid < voice->setup->bars.bars ? p->laid : RZ_NULL;
        event->data[1] = (int16_t)(number < 100 ? number : 0);
        return number > 0 ? 0 : -1;
    }
    if (p->phase == BARS_FIRST_DUE) {
        event->verb = BARS_VERB_FIRST;
        event->data[0] = (int16_t)(number - 1);
        max = rz_seats(voice->setup);
    } else {
        event->verb = BARS_VERB_ROLL;
        event->data[0] = (int16_t)bars_roll_seat(p);
        event->data[1] = (int16_t)number;
    }
    return number >= 1 && number <= max ? 0 : -1;
}

static void print_primer(screen *scr, const rz_voice *voice) {
    static const char *const lines[] = {
        N_("Each round money is laid at the bars. Everybody chooses one of five cards in secret, "
           "then all are turned over and the bars are settled from left to right."),
        N_("{gambler} is a gambler with the symbol 4, {raid} a raid with the symbol 6. Money cards "
           "are in thousands."),
        N_("A gambler alone at a bar takes its money. A raid takes it from the gamblers there. "
           "Raids without a gambler get nothing, and the money stays."),
        N_("Several gamblers, or several raids on gamblers, haggle: the highest symbol offers each "
           "of the others a sum. Who refuses fights a duel for what is left: one die each, plus "
           "the symbol of the card. On a tie the one who demanded it wins."),
        N_("Offers are paid with whole money cards, those at the bar and the proposer’s own."),
        N_("After the last round most money wins. Money at the bars counts for nobody.")};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        PUT(scr, SCR_PLAIN, voice, lines[i], "gambler", card_text(voice, 3, bars_format_letter),
            "raid", card_text(voice, BARS_SYMBOLS + 5, bars_format_letter), NULL);
        scr_newline(scr);
    }
}

const tui_game bars_terminal = {.has_secrets = true,
                                .print_primer = print_primer,
                                .examples =
                                    "play havana.g4, lay jazz, offer to=2 sum=20, answer true",
                                .draw = draw,
                                .describe_typing = describe_typing,
                                .list_choices = list_choices,
                                .parse = parse,
                                .print_scores = print_scores,
                                .print_odds = print_odds,
                                .print_worth = print_worth,
                                .print_event = print_event,
                                .is_asked = is_asked,
                                .ask_chance = ask_chance,
                                .parse_chance = parse_chance};
