/* loot at a plain terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ai/loot/odds.h"
#include "games/loot/rules.h"
#include "tui/tui.h"
#include "words/loot.h"

/* Where letter number `letter` of a UTF-8 text begins, or its end. */
static int letter_at(const char *text, int letter) {
    int n = 0;
    for (int letters = 0; text[n]; n++)
        if ((text[n] & 0xc0) != 0x80 && letters++ == letter)
            break;
    return n;
}

/* The first three letters of a card's name; of two that begin alike, the fourth stands for the
 * third. A test makes sure that this tells all kinds apart in every language. */
static void short_name(const rz_voice *voice, int card, char out[16]) {
    const char *name = loot_card_word(voice, card);
    int two = letter_at(name, 2), three = letter_at(name, 3), four = letter_at(name, 4);
    snprintf(out, 16, "%.*s", three, name);
    for (int other = 0; other < LOOT_KINDS; other++)
        if (other != card && !strncmp(name, loot_card_word(voice, other), (size_t)three))
            snprintf(out, 16, "%.*s%.*s", two, name, four - three, name + three);
}

enum { CELL = 4, GRID = LOOT_KINDS * CELL + 9 };

/* Where the column of a kind begins: kinds that score together stand together. */
static int column_of(int kind) {
    static const int first_of_group[] = {LOOT_GANGSTER, LOOT_CAR, LOOT_THIEF, LOOT_GOLD,
                                         LOOT_CASINO};
    int column = 4 + kind * CELL;
    for (size_t i = 0; i < sizeof first_of_group / sizeof *first_of_group; i++)
        column += kind >= first_of_group[i];
    return column;
}

/* The same place for every kind, so that players are compared by looking down a column. */
static void draw_kinds(screen *scr, const rz_voice *voice) {
    char name[16];
    for (int kind = 0; kind < LOOT_KINDS; kind++) {
        scr_to(scr, column_of(kind));
        short_name(voice, kind, name);
        scr_put(scr, SCR_FAINT, name);
    }
    scr_newline(scr);
}

static void draw_estate(screen *scr, const uint8_t estate[]) {
    for (int kind = 0; kind < LOOT_KINDS; kind++) {
        scr_to(scr, column_of(kind));
        if (estate[kind])
            scr_number(scr, SCR_STRONG, estate[kind]);
        else
            scr_put(scr, SCR_FAINT, "·");
    }
    scr_newline(scr);
}

/* Where there is no room for columns: what there is, in words. */
static void list_estate(screen *scr, const rz_voice *voice, const uint8_t estate[]) {
    bool any = false;
    scr->indent = 4;
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        if (estate[kind]) {
            scr_put(scr, SCR_PLAIN, any ? " " : "    ");
            any = true;
            scr_put(scr, SCR_STRONG, loot_card_word(voice, kind));
            scr_put(scr, SCR_PLAIN, " ");
            scr_number(scr, SCR_PLAIN, estate[kind]);
        }
    if (any)
        scr_newline(scr);
}

static void draw_cheques(screen *scr, const loot_public *p, int seat) {
    for (int cheque = 1; cheque <= LOOT_CHEQUES; cheque++)
        if (p->up[seat] >> (cheque - 1) & 1) {
            scr_put(scr, SCR_PLAIN, " ");
            scr_number(scr, SCR_LIT, cheque);
        }
    for (int cheque = 1; cheque <= LOOT_CHEQUES; cheque++)
        if (p->down[seat] >> (cheque - 1) & 1) {
            scr_put(scr, SCR_FAINT, " (");
            scr_number(scr, SCR_FAINT, cheque);
            scr_put(scr, SCR_FAINT, ")");
        }
}

static void draw_player(screen *scr, const rz_voice *voice, const loot_public *p, int seat) {
    char memory[RZ_NAME_BYTES + 40];
    rz_text name;
    rz_text_init(&name, memory, sizeof memory);
    rz_format_seat(voice, &name, seat);
    bool turn = p->phase != LOOT_OVER && seat == p->bidder;
    scr_put(scr, SCR_LIT, turn ? "▶ " : "  ");
    scr_put(scr, SCR_STRONG, memory);
    scr_to(scr, 24);
    scr_number(scr, SCR_STRONG, p->score[seat]);
    tui_print(scr, SCR_PLAIN, voice, N_(" points"));
    scr_to(scr, 38);
    scr_put(scr, SCR_FAINT, loot_category_word(voice, LOOT_FOR_CHEQUES));
    draw_cheques(scr, p, seat);
    if (p->phase == LOOT_AUCTION && p->best && p->leader == seat) {
        scr_put(scr, SCR_PLAIN, "  ");
        tui_print(scr, SCR_LIT, voice, N_("highest bid: "));
        scr_number(scr, SCR_LIT, p->best);
    }
    scr_newline(scr);
    if (scr->width > GRID)
        draw_estate(scr, p->estate[seat]);
    else
        list_estate(scr, voice, p->estate[seat]);
}

