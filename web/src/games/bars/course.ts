/* What a first game of bars explains, each when it comes up on the table. */
import type { Choice, BarsEvent, BarsTypes } from "../../engine";
import { t } from "../../look/text";
import type { Course } from "../module";

const can = (choices: readonly Choice<BarsEvent>[], verb: BarsEvent["do"]) =>
    choices.some(({ line }) => line.do === verb);

export const course: Course<BarsTypes> = {
    seed: "4",
    lessons: [
        {
            rule: "B61",
            at: ".bars-street",
            when: (at) => !at.over,
            title: () => t("What it is about"),
            text: () =>
                t(
                    "Money lies at six bars. Send a gambler where you want to win some, or a raid where you expect others. The richest wins in the end.",
                ),
        },
        {
            rule: "B23",
            at: ".bars-hand-row,.act",
            when: (_, choices) => can(choices, "play"),
            title: () => t("Choose in secret"),
            text: () =>
                t(
                    "Each card belongs to one bar. A gambler wants the money there, a raid wants the gamblers. Everybody chooses one card, and all are turned over together.",
                ),
        },
        {
            rule: "B20",
            at: ".bars-street",
            when: (_, choices) => can(choices, "lay"),
            title: () => t("You are the croupier"),
            text: () =>
                t(
                    "One money card is left over, and you lay it at a bar of your choice, seen by all. It may lure others there, or away from where you go.",
                ),
        },
        {
            rule: "B32",
            at: ".bars-house.now,.bars-street",
            when: (at) => at.haggle !== null,
            title: () => t("Haggling"),
            text: () =>
                t(
                    "Several gamblers at one bar share its money. Who has the highest symbol proposes, and everybody else takes the offer or wants a duel.",
                ),
        },
        {
            rule: "B42",
            at: ".bars-shares,.act",
            when: (_, choices) => can(choices, "offer"),
            title: () => t("You propose"),
            text: () =>
                t(
                    "Name a sum for each of the others; the rest is yours. Only sums that can be paid with whole cards are lit. An offer that is too low will be fought for.",
                ),
        },
        {
            rule: "B44",
            at: ".act",
            when: (_, choices) => can(choices, "answer"),
            title: () => t("Take it or fight"),
            text: () =>
                t(
                    "In a duel you both roll and add the symbol of your card, for all the money left. The chance stands beside the offer.",
                ),
        },
        {
            rule: "B45",
            at: ".bars-duel,.bars-duel-row",
            when: (at) => at.duel !== null,
            title: () => t("A duel"),
            text: () =>
                t(
                    "One die each, plus the symbol of the card. If both are equal, whoever asked for the duel wins.",
                ),
        },
        {
            rule: "B33",
            at: ".bars-house:has(.bars-door .raid),.bars-street",
            when: (at) =>
                at.bars.some(
                    ({ played }) =>
                        played.some(({ card }) => card.raid) && played.some(({ card }) => !card.raid),
                ),
            title: () => t("A raid"),
            text: () => t("A raid takes all the money if gamblers are there, and nothing if none came."),
        },
        {
            rule: "B21",
            at: ".bars-till,.bars-street",
            when: (at) => at.round > 1,
            title: () => t("Money stays"),
            text: () =>
                t(
                    "What nobody won stays at its bar, and more comes every round. Rich bars draw crowds, and raids.",
                ),
        },
        {
            rule: "B61",
            at: ".act",
            when: (at) => at.over,
            title: () => t("The end"),
            text: () => t("The richest player wins. What still lies at the bars is nobody's."),
        },
    ],
};
