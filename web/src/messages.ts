// What the page and its worker say to each other.
import type { Advice, Problem } from "./engine";
import type { Game } from "./host";
import type { Language } from "./texts";

/** Requests, by their names, and what they are answered with. */
export interface Requests {
    /** Hosts a game for a seat, from its record so far; its lines come as news. */
    host: { ask: { game: Game; seat: number }; answer: Problem | null };
    send: { ask: { line: string }; answer: Problem | null };
    undo: { ask: Record<string, never>; answer: null };
    /** The whole record of the game that is hosted. */
    game: { ask: Record<string, never>; answer: Game };
    /** What to do, from the lines of a seat's view. */
    advise: { ask: { lines: string[]; seat: number; language: Language }; answer: Advice | null };
}

export type RequestName = keyof Requests;

export interface Request {
    id: number;
    name: RequestName;
    ask: unknown;
}

export type Reply =
    | { id: number; answer: unknown }
    | { id: number; failed: string }
    /** Lines of the seat's view, and whether the last move can be undone. */
    | { from: number; lines: string[]; canUndo: boolean };
