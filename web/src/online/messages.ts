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
export const isClockOrNone = isEither(isClock, isNull);
const isClocks = isWith({ since: isNumber, seats: isListOf(isWith({ bank: isNumber })) });
const isAsked = isWith({ pause: isListOf(isWhole), resume: isListOf(isWhole), end: isListOf(isWhole) });

export const isLobby = isWith(
    {
        game: isGame,
        seats: isListOf(isSitting),
        options: isObject,
        clock: isClockOrNone,
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
        /** When the table begins by itself, and the seats that have said they are there. */
        starts: isEither(isNumber, isNull),
        ready: isListOf(isWhole),
    },
);

const isChatMessage = isWith({ number: isWhole, at: isNumber, who: isText, name: isText, text: isText });

/** A game of mine. Those of a game that this page does not know yet are passed over. */
export const isGameRow = isWith({
    table: isText,
    lobby: isLobby,
    seat: isWhole,
    waits: isFlag,
    until: isEither(isNumber, isNull),
    number: isWhole,
    events: isWhole,
    messages: isWhole,
});

/** Somebody waits there. */
const isOpenRoom = isWith({
    game: isGame,
    seats: isWhole,
    clock: isClockOrNone,
    waiting: isWhole,
});

/** Where one waits for others: how many are there, the own place among them, and when bots come. */
const isRoom = isWith(
    { game: isGame, seats: isWhole, clock: isClockOrNone, waiting: isWhole, place: isWhole },
    { fill: isEither(isNumber, isNull), level: isEither(isText, isNull) },
);

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
        games: isWith({ count: isWhole, rows: isListOf(isAnything) }, { gone: isListOf(isText) }),
        room: isEither(isRoom, isNull),
        seated: isWith({ table: isText }),
    },
);

export const isRefusal = isWith({
    re: isWhole,
    error: isWith({ code: isText, text: isText }, { rule: isText }),
});
export const isAnswer = isWith({ re: isWhole });

/** What the house offers; older servers say nothing of it, and have nothing of what makes a club. */
const isHouse = isWith(
    {},
    {
        club: isText,
        games: isListOf(isText),
        clocks: isListOf(isClockOrNone),
        help: isText,
        make: isText,
        /** False: nobody chooses other rules than the usual ones. */
        options: isFlag,
        records: isWhole,
    },
);

const isHello = isWith(
    { who: isText, name: isText, now: isNumber, levels: isRecordOf(isListOf(isText)) },
    { device: isText, owner: isFlag, house: isHouse, named: isFlag },
);
const isDevice = isWith({ device: isText, name: isText, since: isNumber, seen: isNumber }, { this: isFlag });
/** By game and number of players: how many, won, and last. */
const isResult = isWith({ game: isGame, seats: isWhole, games: isWhole, wins: isWhole }, { last: isWhole });
const isPlayed = isWith(
    {
        table: isText,
        game: isGame,
        at: isNumber,
        seats: isListOf(
            isWith({}, { who: isText, name: isText, level: isText, score: isNumber, won: isFlag }),
        ),
    },
    { seat: isWhole },
);
const isPerson = isWith(
    {
        who: isText,
        name: isText,
        running: isWhole,
        results: isListOf(isResult),
        finished: isListOf(isPlayed),
    },
    { since: isNumber, shows: isOneOf("nobody", "tables", "all"), more: isFlag },
);

/** A browser, or a mail address, that is told when it is one's turn. */
const isContact = isWith(
    { contact: isWhole, kind: isOneOf("push", "mail"), since: isNumber },
    { endpoint: isText, address: isText, language: isText, each: isFlag, confirmed: isFlag },
);
const isContacts = isWith({
    push: isEither(isText, isNull),
    mail: isFlag,
    contacts: isListOf(isContact),
});

/** Somebody in what owners read; nobody where a person was forgotten. */
const isNamed = isEither(isWith({}, { who: isText, name: isText }), isNull);
const isOpt = isEither(isText, isNull);
const isReport = isWith(
    { report: isWhole, at: isNumber },
    {
        by: isNamed,
        on: isNamed,
        table: isOpt,
        number: isEither(isWhole, isNull),
        said: isOpt,
        text: isOpt,
        done: isFlag,
    },
);
const isMember = isWith(
    { who: isText, name: isText },
    { since: isNumber, muted: isAnything, banned: isAnything, owner: isFlag, games: isWhole },
);
const isAct = isWith(
    { at: isNumber, act: isText },
    { by: isAnything, who: isOpt, table: isOpt, text: isOpt },
);
/** What an owner's act is answered with: the fields that it has. */
const isAdmin = isWith(
    {},
    {
        reports: isListOf(isReport),
        people: isListOf(isMember),
        acts: isListOf(isAct),
        more: isFlag,
        code: isText,
        until: isNumber,
    },
);
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
    devices: isWith({ devices: isListOf(isDevice), words: isFlag }),
    link: isWith({ code: isText, until: isNumber }),
    unlink: isAnything,
    contacts: isContacts,
    subscribe: isContacts,
    mail: isContacts,
    prefer: isContacts,
    unsubscribe: isContacts,
    person: isPerson,
    show: isAnything,
    report: isAnything,
    admin: isAdmin,
    words: isAnything,
    export: isWith({ lines: isListOf(isObject) }, { more: isFlag }),
    rooms: isWith(
        { rooms: isListOf(isOpenRoom), room: isEither(isRoom, isNull) },
        { seated: isEither(isText, isNull) },
    ),
    wait: isWith({ room: isRoom }),
    unwait: isAnything,
    ready: isAnything,
    games: isWith({ count: isWhole, games: isListOf(isAnything) }, { more: isFlag }),
    watch: isWith({}, { number: isWhole }),
};

export type Verb = keyof typeof ANSWERS;
export type Answer<V extends Verb> = Shape<(typeof ANSWERS)[V]>;
export type Hello = Shape<typeof isHello>;
export type LobbyState = Shape<typeof isLobby>;
export type Sitting = Shape<typeof isSitting>;
export type ChatMessage = Shape<typeof isChatMessage>;
export type Person = Shape<typeof isPerson>;
export type Played = Shape<typeof isPlayed>;
export type Result = Shape<typeof isResult>;
export type Report = Shape<typeof isReport>;
export type Member = Shape<typeof isMember>;
export type Act = Shape<typeof isAct>;
export type Contact = Shape<typeof isContact>;
export type Device = Shape<typeof isDevice>;
export type GameRow = Shape<typeof isGameRow>;
export type OpenRoom = Shape<typeof isOpenRoom>;
export type WaitingRoom = Shape<typeof isRoom>;
export type House = Shape<typeof isHouse>;
export type Listed = Shape<typeof isListed>;
export type Push = Shape<typeof isPush>;
