/* What a first game explains, each when it comes up on the table. */
import type { BarsPosition, Choice, GameName, LootPosition, MicePosition, Position } from "../engine";
import { t } from "../look/text";

export interface Lesson {
    title: () => string;
    text: () => string;
    rule: string;
    /** Is this what is on the table now? */
    when: (at: Position, choices: readonly Choice[]) => boolean;
}

function lesson<P extends Position>(
    rule: string,
    when: (at: P, choices: readonly Choice[]) => boolean,
    title: () => string,
    text: () => string,
): Lesson {
    return { rule, title, text, when: when as Lesson["when"] };
}

const can = (choices: readonly Choice[], verb: string) => choices.some(({ line }) => line.do === verb);
const loot = (at: LootPosition) => at.seats[at.you ?? 0]!;
const owned = (at: LootPosition) => Object.values(loot(at).estate).reduce((sum, count) => sum + count, 0);

const LOOT: Lesson[] = [
    lesson<LootPosition>(
        "L51",
        (at) => !at.over,
        () => t("What it is about"),
        () =>
            t(
                "Three rounds. Collect cards that score together, and pay for them with your four cheques. The most points win.",
            ),
    ),
    lesson<LootPosition>(
        "L11",
        (_, choices) => can(choices, "draw"),
        () => t("Your turn"),
        () =>
            t(
                "Do one of three things: turn over a card, call an auction, or let thieves take something. Draw a card now.",
            ),
    ),
    lesson<LootPosition>(
        "L12",
        (at, choices) => at.lot.some(Boolean) && can(choices, "draw"),
        () => t("The lot"),
        () =>
            t(
                "Cards gather here until an auction. The badge on a card says what it would add to your score; the box at the end says what the whole lot is worth to you.",
            ),
    ),
    lesson<LootPosition>(
        "L13",
        (at) => at.police > 0,
        () => t("Police"),
        () =>
            t(
                "A police card starts an auction at once. When the row is full the round ends on the spot, and whoever still has cheques has waited too long.",
            ),
    ),
    lesson<LootPosition>(
        "L21",
        (_, choices) => can(choices, "bid"),
        () => t("An auction"),
        () =>
            t(
                "Everybody bids once, with one cheque, higher than all before. Touch a lit cheque, or pass. You can not raise later, so bid what the lot is worth to you.",
            ),
    ),
    lesson<LootPosition>(
        "L22",
        (at) => owned(at) > 0,
        () => t("What you won"),
        () =>
            t(
                "The lot is in your estate. Your cheque now lies on the table, for the next winner; the one that lay there is yours, face down until the next round.",
            ),
    ),
    lesson<LootPosition>(
        "L15",
        (_, choices) => can(choices, "thief"),
        () => t("A thief"),
        () =>
            t(
                "You own a thief. Instead of drawing you may touch a card of the lot and take it; the thief then leaves the game. A thief that is not used is worth 2 points.",
            ),
    ),
    lesson<LootPosition>(
        "L17",
        (at, choices) => at.lot.filter(Boolean).length >= 4 && can(choices, "court"),
        () => t("A court auction"),
        () =>
            t(
                "The lot has grown. Call an auction when it suits you and not the others, for instance when those with high cheques need other cards. If nobody bids, you must.",
            ),
    ),
    lesson<LootPosition>(
        "L20",
        (at) => !at.over && loot(at).up.length === 0,
        () => t("Out of this round"),
        () =>
            t(
                "All your cheques are used. The others go on until the police row is full, and can draw as long as they dare.",
            ),
    ),
    lesson<LootPosition>(
        "L33",
        (at) => at.round > 1,
        () => t("A new round"),
        () =>
            t(
                "Cards with a cross have left the game; gangsters, cars and businesses stay. All cheques are face up again. Businesses and cheques count only after the third round.",
            ),
    ),
    lesson<LootPosition>(
        "L51",
        (at) => at.over,
        () => t("The end"),
        () =>
            t(
                "The most points win. Open the estates to see where they came from, and play again: now you know the game.",
            ),
    ),
];

