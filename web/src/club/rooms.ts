/* Waiting for whoever comes: the room that one waits in, kept while the page is open, and the table that comes of it. */
import { signal } from "@preact/signals";
import type { GameName } from "../engine";
import { GAMES, isGame, playersOf } from "../games/registry";
import { go, route } from "../look/router";
import { LEVELS, settings, type Level } from "../look/settings";
import { readKept, writeKept } from "../look/storage";
import { t } from "../look/text";
import { tellName } from "../online/asking";
import { isWall, randomHex } from "../online/key";
import { isUnknown, line } from "../online/line";
import {
    isClockOrNone,
    type LobbyState,
    type OpenRoom,
    type Push,
    type WaitingRoom,
} from "../online/messages";
import { levelsOf, problemOf } from "../online/room";
import { tell } from "../parts";
import { isEither, isNull, isOneOf, isSame, isWhole, isWith, type Guard } from "../shape";

export type HouseClock = LobbyState["clock"];

/** What one would like to play. */
export interface Wish {
    game: GameName;
    seats: number;
    clock: HouseClock;
    /** Seconds after which bots take the free seats; null: only people. */
    fill: number | null;
    level: Level;
}

const KEY = "razzia.anyone";
const isWish: Guard<Wish> = isWith({
    game: isGame,
    seats: isWhole,
    clock: isClockOrNone,
    fill: isEither(isWhole, isNull),
    level: isOneOf(...LEVELS),
});

/** Whether this server has waiting rooms; null: not known yet. */
export const hasRooms = signal<boolean | null>(null);
/** The room that one waits in. */
export const ownRoom = signal<WaitingRoom | null>(null);
/** Those in which somebody waits. */
export const openRooms = signal<readonly OpenRoom[]>([]);
/** What one waits for, to be said again when the line was broken. */
let wanted: Wish | null = null;
/** It was said on the line that is open now. */
let isSaid = false;
/** One does not want to wait any more, and the server may not know. */
let isLeft = false;

/** The clocks that the house offers. */
export function houseClocks(): HouseClock[] {
    return line.hello.value?.house?.clocks ?? [null];
}

export function houseGames(): readonly GameName[] {
    const offered = line.hello.value?.house?.games;
    return offered ? GAMES.filter((game) => offered.includes(game)) : GAMES;
}

/** The level that is set for bots, or the nearest below it that sits at tables here. */
function usualLevel(game: GameName): Level {
    const levels = levelsOf(game);
    const upTo = LEVELS.indexOf(settings.value.bot);
    return levels.filter((level) => LEVELS.indexOf(level) <= upTo).at(-1) ?? levels[0] ?? "casual";
}

/** As one waited the last time; at first with a clock for tonight, and bots after a minute. */
export function usualWish(): Wish {
    const kept = readKept(KEY, isWish);
    const clocks = houseClocks();
    if (kept && houseGames().includes(kept.game) && clocks.some((clock) => isSame(clock, kept.clock)))
        return kept;
    const game = houseGames()[0] ?? GAMES[0]!;
    const live = clocks.find((clock) => clock && "move" in clock);
    return {
        game,
        seats: playersOf(game),
        clock: live ?? clocks[0] ?? null,
        fill: 60,
        level: usualLevel(game),
    };
}

type Kind = Pick<Wish, "game" | "seats" | "clock">;

/** Whoever waits in the same room plays together. */
export function isSameRoom(one: Kind, other: Kind): boolean {
    return one.game === other.game && one.seats === other.seats && isSame(one.clock, other.clock);
}

/** In which room somebody waits for what is wished: how many. */
export function waitingFor(wish: Kind): number {
    return openRooms.value.find((room) => isSameRoom(room, wish))?.waiting ?? 0;
}

function sitAt(table: string): void {
    wanted = null;
    isSaid = false;
    ownRoom.value = null;
    tell(t("Your table is there."));
    go(`/t/${table}`);
}

export async function lookAtRooms(): Promise<void> {
    const answer = await line.ask("rooms").catch((error: unknown) => {
        if (isUnknown(error)) hasRooms.value = false;
        return null;
    });
    if (!answer) return;
    hasRooms.value = true;
    openRooms.value = answer.rooms;
    if (answer.seated && wanted) return sitAt(answer.seated);
    if (answer.room && isLeft) return;
    if (answer.room && !isSaid && (wanted ?? route.peek().page !== "table")) return waitAsBefore(answer.room);
    ownRoom.value = answer.room;
}

async function sayWish(wish: Wish): Promise<void> {
    const { game, seats, clock, fill, level } = wish;
    const bots = fill === null ? {} : { level };
    try {
        await tellName();
        const answer = await line.ask("wait", { game, seats, clock, fill, ...bots, nonce: randomHex(32) });
        wanted = wish;
        isSaid = true;
        isLeft = false;
        ownRoom.value = answer.room;
    } catch (error) {
        wanted = null;
        tell(problemOf(error).text, "bad");
    }
}

export function wait(wish: Wish): Promise<void> {
    writeKept(KEY, wish);
    return sayWish(wish);
}

/** The server takes seconds in these bounds. */
const SOONEST = 5;
const LATEST = 3600;

/** The page was loaded anew, or is one of several: the place is kept, and bots come when they were to come. */
function waitAsBefore({ game, seats, clock, fill, level }: WaitingRoom): Promise<void> {
    const left = typeof fill === "number" ? Math.round((fill - line.ahead - Date.now()) / 1000) : null;
    return sayWish({
        game,
        seats,
        clock,
        fill: left === null ? null : Math.min(LATEST, Math.max(SOONEST, left)),
        level: LEVELS.find((one) => one === level) ?? usualLevel(game),
    });
}

async function leave(): Promise<void> {
    await line.ask("unwait");
    isLeft = false;
}

export async function stopWaiting(): Promise<void> {
    wanted = null;
    ownRoom.value = null;
    isLeft = true;
    await leave().catch((error: unknown) => tell(problemOf(error).text, "bad"));
    isSaid = false;
    await lookAtRooms();
}

function hear({ room, seated }: Push): void {
    if (room !== undefined) ownRoom.value = room;
    if (room === null) {
        wanted = null;
        isSaid = false;
        void lookAtRooms();
    }
    if (seated) sitAt(seated.table);
}

/** What was missed is asked for first: a table may be there already. */
async function waitOn(): Promise<void> {
    const wish = wanted;
    isSaid = false;
    if (isLeft) await leave().catch(() => undefined);
    await lookAtRooms();
    if (wish && wanted === wish && !ownRoom.peek()) await sayWish(wish);
}

/** The place is kept for a while when the line breaks, if one asks for it again. */
export function keepWaiting(): void {
    line.listen(hear);
    line.whenUp(() => void (isWall() || waitOn()));
}
