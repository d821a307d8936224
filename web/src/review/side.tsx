/* What is said of a game beside its graph: the balance of a seat, its choices with what they cost, how well each played, and the
 * luck of every event. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Analysis, Decision } from "../analysis";
import type { GameName } from "../engine";
import { href, rulePath } from "../look/address";
import { number, signed, t, tn } from "../look/text";
import { Button, classes, SeatMark, Segmented, type LogEntry } from "../parts";
import {
    balance,
    bestText,
    chances,
    chosenText,
    costliest,
    lessons,
    marked,
    placeOf,
    sharesAt,
    TERMS,
    turningPoints,
    waterfall,
    type Term,
} from "./figures";
import { Verdict, verdictName } from "./verdict";

export interface Reviewed {
    /** The name of the record in addresses. */
    id: string;
    game: GameName;
    analysis: Analysis;
    names: readonly string[];
    /** The seat of the person at the screen, or -1. */
    own: number;
    /** The seat that is looked at. */
    seat: number;
    /** The line at the cursor. */
    at: number;
    /** What happened with each line, in words. */
    lines: readonly LogEntry[];
    goTo: (line: number) => void;
}

/** What happened with a line, in words. */
export function textAt(lines: readonly LogEntry[], line: number): string {
    return (line > 0 && lines.find((one) => one.number >= line)?.text) || t("The beginning");
}

/** What a choice cost, as it is said: whole points. */
export function costSaid(loss: number): string {
    const points = Math.round(loss * 100);
    if (points > 0) return signed(-points);
    return loss > 1e-6 ? t("under 1") : "0";
}

/* ---- The balance ---- */

function termTexts(term: Term): [string, string] {
    const texts: Record<Term, () => [string, string]> = {
        start: () => [t("Start"), t("before the first move")],
        luck: () => [t("Luck"), t("what chance brought")],
        own: () => [t("Own errors"), t("against the best choices")],
        gifts: () => [t("Gifts"), t("errors of the others")],
        hidden: () => [t("Hidden"), t("what nobody could know")],
        unexplained: () => [t("Unexplained"), t("where the judgement changed its mind")],
    };
    return texts[term]();
}

function balanceTitle({ seat, own, names, analysis }: Reviewed): string {
    if (seat !== own) return t("Balance of {name}", { name: names[seat]! });
    const { result } = analysis.players[seat]!;
    if (result > 0.999) return t("Why you won");
    return result > 0 ? t("Why you shared the win") : t("Why you lost");
}

/** From where the bar before it ended; all bars together go from the lowest sum to the highest. */
function TermBar({
    term,
    from,
    to,
    low,
    high,
}: {
    term: Term;
    from: number;
    to: number;
    low: number;
    high: number;
}) {
    const share = (points: number) => (points / (high - low)) * 100;
    const [left, width] = [Math.min(from, to) - low, Math.abs(to - from)];
    return (
        <span class="review-bar" aria-hidden="true">
            <i class={term} style={{ left: `${share(left)}%`, width: `max(2px, ${share(width)}%)` }} />
        </span>
    );
}

export function Balance(of: Reviewed) {
    const player = of.analysis.players[of.seat]!;
    const { terms, result } = balance(player);
    const bars = waterfall(player);
    const ends = bars.flatMap(({ from, to }) => [from, to]);
    const [low, high] = [Math.min(0, ...ends), Math.max(1, ...ends)];
    const hasHidden = of.analysis.players.some(({ hidden }) => Math.abs(hidden) > 1e-6);
    const shown = TERMS.filter((term) => term !== "hidden" || hasHidden);
    return (
        <section class="panel review-balance">
            <h2>{balanceTitle(of)}</h2>
            <p class="small muted">{t("Chance of winning, out of 100")}</p>
            <table>
                <tbody>
                    {shown.map((term) => {
                        const [name, note] = termTexts(term);
                        const { from, to } = bars[TERMS.indexOf(term)]!;
                        const points = terms[term];
                        return (
                            <tr key={term} class={term}>
                                <th scope="row">
                                    {name} <small>{note}</small>
                                </th>
                                <td>
                                    <TermBar term={term} from={from} to={to} low={low} high={high} />
                                </td>
                                <td class="num review-term">
                                    {term === "start" ? number(points) : signed(points)}
                                </td>
                            </tr>
                        );
                    })}
                </tbody>
                <tfoot>
                    <tr>
                        <th scope="row">{t("Result")}</th>
                        <td />
                        <td class="num review-result">{number(result)}</td>
                    </tr>
                </tfoot>
            </table>
        </section>
    );
}

/* ---- Choices ---- */

