/* Choices of a game that are lifted and sent. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AnyEvent, Choice as Legal } from "../engine";
import { settings } from "../look/settings";
import { t } from "../look/text";
import type { Choice } from "../parts";
import { isSame } from "../shape";
import type { Table } from "../table";
import type { Types } from "./module";

/** Of the events of a game those that a seat makes with a verb. */
export type MoveOf<E, V> = E extends { by: number; do: infer D }
    ? V extends D
        ? E & { do: V }
        : never
    : never;
export type MoveVerb<E> = E extends { by: number; do: infer D } ? D & string : never;
type FieldsOf<E, V> = Partial<Omit<MoveOf<E, V>, "by" | "do">>;

export interface Moves<E> {
    /** What was chosen and is not sent yet. */
    staged: E | null;
    /** Takes a choice: sends it, or lifts it first where the person wants to confirm. */
    pick: (legal: Legal<E>) => void;
    send: () => void;
    drop: () => void;
    /** All legal choices of a verb. */
    all: <V extends MoveVerb<E>>(verb: V) => Legal<MoveOf<E, V>>[];
    /** The legal choice of this verb with these fields. */
    find: <V extends MoveVerb<E>>(verb: V, fields?: FieldsOf<E, V>) => Legal<MoveOf<E, V>> | undefined;
    /** The legal choice of this verb with these fields, as a thing to touch; if there is none, the rule against it. */
    of: <V extends MoveVerb<E>>(verb: V, fields?: FieldsOf<E, V>, label?: string) => Choice;
    /** A legal choice as a thing to touch. */
    as: (legal: Legal<E>, label?: string) => Choice;
}

function hasFields(line: object, fields: object): boolean {
    const of = line as Record<string, unknown>;
    return Object.entries(fields).every(([name, value]) => isSame(of[name], value));
}

/** `lifted` are the verbs that are chosen first and then sent, unless somebody wants one click to do. */
export function useMoves<G extends Types>(
    table: Table<G>,
    lifted: readonly MoveVerb<G["event"]>[] = [],
): Moves<G["event"]> {
    type E = G["event"];
    const isLifted = (line: E) =>
        settings.value.confirm && (lifted as readonly (string | undefined)[]).includes(line.do);
    const staged = useSignal<E | null>(null);
    const choices = table.choices.value;
    useEffect(() => void (staged.value = null), [choices]);
    const play = (line: E) => {
        staged.value = null;
        void table.play(line);
    };
    const pick = ({ line }: Legal<E>) => {
        if (isLifted(line) && staged.peek() !== line) staged.value = line;
        else play(line);
    };
    const as = (legal: Legal<E>, label = legal.text): Choice => ({
        legal: true,
        label,
        chosen: isLifted(legal.line) ? staged.value === legal.line : undefined,
        onPick: () => pick(legal),
    });
    const all = <V extends MoveVerb<E>>(verb: V) =>
        choices.filter(({ line }) => line.do === verb) as Legal<MoveOf<E, V>>[];
    const find = <V extends MoveVerb<E>>(verb: V, fields: FieldsOf<E, V> = {}) =>
        all(verb).find(({ line }) => hasFields(line, fields));
    const of = <V extends MoveVerb<E>>(verb: V, fields: FieldsOf<E, V> = {}, label?: string): Choice => {
        const found = find(verb, fields);
        if (found) return as(found, label);
        const you = table.position.value?.you ?? null;
        if (choices.length === 0 || you === null) return {};
        return { illegal: whyNot(table, { by: you, do: verb, ...fields }), label };
    };
    return {
        staged: staged.value,
        pick,
        as,
        of,
        find,
        all,
        send: () => staged.peek() && play(staged.peek()!),
        drop: () => void (staged.value = null),
    };
}

/** The rule against a line, as the toast says it. */
export function whyNot(table: Table, line: AnyEvent): NonNullable<Choice["illegal"]> {
    const problem = table.whyNot(line);
    const { game } = table.position.peek()!;
    return { text: problem?.text ?? "", rule: problem?.rule ? { game, id: problem.rule } : undefined };
}

/** The main button while something is lifted and not sent. */
export function confirmation<E>(
    moves: Moves<E>,
    choices: readonly Legal<E>[],
): (Choice & { text: string }) | undefined {
    if (!moves.staged) return undefined;
    const legal = choices.find(({ line }) => line === moves.staged);
    return { text: legal?.text ?? t("Send"), onPick: moves.send };
}
