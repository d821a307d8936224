/* loot in words. */
#include "words/loot.h"
#include "core/translate.h"
#include "games/loot/rules.h"

/* Police theme, then Ra; where both are the same word the second is NULL. */
static const char *const card_words[LOOT_CARDS][2] = {
    [LOOT_RING] = {N_("ring"), N_("scarab")},
    [LOOT_WATCH] = {N_("watch"), N_("bracelet")},
    [LOOT_BROOCH] = {N_("brooch"), N_("cross")},
    [LOOT_NECKLACE] = {N_("necklace"), N_("tiara")},
    [LOOT_DIAMOND] = {N_("diamond"), N_("rings")},
    [LOOT_GANGSTER] = {N_("gangster"), N_("bodyguard")},
    [LOOT_CAR] = {N_("car"), NULL},
    [LOOT_DRIVER] = {N_("driver"), NULL},
    [LOOT_THIEF] = {N_("thief"), NULL},
    [LOOT_GOLD] = {N_("gold coins"), NULL},
    [LOOT_CASINO] = {N_("casino"), NULL},
    [LOOT_TRANSPORT] = {N_("transport"), NULL},
    [LOOT_FILM] = {N_("film"), NULL},
    [LOOT_RACES] = {N_("races"), NULL},
    [LOOT_ESTATE] = {N_("real estate"), NULL},
    [LOOT_CLUB] = {N_("night club"), NULL},
    [LOOT_RESTAURANT] = {N_("restaurant"), NULL},
    [LOOT_POLICE] = {N_("police card"), N_("Ra card")},
};

static const char *const category_words[LOOT_CATEGORIES][2] = {
    [LOOT_FOR_THIEVES] = {N_("Thieves"), NULL},
    [LOOT_FOR_GANGSTERS] = {N_("Gangsters"), N_("Bodyguards")},
    [LOOT_FOR_CARS] = {N_("Cars and drivers"), NULL},
    [LOOT_FOR_JEWELS] = {N_("Jewels"), NULL},
    [LOOT_FOR_GOLD] = {N_("Gold coins"), NULL},
    [LOOT_FOR_BUSINESSES] = {N_("Businesses"), NULL},
    [LOOT_FOR_CHEQUES] = {N_("Cheques"), N_("Wads of notes")},
};

static const char *themed(const rz_voice *voice, const char *const words[2]) {
    return rz_translate(voice, voice->setup->loot.theme && words[1] ? words[1] : words[0]);
}

const char *loot_card_word(const rz_voice *voice, int card) {
    return themed(voice, card_words[card]);
}

const char *loot_category_word(const rz_voice *voice, int category) {
    return themed(voice, category_words[category]);
}

enum { WORDS_SIZE = 400 };

/* "ring, 2 × car and driver" */
static void format_cards(const rz_voice *voice, rz_text *out, const int16_t counts[LOOT_KINDS]) {
    rz_list list = {voice, out, 0, 0};
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        list.left += counts[kind] > 0;
    for (int kind = 0; kind < LOOT_KINDS; kind++) {
        char item[80];
        rz_text text;
        rz_text_init(&text, item, sizeof item);
        if (counts[kind] > 1) {
            rz_text_int(&text, counts[kind]);
            rz_text_add(&text, " × ");
        }
        rz_text_add(&text, loot_card_word(voice, kind));
        if (counts[kind] > 0)
            rz_list_item(&list, item);
    }
}

static int count_cards(const int16_t counts[LOOT_KINDS]) {
    int n = 0;
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        n += counts[kind];
    return n;
}

static void format_sets_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    int seats = rz_seats(voice->setup);
    rz_text_add(out,
                rz_translate(voice, voice->setup->loot.theme ? N_("The wads of notes are dealt:")
                                                             : N_("The cheques are dealt:")));
    for (int s = 0; s < seats; s++) {
        rz_text_char(out, ' ');
        rz_format_seat(voice, out, s);
        unsigned set = loot_cheque_sets[seats][event->data[s]];
        for (char separator = ' '; set; set &= set - 1, separator = '-') {
            rz_text_char(out, separator);
            rz_text_int(out, __builtin_ctz(set) + 1);
        }
        rz_text_char(out, s + 1 < seats ? ',' : '.');
    }
}

static void format_won_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char cheque[40], took[40], cards[WORDS_SIZE];
    rz_text text;
    rz_text_init(&text, cheque, sizeof cheque);
    rz_format_thousands(voice, &text, event->data[1]);
    rz_text_init(&text, took, sizeof took);
    rz_format_thousands(voice, &text, event->data[2 + LOOT_KINDS]);
    rz_text_init(&text, cards, sizeof cards);
    format_cards(voice, &text, event->data + 2);
    rz_format_about(
        voice, out, event->data[0], -1,
        cards[0] == '\0'
            ? N_("{who} wins with {cheque}, takes {took} face down, and gets no cards.")
            : N_("{who} wins with {cheque}, takes {took} face down, and gets: {cards}."),
        "cheque", cheque, "took", took, "cards", cards, NULL);
}

