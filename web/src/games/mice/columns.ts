/* What a column still needs and what its shelf gives, in words: the same on the board, in the hints and in what is explained. */
import type { MiceColumn, MicePosition } from "../../engine";
import type { Art } from "../../look/art";
import { capital, list, t } from "../../look/text";
import { isYou } from "../you";

export const SHELVES: Record<MiceColumn["shelf"], Art> = {
    anna: "anna",
    candy: "jar",
    secure: "secure",
    greedy: "greedy",
    accountant: "accountant",
    sausages: "sausage",
};

/** The shelf in one short word, to stand above a narrow column. */
export function shortName({ shelf }: MiceColumn): string {
    const names: Record<MiceColumn["shelf"], string> = {
        anna: t("Anna"),
        candy: t("candy"),
        secure: t("bag"),
        greedy: t("greedy"),
        accountant: t("accounts"),
        sausages: t("sausages"),
    };
    return names[shelf];
}

type Cell = MiceColumn["cells"][number];

/** What a cell asks for: a number, any, or the same as below. */
export function asks(cell: Cell): string {
    if (cell.ask > 0) return String(cell.ask);
    return cell.linked ? "=" : "∗";
}

/** Dice that a column waits for: one of a value, or so many of any value that are alike. */
type Need = { value: number } | { alike: number };

function needOf(cell: Cell, below: Need | undefined): Need {
    if (cell.ask > 0) return { value: cell.ask };
    return cell.linked && below && "value" in below ? below : { alike: 1 };
}

/** From the next cell upwards. A link to a die that is there, or to a number, is that number; one to "any" makes a pair. */
export function needsOf(column: MiceColumn): Need[] {
    const { cells, next, open } = column;
    if (next === null) return [];
    const needs: Need[] = [open.length === 1 ? { value: open[0]! } : { alike: 1 }];
    for (const cell of cells.slice(next + 1)) {
        const below = needs.at(-1);
        if (cell.linked && cell.ask === 0 && below && "alike" in below) below.alike++;
        else needs.push(needOf(cell, below));
    }
    return needs;
}

function sayNeed(need: Need): string {
    if ("value" in need) return String(need.value);
    if (need.alike === 1) return t("any number");
    return need.alike === 2 ? t("two alike") : t("{n} alike", { n: need.alike });
}

/** "needs 4, then 5" */
export function sayNeeds(column: MiceColumn): string {
    if (column.next === null) return t("is complete");
    if (column.open.length === 0) return t("takes no die now");
    const [first, ...rest] = needsOf(column).map(sayNeed);
    return rest.length > 0
        ? t("needs {first}, then {rest}", { first: first!, rest: rest.join(", ") })
        : t("needs {first}", { first: first! });
}

/** What its dice would earn everybody: "pays you 2 and Ada 1". */
export function sayPay(at: MicePosition, column: MiceColumn): string {
    const whom = (seat: number, n: number) =>
        isYou(at, seat) ? t("you {n}", { n }) : `${at.names[seat]} ${n}`;
    const earned = column.earns.map((food, seat) => (food > 0 ? whom(seat, food) : ""));
    const food = list(earned.filter(Boolean));
    return food && t("pays {food}", { food });
}

/** "Column 4: 4 sausages" */
export function nameColumn(column: MiceColumn): string {
    return t("Column {n}: {shelf}", { n: column.number, shelf: column.name });
}

/** "Needs 4, then 5. A candy die. Pays Ada 1." */
export function tellColumn(at: MicePosition, column: MiceColumn): string {
    return [sayNeeds(column), column.reward, sayPay(at, column)]
        .filter(Boolean)
        .map((part) => `${capital(part)}.`)
        .join(" ");
}
