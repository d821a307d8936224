/* The review of a finished game: everybody's chance over the game, the board at the cursor, and what there is to say of luck and of
 * choices. */
import { useSignal, type ReadonlySignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Analysis } from "../analysis";
import type { AnyEvent, Engine } from "../engine";
import type { LogRules } from "../games/module";
import { GamePage } from "../games/page";
import { loadStyle, loadTable } from "../games/registry";
import { useKeys } from "../look/keys";
import { number, signed, t } from "../look/text";
import { Button, IconButton, Meter, SeatMark, Waiting } from "../parts";
import { Cells, readMoments } from "../replay/timeline";
import { useEngines, usePast, recordOf, type Found } from "../replay/page";
import { readStory, ReplaySource, type Story } from "../replay/source";
import { finished } from "../shell/kept";
import { MissingPage } from "../shell/pages";
import { texts } from "../texts";
import { closerLook, failureText, reasonOf, startAnalysis } from "./analysing";
import { chances, costliest, marked, sharesAt, stepAt } from "./figures";
import { Graph } from "./graph";
import { LearnMistakes } from "./learn";
import { noteGame } from "./profile";
import { Balance, Choices, LuckEvents, Players, SeatPicker, textAt, Turns, type Reviewed } from "./side";

/** Those of this visit, by record and language, what the first look said of the players, and whether there was a closer one. */
const known = new Map<string, { analysis: Analysis; first: Analysis["players"]; isClose: boolean }>();

export type Findings =
    | { state: "busy"; progress: number; stop: () => void }
    | { state: "stopped"; again: () => void }
    | { state: "failed"; why: string; again: () => void }
    /** `first` is what the first look said, which can be compared with that of other games; `closer` how far a closer look is,
     * from 0 to 1, or null if none is under way. */
    | {
          state: "done";
          analysis: Analysis;
          first: Analysis["players"];
          closer: ReadonlySignal<number | null>;
      };

/** Analyses a record in a worker of its own, once a language; it can be stopped and begun again. When it is there a closer look
 * begins, if that is wanted; what is found then takes its place. */
export function useAnalysis(id: string, story: Story, wantsCloser: boolean): Findings {
    const { language } = texts.value;
    const key = `${id} ${language}`;
    const found = useSignal<Findings | null>(null);
    const closer = useSignal<number | null>(null);
    const turn = useSignal(0);
    useEffect(() => {
        const nodes = wantsCloser ? closerLook(story.game) : 0;
        const again = () => void turn.value++;
        const fail = (why: string) => void (found.value = { state: "failed", why, again });
        const done = (analysis: Analysis, first: Analysis["players"], isClose: boolean) => {
            known.set(key, { analysis, first, isClose });
            found.value = { state: "done", analysis, first, closer };
            closer.value = null;
            if (!isClose && nodes)
                look(nodes, (progress) => (closer.value = progress), first).catch(() => {
                    closer.value = null; // the first one is as good as before
                });
        };
        let work: ReturnType<typeof startAnalysis> | undefined;
        const stop = () => (work?.stop(), void (found.value = { state: "stopped", again }));
        const look = async (
            closely: number,
            onProgress: (progress: number) => void,
            first?: Analysis["players"],
        ) => {
            onProgress(0);
            work = startAnalysis(story.lines, onProgress, undefined, closely);
            const answer = await work.done;
            if (!answer || "problem" in answer) fail(reasonOf(answer));
            else done(answer, first ?? answer.players, closely > 0);
        };
        const before = known.get(key);
        if (before) done(before.analysis, before.first, before.isClose);
        else
            look(0, (progress) => (found.value = { state: "busy", progress, stop })).catch(() =>
                fail(failureText()),
            );
        return () => work?.stop();
    }, [key, story, turn.value]);
    return found.value ?? { state: "busy", progress: 0, stop: () => {} };
}

/** While it is not there yet: how far it is, and how to stop it. */
function Pending({ findings }: { findings: Exclude<Findings, { state: "done" }> }) {
    if (findings.state === "busy")
        return (
            <div class="review-pending" role="status">
                <p>{t("Every choice and every turn of chance is weighed.")}</p>
                <Meter
                    value={findings.progress}
                    max={1}
                    label={t("Analysis")}
                    said={`${number(Math.round(findings.progress * 100))} %`}
                />
                <Button small onPick={findings.stop}>
                    {t("Stop")}
                </Button>
            </div>
        );
    return (
        <div class="review-pending" role="status">
            <p>{findings.state === "failed" ? findings.why : t("The analysis was stopped.")}</p>
            <Button icon="i-again" onPick={findings.again}>
                {t("Try again")}
            </Button>
        </div>
    );
}

