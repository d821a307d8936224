#include "games/loot/rules.h"
#include "given.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static loot_public *open_part(rz_state *state) {
    return &state->loot.pub;
}

static int card_named(const char *name) {
    for (int i = 0; i < LOOT_CARDS; i++) {
        const char *dot = strchr(loot_card_names[i], '.');
        if (!strcmp(name, loot_card_names[i]) || (dot && !strcmp(name, dot + 1)))
            return i;
    }
    return -1;
}

/* Takes a card out of the piles, the larger one first. */
static bool take_unseen(loot_public *p, int card) {
    if (card < 0 || p->unseen[card] == 0)
        return false;
    p->unseen[card]--;
    p->pile[p->pile[1] > p->pile[0]]--;
    return true;
}

/* "car*3 driver ring" */
static bool each_card(loot_public *p, const char *words, bool (*put)(loot_public *, int, int),
                      int seat) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", words);
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *star = strchr(word, '*');
        int times = star ? atoi(star + 1) : 1;
        if (star)
            *star = '\0';
        for (int i = 0; i < times; i++)
            if (!take_unseen(p, card_named(word)) || !put(p, card_named(word), seat))
                return false;
    }
    return true;
}

static bool put_in_estate(loot_public *p, int card, int seat) {
    if (card >= LOOT_KINDS)
        return false;
    p->estate[seat][card]++;
    return true;
}

static bool put_in_lot(loot_public *p, int card, int seat) {
    (void)seat;
    if (card >= LOOT_KINDS || p->lot_size == LOOT_PLACES)
        return false;
    int place = 0;
    while (p->lot[place])
        place++;
    p->lot[place] = (uint8_t)(card + 1);
    p->lot_size++;
    return true;
}

static bool put_away(loot_public *p, int card, int seat) {
    (void)p, (void)card, (void)seat;
    return true;
}

/* "2,6,13"; "-" is none. */
static uint16_t cheques(const char *list) {
    unsigned bits = 0;
    while (*list >= '0' && *list <= '9') {
        char *end;
        bits |= 1u << (strtol(list, &end, 10) - 1);
        list = *end == ',' ? end + 1 : end;
    }
    return (uint16_t)bits;
}

/* given estate SEAT CARDS · lot CARDS · gone CARDS · cheques SEAT up=2,6 down=1 · table CHEQUE ·
 * police N · round N · turn SEAT · score SEAT N · piles A B */
static bool arrange(const rz_setup *setup, rz_state *state, const char *words) {
    loot_public *p = open_part(state);
    int a = 0, b = 0, at = 0;
    char up[64] = "", down[64] = "";
    if (sscanf(words, "estate %d %n", &a, &at) == 1 && a < rz_seats(setup))
        return each_card(p, words + at, put_in_estate, a);
    if (!strncmp(words, "lot ", 4))
        return each_card(p, words + 4, put_in_lot, 0);
    if (!strncmp(words, "gone ", 5))
        return each_card(p, words + 5, put_away, 0);
    if (sscanf(words, "cheques %d up=%63s down=%63s", &a, up, down) >= 2 && a < rz_seats(setup)) {
        p->up[a] = cheques(up);
        p->in = (uint8_t)((p->in & ~(1 << a)) | (p->up[a] != 0) << a);
        p->down[a] = cheques(down);
    } else if (sscanf(words, "table %d", &a) == 1) {
        p->cheque = (uint8_t)a;
    } else if (sscanf(words, "police %d", &a) == 1) {
        for (; p->police < a; p->police++)
            if (!take_unseen(p, LOOT_POLICE))
                return false;
    } else if (sscanf(words, "round %d", &a) == 1) {
        p->round = (uint8_t)a;
    } else if (sscanf(words, "turn %d", &a) == 1 && a < rz_seats(setup)) {
        p->active = p->bidder = (uint8_t)a;
    } else if (sscanf(words, "score %d %d", &a, &b) == 2 && a < rz_seats(setup)) {
        p->score[a] = (int16_t)b;
    } else if (sscanf(words, "piles %d %d", &a, &b) == 2) {
        p->pile[0] = (uint8_t)a;
        p->pile[1] = (uint8_t)b;
    } else {
        return false;
    }
    return true;
}

static int points(const rz_setup *setup, const loot_public *p, int seat, const char *category) {
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES];
    int i = 0;
    loot_points(&setup->loot, p, p->round == 3, points);
    while (strcmp(loot_category_names[i], category) != 0)
        i++;
    return points[seat][i];
}

/* estate SEAT CARD · lot PLACE (0 empty, else 1 + kind) · lot size · up SEAT · down SEAT (sums) ·
 * has SEAT CHEQUE (1 up, 2 down) · table · police · round · score SEAT · pile N · unseen CARD ·
 * points SEAT CATEGORY (if the round ended now) */
