/* The end of a game in order and in words: who is how far ahead, and what the page says above the picture. */
import type { Position } from "../engine";
import { list, number, t } from "../look/text";
import type { Result, ResultPart, ResultSeat } from "./module";

export interface Ranked extends ResultSeat {
    /** From 1; those who are equal share one. */
    rank: number;
    wins: boolean;
    /** To the best of the others if it wins, else to the winner. */
    margin: number;
}

/** What is known of the end of any game: names and points. */
export function plainResult(at: Position): Result {
    return {
        said: number,
        seats: at.names.map((_, seat) => {
            const total = at.scores[seat] ?? 0;
            return {
                seat,
                total,
                parts: [{ label: t("points"), points: total, tone: "result-own" }],
                why: "",
            };
        }),
    };
}

/** Whoever has won first, then by points. */
export function ranking({ seats }: Result, { winners }: Position): Ranked[] {
    const worth = (one: ResultSeat) => (winners.includes(one.seat) ? Infinity : one.total);
    const best = (of: ResultSeat[]) => Math.max(...of.map(({ total }) => total));
    const [won, others] = [true, false].map((wins) =>
        seats.filter(({ seat }) => winners.includes(seat) === wins),
    ) as [ResultSeat[], ResultSeat[]];
    const first = won.length > 0 ? best(won) : best([...seats]);
    const ranked = seats.map((one): Ranked => {
        const wins = winners.includes(one.seat);
        const margin = wins ? (others.length > 0 ? one.total - best(others) : 0) : first - one.total;
        return { ...one, wins, margin, rank: 1 + seats.filter((other) => worth(other) > worth(one)).length };
    });
    return ranked.sort((one, other) => one.rank - other.rank || one.seat - other.seat);
}

function alone(name: string | null, margin: number, { said }: Result): string {
    if (margin <= 0) return name === null ? t("You win the tie") : t("{name} wins the tie", { name });
    const n = said(margin);
    return name === null ? t("You win by {n}", { n }) : t("{name} wins by {n}", { name, n });
}

/** "Ada wins by 9" */
export function headline(result: Result, ranked: readonly Ranked[], at: Position): string {
    const won = ranked.filter(({ wins }) => wins);
    const [winner, another] = won;
    if (!winner) return t("The game is over.");
    if (!another) return alone(winner.seat === at.you ? null : at.names[winner.seat]!, winner.margin, result);
    const names = won
        .sort((one, other) => Number(other.seat === at.you) - Number(one.seat === at.you))
        .map(({ seat }) => at.names[seat]!);
    return t("{names} share the win.", { names: list(names) });
}

function place(rank: number): string {
    return [
        t("You are first."),
        t("You are second."),
        t("You are third."),
        t("You are fourth."),
        t("You are fifth."),
        t("You are sixth."),
        t("You are seventh."),
        t("You are eighth."),
    ][rank - 1]!;
}

/** Who was ahead after a round, if one alone was. */
function leader(totals: readonly number[]): number | null {
    const most = Math.max(...totals);
    const first = totals.indexOf(most);
    return first === totals.lastIndexOf(most) ? first : null;
}

/** How the lead went, where the game is counted in rounds and it is worth telling. */
function story({ rounds = [], course }: Result, you: number, names: readonly string[]): string {
    if (course !== undefined || rounds.length < 3) return "";
    const leaders = rounds.map(({ totals }) => leader(totals));
    const lost = leaders.lastIndexOf(you);
    if (lost >= 0) return t("You were ahead after round {n}.", { n: rounds[lost]!.label });
    const [first] = leaders;
    const never = leaders.every((one) => one === first);
    return typeof first === "number" && never
        ? t("{name} led from the first round on.", { name: names[first]! })
        : "";
}

/** With whom one shares one's place. */
function level({ seat, rank }: Ranked, ranked: readonly Ranked[], { names }: Position): string {
    const others = ranked.filter((one) => one.rank === rank && one.seat !== seat);
    return others.length > 0
        ? t("Level with {names}.", { names: list(others.map((one) => names[one.seat]!)) })
        : "";
}

/** What it means for the person at the screen, in a sentence; for the winner and for who watches, who came closest. */
export function forYou(result: Result, ranked: readonly Ranked[], at: Position): string {
    const own = ranked.find(({ seat }) => seat === at.you);
    if (own && !own.wins)
        return [place(own.rank), level(own, ranked, at), story(result, own.seat, at.names)]
            .filter(Boolean)
            .join(" ");
    const next = ranked.find(({ wins }) => !wins);
    if (!next) return "";
    return t("{name} came closest, with {points}.", {
        name: at.names[next.seat]!,
        points: result.said(next.total),
    });
}

/** "9 ahead", "12 behind" */
export function marginSaid({ said }: Result, { wins, margin }: Ranked): string {
    if (margin <= 0) return t("level");
    return wins ? t("{n} ahead", { n: said(margin) }) : t("{n} behind", { n: said(margin) });
}

/** A part as it is drawn: as large as its number. */
export interface Piece extends ResultPart {
    size: number;
}

/** All that was won stands above the line, all that was lost hangs below it: no piece is smaller than what it stands for. */
export function column(parts: readonly ResultPart[]): {
    above: Piece[];
    below: Piece[];
    won: number;
    lost: number;
} {
    const pieces = parts.map((part) => ({ ...part, size: Math.abs(part.points) }));
    const above = pieces.filter(({ points }) => points > 0);
    const below = pieces.filter(({ points }) => points < 0);
    return { above, below, won: sizes(above), lost: sizes(below) };
}

function sizes(pieces: readonly Piece[]): number {
    return pieces.reduce((sum, { size }) => sum + size, 0);
}

/** What the colours mean: every part once, in the order of the games' own. */
export function legend({ seats }: Result): ResultPart[] {
    const found = new Map<string, ResultPart>();
    for (const part of seats.flatMap(({ parts }) => parts))
        if (part.points !== 0 && !found.has(part.label)) found.set(part.label, part);
    return [...found.values()];
}
