/* Games on this device: one of each kind that was left open, those that were put aside for a new one, and those that are
 * finished. Kept after every move, so that
 * a reload, a crash or an empty battery loses nothing. */
import { signal } from "@preact/signals";
import type { GameName, Position } from "../engine";
import { isHosted, type Game } from "../host";
import type { LocalSource } from "../local";
import { GAMES, isGame } from "../games/registry";
import { dropKept, readKept, readList, whenKept, writeKept } from "../look/storage";
import { isAnything, isFlag, isListOf, isNumber, isText, isWith, parseAs, type Guard } from "../shape";

export interface Kept {
    game: Game;
    names: string[];
    /** What is to be done, in words, as it was said then; nothing if others are to act. */
    moment: string;
    /** Which round of how many, where the game has rounds. */
    round?: number;
    rounds?: number;
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
    /** A game for practice: it counts for nothing. */
    practice?: boolean;
}

const isNamed = isWith({ names: isListOf(isText) });

const isMove = isWith({ by: isAnything });

/** The person has moved in it. Who has done nothing in a game has not left it. */
export function isBegun({ game }: Kept): boolean {
    return game.lines.some((line) => parseAs(isMove, line)?.by === 0);
}

/** As they are called in the record, whoever looks at it and in whatever language. */
function namesIn({ setup }: Game): string[] {
    return parseAs(isNamed, setup)?.names ?? [];
}

const MOST = 30;
const MOST_ASIDE = 12;
const keyOf = (game: GameName) => `razzia.game.${game}`;
const FINISHED = "razzia.finished";
const ASIDE = "razzia.aside";

const isKept: Guard<Kept> = isWith(
    { game: isHosted, names: isListOf(isText), moment: isText, at: isNumber },
    { round: isNumber, rounds: isNumber },
);
const isFinished: Guard<Finished> = isWith(
    {
        id: isText,
        game: isGame,
        names: isListOf(isText),
        scores: isListOf(isNumber),
        winners: isListOf(isNumber),
        at: isNumber,
        record: isText,
    },
    { practice: isFlag },
);

function allKept(): Partial<Record<GameName, Kept>> {
    const found: Partial<Record<GameName, Kept>> = {};
    for (const game of GAMES) {
        const one = readKept(keyOf(game), isKept);
        if (one) found[game] = one;
    }
    return found;
}

export const kept = signal(allKept());
for (const game of GAMES) whenKept(keyOf(game), () => void (kept.value = allKept()));

export const finished = signal<Finished[]>(readList(FINISHED, isFinished) ?? []);
whenKept(FINISHED, () => void (finished.value = readList(FINISHED, isFinished) ?? []));

/** A game that gave way to a new one of its kind, and can be gone on with. */
export interface Aside extends Kept {
    of: GameName;
}

const isAside: Guard<Aside> = (value): value is Aside => isKept(value) && isWith({ of: isGame })(value);
/** The latest first. */
export const aside = signal<Aside[]>(readList(ASIDE, isAside) ?? []);
whenKept(ASIDE, () => void (aside.value = readList(ASIDE, isAside) ?? []));

export function keptGame(game: GameName): Kept | null {
    return kept.peek()[game] ?? null;
}

/** The same game as it was at another time: in practice a move that is taken back changes the seed. */
function isSame(one: Game, other: Game): boolean {
    return one.seed === other.seed || (!!one.practice && !!other.practice && one.setup === other.setup);
}

/** What another tab keeps in the place of this game, or null. */
function keptInstead(game: GameName, whole: Game): Kept | null {
    const stored = readKept(keyOf(game), isKept);
    return stored && !isSame(stored.game, whole) ? stored : null;
}

function forget(game: GameName, whole: Game): void {
    const other = keptInstead(game, whole);
    if (!other) dropKept(keyOf(game));
    kept.value = { ...kept.peek(), [game]: other ?? undefined };
}

/** The name of a finished game in addresses. */
export function finishedId(seed: string): string {
    return seed.slice(0, 12);
}

