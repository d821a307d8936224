/* The table of mice: players above, the pantry with its columns and the cat row, one's dice below. */
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type {
    Choice as LegalOf,
    MiceColumn,
    MiceDie,
    MiceEvent,
    MicePosition,
    MiceTypes,
} from "../../engine";
import type { Art } from "../../look/art";
import { useKeys } from "../../look/keys";
import { capital, list, percent, t, tn } from "../../look/text";
import {
    ActionBar,
    Button,
    Changed,
    HintPanel,
    HintRow,
    Meter,
    Sym,
    choiceProps,
    classes,
    type ActionBarProps,
    type Choice,
} from "../../parts";
import { events } from "./events";
import { isSame } from "../../shape";
import { FinalSheet } from "./score";
import { AdviceRows, GameFrame, OverBar, undoing, waitingFor } from "../game";
import type { GameProps, GameTable } from "../module";
import { confirmation, useMoves, type MoveOf, type Moves as MovesOf } from "../moves";
import { Die } from "./die";

type Props = GameProps<MiceTypes>;
type Legal = LegalOf<MiceEvent>;
type Moves = MovesOf<MiceEvent>;
type Place = MoveOf<MiceEvent, "place">;
type Kind = "mouse" | "support" | "candy";

/** A die in hand: its kind and its value; candy has none until it is placed. */
interface InHand {
    kind: Kind;
    value: number | null;
    key: string;
    /** It was rolled just now, and is seen to. */
    enter?: "roll";
}

const SHELVES: Record<MiceColumn["shelf"], Art> = {
    anna: "anna",
    candy: "jar",
    secure: "secure",
    greedy: "greedy",
    accountant: "accountant",
    sausages: "sausage",
};

/* ---- Players --------------------------------------------------------------------------------- */

/** Food as it lies on the table: cheese 10, crackers 5, sausages 1. */
function Food({ amount }: { amount: number }) {
    const pieces: Art[] = [
        ...Array<Art>(Math.floor(amount / 10)).fill("cheese"),
        ...Array<Art>(Math.floor((amount % 10) / 5)).fill("cracker"),
        ...Array<Art>(amount % 5).fill("sausage"),
    ];
    return (
        <span class="mice-food" aria-hidden="true">
            {pieces.map((art, i) => (
                <Sym key={i} art={art} />
            ))}
        </span>
    );
}

function Players({ at, steal }: { at: MicePosition; steal: (seat: number) => Choice }) {
    return (
        <ul class="mice-players" aria-label={t("Players")}>
            {at.seats.map((of, seat) => {
                const choice = steal(seat);
                const mine = seat === at.active && at.phase === "secure" ? at.sum : 0;
                const look = classes(
                    "mice-seat",
                    at.actors.includes(seat) && "turn",
                    seat === at.you && "me",
                    choice.legal && "legal",
                );
                const inside = (
                    <>
                        <Die
                            seat={seat}
                            value={Math.max(1, Math.min(6, of.free)) || 1}
                            label={t("{n} dice to roll", { n: of.free })}
                        />
                        <span class="mice-name">
                            {at.winners.includes(seat) && <Sym art="i-star" label={t("winner")} />}
                            {at.names[seat]}
                            {at.away.includes(seat) && <Sym art="i-robot" label={t("away: a bot plays")} />}
                        </span>
                        <span class="mice-safe num">
                            <Sym art="secure" />
                            <b>{of.safe}</b> <small data-clip>{t("of {goal} safe", { goal: at.goal })}</small>
                            <Changed value={of.safe} />
                        </span>
                        <span class="mice-exposed num">
                            <Sym art="sausage" />
                            <b>{of.exposed}</b> <small>{t("exposed")}</small>
                            <Changed value={of.exposed} />
                            {of.candy > 0 && (
                                <Sym art="candy" label={tn("{n} candy die", "{n} candy dice", of.candy)} />
                            )}
                        </span>
                        <Food amount={of.exposed} />
                        <Meter
                            value={of.safe}
                            max={at.goal}
                            could={mine}
                            label={t("{name}: safe food", { name: at.names[seat]! })}
                        />
                    </>
                );
                return (
                    <li key={seat} data-place={`seat-${seat}`}>
                        {choice.onPick ? (
                            <button class={look} {...choiceProps(choice)}>
                                {inside}
                            </button>
                        ) : (
                            <div class={look}>{inside}</div>
                        )}
                    </li>
                );
            })}
        </ul>
    );
}

