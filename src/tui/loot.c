/* loot at a plain terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tui/tui.h"

static void say(screen *scr, scr_style style, const rz_voice *voice, const char *english) {
    scr_put(scr, style, rz_word(voice, english));
}

static const char *number_text(int number) {
    static char text[8][16];
    static int turn;
    turn = (turn + 1) % 8;
    snprintf(text[turn], sizeof text[turn], "%d", number);
    return text[turn];
}

/* The first three letters of a card's name: enough to tell all kinds apart in every language. */
static void short_name(const rz_voice *voice, int card, char out[16]) {
    const char *name = loot_card_word(voice, card);
    int n = 0;
    for (int letters = 0; name[n] && n < 15; n++) {
        letters += (name[n] & 0xc0) != 0x80;
        if (letters == 4)
            break;
    }
    snprintf(out, 16, "%.*s", n, name);
}

enum { CELL = 4, GRID = LOOT_KINDS * CELL + 4 };

/* The same place for every kind, so that players are compared by looking down a column. */
static void draw_kinds(screen *scr, const rz_voice *voice) {
    char name[16];
    for (int kind = 0; kind < LOOT_KINDS; kind++) {
        scr_to(scr, 4 + kind * CELL);
        short_name(voice, kind, name);
        scr_put(scr, SCR_FAINT, name);
    }
    scr_newline(scr);
}

static void draw_estate(screen *scr, const uint8_t estate[]) {
    for (int kind = 0; kind < LOOT_KINDS; kind++) {
        scr_to(scr, 4 + kind * CELL);
        if (estate[kind])
            scr_number(scr, SCR_STRONG, estate[kind]);
        else
            scr_put(scr, SCR_FAINT, "·");
    }
    scr_newline(scr);
}