static bool look(const rz_setup *setup, const rz_state *state, const char *words, int *number) {
    const loot_public *p = &state->loot.pub;
    int a = 0, b = 0;
    char name[64];
    if (sscanf(words, "estate %d %63s", &a, name) == 2 && card_named(name) >= 0)
        *number = p->estate[a][card_named(name)];
    else if (!strcmp(words, "lot size"))
        *number = p->lot_size;
    else if (sscanf(words, "lot %d", &a) == 1)
        *number = p->lot[a];
    else if (sscanf(words, "up %d", &a) == 1)
        *number = loot_cheque_sum(p->up[a]);
    else if (sscanf(words, "down %d", &a) == 1)
        *number = loot_cheque_sum(p->down[a]);
    else if (sscanf(words, "has %d %d", &a, &b) == 2)
        *number = (p->up[a] >> (b - 1) & 1) + 2 * (p->down[a] >> (b - 1) & 1);
    else if (!strcmp(words, "table"))
        *number = p->cheque;
    else if (!strcmp(words, "police"))
        *number = p->police;
    else if (!strcmp(words, "round"))
        *number = p->round;
    else if (sscanf(words, "score %d", &a) == 1)
        *number = p->score[a];
    else if (sscanf(words, "pile %d", &a) == 1)
        *number = p->pile[a];
    else if (sscanf(words, "unseen %63s", name) == 1 && card_named(name) >= 0)
        *number = p->unseen[card_named(name)];
    else if (sscanf(words, "points %d %63s", &a, name) == 2)
        *number = points(setup, p, a, name);
    else
        return false;
    return true;
}

/* Cards and cheques are always somewhere, once (L2, L3, L5, L34). */
static const char *check_components(const rz_setup *setup, const loot_public *p) {
    int seats = rz_seats(setup), unseen = 0, lot = 0;
    for (int kind = 0; kind < LOOT_CARDS; kind++) {
        int seen = p->unseen[kind] + (kind == LOOT_POLICE ? p->police : 0);
        for (int s = 0; s < seats && kind < LOOT_KINDS; s++)
            seen += p->estate[s][kind];
        for (int i = 0; i < LOOT_PLACES; i++)
            seen += p->lot[i] == kind + 1;
        if (seen > loot_card_count[kind])
            return "more cards of a kind than were printed";
        unseen += p->unseen[kind];
    }
    for (int i = 0; i < LOOT_PLACES; i++)
        lot += p->lot[i] > 0;
    if (unseen != p->pile[0] + p->pile[1])
        return "the piles hold other cards than have not been seen";
    if (lot != p->lot_size)
        return "the lot is miscounted";
    if (p->phase == LOOT_SETS_DUE)
        return NULL;
    unsigned all = 1u << (p->cheque - 1);
    int each = seats < 4 ? 4 : 3;
    for (int s = 0; s < seats; s++) {
        if (all & (p->up[s] | p->down[s]) || p->up[s] & p->down[s])
            return "a cheque is in two places";
        all |= p->up[s] | p->down[s];
        if ((p->in >> s & 1) != (p->up[s] != 0))
            return "who is still in is miscounted";
        if (__builtin_popcount(p->up[s] | p->down[s]) != each)
            return "L34: somebody has too many or too few cheques";
    }
    if (all != (1u << (seats * each + 1)) - 1)
        return "a cheque is nowhere";
    return NULL;
}

static const char *invariant(const rz_setup *setup, const rz_state *state) {
    return check_components(setup, &state->loot.pub);
}

static const char *check_step(const rz_setup *setup, const rz_event *event, const rz_public *before,
                              const rz_public *after) {
    const loot_public *a = &before->loot, *b = &after->loot;
    int verb = event->verb;
    bool deals = verb == LOOT_VERB_WON || verb == LOOT_VERB_ROUND, steals = verb == LOOT_VERB_THIEF;
    if (!deals && verb != LOOT_VERB_SETS &&
        (memcmp(a->up, b->up, sizeof a->up) || memcmp(a->down, b->down, sizeof a->down)))
        return "a cheque moves by itself";
    if (!deals && !steals && memcmp(a->estate, b->estate, sizeof a->estate))
        return "an estate changes by itself";
    if (!deals && !steals && verb != LOOT_VERB_REVEAL && verb != LOOT_VERB_UNSOLD &&
        memcmp(a->lot, b->lot, sizeof a->lot))
        return "the lot changes by itself";
    if (verb != LOOT_VERB_SCORE && memcmp(a->score, b->score, sizeof a->score))
        return "points are scored by themselves";
    return check_components(setup, b);
}

static const char *const variants[] = {"", "sets=seat piles=1",
                                       "no_thief_for_thief=true tie_break=cheque",
                                       "literal_ties=true theme=ra", NULL};

const rz_given given_loot = {&loot_game, arrange, look, invariant, check_step, variants};