static void draw_police(screen *scr, const rz_voice *voice, const loot_public *p) {
    int raid = loot_raid(voice->setup), left = loot_left(p);
    char memory[200];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format(voice, &text, N_("Round {round} of 3"), "round", tui_number(p->round), NULL);
    scr_put(scr, SCR_STRONG, memory);
    scr_put(scr, SCR_PLAIN, "   ");
    scr_put(scr, SCR_PLAIN, loot_card_word(voice, LOOT_POLICE));
    scr_put(scr, SCR_PLAIN, " ");
    for (int i = 0; i < raid; i++)
        scr_put(scr, i < p->police ? SCR_ALARM : SCR_FAINT, i < p->police ? "■" : "□");
    rz_text_init(&text, memory, sizeof memory);
    rz_format(voice, &text, N_(" {number} of {raid}   chance of one next: {percent}%"), "number",
              tui_number(p->police), "raid", tui_number(raid), "percent",
              tui_number(left ? (100 * p->unseen[LOOT_POLICE] + left / 2) / left : 0), NULL);
    scr_put(scr, SCR_PLAIN, memory);
    scr_newline(scr);
}

static int worth_to(const rz_voice *voice, const loot_public *p, int seat, bool last) {
    return loot_worth(&voice->setup->loot, p, p->lot, seat, last);
}

static const char *signed_text(int number) {
    static char text[4][16];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(text[turn], sizeof text[turn], "%s%d",
             number < 0   ? "−"
             : number > 0 ? "+"
                          : "",
             abs(number));
    return text[turn];
}

static void draw_worth(screen *scr, const rz_voice *voice, const loot_public *p, int seat) {
    char memory[200];
    rz_text text;
    int now = worth_to(voice, p, seat, p->round == 3), end = worth_to(voice, p, seat, true);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(voice, &text,
              now == end
                  ? N_("Worth to you: {now} points")
                  : N_("Worth to you: {now} points this round, {end} with the final scoring"),
              "now", signed_text(now), "end", signed_text(end), NULL);
    scr_put(scr, SCR_PLAIN, "    ");
    scr_put(scr, SCR_GOOD, memory);
    scr_newline(scr);
}

static void draw_lot(screen *scr, const rz_voice *voice, const loot_public *p) {
    scr->indent = 4;
    tui_print(scr, SCR_PLAIN, voice, N_("On the table: "));
    for (int i = 0; i < LOOT_PLACES; i++) {
        char card[80];
        snprintf(card, sizeof card, "[%s]", p->lot[i] ? loot_card_word(voice, p->lot[i] - 1) : "·");
        scr_put(scr, SCR_PLAIN, i ? " " : "");
        scr_put(scr, p->lot[i] ? SCR_GOOD : SCR_FAINT, card);
    }
    char memory[60];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format_thousands(voice, &text, p->cheque);
    scr_put(scr, SCR_PLAIN, "  +  ");
    scr_put(scr, SCR_LIT, memory);
    scr_newline(scr);
    if (p->lot_size > 0 && voice->you >= 0)
        draw_worth(scr, voice, p, voice->you);
}

static void draw(screen *scr, const rz_voice *voice, const rz_view *view) {
    const loot_public *p = &view->loot.pub;
    scr_newline(scr);
    draw_police(scr, voice, p);
    draw_lot(scr, voice, p);
    if (scr->width > GRID)
        draw_kinds(scr, voice);
    for (int s = 0; s < rz_seats(voice->setup); s++)
        draw_player(scr, voice, p, s);
    scr->indent = 2;
}

/* Several thieves are sent by several numbers. */
static const char *describe_typing(const rz_setup *setup, const rz_view *view) {
    const loot_public *p = &view->loot.pub;
    bool several = p->lot_size && p->estate[view->loot.seat][LOOT_THIEF] > 1;
    (void)setup;
    return p->phase != LOOT_AUCTION && several ? N_("two numbers take two cards") : NULL;
}

