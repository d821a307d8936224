// Where the lines of a table come from: a worker on this machine, or a server. A table does not
// know which.
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import type { Advice, AnyEvent, Problem } from "./engine";

/** The record of a table as one seat sees it, from line `from` on. What was there from that number
 * is replaced: so a move is taken back, and so a table begins. Line 0 is the setup. */
export interface News {
    from: number;
    lines: string[];
}

export type Connection = "local" | "connecting" | "online" | "offline";

export interface Source {
    /** Whose eyes: a seat, or -1 for a spectator. */
    readonly seat: number;
    /** The person at the screen is that seat, and is called "you". */
    readonly direct: boolean;
    readonly connection: Signal<Connection>;
    /** The last move can be taken back now. */
    readonly canUndo: Signal<boolean>;

    /** Only looked at, while the game goes on elsewhere: there is nothing to choose. */
    readonly isPast?: boolean;

    /** A question to the person at the screen: nobody else is asked. */
    readonly isExercise?: boolean;

    /** Time runs for those who are to move: nobody looks at anything for long. */
    readonly hasClock?: ReadonlySignal<boolean>;

    /** A game for practice: even its end can be taken back. */
    readonly practice?: boolean;

    /** Nothing more will come, though the game is not over: whoever was to send it has failed. */
    readonly fault?: Signal<boolean>;

    /** Called with everything so far, and then with what is new. Returns how to stop. */
    listen(hear: (news: News) => void): () => void;

    /** Sends a line of the seat. Null, or why it was refused. It comes back as news. */
    send(line: AnyEvent): Promise<Problem | null>;

    undo(): Promise<void>;

    /** Whether one may ask what a strong player would do; at some tables nobody does, on their honour. */
    readonly helps?: ReadonlySignal<boolean>;

    /** What a strong player would do, given the lines of this seat's view. */
    advise(lines: readonly string[]): Promise<Advice | null>;

    close(): void;
}
