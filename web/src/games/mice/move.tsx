/* Your move: the dice in hand and what can be done with them, one bar for each phase of a turn. */
import type { MicePosition, MiceTypes } from "../../engine";
import { useKeys } from "../../look/keys";
import { capital, list, t, tn } from "../../look/text";
import { ActionBar, Button, classes, type ActionBarProps, type Choice } from "../../parts";
import { isSame } from "../../shape";
import { OverBar, undoing, WaitingBar } from "../game";
import type { GameProps } from "../module";
import { confirmation } from "../moves";
import { shortName } from "./columns";
import { Die } from "./die";
import { diceOf, fits, placesOf, UNROLLED, type Hand, type InHand, type Legal, type Moves } from "./hand";

type Props = GameProps<MiceTypes>;
type MiceTable = Props["table"];

/** An action bar, and what the digits of the keyboard choose. */
interface Bar extends ActionBarProps {
    list: Choice[];
}

/* ---- The tray --------------------------------------------------------------------------------- */

interface InTray extends InHand {
    choice?: Choice;
    note?: string;
}

const isMany = (dice: readonly InHand[]) => dice.length > 8;

/** Dice side by side: to be touched, or of somebody else and to be looked at. */
function Tray({ at, dice, hand }: { at: MicePosition; dice: InTray[]; hand?: Hand }) {
    return (
        <div
            key={dice.length}
            class={classes("mice-tray", isMany(dice) && "many")}
            data-place="tray"
            style={{ "--count": dice.length }}
        >
            {dice.map(({ key, kind, value, enter, choice, note }, i) => (
                <span
                    key={`${key} ${i} ${dice.length}`}
                    draggable={hand !== undefined}
                    onDragStart={() => void (hand && (hand.chosen.value = key))}
                >
                    <Die
                        value={value ?? (kind === "candy" ? "wild" : undefined)}
                        seat={at.active}
                        candy={kind === "candy"}
                        support={kind === "support"}
                        move={`hand-${key}`}
                        enter={enter}
                        explain={`die:${kind}`}
                        note={note}
                        {...choice}
                    />
                </span>
            ))}
        </div>
    );
}

/* ---- Rolling ---------------------------------------------------------------------------------- */

function turnBar(moves: Moves): Bar {
    const roll = moves.all("roll")[0];
    const back = moves.all("retrieve");
    const pass = moves.all("pass")[0];
    return {
        lead: t("Your turn."),
        prompt: roll
            ? back.length
                ? t("Roll, or touch a column to take your lit dice back from it.")
                : t("Roll your dice.")
            : t("Touch a column to take your lit dice back from it."),
        main: roll && { ...moves.as(roll), label: undefined, text: roll.text },
        second: pass && { ...moves.as(pass), text: pass.text },
        list: [...(roll ? [moves.as(roll)] : []), ...back.map((choice) => moves.as(choice))],
    };
}

/** The dice that may be rolled again: those that show a value, and those that the cat sent back, which join in together. */
function rerollDice(at: MicePosition, hand: Hand): InTray[] {
    const again = hand.again.value;
    const toggle = (key: string) => () =>
        void (hand.again.value = again.includes(key) ? again.filter((one) => one !== key) : [...again, key]);
    const touch = (key: string, label: string): Pick<InTray, "choice" | "note"> => ({
        choice: { legal: true, chosen: again.includes(key), onPick: toggle(key), label },
        note: again.includes(key) ? t("again") : t("stays"),
    });
    const own = hand.dice.filter(({ kind }) => kind === "mouse");
    return [
        ...own.map((die) => ({
            ...die,
            ...touch(die.key, t("Die {value}: roll again", { value: die.value! })),
        })),
        ...Array.from({ length: at.unrolled }, (_, i) => ({
            kind: "mouse" as const,
            value: null,
            key: `back-${i}`,
            ...touch(UNROLLED, tn("{n} die that came back", "{n} dice that came back", at.unrolled)),
        })),
    ];
}

