/* Your move in bars: laying, choosing, offering, answering, and looking at a duel. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BarsCard, BarsPosition, BarsTypes } from "../../engine";
import { href } from "../../look/address";
import { useKeys } from "../../look/keys";
import { settings } from "../../look/settings";
import { t } from "../../look/text";
import { ActionBar, Sym, choiceProps, classes, type ActionBarProps, type Choice } from "../../parts";
import type { Table } from "../../table";
import { OverBar, undoing, WaitingBar } from "../game";
import type { GameProps } from "../module";
import { whyNot } from "../moves";
import { BarCard } from "./card";
import { DuelCases, DuelSides, isOfDuel, verdict } from "./duel";
import { BAR_NAMES } from "./houses";
import { Sums, money } from "./money";
import type { BarsMoves } from "./moves";
import { cardOut, worths } from "./outlook";

interface Bar extends ActionBarProps {
    list: Choice[];
}

function layBar(at: BarsPosition, moves: BarsMoves): Bar {
    const list = at.bars.map(({ bar }) => moves.of("lay", { bar }));
    return {
        lead: t("You are the croupier."),
        prompt: t("Lay {sum} at any bar.", { sum: money(at.free ?? 0) }),
        list,
        children: (
            <div class="act-wide bars-lay-row">
                {at.bars.map(({ bar }, i) => (
                    <button
                        key={bar}
                        class={classes("bars-lay", `bars-c-${bar}`)}
                        {...choiceProps({ ...list[i]!, label: BAR_NAMES[bar] })}
                    >
                        <Sym art={bar} />
                        <span aria-hidden="true">{BAR_NAMES[bar]}</span>
                    </button>
                ))}
            </div>
        ),
    };
}

/** The hand, shown once and where it is played: what each card is, and what it is worth about. */
function Hand({ cards }: { cards: readonly { card: BarsCard; worth?: number; choice: Choice }[] }) {
    return (
        <ul class="bars-hand-row" aria-label={t("Your hand")}>
            {cards.map(({ card, worth, choice }, i) => (
                <li key={`${card.card}-${i}`} class={classes(choice.chosen && "chosen")}>
                    <BarCard bar={card.bar} raid={card.raid} die={card.symbol} {...choice} />
                    <span class="bars-hand-said" aria-hidden="true">
                        <span class="bars-hand-kind">
                            {card.raid
                                ? t("raid {symbol}", { symbol: card.symbol })
                                : t("gambler {symbol}", { symbol: card.symbol })}
                        </span>
                        {worth !== undefined && <b class="num">≈ {money(worth)}</b>}
                    </span>
                </li>
            ))}
        </ul>
    );
}

function chooseBar(at: BarsPosition, table: Table<BarsTypes>, moves: BarsMoves): Bar {
    const worth = worths(table);
    const cards = at.hand.map((card) => ({
        card,
        worth: worth.get(card.card),
        choice: moves.of("play", { card: card.card }, t("Play {card}", { card: card.text })),
    }));
    const out = cardOut(at, moves);
    return {
        lead: t("Choose a card."),
        prompt: t("Nobody sees it until all have chosen."),
        list: cards.map(({ choice }) => choice),
        children: <Hand cards={cards} />,
        main: out
            ? {
                  text: out.raid ? t("Send the raid") : t("Send the gambler"),
                  label: t("Play {card}", { card: out.text }),
                  onPick: moves.send,
              }
            : settings.value.confirm
              ? { text: t("Choose a card"), illegal: { text: t("Choose a card first.") } }
              : undefined,
    };
}

/** Cards as the hand has them: by bar, gamblers first, by symbol. */
function inOrder(at: BarsPosition, cards: BarsCard[]): BarsCard[] {
    const rank = ({ bar, raid, symbol }: BarsCard) =>
        at.bars.findIndex((house) => house.bar === bar) * 12 + Number(raid) * 6 + symbol;
    return cards.sort((one, other) => rank(one) - rank(other));
}

/** While others think: one's cards stay where they are, the one that was sent is lifted. */
function WaitBar({ at, table }: GameProps<BarsTypes>) {
    const chosen = at.phase === "choose" ? at.chosen : null;
    const cards = chosen ? inOrder(at, [...at.hand, chosen]) : at.hand;
    return (
        <WaitingBar class="bars-act" table={table} at={at}>
            {at.you !== null && (
                <Hand
                    cards={cards.map((card) => ({ card, choice: card === chosen ? { chosen: true } : {} }))}
                />
            )}
        </WaitingBar>
    );
}

/** The whole pot as one bar: one sees one's own share shrink while one offers. Before a sum is chosen the rest is nobody's. */
function Shares({ at, sum }: { at: BarsPosition; sum: number | null }) {
    const { haggle } = at;
    if (!haggle) return null;
    const order = haggle.hagglers.filter((seat) => seat !== haggle.proposer);
    const offered = (seat: number) => (seat === haggle.to ? (sum ?? 0) : (at.seats[seat]!.offer ?? 0));
    const rest = haggle.pot - order.reduce((all, seat) => all + offered(seat), 0);
    const named = order.map((seat) => ({ seat, share: offered(seat) }));
    const parts =
        sum === null
            ? named.filter(({ share }) => share > 0)
            : [{ seat: haggle.proposer, share: rest }, ...named];
    const left = sum === null ? t("to be split: {sum}", { sum: money(rest) }) : "";
    const said = [...parts.map(({ seat, share }) => `${at.names[seat]} ${money(share)}`), left];
    return (
        <div
            class="bars-shares act-wide"
            key={said.join()}
            data-explain="share"
            role="img"
            aria-label={t("The proposal: {shares}", { shares: said.filter(Boolean).join(", ") })}
        >
            {left && (
                <span class="bars-rest" style={{ flex: rest }}>
                    {left}
                </span>
            )}
            {parts
                .filter(({ share }) => share > 0)
                .map(({ seat, share }) => (
                    <span
                        key={seat}
                        class={classes(`seat-p${seat + 1}`, seat === haggle.to && "open")}
                        style={{ flex: share }}
                    >
                        {at.names[seat]} {share}
                    </span>
                ))}
        </div>
    );
}

