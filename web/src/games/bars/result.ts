/* How a game of bars ended: where everybody's money came from, and how it grew. The rules have added it up. */
import type { BarsEnding, BarsPosition, BarsTypes } from "../../engine";
import type { Art } from "../../look/art";
import { t } from "../../look/text";
import type { Table } from "../../table";
import type { Result, ResultPart } from "../module";
import { money } from "./money";

type Origin = "alone" | "raids" | "haggles" | "duels" | "spent";

interface Part {
    origin: Origin;
    label: string;
    art: Art;
    /** Why it was so much, where this is most of it. */
    most: (part: string, all: string) => string;
}

function parts(): Part[] {
    return [
        {
            origin: "alone",
            label: t("alone at a bar"),
            art: "gambler",
            most: (part, all) => t("Mostly alone at a bar: {part} of {all}.", { part, all }),
        },
        {
            origin: "raids",
            label: t("by raids"),
            art: "raid",
            most: (part, all) => t("Mostly by raids: {part} of {all}.", { part, all }),
        },
        {
            origin: "haggles",
            label: t("by haggling"),
            art: "i-people",
            most: (part, all) => t("Mostly by haggling: {part} of {all}.", { part, all }),
        },
        {
            origin: "duels",
            label: t("in duels"),
            art: "i-duel",
            most: (part, all) => t("Mostly in duels: {part} of {all}.", { part, all }),
        },
    ];
}

function partsOf(ending: BarsEnding): ResultPart[] {
    const won = parts().map(({ origin, label, art }) => ({
        label,
        art,
        points: ending[origin],
        tone: `bars-tone-${origin}`,
    }));
    const spent = { label: t("paid to others"), points: ending.spent, tone: "bars-tone-spent" };
    return ending.spent === 0 ? won : [...won, spent];
}

/** The way in which most came in, and all that came in: what was paid to others is part of it. */
function whyOf(ending: BarsEnding, total: number): string {
    const [best] = parts().sort((one, other) => ending[other.origin] - ending[one.origin]);
    const all = total - ending.spent;
    return all === 0 ? t("Nothing came of it.") : best!.most(money(ending[best!.origin]), money(all));
}

export function result(_table: Table<BarsTypes>, at: BarsPosition): Result {
    const endings = at.ending ?? [];
    return {
        seats: endings.map((ending, seat) => ({
            seat,
            total: at.seats[seat]!.sum,
            parts: partsOf(ending),
            why: whyOf(ending, at.seats[seat]!.sum),
        })),
        rounds: Array.from({ length: endings.length > 0 ? at.rounds : 0 }, (_, i) => ({
            label: String(i + 1),
            totals: endings.map(({ rounds }) => rounds[i]!),
        })),
        course: t("Money after each round"),
        said: money,
    };
}
