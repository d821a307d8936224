/* The sentences about a seat as they are said to that seat itself. */
#include "words/words.h"

typedef struct form {
    const char *english; /* of somebody */
    const char *who;     /* to {who} */
    const char *other;   /* to {other}; NULL: nobody is named so */
} form;

static const form forms[] = {
    {N_("{who} is back."), N_("You are back."), NULL},
    {N_("{who} leaves the table; a bot plays on."), N_("You leave the table; a bot plays on."),
     NULL},
    {N_("{who} is out of time; a bot plays on."), N_("You are out of time; a bot plays on."), NULL},
    /* loot */
    {N_("Round {number} begins; {who} has the highest cheque and starts."),
     N_("Round {number} begins; you have the highest cheque and start."), NULL},
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
    /* bars */
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
    /* mice */
    {N_("{who} goes first."), N_("You go first."), NULL},
    {N_("{who} is to play."), N_("It is your turn."), NULL},
    {N_("{who} rolls."), N_("You roll."), NULL},
    {N_("{who} takes dice back from column {number}."),
     N_("You take dice back from column {number}."), NULL},
    {N_("{who} has no dice to roll or take back, and passes."),
     N_("You have no dice to roll or take back, and pass."), NULL},
    {N_("{who} keeps all dice."), N_("You keep all dice."), NULL},
    {N_("{who} rolls again: {dice}."), N_("You roll again: {dice}."), NULL},
    {N_("{who} rolls the dice that came back: {number}."),
     N_("You roll the dice that came back: {number}."), NULL},
    {N_("{who} rolls again: {dice}, and the dice that came back: {number}."),
     N_("You roll again: {dice}, and the dice that came back: {number}."), NULL},
    {N_("{who} rolls the support dice."), N_("You roll the support dice."), NULL},
    {N_("{who} does without the support dice."), N_("You do without the support dice."), NULL},
    {N_("{who} places a {value} in column {column}."),
     N_("You place a {value} in column {column}."), NULL},
    {N_("{who} places the support die {value} in column {column}."),
     N_("You place the support die {value} in column {column}."), NULL},
    {N_("{who} places a candy die as a {value} in column {column}."),
     N_("You place a candy die as a {value} in column {column}."), NULL},
    {N_("{who} places a {value} on the cat row."), N_("You place a {value} on the cat row."), NULL},
    {N_("{who} places the support die {value} on the cat row."),
     N_("You place the support die {value} on the cat row."), NULL},
    {N_("{who} is done placing."), N_("You are done placing."), NULL},
    {N_("{who} takes a candy die from the jar."), N_("You take a candy die from the jar."), NULL},
    {N_("{who} takes a candy die from {other}."), N_("You take a candy die from {other}."),
     N_("{who} takes a candy die from you.")},
    {N_("{who} takes a candy die from column {column}."),
     N_("You take a candy die from column {column}."), NULL},
    {N_("{who} pushes Anna's die into column {number}."),
     N_("You push Anna's die into column {number}."), NULL},
    {N_("{who} brings food into safety."), N_("You bring food into safety."), NULL},
    {N_("{who} leaves the food exposed."), N_("You leave the food exposed."), NULL},
    {N_("{who} takes half of the exposed food of {other}."),
     N_("You take half of the exposed food of {other}."),
     N_("{who} takes half of your exposed food.")},
    {N_("{who} has everybody pass half of the exposed food on, counter-clockwise."),
     N_("You have everybody pass half of the exposed food on, counter-clockwise."), NULL},
    {N_("{who} has everybody pass half of the exposed food on, clockwise."),
     N_("You have everybody pass half of the exposed food on, clockwise."), NULL},
    {N_("The game is over: {who} wins with {score} food safe."),
     N_("The game is over: you win with {score} food safe."), NULL},
};

const char *rz_form_to(const char *english, bool to_other) {
    rz_slice wanted = rz_slice_of(english);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *found = to_other ? forms[i].other : forms[i].who;
        if (found && rz_slice_is(wanted, forms[i].english))
            return found;
    }
    return english;
}
