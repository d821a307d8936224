// What is said of a whole game: the sum of what the module says line by line (src/wasm/exports.h, docs/analysis.md).
import type { DecisionReport, Engine, Mark, PlayerReport, Problem, Refused, StepReport } from "./engine";
import {
    isEither,
    isFlag,
    isListOf,
    isNull,
    isNumber,
    isObject,
    isOneOf,
    isRecordOf,
    isText,
    isWhole,
    isWith,
    type Guard,
} from "./shape";

/** A decision that is told, with its choices in words and the number of the rule behind `why`. */
export interface Decision extends DecisionReport {
    texts: string[];
    rule: string | null;
}

export interface Analysis {
    judge: string;
    /** Shares of the win at the beginning. */
    start: number[];
    steps: StepReport[];
    decisions: Decision[];
    players: PlayerReport[];
}

const isShares = isListOf(isNumber);
const MARKS: readonly Mark[] = ["fine", "doubtful", "mistake", "blunder"];

const isStep: Guard<StepReport> = isWith(
    {
        line: isWhole,
        kind: isOneOf("chance", "decision", "together"),
        luck: isShares,
        hidden: isShares,
        own: isShares,
        gifts: isShares,
        drift: isShares,
        win: isShares,
    },
    { exact: isFlag },
);
const isDecision: Guard<Decision> = isWith(
    {
        line: isWhole,
        seat: isWhole,
        kind: isText,
        chosen: isObject,
        best: isObject,
        loss: isNumber,
        half_width: isEither(isNumber, isNull),
        stake: isNumber,
        mark: isOneOf(...MARKS),
        win: isShares,
        choices: isListOf(isObject),
        why: isText,
        texts: isListOf(isText),
        rule: isEither(isText, isNull),
    },
    { mix: isShares },
);
const isPlayer: Guard<PlayerReport> = isWith(
    {
        seat: isWhole,
        start: isNumber,
        luck: isNumber,
        hidden: isNumber,
        own: isNumber,
        gifts: isNumber,
        unexplained: isNumber,
        result: isNumber,
        accuracy: isNumber,
        decisions: isWhole,
        marks: isWith({ doubtful: isWhole, mistake: isWhole, blunder: isWhole }),
        kinds: isRecordOf(isWith({ loss: isNumber, decisions: isWhole })),
    },
    { name: isText },
);
export const isAnalysis: Guard<Analysis> = isWith({
    judge: isText,
    start: isShares,
    steps: isListOf(isStep),
    decisions: isListOf(isDecision),
    players: isListOf(isPlayer),
});

/** Goes through the lines of a whole record, one at a time; what it gives at last is in the language of the engine. `nodes` says
 * how closely it looks, 0 as the game thinks right; `tell` gets how far it is, from 0 to 1, and lets others speak. Null: nobody
 * can judge this game. */
export async function analyse(
    engine: Engine,
    [setup = "", ...lines]: readonly string[],
    nodes: number,
    tell: (done: number) => Promise<void>,
): Promise<Analysis | Refused | null> {
    const begun = engine.analyse(setup, nodes);
    if (!begun || "problem" in begun) return begun;
    const steps: StepReport[] = [];
    const decisions: Decision[] = [];
    for (const [i, line] of lines.entries()) {
        const found = engine.analyseLine(line);
        if (found && "problem" in found) return found;
        if (found) {
            steps.push(found.step);
            decisions.push(...found.decisions.map(({ decision, ...more }) => ({ ...decision, ...more })));
        }
        await tell((i + 1) / lines.length);
    }
    const game = engine.analysis();
    if (!game?.over) return { problem: UNFINISHED };
    const start = game.players.map((player) => player.start);
    return { judge: begun.judge, start, steps, decisions, players: game.players };
}

/** The page says it in words. */
const UNFINISHED: Problem = { name: "unfinished", rule: null, text: "" };
