/* The end of a round: totals first, then a row a category with the cards behind the points. */
import { effect, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { LootCategory, LootPosition, LootSeat, LootTypes } from "../../engine";
import { t, tn } from "../../look/text";
import { Button, Dialog, ScoreSheet, Segmented, type ScoreRow } from "../../parts";
import type { Step, Table } from "../../table";
import { waitsForLook } from "../module";
import { Tile } from "./card";
import { Cheque } from "./cheque";
import { businessesSaid, chequesName, GROUPS, kindOf, kindsOf } from "./estate";
import { LAST_ROUND } from "./events";
import { scoresOf } from "./result";

type Points = Record<LootCategory, number>[];

interface Scored {
    round: number;
    points: Points;
    total: number[];
    /** The table at this moment: the cards are still there. */
    at: LootPosition;
}

/** Why a category has brought these points, in a word or two. */
function reason(seat: LootSeat, category: LootCategory, points: number): string | undefined {
    if (category === "cheques") return points > 0 ? t("highest") : points < 0 ? t("lowest") : undefined;
    const kinds = kindsOf(seat, category);
    switch (category) {
        case "gangsters":
            return points > 0 ? t("most") : points < 0 ? t("fewest") : undefined;
        case "jewels":
            return kinds > 0 ? tn("{n} kind", "{n} kinds", kinds) : undefined;
        case "cars":
            return kinds > 0 && points === 0 ? t("no driver") : undefined;
        case "businesses":
            return kinds > 0 ? businessesSaid(seat) : undefined;
        default:
            return undefined;
    }
}

function sum(points: Record<LootCategory, number>): number {
    return Object.values(points).reduce((all, some) => all + some, 0);
}

function rowsOf({ points, at, round }: Scored): ScoreRow[] {
    const rows: ScoreRow[] = GROUPS.filter(({ late }) => !late || round === LAST_ROUND).map(
        ({ name, category, cards, rule, brief }) => ({
            label: name(),
            rule,
            brief: brief(),
            cells: at.seats.map((seat, i) => ({
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
    if (round < LAST_ROUND) return rows;
    const cheques = at.seats.map((seat, i) => ({
        points: points[i]!.cheques,
        note: reason(seat, "cheques", points[i]!.cheques),
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
        { label: chequesName(), rule: "L48", brief: t("largest sum +5, smallest −5"), cells: cheques },
    ];
}

function Sheet({ scored, names, title }: { scored: Scored; names: readonly string[]; title: string }) {
    const { at, points, total } = scored;
    return (
        <ScoreSheet
            game="loot"
            caption={title}
            rows={rowsOf(scored)}
            players={names.map((name, seat) => ({
                seat,
                name,
                you: seat === at.you,
                total: total[seat]!,
                before: total[seat]! - sum(points[seat]!),
            }))}
        />
    );
}

/** All rounds of a game that is over, one at a time, the last first. */
export function RoundSheets({ table, at }: { table: Table<LootTypes>; at: LootPosition }) {
    const rounds = useMemo(() => scoresOf(table), [table, at]);
    const open = useSignal(rounds.length);
    const shown = rounds[open.value - 1];
    if (!shown) return null;
    const title = t("Round {n} is scored", { n: open.value });
    return (
        <>
            <Segmented
                label={t("Round")}
                hideLabel
                value={String(open.value)}
                options={rounds.map(({ line }) => [String(line.round), t("Round {n}", { n: line.round })])}
                onChange={(value) => void (open.value = Number(value))}
            />
            <Sheet scored={{ ...shown.line, at: shown.position }} names={at.names} title={title} />
        </>
    );
}

/** The score that a step has brought. What was on the screen before it may be many lines older, so the cards are those
 * of the table after it: the rules take them away with the next line. */
function scoredBy(step: Step<LootTypes> | null): Scored | null {
    if (step?.event.line.do !== "score" || step.event.line.round === LAST_ROUND) return null;
    const { round, points, total } = step.event.line;
    return { round, points, total, at: step.after };
}

/** Opens by itself when a round has been scored that is not the last; what comes after it waits until it is closed. */
export function RoundScore({ table, names }: { table: Table<LootTypes>; names: readonly string[] }) {
    const scored = useSignal(scoredBy(table.step.peek()));
    useEffect(
        () =>
            effect(() => {
                const now = scoredBy(table.step.value);
                if (now || !waitsForLook(table)) scored.value = now; // the table goes on without them
            }),
        [table],
    );
    const shown = scored.value;
    const close = () => {
        scored.value = null;
        table.goOn();
    };
    if (!shown) return null;
    const title = t("Round {n} is scored", { n: shown.round });
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
            <Sheet scored={shown} names={names} title={title} />
        </Dialog>
    );
}
