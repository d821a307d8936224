/* What a plain position says, in rows. */
import type { PlainField, PlainPosition } from "../../engine";
import { number, t } from "../../look/text";

type Value = PlainField["values"][number];

/** "cards_left" → "cards left" */
export function fieldLabel(name: string): string {
    return t(name.replaceAll("_", " "));
}

export function valueText(value: Value): string {
    if (value === null) return "–";
    return typeof value === "number" ? number(value) : t(value.replaceAll("_", " "));
}

/** Of a field that has a row for each seat, that of one. */
export function valuesOf({ values }: PlainField, seat: number, seats: number): Value[] {
    const each = values.length / seats;
    return values.slice(seat * each, (seat + 1) * each);
}

/** The fields of all seats, and those of the table. */
export function openFields(at: PlainPosition): { ofSeats: PlainField[]; ofTable: PlainField[] } {
    return {
        ofSeats: at.open.filter(({ perSeat }) => perSeat),
        ofTable: at.open.filter(({ perSeat }) => !perSeat),
    };
}
