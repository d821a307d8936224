/* The timeline of a game: all of it as a line to drag along, with its rounds and one's own moves; and the moments around the
 * cursor as cells that a thumb can hit. */
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Engine } from "../engine";
import { entriesOf } from "../games/log";
import type { LogRules } from "../games/module";
import type { AnyEvent } from "../engine";
import { useKeys } from "../look/keys";
import { beat } from "../look/motion";
import { t } from "../look/text";
import { classes, IconButton, SeatMark, type LogEntry } from "../parts";
import type { Shown } from "../table";
import { texts } from "../texts";
import type { PastSource } from "./source";

/** What a line of time shows: its moments in words, where rounds begin, and the own moves. */
export interface Story {
    moments: LogEntry[];
    /** Every line by itself: what a moment tells together is many of them. */
    lines: LogEntry[];
    rounds: number[];
    own: number[];
}

/** Reads all lines at once; the engine must not be the one that draws. */
export function readMoments(engine: Engine, source: PastSource, rules?: LogRules<AnyEvent>): Story {
    engine.speak(texts.value);
    engine.begin(source.lines[0]!, source.seat, Number(source.direct));
    const told = source.lines.slice(1).map((line) => engine.observe(line));
    const events = told.filter((one): one is Shown & typeof one => !("problem" in one));
    const names = engine.position().names;
    const you = source.direct ? source.seat : null;
    const called = names.map((name, seat) => (seat === you ? t("You") : name));
    const isRound = ({ line }: Shown) => line.by === "rules" && line.do === "round";
    return {
        moments: entriesOf(events, called, you, rules),
        lines: events.flatMap((event) => entriesOf([event], called, you)),
        rounds: events.filter(isRound).map((event) => event.number),
        own: events.filter(({ line }) => line.by === source.seat).map((event) => event.number),
    };
}

/** Where in the line a number stands, from 0 to 1. */
function place(event: number, source: PastSource): Record<string, string> {
    return { "--at": String(event / Math.max(1, source.length - 1)) };
}

/** The whole game: for looking, and for dragging. */
function Whole({ source, story, goTo }: TimeProps) {
    const at = source.at.value;
    const last = source.length - 1;
    return (
        <div class="time-whole">
            <div class="time-marks" aria-hidden="true">
                {story.rounds.map((event, i) => (
                    <b key={event} style={place(event, source)}>
                        {i + 1}
                    </b>
                ))}
                {story.own.map((event) => (
                    <i key={event} style={place(event, source)} />
                ))}
            </div>
            <input
                type="range"
                min={1}
                max={last + 1}
                value={at}
                aria-label={t("Line {n} of {all}", { n: at - 1, all: last })}
                onInput={(event) => goTo(Number(event.currentTarget.value) - 1)}
            />
        </div>
    );
}

/** "bids 7,000": what is said after the name, which the mark stands for. */
function shortOf({ name, text }: LogEntry): string {
    return name && text.startsWith(name) ? text.slice(name.length).trim() : text;
}

function Cell({ moment, now, onPick }: { moment: LogEntry; now: boolean; onPick: () => void }) {
    return (
        <button
            type="button"
            class={classes("time-cell", now && "now")}
            tabIndex={-1}
            aria-label={`${moment.number}: ${moment.text}`}
            aria-current={now ? "step" : undefined}
            onClick={onPick}
        >
            {moment.seat !== undefined ? (
                <SeatMark seat={moment.seat} name={moment.name ?? ""} size={20} />
            ) : (
                <i class="log-dot" />
            )}
            <span data-clip>{shortOf(moment)}</span>
        </button>
    );
}

const AROUND = 9;

/** The moments before and after the cursor, it in the middle. */
export function Cells({ source, story: { moments }, goTo }: TimeProps) {
    const at = source.at.value - 1;
    const found = at === 0 ? -1 : moments.findIndex((moment) => moment.number >= at);
    const now = at > 0 && found < 0 ? moments.length - 1 : found;
    const places = Array.from({ length: 2 * AROUND + 1 }, (_, i) => now - AROUND + i);
    return (
        <div class="time-cells" data-clip role="group" aria-label={t("Moments")}>
            {places.map((i) =>
                moments[i] ? (
                    <Cell
                        key={moments[i].number}
                        moment={moments[i]}
                        now={i === now}
                        onPick={() => goTo(moments[i]!.number)}
                    />
                ) : (
                    <span key={i} class="time-cell none" />
                ),
            )}
        </div>
    );
}