/** That the numbers may still change a little. */
function Closer({ findings }: { findings: Findings }) {
    if (findings.state !== "done" || findings.closer.value === null) return null;
    const percent = number(Math.floor(findings.closer.value * 100));
    return <span class="review-closer"> {t("A closer look is under way: {n} %.", { n: percent })}</span>;
}

/** The next of some lines in a direction, or where one is. */
function nextOf(lines: readonly number[], at: number, by: 1 | -1): number {
    const beyond = by > 0 ? lines.filter((one) => one > at) : lines.filter((one) => one < at).reverse();
    return beyond[0] ?? at;
}

function Buttons({
    at,
    last,
    goTo,
    verdicts,
}: {
    at: number;
    last: number;
    goTo: (line: number) => void;
    verdicts: readonly number[];
}) {
    useKeys({
        other: {
            ArrowLeft: () => goTo(at - 1),
            ArrowRight: () => goTo(at + 1),
            Home: () => goTo(0),
            End: () => goTo(last),
            ArrowUp: () => goTo(nextOf(verdicts, at, -1)),
            ArrowDown: () => goTo(nextOf(verdicts, at, 1)),
        },
    });
    return (
        <div class="review-buttons">
            <IconButton icon="i-first" label={t("To the beginning")} onPick={() => goTo(0)} />
            <IconButton
                icon="i-mine-back"
                label={t("To the verdict before")}
                onPick={() => goTo(nextOf(verdicts, at, -1))}
            />
            <IconButton icon="i-back" label={t("One step back")} onPick={() => goTo(at - 1)} />
            <IconButton icon="i-next" label={t("One step on")} onPick={() => goTo(at + 1)} />
            <IconButton
                icon="i-mine-next"
                label={t("To the next verdict")}
                onPick={() => goTo(nextOf(verdicts, at, 1))}
            />
            <IconButton icon="i-last" label={t("To the end")} onPick={() => goTo(last)} />
        </div>
    );
}

/** What happened at the cursor, and what it did to everybody's chance. */
function Now({ of, last }: { of: Reviewed; last: number }) {
    const { analysis, at, names, lines } = of;
    const step = stepAt(analysis.steps, at);
    const isChange = step?.line === at;
    const now = chances(sharesAt(analysis, at));
    const before = chances(sharesAt(analysis, at - 1));
    const line = lines.find((one) => one.number >= at);
    return (
        <div class="review-moment">
            <p>
                <output class="num">
                    {at}/{last}
                </output>
                {at > 0 && line?.seat !== undefined && (
                    <SeatMark seat={line.seat} name={line.name ?? ""} size={22} />
                )}
                <span data-clip>{textAt(lines, at)}</span>
            </p>
            <ul aria-label={t("Chances of winning")}>
                {names.map((name, seat) => {
                    const change = isChange ? now[seat]! - before[seat]! : 0;
                    return (
                        <li key={seat}>
                            <SeatMark seat={seat} name={name} size={20} />
                            <span class="vh">{name} </span>
                            <b class="num">{now[seat]}</b>
                            {change !== 0 && (
                                <small class={change > 0 ? "up num" : "loss num"}>{signed(change)}</small>
                            )}
                        </li>
                    );
                })}
            </ul>
        </div>
    );
}

function useRules(game: Story["game"]) {
    const rules = useSignal<LogRules<AnyEvent> | undefined>(undefined);
    useEffect(() => void loadTable(game).then(({ events }) => void (rules.value = events.log)), [game]);
    return rules.value;
}

/** A game that was played for real, by the person at the screen, counts for the profile. */
function useProfile(id: string, story: Story, own: number, findings: Findings): void {
    useEffect(() => {
        const here = finished.peek().find((one) => one.id === id);
        if (findings.state !== "done" || own < 0 || here?.practice) return;
        const player = findings.first[own]!;
        noteGame({ id, game: story.game, seats: story.seats, at: here?.at ?? Date.now(), player });
    }, [findings.state]);
}