/* Where there is no room for columns: what there is, in words. */
static void list_estate(screen *scr, const rz_voice *voice, const uint8_t estate[]) {
    scr->indent = 4;
    scr_put(scr, SCR_PLAIN, "   ");
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        if (estate[kind]) {
            scr_put(scr, SCR_PLAIN, " ");
            scr_put(scr, SCR_STRONG, loot_card_word(voice, kind));
            scr_put(scr, SCR_PLAIN, " ");
            scr_number(scr, SCR_PLAIN, estate[kind]);
        }
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
    rz_say_seat(voice, &name, seat);
    bool turn = p->phase != LOOT_OVER && seat == p->bidder;
    scr_put(scr, SCR_LIT, turn ? "▶ " : "  ");
    scr_put(scr, SCR_STRONG, memory);
    scr_to(scr, 24);
    scr_number(scr, SCR_STRONG, p->score[seat]);
    say(scr, SCR_PLAIN, voice, N_(" points"));
    scr_to(scr, 38);
    scr_put(scr, SCR_FAINT, loot_category_word(voice, LOOT_FOR_CHEQUES));
    draw_cheques(scr, p, seat);
    if (p->phase == LOOT_AUCTION && p->best && p->leader == seat) {
        scr_put(scr, SCR_PLAIN, "  ");
        say(scr, SCR_LIT, voice, N_("highest bid"));
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
    rz_say(voice, &text, N_("Round {round} of 3"), "round", number_text(p->round), NULL);
    scr_put(scr, SCR_STRONG, memory);
    scr_put(scr, SCR_PLAIN, "   ");
    scr_put(scr, SCR_PLAIN, loot_card_word(voice, LOOT_POLICE));
    scr_put(scr, SCR_PLAIN, " ");
    for (int i = 0; i < raid; i++)
        scr_put(scr, i < p->police ? SCR_ALARM : SCR_FAINT, i < p->police ? "■" : "□");
    rz_text_init(&text, memory, sizeof memory);
    rz_say(voice, &text, N_("   next: {percent} %   piles {first} + {second}"), "percent",
           number_text(left ? (100 * p->unseen[LOOT_POLICE] + left / 2) / left : 0), "first",
           number_text(p->pile[0]), "second", number_text(p->pile[1]), NULL);
    scr_put(scr, SCR_PLAIN, memory);
    scr_newline(scr);
}

static void draw_lot(screen *scr, const rz_voice *voice, const loot_public *p) {
    scr->indent = 4;
    say(scr, SCR_PLAIN, voice, N_("On the table: "));
    for (int i = 0; i < LOOT_PLACES; i++) {
        char card[80];
        snprintf(card, sizeof card, "[%s]", p->lot[i] ? loot_card_word(voice, p->lot[i] - 1) : "·");
        scr_put(scr, SCR_PLAIN, i ? " " : "");
        scr_put(scr, p->lot[i] ? SCR_GOOD : SCR_FAINT, card);
    }
    char memory[60];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_say_thousands(voice, &text, p->cheque);
    scr_put(scr, SCR_PLAIN, "  +  ");
    scr_put(scr, SCR_LIT, memory);
    scr_newline(scr);
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

/* On a turn everything one could do by the rules; in an auction one's own cheques and a pass. */
static int offer(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]) {
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

static void print_sheet(screen *scr, const rz_voice *voice,
                        int16_t points[LOOT_SEATS][LOOT_CATEGORIES], const int16_t totals[]) {
    enum { FIRST = 22, STEP = 12 };
    int seats = rz_seats(voice->setup);
    for (int row = -1; row <= LOOT_CATEGORIES; row++) {
        if (row >= 0)
            scr_put(scr, SCR_PLAIN,
                    row < LOOT_CATEGORIES ? loot_category_word(voice, row)
                                          : rz_word(voice, N_("Total")));
        for (int s = 0; s < seats; s++) {
            char memory[RZ_NAME_BYTES + 40], cut[64];
            rz_text name;
            rz_voice shorter = *voice;
            shorter.you = -1;
            rz_text_init(&name, memory, sizeof memory);
            rz_say_seat(&shorter, &name, s);
            int n = 0;
            for (int letters = 0; memory[n] && n < 60; n++)
                if (((memory[n] & 0xc0) != 0x80) && ++letters > STEP - 2)
                    break;
            snprintf(cut, sizeof cut, "%.*s", n, memory);
            scr_to(scr, FIRST + s * STEP);
            if (row < 0)
                scr_put(scr, SCR_STRONG, cut);
            else
                scr_number(scr, row == LOOT_CATEGORIES ? SCR_STRONG : SCR_PLAIN,
                           row == LOOT_CATEGORIES ? totals[s] : points[s][row]);
        }
        scr_newline(scr);
    }
}

static void sheet(screen *scr, const rz_voice *voice, const rz_view *view) {
    const loot_public *p = &view->loot.pub;
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES], totals[LOOT_SEATS];
    loot_points(&voice->setup->loot, p, p->round == 3, points);
    for (int s = 0; s < LOOT_SEATS; s++) {
        totals[s] = p->score[s];
        for (int c = 0; c < LOOT_CATEGORIES; c++)
            totals[s] = (int16_t)(totals[s] + points[s][c]);
    }
    say(scr, SCR_STRONG, voice, N_("If the round ended now:\n"));
    print_sheet(scr, voice, points, totals);
}

static void show_event(screen *scr, const rz_voice *voice, const rz_event *event) {
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES];
    if (event->verb != LOOT_VERB_SCORE)
        return;
    memcpy(points, event->data + 1, sizeof points);
    print_sheet(scr, voice, points, event->data + 1 + RZ_SEATS_MAX * LOOT_CATEGORIES);
}

static void odds(screen *scr, const rz_voice *voice, const rz_view *view) {
    const loot_public *p = &view->loot.pub;
    int left = loot_left(p);
    say(scr, SCR_STRONG, voice, N_("Left in the piles, and the chance of each to come next:\n"));
    for (int card = 0; card < LOOT_CARDS; card++) {
        char percent[24];
        scr_put(scr, card == LOOT_POLICE ? SCR_ALARM : SCR_PLAIN, loot_card_word(voice, card));
        scr_to(scr, 20);
        scr_number(scr, SCR_STRONG, p->unseen[card]);
        scr_to(scr, 26);
        snprintf(percent, sizeof percent, "%.1f %%", left ? 100.0 * p->unseen[card] / left : 0);
        scr_put(scr, SCR_PLAIN, percent);
        scr_newline(scr);
    }
}

static int total_points(const loot_setup *setup, const loot_public *p, int seat, bool last) {
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES];
    int sum = 0;
    loot_points(setup, p, last, points);
    for (int c = 0; c < LOOT_CATEGORIES; c++)
        sum += points[seat][c];
    return sum;
}

