#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/bars/rules.h"
#include "given.h"

static int card_named(const char *name) {
    for (int i = 0; i < BARS_KINDS; i++)
        if (!strcmp(name, bars_card_names[i]))
            return i;
    return -1;
}

static int bar_named(const char *name) {
    for (int i = 0; i < BARS_BARS; i++)
        if (!strcmp(name, bars_bar_names[i]))
            return i;
    return -1;
}

static int value_named(const char *name) {
    for (int i = 0; i < BARS_VALUES; i++)
        if (bars_values[i] == atoi(name))
            return i;
    return -1;
}

static int cards_held(const bars_own *own) {
    int n = 0;
    while (n < BARS_HAND && own->hand[n] != BARS_NO_CARD)
        n++;
    return n;
}

/* ---- Arranging a table ----------------------------------------------------------------------- */

static bool take_card(const bars_setup *s, bars_state *b, int kind) {
    if (kind < 0 || bars_pile_count(s, &b->pile, kind) == 0)
        return false;
    bars_pile_take(s, &b->pile, kind);
    b->pub.cards--;
    return true;
}

static bool give_card(const bars_setup *s, bars_state *b, int seat, int kind) {
    if (cards_held(&b->own[seat]) == BARS_HAND || !take_card(s, b, kind))
        return false;
    bars_hold(&b->pub, &b->own[seat], kind);
    return true;
}

static bool give_cards(const bars_setup *s, bars_state *b, int seat, const char *words) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", words);
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
        if (!give_card(s, b, seat, card_named(word)))
            return false;
    return true;
}

/* Some card of the pile, the last in the order of the vocabulary. */
static int any_card(const bars_setup *s, const bars_state *b) {
    for (int kind = BARS_KINDS - 1; kind >= 0; kind--)
        if (bars_pile_count(s, &b->pile, kind) > 0)
            return kind;
    return -1;
}

/* Every hand is filled, and all are to choose. */
static bool fill(const bars_setup *s, bars_state *b) {
    for (int seat = 0; seat < s->common.seats; seat++)
        while (cards_held(&b->own[seat]) < BARS_HAND)
            if (!give_card(s, b, seat, any_card(s, b)))
                return false;
    b->pub.dealt = (uint8_t)(s->common.seats * (b->pub.round == 1 ? BARS_HAND : 1));
    b->pub.laid = s->round_money;
    b->pub.phase = BARS_CHOOSING;
    return true;
}

/* That many rounds have been played, with cards that nobody holds now. */
static bool pass_rounds(const bars_setup *s, bars_state *b, int rounds) {
    int seats = s->common.seats;
    for (int i = 0; i < rounds * seats; i++) {
        int kind = any_card(s, b);
        if (!take_card(s, b, kind))
            return false;
        b->pub.shown[(b->pub.round - 1) * seats + i] = (uint8_t)kind;
    }
    b->pub.round = (uint8_t)(b->pub.round + rounds);
    b->pub.croupier = (uint8_t)((b->pub.croupier + rounds) % seats);
    return true;
}

static bool take_money(bars_public *p, const char *words, uint8_t to[BARS_VALUES]) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", words);
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *star = strchr(word, '*');
        for (int v = value_named(word), n = star ? atoi(star + 1) : 1; n > 0; n--) {
            if (v < 0 || p->cash[v] == 0)
                return false;
            p->cash[v]--;
            p->coins--;
            to[v]++;
        }
    }
    return true;
}

/* All but n cards of the money pile are out of the way, with one seat; the smallest go first. */
static bool leave_coins(bars_public *p, int n, int seat) {
    for (int v = BARS_VALUES - 1; v >= 0; v--)
        for (; p->cash[v] > 0 && p->coins > n; p->coins--) {
            p->cash[v]--;
            p->money[seat][v]++;
        }
    return p->coins == n;
}

/* given hand SEAT CARDS · fill · rounds N · bar NAME MONEY · money SEAT MONEY · coins N SEAT */
static bool arrange(const rz_setup *setup, rz_state *state, const char *words) {
    const bars_setup *s = &setup->bars;
    bars_state *b = &state->bars;
    int a = 0, seat = 0, at = 0;
    char name[64];
    if (sscanf(words, "hand %d %n", &seat, &at) == 1 && seat < s->common.seats)
        return give_cards(s, b, seat, words + at);
    if (!strcmp(words, "fill"))
        return fill(s, b);
    if (sscanf(words, "rounds %d", &a) == 1)
        return pass_rounds(s, b, a);
    if (sscanf(words, "bar %63s %n", name, &at) == 1 && bar_named(name) >= 0)
        return take_money(&b->pub, words + at, b->pub.bar[bar_named(name)]);
    if (sscanf(words, "money %d %n", &seat, &at) == 1 && seat < s->common.seats)
        return take_money(&b->pub, words + at, b->pub.money[seat]);
    if (sscanf(words, "coins %d %d", &a, &seat) == 2 && seat < s->common.seats)
        return leave_coins(&b->pub, a, seat);
    return false;
}

