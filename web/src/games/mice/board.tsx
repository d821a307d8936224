/* What lies on the table of mice: the players with their food, the pantry with its columns, the cat row. */
import type { ComponentChildren } from "preact";
import type { MiceColumn, MiceDie, MicePosition } from "../../engine";
import type { Art } from "../../look/art";
import { t, tn } from "../../look/text";
import { Changed, Meter, Sym, choiceProps, classes, type Choice } from "../../parts";
import { asks, nameColumn, SHELVES, shortName, tellColumn } from "./columns";
import { Die } from "./die";

/* ---- Players --------------------------------------------------------------------------------- */

/** Food as it lies on the table: cheese 10, crackers 5, sausages 1. */
function Food({ amount }: { amount: number }) {
    const pieces: Art[] = [
        ...Array<Art>(Math.floor(amount / 10)).fill("cheese"),
        ...Array<Art>(Math.floor((amount % 10) / 5)).fill("cracker"),
        ...Array<Art>(amount % 5).fill("sausage"),
    ];
    return (
        <span class="mice-food" key={amount} aria-hidden="true">
            {pieces.map((art, i) => (
                <Sym key={i} art={art} />
            ))}
        </span>
    );
}

function SeatInside({ at, seat }: { at: MicePosition; seat: number }) {
    const of = at.seats[seat]!;
    const could = seat === at.active && at.phase === "secure" ? at.sum : 0;
    return (
        <>
            <Die
                seat={seat}
                count={of.free}
                label={tn("{n} die to roll", "{n} dice to roll", of.free)}
                explain={`free:${seat}`}
            />
            <span class="mice-name" key={`name ${at.winners.includes(seat)}`}>
                {at.winners.includes(seat) && <Sym art="i-star" label={t("winner")} />}
                {at.names[seat]}
                {at.away.includes(seat) && <Sym art="i-robot" label={t("away: a bot plays")} />}
            </span>
            <span class="mice-safe num" data-explain={`safe:${seat}`}>
                <span class="mice-sum" key={of.safe}>
                    <Sym art="secure" />
                    <b>{of.safe}</b> <small>/ {at.goal}</small> <span class="vh">{t("safe")}</span>
                </span>
                <Changed key={`${of.candy > 0}`} value={of.safe} />
            </span>
            <span class="mice-exposed num" data-explain={`exposed:${seat}`}>
                <span class="mice-sum" key={of.exposed}>
                    <Sym art="sausage" />
                    <b>{of.exposed}</b> <small>{t("exposed")}</small>
                </span>
                <Changed value={of.exposed} />
            </span>
            {of.candy > 0 && (
                <Sym art="candy" class="mice-candy" label={tn("{n} candy die", "{n} candy dice", of.candy)} />
            )}
            <Food amount={of.exposed} />
            <Meter
                value={of.safe}
                max={at.goal}
                could={could}
                label={t("{name}: safe food", { name: at.names[seat]! })}
            />
        </>
    );
}