/* ---- The pantry ------------------------------------------------------------------------------ */

function BoardDie({ die, move, just }: { die: MiceDie; move: string; just?: boolean }) {
    return (
        <Die
            value={die.value}
            seat={die.owner ?? 0}
            candy={die.candy}
            support={die.owner === null && !die.candy}
            move={move}
            enter="tray"
            leave={die.owner === null ? "cat" : `seat-${die.owner}`}
            just={just}
        />
    );
}

/** What a cell asks for: a number, any, or the same as below. */
function asks(cell: MiceColumn["cells"][number]): string {
    if (cell.ask > 0) return String(cell.ask);
    return cell.linked ? "=" : "∗";
}

function Column({
    at,
    column,
    tall,
    choice,
    onDrop,
}: {
    at: MicePosition;
    column: MiceColumn;
    tall: number;
    choice: Choice;
    onDrop?: () => void;
}) {
    const room = tall - column.cells.length;
    const shelf = (
        <span class="mice-shelf">
            <span class="mice-shelf-name">{column.name}</span>
            <span class="mice-shelf-art">
                <Sym art={SHELVES[column.shelf]} />
                {column.shelf === "sausages" && <b>{column.sausages}</b>}
            </span>
        </span>
    );
    const cells = column.cells
        .map((cell, i) => {
            const next = i === column.next;
            return (
                <span
                    key={i}
                    class={classes(
                        "mice-cell",
                        cell.die && "taken",
                        next && "next",
                        next && choice.legal && "legal",
                        cell.linked && "linked",
                    )}
                >
                    {cell.die ? (
                        <BoardDie
                            die={cell.die}
                            move={`d-${column.number}-${i}-${cell.die.owner}-${cell.die.value}`}
                        />
                    ) : (
                        <b>{asks(cell)}</b>
                    )}
                    {cell.pays > 0 && (
                        <span class="mice-pays" aria-hidden="true">
                            <Sym art="sausage" />
                            {cell.pays > 1 && cell.pays}
                        </span>
                    )}
                </span>
            );
        })
        .reverse();
    const dice = column.cells
        .map((cell) =>
            cell.die
                ? `${cell.die.value}${cell.die.owner === null ? "" : ` (${at.names[cell.die.owner]})`}`
                : asks(cell),
        )
        .join(", ");
    const label = `${t("Column {n}", { n: column.number })}, ${column.name}: ${dice}`;
    const inside = (
        <>
            {shelf}
            <span class="mice-cells">{cells}</span>
            <kbd aria-hidden="true">{column.number}</kbd>
        </>
    );
    const look = classes("mice-column", choice.legal && "open");
    const drop = onDrop && {
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => (event.preventDefault(), onDrop()),
    };
    const style = { "--room": room };
    if (choice.onPick || choice.illegal)
        return (
            <button
                class={look}
                style={style}
                {...choiceProps({ ...choice, label: choice.label ? `${choice.label}. ${label}` : label })}
                {...drop}
            >
                {inside}
            </button>
        );
    return (
        <div class={look} style={style} role="group" aria-label={label}>
            {inside}
        </div>
    );
}

function CatRow({ at, choice }: { at: MicePosition; choice: Choice }) {
    const { cat } = at;
    const cells = Array.from({ length: cat.grey + cat.red }, (_, i) => {
        const die = cat.dice[i];
        const legal = choice.legal && i === cat.dice.length;
        return (
            <span
                key={i}
                class={classes("mice-cell", i >= cat.grey && "red", legal && "legal", die && "taken")}
            >
                {die && <BoardDie die={die} move={`cat-${i}`} />}
            </span>
        );
    });
    const said =
        cat.takes === null
            ? t("The cat has no number yet.")
            : t("The cat takes every {n}; {room} to go.", { n: cat.takes, room: cat.room });
    const inside = (
        <>
            <span class="mice-cat-cells">{cells}</span>
            <span class="mice-cat-says">
                {cat.takes === null ? (
                    t("asleep")
                ) : (
                    <>
                        <small>{t("Cat number")}</small> <b>{cat.takes}</b>{" "}
                        <small>{t("{n} to go", { n: cat.room })}</small>
                    </>
                )}
            </span>
            <Sym art="cat" />
        </>
    );
    if (choice.onPick)
        return (
            <button
                class="mice-cat legal"
                data-place="cat"
                {...choiceProps({ ...choice, label: `${choice.label}. ${said}` })}
            >
                {inside}
            </button>
        );
    return (
        <div class="mice-cat" data-place="cat" role="group" aria-label={said}>
            {inside}
        </div>
    );
}

