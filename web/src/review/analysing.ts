// A whole record is analysed in a worker of its own, so that the page never waits.
import { isAnalysis, type Analysis } from "../analysis";
import type { GameName, Refused } from "../engine";
import { Asker, startWorker, type Thread } from "../local";
import { t } from "../look/text";
import { isProblem } from "../messages";
import { isWith } from "../shape";
import { texts } from "../texts";

const isRefused = isWith({ problem: isProblem });

/** Why a record was not analysed, in words. */
export function reasonOf(answer: Refused | null): string {
    if (!answer) return t("Nobody has learnt to judge this game.");
    return answer.problem.text || t("This game is not over.");
}

/** The same where the worker has failed. */
export function failureText(): string {
    return t("What the judgement has learnt could not be loaded.");
}

/** How closely a game is looked at when its first analysis is there (--nodes in docs/analysis.md). Other games have one look. */
const CLOSER: Partial<Record<GameName, number>> = { loot: 1600, bars: 1920, mice: 64 };

export function closerLook(game: GameName): number {
    return CLOSER[game] ?? 0;
}

/** The worker ends with the analysis. `stop` gives it up: then nothing is answered. Null: nobody can judge this game. */
export function startAnalysis(
    lines: readonly string[],
    onProgress: (progress: number) => void,
    start: () => Thread = startWorker,
    nodes = 0,
): { done: Promise<Analysis | Refused | null>; stop: () => void } {
    const asker = new Asker(start());
    const { language } = texts.peek();
    const done = asker
        .ask("analyse", { lines: [...lines], language, nodes }, onProgress)
        .then((answer) => {
            if (answer === null || isRefused(answer) || isAnalysis(answer)) return answer;
            throw new Error("a strange analysis");
        })
        .finally(() => asker.close());
    return { done, stop: () => asker.close() };
}
