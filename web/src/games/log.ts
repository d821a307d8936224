/* The log: what happened, folded into a line for each thing that somebody does. */
import type { AnyEvent, Position } from "../engine";
import type { LogEntry } from "../parts";
import type { Shown, Table } from "../table";
import { t, texts } from "../texts";

/** What is told in the line of what led to it: an event, and what it may follow. */
const FOLLOWS: Record<string, readonly string[]> = {
    reveal: ["draw"],
    dice: ["roll", "reroll", "support"],
    cat: ["dice"],
    reroll: ["dice", "cat"],
    place: ["place"],
    food: ["secure", "steal", "share", "complete"],
    money: ["money"],
    deal: ["deal"],
};

/** What the table shows well enough: whose turn it is, and what others do in secret. */
function untold({ do: verb, card, duel }: AnyEvent): boolean {
    return verb === "turn" || verb === "done" || card === null || duel === null;
}

type Group = [Shown, ...Shown[]];

function groups(events: readonly Shown[]): Group[] {
    const all: Group[] = [];
    for (const event of events) {
        if (!event.text || untold(event.line)) continue;
        const last = all.at(-1);
        const before = last?.at(-1)?.line;
        const sameSeat = typeof event.line.by !== "number" || event.line.by === last?.[0].line.by;
        if (last && event.line.do === "answers" && last.at(-1)?.text === event.text)
            last[last.length - 1] = event; /* the last answer, told again */
        else if (last && before && sameSeat && FOLLOWS[event.line.do ?? ""]?.includes(before.do ?? ""))
            last.push(event);
        else all.push([event]);
    }
    return all;
}

/** Dice that were placed one after another: "You place 4 in column 2 and 6 on the cat row." */
function placed(group: Group, name: string, you: boolean): string {
    const places = group.map(({ line }) => {
        const { value, column } = line as { value?: number; column?: number | "cat" };
        return column === "cat"
            ? t("{value} on the cat row", { value: value! })
            : t("{value} in column {column}", { value: value!, column: column! });
    });
    const all = new Intl.ListFormat(texts.value.language).format(places);
    return you
        ? t("You place {places}.", { places: all })
        : t("{name} places {places}.", { name, places: all });
}

/** What a seat is called where the person at the screen is "you". */
export function namesOn(at: Position, direct: boolean): string[] {
    return direct ? at.names.map((name, seat) => (seat === at.you ? t("You") : name)) : at.names;
}

export function logEntries(table: Table): LogEntry[] {
    const at = table.position.value;
    const names = at ? namesOn(at, table.source.direct) : [];
    return groups(table.events.value).map((group) => {
        const { by, seat: named } = group[0].line as { by?: unknown; seat?: number };
        const seat = typeof by === "number" ? by : named;
        const name = seat === undefined ? undefined : names[seat];
        const several = group[0].line.do === "place" && group.length > 1;
        const text = several
            ? placed(group, name!, table.source.direct && seat === at?.you)
            : group.map((one) => one.text).join(" ");
        return { number: group.at(-1)!.number, text, seat, name };
    });
}