/* ---- Looking at it --------------------------------------------------------------------------- */

static int times_held(const bars_own *own, int kind) {
    int n = 0;
    for (int i = 0; i < cards_held(own); i++)
        n += bars_kind_of(own->hand[i]) == kind;
    return n;
}

static bool look_at_card(const bars_setup *s, const bars_state *b, const char *words, int *number) {
    uint8_t counts[BARS_KINDS];
    char name[64];
    int seat = 0;
    if (sscanf(words, "holds %d %63s", &seat, name) == 2 && card_named(name) >= 0)
        *number = times_held(&b->own[seat], card_named(name));
    else if (sscanf(words, "pile %63s", name) == 1 && card_named(name) >= 0)
        *number = bars_pile_count(s, &b->pile, card_named(name));
    else if (sscanf(words, "deck %63s", name) == 1 && card_named(name) >= 0)
        *number = s->count[card_named(name)];
    else if (sscanf(words, "kept %63s", name) == 1 && card_named(name) >= 0)
        bars_kept(s, &b->pub, counts), *number = counts[card_named(name)];
    else if (sscanf(words, "unseen %63s", name) == 1 && card_named(name) >= 0)
        bars_unseen(s, &b->pub, counts), *number = counts[card_named(name)];
    else
        return false;
    return true;
}

/* Whether `viewer` would see the same if two seats had each other's secrets. */
static int is_blind(const rz_setup *setup, const rz_state *state, int viewer, int a, int b) {
    rz_view before, after;
    rz_state other = *state;
    other.bars.own[a] = state->bars.own[b];
    other.bars.own[b] = state->bars.own[a];
    bars_game.view(setup, state, viewer, &before);
    bars_game.view(setup, &other, viewer, &after);
    return memcmp(&before, &after, bars_game.view_size) == 0;
}

/* blind VIEWER SEAT SEAT · money SEAT · bar NAME (worth in thousands) · has SEAT VALUE · at NAME
 * VALUE · cash VALUE · coins · cards (in the draw pile) · hand SEAT (how many) · round · croupier ·
 * bars · reshuffles · holds SEAT CARD · pile CARD · deck CARD · kept CARD · unseen CARD */
static bool look(const rz_setup *setup, const rz_state *state, const char *words, int *number) {
    const bars_public *p = &state->bars.pub;
    int a = 0, b = 0, viewer = 0;
    char name[64];
    if (sscanf(words, "blind %d %d %d", &viewer, &a, &b) == 3)
        *number = is_blind(setup, state, viewer, a, b);
    else if (sscanf(words, "money %d", &a) == 1)
        *number = 5 * bars_worth(p->money[a]);
    else if (sscanf(words, "bar %63s", name) == 1 && bar_named(name) >= 0)
        *number = 5 * bars_worth(p->bar[bar_named(name)]);
    else if (sscanf(words, "has %d %63s", &a, name) == 2 && value_named(name) >= 0)
        *number = p->money[a][value_named(name)];
    else if (sscanf(words, "at %63s %d", name, &b) == 2 && bar_named(name) >= 0)
        *number = p->bar[bar_named(name)][value_named(strchr(words, ' ') + strlen(name) + 2)];
    else if (sscanf(words, "cash %63s", name) == 1 && value_named(name) >= 0)
        *number = p->cash[value_named(name)];
    else if (!strcmp(words, "coins"))
        *number = p->coins;
    else if (!strcmp(words, "cards"))
        *number = p->cards;
    else if (sscanf(words, "hand %d", &a) == 1)
        *number = cards_held(&state->bars.own[a]);
    else if (!strcmp(words, "round"))
        *number = p->round;
    else if (!strcmp(words, "croupier"))
        *number = p->croupier;
    else if (!strcmp(words, "bars"))
        *number = setup->bars.bars;
    else if (!strcmp(words, "reshuffles"))
        *number = p->reshuffles;
    else
        return look_at_card(&setup->bars, &state->bars, words, number);
    return true;
}

