// What the page and its worker say to each other, and whether it is what it should be.
import type { Advice, Problem } from "./engine";
import { isHosted } from "./host";
import {
    isAnything,
    isEither,
    isFlag,
    isListOf,
    isNull,
    isNumber,
    isObject,
    isOneOf,
    isText,
    isWhole,
    isWith,
    type Guard,
    type Shape,
} from "./shape";
import { languages, type Language } from "./texts";

export const isProblem: Guard<Problem> = isWith({
    name: isText,
    rule: isEither(isText, isNull),
    text: isText,
});
const isAdvice: Guard<Advice> = isWith({
    source: isOneOf("learnt", "untrained", "reasoned"),
    text: isText,
    why: isText,
    best: isWhole,
    choices: isListOf(
        isWith({ line: isObject, text: isText, win: isEither(isNumber, isNull), share: isNumber }),
    ),
});
const isLanguage = isOneOf(...(Object.keys(languages) as Language[]));

/** What is asked, by the names of the requests. */
export const ASKS = {
    /** Hosts a game for a seat, from its record so far; its lines come as news. */
    host: isWith({ game: isHosted, seat: isWhole }),
    send: isWith({ line: isObject }),
    undo: isObject,
    /** The whole record of the game that is hosted. */
    game: isObject,
    /** What to do, from the lines of a seat's view. */
    advise: isWith({ lines: isListOf(isText), seat: isWhole, language: isLanguage }),
    /** What every step of a whole record changed; how far it is comes as progress. `nodes` says how closely it is looked at
     * (docs/analysis.md); 0: as the game thinks right. */
    analyse: isWith({ lines: isListOf(isText), language: isLanguage, nodes: isWhole }),
};

/** What each is answered with. */
export const ANSWERS = {
    host: isEither(isProblem, isNull),
    send: isEither(isProblem, isNull),
    undo: isNull,
    game: isHosted,
    advise: isEither(isAdvice, isNull),
    /** What it is more closely is looked at where it is asked for. */
    analyse: isEither(isObject, isNull),
};

export type RequestName = keyof typeof ASKS;
export type Ask<K extends RequestName> = Shape<(typeof ASKS)[K]>;
export type Answer<K extends RequestName> = Shape<(typeof ANSWERS)[K]>;

export const isRequest = isWith({
    id: isWhole,
    name: isOneOf(...(Object.keys(ASKS) as RequestName[])),
    ask: isAnything,
});
export type Request = Shape<typeof isRequest>;

const isDone = isWith({ id: isWhole, answer: isAnything });
const isFailed = isWith({ id: isWhole, failed: isText });
/** Lines of the seat's view, and whether the last move can be undone. */
const isNews = isWith({ from: isWhole, lines: isListOf(isText), canUndo: isFlag });
/** How much of what was asked is done, from 0 to 1. */
const isProgress = isWith({ id: isWhole, progress: isNumber });
export const isReply = isEither(isEither(isNews, isProgress), isEither(isFailed, isDone));
export type Reply = Shape<typeof isReply>;
