/* What to know while thinking: what the lot is worth to whom, what may come. */
import type { LootPosition, LootSeat, LootTypes } from "../../engine";
import { href } from "../../look/address";
import { percent, signed, t } from "../../look/text";
import { HintPanel, HintRow, Sym, classes } from "../../parts";
import type { Table } from "../../table";
import { AdviceRows, OverHints } from "../game";
import { isYou } from "../you";
import { kindOf } from "./estate";
import { isRa, kindArt } from "./kinds";

/** Its line is kept, so that rows have one height. */
const NO_NOTE = "\u00a0";

/** What it does to you if another takes the lot: only gangsters are counted against each other. */
function harm({ toYou, up }: LootSeat): string | undefined {
    return toYou === 0 || up.length === 0
        ? undefined
        : isRa()
          ? t("and {points} for you: bodyguards", { points: signed(toYou) })
          : t("and {points} for you: gangsters", { points: signed(toYou) });
}

function outOfBids(at: LootPosition, seat: number): string {
    return isYou(at, seat) ? t("you can not bid any more") : t("can not bid any more");
}

type Coming = LootTypes["facts"]["cards"];

/** Which cards may come, how many of each, and how likely the next is one of them. */
function CardsLeft({ coming }: { coming: Coming }) {
    return (
        <>
            {coming.map(({ card, name, left, chance }) => (
                <li key={card}>
                    <Sym art={kindArt(kindOf(card))} />
                    <span>{name}</span>
                    <b class="num">{left}</b>
                    <span class="num muted">{percent(chance)}</span>
                </li>
            ))}
        </>
    );
}

function LotRows({ at }: { at: LootPosition }) {
    return (
        <>
            {at.seats.map((seat, i) => (
                <HintRow
                    key={i}
                    seat={i}
                    name={at.names[i]}
                    text={at.names[i]}
                    value={signed(seat.lot.now)}
                    tone={seat.lot.now < 0 ? "loss" : "up"}
                    extra={
                        seat.lot.end === seat.lot.now
                            ? undefined
                            : t("{points} end", { points: signed(seat.lot.end) })
                    }
                    warn={seat.toYou < 0}
                    note={harm(seat) ?? (seat.up.length === 0 ? outOfBids(at, i) : NO_NOTE)}
                />
            ))}
            <li class="hint-why">{t("If the round ended now.")}</li>
        </>
    );
}

/** What the lot is worth to all; before it has cards, what may come. */
export function Hints({ at, table }: { at: LootPosition; table: Table<LootTypes> }) {
    if (at.over) return <OverHints at={at} />;
    const filled = at.lot.some(Boolean);
    const coming = table.facts().cards.filter(({ left }) => left > 0);
    return (
        <HintPanel
            title={filled ? t("Worth of this lot") : t("What may come")}
            moment={at.number}
            foot={
                <>
                    <li class="loot-left">
                        <a href={href("/rules/loot/L40")}>{t("How scoring works")}</a>
                        <details class={classes(!filled && "gone")}>
                            <summary>{t("Cards left")}</summary>
                            <ul>{filled && <CardsLeft coming={coming} />}</ul>
                        </details>
                    </li>
                    <AdviceRows table={table} />
                </>
            }
        >
            {filled ? (
                <LotRows at={at} />
            ) : (
                <li class="loot-left">
                    <ul>
                        <CardsLeft coming={coming} />
                    </ul>
                </li>
            )}
        </HintPanel>
    );
}