export function Players({ at, steal }: { at: MicePosition; steal: (seat: number) => Choice }) {
    return (
        <ul class="mice-players" aria-label={t("Players")} style={{ "--seats": at.seats.length }}>
            {at.seats.map((_, seat) => {
                const choice = steal(seat);
                const look = classes(
                    "mice-seat",
                    at.actors.includes(seat) && "turn",
                    seat === at.you && "me",
                    choice.legal && "legal",
                );
                const inside = <SeatInside at={at} seat={seat} />;
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

/** A column as a thing to touch, and the cells that the touch is about. */
export interface Touch {
    choice: Choice;
    lit: (cell: MiceColumn["cells"][number], index: number) => boolean;
}

function BoardDie({ die, move }: { die: MiceDie; move: string }) {
    return (
        <Die
            value={die.value}
            seat={die.owner ?? 0}
            candy={die.candy}
            support={die.owner === null && !die.candy}
            move={move}
            enter="tray"
            leave={die.owner === null ? "cat" : `seat-${die.owner}`}
        />
    );
}

/** The shelf above a column, with the figure that it gives where there is one. */
function Shelf({ column }: { column: MiceColumn }) {
    const half = column.shelf === "greedy" || column.shelf === "accountant";
    const figure = half ? "½" : column.gift;
    return (
        <span class="mice-shelf" data-explain={`shelf:${column.number}`}>
            <span class="mice-shelf-name">{shortName(column)}</span>
            <span class="mice-shelf-art">
                <Sym art={SHELVES[column.shelf]} />
                {figure !== null && <b>{figure}</b>}
            </span>
        </span>
    );
}

function Cells({ column, touch }: { column: MiceColumn; touch: Touch }) {
    const cells = column.cells.map((cell, i) => (
        <span
            key={i}
            class={classes(
                "mice-cell",
                cell.die && "taken",
                i === column.next && "next",
                touch.choice.legal && touch.lit(cell, i) && "legal",
                cell.linked && "linked",
            )}
            data-explain={`cell:${column.number}:${i}`}
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
    ));
    return <span class="mice-cells">{cells.reverse()}</span>;
}

/** A column for ears: what stands there from below, what it needs, what it gives. */
function sayColumn(at: MicePosition, column: MiceColumn): string {
    const dice = column.cells.map((cell) => {
        if (!cell.die) return asks(cell);
        return cell.die.owner === null
            ? String(cell.die.value)
            : `${cell.die.value} (${at.names[cell.die.owner]})`;
    });
    return `${nameColumn(column)}: ${dice.join(", ")}. ${tellColumn(at, column)}`;
}

function Column({
    at,
    column,
    tall,
    touch,
}: {
    at: MicePosition;
    column: MiceColumn;
    tall: number;
    touch: Touch;
}) {
    const { choice } = touch;
    const label = sayColumn(at, column);
    const look = classes("mice-column", choice.legal && "open");
    const style = { "--room": tall - column.cells.length };
    const onDrop = choice.legal ? choice.onPick : undefined;
    const drop = onDrop && {
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => (event.preventDefault(), onDrop()),
    };
    const inside = (
        <>
            <Shelf column={column} />
            <Cells column={column} touch={touch} />
            <kbd aria-hidden="true">{column.number}</kbd>
        </>
    );
    if (choice.onPick || choice.illegal)
        return (
            <button
                class={look}
                style={style}
                data-explain={`shelf:${column.number}`}
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

function CatSays({ cat }: { cat: MicePosition["cat"] }) {
    return (
        <span class="mice-cat-says" key={`${cat.takes} ${cat.room}`}>
            {cat.takes === null ? (
                t("asleep")
            ) : (
                <>
                    <small>{t("Cat number")}</small> <b>{cat.takes}</b>{" "}
                    <small>{t("{n} to go", { n: cat.room })}</small>
                </>
            )}
        </span>
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
            <span class="mice-cat-cells" style={{ "--cells": cells.length }}>
                {cells}
            </span>
            <CatSays cat={cat} />
            <Sym art="cat" />
        </>
    );
    if (choice.onPick)
        return (
            <button
                class="mice-cat legal"
                data-place="cat"
                data-explain="cat"
                {...choiceProps({ ...choice, label: `${choice.label}. ${said}` })}
            >
                {inside}
            </button>
        );
    return (
        <div class="mice-cat" data-place="cat" data-explain="cat" role="group" aria-label={said}>
            {inside}
        </div>
    );
}

export function Pantry({
    at,
    touch,
    cat,
    children,
}: {
    at: MicePosition;
    touch: (column: number) => Touch;
    cat: Choice;
    /** Above the columns: what a wall shows of the dice in hand. */
    children?: ComponentChildren;
}) {
    const tall = Math.max(...at.columns.map(({ cells }) => cells.length));
    const many = at.columns.length > 10;
    return (
        <section class="table-top mice-pantry" aria-label={t("The pantry")}>
            {children}
            <div class="mice-well" style={{ "--tall": tall, "--n": at.columns.length }}>
                <ol class={classes("mice-columns", many && "many")}>
                    {at.columns.map((column) => (
                        <li key={column.number}>
                            <Column at={at} column={column} tall={tall} touch={touch(column.number)} />
                        </li>
                    ))}
                </ol>
            </div>
            <CatRow at={at} choice={cat} />
        </section>
    );
}
