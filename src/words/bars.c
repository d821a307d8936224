/* bars in words. */
#include "words/bars.h"
#include "core/translate.h"
#include "games/bars/rules.h"

/* Names stay as they are on the signs. */
static const char *const bar_words[BARS_BARS] = {"Colibri",    "Cotton Club", "Havana Bar",
                                                 "The Jungle", "Lincoln’s",   "Jazz House"};

static const char *const at_words[BARS_BARS] = {N_("at the Colibri"),    N_("at the Cotton Club"),
                                                N_("at the Havana Bar"), N_("at The Jungle"),
                                                N_("at Lincoln’s"),      N_("at the Jazz House")};

const char *bars_bar_word(int bar) {
    return bar_words[bar];
}

const char *bars_at_word(const rz_voice *voice, int bar) {
    return rz_translate(voice, at_words[bar]);
}

static void format_with_symbol(const rz_voice *voice, rz_text *out, int kind, const char *english) {
    char symbol[8];
    rz_text text;
    rz_text_init(&text, symbol, sizeof symbol);
    rz_text_int(&text, bars_symbol(kind));
    rz_format(voice, out, english, "symbol", symbol, "bar", bars_bar_word(bars_bar_of(kind)), "at",
              bars_at_word(voice, bars_bar_of(kind)), NULL);
}

void bars_format_card(const rz_voice *voice, rz_text *out, int kind) {
    format_with_symbol(voice, out, kind,
                       bars_is_raid(kind) ? N_("raid {symbol}, {bar}")
                                          : N_("gambler {symbol}, {bar}"));
}

void bars_format_figure(const rz_voice *voice, rz_text *out, int kind) {
    format_with_symbol(voice, out, kind,
                       bars_is_raid(kind) ? N_("raid {symbol}") : N_("gambler {symbol}"));
}

void bars_format_letter(const rz_voice *voice, rz_text *out, int kind) {
    format_with_symbol(voice, out, kind, bars_is_raid(kind) ? N_("R{symbol}") : N_("G{symbol}"));
}

enum { WHO_SIZE = RZ_NAME_BYTES + 40, SUM_SIZE = 40 };

/* A seat and a sum as strings, for templates. */
static const char *who_text(const rz_voice *voice, int seat, char memory[WHO_SIZE]) {
    rz_text text;
    rz_text_init(&text, memory, WHO_SIZE);
    rz_format_seat(voice, &text, seat);
    return memory;
}

static const char *sum_text(const rz_voice *voice, int thousands, char memory[SUM_SIZE]) {
    rz_text text;
    rz_text_init(&text, memory, SUM_SIZE);
    rz_format_thousands(voice, &text, thousands);
    return memory;
}

/* The worth of cards in an event, in thousands. */
static int worth_of(const int16_t cards[BARS_VALUES]) {
    int sum = 0;
    for (int v = 0; v < BARS_VALUES; v++)
        sum += cards[v] * bars_values[v];
    return sum;
}

static void format_round_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char number[8];
    rz_text text;
    rz_text_init(&text, number, sizeof number);
    rz_text_int(&text, event->data[0]);
    rz_format_about(voice, out, event->data[1], -1, N_("Round {number}: {who} is the croupier."),
                    "number", number, NULL);
}

static void format_deal_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char card[80];
    rz_text text;
    rz_text_init(&text, card, sizeof card);
    if (event->data[1] != RZ_NULL)
        bars_format_card(voice, &text, event->data[1]);
    rz_format_about(voice, out, event->data[0], -1,
                    event->data[1] == RZ_NULL                       ? N_("{who} is dealt a card.")
                    : event->data[0] == voice->you && !voice->plain ? N_("Dealt to you: {card}.")
                                                                    : N_("{who} is dealt: {card}."),
                    "card", card, NULL);
}

static void format_money_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char sum[SUM_SIZE];
    sum_text(voice, event->data[1], sum);
    if (event->data[0] == RZ_NULL)
        rz_format(voice, out, N_("One more, for the croupier to lay: {sum}."), "sum", sum, NULL);
    else
        rz_format(voice, out, N_("{bar} +{sum}."), "bar", bars_bar_word(event->data[0]), "sum", sum,
                  NULL);
}

