/* The table of bars: players above, six houses as a street, the hand and the haggle below. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BarsBar, BarsCard, BarsEvent, BarsHouse, BarsPosition, BarsTypes } from "../../engine";
import { useKeys } from "../../look/keys";
import { href } from "../../look/address";
import { list, number, percent, t, tn } from "../../look/text";
import {
    ActionBar,
    Changed,
    HintPanel,
    HintRow,
    PlainDie,
    SeatMark,
    Sym,
    choiceProps,
    classes,
    type ActionBarProps,
    type Choice,
} from "../../parts";
import { events } from "./events";
import { FinalSheet } from "./score";
import { takenThisRound, type Taken } from "./takings";
import { AdviceRows, GameFrame, OverBar, undoing, waitingFor } from "../game";
import type { GameProps, GameTable } from "../module";
import { confirmation, useMoves, whyNot, type Moves as MovesOf } from "../moves";
import { BarCard, BarCardBack, BarSign } from "./card";
import { noteName } from "./flights";
import { BAR_NAMES } from "./houses";
import { Money, Note, Sums } from "./money";

type Props = GameProps<BarsTypes>;
type Moves = MovesOf<BarsEvent>;

function money(thousands: number): string {
    return number(thousands * 1000);
}

/* ---- Players --------------------------------------------------------------------------------- */

/** What a player is doing now, in a word or two. */
function doing(at: BarsPosition, seat: number): string {
    const of = at.seats[seat]!;
    if (at.over) return at.winners.includes(seat) ? t("winner") : "";
    if (at.phase === "choose") return of.done ? t("has chosen") : t("chooses");
    if (at.duel && (seat === at.duel.standing || seat === at.duel.challenger)) return t("duels");
    if (of.proposes) return t("proposes");
    if (of.offer !== null && of.haggles)
        return of.duels
            ? t("wants a duel")
            : of.done
              ? t("has answered")
              : t("offered {sum}", { sum: of.offer });
    if (of.haggles) return t("haggles");
    if (seat === at.croupier) return t("croupier");
    return of.played?.raid ? t("raids") : "";
}

function Players({ at }: { at: BarsPosition }) {
    return (
        <ul class={classes("bars-players", at.seats.length > 5 && "many")} aria-label={t("Players")}>
            {at.seats.map((of, seat) => (
                <li
                    key={seat}
                    class={classes(of.haggles && "in", at.actors.includes(seat) && "turn")}
                    data-place={`seat-${seat}`}
                >
                    <SeatMark seat={seat} name={at.names[seat]!} />
                    <span class="bars-name">
                        {at.names[seat]}
                        {at.away.includes(seat) && <Sym art="i-robot" label={t("away: a bot plays")} />}
                    </span>
                    <Money value={of.sum} />
                    <Changed value={of.sum} />
                    <span class="bars-tag">{doing(at, seat)}</span>
                </li>
            ))}
        </ul>
    );
}

/* ---- The street ------------------------------------------------------------------------------ */

/** What became of a house, or what goes on there. */
function fate(at: BarsPosition, house: BarsHouse, taken: Taken | undefined): string {
    if (at.over) return "";
    if (house.state === "now") return at.duel ? t("A duel") : at.haggle ? t("Haggling") : t("Settling");
    if (at.phase === "choose" || at.phase === "lay" || at.phase === "money" || at.phase === "deal") return "";
    const raids = house.played.filter(({ card }) => card.raid).length;
    if (house.played.length === 0) return t("Nobody came");
    if (raids === house.played.length) return t("Only a raid: the money stays");
    if (taken && taken.length > 0)
        return list(taken.map(({ seat, sum }) => `${at.names[seat]} ${money(sum)}`));
    if (house.state === "settled") return t("Settled");
    return raids > 0 ? t("A raid") : tn("{n} gambler", "{n} gamblers", house.played.length);
}