/* On a turn everything one could do by the rules; in an auction one's own cheques and a pass. */
static int list_choices(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]) {
    const loot_public *p = &view->loot.pub;
    rz_action legal[RZ_LEGAL_MAX];
    int n = 0, n_legal = loot_legal(setup, view, legal), thieves = 0;
    if (p->phase == LOOT_AUCTION) {
        out[n++] = LOOT_PASS;
        for (int cheque = 1; cheque <= LOOT_CHEQUES; cheque++)
            if (p->up[view->loot.seat] >> (cheque - 1) & 1)
                out[n++] = (rz_action)(LOOT_BID + cheque);
        return n;
    }
    for (int pile = 0; pile < setup->loot.piles; pile++)
        out[n++] = (rz_action)(LOOT_DRAW + pile);
    out[n++] = LOOT_COURT;
    for (int i = 0; i < n_legal; i++)
        thieves += legal[i] > LOOT_STEAL;
    /* One card each; several are chosen together ("4 6"). */
    for (int i = 0; i < n_legal; i++)
        if (legal[i] > LOOT_STEAL &&
            (thieves <= 12 || __builtin_popcount((unsigned)(legal[i] - LOOT_STEAL)) == 1))
            out[n++] = legal[i];
    if (thieves == 0 && p->lot[0])
        out[n++] = LOOT_STEAL + 1; /* refused, and explained if asked for */
    return n;
}

static bool combine(const rz_action chosen[], int n, rz_action *action) {
    unsigned places = 0;
    for (int i = 0; i < n; i++) {
        unsigned more = chosen[i] > LOOT_STEAL ? (unsigned)(chosen[i] - LOOT_STEAL) : 0;
        if (more == 0 || places & more)
            return false;
        places |= more;
    }
    *action = (rz_action)(LOOT_STEAL + places);
    return true;
}

static const char *row_word(const rz_voice *voice, int row) {
    return row < LOOT_CATEGORIES ? loot_category_word(voice, row)
                                 : rz_translate(voice, N_("Total"));
}

static void print_name(screen *scr, const rz_voice *voice, int seat, int letters) {
    char memory[RZ_NAME_BYTES + 40];
    rz_text name;
    rz_voice shorter = *voice;
    shorter.you = -1;
    rz_text_init(&name, memory, sizeof memory);
    rz_format_seat(&shorter, &name, seat);
    memory[letter_at(memory, letters)] = '\0';
    scr_put(scr, SCR_STRONG, memory);
}

/* Where there is no room for a column a player: one paragraph each. */
static void list_sheet(screen *scr, const rz_voice *voice,
                       int16_t points[LOOT_SEATS][LOOT_CATEGORIES], const int16_t totals[]) {
    scr->indent = 2;
    for (int s = 0; s < rz_seats(voice->setup); s++) {
        print_name(scr, voice, s, RZ_NAME_CHARS);
        scr_put(scr, SCR_PLAIN, ":");
        for (int row = 0; row <= LOOT_CATEGORIES; row++) {
            char number[40]; /* a comma must not be torn off and begin a line */
            bool last = row == LOOT_CATEGORIES;
            snprintf(number, sizeof number, " %s%s", tui_number(last ? totals[s] : points[s][row]),
                     last ? "\n" : ",");
            scr_put(scr, SCR_PLAIN, " ");
            scr_put(scr, SCR_PLAIN, row_word(voice, row));
            scr_put(scr, SCR_STRONG, number);
        }
    }
}

static void print_sheet(screen *scr, const rz_voice *voice,
                        int16_t points[LOOT_SEATS][LOOT_CATEGORIES], const int16_t totals[]) {
    enum { FIRST = 20, STEP = 12 };
    int seats = rz_seats(voice->setup);
    if (scr->width < FIRST + seats * STEP) {
        list_sheet(scr, voice, points, totals);
        return;
    }
    for (int s = 0; s < seats; s++) {
        scr_to(scr, FIRST + s * STEP);
        print_name(scr, voice, s, STEP - 2);
    }
    scr_newline(scr);
    for (int row = 0; row <= LOOT_CATEGORIES; row++) {
        scr_put(scr, SCR_PLAIN, row_word(voice, row));
        for (int s = 0; s < seats; s++) {
            scr_to(scr, FIRST + s * STEP);
            scr_number(scr, row == LOOT_CATEGORIES ? SCR_STRONG : SCR_PLAIN,
                       row == LOOT_CATEGORIES ? totals[s] : points[s][row]);
        }
        scr_newline(scr);
    }
}