static void format_play_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char symbol[8];
    rz_text text;
    int kind = event->data[0];
    if (kind == RZ_NULL) {
        rz_format_about(voice, out, event->by, -1, N_("{who} chooses a card."), NULL);
        return;
    }
    rz_text_init(&text, symbol, sizeof symbol);
    rz_text_int(&text, bars_symbol(kind));
    rz_format_about(voice, out, event->by, -1,
                    bars_is_raid(kind) ? N_("{who} chooses the raid {symbol} {at}.")
                                       : N_("{who} chooses the gambler {symbol} {at}."),
                    "symbol", symbol, "at", bars_at_word(voice, bars_bar_of(kind)), NULL);
}

/* "Ann gambler 4", with what comes before it. */
static void format_shown(const rz_voice *voice, rz_text *out, int seat, int kind) {
    rz_format_seat(voice, out, seat);
    rz_text_char(out, ' ');
    bars_format_figure(voice, out, kind);
}

/* By bars, from left to right: "Colibri: Ann gambler 4, Ben raid 6." */
static void format_show_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    rz_text_add(out, rz_translate(voice, N_("The cards are turned over.")));
    for (int bar = 0; bar < voice->setup->bars.bars; bar++) {
        int here = 0;
        for (int seat = 0; seat < rz_seats(voice->setup); seat++) {
            if (bars_bar_of(event->data[seat]) != bar)
                continue;
            rz_text_char(out, here > 0 ? ',' : ' ');
            rz_text_add(out, here > 0 ? " " : bars_bar_word(bar));
            rz_text_add(out, here > 0 ? "" : ": ");
            format_shown(voice, out, seat, event->data[seat]);
            here++;
        }
        if (here > 0)
            rz_text_char(out, '.');
    }
}

static void format_offer_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char sum[SUM_SIZE];
    rz_format_about(voice, out, event->by, event->data[0],
                    event->data[1] > 0 ? N_("{who} offers {other} {sum}.")
                                       : N_("{who} offers {other} nothing."),
                    "sum", sum_text(voice, event->data[1], sum), NULL);
}

static void format_answer_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    rz_format_about(voice, out, event->by, -1,
                    event->data[0] == RZ_NULL ? N_("{who} has answered.")
                    : event->data[0]          ? N_("{who} demands a duel.")
                                              : N_("{who} accepts."),
                    NULL);
}

/* The names of a set of seats in an event; how many, and who the last is. */
static int list_names(const rz_voice *voice, const int16_t set[RZ_SEATS_MAX], rz_text *out,
                      int *last) {
    rz_list list = {voice, out, 0, 0};
    char who[WHO_SIZE];
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        list.left += set[seat];
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        if (set[seat]) {
            rz_list_item(&list, who_text(voice, seat, who));
            *last = seat;
        }
    return list.done;
}

enum { NAMES_SIZE = RZ_SEATS_MAX * WHO_SIZE };

static void format_answers_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char names[NAMES_SIZE];
    rz_text text;
    rz_text_init(&text, names, sizeof names);
    int who = -1, n = list_names(voice, event->data, &text, &who);
    rz_format_about(voice, out, who, -1,
                    n == 0   ? N_("All that was offered is accepted.")
                    : n == 1 ? N_("{who} alone demands a duel.")
                             : N_("{names} demand duels."),
                    "names", names, NULL);
}

static void format_roll_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char value[8];
    rz_text text;
    rz_text_init(&text, value, sizeof value);
    rz_text_int(&text, event->data[1]);
    rz_format_about(voice, out, event->data[0], -1, N_("{who} rolls {value}."), "value", value,
                    NULL);
}