/* ---- Dice in hand ---------------------------------------------------------------------------- */

function diceOf(at: MicePosition, table: Props["table"]): InHand[] {
    const rolled = table.step.value?.event.line.do === "dice";
    const key = (kind: Kind, value: number | null, i: number) => `${kind}-${value}-${i}`;
    const candy = at.phase === "place" ? (at.seats[at.active]?.candy ?? 0) : 0;
    const enter = rolled ? ("roll" as const) : undefined;
    return [
        ...at.hand.map((value, i) => ({ kind: "mouse" as const, value, key: key("mouse", value, i), enter })),
        ...at.help.map((value, i) => ({
            kind: "support" as const,
            value,
            key: key("support", value, i),
            enter,
        })),
        ...Array.from({ length: candy }, (_, i) => ({
            kind: "candy" as const,
            value: null,
            key: key("candy", null, i),
        })),
    ];
}

function fits(die: InHand, line: MiceEvent): line is Place {
    return (
        line.do === "place" &&
        (line.die ?? "mouse") === die.kind &&
        (die.value === null || line.value === die.value)
    );
}

/** Which legal placement a touch on a column means: that of the die that is lifted, else of the first that fits. */
function placing(
    moves: Moves,
    dice: InHand[],
    chosen: InHand | null,
    column: number | "cat",
): Legal | undefined {
    const here = moves.all("place").filter(({ line }) => line.column === column);
    const order = chosen ? [chosen] : dice;
    for (const die of order) {
        const found = here.find(({ line }) => fits(die, line));
        if (found) return found;
    }
    return undefined;
}

interface Hand {
    dice: InHand[];
    chosen: Signal<string | null>;
    again: Signal<string[]>;
}

function useHand(at: MicePosition, table: Props["table"]): Hand {
    const chosen = useSignal<string | null>(null);
    const again = useSignal<string[]>([]);
    const choices = table.choices.value;
    const dice = diceOf(at, table);
    useEffect(() => {
        again.value = [];
        const firstThatFits = dice.find((die) => choices.some(({ line }) => fits(die, line)));
        chosen.value = firstThatFits?.key ?? null;
    }, [choices]);
    return { dice, chosen, again };
}

/* ---- Your move ------------------------------------------------------------------------------- */

interface Bar extends ActionBarProps {
    list: Choice[];
}

const buttons = (moves: Moves, legal: readonly Legal[]) =>
    legal.map((choice) => (
        <Button key={choice.text} {...moves.as(choice)} label={undefined}>
            {choice.text}
        </Button>
    ));

function turnBar(moves: Moves): Bar {
    const roll = moves.all("roll")[0];
    const back = moves.all("retrieve");
    const pass = moves.all("pass")[0];
    return {
        lead: t("Your turn."),
        prompt: roll
            ? back.length
                ? t("Roll, or take the dice of a column back: touch it.")
                : t("Roll your dice.")
            : t("Take the dice of a column back: touch it."),
        main: roll && { ...moves.as(roll), label: undefined, text: roll.text },
        second: pass && { ...moves.as(pass), text: pass.text },
        list: [...(roll ? [moves.as(roll)] : []), ...back.map((choice) => moves.as(choice))],
    };
}

