/* The table of loot: police and lot above, an estate a player, one's own cheques below. */
import { useEffect } from "preact/hooks";
import type { LootPosition, LootTypes } from "../../engine";
import { percent, signed, t, tn } from "../../look/text";
import { Sym, classes } from "../../parts";
import { GameFrame } from "../game";
import type { GameProps, GameTable } from "../module";
import { useMoves } from "../moves";
import { Bids } from "./bids";
import { Aid } from "./aid";
import { Card, CardPlace } from "./card";
import { Cheque } from "./cheque";
import { kindOf, money } from "./estate";
import { Estates } from "./estates";
import { whereIn } from "../registry";
import { events } from "./events";
import { explain, policeSaid } from "./explain";
import { Hints } from "./hints";
import { isRa, kindArt, tableTheme } from "./kinds";
import { Move, useThief } from "./move";
import { result } from "./result";
import { RoundScore, RoundSheets } from "./score";
import { pictures } from "./pictures";

type Props = GameProps<LootTypes>;

/* ---- The police, the bids, the odds ---------------------------------------------------------- */

function Police({ at }: { at: LootPosition }) {
    const left = at.piles.reduce((sum, pile) => sum + pile, 0);
    return (
        <div class="loot-police">
            <span class="vh">{policeSaid(at)}</span>
            <ol aria-hidden="true" data-explain="police">
                {Array.from({ length: at.raid }, (_, i) => (
                    <li
                        key={i}
                        class={classes(i < at.police && "on", i === at.raid - 1 && "last")}
                        data-move={i < at.police ? `police-${at.round}-${i}` : undefined}
                        data-enter="pile"
                    >
                        {i < at.police && <Sym art={kindArt("police")} />}
                    </li>
                ))}
            </ol>
            <Bids at={at} />
            <p
                class="loot-odds"
                key={`${left} ${percent(at.chanceOfPolice)} ${at.over} ${at.cheque}`}
                aria-hidden="true"
                data-place="pile"
                data-explain="police"
            >
                {!at.over && (
                    <>
                        <b>{percent(at.chanceOfPolice)}</b>{" "}
                        <span>{isRa() ? t("Ra next") : t("police next")}</span>
                        <br />{" "}
                    </>
                )}
                <span>{tn("{n} card left", "{n} cards left", left)}</span>
            </p>
            {at.cheque > 0 && (
                <Cheque
                    key={at.cheque}
                    value={at.cheque}
                    lies="table"
                    move={`cheque-${at.cheque}`}
                    label={t("On the table: {sum}, which goes face down to whoever wins", {
                        sum: money(at.cheque),
                    })}
                />
            )}
        </div>
    );
}

/* ---- The lot ----------------------------------------------------------------------------------- */

function gainOf(worth: { now: number; end: number } | null): { gain?: number; later?: boolean } {
    if (!worth) return {};
    return worth.now === 0 && worth.end !== 0 ? { gain: worth.end, later: true } : { gain: worth.now };
}

function Worth({ at }: { at: LootPosition }) {
    const mine = at.you === null || at.over ? null : at.seats[at.you]!.lot;
    if (!mine) return <span class="loot-worth empty" />;
    return (
        <p class="loot-worth" data-explain="worth">
            <span>{t("To you")}</span>
            <strong key={mine.now} class={mine.now < 0 ? "loss" : mine.now > 0 ? "up" : undefined}>
                {signed(mine.now)}
            </strong>
            <span class="loot-worth-when">{t("this round")}</span>
            <span class="loot-worth-later" key={`later ${mine.end - mine.now} ${mine.end}`}>
                {mine.end === mine.now ? "" : t("{points} end", { points: signed(mine.end) })}
            </span>
        </p>
    );
}

function Lot({
    at,
    taken,
    mayTake,
    onTake,
    table,
}: {
    at: LootPosition;
    taken: number[];
    /** One's thieves can take it, too. */
    mayTake: (place: number) => boolean;
    onTake: (place: number) => void;
    table: Props["table"];
}) {
    const thief = at.you !== null && table.choices.value.some(({ line }) => line.do === "thief");
    const winner = at.leader ?? at.active;
    const filled = at.lot.filter(Boolean).length;
    return (
        <ol
            class={classes("loot-lot", filled <= 3 && "few")}
            data-explain="lot"
            aria-label={t("The lot: {n} of 7 places", { n: filled })}
        >
            {at.lot.map((place, i) => (
                <li key={i}>
                    {place ? (
                        <Card
                            key={place.card}
                            kind={kindOf(place.card)}
                            {...gainOf(at.over ? null : place.worth)}
                            move={`lot-${at.round}-${i}-${place.card}`}
                            enter="pile"
                            turn
                            leave={`seat-${winner}`}
                            legal={thief && mayTake(i)}
                            chosen={taken.includes(i)}
                            onPick={thief ? () => onTake(i) : undefined}
                            label={
                                place.worth
                                    ? t("{card}, worth {points} to you", {
                                          card: place.name,
                                          points: signed(place.worth.now || place.worth.end),
                                      })
                                    : place.name
                            }
                        />
                    ) : (
                        <CardPlace label={t("Free place {n}", { n: i + 1 })}>{i + 1}</CardPlace>
                    )}
                </li>
            ))}
            <li>
                <Worth at={at} />
            </li>
        </ol>
    );
}

/* ---- The whole --------------------------------------------------------------------------------- */

/** Names and pictures are those of the game on the table. */
function useTheme(theme: LootPosition["theme"]): void {
    tableTheme.value = theme;
    useEffect(() => () => void (tableTheme.value = null), []);
}

function LootTable({ table, at, frame, side }: Props) {
    useTheme(at.theme);
    const moves = useMoves(table);
    const thief = useThief(at, table, moves);
    const where = whereIn(at.game, Math.min(at.round, at.rounds), at.rounds);
    return (
        <GameFrame
            at={at}
            look={isRa() ? "ra" : undefined}
            where={where}
            {...frame}
            move={<Move at={at} table={table} thief={thief.line} frame={frame} />}
            side={
                <>
                    <Hints at={at} table={table} />
                    {side}
                </>
            }
        >
            <section class="table-top loot-table" aria-label={t("The table: lot, police and piles")}>
                <Police at={at} />
                <Lot
                    at={at}
                    taken={thief.taken}
                    mayTake={thief.mayTake}
                    onTake={thief.toggle}
                    table={table}
                />
            </section>
            <Estates at={at} wall={frame.wall} />
            {!frame.wall && !frame.still && <RoundScore table={table} names={at.names} />}
        </GameFrame>
    );
}

export const table: GameTable<LootTypes> = {
    View: LootTable,
    events,
    result,
    Sheet: RoundSheets,
    explain,
    Aid,
    pictures,
};