/* "Ann gets 35,000 (20 15)" */
static void format_gain(const rz_voice *voice, rz_text *out, int seat,
                        const int16_t cards[BARS_VALUES]) {
    char sum[SUM_SIZE], list[400];
    rz_text text;
    rz_text_init(&text, list, sizeof list);
    for (int v = 0; v < BARS_VALUES; v++)
        for (int i = 0; i < cards[v]; i++) {
            rz_text_add(&text, text.length > 0 ? " " : "");
            rz_text_int(&text, bars_values[v]);
        }
    rz_format_about(voice, out, seat, -1, N_("{who} gets {sum} ({cards})"), "sum",
                    sum_text(voice, worth_of(cards), sum), "cards", list, NULL);
}

static void format_settle_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    const int16_t *data = event->data;
    const char *bar = bars_bar_word(data[BARS_SETTLE_BAR]);
    char sum[SUM_SIZE];
    int takers = 0;
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++) {
        const int16_t *cards = data + BARS_SETTLE_TO + seat * BARS_VALUES;
        if (worth_of(cards) == 0)
            continue;
        rz_text_add(out, takers > 0 ? "" : bar);
        rz_text_add(out, takers++ > 0 ? ", " : ": ");
        format_gain(voice, out, seat, cards);
    }
    if (takers == 0) {
        rz_format(voice, out, N_("{bar}: only raids, so the money stays: {sum}."), "bar", bar,
                  "sum", sum_text(voice, worth_of(data + BARS_SETTLE_LEFT), sum), NULL);
        return;
    }
    int own = worth_of(data + BARS_SETTLE_OWN);
    if (own > 0)
        rz_format(voice, out, N_("; {sum} of it is the proposer’s own"), "sum",
                  sum_text(voice, own, sum), NULL);
    rz_text_char(out, '.');
}

static void format_end_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    char names[NAMES_SIZE], sum[SUM_SIZE];
    rz_text text;
    int best = 0, who = -1;
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        best = event->data[seat] > best ? event->data[seat] : best;
    rz_text_init(&text, names, sizeof names);
    int winners = list_names(voice, event->data + RZ_SEATS_MAX, &text, &who);
    rz_format_about(voice, out, winners > 1 ? -1 : who, -1,
                    winners > 1 ? N_("The game is over: {names} share the win with {sum} each.")
                                : N_("The game is over: {who} wins with {sum}."),
                    "names", names, "sum", sum_text(voice, best, sum), NULL);
}

static void format_lay_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    rz_format_about(voice, out, event->by, -1, N_("{who} lays it {at}."), "at",
                    bars_at_word(voice, event->data[0]), NULL);
}

static void format_first_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    rz_format_about(voice, out, event->data[0], -1, N_("Drawn as the first croupier: {who}."),
                    NULL);
}

static void format_reshuffle_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    (void)event;
    rz_text_add(out,
                rz_translate(voice, N_("The played cards are shuffled and dealt from again.")));
}

static void format_event(const rz_voice *voice, const rz_event *event, rz_text *out) {
    static void (*const verbs[BARS_VERBS])(const rz_voice *, const rz_event *, rz_text *) = {
        [BARS_VERB_FIRST] = format_first_event,
        [BARS_VERB_ROUND] = format_round_event,
        [BARS_VERB_DEAL] = format_deal_event,
        [BARS_VERB_MONEY] = format_money_event,
        [BARS_VERB_LAY] = format_lay_event,
        [BARS_VERB_PLAY] = format_play_event,
        [BARS_VERB_SHOW] = format_show_event,
        [BARS_VERB_OFFER] = format_offer_event,
        [BARS_VERB_ANSWER] = format_answer_event,
        [BARS_VERB_ANSWERS] = format_answers_event,
        [BARS_VERB_ROLL] = format_roll_event,
        [BARS_VERB_SETTLE] = format_settle_event,
        [BARS_VERB_RESHUFFLE] = format_reshuffle_event,
        [BARS_VERB_END] = format_end_event};
    verbs[event->verb](voice, event, out);
}

static const char *number_text(int number, char memory[8]) {
    rz_text text;
    rz_text_init(&text, memory, 8);
    rz_text_int(&text, number);
    return memory;
}