/** Storage is small: the oldest of a list give way. Returns what was kept; where nothing can be, all lasts as long as the page. */
function writeNewest<T>(key: string, all: T[]): T[] {
    for (let left = all; left.length > 0; left = left.slice(0, -1)) if (writeKept(key, left)) return left;
    if (all.length > 0 || !writeKept(key, all)) dropKept(key);
    return all;
}

/** Changes the list as it is now: another tab may have done so, too. */
function setAside(change: (all: Aside[]) => Aside[]): void {
    aside.value = writeNewest(ASIDE, change(readList(ASIDE, isAside) ?? aside.peek()));
}

function setFinished(change: (all: Finished[]) => Finished[]): void {
    finished.value = writeNewest(FINISHED, change(readList(FINISHED, isFinished) ?? finished.peek()));
}

/** It lies there once. */
function layAside(of: GameName, one: Kept): void {
    setAside((all) =>
        [{ ...one, of }, ...all.filter(({ game }) => game.seed !== one.game.seed)].slice(0, MOST_ASIDE),
    );
}

/** The kept game of a kind makes room for another one. */
export function putAside(game: GameName): void {
    const one = keptGame(game);
    if (!one) return;
    forget(game, one.game);
    layAside(game, one);
}

/** A game that was put aside is the kept one of its kind again; the one that was goes aside in its place. */
export function takeUp({ of: game, ...one }: Aside): void {
    const { seed } = one.game;
    throwAway(seed);
    if (keptGame(game)?.game.seed === seed) return;
    putAside(game);
    writeKept(keyOf(game), one);
    kept.value = { ...kept.peek(), [game]: one };
}

/** A game that was put aside is gone for good. */
export function throwAway(seed: string): void {
    setAside((all) => all.filter((one) => one.game.seed !== seed));
}

/** All lines of a game, as a file has them. */
export function wholeRecord({ setup, lines }: Game): string {
    return [setup, ...lines, ""].join("\n");
}

function finish(game: GameName, whole: Game, position: Position): void {
    const id = finishedId(whole.seed);
    forget(game, whole);
    throwAway(whole.seed); // another tab may have put it there
    const { scores, winners } = position;
    const names = namesIn(whole);
    const record = wholeRecord(whole);
    const { practice } = whole;
    const one = { id, game, names, scores, winners, at: Date.now(), record, practice };
    setFinished((all) => (all.some((other) => other.id === id) ? all : [one, ...all].slice(0, MOST)));
}

/** Under which name the game of a table was over: in practice its end can be taken back. */
const overAs = new WeakMap<LocalSource, string>();

/** A game whose end was taken back is not finished. */
function unfinish(id: string): void {
    setFinished((all) => all.filter((one) => one.id !== id));
}

function roundOf(position: Position): Pick<Kept, "round" | "rounds"> {
    if (!("rounds" in position)) return {};
    const { round, rounds } = position;
    return { round: Math.min(round, rounds), rounds };
}

/** Keeps the game as it is now; a finished one goes to the others. A table that is closed meanwhile never answers, so that an
 * old game can not overwrite a new one. */
export async function keep(game: GameName, source: LocalSource, position: Position): Promise<void> {
    const whole = await source.game();
    const wasOver = overAs.get(source);
    if (wasOver !== undefined && wasOver !== finishedId(whole.seed)) unfinish(wasOver);
    if (position.over) {
        overAs.set(source, finishedId(whole.seed));
        return finish(game, whole, position);
    }
    const other = keptInstead(game, whole);
    if (other && isBegun(other)) {
        layAside(game, other);
        throwAway(whole.seed); // the other tab did the same with this one
    }
    const { moment } = position;
    const one: Kept = { game: whole, names: namesIn(whole), moment, ...roundOf(position), at: Date.now() };
    writeKept(keyOf(game), one);
    kept.value = { ...kept.peek(), [game]: one };
}

/** The file of a finished game's record; its name says what kind of game it was. */
export function fileOf({ game, id, practice }: Pick<Finished, "game" | "id" | "practice">): string {
    return `${game}-${id}${practice ? "-practice" : ""}.jsonl`;
}

/** Saves a record, or a picture, as a file. */
export function download(name: string, made: string | Blob): void {
    const link = document.createElement("a");
    const blob = typeof made === "string" ? new Blob([made], { type: "application/jsonl" }) : made;
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
