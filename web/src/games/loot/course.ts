/* What a first game of loot explains, each when it comes up on the table. */
import type { Choice, LootEvent, LootTypes, LootPosition } from "../../engine";
import { t } from "../../look/text";
import type { Course } from "../module";

const can = (choices: readonly Choice<LootEvent>[], verb: LootEvent["do"]) =>
    choices.some(({ line }) => line.do === verb);
const own = (at: LootPosition) => at.seats[at.you ?? 0]!;
const owned = (at: LootPosition) => Object.values(own(at).estate).reduce((sum, count) => sum + count, 0);

export const course: Course<LootTypes> = {
    seed: "28",
    lessons: [
        {
            rule: "L51",
            at: ".loot-estates .me,.loot-estates",
            when: (at) => !at.over,
            title: () => t("What it is about"),
            text: () =>
                t(
                    "Three rounds. Collect cards that score together, and pay for them with your four cheques. The most points win.",
                ),
        },
        {
            rule: "L11",
            at: ".loot-piles,.act",
            when: (_, choices) => can(choices, "draw"),
            title: () => t("Your turn"),
            text: () =>
                t(
                    "Do one of three things: turn over a card, call an auction, or let thieves take something. Draw a card now.",
                ),
        },
        {
            rule: "L12",
            at: ".loot-lot",
            when: (at, choices) => at.lot.some(Boolean) && can(choices, "draw"),
            title: () => t("The lot"),
            text: () =>
                t(
                    "Cards gather here until an auction. The badge on a card says what it would add to your score; the box at the end says what the whole lot is worth to you.",
                ),
        },
        {
            rule: "L13",
            at: ".loot-police",
            when: (at) => at.police > 0,
            title: () => t("Police"),
            text: () =>
                t(
                    "A police card starts an auction at once. When the row is full the round ends on the spot, and whoever still has cheques has waited too long.",
                ),
        },
        {
            rule: "L21",
            at: ".loot-bids,.act",
            when: (_, choices) => can(choices, "bid"),
            title: () => t("An auction"),
            text: () =>
                t(
                    "Everybody bids once, with one cheque, higher than all before. Touch a lit cheque, or pass. You can not raise later, so bid what the lot is worth to you.",
                ),
        },
        {
            rule: "L22",
            at: ".loot-estates .me,.loot-estates",
            when: (at) => owned(at) > 0,
            title: () => t("What you won"),
            text: () =>
                t(
                    "The lot is in your estate. Your cheque now lies on the table, for the next winner; the one that lay there is yours, face down until the next round.",
                ),
        },
        {
            rule: "L15",
            at: ".loot-lot",
            when: (_, choices) => can(choices, "thief"),
            title: () => t("A thief"),
            text: () =>
                t(
                    "You own a thief. Instead of drawing you may touch a card of the lot and take it; the thief then leaves the game. A thief that is not used is worth 2 points.",
                ),
        },
        {
            rule: "L17",
            at: ".act .row,.act",
            when: (at, choices) => at.lot.filter(Boolean).length >= 4 && can(choices, "court"),
            title: () => t("A court auction"),
            text: () =>
                t(
                    "The lot has grown. Call an auction when it suits you and not the others, for instance when those with high cheques need other cards. If nobody bids, you must.",
                ),
        },
        {
            rule: "L20",
            at: ".loot-police",
            when: (at) => !at.over && own(at).up.length === 0,
            title: () => t("Out of this round"),
            text: () =>
                t(
                    "All your cheques are used. The others go on until the police row is full, and can draw as long as they dare.",
                ),
        },
        {
            rule: "L33",
            at: ".loot-estates",
            when: (at) => at.round > 1,
            title: () => t("A new round"),
            text: () =>
                t(
                    "Cards with a cross have left the game; gangsters, cars and businesses stay. All cheques are face up again. Businesses and cheques count only after the third round.",
                ),
        },
        {
            rule: "L51",
            at: ".act",
            when: (at) => at.over,
            title: () => t("The end"),
            text: () =>
                t(
                    "The most points win. Open the estates to see where they came from, and play again: now you know the game.",
                ),
        },
    ],
};
