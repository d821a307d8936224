/* Where things fly that leave the table with an event, where the table before it could not know. */
import type { Step } from "../table";

/** The name of a note in a till: its value, and which of equal ones it is. */
export function noteName(bar: string, money: readonly number[], i: number): string {
    const twin = money.slice(0, i).filter((value) => value === money[i]).length;
    return `note-${bar}-${money[i]}-${twin}`;
}

/** Notes of a bar that is settled go to those who get them. */
function payments(line: Record<string, unknown>): (move: string) => string | undefined {
    const due = Object.entries(line.to as Record<string, number[]>).map(([seat, cards]) => ({
        seat,
        cards: [...cards],
    }));
    return (move) => {
        const [kind, bar, value] = move.split("-");
        if (kind !== "note" || bar !== line.bar) return undefined;
        const taker = due.find(({ cards }) => cards.includes(Number(value)));
        taker?.cards.splice(taker.cards.indexOf(Number(value)), 1);
        return taker && `seat-${taker.seat}`;
    };
}

export function flightsOf(step: Step | null): (move: string) => string | undefined {
    const line = step?.event.line;
    return line?.do === "settle" ? payments(line) : () => undefined;
}