/** Dice that are touched are rolled again. Dice that the cat sent back join in together. */
function rerollBar(at: MicePosition, moves: Moves, hand: Hand): Bar {
    const again = hand.again.value;
    const own = hand.dice.filter(({ kind }) => kind === "mouse");
    const back = again.includes("unrolled");
    const values = own
        .filter(({ key }) => again.includes(key))
        .map(({ value }) => value!)
        .sort((a, b) => a - b);
    const fields = back ? { values, unrolled: at.unrolled } : { values };
    const found = moves
        .all("reroll")
        .find(({ line }) => isSame(line.values, values) && (line.unrolled ?? 0) === (back ? at.unrolled : 0));
    const toggle = (key: string) =>
        void (hand.again.value = again.includes(key) ? again.filter((one) => one !== key) : [...again, key]);
    const support = moves.all("support")[0];
    const n = values.length + (back ? at.unrolled : 0);
    const list: Choice[] = own.map(({ key, value }) => ({
        legal: true,
        chosen: again.includes(key),
        onPick: () => toggle(key),
        label: t("Die {value}: roll again", { value: value! }),
    }));
    return {
        lead: t("Roll again?"),
        prompt: t("Touch the dice to roll again, or keep all."),
        list,
        children: (
            <div class="mice-tray" data-place="tray" style={{ "--n": own.length }}>
                {own.map((die, i) => (
                    <Die
                        key={die.key}
                        value={die.value!}
                        seat={at.active}
                        note={again.includes(die.key) ? t("again") : t("stays")}
                        move={`hand-${die.key}`}
                        enter={die.enter}
                        {...list[i]}
                    />
                ))}
                {at.unrolled > 0 && (
                    <Button onPick={() => toggle("unrolled")} chosen={back}>
                        {tn("{n} die that came back", "{n} dice that came back", at.unrolled)}
                    </Button>
                )}
                {support && (
                    <Button {...moves.as(support)} label={undefined}>
                        {support.text}
                    </Button>
                )}
            </div>
        ),
        main: found
            ? {
                  text: n === 0 ? t("Keep all") : tn("Roll {n} die again", "Roll {n} dice again", n),
                  onPick: () => moves.pick(found),
              }
            : { text: t("Keep all"), ...moves.of("reroll", fields) },
    };
}

function placeBar(at: MicePosition, moves: Moves, hand: Hand, table: Props["table"]): Bar {
    const done = moves.all("done")[0];
    const list = hand.dice.map((die): Choice => {
        const places = new Set(
            moves
                .all("place")
                .filter(({ line }) => fits(die, line))
                .map(({ line }) => line.column),
        ).size;
        const label =
            die.value === null
                ? t("Candy die, any value")
                : t("Die {value}: fits {n} places", { value: die.value, n: places });
        return {
            legal: places > 0,
            chosen: hand.chosen.value === die.key,
            label,
            onPick: () => void (hand.chosen.value = hand.chosen.value === die.key ? null : die.key),
        };
    });
    const chosen = hand.dice.find(({ key }) => key === hand.chosen.value);
    const count = (die: InHand) =>
        new Set(
            moves
                .all("place")
                .filter(({ line }) => fits(die, line))
                .map(({ line }) => line.column),
        ).size;
    const none = hand.dice.length === 0;
    const faces = none
        ? t("All dice are placed.")
        : chosen?.kind === "candy"
          ? t("Place the candy die.")
          : chosen
            ? t("Place your {value}.", { value: chosen.value! })
            : t("Place your dice.");
    return {
        lead: faces,
        prompt: none
            ? t("That is your turn.")
            : chosen
              ? tn("One place is lit.", "{n} places are lit.", count(chosen))
              : t("Choose a die, then a place."),
        list,
        children: none ? undefined : (
            <div class="mice-tray" data-place="tray" style={{ "--n": hand.dice.length }}>
                {hand.dice.map((die, i) => (
                    <span key={die.key} draggable onDragStart={() => void (hand.chosen.value = die.key)}>
                        <Die
                            value={die.value ?? "wild"}
                            seat={at.active}
                            candy={die.kind === "candy"}
                            support={die.kind === "support"}
                            move={`hand-${die.key}`}
                            enter={die.enter}
                            note={
                                die.value === null
                                    ? t("any")
                                    : count(die) > 0
                                      ? t("fits {n}", { n: count(die) })
                                      : t("no place")
                            }
                            {...list[i]}
                        />
                    </span>
                ))}
            </div>
        ),
        main: moves.staged
            ? confirmation(moves, table.choices.value)
            : done
              ? { ...moves.as(done), label: undefined, text: t("Done placing") }
              : undefined,
    };
}

