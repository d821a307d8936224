// What the module says of mice: src/wasm/mice.c. Columns count from 1, cells from the bottom and from 0.
import type { Common, TableEvent } from "razzia-wasm";

export type MiceShelf = "anna" | "candy" | "secure" | "greedy" | "accountant" | "sausages";

export type MiceEvent =
    | { by: "chance"; do: "first"; seat: number }
    | { by: "rules"; do: "turn"; seat: number }
    | { by: number; do: "roll" | "pass" | "support" | "decline" | "done" | "secure" | "skip" }
    | { by: number; do: "retrieve" | "anna"; column: number }
    | { by: "chance"; do: "dice"; values: number[]; die?: "mouse" | "support" }
    | { by: "rules"; do: "cat"; values: number[]; comes?: boolean }
    | { by: number; do: "reroll"; values: number[]; unrolled?: number }
    | {
          by: number;
          do: "place";
          value: number;
          column: number | "cat";
          die?: "mouse" | "support" | "candy";
      }
    | { by: "rules"; do: "complete"; column: number; food: number[] }
    | { by: number; do: "candy"; from: "jar" | { seat: number } | { column: number } }
    | { by: number; do: "steal"; from: number }
    | { by: number; do: "share"; direction: "clockwise" | "counterclockwise" }
    | { by: "rules"; do: "food"; exposed: number[]; safe: number[] }
    | TableEvent;

// `owner` is a seat, or null for a support die.
export interface MiceDie {
    value: number;
    owner: number | null;
    candy: boolean;
}

// `ask` is 1 to 6, or 0 for any; `linked`: to the value of the die below.
export interface MiceCell {
    ask: number;
    linked: boolean;
    pays: number;
    die: MiceDie | null;
}

// Cells from bottom to top. `next` is the one that the next die goes on, or null if it is full;
// `open` the values that fit there now; `earns` what its dice would earn each seat if it were
// completed now, `gift` what its shelf gives where that is a number that is known, and `reward` what
// it would do, in words.
export interface MiceColumn {
    number: number;
    shelf: MiceShelf;
    sausages: number;
    name: string;
    cells: MiceCell[];
    next: number | null;
    open: number[];
    earns: number[];
    gift: number | null;
    reward: string;
}

export interface MiceSeat {
    exposed: number;
    safe: number;
    free: number;
    board: number;
    candy: number;
}

// The cat row from its left end: `grey` cells, then `red` ones. `takes` is the value that it takes,
// `room` how many more dice until it comes.
export interface MiceCat {
    grey: number;
    red: number;
    dice: MiceDie[];
    takes: number | null;
    room: number;
}

export interface MicePosition extends Common {
    game: "mice";
    phase:
        | "first" | "dice" | "help" | "turn" | "reroll" | "offer" | "place" | "anna" | "candy"
        | "secure" | "steal" | "share" | "over";
    turn: number;
    turns: number;
    goal: number;
    active: number;
    columns: MiceColumn[];
    cat: MiceCat;
    seats: MiceSeat[];
    // Of the active seat: dice that show a value, how many have none yet, and support dice.
    hand: number[];
    unrolled: number;
    help: number[];
    // Dice that chance is to roll now.
    rolling: number;
    jar: number;
    reserve: number;
    // What may be made safe; the die that Anna carries and the column that it comes from.
    sum: number;
    anna: MiceDie | null;
    from: number | null;
}

// Of the roll to come, if there is one: the chance that so many dice show a value once, or twice
// at least; and of each column the chance to fill its next cell, or all of it, and what to keep.
// While dice are placed: the columns that those in hand fill up to the top.
export interface MiceFacts {
    game: "mice";
    completes: number[];
    values: { dice: number; once: number; twice: number }[];
    columns: { column: number; next: number; whole: number; keep: number[] }[];
}
