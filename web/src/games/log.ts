/* The log: what happened, folded into a line for each thing that somebody does. */
import type { AnyEvent, Position } from "../engine";
import type { LogEntry } from "../parts";
import type { Shown, Table } from "../table";
import { t } from "../texts";
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

/** What a seat is called where the person at the screen is "you". */
export function namesOn(at: Position, direct: boolean): string[] {
    return direct ? at.names.map((name, seat) => (seat === at.you ? t("You") : name)) : at.names;
}

/** Whose line it is: who did it, or whom it names. */
function seatOf({ by, seat }: AnyEvent): number | undefined {
    if (typeof by === "number") return by;
    return typeof seat === "number" ? seat : undefined;
}

export function logEntries(table: Table, rules: LogRules<AnyEvent> = {}): LogEntry[] {
    const at = table.position.value;
    const names = at ? namesOn(at, table.source.direct) : [];
    return foldEvents(table.events.value, rules).map((group) => {
        const seat = seatOf(group[0].line);
        const name = seat === undefined ? undefined : names[seat];
        const isYou = table.source.direct && seat === at?.you;
        const lines = group.map(({ line }) => line);
        const together = group.length > 1 ? rules.tellTogether?.(lines, name ?? "", isYou) : null;
        const text = together ?? group.map((one) => one.text).join(" ");
        return { number: group.at(-1)!.number, text, seat, name };
    });
}