/** All that could have been done, with what it was worth. */
function AllChoices({ decision }: { decision: Decision }) {
    const chosen = placeOf(decision, decision.chosen);
    const best = placeOf(decision, decision.best);
    const order = decision.win.map((_, i) => i).sort((a, b) => decision.win[b]! - decision.win[a]!);
    const MOST = 6;
    const shown = order.filter((i, place) => place < MOST || i === chosen);
    return (
        <ul class="review-all">
            {shown.map((i) => (
                <li key={i} class={classes(i === best && "best", i === chosen && "chosen")}>
                    <span>
                        {decision.texts[i]}
                        {i === chosen && <small> {t("was done")}</small>}
                    </span>
                    <Share value={decision.win[i]!} />
                </li>
            ))}
        </ul>
    );
}

/** A chance of winning as a bar and a number. */
export function Share({ value }: { value: number }) {
    return (
        <span class="review-share">
            <span aria-hidden="true">
                <i style={{ width: `${value * 100}%` }} />
            </span>
            <b class="num">{number(Math.round(value * 100))}</b>
        </span>
    );
}

/** The sentence is about the best choice and speaks to whoever had it. */
function Why({ of, decision }: { of: Reviewed; decision: Decision }) {
    const { rule } = decision;
    const said =
        decision.seat === of.own
            ? decision.why
            : t("To {name}: {text}", { name: of.names[decision.seat]!, text: decision.why });
    return (
        <p class="review-why">
            {decision.why && said}{" "}
            {rule && (
                <a class="rule" href={rulePath(of.game, rule)}>
                    {t("Rule {id}", { id: rule })}
                </a>
            )}
        </p>
    );
}

function ChoiceCard({ of, decision }: { of: Reviewed; decision: Decision }) {
    const isNow = decision.line === of.at;
    const isBest = placeOf(decision, decision.chosen) === placeOf(decision, decision.best);
    return (
        <li class={classes("review-choice", isNow && "now")}>
            <button
                type="button"
                class="review-jump"
                aria-current={isNow ? "step" : undefined}
                onClick={() => of.goTo(decision.line)}
            >
                <Verdict mark={decision.mark} />
                <b class={decision.mark}>{verdictName(decision.mark)}</b>
                <small>{t("event {n}", { n: decision.line })}</small>
                <strong class={classes("num", decision.mark)}>{costSaid(decision.loss)}</strong>
            </button>
            <dl>
                <div>
                    <dt>{t("Done:")}</dt>
                    <dd>{chosenText(decision)}</dd>
                </div>
                {!isBest && (
                    <div class="best">
                        <dt>{t("Best:")}</dt>
                        <dd>{bestText(decision)}</dd>
                    </div>
                )}
            </dl>
            <Why of={of} decision={decision} />
            {isNow && <AllChoices decision={decision} />}
        </li>
    );
}

/** What is drawn only when it is opened. */
function More({ title, children }: { title: string; children: () => ComponentChildren }) {
    const open = useSignal(false);
    return (
        <details class="review-more" onToggle={(event) => void (open.value = event.currentTarget.open)}>
            <summary>{title}</summary>
            {open.value && children()}
        </details>
    );
}

function DecisionRow({ of, decision }: { of: Reviewed; decision: Decision }) {
    const isNow = decision.line === of.at;
    return (
        <li class={classes(isNow && "now")}>
            <button type="button" class="review-row" onClick={() => of.goTo(decision.line)}>
                <span class="num">{decision.line}</span>
                <span>
                    {chosenText(decision)} <small>{t(decision.kind)}</small>
                </span>
                <Verdict mark={decision.mark} label />
                <b class="num">{costSaid(decision.loss)}</b>
            </button>
            {isNow && (
                <>
                    <AllChoices decision={decision} />
                    <Why of={of} decision={decision} />
                </>
            )}
        </li>
    );
}

export function Choices(of: Reviewed) {
    const all = of.analysis.decisions.filter(({ seat }) => seat === of.seat);
    const worst = costliest(marked(of.analysis, of.seat));
    const learn = lessons(of.analysis, of.seat).length;
    return (
        <section class="panel review-choices">
            <h2>
                {t("Costliest choices")} <small>{tn("of one", "of {n}", all.length)}</small>
            </h2>
            {worst.length === 0 && <p class="muted">{t("Nothing to find fault with.")}</p>}
            <ol>
                {worst.map((decision) => (
                    <ChoiceCard key={decision.line} of={of} decision={decision} />
                ))}
            </ol>
            {learn > 0 && (
                <Button go icon="i-target" href={href(`/review/${of.id}/learn-${of.seat}`)}>
                    {of.seat === of.own ? t("Learn from your mistakes") : t("Learn from these mistakes")}
                </Button>
            )}
            <More title={tn("The only choice", "All {n} choices", all.length)}>
                {() => (
                    <ol class="review-rows">
                        {all.map((decision) => (
                            <DecisionRow key={decision.line} of={of} decision={decision} />
                        ))}
                    </ol>
                )}
            </More>
        </section>
    );
}

