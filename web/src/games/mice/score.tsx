/* The end of the game: what is safe, what was still exposed, and how often each did what. */
import type { MiceEvent, MicePosition, MiceTypes } from "../../engine";
import { t, tn } from "../../look/text";
import { ScoreSheet, Sym, type ScoreRow } from "../../parts";
import type { Table } from "../../table";

function rowsOf(at: MicePosition, table: Table<MiceTypes>): ScoreRow[] {
    const events = table.events.value;
    const times = (seat: number, verb: MiceEvent["do"]) =>
        events.filter(({ line }) => line.by === seat && line.do === verb).length;
    const paid = (seat: number) =>
        events.reduce((sum, { line }) => (line.do === "complete" ? sum + line.food[seat]! : sum), 0);
    return [
        {
            label: t("Safe"),
            rule: "M64",
            brief: t("counts"),
            cells: at.seats.map(({ safe }, seat) => ({
                points: safe,
                note:
                    times(seat, "secure") > 0
                        ? tn("{n} time", "{n} times", times(seat, "secure"))
                        : undefined,
                show: <Sym art="secure" />,
            })),
        },
        {
            label: t("Still exposed"),
            rule: "M3",
            brief: t("does not count: it was not in the bag"),
            outside: true,
            cells: at.seats.map(({ exposed }) => ({ points: exposed, show: <Sym art="sausage" /> })),
        },
        {
            label: t("Paid by columns"),
            rule: "M41",
            brief: t("does not count by itself: it was paid exposed"),
            outside: true,
            cells: at.seats.map((_, seat) => ({ points: paid(seat) })),
        },
    ];
}

/** The table of the end: only what is safe counts. */
export function Sheet({ table, at }: { table: Table<MiceTypes>; at: MicePosition }) {
    const players = at.names.map((name, seat) => ({
        seat,
        name,
        you: seat === at.you,
        total: at.seats[seat]!.safe,
        winner: at.winners.includes(seat),
    }));
    return (
        <ScoreSheet
            game="mice"
            caption={t("Food at the end")}
            corner={t("Safe food")}
            players={players}
            rows={rowsOf(at, table)}
        />
    );
}