function House({
    at,
    house,
    taken,
    choice,
}: {
    at: BarsPosition;
    house: BarsHouse;
    taken: Taken | undefined;
    choice: Choice;
}) {
    const name = BAR_NAMES[house.bar];
    const said = fate(at, house, taken);
    const look = classes(
        "bars-house",
        `bars-c-${house.bar}`,
        house.state === "now" && "now",
        house.state === "settled" && "done",
        choice.legal && "legal",
        choice.chosen && "chosen",
    );
    const label = `${name}: ${money(house.sum)}. ${said}`;
    const inside = (
        <>
            <BarSign bar={house.bar} />
            <span class="bars-door">
                {house.played.map(({ seat, card }) => (
                    <BarCard
                        key={seat}
                        bar={card.bar}
                        raid={card.raid}
                        die={card.symbol}
                        owner={{ seat, name: at.names[seat]! }}
                        move={`played-${at.round}-${seat}`}
                        enter={`seat-${seat}`}
                        turn
                    />
                ))}
            </span>
            <span class="bars-till" data-place={`till-${house.bar}`}>
                <span class="bars-notes" aria-hidden="true">
                    {house.money.map((value, i) => (
                        <Note
                            key={i}
                            small
                            value={value}
                            move={noteName(house.bar, house.money, i)}
                            enter={`seat-${at.croupier}`}
                            leave={`seat-${at.haggle?.proposer ?? house.played[0]?.seat ?? 0}`}
                        />
                    ))}
                </span>
                <Money value={house.sum} />
            </span>
            <span class="bars-fate">
                {taken && taken.length > 0 && said && <Sym art="i-check" />}
                {said}
            </span>
        </>
    );
    if (choice.onPick || choice.illegal)
        return (
            <button class={look} {...choiceProps({ ...choice, label: choice.label ?? label })}>
                {inside}
            </button>
        );
    return (
        <div
            class={look}
            role="group"
            aria-label={label}
            aria-current={house.state === "now" ? "step" : undefined}
        >
            {inside}
        </div>
    );
}

function Street({ at, moves, table }: { at: BarsPosition; moves: Moves; table: Props["table"] }) {
    const taken = takenThisRound(table.events.value);
    const laying = moves.all("lay").length > 0;
    return (
        <section class="table-top bars-street" aria-label={t("The bars, settled from left to right")}>
            <ol class={classes(at.bars.length < 6 && "four")}>
                {at.bars.map((house) => (
                    <li key={house.bar}>
                        <House
                            at={at}
                            house={house}
                            taken={taken.get(house.bar)}
                            choice={
                                laying
                                    ? moves.of(
                                          "lay",
                                          { bar: house.bar },
                                          t("Lay {sum} at {bar}", {
                                              sum: money(at.free ?? 0),
                                              bar: BAR_NAMES[house.bar],
                                          }),
                                      )
                                    : {}
                            }
                        />
                    </li>
                ))}
            </ol>
        </section>
    );
}

/** On phones the house that is being settled opens as a strip of its own. */
function Spot({ at }: { at: BarsPosition }) {
    const house = at.bars.find(({ state }) => state === "now");
    if (!house || house.played.length === 0) return null;
    return (
        <section class={classes("bars-spot", `bars-c-${house.bar}`)} aria-hidden="true">
            <ul>
                {house.played.map(({ seat, card }) => (
                    <li key={seat}>
                        <BarCard
                            bar={card.bar}
                            raid={card.raid}
                            die={card.symbol}
                            owner={{ seat, name: at.names[seat]! }}
                        />
                        <b>{at.names[seat]}</b>
                    </li>
                ))}
            </ul>
            <span class="bars-notes">
                {house.money.map((value, i) => (
                    <Note key={i} small value={value} />
                ))}
            </span>
        </section>
    );
}

/** A duel: two cards, two dice, and what it takes. */
function Duel({ at }: { at: BarsPosition }) {
    const { duel } = at;
    if (!duel) return null;
    const side = (seat: number, die: number | null) => {
        const card = at.seats[seat]!.played!;
        return (
            <li class={classes(seat === at.you && "me")}>
                <SeatMark seat={seat} name={at.names[seat]!} />
                <b>{at.names[seat]}</b>
                <span class="bars-sum">
                    <PlainDie value={card.symbol} /> +{" "}
                    {die === null ? (
                        <span class="bars-unrolled">?</span>
                    ) : (
                        <span class="bars-rolled" data-move={`duel-${at.round}-${seat}`} data-enter="roll">
                            <PlainDie value={die} />
                        </span>
                    )}{" "}
                    {die !== null && <b class="num">= {card.symbol + die}</b>}
                </span>
            </li>
        );
    };
    return (
        <section class="bars-duel" aria-label={t("Duel at {bar}", { bar: BAR_NAMES[duel.bar] })}>
            <ol>
                {side(duel.standing, duel.die)}
                <li class="bars-against" aria-hidden="true">
                    <Sym art="i-duel" />
                </li>
                {side(duel.challenger, null)}
            </ol>
            <p>
                {duel.challenger === at.you
                    ? t("You win in {n} of 36 cases; a tie is enough.", { n: duel.cases })
                    : t("{name} wins in {n} of 36 cases; a tie is enough.", {
                          name: at.names[duel.challenger]!,
                          n: duel.cases,
                      })}
            </p>
        </section>
    );
}