/** What has just happened, in full. */
function Now({ source, story: { moments } }: TimeProps) {
    const at = source.at.value - 1;
    const moment = at === 0 ? undefined : (moments.find((one) => one.number >= at) ?? moments.at(-1));
    return (
        <p class="time-now">
            <output class="num">
                {at}/{source.length - 1}
            </output>
            {moment?.seat !== undefined && <SeatMark seat={moment.seat} name={moment.name ?? ""} size={22} />}
            <span data-clip>{moment?.text ?? t("The beginning")}</span>
        </p>
    );
}

interface TimeProps {
    source: PastSource;
    story: Story;
    /** To the moment after the event with this number; 0 is the beginning. */
    goTo: (event: number) => void;
}

/** The next of some events in a direction, or the end. */
function nextOf(events: readonly number[], at: number, by: 1 | -1, end: number): number {
    const beyond = by > 0 ? events.filter((one) => one > at) : events.filter((one) => one < at).reverse();
    return beyond[0] ?? end;
}

function usePlaying(source: PastSource): Signal<boolean> {
    const playing = useSignal(false);
    const at = source.at.value;
    useEffect(() => {
        if (!playing.value) return;
        if (at >= source.length) return void (playing.value = false);
        let stopped = false;
        void beat(700).then(() => setTimeout(() => stopped || source.goTo(at + 1), 40));
        return () => void (stopped = true);
    }, [playing.value, at, source]);
    return playing;
}

function Buttons({ source, story: { own }, goTo, playing }: TimeProps & { playing: Signal<boolean> }) {
    const at = source.at.value - 1;
    const last = source.length - 1;
    const play = () => void (playing.value = !playing.peek());
    useKeys({
        other: {
            ArrowLeft: () => goTo(at - 1),
            ArrowRight: () => goTo(at + 1),
            Home: () => goTo(0),
            End: () => goTo(last),
            " ": play,
        },
    });
    return (
        <div class="time-buttons">
            <IconButton icon="i-first" label={t("To the beginning")} onPick={() => goTo(0)} />
            {own.length > 0 && (
                <IconButton
                    icon="i-mine-back"
                    label={t("To your move before")}
                    onPick={() => goTo(nextOf(own, at, -1, 0))}
                />
            )}
            <IconButton icon="i-back" label={t("One step back")} onPick={() => goTo(at - 1)} />
            <IconButton
                class="time-play"
                icon={playing.value ? "i-pause" : "i-play"}
                label={playing.value ? t("Pause") : t("Play on")}
                onPick={play}
            />
            <IconButton icon="i-next" label={t("One step on")} onPick={() => goTo(at + 1)} />
            {own.length > 0 && (
                <IconButton
                    icon="i-mine-next"
                    label={t("To your next move")}
                    onPick={() => goTo(nextOf(own, at, 1, last))}
                />
            )}
            <IconButton icon="i-last" label={t("To the end")} onPick={() => goTo(last)} />
        </div>
    );
}

export function Timeline({
    source,
    engine,
    rules,
    children,
}: {
    source: PastSource;
    /** It tells the whole record; it must not be the one that draws. */
    engine: Engine;
    rules?: LogRules<AnyEvent>;
    /** What else can be done. */
    children?: ComponentChildren;
}) {
    const story = useMemo(() => readMoments(engine, source, rules), [engine, source, rules, texts.value]);
    const playing = usePlaying(source);
    const goTo = (event: number) => {
        playing.value = false;
        source.goTo(event + 1);
    };
    const time = { source, story, goTo };
    return (
        <section class="replay-bar" aria-label={t("Timeline")}>
            <Whole {...time} />
            <Now {...time} />
            <Cells {...time} />
            <Buttons {...time} playing={playing} />
            {children}
        </section>
    );
}
