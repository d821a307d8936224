/* The estates of loot: a strip a player, with what is banked and what it would be if the round were scored now. */
import { useSignal } from "@preact/signals";
import type { ComponentProps } from "preact";
import type { LootPosition, LootSeat } from "../../engine";
import { number, signed, t } from "../../look/text";
import { Changed, Chip, Dialog, SeatMark, Sym, classes } from "../../parts";
import { isYou } from "../you";
import { Card, Tile } from "./card";
import { Cheque } from "./cheque";
import { businessesSaid, GROUPS, kindOf, money, pointsSaid, type Group } from "./estate";

/** The points of a group if the round were scored now; of businesses, before the last round, what they are made of. */
function GroupPoints({ at, seat, group }: { at: LootPosition; seat: LootSeat; group: Group }) {
    const points = seat.points[group.category];
    const tone = points > 0 ? "up" : points < 0 ? "loss" : undefined;
    if (group.late && at.round < 3)
        return (
            <span class="loot-points" key={businessesSaid(seat)} data-explain="group:businesses">
                {businessesSaid(seat)}
            </span>
        );
    return (
        <span
            class={classes("loot-points", tone)}
            key={`${points} ${businessesSaid(seat)}`}
            data-explain={`group:${group.category}`}
        >
            {signed(points)}
            {group.late && <span class="loot-points-why"> {businessesSaid(seat)}</span>}
        </span>
    );
}

/** In the last round the sum of the cheques counts, too. */
function ChequePoints({ at, seat }: { at: LootPosition; seat: LootSeat }) {
    const points = seat.points.cheques;
    if (at.round < 3 || points === 0) return null;
    return <span class={classes("loot-points num", points > 0 ? "up" : "loss")}>{signed(points)}</span>;
}

function Strip({ at, seat }: { at: LootPosition; seat: LootSeat }) {
    return (
        <div class="loot-strip">
            {GROUPS.map((group, i) => (
                <div
                    key={group.category}
                    class={`loot-group loot-g${i + 1}`}
                    role="group"
                    aria-label={group.name()}
                >
                    <ul>
                        {group.cards.map((card) => (
                            <li key={card}>
                                <Tile kind={kindOf(card)} count={seat.estate[card]} />
                            </li>
                        ))}
                    </ul>
                    <GroupPoints at={at} seat={seat} group={group} />
                </div>
            ))}
        </div>
    );
}

/** "bids 7,000" beside a name, "your bid: 7,000" beside "You". */
function bidSaid(at: LootPosition, seat: number, cheque: number): string {
    const sum = money(cheque);
    return isYou(at, seat) ? t("your bid: {sum}", { sum }) : t("bids {sum}", { sum });
}

function turnSaid(at: LootPosition, seat: number): string {
    if (at.phase === "auction") return isYou(at, seat) ? t("your bid") : t("to bid");
    return isYou(at, seat) ? t("your turn") : t("to play");
}

type Said = Pick<ComponentProps<typeof Chip>, "tone" | "icon"> & { text: string; idle?: boolean };

/** What a seat is about, in a word or two. */
function stateOf(at: LootPosition, seat: number): Said | null {
    const of = at.seats[seat]!;
    if (at.phase === "auction" && typeof of.said === "number")
        return { tone: "bid", text: bidSaid(at, seat, of.said) };
    if (at.phase === "auction" && of.said === "pass")
        return { text: isYou(at, seat) ? t("you pass") : t("passes") };
    if (at.actors.includes(seat)) return { tone: "turn", text: turnSaid(at, seat) };
    if (!at.over && of.up.length === 0) return { text: t("out of this round"), idle: true };
    if (at.winners.includes(seat)) return { tone: "good", icon: "i-star", text: t("winner") };
    return null;
}

function State({ text, idle, ...look }: Said) {
    const chip = <Chip {...look}>{text}</Chip>;
    return idle ? <span class="loot-idle">{chip}</span> : chip;
}

/** Is there a point in saying what it would be if the round were scored now? */
function isOpen(at: LootPosition): boolean {
    return !at.over && !at.scored;
}

