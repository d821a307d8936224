/* loot as the page sees it. */
#include "words/loot.h"
#include "ai/loot/odds.h"
#include "core/mem.h"
#include "games/loot/rules.h"
#include "wasm/wasm.h"

static const char *const phases[] = {[LOOT_SETS_DUE] = "sets",
                                     [LOOT_TURN] = "turn",
                                     [LOOT_REVEAL_DUE] = "reveal",
                                     [LOOT_AUCTION] = "auction",
                                     [LOOT_OVER] = "over"};

/* Of the notes: those of the seats, then whether the round has been scored and its cards still lie
 * there. */
enum { SCORED = LOOT_SEATS };
_Static_assert(SCORED < RZ_SEATS_MAX, "there is a note to spare");

/* In this auction: 0 nothing yet, -1 a pass, or the cheque that was bid. */
static void note_event(wasm_seen *seen, const rz_event *event) {
    if (rz_is_table_verb(event->verb))
        return;
    if (event->verb == LOOT_VERB_SCORE)
        seen->noted[SCORED] = true;
    else if (event->verb == LOOT_VERB_ROUND)
        seen->noted[SCORED] = false;
    else if (event->verb == LOOT_VERB_BID)
        seen->noted[event->by] = (int8_t)event->data[0];
    else if (event->verb == LOOT_VERB_PASS)
        seen->noted[event->by] = -1;
    else if (event->by != RZ_RULES)
        memset(seen->noted, 0, sizeof seen->noted);
}

/* ---- The position ----------------------------------------------------------------------------
 */

static void put_cheques(rz_text *out, const char *key, unsigned cheques) {
    rz_put_open(out, key, '[');
    for (; cheques; cheques &= cheques - 1)
        rz_put_int(out, NULL, __builtin_ctz(cheques) + 1);
    rz_put_close(out, ']');
}

static void put_points(rz_text *out, const char *key, const int16_t points[LOOT_CATEGORIES]) {
    rz_put_open(out, key, '{');
    for (int c = 0; c < LOOT_CATEGORIES; c++)
        rz_put_int(out, loot_category_names[c], points[c]);
    rz_put_close(out, '}');
}

/* The businesses that count as sets of equals, the largest first (L47). */
static void put_alike(rz_text *out, const uint8_t estate[LOOT_KINDS]) {
    rz_put_open(out, "alike", '[');
    for (int size = 4; size > 0; size--)
        for (int i = 0; i < LOOT_BUSINESSES; i++)
            if (estate[LOOT_CASINO + i] == size && loot_identical_points[size])
                rz_put_int(out, NULL, size);
    rz_put_close(out, ']');
}

static void put_worth(rz_text *out, const char *key, const loot_setup *setup, const loot_public *p,
                      const uint8_t lot[LOOT_PLACES], int seat) {
    rz_put_open(out, key, '{');
    rz_put_int(out, "now", loot_worth(setup, p, lot, seat, p->round == 3));
    rz_put_int(out, "end", loot_worth(setup, p, lot, seat, true));
    rz_put_close(out, '}');
}

static void put_said(rz_text *out, int said) {
    if (said < 0)
        rz_put_string(out, "said", "pass");
    else
        wasm_put_seat(out, "said", said, said > 0);
}

/* The table with the points of the round on the scores, if they are not there yet. */
static rz_public if_scored(const wasm_seen *seen) {
    rz_public then = {.loot = seen->view->loot.pub};
    loot_public *p = &then.loot;
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES];
    if (seen->noted[SCORED])
        return then;
    loot_points(&seen->voice->setup->loot, p, p->round == 3, points);
    for (int seat = 0; seat < LOOT_SEATS; seat++)
        for (int c = 0; c < LOOT_CATEGORIES; c++)
            p->score[seat] = (int16_t)(p->score[seat] + points[seat][c]);
    return then;
}

static void put_seat(const wasm_seen *seen, const loot_public *then, int seat, rz_text *out) {
    const loot_setup *setup = &seen->voice->setup->loot;
    const loot_public *p = &seen->view->loot.pub;
    int16_t now[LOOT_SEATS][LOOT_CATEGORIES], final[LOOT_SEATS][LOOT_CATEGORIES];
    loot_points(setup, p, p->round == 3, now);
    loot_points(setup, p, true, final);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "score", p->score[seat]);
    rz_put_int(out, "ifScored", then->score[seat]);
    rz_put_open(out, "estate", '{');
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        rz_put_int(out, loot_card_names[kind], p->estate[seat][kind]);
    rz_put_close(out, '}');
    put_alike(out, p->estate[seat]);
    put_cheques(out, "up", p->up[seat]);
    put_cheques(out, "down", p->down[seat]);
    rz_put_bool(out, "in", p->in >> seat & 1);
    put_said(out, seen->noted[seat]);
    put_points(out, "points", now[seat]);
    put_points(out, "final", final[seat]);
    put_worth(out, "lot", setup, p, p->lot, seat);
    int you = seen->voice->you;
    bool other = you >= 0 && you != seat;
    rz_put_int(out, "toYou", other ? loot_effect(setup, p, p->lot, seat, you, p->round == 3) : 0);
    rz_put_close(out, '}');
}