void bars_format_prospect(const rz_voice *voice, const bars_public *p, int seat,
                          const bars_prospect *prospect, rz_text *out) {
    static const char *const english[BARS_REFUSALS] = {
        [BARS_ONE_REFUSES] =
            N_("If {who} demands a duel, {other} against your {own}: {percent}% to "
               "win {pot}, {sum} on average."),
        [BARS_ALL_REFUSE] = N_("If all of them do: {percent}% to win {pot}, {sum} on average."),
        [BARS_DUEL_ONLY] = N_("In a duel, your {own} against {other}: {percent}% to win {pot}, "
                              "{sum} on average."),
        [BARS_DUEL_ALONE] = N_("If you alone demand a duel, your {own} against {other}: {percent}% "
                               "to win {pot}, {sum} on average."),
        [BARS_DUEL_WITH] = N_("If you and those who have refused demand duels: {percent}% to win "
                              "{pot}, {sum} on average."),
        [BARS_DUEL_WITH_ALL] = N_("If all demand one: {percent}% to win {pot}, {sum} on average."),
    };
    const bars_setup *setup = &voice->setup->bars;
    char who[WHO_SIZE], pot[SUM_SIZE], sum[SUM_SIZE], own[8], other[8], percent[8];
    int in_100 = (int)((100 * (uint64_t)prospect->chance + BARS_CERTAIN / 2) / BARS_CERTAIN);
    rz_format(voice, out, english[prospect->kind], "who", who_text(voice, prospect->other, who),
              "own", number_text(bars_symbol(bars_card_of(setup, p, seat)), own), "other",
              number_text(bars_symbol(bars_card_of(setup, p, prospect->other)), other), "percent",
              number_text(in_100, percent), "pot", sum_text(voice, 5 * prospect->pot, pot), "sum",
              sum_text(voice, prospect->average, sum), NULL);
}

static void choose_bar(const rz_voice *voice, const bars_public *p, int bar, const char *english,
                       const char *symbol, rz_text *out) {
    char sum[SUM_SIZE];
    rz_format(voice, out, english, "symbol", symbol, "at", bars_at_word(voice, bar), "sum",
              sum_text(voice, 5 * bars_worth(p->bar[bar]), sum), NULL);
}

static void choice(const rz_voice *voice, const rz_public *pub, int seat, rz_action action,
                   rz_text *out) {
    const bars_public *p = &pub->bars;
    char who[WHO_SIZE], sum[SUM_SIZE], symbol[8];
    rz_text text;
    if (action < BARS_LAY) {
        rz_text_init(&text, symbol, sizeof symbol);
        rz_text_int(&text, bars_symbol(action));
        choose_bar(voice, p, bars_bar_of(action),
                   bars_is_raid(action) ? N_("Play the raid {symbol} {at} ({sum} there)")
                                        : N_("Play the gambler {symbol} {at} ({sum} there)"),
                   symbol, out);
    } else if (action < BARS_OFFER) {
        choose_bar(voice, p, action - BARS_LAY, N_("Lay it {at} ({sum} there)"), "", out);
    } else if (action < BARS_ACCEPT) {
        int other = p->phase == BARS_OFFERING ? bars_offer_seat(&voice->setup->bars, p) : seat;
        rz_format(voice, out, N_("Offer {who} {sum}"), "who", who_text(voice, other, who), "sum",
                  sum_text(voice, 5 * (action - BARS_OFFER), sum), NULL);
    } else if (action == BARS_ACCEPT) {
        rz_format(voice, out, N_("Accept {sum}"), "sum", sum_text(voice, 5 * p->offer[seat], sum),
                  NULL);
    } else {
        rz_text_add(out, rz_translate(voice, N_("Demand a duel")));
    }
}

static void moment(const rz_voice *voice, const rz_view *view, rz_text *out) {
    const bars_public *p = &view->bars.pub;
    char who[WHO_SIZE], sum[SUM_SIZE];
    switch (p->phase) {
    case BARS_LAYING:
        rz_format(voice, out, N_("lay the {sum} at a bar"), "sum",
                  sum_text(voice, bars_values[p->free - 1], sum), NULL);
        break;
    case BARS_OFFERING:
        rz_format(voice, out, N_("make {who} an offer"), "who",
                  who_text(voice, bars_offer_seat(&voice->setup->bars, p), who), NULL);
        break;
    case BARS_ANSWERING:
        rz_format(voice, out, N_("accept {sum} or demand a duel"), "sum",
                  sum_text(voice, 5 * p->offer[view->bars.seat], sum), NULL);
        break;
    default:
        rz_text_add(out, rz_translate(voice, N_("choose a card")));
    }
}

