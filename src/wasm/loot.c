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

/* In this auction: 0 nothing yet, -1 a pass, or the cheque that was bid. */
static void note_event(wasm_seen *seen, const rz_event *event) {
    if (event->verb == LOOT_VERB_BID)
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

static void put_seat(const wasm_seen *seen, int seat, rz_text *out) {
    const loot_setup *setup = &seen->voice->setup->loot;
    const loot_public *p = &seen->view->loot.pub;
    int16_t now[LOOT_SEATS][LOOT_CATEGORIES], final[LOOT_SEATS][LOOT_CATEGORIES];
    loot_points(setup, p, p->round == 3, now);
    loot_points(setup, p, true, final);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "score", p->score[seat]);
    rz_put_open(out, "estate", '{');
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        rz_put_int(out, loot_card_names[kind], p->estate[seat][kind]);
    rz_put_close(out, '}');
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

static void position(const wasm_seen *seen, rz_text *out) {
    const rz_setup *setup = seen->voice->setup;
    const loot_public *p = &seen->view->loot.pub;
    rz_put_string(out, "theme", setup->loot.theme ? "ra" : "police");
    rz_put_string(out, "phase", phases[p->phase]);
    rz_put_int(out, "round", p->round);
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
    rz_put_open(out, "seats", '[');
    for (int seat = 0; seat < rz_seats(setup); seat++)
        put_seat(seen, seat, out);
    rz_put_close(out, ']');
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