static void print_scores(screen *scr, const rz_voice *voice, const rz_view *view) {
    const loot_public *p = &view->loot.pub;
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES], totals[LOOT_SEATS];
    loot_points(&voice->setup->loot, p, p->round == 3, points);
    for (int s = 0; s < LOOT_SEATS; s++) {
        totals[s] = p->score[s];
        for (int c = 0; c < LOOT_CATEGORIES; c++)
            totals[s] = (int16_t)(totals[s] + points[s][c]);
    }
    tui_print(
        scr, SCR_STRONG, voice,
        N_("If the round ended now, it would bring these points; the total has all rounds:\n"));
    print_sheet(scr, voice, points, totals);
}

static void print_event(screen *scr, const rz_voice *voice, const rz_event *event) {
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES];
    if (event->verb != LOOT_VERB_SCORE)
        return;
    memcpy(points, event->data + 1, sizeof points);
    print_sheet(scr, voice, points, event->data + 1 + RZ_SEATS_MAX * LOOT_CATEGORIES);
}

static void print_odds(screen *scr, const rz_voice *voice, const rz_view *view) {
    const loot_public *p = &view->loot.pub;
    int left = loot_left(p);
    tui_print(scr, SCR_STRONG, voice,
              N_("Left in the piles, and the chance of each to come next:\n"));
    for (int card = 0; card < LOOT_CARDS; card++) {
        scr_put(scr, card == LOOT_POLICE ? SCR_ALARM : SCR_PLAIN, loot_card_word(voice, card));
        const char *number = tui_number(p->unseen[card]);
        const char *chance = tui_percent(voice, left ? (double)p->unseen[card] / left : 0);
        scr_to(scr, 22 - scr_columns(number));
        scr_put(scr, SCR_STRONG, number);
        scr_to(scr, 33 - scr_columns(chance));
        scr_put(scr, SCR_PLAIN, chance);
        scr_newline(scr);
    }
}

static void print_worth(screen *scr, const rz_voice *voice, const rz_view *view) {
    const loot_public *p = &view->loot.pub;
    bool last = p->round == 3;
    tui_print(
        scr, SCR_STRONG, voice,
        last ? N_("What the loot on the table would add to each:\n")
             : N_("What the loot on the table would add to each: this round, and with the final "
                  "scoring:\n"));
    for (int s = 0; s < rz_seats(voice->setup); s++) {
        char memory[RZ_NAME_BYTES + 40];
        rz_text name;
        rz_text_init(&name, memory, sizeof memory);
        rz_format_seat(voice, &name, s);
        scr_put(scr, SCR_PLAIN, memory);
        for (int end = last; end < 2; end++) {
            scr_to(scr, end == last ? 24 : 30);
            scr_put(scr, SCR_STRONG, signed_text(worth_to(voice, p, s, end)));
        }
        scr_newline(scr);
    }
}

/* ---- A real table -----------------------------------------------------------------------------
 */

static void ask_card(screen *scr, const rz_voice *voice, const loot_public *p) {
    for (int card = 0; card < LOOT_CARDS; card++) {
        scr_to(scr, 2 + card % 3 * 24);
        scr_put(scr, SCR_FAINT, tui_number(card + 1));
        scr_put(scr, SCR_PLAIN, " ");
        scr_put(scr, p->unseen[card] ? SCR_PLAIN : SCR_FAINT, loot_card_word(voice, card));
        if (card % 3 == 2)
            scr_newline(scr);
    }
    tui_print(scr, SCR_LIT, voice, N_("Which card was turned over? "));
}

static void ask_set(screen *scr, const rz_voice *voice, int seat) {
    int seats = rz_seats(voice->setup);
    char memory[RZ_NAME_BYTES + 40], question[RZ_NAME_BYTES + 120];
    rz_text name, text;
    for (int set = 0; set < seats && seat == 0; set++) {
        scr_put(scr, SCR_FAINT, "  ");
        scr_put(scr, SCR_FAINT, tui_number(set + 1));
        scr_put(scr, SCR_FAINT, ":");
        for (unsigned rest = loot_cheque_sets[seats][set]; rest; rest &= rest - 1) {
            scr_put(scr, SCR_PLAIN, " ");
            scr_number(scr, SCR_PLAIN, __builtin_ctz(rest) + 1);
        }
        scr_newline(scr);
    }
    rz_text_init(&name, memory, sizeof memory);
    rz_format_seat(voice, &name, seat);
    rz_text_init(&text, question, sizeof question);
    rz_format(voice, &text, N_("Which set of cheques does {who} have? "), "who", memory, NULL);
    scr_put(scr, SCR_LIT, question);
}

