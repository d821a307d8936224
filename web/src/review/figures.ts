/* The arithmetic of a review: what is drawn and what is said are whole points that add up as they are shown. */
import type { Analysis, Decision } from "../analysis";
import type { Mark, PlayerReport, StepReport } from "../engine";
import { isSame } from "../shape";

const NOTHING = 1e-9;

/** Whole numbers next to `parts` whose sum is the whole number next to theirs: those that lose most by rounding down are rounded
 * up. What is nothing stays nothing. */
export function rounded(
    parts: readonly number[],
    total = parts.reduce((sum, part) => sum + part, 0),
): number[] {
    const whole = parts.map((part) => Math.floor(part + NOTHING));
    const rest = (i: number) => parts[i]! - whole[i]!;
    const missing = Math.round(total) - whole.reduce((sum, part) => sum + part, 0);
    const order = parts.map((_, i) => i).sort((a, b) => rest(b) - rest(a) || a - b);
    for (const i of order.slice(0, Math.max(0, missing))) whole[i]!++;
    return whole.map((part) => part + 0); // no −0
}

/** Shares of the win as points of 100, which they add up to. */
export function chances(shares: readonly number[]): number[] {
    return rounded(
        shares.map((share) => share * 100),
        100,
    );
}

/** The terms of the balance, in the order in which they are shown. */
export const TERMS = ["start", "luck", "own", "gifts", "hidden", "unexplained"] as const;
export type Term = (typeof TERMS)[number];

/** Away from zero at the half, as the terminal does it. */
function nearest(number: number): number {
    return Math.sign(number) * Math.floor(Math.abs(number) + 0.5) + 0; // no −0
}

/** The balance of a player in points, which the terms add up to: each is the nearest whole number, and what is left over goes to
 * the one that is furthest from it. The start stays as it is, and what is nothing at all. (The same as src/cmd/review.c.) */
export function balance(player: PlayerReport): { terms: Record<Term, number>; result: number } {
    const exact = TERMS.map((term) => player[term] * 100);
    const points = exact.map(nearest);
    const result = nearest(player.result * 100);
    for (;;) {
        const left = Math.sign(result - points.reduce((sum, one) => sum + one, 0));
        if (left === 0) break;
        const off = exact.map((one, i) => (i > 0 && one !== 0 ? left * (one - points[i]!) : -Infinity));
        points[largest(off)]! += left;
    }
    const terms = Object.fromEntries(TERMS.map((term, i) => [term, points[i]!]));
    return { terms: terms as Record<Term, number>, result };
}

/** Where the bars of a balance begin and end: each where the one before it ended. */
export function waterfall(player: PlayerReport): { from: number; to: number }[] {
    let at = 0;
    return TERMS.map((term) => {
        const from = at;
        at += player[term] * 100;
        return { from, to: at };
    });
}

/** Shares of the win after a line of the record. */
export function sharesAt({ start, steps }: Analysis, line: number): readonly number[] {
    return stepAt(steps, line)?.win ?? start;
}

/** The last step that is complete with a line, or before it. */
export function stepAt(steps: readonly StepReport[], line: number): StepReport | undefined {
    let [low, high] = [0, steps.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (steps[middle]!.line <= line) low = middle + 1;
        else high = middle;
    }
    return steps[low - 1];
}

export interface Turn {
    line: number;
    /** The seat that leads from now on, or whose chance has moved. */
    seat: number;
    /** By how much its chance has moved, from −1 to 1. */
    by: number;
    /** The lead has changed. */
    lead: boolean;
}

/** Of a fair share: a move of one's chance that turns a game, and how far ahead somebody must be to have taken the lead. */
const GREAT = 1 / 3;
const AHEAD = 1 / 10;
const MOST_TURNS = 9;

function largest(values: readonly number[]): number {
    return values.reduce((best, value, i) => (value > values[best]! ? i : best), 0);
}

/** The seat that has taken the lead clearly: from `leader` or, if there was none (-1), from all others. */
function newLeader(win: readonly number[], leader: number): number {
    const first = largest(win);
    const next = Math.max(...win.filter((_, seat) => seat !== first));
    const from = leader < 0 ? next : win[leader]!;
    return win[first]! - from >= AHEAD / win.length ? first : leader;
}

/** The moments that turned the game, in their order: the lead changes, or a chance moves by a third of the fair share. Of many
 * those that moved most. */
