/* The dice in hand: which they are, which is lifted, which are to be rolled again. */
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Choice, MiceEvent, MicePosition, MiceTypes } from "../../engine";
import type { Table } from "../../table";
import type { MoveOf, Moves as MovesOf } from "../moves";

export type Moves = MovesOf<MiceEvent>;
export type Legal = Choice<MiceEvent>;
type Place = MoveOf<MiceEvent, "place">;
type Kind = "mouse" | "support" | "candy";

/** A die in hand: its kind and its value; candy has none until it is placed. */
export interface InHand {
    kind: Kind;
    value: number | null;
    key: string;
    /** It was rolled just now, and is seen to. */
    enter?: "roll";
}

export interface Hand {
    dice: InHand[];
    /** The key of the die that is lifted. */
    chosen: Signal<string | null>;
    /** The keys of those to be rolled again; the ones that the cat sent back are UNROLLED together. */
    again: Signal<string[]>;
    /** The column that a candy die goes on, while it is asked as which number. */
    asked: Signal<number | null>;
}

export const UNROLLED = "unrolled";

export function diceOf(at: MicePosition, table: Table<MiceTypes>): InHand[] {
    const enter = table.step.value?.event.line.do === "dice" ? ("roll" as const) : undefined;
    const candy = at.phase === "place" ? (at.seats[at.active]?.candy ?? 0) : 0;
    const rolled = (kind: Kind, values: number[]) =>
        values.map((value, i) => ({ kind, value, key: `${kind}-${value}-${i}`, enter }));
    return [
        ...rolled("mouse", at.hand),
        ...rolled("support", at.help),
        ...Array.from({ length: candy }, (_, i) => ({
            kind: "candy" as const,
            value: null,
            key: `candy-${i}`,
        })),
    ];
}

export function fits(die: InHand, line: MiceEvent): line is Place {
    return (
        line.do === "place" &&
        (line.die ?? "mouse") === die.kind &&
        (die.value === null || line.value === die.value)
    );
}

/** On how many columns a die may go, the cat row among them. */
export function placesOf(die: InHand, moves: Moves): number {
    const legal = moves.all("place").filter(({ line }) => fits(die, line));
    return new Set(legal.map(({ line }) => line.column)).size;
}

/** As how many numbers a candy die may go on a column. */
export function candyValues(moves: Moves, column: number): number {
    return moves.all("place").filter(({ line }) => line.column === column && line.die === "candy").length;
}

/** Which legal placement a touch on a column means: that of the die that is lifted, else of the first that fits. */
export function placing(
    moves: Moves,
    dice: InHand[],
    chosen: InHand | null,
    column: number | "cat",
): Legal | undefined {
    const here = moves.all("place").filter(({ line }) => line.column === column);
    for (const die of chosen ? [chosen] : dice) {
        const found = here.find(({ line }) => fits(die, line));
        if (found) return found;
    }
    return undefined;
}

export function useHand(at: MicePosition, table: Table<MiceTypes>): Hand {
    const chosen = useSignal<string | null>(null);
    const again = useSignal<string[]>([]);
    const asked = useSignal<number | null>(null);
    const choices = table.choices.value;
    const dice = diceOf(at, table);
    useEffect(() => {
        again.value = [];
        asked.value = null;
        const firstThatFits = dice.find((die) => choices.some(({ line }) => fits(die, line)));
        chosen.value = firstThatFits?.key ?? null;
    }, [choices]);
    return { dice, chosen, again, asked };
}