/* ---- All players ---- */

export function Players({ analysis, names, seat }: Reviewed) {
    const order = [...analysis.players].sort((a, b) => b.result - a.result || b.accuracy - a.accuracy);
    return (
        <section class="panel review-players">
            <h2>{t("How well each played")}</h2>
            <table>
                <thead>
                    <tr>
                        <td />
                        <th scope="col">{t("accuracy")}</th>
                        {(["doubtful", "mistake", "blunder"] as const).map((mark) => (
                            <th key={mark} scope="col">
                                <Verdict mark={mark} label />
                            </th>
                        ))}
                        <th scope="col">{t("luck")}</th>
                    </tr>
                </thead>
                <tbody>
                    {order.map((player) => (
                        <tr key={player.seat} class={classes(player.seat === seat && "me")}>
                            <th scope="row">
                                <SeatMark seat={player.seat} name={names[player.seat]!} size={22} />
                                <span data-clip>{names[player.seat]}</span>
                            </th>
                            <td class="num">{number(Math.round(player.accuracy))}</td>
                            {(["doubtful", "mistake", "blunder"] as const).map((mark) => (
                                <td key={mark} class="num">
                                    {player.marks[mark] || "–"}
                                </td>
                            ))}
                            <td class="num review-blue">{signed(balance(player).terms.luck)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

/** The graph in words: everybody's chance at the start, after each turning point, and at the end. */
export function Turns({ analysis, names, lines, goTo, at }: Reviewed) {
    const turns = turningPoints(analysis);
    const row = (line: number) => chances(sharesAt(analysis, line));
    const last = analysis.steps.at(-1)?.line ?? 0;
    const rows = [
        { flag: "", text: t("The beginning"), line: 0 },
        ...turns.map(({ line }, i) => ({ flag: number(i + 1), text: textAt(lines, line), line })),
        ...(turns.at(-1)?.line === last ? [] : [{ flag: "", text: t("The end"), line: last }]),
    ];
    return (
        <section class="panel review-turns">
            <h2>{t("Turning points")}</h2>
            <p class="small muted">{t("Chances of winning after each, out of 100")}</p>
            <ol>
                {rows.map(({ flag, text, line }) => (
                    <li key={line} class={classes(line === at && "now")}>
                        <button type="button" class="review-row" onClick={() => goTo(line)}>
                            {flag ? <b class="review-flag num">{flag}</b> : <span />}
                            <span>{text}</span>
                        </button>
                        <SeatValues names={names} values={row(line).map(number)} />
                    </li>
                ))}
            </ol>
        </section>
    );
}

/** A number for each seat, with its mark; for ears with its name. */
export function SeatValues({ names, values }: { names: readonly string[]; values: readonly string[] }) {
    return (
        <p class="review-values">
            {values.map((value, seat) => (
                <span key={seat}>
                    <SeatMark seat={seat} name={names[seat]!} size={16} />
                    <span class="vh">{names[seat]} </span>
                    <b class="num">{value}</b>
                </span>
            ))}
        </p>
    );
}

/** How lucky every event of chance was, for each seat. */
export function LuckEvents({ analysis, names, lines, goTo, at }: Reviewed) {
    const events = analysis.steps.filter(
        ({ kind, luck }) => kind === "chance" && luck.some((one) => Math.abs(one) >= 0.0005),
    );
    if (events.length === 0) return null;
    const said = (value: number) => {
        const points = Math.round(value * 100);
        return points === 0 && value !== 0 ? (value > 0 ? "+0" : "−0") : signed(points);
    };
    return (
        <section class="panel">
            <More title={tn("The luck of one event", "The luck of {n} events", events.length)}>
                {() => (
                    <ol class="review-rows">
                        {events.map(({ line, luck }) => (
                            <li key={line} class={classes(line === at && "now")}>
                                <button type="button" class="review-row" onClick={() => goTo(line)}>
                                    <span class="num">{line}</span>
                                    <span>{textAt(lines, line)}</span>
                                </button>
                                <SeatValues names={names} values={luck.map(said)} />
                            </li>
                        ))}
                    </ol>
                )}
            </More>
        </section>
    );
}

export function SeatPicker({
    names,
    seat,
    onSeat,
}: {
    names: readonly string[];
    seat: number;
    onSeat: (seat: number) => void;
}) {
    return (
        <Segmented
            label={t("Whose game")}
            hideLabel
            value={String(seat)}
            onChange={(value) => onSeat(Number(value))}
            options={names.map((name, i) => [String(i), name])}
        />
    );
}
