/* Your move in loot: a card, an auction, what thieves take, or a cheque. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { LootCard, LootEvent, LootPosition, LootTypes } from "../../engine";
import { useKeys } from "../../look/keys";
import { keepSeen, lastSeen } from "../../look/seen";
import { settings } from "../../look/settings";
import { t, tn } from "../../look/text";
import { ActionBar, refuse, type ActionBarProps, type Choice } from "../../parts";
import type { Table } from "../../table";
import { OverBar, undoing, WaitingBar } from "../game";
import type { Frame } from "../module";
import { useMoves, whyNot, type MoveOf, type Moves as MovesOf } from "../moves";
import { Bids } from "./bids";
import { CardBack } from "./card";
import { Cheque } from "./cheque";
import { GROUPS, money } from "./estate";
import { isRa } from "./kinds";

type Moves = MovesOf<LootEvent>;
type Thief = MoveOf<LootEvent, "thief">;
type Bar = ActionBarProps & { list: Choice[] };

/** In your turn: a card, an auction, or what thieves take. */
function turnBar(at: LootPosition, moves: Moves, thief: Thief | null, send: (line: LootEvent) => void): Bar {
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
            ? t("Draw, call an auction, or touch what your thieves take.")
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

/** What is to be beaten, or that the auction is one's own. */
function bidPrompt(at: LootPosition): string {
    if (at.court && at.active === at.you && at.best === 0)
        return isRa()
            ? t("Nobody has bid: you must, with any wad of notes.")
            : t("Nobody has bid: you must, with any cheque.");
    if (at.leader === null) return isRa() ? t("Bid a wad of notes, or pass.") : t("Bid a cheque, or pass.");
    return t("Beat {name}’s {sum}, or pass.", { name: at.names[at.leader]!, sum: money(at.best) });
}

/** The main button of an auction: it sends the cheque that was taken up. Where one click bids there is none. */
function bidButton(moves: Moves): ActionBarProps["main"] {
    const { staged } = moves;
    if (staged?.do === "bid")
        return { text: t("Bid {sum}", { sum: money(staged.cheque) }), onPick: moves.send };
    if (!settings.value.confirm) return undefined;
    const first = isRa() ? t("Take up a wad of notes first.") : t("Take up a cheque first.");
    return { text: t("Bid"), illegal: { text: first } };
}

function bidBar(at: LootPosition, moves: Moves): Bar {
    const own = at.seats[at.you!]!;
    const cheques = own.up.map((value) => ({
        value,
        choice: moves.of("bid", { cheque: value }, t("Bid {sum}", { sum: money(value) })),
    }));
    const forbidden = (value: number) => moves.of("bid", { cheque: value }).illegal ?? { text: "" };
    return {
        lead: t("Your bid."),
        prompt: bidPrompt(at),
        tip:
            at.cheque > 0
                ? t("Who wins also takes the {sum} from the table, face down.", { sum: money(at.cheque) })
                : undefined,
        children: (
            <>
                <Bids at={at} />
                <div class="loot-bids">
                    {cheques.map(({ value, choice }) => (
                        <Cheque key={value} value={value} {...choice} />
                    ))}
                    {own.down.map((value) => (
                        <Cheque key={`d${value}`} value={value} down illegal={forbidden(value)} />
                    ))}
                </div>
            </>
        ),
        main: bidButton(moves),
        second: { ...moves.of("pass"), text: t("Pass") },
        list: cheques.map(({ choice }) => choice),
    };
}

const ORDER: LootCard[] = GROUPS.flatMap(({ cards }) => cards);

/** Which cards the thieves take: toggled by touch, and a move as soon as the rules know it. */
export function useThief(at: LootPosition, table: Table<LootTypes>, moves: Moves) {
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
    const mayTake = (place: number) =>
        !taken.value.includes(place) && match([...taken.value, place]) !== null;
    return { taken: taken.value, toggle, mayTake, line: taken.value.length > 0 ? match(taken.value) : null };
}

/** Says which auction of a game it is: no two have the same number. */
export function auctionNumber({ round, piles, lot, court, active }: LootPosition): number {
    const left = piles.reduce((sum, n) => sum + n, 0);
    return [round, left, lot.length, Number(court), active].reduce((sum, n) => sum * 200 + n);
}

/** Passing before it is one's turn to bid: sent as soon as the rules allow it, forgotten with the auction. At a table of the
 * server it is kept: the page may be loaded again meanwhile. */
function usePassAhead(
    at: LootPosition,
    table: Table<LootTypes>,
    moves: Moves,
    id: string | undefined,
): ActionBarProps["second"] {
    const passed = useSignal(id ? lastSeen(`${id}.pass`) : null);
    const auction = auctionNumber(at);
    const on = passed.value === auction;
    const change = (to: number) => {
        passed.value = to;
        if (id) keepSeen(`${id}.pass`, to);
    };
    const choices = table.choices.value;
    const own = at.you === null ? null : at.seats[at.you]!;
    const waits = at.phase === "auction" && !!own && own.in && own.said === null && own.up.length > 0;
    useEffect(() => {
        if (!on || choices.length === 0) return;
        change(0);
        const pass = moves.find("pass");
        if (pass) void table.play(pass.line);
    }, [choices]);
    if (!waits || at.actors.includes(at.you!)) return undefined; /* in one's turn it is said, or on its way */
    return {
        text: on ? t("You will pass") : t("Pass ahead"),
        chosen: on,
        onPick: () => change(on ? 0 : auction),
    };
}

export function Move({
    at,
    table,
    thief,
    frame,
}: {
    at: LootPosition;
    table: Table<LootTypes>;
    thief: Thief | null;
    frame: Frame;
}) {
    const moves = useMoves(table, ["bid"]);
    const ahead = usePassAhead(at, table, moves, frame.id);
    const send = (line: LootEvent) => void table.play(line);
    const yours = table.yourTurn.value;
    const bar = !yours ? null : at.phase === "auction" ? bidBar(at, moves) : turnBar(at, moves, thief, send);
    const court = bar && at.phase === "turn" ? bar.second?.onPick : undefined;
    useKeys({
        digit: (n) => bar?.list[n - 1]?.onPick?.(),
        other: court ? { c: court, d: () => bar?.list[0]?.onPick?.() } : {},
    });
    if (at.over || table.ended.value) return <OverBar table={table} at={at} frame={frame} />;
    if (!bar)
        return (
            <WaitingBar table={table} at={at} second={ahead} class="loot-act">
                <Bids at={at} />
            </WaitingBar>
        );
    const { list: _, ...props } = bar;
    return <ActionBar {...props} onUndo={undoing(table)} class="loot-act" />;
}
