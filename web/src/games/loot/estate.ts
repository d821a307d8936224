/* The groups of an estate, in the order of its seventeen places. */
import type { LootCard, LootCategory, LootSeat } from "../../engine";
import { t, tn } from "../../look/text";
import type { Kind } from "./kinds";

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
        name: () => t("Gangsters"),
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

/** What a category is worth in words, where points would mislead. */
export function pointsSaid(seat: LootSeat, category: LootCategory): string {
    if (category !== "businesses") return String(seat.points[category]);
    const counts = GROUPS[5]!.cards.map((card) => seat.estate[card]);
    const kinds = counts.filter((count) => count > 0).length;
    const most = Math.max(...counts);
    const said = tn("{n} kind", "{n} kinds", kinds);
    return most > 2 ? t("{kinds}, {n} alike", { kinds: said, n: most }) : said;
}