interface Known {
    id: string;
    story: Story;
    own: number;
    practice?: boolean;
    engines: [Engine, Engine];
}

function Reviewing({
    id,
    story,
    own,
    practice,
    engines: [draws, knows],
    at: cursor,
}: Known & { at: Signal<number> }) {
    const findings = useAnalysis(id, story, true);
    const seat = useSignal(Math.max(0, own));
    const [source, table] = usePast(
        draws,
        () => new ReplaySource(story, seat.value, knows, cursor.peek() + 1, seat.value === own),
        [story, seat.value],
    );
    const log = useRules(story.game);
    const time = useMemo(() => readMoments(knows, source, log), [knows, source, log, texts.value]);
    useProfile(id, story, own, findings);
    const last = source.length - 1;
    const at = source.at.value - 1;
    useEffect(() => void (cursor.value = at), [at]);
    const goTo = (line: number) => source.goTo(Math.max(0, Math.min(last, line)) + 1);
    const names = Array.from({ length: story.seats }, (_, one) =>
        one === own ? t("You") : (story.names[one] ?? t("Player {n}", { n: one + 1 })),
    );
    const analysis = findings.state === "done" ? findings.analysis : null;
    const of: Reviewed | null = analysis && {
        id,
        game: story.game,
        analysis,
        names,
        own,
        seat: seat.value,
        at,
        lines: time.lines,
        goTo,
    };
    useEffect(() => {
        const first = analysis && costliest(marked(analysis, seat.peek()))[0];
        if (first && source.at.peek() === 1) goTo(first.line);
    }, [!!analysis]);
    const verdicts = of ? marked(of.analysis, of.seat).map(({ line }) => line) : [];
    const above = (
        <section class="panel review-above" aria-label={t("Chance of winning")}>
            {of ? (
                <Graph {...of} last={last} rounds={time.rounds} said={textAt(time.lines, at)} />
            ) : (
                <Pending findings={findings as Exclude<Findings, { state: "done" }>} />
            )}
            {of && <Now of={of} last={last} />}
            <div class="review-strip">
                <Cells source={source} story={time} goTo={goTo} />
            </div>
            <Buttons at={at} last={last} goTo={goTo} verdicts={verdicts} />
        </section>
    );
    const side = of && (
        <div class="review-side">
            <SeatPicker names={names} seat={seat.value} onSeat={(next) => void (seat.value = next)} />
            <Balance {...of} />
            <Choices {...of} />
            <Players {...of} />
            <Turns {...of} />
            <LuckEvents {...of} />
            <p class="small muted">
                {t("Judged by: {judge}", { judge: of.analysis.judge })}
                <Closer findings={findings} />
            </p>
        </div>
    );
    return (
        <div class="replaying reviewing">
            <GamePage
                table={table}
                still
                frame={{ above, coach: side, jump: goTo, mark: t("Review"), practice }}
            />
        </div>
    );
}

function Loaded({ id, part = "" }: { id: string; part?: string }) {
    const engines = useEngines();
    const read = useSignal<{ story: Story; found: Found } | string | null>(null);
    const cursor = useSignal(0);
    useEffect(() => {
        if (!engines) return;
        void Promise.all([recordOf(id), loadStyle("review")]).then(([found]) => {
            if (typeof found === "string") return void (read.value = found);
            const story = readStory(found.text, engines[1]);
            if ("problem" in story)
                read.value = t("Line {line}: {reason}", { line: story.line + 1, reason: story.problem.text });
            else if (!story.over) read.value = t("This game is not over.");
            else read.value = { story, found };
        });
    }, [id, engines]);
    if (typeof read.value === "string") return <MissingPage text={read.value} />;
    if (!engines || !read.value) return <Waiting title={t("Review")} />;
    const { story, found } = read.value;
    const shared = { id, story, own: found.seat, engines };
    const learner = /^learn-(\d)$/.exec(part)?.[1];
    if (learner && Number(learner) < story.seats)
        return <LearnMistakes key={id} {...shared} seat={Number(learner)} />;
    return <Reviewing key={id} {...shared} practice={found.practice} at={cursor} />;
}

export function ReviewPage({ id, part }: { id: string; part?: string }) {
    return <Loaded key={id} id={id} part={part} />;
}
