/* What the server says (docs/protocol.md), and whether it is what it should be. */
import { isGame } from "../games/registry";
import {
    isAnything,
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
    type Shape,
} from "../shape";

const isSitting = isWith({}, { who: isText, name: isText, level: isText, away: isFlag, here: isFlag });

const isClock = isEither(isWith({ move: isNumber, bank: isNumber }), isWith({ days: isNumber }));
const isClocks = isWith({ since: isNumber, seats: isListOf(isWith({ bank: isNumber })) });
const isAsked = isWith({ pause: isListOf(isWhole), resume: isListOf(isWhole), end: isListOf(isWhole) });

export const isLobby = isWith(
    {
        game: isGame,
        seats: isListOf(isSitting),
        options: isObject,
        clock: isEither(isClock, isNull),
        status: isOneOf("gathering", "running", "finished", "abandoned"),
        maker: isText,
        commit: isText,
        open: isFlag,
        spectators: isWhole,
    },
    {
        /** False: nobody asks a master, on their honour. */
        help: isFlag,
        paused: isFlag,
        /** No bot moves before a person who sits there comes back. */
        asleep: isFlag,
        /** The seats that have asked for it. */
        asked: isAsked,
        muted: isListOf(isText),
        /** Only those who sit may chat. */
        quiet: isFlag,
        next: isEither(isText, isNull),
        clocks: isClocks,
    },
);

const isChatMessage = isWith({ number: isWhole, at: isNumber, who: isText, name: isText, text: isText });

/** A message without `re`. Of the lines of a table it is known that they are objects; the rules read them. */
export const isPush = isWith(
    {},
    {
        table: isText,
        from: isWhole,
        lines: isListOf(isObject),
        /** Of the chain, after the last of the lines; older servers say none. */
        head: isText,
        lobby: isLobby,
        chat: isListOf(isChatMessage),
        clocks: isClocks,
        bye: isText,
    },
);

export const isRefusal = isWith({
    re: isWhole,
    error: isWith({ code: isText, text: isText }, { rule: isText }),
});
export const isAnswer = isWith({ re: isWhole });

const isHello = isWith({ who: isText, name: isText, now: isNumber, levels: isRecordOf(isListOf(isText)) });
const isTable = isWith({ table: isText });
/** A table of a game that this page does not know yet is passed over. */
export const isListed = isWith({ table: isText, lobby: isLobby });

/** What a request is answered with, by its verb. */
export const ANSWERS = {
    hello: isHello,
    make: isTable,
    rematch: isTable,
    tables: isWith({ open: isListOf(isAnything), mine: isListOf(isAnything) }),
    act: isWith({}, { number: isWhole, head: isText }),
    bot: isAnything,
    chat: isAnything,
    end: isAnything,
    forget: isAnything,
    leave: isAnything,
    mute: isAnything,
    name: isAnything,
    pause: isAnything,
    remove: isAnything,
    resume: isAnything,
    return: isAnything,
    sit: isAnything,
    stand: isAnything,
    start: isAnything,
    unmute: isAnything,
    unwatch: isAnything,
    watch: isWith({}, { number: isWhole }),
};

export type Verb = keyof typeof ANSWERS;
export type Answer<V extends Verb> = Shape<(typeof ANSWERS)[V]>;
export type Hello = Shape<typeof isHello>;
export type LobbyState = Shape<typeof isLobby>;
export type Sitting = Shape<typeof isSitting>;
export type ChatMessage = Shape<typeof isChatMessage>;
export type Listed = Shape<typeof isListed>;
export type Push = Shape<typeof isPush>;