/** Who would be ahead if the round were scored now; nobody where all are alike. */
function leads(at: LootPosition, seat: number): boolean {
    return at.ahead.length < at.seats.length && at.ahead.includes(seat);
}

/** What is banked, large; then what it would be now, with a star for whoever would be ahead. */
function Score({ at, seat }: { at: LootPosition; seat: number }) {
    const { score, ifScored } = at.seats[seat]!;
    const then = isOpen(at) ? `${ifScored} ${leads(at, seat)}` : "";
    return (
        <span class="loot-score num" data-explain="score">
            <Changed value={score} />
            <b key={`${score} ${then}`}>{number(score)}</b>
            {isOpen(at) && (
                <span key={`then ${score} ${then}`} class={classes("loot-then", leads(at, seat) && "ahead")}>
                    <span class="loot-arrow">→</span>
                    {number(ifScored)}
                    <Sym art="i-star" />
                </span>
            )}
        </span>
    );
}

function scoreSaid(at: LootPosition, seat: number): string {
    const name = at.names[seat]!;
    const { score, ifScored } = at.seats[seat]!;
    const said = { name, n: number(score), then: number(ifScored) };
    if (!isOpen(at)) return t("{name}, score {n}: show the estate", said);
    return leads(at, seat)
        ? t("{name}, score {n}, {then} if scored now and ahead: show the estate", said)
        : t("{name}, score {n}, {then} if scored now: show the estate", said);
}

/** Whose estate it is; without `onOpen` there is nothing to touch. */
function Who({ at, seat, onOpen }: { at: LootPosition; seat: number; onOpen?: () => void }) {
    const name = at.names[seat]!;
    const inside = (
        <>
            <SeatMark seat={seat} name={name} />
            <b>{name}</b>
            {at.away.includes(seat) && <Sym art="i-robot" label={t("away: a bot plays")} />}
            <Score at={at} seat={seat} />
        </>
    );
    if (!onOpen) return <div class="loot-who">{inside}</div>;
    return (
        <button type="button" class="loot-who" onClick={onOpen} aria-label={scoreSaid(at, seat)}>
            {inside}
        </button>
    );
}

function Seat({ at, seat, onOpen }: { at: LootPosition; seat: number; onOpen?: () => void }) {
    const of = at.seats[seat]!;
    const state = stateOf(at, seat);
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
            <Who at={at} seat={seat} onOpen={onOpen} />
            <div
                class="loot-cheques"
                // Where a word of another kind comes to stand beside them they are drawn anew.
                key={[...of.up, "", ...of.down, "", of.points.cheques, state && String(state.tone)].join()}
            >
                {of.up.map((value) => (
                    <Cheque
                        key={value}
                        small
                        value={value}
                        bid={at.phase === "auction" && of.said === value}
                        move={`cheque-${value}`}
                    />
                ))}
                {of.down.map((value) => (
                    <Cheque key={`d${value}`} small down value={value} move={`cheque-${value}`} />
                ))}
                <ChequePoints at={at} seat={of} />
            </div>
            <div class="loot-state">{state && <State {...state} />}</div>
            <Strip at={at} seat={of} />
        </li>
    );
}

export function Estates({ at, wall }: { at: LootPosition; wall?: boolean }) {
    const open = useSignal<number | null>(null);
    const last = at.you ?? 0;
    const order = at.seats.map((_, i) => (last + 1 + i) % at.seats.length);
    const shown = open.value;
    return (
        <section class="loot-estates" aria-label={t("Estates")}>
            <div class={classes("loot-heads", isOpen(at) && "open")} aria-hidden="true">
                <span>
                    {t("Points")}
                    {isOpen(at) && <> → {t("if scored now")}</>}
                </span>
                <div class="loot-strip">
                    {GROUPS.map(({ name, category }, i) => (
                        <span key={category} class={`loot-g${i + 1}`} data-explain={`group:${category}`}>
                            {name()}
                        </span>
                    ))}
                </div>
            </div>
            <ul>
                {order.map((seat) => (
                    <Seat
                        key={seat}
                        at={at}
                        seat={seat}
                        onOpen={wall ? undefined : () => void (open.value = seat)}
                    />
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