static void ask_chance(screen *scr, const rz_voice *voice, const rz_state *state, int part) {
    if (state->loot.pub.phase == LOOT_SETS_DUE)
        ask_set(scr, voice, part);
    else
        ask_card(scr, voice, &state->loot.pub);
}

/* A number from 1 to `max`, less one; -1 if it is none. */
static int number_from(const char *answer, int max) {
    char *end;
    long number = strtol(answer, &end, 10);
    return *end == '\0' && number >= 1 && number <= max ? (int)number - 1 : -1;
}

/* A number, or the beginning of a name in the language or in the vocabulary. */
static int card_from(const rz_voice *voice, const char *answer) {
    int number = number_from(answer, LOOT_CARDS);
    if (number >= 0)
        return number;
    size_t n = strlen(answer);
    int found = -1;
    for (int card = 0; n > 0 && card < LOOT_CARDS; card++) {
        const char *dot = strchr(loot_card_names[card], '.');
        const char *id = dot ? dot + 1 : loot_card_names[card];
        if (!strcasecmp(answer, loot_card_word(voice, card)) || !strcasecmp(answer, id))
            return card;
        if (!strncasecmp(answer, loot_card_word(voice, card), n))
            found = found < 0 ? card : LOOT_CARDS; /* not the only one */
    }
    return found < LOOT_CARDS ? found : -1;
}

/* One question a seat; the last gets the set that is left. */
static int parse_set(int seats, int part, const char *answer, rz_event *event) {
    int set = number_from(answer, seats), rest = seats * (seats - 1) / 2;
    for (int i = 0; i < part; i++)
        if (event->data[i] == set)
            return -1;
    event->data[part] = (int16_t)set;
    for (int i = 0; i <= part; i++)
        rest -= event->data[i];
    if (part + 2 == seats)
        event->data[part + 1] = (int16_t)rest;
    return set < 0 ? -1 : seats - 2 - part;
}

static int parse_chance(const rz_voice *voice, const rz_state *state, int part, const char *answer,
                        rz_event *event) {
    if (state->loot.pub.phase == LOOT_SETS_DUE) {
        event->verb = LOOT_VERB_SETS;
        return parse_set(rz_seats(voice->setup), part, answer, event);
    }
    int card = card_from(voice, answer);
    event->verb = LOOT_VERB_REVEAL;
    event->data[0] = (int16_t)card;
    return card >= 0 ? 0 : -1;
}

static void print_primer(screen *scr, const rz_voice *voice) {
    static const char *const lines[] = {
        N_("Three rounds. On your turn you turn over a card, which joins the loot on the table, or "
           "call an auction. The seventh card on the table starts one too, and so does each card "
           "“{police}”."),
        N_("In an auction everybody bids once or passes, with one cheque, each higher than the "
           "last. The winner gets the loot, takes the cheque on the table face down until the next "
           "round, and lays the cheque that was bid in its place. Without a face-up cheque you are "
           "out of the round."),
        N_("A round ends when the row of cards “{police}” is full, or nobody has a face-up "
           "cheque."),
        N_("Points each round: thieves left 2 each, gold coins 3 each; cars and drivers 1 each, "
           "cars only with a driver; {gangsters}: most +5, fewest −2; kinds of jewel: none −5, "
           "three +5, four +10, five +15. Thieves, drivers, jewels and gold coins leave the game "
           "then."),
        N_("At the end also: kinds of business 1 each, all seven 10; three of one kind +5, four "
           "+10; highest sum of cheques +5, lowest −5."),
        N_("Instead of drawing or calling an auction you can send thieves: each takes one card "
           "from the table, and leaves the game.")};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char memory[1024];
        rz_text text;
        rz_text_init(&text, memory, sizeof memory);
        rz_format(voice, &text, lines[i], "police", loot_card_word(voice, LOOT_POLICE), "gangsters",
                  loot_category_word(voice, LOOT_FOR_GANGSTERS), NULL);
        scr_put(scr, SCR_PLAIN, memory);
        scr_newline(scr);
    }
}

const tui_game loot_terminal = {.print_primer = print_primer,
                                .examples = "bid 7, draw pile=1, thief take=car,driver",
                                .draw = draw,
                                .describe_typing = describe_typing,
                                .list_choices = list_choices,
                                .combine = combine,
                                .print_scores = print_scores,
                                .print_odds = print_odds,
                                .print_worth = print_worth,
                                .print_event = print_event,
                                .ask_chance = ask_chance,
                                .parse_chance = parse_chance};
