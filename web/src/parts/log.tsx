import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../look/text";
import { useKeys } from "../look/keys";
import { classes } from "./button";
import { SeatMark } from "./seat";

export interface LogEntry {
    /** The number of the event in the record. */
    number: number;
    text: string;
    seat?: number;
    name?: string;
}

const said = signal("");

/** Says something to a screen reader, after what it is saying now; the same text twice is said twice. */
export function say(text: string): void {
    said.value = said.peek() === text ? `${text}\u00a0` : text;
}

/** The region that is read out: once a page. */
export function Voice() {
    return (
        <div class="vh" aria-live="polite" role="status">
            {said.value}
        </div>
    );
}

/** The name at the beginning of a sentence in bold. */
function Told({ entry }: { entry: LogEntry }) {
    const { name, text } = entry;
    if (!name || !text.startsWith(name)) return <span>{text}</span>;
    return (
        <span>
            <b>{name}</b>
            {text.slice(name.length)}
        </span>
    );
}

/** One sentence with the mark of whose it is. */
export function LogSentence({ entry }: { entry: LogEntry }) {
    return (
        <>
            {entry.seat !== undefined && <SeatMark seat={entry.seat} name={entry.name ?? ""} />}
            <Told entry={entry} />
        </>
    );
}

/** Lines are dropped by this many at once. */
const DROPPED = 30;

/** How many of the oldest lines are not shown. */
function droppedLines(lines: number, limit: number): number {
    return Math.max(0, Math.floor((lines - limit) / DROPPED) * DROPPED);
}

/**
 * Newest first; the number links to the replay. What is new (`news`: every event by itself) is read out, and L reads the last
 * again. Lines hang from the oldest one, and a transform brings the newest to the top (panel.css): no line is laid out anew
 * when others come. When old ones are dropped it is another list.
 */
export function Log({
    entries,
    news = entries,
    link,
    onJump,
    limit = 60,
}: {
    entries: LogEntry[];
    news?: readonly { number: number; text: string }[];
    link?: (number: number) => string;
    onJump?: (number: number) => void;
    limit?: number;
}) {
    const heard = useRef(news.at(-1)?.number ?? -1);
    useEffect(() => {
        const fresh = news.filter((event) => event.number > heard.current);
        if (fresh.length === 0) return;
        heard.current = fresh.at(-1)!.number;
        say(fresh.map((event) => event.text).join(" "));
    }, [news]);
    useKeys({ again: () => say(news.at(-1)?.text ?? "") });
    const dropped = droppedLines(entries.length, limit);
    const newest = entries.slice(dropped).reverse();
    return (
        <section class="panel log" aria-label={t("What happened")} tabIndex={0}>
            <h2>{t("What happened")}</h2>
            <div class="log-lines">
                <ol reversed key={dropped}>
                    {newest.map((entry, order) => (
                        <li key={entry.number} class={classes(order === 0 && "now")}>
                            {entry.seat !== undefined ? (
                                <SeatMark seat={entry.seat} name={entry.name ?? ""} />
                            ) : (
                                <i class="log-dot" />
                            )}
                            <Told entry={entry} />
                            {link ? (
                                <a
                                    class="log-number"
                                    href={link(entry.number)}
                                    aria-label={t("Event {n}", { n: entry.number })}
                                >
                                    {entry.number}
                                </a>
                            ) : onJump ? (
                                <button
                                    type="button"
                                    class="log-number"
                                    onClick={() => onJump(entry.number)}
                                    aria-label={t("Event {n}", { n: entry.number })}
                                >
                                    {entry.number}
                                </button>
                            ) : (
                                <span class="log-number" aria-hidden="true">
                                    {entry.number}
                                </span>
                            )}
                        </li>
                    ))}
                </ol>
            </div>
        </section>
    );
}

/** What happened while one was away: a list for a dialog. */
export function Recap({ entries }: { entries: LogEntry[] }) {
    return (
        <ol class="recap">
            {entries.map((entry) => (
                <li key={entry.number}>
                    {entry.seat !== undefined ? (
                        <SeatMark seat={entry.seat} name={entry.name ?? ""} size={20} />
                    ) : (
                        <i class="log-dot" />
                    )}
                    <Told entry={entry} />
                </li>
            ))}
        </ol>
    );
}