const BARS: Lesson[] = [
    lesson<BarsPosition>(
        "B61",
        (at) => !at.over,
        () => t("What it is about"),
        () =>
            t(
                "Money lies at six bars. Send a gambler where you want to win some, or a raid where you expect others. The richest wins in the end.",
            ),
    ),
    lesson<BarsPosition>(
        "B23",
        (_, choices) => can(choices, "play"),
        () => t("Choose in secret"),
        () =>
            t(
                "Each card belongs to one bar. A gambler wants the money there, a raid wants the gamblers. Everybody chooses one card, and all are turned over together.",
            ),
    ),
    lesson<BarsPosition>(
        "B20",
        (_, choices) => can(choices, "lay"),
        () => t("You are the croupier"),
        () =>
            t(
                "One money card is left over, and you lay it at a bar of your choice, seen by all. It may lure others there, or away from where you go.",
            ),
    ),
    lesson<BarsPosition>(
        "B32",
        (at) => at.haggle !== null,
        () => t("Haggling"),
        () =>
            t(
                "Several gamblers at one bar share its money. Who has the highest symbol proposes, and everybody else takes the offer or wants a duel.",
            ),
    ),
    lesson<BarsPosition>(
        "B42",
        (_, choices) => can(choices, "offer"),
        () => t("You propose"),
        () =>
            t(
                "Name a sum for each of the others; the rest is yours. Only sums that can be paid with whole cards are lit. An offer that is too low will be fought for.",
            ),
    ),
    lesson<BarsPosition>(
        "B44",
        (_, choices) => can(choices, "answer"),
        () => t("Take it or fight"),
        () =>
            t(
                "In a duel you both roll and add the symbol of your card, for all the money left. The chance stands beside the offer.",
            ),
    ),
    lesson<BarsPosition>(
        "B45",
        (at) => at.duel !== null,
        () => t("A duel"),
        () =>
            t(
                "One die each, plus the symbol of the card. If both are equal, whoever asked for the duel wins.",
            ),
    ),
    lesson<BarsPosition>(
        "B33",
        (at) =>
            at.bars.some(
                ({ played }) => played.some(({ card }) => card.raid) && played.some(({ card }) => !card.raid),
            ),
        () => t("A raid"),
        () => t("A raid takes all the money if gamblers are there, and nothing if none came."),
    ),
    lesson<BarsPosition>(
        "B21",
        (at) => at.round > 1,
        () => t("Money stays"),
        () =>
            t(
                "What nobody won stays at its bar, and more comes every round. Rich bars draw crowds, and raids.",
            ),
    ),
    lesson<BarsPosition>(
        "B61",
        (at) => at.over,
        () => t("The end"),
        () => t("The richest player wins. What still lies at the bars is nobody's."),
    ),
];

const MICE: Lesson[] = [
    lesson<MicePosition>(
        "M90",
        (at) => !at.over,
        () => t("What it is about"),
        () =>
            t(
                "Your dice are mice. They climb the shelves for food, which counts once it is in your bag. First to 25 wins. A cat watches.",
            ),
    ),
    lesson<MicePosition>(
        "M21",
        (_, choices) => can(choices, "roll"),
        () => t("Roll"),
        () => t("You roll all your mice that are not on the board."),
    ),
    lesson<MicePosition>(
        "M22",
        (_, choices) => can(choices, "reroll"),
        () => t("Once more"),
        () =>
            t(
                "Any of these dice may be rolled once again. Touch those you do not like. The side says what fits.",
            ),
    ),
    lesson<MicePosition>(
        "M24",
        (_, choices) => can(choices, "place"),
        () => t("Climb"),
        () =>
            t(
                "Put dice on lit cells, from the bottom of a column upwards. A cell asks for its number; an equals sign for the same as below. You must place one at least.",
            ),
    ),
    lesson<MicePosition>(
        "M25",
        (at, choices) => at.cat.dice.length < at.cat.grey && can(choices, "place"),
        () => t("The cat row"),
        () =>
            t(
                "A grey cell of the cat row takes any die. The last grey one sets the cat's number: from then on the cat grabs every die that rolls it.",
            ),
    ),
    lesson<MicePosition>(
        "M40",
        (at) => at.seats.some(({ exposed }, seat) => seat === at.you && exposed > 6),
        () => t("A column is complete"),
        () =>
            t(
                "When its top cell is filled, all dice go home, every owner is paid for the cells, and whoever's turn it is gets what the shelf gives.",
            ),
    ),
    lesson<MicePosition>(
        "M64",
        (_, choices) => can(choices, "secure"),
        () => t("Into the bag"),
        () =>
            t(
                "Exposed food can be taken from you. The secure shelf brings the sum of its two dice into the bag, where it is safe and counts.",
            ),
    ),
    lesson<MicePosition>(
        "M65",
        (_, choices) => can(choices, "steal"),
        () => t("Greedy eater"),
        () => t("Take half of what another player has exposed. Pick the richest."),
    ),
    lesson<MicePosition>(
        "M28",
        (_, choices) => can(choices, "retrieve"),
        () => t("Take dice back"),
        () =>
            t(
                "Instead of rolling you may take your dice from one column. It costs the turn, so do it when you are short of dice.",
            ),
    ),
    lesson<MicePosition>(
        "M51",
        (at) => at.cat.takes !== null && at.cat.room <= 2,
        () => t("The cat is near"),
        () => t("When the red cells are full the cat comes, and every die on the board goes home unpaid."),
    ),
    lesson<MicePosition>(
        "M90",
        (at) => at.over,
        () => t("The end"),
        () => t("25 food in the bag ends the game at once."),
    ),
];

export const LESSONS: Record<GameName, Lesson[]> = { loot: LOOT, bars: BARS, mice: MICE };
