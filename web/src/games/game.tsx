/* What the tables of all games share: choices that are lifted and sent, the log, the advice. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Advice, AnyEvent, Choice as Legal, Position } from "../engine";
import { settings } from "../look/settings";
import { percent, t } from "../look/text";
import type { Table } from "../table";
import { ActionBar, Busy, Button, HintRow, type Choice, type TableFrameProps } from "../parts";

/** What the page knows and a game does not: the line to the server, what else can be done. */
export type Frame = Pick<
    TableFrameProps,
    "above" | "connection" | "menu" | "onChat" | "unread" | "root" | "phase"
> & {
    /** Beside the table: what a first game explains now. */
    coach?: ComponentChildren;
    /** A table that one can come back to: what was seen of it is kept under this name. */
    id?: string;
    /** A record that is looked at, not a game that is played. */
    still?: boolean;
    /** When the game is over. */
    again?: { text: string; onPick: () => void };
    replay?: () => void;
    /** To a line of the record, from its number in the log. */
    jump?: (number: number) => void;
};

export interface GameProps<P extends Position = Position> {
    table: Table;
    /** The position that is on the screen. */
    at: P;
    frame: Frame;
    /** What every game has at its side: what happened. */
    side: ComponentChildren;
}

function agrees(line: AnyEvent, verb: string, fields: Record<string, unknown>): boolean {
    return (
        line.do === verb &&
        Object.entries(fields).every(([name, value]) => JSON.stringify(line[name]) === JSON.stringify(value))
    );
}

export interface Moves {
    /** What was chosen and is not sent yet. */
    staged: AnyEvent | null;
    /** Takes a choice: sends it, or lifts it first where the person wants to confirm. */
    pick: (legal: Legal) => void;
    send: () => void;
    drop: () => void;
    /** All legal choices of a verb. */
    all: (verb: string) => Legal[];
    /** The legal choice of this verb with these fields. */
    find: (verb: string, fields?: Record<string, unknown>) => Legal | undefined;
    /** The legal choice of this verb with these fields, as a thing to touch; if there is none, the rule against it. */
    of: (verb: string, fields?: Record<string, unknown>, label?: string) => Choice;
    /** A legal choice as a thing to touch. */
    as: (legal: Legal, label?: string) => Choice;
}

export function useMoves(table: Table): Moves {
    const staged = useSignal<AnyEvent | null>(null);
    const choices = table.choices.value;
    useEffect(() => void (staged.value = null), [choices]);
    const play = (line: AnyEvent) => {
        staged.value = null;
        void table.play(line);
    };
    const pick = ({ line }: Legal) => {
        if (settings.peek().confirm && staged.peek() !== line) staged.value = line;
        else play(line);
    };
    const as = (legal: Legal, label = legal.text): Choice => ({
        legal: true,
        label,
        chosen: settings.value.confirm ? staged.value === legal.line : undefined,
        onPick: () => pick(legal),
    });
    const find = (verb: string, fields: Record<string, unknown> = {}) =>
        choices.find(({ line }) => agrees(line, verb, fields));
    const of = (verb: string, fields: Record<string, unknown> = {}, label?: string): Choice => {
        const found = find(verb, fields);
        if (found) return as(found, label);
        const you = table.position.value?.you;
        if (choices.length === 0 || you === null || you === undefined) return {};
        return { illegal: whyNot(table, { by: you, do: verb, ...fields }), label };
    };
    return {
        staged: staged.value,
        pick,
        as,
        of,
        find,
        send: () => staged.peek() && play(staged.peek()!),
        drop: () => void (staged.value = null),
        all: (verb) => choices.filter(({ line }) => line.do === verb),
    };
}

/** The rule against a line, as the toast says it. */
export function whyNot(table: Table, line: AnyEvent): NonNullable<Choice["illegal"]> {
    const problem = table.whyNot(line);
    const game = table.position.peek()!.game;
    return { text: problem?.text ?? "", rule: problem?.rule ? { game, id: problem.rule } : undefined };
}

/** The main button while something is lifted and not sent. */
export function confirmation(moves: Moves, table: Table): (Choice & { text: string }) | undefined {
    if (!moves.staged) return undefined;
    const legal = table.choices.value.find(({ line }) => line === moves.staged);
    return { text: legal?.text ?? t("Send"), onPick: moves.send };
}

/** Undo, where the law allows it. */
export function undoing(table: Table): (() => void) | undefined {
    return table.source.canUndo.value ? () => void table.source.undo() : undefined;
}

/** What everybody else is waited for. */
export function waitingFor(at: Position): string {
    const names = at.actors.filter((seat) => seat !== at.you).map((seat) => at.names[seat]!);
    if (at.chance || names.length === 0) return t("One moment");
    if (names.length === 1) return t("{name} is thinking", { name: names[0]! });
    return t("Waiting for {n} players", { n: names.length });
}

/** "Ada wins with 34 points", in the plainest words. */
export function outcome(at: Position): string {
    const names = [...at.winners]
        .sort((one, other) => Number(other === at.you) - Number(one === at.you))
        .map((seat) => at.names[seat]!); /* "You and Ada" */
    if (at.you !== null && at.winners.length === 1 && at.winners[0] === at.you) return t("You win.");
    if (names.length === 1) return t("{name} wins.", { name: names[0]! });
    return t("{names} share the win.", { names: new Intl.ListFormat(settings.value.language).format(names) });
}

/** The action bar when there is nothing more to do. */
export function OverBar({ at, frame }: { at: Position; frame: Frame }) {
    const replay = frame.replay && { text: t("Replay"), onPick: frame.replay, hotkey: "R" };
    return (
        <ActionBar
            lead={at.over ? outcome(at) : t("The game was ended.")}
            prompt={at.over ? t("The game is over.") : t("Nobody has won.")}
            main={frame.again}
            second={replay}
        />
    );
}

const TOP = 5;

/** What a strong player would do: asked for, never forced on anybody. Rows for a hint panel. */
export function AdviceRows({ table }: { table: Table }) {
    const advice = useSignal<Advice | null | "busy">(null);
    const choices = table.choices.value;
    useEffect(() => void (advice.value = null), [choices]);
    if (choices.length < 2) return null;
    const ask = async () => {
        advice.value = "busy";
        const found = await table.advise().catch(() => null);
        if (table.choices.peek() === choices) advice.value = found;
    };
    if (advice.value === "busy")
        return (
            <li class="hint-ask">
                <Busy label={t("Thinking")} />
            </li>
        );
    if (advice.value === null)
        return (
            <li class="hint-ask">
                <Button small onPick={ask} icon="i-hint">
                    {t("What would a master do?")}
                </Button>
            </li>
        );
    const best = advice.value.choices.slice(0, TOP);
    return (
        <>
            {best.map(({ text, win, share }, i) => (
                <HintRow
                    key={text}
                    art={i === 0 ? "i-star" : undefined}
                    text={text}
                    best={i === 0}
                    value={win === null ? undefined : percent(win)}
                    share={win ?? undefined}
                    extra={
                        share > 0 && share < 1
                            ? t("{share} of the time", { share: percent(share) })
                            : undefined
                    }
                />
            ))}
            {advice.value.choices.length > TOP && (
                <HintRow text={t("and {n} more", { n: advice.value.choices.length - TOP })} />
            )}
            <HintRow text={advice.value.why} />
        </>
    );
}
