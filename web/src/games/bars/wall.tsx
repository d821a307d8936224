/* Beside the street on a screen across the room: the duel, the split, or who has how much. */
import type { BarsPosition } from "../../engine";
import { t } from "../../look/text";
import { SeatMark, classes } from "../../parts";
import { DuelPanel } from "./duel";
import { BAR_NAMES } from "./houses";
import { money } from "./money";

interface Row {
    seat: number;
    /** Nothing has been named for this one yet. */
    sum: number | null;
}

function Rows({ at, title, rows, lit }: { at: BarsPosition; title: string; rows: Row[]; lit?: boolean }) {
    return (
        <section class={classes("panel bars-wall-rows", lit && "lit")} aria-label={title}>
            <h2>{title}</h2>
            <ol>
                {rows.map(({ seat, sum }) => (
                    <li key={seat}>
                        <SeatMark seat={seat} name={at.names[seat]!} />
                        <b>{at.names[seat]}</b>
                        <span class="num">{sum === null ? "–" : money(sum)}</span>
                    </li>
                ))}
            </ol>
        </section>
    );
}

/** The proposal as far as it has been named; the rest is the proposer's when everybody has been named a sum. */
function Split({ at }: { at: BarsPosition }) {
    const haggle = at.haggle!;
    const rows = haggle.hagglers.map((seat) => ({
        seat,
        sum: seat !== haggle.proposer ? at.seats[seat]!.offer : haggle.to === null ? haggle.kept : null,
    }));
    rows.sort((one, other) => Number(other.seat === haggle.proposer) - Number(one.seat === haggle.proposer));
    const title = `${BAR_NAMES[haggle.bar]}: ${money(haggle.pot)}`;
    return <Rows at={at} title={title} rows={rows} lit />;
}

export function WallAside({ at }: { at: BarsPosition }) {
    if (at.duel) return <DuelPanel at={at} />;
    if (at.haggle) return <Split at={at} />;
    const rows = at.seats.map(({ sum }, seat) => ({ seat, sum }));
    return <Rows at={at} title={t("Money")} rows={rows.sort((one, other) => other.sum - one.sum)} />;
}
