import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Connection } from "../source";
import { t } from "../look/text";
import { classes } from "./button";
import { Sym } from "./sym";

/** A bar from 0 to `max`; `could` is what this turn may add, hatched. */
export function Meter({
    value,
    max,
    could = 0,
    label,
    said,
}: {
    value: number;
    max: number;
    could?: number;
    label: string;
    said?: string;
}) {
    const width = (part: number) => ({ width: `${Math.max(0, Math.min(100, (part / max) * 100))}%` });
    return (
        <span
            class="meter"
            role="progressbar"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={max}
            aria-valuenow={Math.min(max, value)}
            aria-valuetext={said}
        >
            <i style={width(value)} />
            {could > 0 && <i class="could" style={width(Math.min(could, max - value))} />}
        </span>
    );
}

/** How long something will still take, when nobody knows: a line that runs. */
export function Busy({ label }: { label: string }) {
    return (
        <span class="meter busy" role="progressbar" aria-label={label}>
            <i />
        </span>
    );
}

/** A whole page of which nothing is there yet. */
export function Waiting({
    title = "Razzia",
    label = t("Loading"),
    children,
}: {
    title?: string;
    label?: string;
    children?: ComponentChildren;
}) {
    return (
        <main class="waiting-page">
            <h1 class="vh">{title}</h1>
            {children}
            <Busy label={label} />
        </main>
    );
}

function clockText(seconds: number): string {
    if (seconds >= 86400)
        return t("{d} d {h} h", { d: Math.floor(seconds / 86400), h: Math.floor((seconds % 86400) / 3600) });
    if (seconds >= 3600) return t("{n} h", { n: Math.floor(seconds / 3600) });
    return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** The time that is left: counts down to `until` (ms, by this machine's clock) while it runs, else stands at `left` seconds. */
export function Clock({ until, left = 0, label }: { until?: number; left?: number; label?: string }) {
    const [now, setNow] = useState(Date.now());
    useEffect(() => {
        if (until === undefined) return;
        const tick = setInterval(() => setNow(Date.now()), 250);
        return () => clearInterval(tick);
    }, [until]);
    const seconds = until === undefined ? left : Math.max(0, (until - now) / 1000);
    const short = until !== undefined && seconds < 15;
    return (
        <span
            class={classes("clock num", until !== undefined && "runs", short && "short")}
            role="timer"
            aria-label={label ?? t("Time left")}
        >
            <Sym art="i-clock" />
            {clockText(seconds)}
        </span>
    );
}

/** The state of the line to the server, in a word; a table on this device needs none. */
export function ConnectionState({ state }: { state: Connection }) {
    if (state === "local") return null;
    const words = { connecting: t("Connecting"), online: t("Connected"), offline: t("No network") };
    return (
        <span class={classes("line-state", state)} role="status" title={words[state]}>
            {state === "online" ? <i /> : <Sym art={state === "offline" ? "i-off" : "i-link"} />}
            <span class={state === "online" ? "vh" : ""}>{words[state]}</span>
        </span>
    );
}
