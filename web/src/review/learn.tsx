/* Learn from your mistakes: the game stops where one of them was made, hides what was done and asks again, on the real table. What
 * a new choice is worth is said; what would be best only to those who ask. */
import { signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Analysis, Decision } from "../analysis";
import type { AnyEvent, Engine, Problem } from "../engine";
import { GamePage } from "../games/page";
import { href } from "../look/address";
import { number, percent, t } from "../look/text";
import { Button, classes, Meter, say, Sym } from "../parts";
import { usePast } from "../replay/page";
import { PastSource, ReplaySource, type Story } from "../replay/source";
import { Page } from "../shell/pages";
import { bestText, chosenText, isFound, judgeAnswer, lessons, placeOf, type Answer } from "./figures";
import { useAnalysis } from "./page";
import { costSaid, Share } from "./side";
import { Verdict, verdictName } from "./verdict";

/** The lines before a decision, by the eyes of who had it. A move goes no further than here. */
class AskedSource extends PastSource {
    /** What is best nobody tells before it is asked for. */
    readonly isExercise = true;
    readonly answer = signal<AnyEvent | null>(null);

    constructor(lines: readonly string[], seat: number, direct: boolean) {
        super(lines, seat, direct, lines.length);
    }

    override async send(line?: AnyEvent): Promise<Problem | null> {
        this.answer.value = line ?? null;
        return null;
    }

    /** The table asks again. */
    ask(): void {
        this.answer.value = null;
        for (const hear of [...this.hearers]) hear({ from: 0, lines: [...this.lines] });
    }
}

type Shown = { state: "ask" } | { state: "shown" } | { state: "answered"; answer: Answer };

/** All choices in the same unit, once there is nothing left to find. */
function Compared({ decision, answer }: { decision: Decision; answer?: Answer }) {
    const order = decision.win.map((_, i) => i).sort((a, b) => decision.win[b]! - decision.win[a]!);
    const chosen = placeOf(decision, decision.chosen);
    const MOST = 5;
    const shown = order.filter((i, place) => place < MOST || i === chosen || i === answer?.choice);
    return (
        <ul class="review-all">
            {shown.map((i) => (
                <li key={i} class={classes(i === order[0] && "best", i === chosen && "chosen")}>
                    <span>
                        {decision.texts[i]}
                        {i === answer?.choice && <small> {t("your answer")}</small>}
                        {i === chosen && <small> {t("was done")}</small>}
                    </span>
                    <Share value={decision.win[i]!} />
                </li>
            ))}
        </ul>
    );
}

function verdictOf({ choice, back }: Answer, decision: Decision): string {
    if (choice === placeOf(decision, decision.chosen)) return t("That is what was done in the game.");
    if (back < 0.05) return t("That wins nothing back.");
    return t("Better: {share} of what was lost is won back.", { share: percent(back) });
}

function Said({ shown, decision }: { shown: Shown; decision: Decision }) {
    if (shown.state === "ask")
        return (
            <>
                <h2>{t("What would you do here?")}</h2>
                <p>
                    {t(
                        "What was done cost {points} of 100 points of the chance to win. Choose on the table.",
                        {
                            points: costSaid(decision.loss).replace("−", ""),
                        },
                    )}
                </p>
            </>
        );
    if (shown.state === "shown")
        return (
            <>
                <h2>{t("Best: {choice}", { choice: bestText(decision) })}</h2>
                <p>{decision.why}</p>
                <Compared decision={decision} />
            </>
        );
    const { answer } = shown;
    if (!answer.isGood)
        return (
            <>
                <h2>{t("Not yet.")}</h2>
                <p>{verdictOf(answer, decision)}</p>
            </>
        );
    const isBest = answer.choice === placeOf(decision, decision.best);
    return (
        <>
            <h2>{isBest ? t("Good: the best choice.") : t("Good: as good as the best.")}</h2>
            <p>{decision.why}</p>
            <Compared decision={decision} answer={answer} />
        </>
    );
}

interface AskedProps {
    decision: Decision;
    shown: Shown;
    /** Which of how many. */
    place: number;
    all: readonly Decision[];
    solved: ReadonlySet<number>;
    onShow: () => void;
    onAgain: () => void;
    onNext: () => void;
}

