/* What the page knows of tables with other people. Whoever speaks with a server sets `lobby.value`; without one it stays null
 * and everything else works. */
import { signal, type ReadonlySignal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { GameName } from "../engine";

/** A table in a list. */
export interface TableEntry {
    id: string;
    game: GameName;
    /** Those who sit there, bots included. */
    names: string[];
    seats: number;
    status: "gathering" | "running" | "finished";
    /** Free seats. */
    free: number;
    /** What was settled, in words: "live", "no help from the master". */
    settled: string[];
    yourTurn?: boolean;
}

export interface Lobby {
    /** Tables that one can sit at or watch. */
    open: ReadonlySignal<TableEntry[]>;
    /** Tables that one sits at: running, and finished. */
    mine: ReadonlySignal<TableEntry[]>;
    /** Makes a table for friends and opens it. */
    invite(game: GameName): Promise<void>;
    /** One's seat at a table, or -1, and how those who sit there are called; null if it can not be known now. */
    lookAt(id: string): Promise<{ seat: number; names: string[] } | null>;
    /** The page of a table, /t/ID; /t/ID/wall is the same on a screen across the room. */
    Page: ComponentType<{ id: string; wall: boolean }>;
    /** What is asked before a table is made. */
    Dialogs: ComponentType;
    /** What the settings have to say about it. */
    Settings: ComponentType;
}

export const lobby = signal<Lobby | null>(null);

const PATIENCE = 3000;

/** The lobby; a server that has only just been asked has a moment to answer. */
export function lobbySoon(): Promise<Lobby | null> {
    return new Promise((done) => {
        const late = setTimeout(() => done(null), PATIENCE);
        const stop = lobby.subscribe((found) => {
            if (!found) return;
            clearTimeout(late);
            queueMicrotask(() => stop());
            done(found);
        });
    });
}