static void put_lot(const wasm_seen *seen, rz_text *out) {
    const loot_public *p = &seen->view->loot.pub;
    int you = seen->voice->you;
    rz_put_open(out, "lot", '[');
    for (int i = 0; i < LOOT_PLACES; i++) {
        uint8_t alone[LOOT_PLACES] = {p->lot[i]};
        if (!p->lot[i]) {
            rz_put_null(out, NULL);
            continue;
        }
        rz_put_open(out, NULL, '{');
        rz_put_string(out, "card", loot_card_names[p->lot[i] - 1]);
        rz_put_string(out, "name", loot_card_word(seen->voice, p->lot[i] - 1));
        if (you >= 0)
            put_worth(out, "worth", &seen->voice->setup->loot, p, alone, you);
        else
            rz_put_null(out, "worth");
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

/* What is left of each kind, and what one more of it would add to you. */
static void put_kinds(const wasm_seen *seen, rz_text *out) {
    const loot_public *p = &seen->view->loot.pub;
    int you = seen->voice->you;
    rz_put_open(out, "kinds", '{');
    for (int kind = 0; kind < LOOT_KINDS; kind++) {
        uint8_t alone[LOOT_PLACES] = {(uint8_t)(kind + 1)};
        rz_put_open(out, loot_card_names[kind], '{');
        rz_put_int(out, "left", p->unseen[kind]);
        if (you >= 0)
            put_worth(out, "more", &seen->voice->setup->loot, p, alone, you);
        else
            rz_put_null(out, "more");
        rz_put_close(out, '}');
    }
    rz_put_close(out, '}');
}

static void put_scale(rz_text *out, const char *key, const int8_t points[], int n) {
    rz_put_open(out, key, '[');
    for (int i = 0; i < n; i++)
        rz_put_int(out, NULL, points[i]);
    rz_put_close(out, ']');
}

/* What so many kinds, or so many equals, are worth. */
static void put_scales(rz_text *out) {
    rz_put_open(out, "scales", '{');
    put_scale(out, "jewels", loot_jewel_points, LOOT_JEWELS + 1);
    put_scale(out, "businesses", loot_business_points, LOOT_BUSINESSES + 1);
    put_scale(out, "alike", loot_identical_points, 5);
    rz_put_close(out, '}');
}

static void position(const wasm_seen *seen, rz_text *out) {
    const rz_setup *setup = seen->voice->setup;
    const loot_public *p = &seen->view->loot.pub;
    rz_put_string(out, "theme", setup->loot.theme ? "ra" : "police");
    rz_put_string(out, "phase", phases[p->phase]);
    rz_put_int(out, "round", p->round);
    rz_put_int(out, "rounds", 3); /* L10 */
    rz_put_int(out, "police", p->police);
    rz_put_int(out, "raid", loot_raid(setup));
    put_lot(seen, out);
    rz_put_int(out, "cheque", p->cheque);
    rz_put_open(out, "piles", '[');
    for (int i = 0; i < setup->loot.piles; i++)
        rz_put_int(out, NULL, p->pile[i]);
    rz_put_close(out, ']');
    wasm_put_chance(out, "chanceOfPolice", p->unseen[LOOT_POLICE], loot_left(p));
    rz_put_int(out, "active", p->active);
    rz_put_bool(out, "court", p->phase == LOOT_AUCTION && p->court);
    rz_put_int(out, "best", p->best);
    wasm_put_seat(out, "leader", p->leader, p->phase == LOOT_AUCTION && p->best);
    const rz_public then = if_scored(seen);
    rz_put_bool(out, "scored", seen->noted[SCORED]);
    wasm_put_seats(out, "ahead", loot_winners(setup, &then));
    rz_put_open(out, "seats", '[');
    for (int seat = 0; seat < rz_seats(setup); seat++)
        put_seat(seen, &then.loot, seat, out);
    rz_put_close(out, ']');
    put_kinds(seen, out);
    put_scales(out);
}

static void facts(const wasm_seen *seen, rz_text *out) {
    const loot_public *p = &seen->view->loot.pub;
    rz_put_int(out, "left", loot_left(p));
    rz_put_open(out, "cards", '[');
    for (int card = 0; card < LOOT_CARDS; card++) {
        rz_put_open(out, NULL, '{');
        rz_put_string(out, "card", loot_card_names[card]);
        rz_put_string(out, "name", loot_card_word(seen->voice, card));
        rz_put_int(out, "left", p->unseen[card]);
        wasm_put_chance(out, "chance", p->unseen[card], loot_left(p));
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

const wasm_game loot_page = {note_event, position, facts};
