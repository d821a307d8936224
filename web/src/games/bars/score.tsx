/* The end of the game: everybody's money, by the bars it came from. */
import type { BarsPosition, BarsTypes } from "../../engine";
import { t, tn } from "../../look/text";
import { ScoreSheet, type ScoreRow } from "../../parts";
import type { Table } from "../../table";
import { BAR_NAMES } from "./houses";
import { settledBars, type Settled } from "./takings";

/** A row: what each seat got in all of these, and how often. */
function row(at: BarsPosition, label: string, parts: { seat: number; sum: number }[]): ScoreRow {
    const cells = at.seats.map((_, seat) => {
        const own = parts.filter((part) => part.seat === seat);
        return {
            points: own.reduce((all, part) => all + part.sum, 0),
            note: own.length > 1 ? tn("{n} time", "{n} times", own.length) : undefined,
        };
    });
    return { label, cells };
}

function rowsOf(at: BarsPosition, settled: Settled[]): ScoreRow[] {
    const rows = at.bars.map(({ bar }) =>
        row(
            at,
            BAR_NAMES[bar],
            settled.filter((one) => one.bar === bar).flatMap(({ taken }) => taken),
        ),
    );
    const spent = settled.flatMap((one) => (one.spent ? [{ ...one.spent, sum: -one.spent.sum }] : []));
    return spent.length > 0 ? [...rows, row(at, t("Own money spent on offers"), spent)] : rows;
}

export function FinalSheet({ table, at }: { table: Table<BarsTypes>; at: BarsPosition }) {
    const players = at.names.map((name, seat) => ({
        seat,
        name,
        you: seat === at.you,
        total: at.seats[seat]!.sum,
        winner: at.winners.includes(seat),
    }));
    return (
        <ScoreSheet
            game="bars"
            caption={t("Where the money came from")}
            corner={t("In thousands")}
            players={players}
            rows={rowsOf(at, settledBars(table.events.value))}
        />
    );
}