function otherBar(at: MicePosition, moves: Moves, table: Props["table"]): Bar {
    const all = table.choices.value;
    const touch =
        at.phase === "anna" ? t("Push Anna’s die into a column: touch it.") : `${capital(at.moment)}.`;
    return {
        lead: at.phase === "anna" ? "Anna." : undefined,
        prompt: touch,
        list: all.map((choice) => moves.as(choice)),
        children: at.phase === "anna" ? undefined : <>{buttons(moves, all)}</>,
    };
}

function barOf(at: MicePosition, moves: Moves, hand: Hand, table: Props["table"]): Bar | null {
    if (table.choices.value.length === 0) return null;
    if (at.phase === "turn") return turnBar(moves);
    if (moves.all("reroll").length > 0) return rerollBar(at, moves, hand);
    if (at.phase === "place") return placeBar(at, moves, hand, table);
    return otherBar(at, moves, table);
}

function Tray({ at, table }: { at: MicePosition; table: Props["table"] }) {
    const dice = diceOf(at, table);
    if (dice.length === 0) return null;
    return (
        <div class="mice-tray quiet" data-place="tray">
            {dice.map((die) => (
                <Die
                    key={die.key}
                    value={die.value ?? "wild"}
                    seat={at.active}
                    candy={die.kind === "candy"}
                    support={die.kind === "support"}
                    move={`hand-${die.key}`}
                    enter={die.enter}
                />
            ))}
        </div>
    );
}

function Move({
    at,
    table,
    frame,
    moves,
    hand,
    columns,
}: Props & { moves: Moves; hand: Hand; columns: (n: number) => Choice }) {
    const bar = barOf(at, moves, hand, table);
    const digit = (n: number) =>
        (at.phase === "reroll" || at.phase === "help" ? bar?.list[n - 1] : columns(n))?.onPick?.();
    const next = () => {
        const usable = hand.dice.filter((die) => moves.all("place").some(({ line }) => fits(die, line)));
        const now = usable.findIndex(({ key }) => key === hand.chosen.peek());
        hand.chosen.value = usable[(now + 1) % usable.length]?.key ?? null;
    };
    useKeys({ digit, other: at.phase === "place" ? { " ": next, ArrowRight: next } : {} });
    if (at.over || table.ended.value) return <OverBar at={at} frame={frame} />;
    if (!bar)
        return (
            <ActionBar waiting prompt={waitingFor(at)} onUndo={undoing(table)} class="mice-act">
                <Tray at={at} table={table} />
            </ActionBar>
        );
    const { list: _, ...props } = bar;
    return (
        <ActionBar
            {...props}
            main={props.main ?? confirmation(moves, table.choices.value)}
            onUndo={undoing(table)}
            class="mice-act"
        />
    );
}

/* ---- Hints ----------------------------------------------------------------------------------- */

/** What a die does on a column: what it still needs above, or what is paid when it is complete. */
function after(column: MiceColumn, value: number): string {
    const above = column.cells.slice(column.next! + 1).map(asks);
    if (above.length > 0)
        return t("then {cells}", {
            cells: above.map((ask, i) => (i === 0 && ask === "=" ? value : ask)).join(" "),
        });
    return t("completes it: {reward}", { reward: column.reward });
}

/** The places of the die that is lifted. */
function PlaceHints({
    at,
    table,
    die,
}: {
    at: MicePosition;
    table: Props["table"];
    die: InHand & { value: number };
}) {
    const fitting = at.columns.filter((column) =>
        table.choices.value.some(({ line }) => fits(die, line) && line.column === column.number),
    );
    return (
        <HintPanel title={t("Where a {value} goes", { value: die.value })}>
            {fitting.map((column) => (
                <HintRow
                    key={column.number}
                    art={SHELVES[column.shelf]}
                    text={t("Column {n}: {shelf}", { n: column.number, shelf: column.name })}
                    note={after(column, die.value)}
                />
            ))}
            {fitting.length === 0 && <HintRow text={t("It fits no column now.")} />}
            <AdviceRows table={table} />
        </HintPanel>
    );
}

