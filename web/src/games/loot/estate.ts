/* The groups of an estate, in the order of its seventeen places. */
import type { LootCard, LootCategory, LootSeat } from "../../engine";
import { number, signed, t, tn } from "../../look/text";
import { isRa, type Kind } from "./kinds";

export interface Group {
    name: () => string;
    category: LootCategory;
    cards: LootCard[];
    /** Scored only after the third round. */
    late?: boolean;
    rule: string;
    /** The rule in six words. */
    brief: () => string;
}

export const GROUPS: Group[] = [
    {
        name: () => t("Jewels"),
        category: "jewels",
        rule: "L44",
        cards: ["jewel.ring", "jewel.watch", "jewel.brooch", "jewel.necklace", "jewel.diamond"],
        brief: () => t("none −5; three, four, five kinds 5, 10, 15"),
    },
    {
        name: () => (isRa() ? t("Bodyguards") : t("Gangsters")),
        category: "gangsters",
        cards: ["gangster"],
        rule: "L41",
        brief: () => t("most +5, fewest −2"),
    },
    {
        name: () => t("Cars"),
        category: "cars",
        cards: ["car", "driver"],
        rule: "L43",
        brief: () => t("each card 1, with a driver"),
    },
    {
        name: () => t("Thieves"),
        category: "thieves",
        cards: ["thief"],
        rule: "L40",
        brief: () => t("2 each"),
    },
    { name: () => t("Gold"), category: "gold", cards: ["gold"], rule: "L45", brief: () => t("3 each") },
    {
        name: () => t("Businesses"),
        category: "businesses",
        late: true,
        rule: "L46",
        cards: [
            "business.casino",
            "business.transport",
            "business.film",
            "business.races",
            "business.estate",
            "business.club",
            "business.restaurant",
        ],
        brief: () => t("kinds and sets, after round 3"),
    },
];

/** "jewel.ring" of records → "ring" */
export function kindOf(card: LootCard | "police"): Kind {
    return card.slice(card.indexOf(".") + 1) as Kind;
}

export function chequesName(): string {
    return isRa() ? t("Wads of notes") : t("Cheques");
}

/** How many different cards of a group somebody has. */
export function kindsOf(seat: LootSeat, category: LootCategory): number {
    const { cards } = GROUPS.find((group) => group.category === category)!;
    return cards.filter((card) => seat.estate[card] > 0).length;
}

/** "6 kinds, 4 alike, 3 alike": all that counts of the businesses. */
export function businessesSaid(seat: LootSeat): string {
    const kinds = kindsOf(seat, "businesses");
    const alike = seat.alike.map((n) => t("{n} alike", { n }));
    return [tn("{n} kind", "{n} kinds", kinds), ...alike].join(", ");
}

/** What a category is worth, in words where points would mislead. */
export function pointsSaid(seat: LootSeat, category: LootCategory): string {
    return category === "businesses" ? businessesSaid(seat) : signed(seat.points[category]);
}

export function money(cheque: number): string {
    return number(cheque * 1000);
}
