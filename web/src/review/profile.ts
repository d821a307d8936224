/* How well one plays, over all games that were analysed on this device. It is kept by the browser and never leaves it. */
import { signal } from "@preact/signals";
import type { GameName, PlayerReport } from "../engine";
import { isGame } from "../games/registry";
import { dropKept, readList, whenKept, writeKept } from "../look/storage";
import { isNumber, isRecordOf, isText, isWhole, isWith, type Guard } from "../shape";

/** One game of the person at the screen. Sums, so that games can be added up. */
export interface Played {
    id: string;
    game: GameName;
    seats: number;
    at: number;
    accuracy: number;
    /** By kind of decision, in English: what was lost in all, and how many there were. */
    kinds: Record<string, { loss: number; decisions: number }>;
}

const KEY = "razzia.profile";
const MOST = 400;

const isPlayed: Guard<Played> = isWith({
    id: isText,
    game: isGame as Guard<GameName>,
    seats: isWhole,
    at: isNumber,
    accuracy: isNumber,
    kinds: isRecordOf(isWith({ loss: isNumber, decisions: isWhole })),
});

/** The oldest first. */
export const profile = signal<readonly Played[]>(readList(KEY, isPlayed) ?? []);
whenKept(KEY, () => void (profile.value = readList(KEY, isPlayed) ?? []));

/** A game counts once, however often it is looked at; one without a decision counts for nothing. */
export function noteGame(given: {
    id: string;
    game: GameName;
    seats: number;
    at: number;
    player: PlayerReport;
}): void {
    const { id, game, seats, at, player } = given;
    const known = readList(KEY, isPlayed) ?? profile.peek();
    if (player.decisions === 0 || known.some((one) => one.id === id)) return;
    const { accuracy, kinds } = player;
    const all = [...known, { id, game, seats, at, accuracy, kinds }].sort((a, b) => a.at - b.at);
    profile.value = all.slice(-MOST);
    writeKept(KEY, profile.value);
}

export function dropProfile(): void {
    profile.value = [];
    dropKept(KEY);
}

export interface KindSum {
    kind: string;
    decisions: number;
    /** Points of 100 lost a decision. */
    error: number;
}

/** Errors a decision by kind, over some games. */
export function kindSums(games: readonly Played[]): KindSum[] {
    const sums = new Map<string, { loss: number; decisions: number }>();
    for (const { kinds } of games)
        for (const [kind, { loss, decisions }] of Object.entries(kinds)) {
            const sum = sums.get(kind) ?? { loss: 0, decisions: 0 };
            sums.set(kind, { loss: sum.loss + loss, decisions: sum.decisions + decisions });
        }
    return [...sums].map(([kind, { loss, decisions }]) => ({
        kind,
        decisions,
        error: decisions > 0 ? (loss / decisions) * 100 : 0,
    }));
}

/** Errors a decision over all kinds, in points of 100. */
export function errorOf(games: readonly Played[]): number {
    const all = kindSums(games);
    const count = all.reduce((sum, { decisions }) => sum + decisions, 0);
    return count > 0 ? all.reduce((sum, { error, decisions }) => sum + error * decisions, 0) / count : 0;
}

export function accuracyOf(games: readonly Played[]): number {
    return games.reduce((sum, { accuracy }) => sum + accuracy, 0) / Math.max(1, games.length);
}

/** The mean over the last few games, at each of them: the line of a trend. */
export function trend(games: readonly Played[], over = 5): number[] {
    return games.map((_, i) => accuracyOf(games.slice(Math.max(0, i + 1 - over), i + 1)));
}