function Coach({ decision, shown, place, all, solved, onShow, onAgain, onNext }: AskedProps) {
    const box = useRef<HTMLElement>(null);
    const isOpen = shown.state === "ask" || (shown.state === "answered" && !shown.answer.isGood);
    const tone = shown.state === "answered" && shown.answer.isGood ? "good" : "note";
    useEffect(() => {
        if (shown.state === "ask") return;
        box.current?.scrollIntoView({ block: "nearest" });
        say(box.current?.querySelector("h2")?.textContent ?? "");
    }, [shown]);
    return (
        <section
            ref={box}
            class={classes("coach learn-mistake", tone)}
            aria-label={t("Learn from your mistakes")}
        >
            <p class="learn-place">
                <span>
                    {verdictName(decision.mark)}, {t("{n} of {all}", { n: place + 1, all: all.length })}
                </span>
                <span class="learn-signs" aria-hidden="true">
                    {all.map((one, i) => (
                        <span key={one.line} class={classes(i === place && "now")}>
                            <Verdict mark={one.mark} />
                            {solved.has(i) && <Sym art="i-check" />}
                        </span>
                    ))}
                </span>
            </p>
            <Said shown={shown} decision={decision} />
            <div class="row">
                {isOpen && (
                    <Button icon="i-hint" onPick={onShow}>
                        {t("Show me")}
                    </Button>
                )}
                {shown.state === "answered" && isOpen && (
                    <Button go icon="i-again" onPick={onAgain}>
                        {t("Try again")}
                    </Button>
                )}
                <Button go={!isOpen} icon="i-next" onPick={onNext}>
                    {place + 1 < all.length ? t("Next") : t("Finish")}
                </Button>
            </div>
        </section>
    );
}

interface LearnProps {
    id: string;
    story: Story;
    own: number;
    seat: number;
    engines: [Engine, Engine];
}

function Asked({
    id,
    seat,
    own,
    lines,
    draws,
    decision,
    ...rest
}: Omit<AskedProps, "shown" | "onShow" | "onAgain"> & {
    id: string;
    seat: number;
    own: number;
    lines: readonly string[];
    draws: Engine;
    seats: number;
    onSolved: () => void;
}) {
    const isShown = useSignal(false);
    const [source, table] = usePast(
        draws,
        () => new AskedSource(lines.slice(0, decision.line), seat, seat === own),
        [decision],
    );
    const line = source.answer.value;
    const answer = line && judgeAnswer(decision, line, rest.seats);
    useEffect(() => {
        if (isFound(answer, isShown.peek())) rest.onSolved();
    }, [line]);
    const shown: Shown = isShown.value
        ? { state: "shown" }
        : answer
          ? { state: "answered", answer }
          : { state: "ask" };
    const coach = (
        <Coach
            {...rest}
            decision={decision}
            shown={shown}
            onShow={() => void (isShown.value = true)}
            onAgain={() => source.ask()}
        />
    );
    return (
        <div class="learning-mistakes">
            <GamePage
                table={table}
                frame={{
                    coach,
                    mark: t("Learn"),
                    menu: [{ text: t("Review"), icon: "i-chart", href: href(`/review/${id}`) }],
                }}
            />
        </div>
    );
}

function Done({ id, all, solved }: { id: string; all: readonly Decision[]; solved: number }) {
    return (
        <Page title={t("Learn from your mistakes")}>
            <section class="panel">
                <p>
                    {all.length === 0
                        ? t("There is nothing to learn from in this game.")
                        : t("{n} of {all} found without help.", { n: solved, all: all.length })}
                </p>
                <ul class="learn-list">
                    {all.map((one) => (
                        <li key={one.line}>
                            <Verdict mark={one.mark} label />
                            <span>
                                {chosenText(one)} → <b>{bestText(one)}</b>
                            </span>
                            <b class="num">{costSaid(one.loss)}</b>
                        </li>
                    ))}
                </ul>
            </section>
            <div class="row">
                <Button go icon="i-chart" href={href(`/review/${id}`)}>
                    {t("Review")}
                </Button>
            </div>
        </Page>
    );
}

function Lessons({
    analysis,
    id,
    story,
    own,
    seat,
    engines: [draws, knows],
}: LearnProps & { analysis: Analysis }) {
    const all = useMemo(() => lessons(analysis, seat), [analysis, seat]);
    const lines = useMemo(() => new ReplaySource(story, seat, knows).lines, [story, seat]);
    const place = useSignal(0);
    const solved = useSignal<ReadonlySet<number>>(new Set());
    const decision = all[place.value];
    if (!decision) return <Done id={id} all={all} solved={solved.value.size} />;
    return (
        <Asked
            key={decision.line}
            {...{ id, seat, own, lines, draws, decision, all }}
            place={place.value}
            seats={story.seats}
            solved={solved.value}
            onSolved={() => void (solved.value = new Set([...solved.peek(), place.peek()]))}
            onNext={() => void place.value++}
        />
    );
}

export function LearnMistakes(props: LearnProps) {
    const findings = useAnalysis(props.id, props.story, false);
    if (findings.state === "done") return <Lessons {...props} analysis={findings.analysis} />;
    return (
        <Page title={t("Learn from your mistakes")}>
            <section class="panel review-pending" role="status">
                {findings.state === "busy" ? (
                    <>
                        <p>{t("Every choice and every turn of chance is weighed.")}</p>
                        <Meter
                            value={findings.progress}
                            max={1}
                            label={t("Analysis")}
                            said={`${number(Math.round(findings.progress * 100))} %`}
                        />
                    </>
                ) : (
                    <>
                        <p>{findings.state === "failed" ? findings.why : t("The analysis was stopped.")}</p>
                        <Button icon="i-again" onPick={findings.again}>
                            {t("Try again")}
                        </Button>
                    </>
                )}
            </section>
        </Page>
    );
}
