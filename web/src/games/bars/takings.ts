/* Who took what, read from the lines of the record. */
import type { BarsBar, BarsEvent } from "../../engine";
import type { Shown } from "../../table";

export type Taken = { seat: number; sum: number }[];

export interface Settled {
    bar: BarsBar;
    taken: Taken;
    /** What the proposer spent of the own money, to pay the others. */
    spent: { seat: number; sum: number } | null;
}

const total = (cards: readonly number[]) => cards.reduce((sum, card) => sum + card, 0);

/** Every bar that was settled, the oldest first. */
export function settledBars(events: readonly Shown<BarsEvent>[]): Settled[] {
    const all: Settled[] = [];
    let proposer = 0;
    for (const { line } of events) {
        if (line.do === "offer") proposer = line.by;
        if (line.do !== "settle") continue;
        const taken = Object.entries(line.to).map(([seat, cards]) => ({
            seat: Number(seat),
            sum: total(cards),
        }));
        const own = total(line.own);
        all.push({
            bar: line.bar,
            taken,
            spent: own > 0 ? { seat: proposer, sum: own } : null,
        });
    }
    return all;
}

/** The bars that have been settled since the round began. */
export function takenThisRound(events: readonly Shown<BarsEvent>[]): Map<BarsBar, Taken> {
    const start = events.map(({ line }) => line.do).lastIndexOf("round");
    return new Map(settledBars(events.slice(Math.max(0, start))).map(({ bar, taken }) => [bar, taken]));
}
