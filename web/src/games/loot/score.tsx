/* The end of a round: totals first, then a row a category with the cards behind the points. */
import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { LootCategory, LootPosition, LootSeat, LootTypes } from "../../engine";
import { t, tn } from "../../look/text";
import { Button, Dialog, ScoreSheet, type ScoreRow } from "../../parts";
import type { Table } from "../../table";
import { Tile } from "./card";
import { Cheque } from "./cheque";
import { GROUPS, kindOf, pointsSaid } from "./estate";

type Points = Record<LootCategory, number>[];

interface Scored {
    round: number;
    points: Points;
    total: number[];
    before: LootPosition;
}

/** Why a category has brought these points, in a word or two. */
function reason(seat: LootSeat, category: LootCategory, points: number): string | undefined {
    const kinds = GROUPS.find((group) => group.category === category)!.cards.filter(
        (card) => seat.estate[card] > 0,
    ).length;
    switch (category) {
        case "gangsters":
            return points > 0 ? t("most") : points < 0 ? t("fewest") : undefined;
        case "jewels":
            return kinds > 0 ? tn("{n} kind", "{n} kinds", kinds) : undefined;
        case "cars":
            return kinds > 0 && points === 0 ? t("no driver") : undefined;
        case "businesses":
            return kinds > 0 ? pointsSaid(seat, category) : undefined;
        default:
            return undefined;
    }
}

function rowsOf({ points, before, round }: Scored): ScoreRow[] {
    const rows: ScoreRow[] = GROUPS.filter(({ late }) => !late || round === 3).map(
        ({ name, category, cards, rule, brief }) => ({
            label: name(),
            rule,
            brief: brief(),
            cells: before.seats.map((seat, i) => ({
                points: points[i]![category],
                note: reason(seat, category, points[i]![category]),
                show: (
                    <>
                        {cards
                            .filter((card) => seat.estate[card] > 0)
                            .map((card) => (
                                <Tile key={card} kind={kindOf(card)} count={seat.estate[card]} />
                            ))}
                    </>
                ),
            })),
        }),
    );
    if (round < 3) return rows;
    const cheques = before.seats.map((seat, i) => ({
        points: points[i]!.cheques,
        show: (
            <>
                {[...seat.up, ...seat.down].map((value) => (
                    <Cheque key={value} small value={value} />
                ))}
            </>
        ),
    }));
    return [
        ...rows,
        { label: t("Cheques"), rule: "L48", brief: t("largest sum +5, smallest −5"), cells: cheques },
    ];
}

/** Opens by itself when a round has been scored; what comes after it waits until it is closed. */
export function RoundScore({ table }: { table: Table<LootTypes> }) {
    const scored = useSignal<Scored | null>(null);
    useEffect(
        () =>
            effect(() => {
                const step = table.step.value;
                if (step?.event.line.do !== "score") return;
                const { round, points, total } = step.event.line;
                scored.value = { round, points, total, before: step.before };
            }),
        [table],
    );
    const shown = scored.value;
    const close = () => {
        scored.value = null;
        table.goOn();
    };
    if (!shown) return null;
    const { before, total, round } = shown;
    const title = round === 3 ? t("The last round is scored") : t("Round {n} is scored", { n: round });
    return (
        <Dialog
            open
            wide
            title={title}
            onClose={close}
            actions={
                <Button go onPick={close}>
                    {t("Go on")}
                </Button>
            }
        >
            <ScoreSheet
                game="loot"
                caption={title}
                rows={rowsOf(shown)}
                players={before.names.map((name, seat) => ({
                    seat,
                    name,
                    you: seat === before.you,
                    total: total[seat]!,
                    before: before.seats[seat]!.score,
                }))}
            />
        </Dialog>
    );
}
