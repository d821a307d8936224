/* How a game of loot ended: what each category has brought over the three rounds, and why. */
import type { LootCategory, LootEvent, LootPosition, LootTypes } from "../../engine";
import { settings } from "../../look/settings";
import { capital, number, t } from "../../look/text";
import type { Table } from "../../table";
import type { Result, ResultPart } from "../module";
import { chequesName, GROUPS } from "./estate";
import { isRa, kindArt, type Kind } from "./kinds";

export type Score = Extract<LootEvent, { do: "score" }>;

/** The scores of the rounds so far, each with the table at that moment. */
export function scoresOf(table: Table<LootTypes>): { line: Score; position: LootPosition }[] {
    return table.history((line) => line.do === "score") as { line: Score; position: LootPosition }[];
}

interface Part {
    category: LootCategory;
    name: () => string;
    art?: Kind;
}

const PICTURES: Partial<Record<LootCategory, Kind>> = {
    jewels: "diamond",
    gangsters: "gangster",
    cars: "car",
    thieves: "thief",
    gold: "gold",
    businesses: "casino",
};

const PARTS: readonly Part[] = [
    ...GROUPS.map(({ category, name }) => ({ category, name, art: PICTURES[category] })),
    { category: "cheques", name: chequesName },
];

/** Why points of a category were lost. */
function lossOf(category: LootCategory): string | undefined {
    switch (category) {
        case "jewels":
            return t("no jewels");
        case "gangsters":
            return isRa() ? t("fewest bodyguards") : t("fewest gangsters");
        case "cheques":
            return isRa() ? t("lowest notes") : t("lowest cheques");
        default:
            return undefined;
    }
}

/** A name inside a sentence: languages that write their nouns small do so here. */
function inSentence(name: string): string {
    return ["de", "it"].includes(settings.value.language) ? name : name.toLocaleLowerCase();
}

function partsOf(scores: readonly Score[], seat: number): ResultPart[] {
    return PARTS.map(({ category, name, art }) => {
        const points = scores.reduce((sum, score) => sum + score.points[seat]![category], 0);
        return {
            label: inSentence(name()),
            points,
            note: points < 0 ? lossOf(category) : undefined,
            art: art && kindArt(art),
            tone: `loot-tone-${category}`,
        };
    });
}

/** From the largest part, or from what was lost if that was more. */
function whyOf(parts: readonly ResultPart[], total: number): string {
    const byPoints = [...parts].sort((one, other) => other.points - one.points);
    const [best, worst] = [byPoints[0]!, byPoints.at(-1)!];
    const won = parts.reduce((sum, { points }) => sum + Math.max(0, points), 0);
    if (-worst.points >= best.points)
        return t("{why}: {n} points lost.", {
            why: capital(worst.note ?? worst.label),
            n: number(-worst.points),
        });
    const said = {
        what: best.label,
        n: number(best.points),
        all: number(total >= best.points ? total : won),
    };
    return best.points * 5 < won * 2
        ? t("A bit of everything, most of it {what}: {n} of {all}.", said)
        : t("Mostly {what}: {n} of {all}.", said);
}

export function result(table: Table<LootTypes>, at: LootPosition): Result {
    const scores = scoresOf(table).map(({ line }) => line);
    return {
        said: number,
        look: isRa() ? "ra" : undefined,
        seats: at.seats.map(({ score }, seat) => {
            const parts = partsOf(scores, seat);
            return { seat, total: score, parts, why: whyOf(parts, score) };
        }),
        rounds: scores.map(({ round, total }) => ({ label: String(round), totals: total })),
    };
}
