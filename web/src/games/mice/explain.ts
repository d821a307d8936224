/* What each thing on the table of mice is, for whoever touches and holds it: two lines, what it means now, and its rule. */
import type { MiceColumn, MicePosition, MiceShelf } from "../../engine";
import { capital, t, tn } from "../../look/text";
import type { Explanation } from "../module";
import { nameColumn, sayNeeds, sayPay } from "./columns";

export const SHELF_RULES: Record<MiceShelf, string> = {
    anna: "M60",
    candy: "M62",
    sausages: "M63",
    secure: "M64",
    greedy: "M65",
    accountant: "M66",
};

export function shelfText({ shelf, sausages }: MiceColumn): string {
    const texts: Record<MiceShelf, string> = {
        anna: t(
            "Complete the column, and its top die goes to the bottom of another column. Dice there move up.",
        ),
        candy: t(
            "Complete the column to take a candy die. From your next turn on it is any number you like.",
        ),
        sausages: tn(
            "Complete the column to take {n} sausage. It lies exposed until the bag shelf makes it safe.",
            "Complete the column to take {n} sausages. They lie exposed until the bag shelf makes them safe.",
            sausages,
        ),
        secure: t(
            "The only way into the bag. Complete the column, and the sum of its top pair goes from exposed to safe.",
        ),
        greedy: t("Complete the column to take half of what another player has exposed, rounded up."),
        accountant: t(
            "Complete the column, and everybody hands half of the exposed food to a neighbour. You say on which side.",
        ),
    };
    return texts[shelf];
}

const sentence = (...parts: string[]) =>
    parts
        .filter(Boolean)
        .map((part) => `${capital(part)}.`)
        .join(" ");

function explainShelf(at: MicePosition, column: MiceColumn): Explanation {
    return {
        title: nameColumn(column),
        text: shelfText(column),
        example: sentence(t("now: {what}", { what: sayNeeds(column) }), column.reward, sayPay(at, column)),
        rule: SHELF_RULES[column.shelf],
    };
}

function cellText({ ask, linked }: MiceColumn["cells"][number]): Pick<Explanation, "title" | "text"> {
    if (ask > 0)
        return {
            title: t("A {n}", { n: ask }),
            text: t("Only a die that shows {n} goes here, once all cells below are passed.", { n: ask }),
        };
    if (linked)
        return {
            title: t("The same as below"),
            text: t("The equals sign asks for the number of the die on the cell below."),
        };
    return { title: t("Any number"), text: t("The star takes a die of any value.") };
}

function explainCell(at: MicePosition, column: MiceColumn, index: number): Explanation | undefined {
    const cell = column.cells[index];
    if (!cell) return undefined;
    const { title, text } = cellText(cell);
    const pay =
        cell.pays > 0
            ? tn(
                  "Whoever’s die stands here gets {n} sausage when the column is complete.",
                  "Whoever’s die stands here gets {n} sausages when the column is complete.",
                  cell.pays,
              )
            : t("It pays nothing.");
    const who = cell.die?.owner === null || !cell.die ? "" : at.names[cell.die.owner]!;
    return {
        title: who ? t("{title}: {name} stands here", { title, name: who }) : title,
        text: `${text} ${pay}`,
        example: sentence(t("column {n}: {what}", { n: column.number, what: sayNeeds(column) })),
        rule: cell.pays > 0 ? "M41" : "M24",
    };
}

function explainCat(at: MicePosition): Explanation {
    const { takes, room, grey } = at.cat;
    return {
        title: t("The cat row"),
        text: t(
            "Any die may go on a grey cell. The last grey one is the cat’s number: dice that roll it go on red cells. When they are full the cat comes, and all dice go home unpaid.",
        ),
        example:
            takes === null
                ? tn(
                      "One more grey cell, and the cat wakes up.",
                      "{n} more grey cells, and the cat wakes up.",
                      grey - at.cat.dice.length,
                  )
                : t("The cat takes every {n}; {room} to go.", { n: takes, room }),
        rule: takes === null ? "M25" : "M50",
    };
}

function explainFood(at: MicePosition, kind: "safe" | "exposed", seat: number): Explanation | undefined {
    const of = at.seats[seat];
    const name = at.names[seat];
    if (!of || name === undefined) return undefined;
    if (kind === "safe")
        return {
            title: t("Safe food"),
            text: t("What is in the bag is safe and counts. {goal} in the bag win at once.", {
                goal: at.goal,
            }),
            example: t("{name}: {n} of {goal}, {left} to go.", {
                name,
                n: of.safe,
                goal: at.goal,
                left: Math.max(0, at.goal - of.safe),
            }),
            rule: "M90",
        };
    return {
        title: t("Exposed food"),
        text: t(
            "It lies on the table: others can take it, and it does not count. Only the bag shelf makes it safe.",
        ),
        example: t("{name}: {n} exposed.", { name, n: of.exposed }),
        rule: "M3",
    };
}

function explainDie(kind: string): Explanation | undefined {
    if (kind === "candy")
        return {
            title: t("Candy die"),
            text: t(
                "It is whatever number you like, on a column but not on the cat row. It stays that number there.",
            ),
            example: t("On the bag column, beside a 6, it makes 12 safe."),
            rule: "M70",
        };
    if (kind === "support")
        return {
            title: t("Support die"),
            text: t(
                "It belongs to nobody and earns nothing. Whoever rolls the support dice must place all that fit.",
            ),
            example: t("It fills a cell that you need, for nothing."),
            rule: "M81",
        };
    return {
        title: t("Mouse die"),
        text: t(
            "One of your mice, with what it rolled. Any may be rolled again once; then place as many as you like.",
        ),
        example: t("“fits 4” says on how many lit places it can go."),
        rule: "M23",
    };
}

function explainFree(at: MicePosition, seat: number): Explanation | undefined {
    const of = at.seats[seat];
    if (!of) return undefined;
    return {
        title: tn("{n} die to roll", "{n} dice to roll", of.free),
        text: t(
            "So many mice are at home. The others stand on the board until a column is complete, the cat comes, or they are taken back.",
        ),
        example: tn("{n} is on the board.", "{n} are on the board.", of.board),
        rule: "M21",
    };
}

export function explain(word: string, at: MicePosition): Explanation | undefined {
    const [kind, which = "", cell = ""] = word.split(":");
    const column = at.columns[Number(which) - 1];
    switch (kind) {
        case "shelf":
            return column && explainShelf(at, column);
        case "cell":
            return column && explainCell(at, column, Number(cell));
        case "cat":
            return explainCat(at);
        case "safe":
        case "exposed":
            return explainFood(at, kind, Number(which));
        case "free":
            return explainFree(at, Number(which));
        case "die":
            return explainDie(which);
        default:
            return undefined;
    }
}