function Hints({ at, table, chosen }: { at: MicePosition; table: Props["table"]; chosen: InHand | null }) {
    const facts = table.facts();
    if (at.over) return null;
    if (at.phase === "place" && table.yourTurn.value && chosen && chosen.value !== null)
        return <PlaceHints at={at} table={table} die={{ ...chosen, value: chosen.value }} />;
    const useful = facts.columns.filter(({ next }) => next > 0);
    const earns = (column: MiceColumn) =>
        list(column.earns.map((food, seat) => (food > 0 ? `${at.names[seat]} ${food}` : "")).filter(Boolean));
    return (
        <HintPanel title={useful.length > 0 ? t("What the next roll may bring") : t("What the columns hold")}>
            {useful.map(({ column, next, whole, keep }) => {
                const of = at.columns[column - 1]!;
                return (
                    <HintRow
                        key={column}
                        art={SHELVES[of.shelf]}
                        text={t("Column {n}: {shelf}", { n: column, shelf: of.name })}
                        value={percent(next)}
                        share={next}
                        note={
                            [
                                whole > 0 ? t("all of it {chance}", { chance: percent(whole) }) : "",
                                keep.length > 0 ? t("keep {dice}", { dice: keep.join(" ") }) : "",
                            ]
                                .filter(Boolean)
                                .join(" · ") || undefined
                        }
                    />
                );
            })}
            {useful.length === 0 &&
                at.columns.map((of) => (
                    <HintRow
                        key={of.number}
                        art={SHELVES[of.shelf]}
                        text={t("Column {n}: {shelf}", { n: of.number, shelf: of.name })}
                        note={[of.reward, earns(of)].filter(Boolean).join(" · ")}
                    />
                ))}
            <AdviceRows table={table} />
        </HintPanel>
    );
}

/* ---- The whole ------------------------------------------------------------------------------- */

function MiceTable(props: Props) {
    const { table, at, frame, side } = props;
    const moves = useMoves(table);
    const hand = useHand(at, table);
    const where = t("First to {n} safe", { n: at.goal });
    const tall = Math.max(...at.columns.map(({ cells }) => cells.length));
    const chosen = hand.dice.find(({ key }) => key === hand.chosen.value) ?? null;
    const place = (column: number | "cat"): Choice => {
        const found = placing(moves, hand.dice, chosen, column);
        if (found) return moves.as(found);
        const value = chosen?.value ?? null;
        if (column === "cat" || value === null) return {};
        return moves.of("place", { value, column });
    };
    const columnChoice = (n: number): Choice => {
        if (at.phase === "place" && table.yourTurn.value) return place(n);
        const verb = at.phase === "anna" ? "anna" : at.phase === "turn" ? "retrieve" : null;
        const found = verb && moves.find(verb, { column: n });
        return found ? moves.as(found) : {};
    };
    const steal = (seat: number): Choice => {
        const found = at.phase === "steal" ? moves.find("steal", { from: seat }) : undefined;
        return found ? moves.as(found) : {};
    };
    return (
        <GameFrame
            at={at}
            where={where}
            {...frame}
            side={
                <>
                    <Hints at={at} table={table} chosen={chosen} />
                    {side}
                </>
            }
        >
            <Players at={at} steal={steal} />
            <section class="table-top mice-pantry" aria-label={t("The pantry")}>
                <ol class="mice-columns" style={{ "--tall": tall, "--n": at.columns.length }}>
                    {at.columns.map((column) => {
                        const choice = columnChoice(column.number);
                        return (
                            <li key={column.number}>
                                <Column
                                    at={at}
                                    column={column}
                                    tall={tall}
                                    choice={choice}
                                    onDrop={choice.legal ? choice.onPick : undefined}
                                />
                            </li>
                        );
                    })}
                </ol>
                <CatRow at={at} choice={at.phase === "place" && table.yourTurn.value ? place("cat") : {}} />
            </section>
            <Move {...props} moves={moves} hand={hand} columns={columnChoice} />
            {!frame.still && <FinalSheet table={table} at={at} />}
        </GameFrame>
    );
}

export const table: GameTable<MiceTypes> = { View: MiceTable, events };