function useOffer(at: BarsPosition, table: Table<BarsTypes>, moves: BarsMoves): Bar | null {
    const sum = useSignal<number | null>(null);
    const to = at.haggle?.to ?? null;
    useEffect(() => void (sum.value = null), [to, at.number]);
    const { haggle } = at;
    if (!haggle || to === null || moves.all("offer").length === 0) return null;
    const chosen = sum.value;
    const left =
        haggle.pot -
        haggle.hagglers.reduce((all, seat) => all + (seat === to ? 0 : (at.seats[seat]!.offer ?? 0)), 0);
    const options = Array.from({ length: left / 5 + 1 }, (_, i) => 5 * i);
    const why = (value: number) =>
        haggle.payable.includes(value)
            ? undefined
            : whyNot(table, { by: at.you!, do: "offer", to, sum: value });
    const legal = chosen === null ? undefined : moves.find("offer", { to, sum: chosen });
    const name = at.names[to]!;
    return {
        lead: t("Split {sum}.", { sum: money(haggle.pot) }),
        prompt: t("What do you offer {name}?", { name }),
        children: (
            <>
                <Shares at={at} sum={chosen} />
                <Sums
                    label={t("Offer to {name}, in thousands", { name })}
                    options={options}
                    chosen={chosen ?? undefined}
                    onPick={(value) => void (sum.value = value)}
                    why={why}
                />
            </>
        ),
        main: legal
            ? {
                  text: t("Offer {name} {sum}", { name, sum: money(chosen!) }),
                  onPick: () => void table.play(legal.line),
              }
            : { text: t("Choose a sum"), illegal: { text: t("Choose a sum first.") } },
        second:
            chosen === null
                ? undefined
                : { text: t("Back"), onPick: () => void (sum.value = null), hotkey: "Esc" },
        list: options.map((value) => ({ onPick: () => (why(value) ? undefined : void (sum.value = value)) })),
    };
}

/** Which of the two answers is the bright one: an offer below what a duel brings on average never is. */
function better(offer: number, duel: number): "take" | "duel" | null {
    if (offer > 0 && offer >= duel) return "take";
    return 2 * offer <= duel && duel > 0 ? "duel" : null;
}

function answerBar(at: BarsPosition, moves: BarsMoves): Bar {
    const mine = at.seats[at.you!]!.offer ?? 0;
    const alone = at.haggle!.odds[0]!;
    const bright = better(mine, alone.average);
    const duel = { ...moves.of("answer", { duel: true }), text: t("Duel") };
    const take = { ...moves.of("answer", { duel: false }), text: t("Take {sum}", { sum: money(mine) }) };
    return {
        lead: t("{name} offers you {sum}.", { name: at.names[at.haggle!.proposer]!, sum: money(mine) }),
        prompt: t("Take it, or roll for {sum}.", { sum: money(alone.pot) }),
        tip: alone.text,
        main:
            bright === "duel" ? duel : { ...take, plain: bright === null, hotkey: bright ? undefined : "T" },
        second: bright === "duel" ? { ...take, hotkey: "T" } : { ...duel, hotkey: "D" },
        children: <Shares at={at} sum={mine} />,
        list: [take, duel],
    };
}

/** A duel is looked at; who is in it goes on when the end was seen. */
function DuelBar({ at, table, frame }: GameProps<BarsTypes>) {
    const duel = at.duel!;
    const { lead, prompt } = verdict(at, duel);
    const isEnd = duel.winner !== null;
    const toSee = isEnd && isOfDuel(at) && !frame.still;
    return (
        <ActionBar
            class="bars-act"
            waiting={!isEnd}
            lead={lead}
            prompt={
                duel.tie ? (
                    <>
                        {prompt} <a href={href("/rules/bars/B45")}>B45</a>
                    </>
                ) : (
                    prompt
                )
            }
            main={toSee ? { text: t("Continue"), onPick: () => table.goOn() } : undefined}
        >
            <div class="act-wide bars-duel-row">
                <DuelSides at={at} />
                <DuelCases at={at} />
            </div>
        </ActionBar>
    );
}

export function Move(props: GameProps<BarsTypes> & { moves: BarsMoves }) {
    const { at, table, moves, frame } = props;
    const offer = useOffer(at, table, moves);
    const bar = moves.all("lay").length
        ? layBar(at, moves)
        : moves.all("play").length
          ? chooseBar(at, table, moves)
          : (offer ?? (moves.all("answer").length ? answerBar(at, moves) : null));
    const other: Record<string, () => void> =
        bar && at.phase === "answer"
            ? { t: () => bar.list[0]?.onPick?.(), d: () => bar.list[1]?.onPick?.() }
            : offer?.second?.onPick
              ? { Escape: offer.second.onPick }
              : {};
    useKeys({ digit: (n) => bar?.list[n - 1]?.onPick?.(), other });
    if (at.over || table.ended.value) return <OverBar table={table} at={at} frame={frame} />;
    if (at.duel) return <DuelBar {...props} />;
    if (!bar) return <WaitBar {...props} />;
    const { list: _, ...asked } = bar;
    return <ActionBar {...asked} onUndo={undoing(table)} class="bars-act" />;
}
