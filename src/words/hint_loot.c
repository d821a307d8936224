/* loot: why a choice is good, in facts that everybody can check. */
#include "ai/loot/odds.h"
#include "core/bits.h"
#include "games/loot/rules.h"
#include "words/hint.h"
#include "words/loot.h"

/* What the cards in these places of the table (bits) add to a seat's points, the final scoring
 * included. */
static int worth_to(const loot_setup *setup, const loot_public *p, int seat, unsigned places) {
    uint8_t lot[LOOT_PLACES];
    for (int i = 0; i < LOOT_PLACES; i++)
        lot[i] = places >> i & 1 ? p->lot[i] : 0;
    return loot_worth(setup, p, lot, seat, true);
}

enum { ALL_PLACES = (1 << LOOT_PLACES) - 1 };

/* The most that the loot adds to anybody else's points. */
static int worth_to_others(const loot_setup *setup, const loot_public *p, int seat) {
    int most = -99;
    for (int s = 0; s < setup->common.seats; s++)
        if (s != seat) {
            int worth = worth_to(setup, p, s, ALL_PLACES);
            most = worth > most ? worth : most;
        }
    return most;
}

/* Whether somebody who has still to bid holds a higher cheque. */
static bool can_be_beaten(const rz_voice *voice, const loot_public *p, int seat, int bid) {
    int seats = rz_seats(voice->setup);
    for (int s = seat; s != p->active;) {
        s = (s + 1) % seats;
        if (p->in >> s & 1 && p->up[s] >> bid)
            return true;
    }
    return false;
}

/* What thieves bring: the cards, less the two points that each of them is worth while it stays. */
static int worth_of_thieves(const loot_setup *setup, const loot_public *p, int seat,
                            unsigned places) {
    return worth_to(setup, p, seat, places) - 2 * rz_bits_count((uint16_t)places);
}

static const char *template_of(const rz_voice *voice, const loot_public *p, int seat,
                               rz_action best) {
    if (best > LOOT_STEAL)
        return N_("That is {gain} points for you at once, without a cheque and without a rival.");
    if (best > LOOT_BID)
        return can_be_beaten(voice, p, seat, best - LOOT_BID)
                   ? N_("The loot changes your points by {own}, those of others by {most} at the "
                        "most; {bid} may still be beaten.")
                   : N_("The loot changes your points by {own}, those of others by {most} at the "
                        "most; nobody can beat {bid}, which you swap for {prize}.");
    if (best == LOOT_PASS)
        return N_("The loot changes your points by {own}; a cheque that you keep can buy more, "
                  "with {cards} more of “{police}” to come before the round ends.");
    if (best == LOOT_COURT)
        return N_("The loot changes your points by {own}, those of others by {most} at the most; "
                  "another card could be “{police}” ({chance}%).");
    return N_("With a chance of {chance}% the next card is “{police}”, and {cards} of them end the "
              "round; so far the loot changes your points by {own}.");
}

static void why(const rz_voice *voice, const rz_view *view, rz_action best, rz_action other,
                rz_text *out) {
    const loot_setup *setup = &voice->setup->loot;
    const loot_public *p = &view->loot.pub;
    int seat = view->loot.seat;
    unsigned places = best > LOOT_STEAL ? (unsigned)(best - LOOT_STEAL) : 0;
    int left = loot_left(p), bid = best > LOOT_BID && best <= LOOT_STEAL ? best - LOOT_BID : 0;
    (void)other;
    rz_format(voice, out, template_of(voice, p, seat, best), "own",
              rz_hint_signed(worth_to(setup, p, seat, ALL_PLACES)).text, "most",
              rz_hint_signed(worth_to_others(setup, p, seat)).text, "bid",
              rz_hint_thousands(voice, bid).text, "prize", rz_hint_thousands(voice, p->cheque).text,
              "cards", rz_hint_number(loot_raid(voice->setup) - p->police).text, "police",
              loot_card_word(voice, LOOT_POLICE), "chance",
              rz_hint_number(left ? (100 * p->unseen[LOOT_POLICE] + left / 2) / left : 0).text,
              "gain", rz_hint_signed(worth_of_thieves(setup, p, seat, places)).text, NULL);
}

/* Taking cards without an auction, buying them, and the cards that end a round. */
static const char *rule(const rz_setup *setup, const rz_view *view, rz_action best) {
    (void)setup, (void)view;
    return best > LOOT_STEAL ? "L15" : best > LOOT_BID ? "L22" : best == LOOT_COURT ? "L25" : "L32";
}

const rz_reasoning loot_reasoning = {why, rule};
