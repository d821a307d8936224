/* Where the notes of a till go when its bar is settled: the table before it could not know. */
import type { BarsEvent, BarsTypes } from "../../engine";
import type { Step } from "../../table";

type Settle = Extract<BarsEvent, { do: "settle" }>;

/** The name of a note in a till: its value, and which of equal ones it is. */
export function noteName(bar: string, money: readonly number[], i: number): string {
    const twin = money.slice(0, i).filter((value) => value === money[i]).length;
    return `note-${bar}-${money[i]}-${twin}`;
}

/** Notes of a bar that is settled go to those who get them. */
function payments({ bar: settled, to }: Settle): (move: string) => string | undefined {
    const due = Object.entries(to).map(([seat, cards]) => ({ seat, cards: [...cards] }));
    return (move) => {
        const [kind, bar, value] = move.split("-");
        if (kind !== "note" || bar !== settled) return undefined;
        const taker = due.find(({ cards }) => cards.includes(Number(value)));
        taker?.cards.splice(taker.cards.indexOf(Number(value)), 1);
        return taker && `seat-${taker.seat}`;
    };
}

export function flightsOf({
    event: { line },
}: Pick<Step<BarsTypes>, "event">): (move: string) => string | undefined {
    return line.do === "settle" ? payments(line) : () => undefined;
}