static void format_score_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char round[8], totals[WORDS_SIZE * 3];
    rz_text text;
    rz_text_init(&text, round, sizeof round);
    rz_text_int(&text, event->data[0]);
    rz_text_init(&text, totals, sizeof totals);
    for (int s = 0; s < rz_seats(voice->setup); s++) {
        int gain = 0;
        for (int c = 0; c < LOOT_CATEGORIES; c++)
            gain += event->data[1 + s * LOOT_CATEGORIES + c];
        if (s > 0)
            rz_text_add(&text, ", ");
        rz_format_seat(voice, &text, s);
        int total = event->data[1 + RZ_SEATS_MAX * LOOT_CATEGORIES + s];
        rz_text_add(&text, gain < 0 ? " −" : " +");
        rz_text_int(&text, gain < 0 ? -gain : gain);
        rz_text_add(&text, " = ");
        rz_format_number(&text, total);
    }
    rz_format(voice, out, N_("Round {round} is scored: {totals}."), "round", round, "totals",
              totals, NULL);
}

static void format_end_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char names[WORDS_SIZE * 3], score[16] = "";
    rz_text text, number;
    rz_text_init(&text, names, sizeof names);
    rz_list list = {voice, &text, 0, 0};
    for (int s = 0; s < rz_seats(voice->setup); s++)
        list.left += event->data[RZ_SEATS_MAX + s];
    int winner = list.left > 1 ? -1 : 0;
    for (int s = 0; s < rz_seats(voice->setup); s++) {
        char who[RZ_NAME_BYTES + 32];
        rz_text name;
        if (!event->data[RZ_SEATS_MAX + s])
            continue;
        rz_text_init(&name, who, sizeof who);
        rz_format_seat(voice, &name, s);
        rz_list_item(&list, who);
        winner = winner < 0 ? -1 : s;
        rz_text_init(&number, score, sizeof score);
        rz_format_number(&number, event->data[s]);
    }
    rz_format_about(voice, out, winner, -1,
                    winner < 0 ? N_("The game is over: {names} share the win with {score} points.")
                               : N_("The game is over: {who} wins with {score} points."),
                    "names", names, "score", score, NULL);
}

static void format_thief_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char cards[WORDS_SIZE];
    rz_text text;
    rz_text_init(&text, cards, sizeof cards);
    format_cards(voice, &text, event->data);
    rz_format_about(voice, out, event->by, -1,
                    count_cards(event->data) == 1 ? N_("{who} sends a thief for: {cards}.")
                                                  : N_("{who} sends thieves for: {cards}."),
                    "cards", cards, NULL);
}

static void format_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char number[40];
    rz_text text;
    int seat = event->by < RZ_SEATS_MAX ? event->by : -1;
    rz_text_init(&text, number, sizeof number);
    switch (event->verb) {
    case LOOT_VERB_SETS:
        format_sets_event(voice, event, out);
        break;
    case LOOT_VERB_ROUND:
        rz_text_int(&text, event->data[0]);
        rz_format_about(
            voice, out, event->data[1], -1,
            voice->setup->loot.theme
                ? N_("Round {number} begins; {who} has the highest wad of notes and starts.")
                : N_("Round {number} begins; {who} has the highest cheque and starts."),
            "number", number, NULL);
        break;
    case LOOT_VERB_DRAW:
        rz_format_about(voice, out, seat, -1, N_("{who} draws a card."), NULL);
        break;
    case LOOT_VERB_REVEAL:
        rz_format(voice, out, N_("Turned over: {card}."), "card",
                  loot_card_word(voice, event->data[0]), NULL);
        break;
    case LOOT_VERB_THIEF:
        format_thief_event(voice, event, out);
        break;
    case LOOT_VERB_COURT:
        rz_format_about(voice, out, seat, -1, N_("{who} calls a court-ordered auction."), NULL);
        break;
    case LOOT_VERB_BID:
        rz_format_thousands(voice, &text, event->data[0]);
        rz_format_about(voice, out, seat, -1, N_("{who} bids {cheque}."), "cheque", number, NULL);
        break;
    case LOOT_VERB_PASS:
        rz_format_about(voice, out, seat, -1, N_("{who} passes."), NULL);
        break;
    case LOOT_VERB_WON:
        format_won_event(voice, event, out);
        break;
    case LOOT_VERB_UNSOLD:
        rz_text_add(out,
                    rz_translate(voice, event->data[0]
                                            ? N_("Nobody bids; all seven cards leave the game.")
                                            : N_("Nobody bids; the loot stays on the table.")));
        break;
    case LOOT_VERB_SCORE:
        format_score_event(voice, event, out);
        break;
    default:
        format_end_event(voice, event, out);
    }
}

