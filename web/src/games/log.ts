/* The log: what happened, folded into a line for each thing that somebody does. */
import type { AnyEvent } from "../engine";
import type { LogEntry } from "../parts";
import type { Shown, Table } from "../table";
import { texts } from "../texts";
import type { LogRules } from "./module";

type Group = [Shown, ...Shown[]];

/** Does this event go on with the line of what was before it? */
function continues(event: Shown, group: Group, follows: LogRules<AnyEvent>["follows"]): boolean {
    const { by, do: verb = "" } = event.line;
    const before = group.at(-1)!.line.do ?? "";
    const isOfSeat = typeof by !== "number" || by === group[0].line.by;
    return isOfSeat && (follows?.[verb]?.includes(before) ?? false);
}

function foldEvents(events: readonly Shown[], { isUntold, follows, mayRepeat }: LogRules<AnyEvent>): Group[] {
    const all: Group[] = [];
    for (const event of events) {
        if (!event.text || isUntold?.(event.line)) continue;
        const last = all.at(-1);
        if (last?.at(-1)!.text === event.text && mayRepeat?.(event.line)) last[last.length - 1] = event;
        else if (last && continues(event, last, follows)) last.push(event);
        else all.push([event]);
    }
    return all;
}

/** Whose line it is: who did it, or whom it names. */
function seatOf({ by, seat }: AnyEvent): number | undefined {
    if (typeof by === "number") return by;
    return typeof seat === "number" ? seat : undefined;
}

function capital(text: string): string {
    return text.charAt(0).toLocaleUpperCase(texts.value.language) + text.slice(1);
}

/** Events as lines for people: `you` is the seat that is called so, if any is. */
export function entriesOf(
    events: readonly Shown[],
    names: readonly string[],
    you: number | null,
    rules: LogRules<AnyEvent> = {},
): LogEntry[] {
    return foldEvents(events, rules).map((group) => {
        const seat = seatOf(group[0].line);
        const name = seat === undefined ? undefined : names[seat];
        const isYou = you !== null && seat === you;
        const lines = group.map(({ line }) => line);
        const together = group.length > 1 ? rules.tellTogether?.(lines, name ?? "", isYou) : null;
        const text = together ?? group.map((one) => one.text).join(" ");
        const line = seat === undefined ? capital(text) : text; /* "you, Ada and Otto demand duels." */
        return { number: group.at(-1)!.number, text: line, seat, name };
    });
}

export function logEntries(table: Table, rules?: LogRules<AnyEvent>): LogEntry[] {
    const at = table.position.value;
    const you = table.source.direct ? (at?.you ?? null) : null;
    return entriesOf(table.events.value, at?.names ?? [], you, rules);
}
