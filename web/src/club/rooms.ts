/* Waiting for whoever comes: the room that one waits in, kept while the page is open, and the table that comes of it. */
import { signal } from "@preact/signals";
import type { GameName } from "../engine";
import { GAMES, isGame, playersOf } from "../games/registry";
import { go } from "../look/router";
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

/** In which room somebody waits for what is wished: how many. */
export function waitingFor({ game, seats, clock }: Pick<Wish, "game" | "seats" | "clock">): number {
    const found = openRooms.value.find(
        (room) => room.game === game && room.seats === seats && isSame(room.clock, clock),
    );
    return found?.waiting ?? 0;
}

function sitAt(table: string): void {
    wanted = null;
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
    ownRoom.value = answer.room;
    if (answer.seated && wanted) sitAt(answer.seated);
}

export async function wait(wish: Wish): Promise<void> {
    writeKept(KEY, wish);
    const { game, seats, clock, fill, level } = wish;
    const bots = fill === null ? {} : { level };
    try {
        await tellName();
        const answer = await line.ask("wait", { game, seats, clock, fill, ...bots, nonce: randomHex(32) });
        wanted = wish;
        ownRoom.value = answer.room;
    } catch (error) {
        wanted = null;
        tell(problemOf(error).text, "bad");
    }
}

export async function stopWaiting(): Promise<void> {
    wanted = null;
    ownRoom.value = null;
    await line.ask("unwait").catch((error: unknown) => tell(problemOf(error).text, "bad"));
    await lookAtRooms();
}

function hear({ room, seated }: Push): void {
    if (room !== undefined) ownRoom.value = room;
    if (room === null) wanted = null;
    if (seated) sitAt(seated.table);
}

/** What was missed is asked for first: a table may be there already. */
async function waitOn(): Promise<void> {
    const wish = wanted;
    await lookAtRooms();
    if (wish && wanted === wish && !ownRoom.peek()) await wait(wish);
}

/** The place is kept for a while when the line breaks, if one asks for it again. */
export function keepWaiting(): void {
    line.listen(hear);
    line.whenUp(() => void (isWall() || waitOn()));
}
