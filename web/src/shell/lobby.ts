/* What the page knows of tables with other people. Whoever speaks with a server sets `lobby.value`; without one it stays null
 * and everything else works. */
import { signal, type ReadonlySignal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { GameName } from "../engine";
import type { MenuItem } from "../parts";
import { readKept, writeKept } from "../look/storage";
import { isFlag } from "../shape";

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
}

export interface Lobby {
    /** Tables that one can sit at or watch. */
    open: ReadonlySignal<TableEntry[]>;
    /** Of which games this person makes tables here; null: not known. */
    games: ReadonlySignal<readonly GameName[] | null>;
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
    /** Playing with whoever comes. */
    Anyone: ComponentType;
    /** Whether the server has waiting rooms for that; null: not known yet. */
    hasRooms: ReadonlySignal<boolean | null>;
    /** Why the server does not let this device in, in words; null: it does. */
    notice: ReadonlySignal<string | null>;
    /** Where all that one has played is listed; null: this server lists it nowhere. */
    ownPage: ReadonlySignal<string | null>;
    /** Further pages that lie at the server: one's own, and the owner's. */
    pages: ReadonlySignal<MenuItem[]>;
}

const CLUB = "razzia.club";
/** At the last visit there was a server with waiting rooms: their panel has its place on the page from the start. */
export const offersClub = readKept(CLUB, isFlag) ?? false;

/** For the next visit. */
export function noteClub(offers: boolean): void {
    if (offers !== (readKept(CLUB, isFlag) ?? false)) writeKept(CLUB, offers);
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