static void worth(screen *scr, const rz_voice *voice, const rz_view *view) {
    const loot_public *p = &view->loot.pub;
    say(scr, SCR_STRONG, voice,
        N_("What the loot on the table would add to each, now and with the final scoring:\n"));
    for (int s = 0; s < rz_seats(voice->setup); s++) {
        char memory[RZ_NAME_BYTES + 40], figures[40];
        rz_text name;
        loot_public with = *p;
        for (int i = 0; i < LOOT_PLACES; i++)
            if (p->lot[i])
                with.estate[s][p->lot[i] - 1]++;
        int gain[2];
        for (int last = 0; last < 2; last++)
            gain[last] = total_points(&voice->setup->loot, &with, s, last) -
                         total_points(&voice->setup->loot, p, s, last);
        rz_text_init(&name, memory, sizeof memory);
        rz_say_seat(voice, &name, s);
        scr_put(scr, SCR_PLAIN, memory);
        scr_to(scr, 24);
        snprintf(figures, sizeof figures, "%+d  %+d", gain[0], gain[1]);
        scr_put(scr, SCR_STRONG, figures);
        scr_newline(scr);
    }
}

/* ---- A real table -----------------------------------------------------------------------------
 */

static void ask_card(screen *scr, const rz_voice *voice, const loot_public *p) {
    for (int card = 0; card < LOOT_CARDS; card++) {
        scr_to(scr, 2 + card % 3 * 24);
        scr_put(scr, SCR_FAINT, number_text(card + 1));
        scr_put(scr, SCR_PLAIN, " ");
        scr_put(scr, p->unseen[card] ? SCR_PLAIN : SCR_FAINT, loot_card_word(voice, card));
        if (card % 3 == 2)
            scr_newline(scr);
    }
    say(scr, SCR_LIT, voice, N_("Which card was turned over? "));
}

static void ask_set(screen *scr, const rz_voice *voice, int seat) {
    int seats = rz_seats(voice->setup);
    char memory[RZ_NAME_BYTES + 40], question[RZ_NAME_BYTES + 120];
    rz_text name, text;
    for (int set = 0; set < seats && seat == 0; set++) {
        scr_put(scr, SCR_FAINT, number_text(set + 1));
        for (unsigned rest = loot_cheque_sets[seats][set]; rest; rest &= rest - 1) {
            scr_put(scr, SCR_PLAIN, " ");
            scr_number(scr, SCR_PLAIN, __builtin_ctz(rest) + 1);
        }
        scr_newline(scr);
    }
    rz_text_init(&name, memory, sizeof memory);
    rz_say_seat(voice, &name, seat);
    rz_text_init(&text, question, sizeof question);
    rz_say(voice, &text, N_("Which set of cheques does {who} have? "), "who", memory, NULL);
    scr_put(scr, SCR_LIT, question);
}

static void ask_chance(screen *scr, const rz_voice *voice, const rz_state *state, int part) {
    if (state->loot.pub.phase == LOOT_SETS_DUE)
        ask_set(scr, voice, part);
    else
        ask_card(scr, voice, &state->loot.pub);
}

/* A number from 1, or the beginning of a name in the language or in the vocabulary. */
static int card_from(const rz_voice *voice, const char *answer) {
    int number = atoi(answer);
    if (number >= 1 && number <= LOOT_CARDS)
        return number - 1;
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

static int hear_chance(const rz_voice *voice, const rz_state *state, int part, const char *answer,
                       rz_event *event) {
    int seats = rz_seats(voice->setup);
    if (state->loot.pub.phase == LOOT_SETS_DUE) {
        int set = atoi(answer) - 1;
        event->verb = LOOT_VERB_SETS;
        event->data[part] = (int16_t)set;
        return set >= 0 && set < seats ? seats - 1 - part : -1;
    }
    int card = card_from(voice, answer);
    event->verb = LOOT_VERB_REVEAL;
    event->data[0] = (int16_t)card;
    return card >= 0 ? 0 : -1;
}

const tui_game loot_tui = {&loot_game, false, draw,       offer,      combine,    sheet,
                           odds,       worth, show_event, ask_chance, hear_chance};