/* The total of a throw, and after the second who wins. */
static void comment_roll(const rz_voice *voice, const bars_public *p, const rz_event *event,
                         rz_text *out) {
    const bars_setup *setup = &voice->setup->bars;
    int symbol = bars_symbol(bars_card_of(setup, p, event->data[0]));
    int total = symbol + event->data[1];
    char card[8], sum[8];
    rz_format(voice, out, N_(" With the {symbol} of the card that makes {total}."), "symbol",
              number_text(symbol, card), "total", number_text(total, sum), NULL);
    if (p->die == 0)
        return;
    bool wins = total >= p->die + bars_symbol(bars_card_of(setup, p, p->standing));
    rz_format_about(voice, out, wins ? p->challenger : p->standing, -1, N_(" {who} wins the duel."),
                    NULL);
}

/* After the last offer: what the proposer means to keep. */
static void comment_offer(const rz_voice *voice, const bars_public *p, const rz_event *event,
                          rz_text *out) {
    unsigned asked = p->hagglers & ~(1u << p->proposer);
    char pot[SUM_SIZE], sum[SUM_SIZE];
    if (p->phase != BARS_OFFERING || (p->offered | 1u << event->data[0]) != asked)
        return;
    int all = bars_worth(p->bar[p->at]);
    int keeps = 5 * (all - bars_offered(p, asked)) - event->data[1];
    rz_format(voice, out, N_(" Of {pot} that leaves {sum}."), "pot", sum_text(voice, 5 * all, pot),
              "sum", sum_text(voice, keeps, sum), NULL);
}

static void comment(const rz_voice *voice, const rz_public *before, const rz_event *event,
                    rz_text *out) {
    if (event->verb == BARS_VERB_ROLL)
        comment_roll(voice, &before->bars, event, out);
    else if (event->verb == BARS_VERB_OFFER)
        comment_offer(voice, &before->bars, event, out);
}

/* ---- The same, said to whom it is about ------------------------------------------------------
 */
static const rz_form forms[] = {
    {N_("Round {number}: {who} is the croupier."), N_("Round {number}: you are the croupier."),
     NULL},
    {N_("{who} is dealt a card."), N_("You are dealt a card."), NULL},
    {N_("{who} is dealt: {card}."), N_("Dealt to you: {card}."), NULL},
    {N_("{who} lays it {at}."), N_("You lay it {at}."), NULL},
    {N_("{who} chooses a card."), N_("You choose a card."), NULL},
    {N_("{who} chooses the raid {symbol} {at}."), N_("You choose the raid {symbol} {at}."), NULL},
    {N_("{who} chooses the gambler {symbol} {at}."), N_("You choose the gambler {symbol} {at}."),
     NULL},
    {N_("{who} offers {other} {sum}."), N_("You offer {other} {sum}."),
     N_("{who} offers you {sum}.")},
    {N_("{who} offers {other} nothing."), N_("You offer {other} nothing."),
     N_("{who} offers you nothing.")},
    {N_("{who} has answered."), N_("You have answered."), NULL},
    {N_("{who} demands a duel."), N_("You demand a duel."), NULL},
    {N_("{who} alone demands a duel."), N_("You alone demand a duel."), NULL},
    {N_("{who} accepts."), N_("You accept."), NULL},
    {N_("{who} rolls {value}."), N_("You roll {value}."), NULL},
    {N_(" {who} wins the duel."), N_(" You win the duel."), NULL},
    {N_("{who} gets {sum} ({cards})"), N_("you get {sum} ({cards})"), NULL},
    {N_("The game is over: {who} wins with {sum}."), N_("The game is over: you win with {sum}."),
     NULL},
    {NULL, NULL, NULL},
};

const rz_words bars_words = {format_event, choice, moment, comment, forms};
