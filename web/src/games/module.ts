/* What a game brings to the page: one object in games/GAME/index, found by the game's name. A game that brings none is drawn
 * by games/plain. */
import type { ComponentChildren, ComponentType } from "preact";
import type { AnyEvent, Choice, Facts, Position } from "../engine";
import type { Art } from "../look/art";
import type { Sound } from "../look/sound";
import type { TableFrameProps } from "../parts";
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
export interface GameTable<G extends Types = Types> {
    View: ComponentType<GameProps<G>>;
    events: GameEvents<G>;
}

/** What the page does with each event. */
export interface GameEvents<G extends Types = Types> {
    /** How long an event is alone on the screen at normal speed, in milliseconds; 0 passes at once. */
    stay: (line: G["event"]) => number;
    /** What is heard with it, where sounds are on. */
    sound?: (line: G["event"]) => Sound | undefined;
    /** Where things fly that leave the table with a step, where the table before it could not know. */
    flights?: (step: Step<G>) => (move: string) => string | undefined;
    log?: LogRules<G["event"]>;
}

/** Until somebody goes on: for what opens a sheet. */
export const LONG_LOOK = 24 * 3600 * 1000;

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
    /** Is this what is on the table now? */
    when: (at: G["position"], choices: readonly Choice<G["event"]>[]) => boolean;
}

/** What the page knows and a game does not: the line to the server, what else can be done. */
export type Frame = Pick<
    TableFrameProps,
    "above" | "connection" | "menu" | "onChat" | "unread" | "root" | "phase"
> & {
    /** Beside the table: what a first game explains now. */
    coach?: ComponentChildren;
    /** A table that one can come back to: what was seen of it is kept under this name. */
    id?: string;
    /** A record that is looked at, not a game that is played. */
    still?: boolean;
    /** When the game is over. */
    again?: { text: string; onPick: () => void };
    replay?: () => void;
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
