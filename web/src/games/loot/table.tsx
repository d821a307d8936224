/* The table of loot: police and lot above, an estate a player, one's own cheques below. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { LootCard, LootEvent, LootPosition, LootSeat, LootTypes } from "../../engine";
import { useKeys } from "../../look/keys";
import { href } from "../../look/address";
import { number, percent, signed, t, tn } from "../../look/text";
import {
    ActionBar,
    Changed,
    Chip,
    Dialog,
    HintPanel,
    HintRow,
    SeatMark,
    Sym,
    classes,
    refuse,
    type ActionBarProps,
    type Choice,
} from "../../parts";
import { AdviceRows, GameFrame, OverBar, undoing, waitingFor } from "../game";
import type { GameProps, GameTable } from "../module";
import { confirmation, useMoves, whyNot, type MoveOf, type Moves as MovesOf } from "../moves";
import { events } from "./events";
import { Card, CardBack, CardPlace, Tile } from "./card";
import { Cheque } from "./cheque";
import { GROUPS, kindOf, pointsSaid } from "./estate";
import { isRa, kindArt } from "./kinds";
import { RoundScore } from "./score";

type Props = GameProps<LootTypes>;
type Moves = MovesOf<LootEvent>;
type Thief = MoveOf<LootEvent, "thief">;

function money(cheque: number): string {
    return number(cheque * 1000);
}

/* ---- The police, the bids, the odds ---------------------------------------------------------- */

function Bids({ at }: { at: LootPosition }) {
    if (at.phase !== "auction") return null;
    const waits = (seat: LootSeat) => seat.in && seat.said === null && seat.up.length > 0;
    const order = at.seats.map((_, i) => (at.active + 1 + i) % at.seats.length);
    return (
        <div class="loot-bid-line" aria-hidden="true">
            {order.map((seat) => {
                const of = at.seats[seat]!;
                const name = at.names[seat]!;
                if (typeof of.said === "number")
                    return (
                        <Chip key={seat} tone="bid">
                            {name} {money(of.said)}
                        </Chip>
                    );
                if (of.said === "pass")
                    return (
                        <Chip key={seat}>
                            {seat === at.you ? t("You pass") : t("{name} passes", { name })}
                        </Chip>
                    );
                if (at.actors.includes(seat))
                    return (
                        <Chip key={seat} tone="turn">
                            {name}
                        </Chip>
                    );
                return waits(of) ? <Chip key={seat}>{name}</Chip> : null;
            })}
        </div>
    );
}

