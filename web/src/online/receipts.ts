/* Receipts: what this browser was promised at a table of a server, what it sent and what it was shown there, kept so that the
 * record of the game can be held against it later (docs/fair.md). */
import { dropKept, readKept, writeKept } from "../look/storage";
import {
    isEither,
    isListOf,
    isNull,
    isOneOf,
    isRecordOf,
    isText,
    isWhole,
    isWith,
    parseAs,
    type Shape,
} from "../shape";
import { download } from "../shell/kept";
import { randomHex } from "./key";

const isTextOrNull = isEither(isText, isNull);

/** As a file has it. Before the first line of the game there are no heads, and it is not settled who sits where. */
export const isReceipt = isWith({
    receipt: isWhole,
    table: isText,
    game: isText,
    seat: isEither(isWhole, isNull),
    /** Seen before the nonce left this browser; both are null where another device has sent it. */
    commit: isTextOrNull,
    nonce: isTextOrNull,
    /** Who sat where, as it was shown when the game began: a person, or a bot by its level. */
    players: isListOf(isWith({}, { who: isText, name: isText, level: isText })),
    /** By their numbers the lines of which a spectator sees less than the seat. */
    secrets: isRecordOf(isText),
    /** Of the chain, after each line. */
    heads: isListOf(isText),
});
export type Receipt = Shape<typeof isReceipt>;

export function emptyReceipt(table: string, game: string): Receipt {
    return {
        receipt: 1,
        table,
        game,
        seat: null,
        commit: null,
        nonce: null,
        players: [],
        secrets: {},
        heads: [],
    };
}

const LIST = "razzia.receipts";
const keyOf = (table: string) => `razzia.receipt.${table}`;
/** Games, and letters in all: receipts leave room for the games on this device. */
const MOST = 50;
const MOST_LETTERS = 1_500_000;

/** In the order in which they give way: the record was found to be good; the game is over; it goes on. */
const STATES = ["verified", "over", "open"] as const;
type State = (typeof STATES)[number];
const isEntry = isWith({ table: isText, letters: isWhole, state: isOneOf(...STATES) });
type Entry = Shape<typeof isEntry>;

/** Those that the browser would not keep: they last as long as the page. */
const unkept = new Map<string, Receipt>();

/** The one that was used last comes last. */
function readEntries(): Entry[] {
    return readKept(LIST, isListOf(isEntry)) ?? [];
}

/** Of those least likely to be needed the one that was not used for longest. */
function nextToGo(entries: readonly Entry[], except: string): Entry | undefined {
    const others = entries.filter(({ table }) => table !== except);
    return STATES.map((state) => others.find((one) => one.state === state)).find(Boolean);
}

/** One alone may be as long as its game was. */
function isTooMuch(entries: readonly Entry[]): boolean {
    const letters = entries.reduce((sum, entry) => sum + entry.letters, 0);
    return entries.length > 1 && (entries.length > MOST || letters > MOST_LETTERS);
}

/** Writes a receipt and the list; others give way where there is no room. False if the browser keeps nothing. */
function write(receipt: Receipt, entry: Entry): boolean {
    let entries = [...readEntries().filter(({ table }) => table !== entry.table), entry];
    for (;;) {
        if (!isTooMuch(entries) && writeKept(LIST, entries) && writeKept(keyOf(entry.table), receipt))
            return true;
        const last = nextToGo(entries, entry.table);
        if (!last) return false;
        dropKept(keyOf(last.table));
        entries = entries.filter((one) => one !== last);
    }
}

export function readReceipt(table: string): Receipt | null {
    return unkept.get(table) ?? readKept(keyOf(table), isReceipt);
}

/** The receipt of a game whose record came from elsewhere: the promise of the dice is never the same twice. */
export function receiptByPromise(commit: string): Receipt | null {
    const tables = [...unkept.keys(), ...readEntries().map(({ table }) => table)];
    return tables.map(readReceipt).find((one) => one?.commit === commit) ?? null;
}

/** Keeps a receipt as it is now. False if it lasts only as long as the page. */
export function keepReceipt(receipt: Receipt, state: State = "open"): boolean {
    const { table } = receipt;
    const kept = write(receipt, { table, letters: JSON.stringify(receipt).length, state });
    if (kept) unkept.delete(table);
    else unkept.set(table, receipt);
    return kept;
}

/** A receipt with which the record was found to be good is the first to give way. */
export function noteVerified(table: string): void {
    const receipt = readReceipt(table);
    if (receipt) keepReceipt(receipt, "verified");
}

export function dropReceipts(): void {
    for (const { table } of readEntries()) dropKept(keyOf(table));
    dropKept(LIST);
    unkept.clear();
}

/** What is to be sent for a table whose promise was shown, and whether both are written down: only then may it be sent. For one
 * promise it is always the same, also when it is sent again after a break: of two a server could choose. */
export function nonceFor(table: string, game: string, commit: string): { nonce: string; kept: boolean } {
    const known = readReceipt(table);
    if (known?.nonce && known.heads.length > 0) return { nonce: known.nonce, kept: true }; // it has begun, and begins once
    const nonce = (known?.commit === commit && known.nonce) || randomHex(32);
    return { nonce, kept: keepReceipt({ ...emptyReceipt(table, game), commit, nonce }) };
}

/** A receipt from a file, or null if it is none. */
export function parseReceipt(text: string): Receipt | null {
    return parseAs(isReceipt, text);
}

export function saveReceipt(receipt: Receipt): void {
    const file = new Blob([`${JSON.stringify(receipt)}\n`], { type: "application/json" });
    download(`${receipt.game}-${receipt.table}-receipt.json`, file);
}