/* ---- Your move ------------------------------------------------------------------------------- */

interface Bar extends ActionBarProps {
    list: Choice[];
}

function layBar(at: BarsPosition, moves: Moves): Bar {
    const list = at.bars.map(({ bar }) => moves.of("lay", { bar }));
    return {
        lead: t("You are the croupier."),
        prompt: t("Lay {sum} at any bar: touch it above.", { sum: money(at.free ?? 0) }),
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
                    </button>
                ))}
            </div>
        ),
    };
}

function chooseBar(at: BarsPosition, moves: Moves): Bar {
    const cards = at.hand.map((card) => ({
        card,
        choice: moves.of("play", { card: card.card }, t("Play {card}", { card: card.text })),
    }));
    return {
        lead: t("Choose a card."),
        prompt: t("Nobody sees it until all have chosen."),
        list: cards.map(({ choice }) => choice),
        children: (
            <div class="bars-hand-row">
                {cards.map(({ card, choice }, i) => (
                    <BarCard
                        key={`${card.card}-${i}`}
                        bar={card.bar}
                        raid={card.raid}
                        die={card.symbol}
                        {...choice}
                    />
                ))}
            </div>
        ),
    };
}

/** The whole pot as one bar: one sees one's own share shrink while one offers. */
function Shares({ at, sum }: { at: BarsPosition; sum: number }) {
    const { haggle } = at;
    if (!haggle) return null;
    const order = haggle.hagglers.filter((seat) => seat !== haggle.proposer);
    const offered = (seat: number) => (seat === haggle.to ? sum : (at.seats[seat]!.offer ?? 0));
    const kept = haggle.pot - order.reduce((all, seat) => all + offered(seat), 0);
    const parts = [
        { seat: haggle.proposer, share: kept },
        ...order.map((seat) => ({ seat, share: offered(seat) })),
    ];
    const said = parts.map(({ seat, share }) => `${at.names[seat]} ${money(share)}`).join(", ");
    return (
        <div
            class="bars-shares act-wide"
            role="img"
            aria-label={t("The proposal: {shares}", { shares: said })}
        >
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

function useOffer(at: BarsPosition, table: Props["table"], moves: Moves): Bar | null {
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
                <Shares at={at} sum={chosen ?? 0} />
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

function answerBar(at: BarsPosition, moves: Moves): Bar {
    const mine = at.seats[at.you!]!.offer ?? 0;
    const duel = moves.of("answer", { duel: true });
    const accept = moves.of("answer", { duel: false });
    const proposer = at.names[at.haggle!.proposer]!;
    const alone = at.haggle!.odds[0];
    return {
        lead: t("{name} offers you {sum}.", { name: proposer, sum: money(mine) }),
        prompt: t("Take it, or roll for {sum}.", { sum: money(at.haggle!.pot) }),
        tip: alone?.text,
        main: { ...accept, text: t("Take {sum}", { sum: money(mine) }) },
        second: { ...duel, text: t("Duel"), hotkey: "D" },
        children: <Shares at={at} sum={mine} />,
        list: [accept, duel],
    };
}

function Move({ at, table, moves, frame }: Props & { moves: Moves }) {
    const offer = useOffer(at, table, moves);
    const bar = moves.all("lay").length
        ? layBar(at, moves)
        : moves.all("play").length
          ? chooseBar(at, moves)
          : (offer ?? (moves.all("answer").length ? answerBar(at, moves) : null));
    const other: Record<string, () => void> =
        bar && at.phase === "answer"
            ? { d: () => bar.list[1]?.onPick?.() }
            : offer?.second?.onPick
              ? { Escape: offer.second.onPick }
              : {};
    useKeys({ digit: (n) => bar?.list[n - 1]?.onPick?.(), other });
    if (at.over || table.ended.value) return <OverBar at={at} frame={frame} />;
    if (!bar) {
        const chosen = at.phase === "choose" && at.chosen;
        return (
            <ActionBar waiting prompt={waitingFor(at)} onUndo={undoing(table)}>
                {chosen && (
                    <div class="bars-hand-row">
                        <BarCard bar={chosen.bar} raid={chosen.raid} die={chosen.symbol} chosen />
                    </div>
                )}
            </ActionBar>
        );
    }
    const { list: _, ...props } = bar;
    return (
        <ActionBar
            {...props}
            main={props.main ?? confirmation(moves, table.choices.value)}
            onUndo={undoing(table)}
            class="bars-act"
        />
    );
}

/* ---- The side -------------------------------------------------------------------------------- */

function Hand({ at }: { at: BarsPosition }) {
    if (at.you === null || at.over || at.hand.length === 0) return null;
    const key = (card: BarsCard, i: number) => `${card.card}-${i}`;
    return (
        <section class="panel bars-hand" aria-label={t("Your hand")}>
            <h2>{t("Your hand")}</h2>
            <ul>
                {at.hand.map((card, i) => (
                    <li key={key(card, i)}>
                        <BarCard bar={card.bar} raid={card.raid} die={card.symbol} />
                    </li>
                ))}
                {at.chosen && (
                    <li class="gone">
                        <BarCardBack label={t("Your chosen card")} />
                    </li>
                )}
            </ul>
        </section>
    );
}

/** Which duels a chance is about. */
function refusal(at: BarsPosition, refusers: number[]): string {
    const others = refusers.filter((seat) => seat !== at.you);
    if (at.you !== at.haggle!.proposer || others.length === 0) return t("If you ask for a duel");
    return t("Duel with {names}", { names: list(others.map((seat) => at.names[seat]!)) });
}

function HaggleHints({ at, table }: { at: BarsPosition; table: Props["table"] }) {
    return (
        <HintPanel
            title={t("If they refuse")}
            why={
                <>
                    {t("Your chance to win. In a tie whoever asked for the duel wins.")}{" "}
                    <a href={href("/rules/bars/B45")}>B45</a>
                </>
            }
        >
            {at.haggle!.odds.map(({ text, refusers, chance, pot, average }) => (
                <HintRow
                    key={text}
                    text={refusal(at, refusers)}
                    value={percent(chance)}
                    extra={t("of {sum}", { sum: money(pot) })}
                    share={chance}
                    note={t("{sum} on average", { sum: money(Math.round(average)) })}
                />
            ))}
            <AdviceRows table={table} />
        </HintPanel>
    );
}

function StreetHints({ table }: { table: Props["table"] }) {
    const facts = table.facts();
    const name = (bar: BarsBar) => BAR_NAMES[bar];
    return (
        <HintPanel
            title={t("Who may come")}
            why={t(
                "The chances that another player sends a gambler or a raid, from the cards that you can not see.",
            )}
        >
            {facts.bars.map(({ bar, sum, gambler, raid }) => (
                <HintRow
                    key={bar}
                    art={bar}
                    text={name(bar)}
                    value={money(sum)}
                    note={t("gambler {gambler}, raid {raid}", {
                        gambler: percent(gambler),
                        raid: percent(raid),
                    })}
                />
            ))}
            {facts.hand.map(({ card, worth }, i) => (
                <HintRow
                    key={`${card.card}-${i}`}
                    text={card.text}
                    value={t("about {sum}", { sum: money(Math.round(worth)) })}
                />
            ))}
            <AdviceRows table={table} />
        </HintPanel>
    );
}

function BarsTable(props: Props) {
    const { table, at, frame, side } = props;
    const moves = useMoves(table);
    const where = t("Round {n} of {all}", { n: at.round, all: at.rounds });
    const hints = at.over ? null : at.haggle && at.haggle.odds.length > 0 ? (
        <HaggleHints at={at} table={table} />
    ) : (
        <StreetHints table={table} />
    );
    return (
        <GameFrame
            at={at}
            where={where}
            {...frame}
            side={
                <>
                    <Hand at={at} />
                    {hints}
                    {side}
                </>
            }
        >
            <Players at={at} />
            <div class="bars-middle">
                <Street at={at} moves={moves} table={table} />
                <Spot at={at} />
                <Duel at={at} />
            </div>
            <Move {...props} moves={moves} />
            {!frame.still && <FinalSheet table={table} at={at} />}
        </GameFrame>
    );
}

export const table: GameTable<BarsTypes> = { View: BarsTable, events };