export function turningPoints({ start, steps }: Analysis): Turn[] {
    const turns: Turn[] = [];
    let before = start;
    let leader = newLeader(start, -1);
    for (const { line, win } of steps) {
        const moved = win.map((share, seat) => share - before[seat]!);
        const most = largest(moved.map(Math.abs));
        const first = newLeader(win, leader);
        const lead = leader >= 0 && first !== leader;
        if (lead || Math.abs(moved[most]!) >= GREAT / win.length - NOTHING) {
            const seat = lead ? first : most;
            turns.push({ line, seat, by: moved[seat]!, lead });
        }
        leader = first;
        before = win;
    }
    const size = ({ by }: Turn) => Math.abs(by);
    const kept = [...turns].sort((a, b) => size(b) - size(a)).slice(0, MOST_TURNS);
    return turns.filter((turn) => kept.includes(turn));
}

const WEIGHT: Record<Mark, number> = { fine: 0, doubtful: 1, mistake: 2, blunder: 3 };

/** The decisions of a seat that something is to be said of, in the order of the game. */
export function marked(analysis: Analysis, seat: number): Decision[] {
    return analysis.decisions.filter((one) => one.seat === seat && one.mark !== "fine");
}

/** The costliest first. */
export function costliest(decisions: readonly Decision[]): Decision[] {
    return [...decisions].sort((a, b) => b.loss - a.loss || a.line - b.line);
}

/** What there is to learn from: mistakes and blunders, the costliest first, then what was doubtful. Where there was but one other
 * choice there is nothing to find. */
export function lessons(analysis: Analysis, seat: number): Decision[] {
    const all = costliest(marked(analysis, seat)).filter(({ choices }) => choices.length > 2);
    const isGrave = ({ mark }: Decision) => WEIGHT[mark] >= WEIGHT.mistake;
    return [...all.filter(isGrave), ...all.filter((one) => !isGrave(one))];
}

/** Of a fair share: what a choice may cost and still be good. */
const DOUBTFUL = 0.08;

export interface Answer {
    choice: number;
    loss: number;
    isGood: boolean;
    /** How much of what was lost is won back, from 0 to 1. */
    back: number;
}

/** What another choice at the same decision is worth. */
export function judgeAnswer(decision: Decision, line: object, seats: number): Answer | null {
    const choice = placeOf(decision, line);
    if (choice < 0) return null;
    const loss = Math.max(...decision.win) - decision.win[choice]!;
    const isGood = loss * seats < DOUBTFUL || (decision.mix?.[choice] ?? 0) >= 0.05;
    const back = decision.loss > 0 ? Math.max(0, Math.min(1, 1 - loss / decision.loss)) : 0;
    return { choice, loss, isGood, back };
}

/** Whether an answer counts as found: not after the best choice was shown. */
export function isFound(answer: Answer | null, wasShown: boolean): boolean {
    return !!answer?.isGood && !wasShown;
}

/** The place of a choice among those of a decision, or -1. */
export function placeOf({ choices }: Decision, line: object): number {
    return choices.findIndex((one) => isSame(one, line));
}

export function chosenText(decision: Decision): string {
    return decision.texts[placeOf(decision, decision.chosen)] ?? "";
}

export function bestText(decision: Decision): string {
    return decision.texts[placeOf(decision, decision.best)] ?? "";
}

/** The seats from the bottom of the graph to its top: the one that is looked at, the others, and of these the winner last. */
export function stackOrder(analysis: Analysis, seat: number): number[] {
    const others = analysis.players.map((one) => one.seat).filter((one) => one !== seat);
    const result = (one: number) => analysis.players[one]!.result;
    return [seat, ...others.sort((a, b) => result(a) - result(b) || a - b)];
}

/** A band of the graph: at each line the shares below it and with it. */
export interface Band {
    seat: number;
    points: { line: number; low: number; high: number }[];
}

export function bands(analysis: Analysis, seat: number): Band[] {
    const order = stackOrder(analysis, seat);
    const moments = [{ line: 0, win: analysis.start }, ...analysis.steps];
    return order.map((one, place) => ({
        seat: one,
        points: moments.map(({ line, win }) => {
            const low = order.slice(0, place).reduce((sum, below) => sum + win[below]!, 0);
            return { line, low, high: low + win[one]! };
        }),
    }));
}