function Police({ at }: { at: LootPosition }) {
    const left = at.piles.reduce((sum, pile) => sum + pile, 0);
    const spoken = t(
        "Police: {n} of {raid}. The next card is police with a chance of {chance}. {left} cards are left.",
        { n: at.police, raid: at.raid, chance: percent(at.chanceOfPolice), left },
    );
    return (
        <div class="loot-police">
            <span class="vh">{spoken}</span>
            <ol aria-hidden="true">
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
            <p class="loot-odds" aria-hidden="true" data-place="pile">
                {!at.over && (
                    <>
                        <b>{percent(at.chanceOfPolice)}</b> {isRa() ? t("Ra next") : t("police next")}
                        <br />
                    </>
                )}
                {tn("{n} card left", "{n} cards left", left)}
            </p>
            {at.cheque > 0 && (
                <Cheque
                    value={at.cheque}
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
        <p class="loot-worth">
            <span>{t("Worth to you")}</span>
            <strong class={mine.now < 0 ? "loss" : "up"}>{signed(mine.now)}</strong>
            <span>{t("this round")}</span>
            <span class="loot-worth-later">
                {mine.end === mine.now ? "" : t("{points} at the end", { points: signed(mine.end) })}
            </span>
        </p>
    );
}

function Lot({
    at,
    taken,
    onTake,
    table,
}: {
    at: LootPosition;
    taken: number[];
    onTake: (place: number) => void;
    table: Props["table"];
}) {
    const thief = at.you !== null && table.choices.value.some(({ line }) => line.do === "thief");
    const winner = at.leader ?? at.active;
    const filled = at.lot.filter(Boolean).length;
    return (
        <ol
            class={classes("loot-lot", filled <= 3 && "few")}
            aria-label={t("The lot: {n} of 7 places", { n: filled })}
        >
            {at.lot.map((place, i) => (
                <li key={i}>
                    {place ? (
                        <Card
                            kind={kindOf(place.card)}
                            {...gainOf(at.over ? null : place.worth)}
                            move={`lot-${at.round}-${i}-${place.card}`}
                            enter="pile"
                            turn
                            leave={`seat-${winner}`}
                            legal={thief && !taken.includes(i)}
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

/* ---- The estates ------------------------------------------------------------------------------- */

function Strip({ seat, final }: { seat: LootSeat; final?: boolean }) {
    return (
        <div class="loot-strip">
            {GROUPS.map(({ name, category, cards, late }, i) => {
                const points = late && !final ? null : (final ? seat.final : seat.points)[category];
                return (
                    <div key={category} class={`loot-group loot-g${i + 1}`} role="group" aria-label={name()}>
                        <ul>
                            {cards.map((card) => (
                                <li key={card}>
                                    <Tile kind={kindOf(card)} count={seat.estate[card]} />
                                </li>
                            ))}
                        </ul>
                        <span
                            class={classes(
                                "loot-points",
                                points !== null && points > 0 && "up",
                                points !== null && points < 0 && "loss",
                            )}
                        >
                            {points === null ? pointsSaid(seat, category) : signed(points)}
                        </span>
                    </div>
                );
            })}
        </div>
    );
}

function stateOf(at: LootPosition, seat: number) {
    const of = at.seats[seat]!;
    if (at.phase === "auction" && typeof of.said === "number")
        return <Chip tone="bid">{t("bids {sum}", { sum: money(of.said) })}</Chip>;
    if (at.phase === "auction" && of.said === "pass") return <Chip>{t("passes")}</Chip>;
    if (at.actors.includes(seat))
        return <Chip tone="turn">{at.phase === "auction" ? t("to bid") : t("to play")}</Chip>;
    if (!at.over && of.up.length === 0)
        return (
            <span class="loot-idle">
                <Chip>{t("out of this round")}</Chip>
            </span>
        );
    if (at.winners.includes(seat))
        return (
            <Chip tone="good" icon="i-star">
                {t("winner")}
            </Chip>
        );
    return null;
}

function Seat({ at, seat, onOpen }: { at: LootPosition; seat: number; onOpen: () => void }) {
    const of = at.seats[seat]!;
    const name = at.names[seat]!;
    return (
        <li
            class={classes(
                "loot-estate",
                seat === at.you && "me",
                at.actors.includes(seat) && "turn",
                !of.in && !at.over && "out",
            )}
            data-place={`seat-${seat}`}
        >
            <button
                type="button"
                class="loot-who"
                onClick={onOpen}
                aria-label={t("{name}, {n} points: show the estate", { name, n: of.score })}
            >
                <SeatMark seat={seat} name={name} />
                <b>{name}</b>
                {at.away.includes(seat) && <Sym art="i-robot" label={t("away: a bot plays")} />}
                <span class="loot-score num">
                    <Changed value={of.score} />
                    {number(of.score)}
                    <small> {t("pts")}</small>
                </span>
            </button>
            <div class="loot-cheques">
                {of.up.map((value) => (
                    <Cheque key={value} small value={value} move={`cheque-${value}`} />
                ))}
                {of.down.map((value) => (
                    <Cheque key={`d${value}`} small down value={value} move={`cheque-${value}`} />
                ))}
            </div>
            <div class="loot-state">{stateOf(at, seat)}</div>
            <Strip seat={of} final={at.over} />
        </li>
    );
}

function Estates({ at }: { at: LootPosition }) {
    const open = useSignal<number | null>(null);
    const last = at.you ?? 0;
    const order = at.seats.map((_, i) => (last + 1 + i) % at.seats.length);
    const shown = open.value;
    return (
        <section class="loot-estates" aria-label={t("Estates")}>
            <div class="loot-heads" aria-hidden="true">
                <span>{at.over ? t("Points") : t("Points if scored now")}</span>
                <div class="loot-strip">
                    {GROUPS.map(({ name, category }, i) => (
                        <span key={category} class={`loot-g${i + 1}`}>
                            {name()}
                        </span>
                    ))}
                </div>
            </div>
            <ul>
                {order.map((seat) => (
                    <Seat key={seat} at={at} seat={seat} onOpen={() => void (open.value = seat)} />
                ))}
            </ul>
            <Dialog
                open={shown !== null}
                title={shown === null ? "" : at.names[shown]!}
                onClose={() => void (open.value = null)}
            >
                {shown !== null && <BigEstate seat={at.seats[shown]!} />}
            </Dialog>
        </section>
    );
}

/** An estate at full size: cards that can be enjoyed. */
function BigEstate({ seat }: { seat: LootSeat }) {
    return (
        <div class="loot-big-estate">
            {GROUPS.map(({ name, category, cards }) => (
                <section key={category}>
                    <h3>
                        {name()} <span class="muted num">{pointsSaid(seat, category)}</span>
                    </h3>
                    <ul>
                        {cards.map((card) => (
                            <li key={card} class={classes(seat.estate[card] === 0 && "none")}>
                                <Card kind={kindOf(card)} faded={seat.estate[card] === 0} />
                                <b class="num">{seat.estate[card]}</b>
                            </li>
                        ))}
                    </ul>
                </section>
            ))}
        </div>
    );
}

/* ---- Your move --------------------------------------------------------------------------------- */

/** In your turn: a card, an auction, or what thieves take. */
function turnBar(
    at: LootPosition,
    moves: Moves,
    thief: Thief | null,
    send: (line: LootEvent) => void,
): ActionBarProps & { list: Choice[] } {
    const draws = at.piles
        .map((left, pile) => ({
            left,
            pile,
            choice: moves.of("draw", pile ? { pile } : {}, t("Draw a card")),
        }))
        .filter(({ left }) => left > 0);
    const court = moves.of("court");
    const thieves = moves.all("thief").length > 0;
    return {
        lead: t("Your turn."),
        prompt: thieves
            ? t("Draw a card, call an auction, or touch what your thieves take.")
            : t("Draw a card or call an auction."),
        children:
            draws.length > 1 ? (
                <div class="loot-piles">
                    {draws.map(({ left, pile, choice }) => (
                        <CardBack
                            key={pile}
                            count={left}
                            {...choice}
                            label={t("Draw from a pile of {n}", { n: left })}
                        />
                    ))}
                </div>
            ) : undefined,
        main: thief
            ? {
                  text: tn("Take {n} card", "Take {n} cards", thief.take.length),
                  onPick: () => send(thief),
              }
            : { ...(draws[0]?.choice ?? {}), text: t("Draw") },
        second: { ...court, text: t("Call an auction"), hotkey: "C" },
        list: [...draws.map(({ choice }) => choice), court],
    };
}

function bidBar(
    at: LootPosition,
    moves: Moves,
    sendStaged: ActionBarProps["main"],
): ActionBarProps & { list: Choice[] } {
    const own = at.seats[at.you!]!;
    const cheques = [...own.up]
        .sort((a, b) => a - b)
        .map((value) => ({
            value,
            choice: moves.of("bid", { cheque: value }, t("Bid {sum}", { sum: money(value) })),
        }));
    const pass = moves.of("pass");
    const must = at.court && at.active === at.you && at.best === 0;
    const leader = at.leader === null ? "" : at.names[at.leader]!;
    const prompt = must
        ? t("Nobody has bid, and the auction is yours: bid any cheque.")
        : at.best > 0
          ? t("Beat {name}’s {sum}, or pass.", { name: leader, sum: money(at.best) })
          : t("Bid a cheque, or pass.");
    return {
        lead: t("Your bid."),
        prompt,
        tip:
            at.cheque > 0
                ? t("Who wins also takes the {sum} from the table, face down.", { sum: money(at.cheque) })
                : undefined,
        children: (
            <div class="loot-bids">
                {cheques.map(({ value, choice }) => (
                    <Cheque key={value} value={value} {...choice} />
                ))}
                {own.down.map((value) => (
                    <Cheque
                        key={`d${value}`}
                        value={value}
                        down
                        illegal={moves.of("bid", { cheque: value }).illegal ?? { text: "" }}
                    />
                ))}
            </div>
        ),
        main: sendStaged,
        second: { ...pass, text: t("Pass") },
        list: cheques.map(({ choice }) => choice),
    };
}

const ORDER: LootCard[] = GROUPS.flatMap(({ cards }) => cards);

/** Which cards the thieves take: toggled by touch, and a move as soon as the rules know it. */
function useThief(at: LootPosition, table: Props["table"], moves: Moves) {
    const taken = useSignal<number[]>([]);
    const choices = table.choices.value;
    useEffect(() => void (taken.value = []), [choices]);
    const toggle = (place: number) => {
        const next = taken.peek().includes(place)
            ? taken.peek().filter((i) => i !== place)
            : [...taken.peek(), place];
        if (next.length > 0 && !match(next))
            return refuse(whyNot(table, { by: at.you!, do: "thief", take: cards(next) }));
        taken.value = next;
    };
    const cards = (places: number[]) =>
        places.map((i) => at.lot[i]!.card).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
    const match = (places: number[]) => moves.find("thief", { take: cards(places) })?.line ?? null;
    return { taken: taken.value, toggle, line: taken.value.length > 0 ? match(taken.value) : null };
}

/** Passing before it is one's turn to bid: sent as soon as the rules allow it, forgotten with the auction. */
function usePassAhead(at: LootPosition, table: Props["table"], moves: Moves): ActionBarProps["second"] {
    const on = useSignal(false);
    const choices = table.choices.value;
    const own = at.you === null ? null : at.seats[at.you]!;
    const waits = at.phase === "auction" && !!own && own.in && own.said === null && own.up.length > 0;
    useEffect(() => {
        const due = on.peek() && choices.length > 0;
        if (!waits || due) on.value = false;
        const pass = due && moves.find("pass");
        if (pass) void table.play(pass.line);
    }, [waits, choices]);
    if (!waits || choices.length > 0) return undefined;
    return {
        text: on.value ? t("You will pass") : t("Pass ahead"),
        chosen: on.value,
        onPick: () => void (on.value = !on.peek()),
    };
}

function Move({
    at,
    table,
    thief,
    frame,
}: {
    at: LootPosition;
    table: Props["table"];
    thief: Thief | null;
    frame: Props["frame"];
}) {
    const moves = useMoves(table);
    const ahead = usePassAhead(at, table, moves);
    const yours = table.yourTurn.value;
    const bar = !yours
        ? null
        : at.phase === "auction"
          ? bidBar(at, moves, confirmation(moves, table.choices.value))
          : turnBar(at, moves, thief, (line) => void table.play(line));
    const court = bar && at.phase === "turn" ? bar.second?.onPick : undefined;
    useKeys({
        digit: (n) => bar?.list[n - 1]?.onPick?.(),
        other: court ? { c: court, d: () => bar?.list[0]?.onPick?.() } : {},
    });
    if (at.over || table.ended.value) return <OverBar at={at} frame={frame} />;
    if (!bar) return <ActionBar waiting prompt={waitingFor(at)} onUndo={undoing(table)} second={ahead} />;
    const { list: _, ...props } = bar;
    return <ActionBar {...props} onUndo={undoing(table)} class="loot-act" />;
}

/* ---- Hints ------------------------------------------------------------------------------------- */

/** What it does to you if another takes the lot: only gangsters are counted against each other. */
function harm({ toYou, up }: LootSeat): string | undefined {
    return toYou === 0 || up.length === 0
        ? undefined
        : t("and {points} for you: gangsters", { points: signed(toYou) });
}

function Hints({ at, table }: { at: LootPosition; table: Props["table"] }) {
    if (at.over) return null;
    const filled = at.lot.some(Boolean);
    const facts = table.facts();
    const coming = facts.cards.filter(({ left }) => left > 0);
    return (
        <HintPanel
            title={filled ? t("Worth of this lot") : t("What may come")}
            why={
                <>
                    {t("If the round ended now.")}{" "}
                    <a href={href("/rules/loot/L40")}>{t("How scoring works")}</a>
                </>
            }
        >
            {filled &&
                at.seats.map((seat, i) => (
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
                        note={harm(seat) ?? (seat.up.length === 0 ? t("can not bid any more") : undefined)}
                    />
                ))}
            <AdviceRows table={table} />
            <li class="loot-left">
                <details>
                    <summary>{t("Cards left")}</summary>
                    <ul>
                        {coming.map(({ card, name, left, chance }) => (
                            <li key={card}>
                                <Sym art={kindArt(kindOf(card))} />
                                <span>{name}</span>
                                <b class="num">{left}</b>
                                <span class="num muted">{percent(chance)}</span>
                            </li>
                        ))}
                    </ul>
                </details>
            </li>
        </HintPanel>
    );
}

/* ---- The whole --------------------------------------------------------------------------------- */

function LootTable({ table, at, frame, side }: Props) {
    const moves = useMoves(table);
    const thief = useThief(at, table, moves);
    const where = t("Round {n} of {all}", { n: Math.min(at.round, 3), all: 3 });
    return (
        <GameFrame
            at={at}
            look={isRa() ? "ra" : undefined}
            where={where}
            {...frame}
            side={
                <>
                    <Hints at={at} table={table} />
                    {side}
                </>
            }
        >
            <section class="table-top loot-table" aria-label={t("The table: lot, police and piles")}>
                <Police at={at} />
                <Lot at={at} taken={thief.taken} onTake={thief.toggle} table={table} />
            </section>
            <Estates at={at} />
            <Move at={at} table={table} thief={thief.line} frame={frame} />
            <RoundScore table={table} />
        </GameFrame>
    );
}

export const table: GameTable<LootTypes> = { View: LootTable, events };