function rerollBar(at: MicePosition, moves: Moves, hand: Hand): Bar {
    const again = hand.again.value;
    const unrolled = again.includes(UNROLLED) ? at.unrolled : 0;
    const values = hand.dice
        .filter(({ key, kind }) => kind === "mouse" && again.includes(key))
        .map(({ value }) => value!)
        .sort((a, b) => a - b);
    const found = moves
        .all("reroll")
        .find(({ line }) => isSame(line.values, values) && (line.unrolled ?? 0) === unrolled);
    const support = moves.all("support")[0];
    const dice = rerollDice(at, hand);
    const n = values.length + unrolled;
    const text = n === 0 ? t("Keep all") : tn("Roll {n} die again", "Roll {n} dice again", n);
    return {
        lead: t("Roll again?"),
        prompt: t("Touch dice for it."),
        list: dice.map(({ choice }) => choice!),
        children: <Tray at={at} dice={dice} />,
        second: support && { ...moves.as(support), label: undefined, text: support.text },
        main: found
            ? { text, onPick: () => moves.pick(found) }
            : { text, ...moves.of("reroll", unrolled ? { values, unrolled } : { values }) },
    };
}

/* ---- Placing ---------------------------------------------------------------------------------- */

function longNote(die: InHand, places: number): string {
    if (die.value === null) return t("any");
    return places > 0 ? t("fits {n}", { n: places }) : t("no place");
}

/** Where many dice leave no room for words: the number of places alone. */
function shortNote(die: InHand, places: number): string {
    if (die.value === null) return "∗";
    return places > 0 ? String(places) : "–";
}

function placeDice(moves: Moves, hand: Hand): InTray[] {
    const lift = (key: string) => () => {
        hand.asked.value = null;
        hand.chosen.value = hand.chosen.value === key ? null : key;
    };
    return hand.dice.map((die) => {
        const places = placesOf(die, moves);
        return {
            ...die,
            note: isMany(hand.dice) ? shortNote(die, places) : longNote(die, places),
            choice: {
                legal: places > 0,
                chosen: hand.chosen.value === die.key,
                onPick: lift(die.key),
                label:
                    die.value === null
                        ? t("Candy die, any value")
                        : t("Die {value}: fits {n} places", { value: die.value, n: places }),
            },
        };
    });
}

/** The first words of a placement, and the sentence. */
function sayPlacing(moves: Moves, hand: Hand, chosen: InHand | undefined): Pick<Bar, "lead" | "prompt"> {
    if (hand.dice.length === 0) return { lead: t("All dice are placed."), prompt: t("That is your turn.") };
    if (!chosen) return { lead: t("Place your dice."), prompt: t("Choose a die, then a place.") };
    const places = placesOf(chosen, moves);
    return {
        lead:
            chosen.value === null
                ? t("Place the candy die.")
                : t("Place your {value}.", { value: chosen.value }),
        prompt: tn("One place is lit.", "{n} places are lit.", places),
    };
}

/** The columns that the dice in hand can complete now. */
function placeTip(at: MicePosition, table: MiceTable): string | undefined {
    const within = table.facts().completes.map((n) => at.columns[n - 1]!);
    const columns = within
        .filter(({ next }) => next !== null)
        .map((column) => `${column.number} (${shortName(column)})`);
    return columns.length > 0 ? t("Can be completed: {columns}.", { columns: list(columns) }) : undefined;
}

function placeBar(at: MicePosition, moves: Moves, hand: Hand, table: MiceTable): Bar {
    const done = moves.all("done")[0];
    const dice = placeDice(moves, hand);
    const chosen = hand.dice.find(({ key }) => key === hand.chosen.value);
    return {
        ...sayPlacing(moves, hand, chosen),
        tip: placeTip(at, table),
        list: dice.map(({ choice }) => choice!),
        children: dice.length > 0 && <Tray at={at} dice={dice} hand={hand} />,
        main: moves.staged
            ? confirmation(moves, table.choices.value)
            : done && { ...moves.as(done), label: undefined, text: t("Done") },
    };
}

/** A candy die on a column that takes several values: as which? */
function candyBar(at: MicePosition, moves: Moves, hand: Hand, column: number): Bar {
    const legal = moves.all("place").filter(({ line }) => line.column === column && line.die === "candy");
    const dice: InTray[] = legal.map((choice) => ({
        kind: "candy",
        value: choice.line.value,
        key: `as-${choice.line.value}`,
        choice: moves.as(choice),
    }));
    return {
        lead: t("Candy."),
        prompt: t("Which number shall it be in column {n}?", { n: column }),
        list: dice.map(({ choice }) => choice!),
        children: <Tray at={at} dice={dice} />,
        second: { text: t("Somewhere else"), onPick: () => void (hand.asked.value = null) },
    };
}

