/* The games that a person plays at the server, as the first page lists them. What is known of them is kept by the browser, so
 * that they are there at once when the page is opened again, also without a network. */
import { computed, effect, signal } from "@preact/signals";
import type { GameName } from "../engine";
import { isGame } from "../games/registry";
import { waitingCount } from "../look/notify";
import { dropKept, readKept, writeKept } from "../look/storage";
import { isEither, isFlag, isListOf, isNull, isNumber, isOneOf, isText, isWith, type Guard } from "../shape";

export interface MyGame {
    id: string;
    game: GameName;
    status: "gathering" | "running" | "finished";
    /** All who sit there; null is a free seat. */
    names: (string | null)[];
    /** One's own seat. */
    seat: number;
    /** It is oneself who has to do something. */
    waits: boolean;
    /** When one's own time is up, by the clock of this device. */
    until: number | null;
    /** What was settled about time: "live", "2 days a move"; empty without a clock. */
    pace: string;
    /** How many events and messages there were since one has looked. */
    events: number;
    messages: number;
}

const KEY = "razzia.mine";
const MOST = 12;

const isMyGame: Guard<MyGame> = isWith({
    id: isText,
    game: isGame,
    status: isOneOf("gathering", "running", "finished"),
    names: isListOf(isEither(isText, isNull)),
    seat: isNumber,
    waits: isFlag,
    until: isEither(isNumber, isNull),
    pace: isText,
    events: isNumber,
    messages: isNumber,
});
const isKept = isWith({ count: isNumber, games: isListOf(isMyGame) });

const kept = readKept(KEY, isKept) ?? { count: 0, games: [] };

export const myGames = signal<readonly MyGame[]>(kept.games);
/** How many wait for this person; there may be more than are listed. */
export const waiting = signal(kept.count);
/** Now, to the minute: what counts down is drawn again by it. It stands still while nothing does. */
export const minute = signal(Date.now());
/** There are more than the server has listed. */
export const hasMore = signal(false);

const rank = ({ waits, status }: MyGame) => (waits ? 0 : status === "finished" ? 2 : 1);
const time = ({ until }: MyGame) => until ?? Infinity;

/** Those that wait first, the one with the least time at the top, then the others in the order in which they are given. */
export function inOrder(games: readonly MyGame[]): MyGame[] {
    const compare = (a: MyGame, b: MyGame) => rank(a) - rank(b) || (a.waits ? time(a) - time(b) || 0 : 0);
    return [...games].sort(compare);
}

/** Those that have just changed take the place of what was known of them; the last changed stand first among their like. */
export function mergeGames(
    known: readonly MyGame[],
    changed: readonly MyGame[],
    gone: readonly string[],
): MyGame[] {
    const out = new Set([...gone, ...changed.map(({ id }) => id)]);
    return inOrder([...changed, ...known.filter(({ id }) => !out.has(id))]);
}

export function setMyGames(games: readonly MyGame[], count: number): void {
    minute.value = Date.now();
    myGames.value = games;
    waiting.value = count;
    writeKept(KEY, { count, games: games.slice(0, MOST) });
}

/** One is somebody else now. */
export function dropMyGames(): void {
    dropKept(KEY);
    myGames.value = [];
    waiting.value = 0;
}

/** What the page and the icon of the installed app count. */
effect(() => void (waitingCount.value = waiting.value));

export const isHurried = computed(() => myGames.value.some(({ until }) => until !== null));
effect(() => {
    if (!isHurried.value) return;
    const timer = setInterval(() => void (minute.value = Date.now()), 20_000);
    return () => clearInterval(timer);
});
