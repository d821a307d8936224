/* Games on this device: one of each kind that was left open, and those that are finished. Kept after every move, so that
 * a reload, a crash or an empty battery loses nothing. */
import { signal } from "@preact/signals";
import type { GameName, Position } from "../engine";
import { isHosted, type Game } from "../host";
import type { LocalSource } from "../local";
import { GAMES, isGame } from "../games/registry";
import { dropKept, readKept, writeKept } from "../look/storage";
import { isAnything, isListOf, isNumber, isText, isWith, type Guard } from "../shape";

export interface Kept {
    game: Game;
    names: string[];
    /** What is to be done, in words, as it was said then. */
    moment: string;
    /** When it was left, in ms. */
    at: number;
}

export interface Finished {
    id: string;
    game: GameName;
    names: string[];
    scores: number[];
    winners: number[];
    at: number;
    /** The whole record, a line each. */
    record: string;
}

const MOST = 30;
const keyOf = (game: GameName) => `razzia.game.${game}`;
const FINISHED = "razzia.finished";

const isKept: Guard<Kept> = isWith({ game: isHosted, names: isListOf(isText), moment: isText, at: isNumber });
const isFinished: Guard<Finished> = isWith({
    id: isText,
    game: isGame,
    names: isListOf(isText),
    scores: isListOf(isNumber),
    winners: isListOf(isNumber),
    at: isNumber,
    record: isText,
});

function allKept(): Partial<Record<GameName, Kept>> {
    const found: Partial<Record<GameName, Kept>> = {};
    for (const game of GAMES) {
        const one = readKept(keyOf(game), isKept);
        if (one) found[game] = one;
    }
    return found;
}

export const kept = signal(allKept());
/** One that can not be read does not hide the others. */
export const finished = signal<Finished[]>(
    (readKept(FINISHED, isListOf(isAnything)) ?? []).filter(isFinished),
);

export function keptGame(game: GameName): Kept | null {
    return kept.peek()[game] ?? null;
}

export function forget(game: GameName): void {
    dropKept(keyOf(game));
    kept.value = { ...kept.peek(), [game]: undefined };
}

/** The name of a finished game in addresses. */
export function finishedId(seed: string): string {
    return seed.slice(0, 12);
}

function finish(game: GameName, whole: Game, position: Position): void {
    const id = finishedId(whole.seed);
    forget(game);
    if (finished.peek().some((one) => one.id === id)) return;
    const { names, scores, winners } = position;
    const record = [whole.setup, ...whole.lines, ""].join("\n");
    let all = [{ id, game, names, scores, winners, at: Date.now(), record }, ...finished.peek()].slice(
        0,
        MOST,
    );
    while (all.length > 0 && !writeKept(FINISHED, all)) all = all.slice(0, -1); // storage is small: the oldest give way
    finished.value = all;
}

/** Keeps the game as it is now; a finished one goes to the others. A table that is closed meanwhile never answers, so that an
 * old game can not overwrite a new one. */
export async function keep(game: GameName, source: LocalSource, position: Position): Promise<void> {
    const whole = await source.game();
    if (position.over) return finish(game, whole, position);
    const one: Kept = { game: whole, names: position.names, moment: position.moment, at: Date.now() };
    writeKept(keyOf(game), one);
    kept.value = { ...kept.peek(), [game]: one };
}

/** Saves a record as a file. */
export function download(name: string, record: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