/* ---- What shelves ask ------------------------------------------------------------------------- */

const buttons = (moves: Moves, legal: readonly Legal[]) => (
    <div class={classes("mice-buttons", legal.length > 2 && "many")}>
        {legal.map((choice) => (
            <Button key={choice.text} {...moves.as(choice)} label={undefined}>
                {choice.text}
            </Button>
        ))}
    </div>
);

function secureBar(at: MicePosition, moves: Moves): Bar {
    const secure = moves.all("secure")[0];
    const skip = moves.all("skip")[0];
    return {
        lead: t("Into the bag?"),
        prompt: t("Only safe food counts; {n} of {goal} are safe.", {
            n: at.seats[at.active]!.safe,
            goal: at.goal,
        }),
        list: [secure, skip].flatMap((choice) => (choice ? [moves.as(choice)] : [])),
        main: secure && { ...moves.as(secure), label: undefined, text: secure.text },
        second: skip && { ...moves.as(skip), label: undefined, text: skip.text },
    };
}

/** What is asked, in words that leave room for the answers. */
function askOf(at: MicePosition): string {
    switch (at.phase) {
        case "anna":
            return t("Touch a column: Anna’s die goes to its lit bottom cell, and dice there move up.");
        case "steal":
            return t("From whom do you take half of what is exposed?");
        case "share":
            return t("Which way does half of all exposed food go?");
        default:
            return `${capital(at.moment)}.`;
    }
}

function otherBar(at: MicePosition, moves: Moves, table: MiceTable): Bar {
    const all = table.choices.value;
    return {
        prompt: askOf(at),
        list: all.map((choice) => moves.as(choice)),
        children: at.phase === "anna" ? undefined : buttons(moves, all),
    };
}

function barOf(at: MicePosition, moves: Moves, hand: Hand, table: MiceTable): Bar | null {
    if (table.choices.value.length === 0) return null;
    if (at.phase === "turn") return turnBar(moves);
    if (moves.all("reroll").length > 0) return rerollBar(at, moves, hand);
    if (at.phase === "place" && hand.asked.value !== null) return candyBar(at, moves, hand, hand.asked.value);
    if (at.phase === "place") return placeBar(at, moves, hand, table);
    if (at.phase === "secure") return secureBar(at, moves);
    return otherBar(at, moves, table);
}

/** The keys of the moment: digits choose a column, or a die to roll again; space goes to the next die that fits. */
function useMoveKeys(
    at: MicePosition,
    bar: Bar | null,
    moves: Moves,
    hand: Hand,
    pick: (n: number) => Choice,
) {
    const isList = at.phase === "reroll" || at.phase === "help" || hand.asked.value !== null;
    const digit = (n: number) => (isList ? bar?.list[n - 1] : pick(n))?.onPick?.();
    const next = () => {
        const usable = hand.dice.filter((die) => moves.all("place").some(({ line }) => fits(die, line)));
        const now = usable.findIndex(({ key }) => key === hand.chosen.peek());
        hand.chosen.value = usable[(now + 1) % usable.length]?.key ?? null;
    };
    useKeys({ digit, other: at.phase === "place" ? { " ": next, ArrowRight: next } : {} });
}

/** The dice of whoever is at play, for a wall, where there is no bar. */
export function WallTray({ at, table }: { at: MicePosition; table: MiceTable }) {
    return (
        <div class="mice-wall-tray" data-place="tray">
            {diceOf(at, table).map(({ key, kind, value, enter }) => (
                <Die
                    key={key}
                    value={value ?? "wild"}
                    seat={at.active}
                    candy={kind === "candy"}
                    support={kind === "support"}
                    move={`hand-${key}`}
                    enter={enter}
                />
            ))}
        </div>
    );
}

export function Move({
    at,
    table,
    frame,
    moves,
    hand,
    pick,
}: Props & { moves: Moves; hand: Hand; pick: (column: number) => Choice }) {
    const bar = barOf(at, moves, hand, table);
    useMoveKeys(at, bar, moves, hand, pick);
    if (at.over || table.ended.value) return <OverBar table={table} at={at} frame={frame} />;
    if (!bar) {
        const dice = diceOf(at, table);
        return (
            <WaitingBar table={table} at={at} class="mice-act">
                {dice.length > 0 && <Tray at={at} dice={dice} />}
            </WaitingBar>
        );
    }
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
