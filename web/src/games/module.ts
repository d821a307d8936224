/* What a game brings to the page: one object in games/GAME/index, found by the game's name. A game that brings none is drawn
 * by games/plain. */
import type { Signal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import type { AnyEvent, Choice, Facts, Position } from "../engine";
import type { Art } from "../look/art";
import type { Sound } from "../look/sound";
import type { LogEntry, TableFrameProps } from "../parts";
import type { Step, Table } from "../table";

/** The types of a game, as src/wasm/GAME.ts has them: LootTypes, BarsTypes, … */
export interface Types {
    position: Position;
    facts: Facts;
    event: AnyEvent;
}

/** What the first page shows of a game, and where the rest is. */
export interface GameModule<G extends Types = Types> {
    /** Its symbol in lists and in the logo. */
    art: Art;
    /** How long it lasts, where that is known. */
    minutes?: number;
    /** How many play if nothing is set. */
    players: number;
    /** What it is, in a sentence; if there is none, what the rules say of themselves. */
    sentence?: () => string;
    /** Where a game is, in its own word for a round: "Round 2 of 3". */
    whereOf?: (round: number, rounds: number) => string;
    /** What one plays for, in a sentence, for a first game. */
    goal?: () => string;
    /** The same in a few words, where there is room for one line alone. */
    aim?: () => string;
    Poster: ComponentType<PosterProps>;
    editions?: Editions;
    loadTable: () => Promise<GameTable<G>>;
    loadCourse?: () => Promise<Course<G>>;
}

export interface PosterProps {
    title: string;
}

/** Names and pictures that one may choose; the first choice is what the game has without the option. */
export interface Editions {
    option: string;
    label: () => string;
    choices: readonly { value: string; name: () => string }[];
}

/** The table of a game. Loaded when the game is first opened, with its styles. */
/** Pictures beside rules, by the numbers of these. */
export type Pictures = Readonly<Record<string, () => ComponentChildren>>;

export interface GameTable<G extends Types = Types> {
    View: ComponentType<GameProps<G>>;
    events: GameEvents<G>;
    /** How the game ended, for the page of the result; if there is none, names and points. `table.history` walks the game again. */
    result?: (table: Table<G>, at: G["position"]) => Result;
    /** All that was counted, in a table: opened from the page of the result. */
    Sheet?: ComponentType<{ table: Table<G>; at: G["position"] }>;
    /** What a thing on the table is: it carries the word as data-explain="card:gangster". */
    explain?: (word: string, at: G["position"]) => Explanation | undefined;
    /** The rules at a glance, over the table: an AidPart each, which says the rule and what it means at this moment. */
    Aid?: ComponentType<{ at: G["position"] }>;
    pictures?: Pictures;
}

/** One thing of a game in two lines and an example, with the number of its rule. */
export interface Explanation {
    title: string;
    text: string;
    example?: string;
    rule: string;
}

/** The end of a game. The order of the totals is the ranking, unless `winners` of the position says otherwise. */
export interface Result {
    seats: readonly ResultSeat[];
    /** The totals after each round, by seat: a line a player. The label is short: "3". */
    rounds?: readonly { label: string; totals: readonly number[] }[];
    /** The totals at the start, where they are not 0. */
    start?: readonly number[];
    /** What the lines show, where it is not "Points after each round". */
    course?: string;
    /** How points are said: "52", "145,000". */
    said: (points: number) => string;
    /** The class of an edition, for its colours. */
    look?: string;
}

export interface ResultSeat {
    seat: number;
    total: number;
    /** Where it came from; their points add up to the total. What was lost is below zero. */
    parts: readonly ResultPart[];
    /** One sentence: why it was so many, or so few. */
    why: string;
}

export interface ResultPart {
    /** What it is called in the legend: "jewels". The same thing has the same label for every seat. */
    label: string;
    points: number;
    /** Of points that were lost: why, in two words: "fewest gangsters". */
    note?: string;
    art?: Art;
    /** The class that colours it: it sets --tone and, where white is not readable on that, --tone-ink. */
    tone: string;
}

/** What the page does with each event. */
export interface GameEvents<G extends Types = Types> {
    /** How long an event is alone on the screen at normal speed, in milliseconds; 0 passes at once. `now`: what it has made
     * of the table. */
    stay: (line: G["event"], now: () => G["position"]) => number;
    /** What is heard with it, where sounds are on. */
    sound?: (line: G["event"]) => Sound | undefined;
    /** Where things fly that leave the table with a step, where the table before it could not know. */
    flights?: (step: Step<G>) => (move: string) => string | undefined;
    log?: LogRules<G["event"]>;
}

/** Until somebody goes on: for what opens a sheet. */
export const LONG_LOOK = 24 * 3600 * 1000;

/** Whether a table waits for the person at the screen to look: not for those who watch, nor where time runs. */
export function waitsForLook({ source }: Pick<Table, "source">): boolean {
    return source.seat >= 0 && !source.hasClock?.peek();
}

/** Lines that have come and are not shown: more of them are not "live" any more. */
export const BEHIND = 6;

type Verb<E> = E extends { do?: infer V } ? V & string : never;

/** How the events of a game are folded into lines of the log. */
export interface LogRules<E> {
    /** What the table shows well enough. */
    isUntold?: (line: E) => boolean;
    /** What is told in the line of what led to it: a verb, and those that it may follow. */
    follows?: Partial<Record<Verb<E>, readonly Verb<E>[]>>;
    /** It may say what was said just before: then it takes the place of that. */
    mayRepeat?: (line: E) => boolean;
    /** Several events of one line in one sentence; null: one sentence after another. */
    tellTogether?: (lines: E[], name: string, isYou: boolean) => string | null;
}

/** A first game that explains itself. */
export interface Course<G extends Types = Types> {
    /** A deal in which the first rounds show a little of everything, and nothing before what explains it. */
    seed: string;
    lessons: readonly Lesson<G>[];
}

export interface Lesson<G extends Types = Types> {
    title: () => string;
    text: () => string;
    rule: string;
    /** The thing that it speaks of, as selectors: a ring is drawn around the first that is to be seen. */
    at?: string;
    /** Is this what is on the table now? */
    when: (at: G["position"], choices: readonly Choice<G["event"]>[]) => boolean;
}

/** What the page knows and a game does not: the line to the server, what else can be done. */
export type Frame = Pick<
    TableFrameProps,
    | "before"
    | "above"
    | "connection"
    | "mark"
    | "practice"
    | "menu"
    | "onAid"
    | "onChat"
    | "unread"
    | "root"
    | "phase"
> & {
    /** Beside the table: what a first game explains now. */
    coach?: ComponentChildren;
    /** A table that one can come back to: what was seen of it is kept under this name. */
    id?: string;
    /** A record that is looked at, not a game that is played. */
    still?: boolean;
    /** On a screen across the room, for those who watch: no buttons, no hints, everything large. */
    wall?: boolean;
    /** What happened last, for the wall. */
    last?: LogEntry;
    /** The table has gone on: what the wall shows is not what is now. */
    isBehind?: boolean;
    /** When the game is over. */
    again?: { text: string; onPick: () => void };
    replay?: () => void;
    /** To what can be learnt of it. */
    review?: () => void;
    /** The whole record of a game that is over, to be saved. */
    record?: () => Promise<string> | string;
    /** Where others can look at it. */
    link?: string;
    /** Opens the page of the result again. */
    result?: () => void;
    /** Whether that page is open, where more than the table itself opens it. */
    resultOpen?: Signal<boolean>;
    /** To a line of the record, from its number in the log. */
    jump?: (number: number) => void;
};

export interface GameProps<G extends Types = Types> {
    table: Table<G>;
    /** The position that is on the screen. */
    at: G["position"];
    frame: Frame;
    /** What every game has at its side: what happened. */
    side: ComponentChildren;
}
