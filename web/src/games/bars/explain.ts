/* What the things on the table of bars are: two lines, an example, and the rule. */
import type { BarsBar, BarsPosition } from "../../engine";
import { number, t } from "../../look/text";
import type { Explanation } from "../module";
import { BAR_NAMES } from "./houses";
import { money } from "./money";
import { isCroupier } from "./players";

export const says = {
    gambler: () => t("A gambler wants the money of its bar: alone it takes all, with others it haggles."),
    raid: () => t("A raid takes all from the gamblers of its bar. Where nobody gambles it gets nothing."),
    haggle: () => t("Who has the highest symbol proposes a split. Everybody else takes the sum, or duels."),
    duel: () =>
        t(
            "Each rolls a die and adds the symbol of the card. The higher total takes what is left at the bar.",
        ),
    tie: () => t("If both are equal, who demanded the duel wins."),
    money: () => t("New money cards come every round, and what nobody wins stays."),
    croupier: () =>
        t("The croupier lays the last money card of a round at any bar. The office goes round clockwise."),
    goal: () => t("The richest player wins after the last round. What still lies at bars is nobody's."),
};

function card(raid: boolean, symbol: string): Explanation {
    return {
        title: raid ? t("raid {symbol}", { symbol }) : t("gambler {symbol}", { symbol }),
        text: raid ? says.raid() : says.gambler(),
        example: t("Its {symbol} counts in a haggle and is added to the die in a duel.", { symbol }),
        rule: raid ? "B33" : "B31",
    };
}

function till(at: BarsPosition, bar: string): Explanation | undefined {
    const house = at.bars.find((one) => one.bar === bar);
    if (!house) return undefined;
    const notes = house.money.map((value) => number(value)).join(" + ");
    return {
        title: t("Money of the bar"),
        text: says.money(),
        example: house.money.length > 1 ? `${notes} = ${number(house.sum)}` : undefined,
        rule: "B21",
    };
}

function player(at: BarsPosition, seat: number): Explanation | undefined {
    const of = at.seats[seat];
    if (!of) return undefined;
    const deals = isCroupier(at, seat);
    return {
        title: at.names[seat]!,
        text: deals ? says.croupier() : says.goal(),
        example: of.money.length > 1 ? `${of.money.join(" + ")} = ${number(of.sum)}` : undefined,
        rule: deals ? "B20" : "B61",
    };
}

/** Things that are the same wherever they stand. */
const FIXED: Record<string, () => Explanation> = {
    fate: () => ({
        title: t("What may become of your card"),
        text: t("All of the money, a haggle, or nothing: each part is as large as it is likely."),
        example: t("Reckoned from the cards that you can not see."),
        rule: "B31",
    }),
    visitors: () => ({
        title: t("Who may come"),
        text: t(
            "You hold no card of this bar. So likely it is that somebody else gambles there, or raids it.",
        ),
        rule: "B23",
    }),
    duel: () => ({ title: t("Duel"), text: says.duel(), example: says.tie(), rule: "B45" }),
    share: () => ({
        title: t("The split"),
        text: t("The whole money of the bar: what each of you gets if everybody accepts."),
        example: t("What is not offered stays with the proposer."),
        rule: "B41",
    }),
};

export function explain(word: string, at: BarsPosition): Explanation | undefined {
    const [kind = "", what = "", symbol = ""] = word.split(":");
    switch (kind) {
        case "card":
            return card(what === "raid", symbol);
        case "bar":
            return {
                title: BAR_NAMES[what as BarsBar],
                text: t("Bars are settled from left to right. Only the cards of a bar count there."),
                example: t("{sum} lies at the bars now.", {
                    sum: money(at.bars.reduce((all, { sum }) => all + sum, 0)),
                }),
                rule: "B24",
            };
        case "till":
            return till(at, what);
        case "seat":
            return player(at, Number(what));
        default:
            return FIXED[kind]?.();
    }
}