static void choice(const rz_voice *voice, const rz_public *pub, int seat, rz_action action,
                   rz_text *out) {
    const loot_public *p = &pub->loot;
    rz_event event;
    char number[40], left[8], cards[WORDS_SIZE];
    rz_text text;
    loot_describe(voice->setup, pub, seat, action, &event);
    rz_text_init(&text, number, sizeof number);
    switch (event.verb) {
    case LOOT_VERB_DRAW:
        rz_text_int(&text, action - LOOT_DRAW + 1);
        rz_text_init(&text, left, sizeof left);
        rz_text_int(&text, p->pile[action - LOOT_DRAW]);
        rz_format(voice, out, N_("Draw from pile {number} (cards left: {left})"), "number", number,
                  "left", left, NULL);
        break;
    case LOOT_VERB_COURT:
        rz_text_add(out, rz_translate(voice, N_("Call a court-ordered auction")));
        break;
    case LOOT_VERB_BID:
        rz_format_thousands(voice, &text, action - LOOT_BID);
        rz_format(voice, out, N_("Bid {cheque}"), "cheque", number, NULL);
        break;
    case LOOT_VERB_PASS:
        rz_text_add(out, rz_translate(voice, N_("Pass")));
        break;
    default:
        rz_text_init(&text, cards, sizeof cards);
        format_cards(voice, &text, event.data);
        rz_format(voice, out,
                  count_cards(event.data) == 1 ? N_("Send a thief for: {cards}")
                                               : N_("Send thieves for: {cards}"),
                  "cards", cards, NULL);
    }
}

static void format_cheque(const rz_voice *voice, int cheque, char memory[40]) {
    rz_text text;
    rz_text_init(&text, memory, 40);
    rz_format_thousands(voice, &text, cheque);
}

/* Three moments of an auction: a bid to beat, none yet, and none for the one who called. */
static void auction_moment(const rz_voice *voice, const rz_view *view, rz_text *out) {
    const loot_public *p = &view->loot.pub;
    char best[40], prize[40];
    format_cheque(voice, p->best, best);
    format_cheque(voice, p->cheque, prize);
    bool highest = loot_cheque_max(p->up[view->loot.seat]) > p->best;
    bool notes = voice->setup->loot.theme;
    const char *english =
        p->best && highest ? N_("beat {best} or pass")
        : p->best          ? N_("you can not beat {best}: pass")
        : loot_why_not(voice->setup, view, LOOT_PASS) == RZ_OK
            ? notes ? N_("bid for the loot and the wad of {prize}, or pass")
                    : N_("bid for the loot and the {prize} cheque, or pass")
        : notes ? N_("nobody else bids: you must, for the loot and the wad of {prize}")
                : N_("nobody else bids: you must, for the loot and the {prize} cheque");
    rz_format(voice, out, english, "best", best, "prize", prize, NULL);
}

static void moment(const rz_voice *voice, const rz_view *view, rz_text *out) {
    const loot_public *p = &view->loot.pub;
    int thieves = p->lot_size ? p->estate[view->loot.seat][LOOT_THIEF] : 0;
    if (p->phase == LOOT_AUCTION)
        auction_moment(voice, view, out);
    else
        rz_text_add(out,
                    rz_translate(voice, thieves > 1   ? N_("draw, call an auction or send thieves")
                                        : thieves > 0 ? N_("draw, call an auction or send a thief")
                                                      : N_("draw a card or call an auction")));
}

/* ---- The same, said to whom it is about ------------------------------------------------------
 */
static const rz_form forms[] = {
    {N_("Round {number} begins; {who} has the highest cheque and starts."),
     N_("Round {number} begins; you have the highest cheque and start."), NULL},
    {N_("Round {number} begins; {who} has the highest wad of notes and starts."),
     N_("Round {number} begins; you have the highest wad of notes and start."), NULL},
    {N_("{who} draws a card."), N_("You draw a card."), NULL},
    {N_("{who} sends a thief for: {cards}."), N_("You send a thief for: {cards}."), NULL},
    {N_("{who} sends thieves for: {cards}."), N_("You send thieves for: {cards}."), NULL},
    {N_("{who} calls a court-ordered auction."), N_("You call a court-ordered auction."), NULL},
    {N_("{who} bids {cheque}."), N_("You bid {cheque}."), NULL},
    {N_("{who} passes."), N_("You pass."), NULL},
    {N_("{who} wins with {cheque}, takes {took} face down, and gets no cards."),
     N_("You win with {cheque}, take {took} face down, and get no cards."), NULL},
    {N_("{who} wins with {cheque}, takes {took} face down, and gets: {cards}."),
     N_("You win with {cheque}, take {took} face down, and get: {cards}."), NULL},
    {N_("The game is over: {who} wins with {score} points."),
     N_("The game is over: you win with {score} points."), NULL},
    {NULL, NULL, NULL},
};

const rz_words loot_words = {format_event, choice, moment, NULL, forms};
