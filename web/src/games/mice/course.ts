/* What a first game of mice explains, each when it comes up on the table. */
import type { Choice, MiceEvent, MiceTypes } from "../../engine";
import { t } from "../../look/text";
import type { Course } from "../module";

const can = (choices: readonly Choice<MiceEvent>[], verb: MiceEvent["do"]) =>
    choices.some(({ line }) => line.do === verb);

export const course: Course<MiceTypes> = {
    seed: "4",
    lessons: [
        {
            rule: "M90",
            at: ".mice-players .me,.mice-players",
            when: (at) => !at.over,
            title: () => t("What it is about"),
            text: () =>
                t(
                    "Your dice are mice. They climb the shelves for food, which counts once it is in your bag. First to 25 wins. A cat watches.",
                ),
        },
        {
            rule: "M21",
            at: ".act",
            when: (_, choices) => can(choices, "roll"),
            title: () => t("Roll"),
            text: () => t("You roll all your mice that are not on the board."),
        },
        {
            rule: "M22",
            at: ".mice-tray,.act",
            when: (_, choices) => can(choices, "reroll"),
            title: () => t("Once more"),
            text: () =>
                t(
                    "Any of these dice may be rolled once again. Touch those you do not like. The side says what fits.",
                ),
        },
        {
            rule: "M24",
            at: ".mice-columns",
            when: (_, choices) => can(choices, "place"),
            title: () => t("Climb"),
            text: () =>
                t(
                    "Put dice on lit cells, from the bottom of a column upwards. A cell asks for its number; an equals sign for the same as below. You must place one at least.",
                ),
        },
        {
            rule: "M25",
            at: ".mice-cat",
            when: (at, choices) => at.cat.dice.length < at.cat.grey && can(choices, "place"),
            title: () => t("The cat row"),
            text: () =>
                t(
                    "A grey cell of the cat row takes any die. The last grey one sets the cat's number: from then on the cat grabs every die that rolls it.",
                ),
        },
        {
            rule: "M40",
            at: ".mice-exposed,.mice-players",
            when: (at) => at.seats.some(({ exposed }, seat) => seat === at.you && exposed > 6),
            title: () => t("A column is complete"),
            text: () =>
                t(
                    "When its top cell is filled, all dice go home, every owner is paid for the cells, and whoever's turn it is gets what the shelf gives.",
                ),
        },
        {
            rule: "M64",
            at: ".act",
            when: (_, choices) => can(choices, "secure"),
            title: () => t("Into the bag"),
            text: () =>
                t(
                    "Exposed food can be taken from you. The secure shelf brings the sum of its two dice into the bag, where it is safe and counts.",
                ),
        },
        {
            rule: "M65",
            at: ".mice-players",
            when: (_, choices) => can(choices, "steal"),
            title: () => t("Greedy eater"),
            text: () => t("Take half of what another player has exposed. Pick the richest."),
        },
        {
            rule: "M28",
            at: ".mice-columns",
            when: (_, choices) => can(choices, "retrieve"),
            title: () => t("Take dice back"),
            text: () =>
                t(
                    "Instead of rolling you may take your dice from one column. It costs the turn, so do it when you are short of dice.",
                ),
        },
        {
            rule: "M51",
            at: ".mice-cat",
            when: (at) => at.cat.takes !== null && at.cat.room <= 2,
            title: () => t("The cat is near"),
            text: () =>
                t("When the red cells are full the cat comes, and every die on the board goes home unpaid."),
        },
        {
            rule: "M90",
            at: ".act",
            when: (at) => at.over,
            title: () => t("The end"),
            text: () => t("25 food in the bag ends the game at once."),
        },
    ],
};