/* ---- What must always be true ---------------------------------------------------------------- */

/* All money is somewhere, once. */
static const char *check_money(const bars_setup *s, const bars_public *p) {
    int coins = 0;
    for (int v = 0; v < BARS_VALUES; v++) {
        int total = p->cash[v] + (p->free == v + 1);
        for (int seat = 0; seat < BARS_SEATS; seat++)
            total += p->money[seat][v];
        for (int bar = 0; bar < BARS_BARS; bar++)
            total += p->bar[bar][v];
        if (total != s->stock[v])
            return "money has been lost or made";
        coins += p->cash[v];
    }
    return coins == p->coins ? NULL : "the money pile is miscounted";
}

static void count_held(const bars_setup *s, const bars_state *b, uint8_t counts[BARS_KINDS]) {
    memset(counts, 0, BARS_KINDS);
    for (int seat = 0; seat < s->common.seats; seat++) {
        const bars_own *own = &b->own[seat];
        for (int i = 0; i < cards_held(own); i++)
            counts[bars_kind_of(own->hand[i])]++;
        if (own->chosen != BARS_NO_CARD)
            counts[bars_kind_of(own->chosen)]++;
    }
}

/* All cards are somewhere, once, and of equal cards in the pile the lowest bits are set. */
static const char *check_cards(const bars_setup *s, const bars_state *b) {
    uint8_t unseen[BARS_KINDS], held[BARS_KINDS];
    int pile = 0;
    bars_unseen(s, &b->pub, unseen);
    count_held(s, b, held);
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        int bar = bars_bar_of(kind), of_bar = kind % BARS_BAR_KINDS, there = 0;
        uint64_t bits = b->pile.bits[bar / 3] >> (s->bits_of[of_bar] + 12 * (bar % 3));
        while (there < s->copies[of_bar] && bits >> there & 1)
            there++;
        if (bits >> there & ((1u << (s->copies[of_bar] - there)) - 1))
            return "the pile is not in its one form";
        if (there + held[kind] != unseen[kind])
            return "cards have been lost or made";
        pile += there;
    }
    return pile == b->pub.cards ? NULL : "the pile is miscounted";
}

/* Since the first reshuffle every card has an age: of each age there are just the cards of which
 * that pile was made. */
static const char *check_ages(const bars_setup *s, const bars_state *b) {
    const bars_public *p = &b->pub;
    int seats = s->common.seats, from = p->reshuffles > 0 ? p->turned[0][0] - 1 : 0;
    int8_t left[BARS_AGES][BARS_KINDS] = {{0}};
    if (p->reshuffles == 0)
        return NULL;
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        left[0][kind] = (int8_t)s->count[kind];
        left[p->reshuffles][kind] -= (int8_t)bars_pile_count(s, &b->pile, kind);
    }
    for (int i = 0; i < bars_rounds_shown(p) * seats; i++) {
        bool second = p->reshuffles == 2 && i < (p->turned[1][0] - 1) * seats;
        if (i < from * seats)
            left[0][p->shown[i]]--, left[1][p->shown[i]]++;
        else
            left[2][p->shown[i]] = (int8_t)(left[2][p->shown[i]] + second);
        if (i >= from * seats)
            left[b->own[i % seats].past >> 2 * (i / seats) & 3][p->shown[i]]--;
    }
    for (int seat = 0; seat < seats; seat++) {
        const bars_own *own = &b->own[seat];
        for (int i = 0; i < cards_held(own); i++)
            left[own->hand[i] % BARS_AGES][bars_kind_of(own->hand[i])]--;
        if (own->chosen != BARS_NO_CARD)
            left[own->chosen % BARS_AGES][bars_kind_of(own->chosen)]--;
    }
    for (int i = 0; i < BARS_AGES * BARS_KINDS; i++)
        if (left[i / BARS_KINDS][i % BARS_KINDS] != 0)
            return "a card has the wrong age";
    return NULL;
}

static const char *check_own(const bars_setup *s, const bars_state *b, int seat) {
    const bars_public *p = &b->pub;
    const bars_own *own = &b->own[seat];
    int n = cards_held(own);
    if (seat >= s->common.seats)
        return n == 0 ? NULL : "cards in a hand that is not there";
    bool choosing = p->phase == BARS_CHOOSING, chosen = choosing && p->done >> seat & 1;
    for (int i = 0; i < BARS_HAND; i++) {
        if (i > 0 && own->hand[i] < own->hand[i - 1])
            return "a hand is not in order";
        if (i < n && own->hand[i] % BARS_AGES > p->reshuffles)
            return "a card is younger than the pile";
    }
    if ((own->chosen != BARS_NO_CARD) != chosen)
        return "a card is chosen, or not, at the wrong time";
    if ((own->answer != BARS_SAID_NOTHING) != (p->phase == BARS_ANSWERING && p->done >> seat & 1))
        return "an answer is given, or not, at the wrong time";
    if (choosing && n + chosen != BARS_HAND)
        return "a hand does not have five cards";
    if (p->round > 1 && n < BARS_HAND - 1)
        return "a hand has too few cards";
    return NULL;
}

static const char *check_haggle(const bars_public *p) {
    int total = 0;
    bool on = p->phase == BARS_OFFERING || p->phase == BARS_ANSWERING || p->phase == BARS_ROLL_DUE;
    for (int seat = 0; seat < BARS_SEATS; seat++) {
        if (p->offer[seat] > 0 && !(p->offered >> seat & 1))
            return "an offer that was not made";
        total += p->offer[seat];
    }
    if (total > (on ? bars_worth(p->bar[p->at]) : 0))
        return "more was offered than there is";
    if (!on && (p->hagglers | p->offered | p->refusers | p->duellists | p->die | p->at))
        return "something is left of a haggle";
    return NULL;
}

/* While there is a haggle, what lies at its bar and those that come after it is what was noted. */
static const char *check_lay(const bars_setup *s, const bars_public *p) {
    for (int bar = p->at; p->hagglers && bar < s->bars; bar++) {
        int noted = p->lay[(p->round - 1) * BARS_BARS + bar], worth = bars_worth(p->bar[bar]);
        int more = -1;
        for (int v = 0; v < BARS_VALUES; v++)
            more += p->bar[bar][v];
        if ((noted & BARS_LAY_WORTH) != (worth < BARS_LAY_WORTH ? worth : BARS_LAY_WORTH))
            return "the worth of a bar is noted wrongly";
        if (noted >> BARS_LAY_SHIFT != (more < 0 ? 0 : more > BARS_LAY_MORE ? BARS_LAY_MORE : more))
            return "the cards at a bar are noted wrongly";
    }
    return NULL;
}

static const char *invariant(const rz_setup *setup, const rz_state *state) {
    const bars_setup *s = &setup->bars;
    const bars_state *b = &state->bars;
    const char *wrong = check_money(s, &b->pub);
    if (!wrong)
        wrong = check_lay(s, &b->pub);
    if (!wrong)
        wrong = check_cards(s, b);
    if (!wrong)
        wrong = check_ages(s, b);
    if (!wrong)
        wrong = check_haggle(&b->pub);
    for (int seat = 0; seat < BARS_SEATS && !wrong; seat++)
        wrong = check_own(s, b, seat);
    if (!wrong && (b->pub.phase == BARS_SHOW_DUE || b->pub.phase == BARS_ANSWERS_DUE ||
                   b->pub.phase == BARS_SETTLING))
        wrong = "a state waits for nothing";
    return wrong;
}

static const char *check_step(const rz_setup *setup, const rz_event *event, const rz_public *before,
                              const rz_public *after) {
    const bars_public *a = &before->bars, *b = &after->bars;
    int verb = event->verb;
    if (verb != BARS_VERB_SETTLE && memcmp(a->money, b->money, sizeof a->money))
        return "money is won by itself";
    if (verb != BARS_VERB_SETTLE && verb != BARS_VERB_MONEY && verb != BARS_VERB_LAY &&
        memcmp(a->bar, b->bar, sizeof a->bar))
        return "money moves by itself";
    if (verb != BARS_VERB_SHOW && memcmp(a->shown, b->shown, sizeof a->shown))
        return "cards are shown by themselves";
    if (verb != BARS_VERB_DEAL && verb != BARS_VERB_RESHUFFLE && a->cards != b->cards)
        return "the pile changes by itself";
    if (verb != BARS_VERB_ROUND && a->round != b->round)
        return "a round begins by itself";
    return check_money(&setup->bars, b);
}

static const char *const variants[] = {
    "", "first=2", "answers=in_turn full_deck=true",
    "cards={\"gamblers\":[1,2,2,3,4,4,5,6],\"raids\":[3,3,5,6]} "
    "money={\"5\":30,\"10\":20,\"15\":8,\"20\":8,\"25\":5,\"30\":5,\"40\":4,\"50\":4}",
    NULL};

const rz_given given_bars = {&bars_game, arrange, look, invariant, check_step, variants};
