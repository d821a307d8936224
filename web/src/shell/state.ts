/* The engine, and the table on this device that is being played. */
import { effect, signal } from "@preact/signals";
import { loadModule, startEngine, type Engine, type GameName, type Problem } from "../engine";
import { optionsOf, playersOf } from "../games/registry";
import { newSeed, type Game } from "../host";
import { LocalSource } from "../local";
import { LEVELS, set, settings, type Level } from "../look/settings";
import { t } from "../look/text";
import { tell } from "../parts";
import { Table } from "../table";
import { isSame } from "../shape";
import { texts } from "../texts";
import { BOT_NAMES } from "./levels";
import { isBegun, keep, keptGame, putAside, takeUp, type Aside, type Kept } from "./kept";

export const engine = signal<Engine | null>(null);
interface OpenTable {
    game: GameName;
    table: Table;
    source: LocalSource;
    practice: boolean;
    /** Which of the tables that were opened it is. */
    number: number;
}

/** The table that is open, and of which game. */
export const open = signal<OpenTable | null>(null);
let tables = 0;
/** Why no table could be opened. */
export const failure = signal<string | null>(null);

let stopKeeping = () => {};

const EASY = "casual";

/** An engine, and the table that it shows, speak the language of the page, now and whenever it changes. Returns how to stop. */
export function engineSpeaks(of: Engine, table: () => Table | undefined): () => void {
    return effect(() => {
        of.speak(texts.value);
        table()?.speak(texts.value);
    });
}

export async function startTheEngine(): Promise<void> {
    const started = await startEngine(await loadModule());
    engineSpeaks(started, () => open.peek()?.table);
    engine.value = started;
}

/** The levels of the bots that play a game, the weakest first. */
export function levelsFor(game: GameName): Level[] {
    const kinds = (engine.value?.bots() ?? []).filter((kind) => kind.games.includes(game));
    return LEVELS.filter((level) => kinds.some(({ name }) => name === level));
}

/** The level that is set, or the next one below it that plays this game. */
export function levelOf(game: GameName): Level {
    const { levels, bot } = settings.value;
    const upTo = LEVELS.indexOf(levels[game] ?? bot);
    return (
        levelsFor(game)
            .filter((level) => LEVELS.indexOf(level) <= upTo)
            .at(-1) ?? EASY
    );
}

/** A game as it is set: the person in the first seat, bots in the others. */
function newGame(game: GameName): Game {
    const { name, practice, rules } = settings.peek();
    const bot = levelOf(game);
    const seats = playersOf(game);
    const others = Array.from({ length: seats - 1 }, (_, i) => BOT_NAMES[i]!);
    const options = { ...optionsOf(game), ...rules[game] };
    const names = [name.trim() || t("Guest"), ...others];
    return {
        setup: JSON.stringify({
            record: 1,
            game,
            seats,
            ...(Object.keys(options).length > 0 ? { options } : {}),
            names,
        }),
        seed: newSeed(),
        bots: [null, ...others.map(() => bot)],
        lines: [],
        ...(practice ? { practice } : {}),
    };
}

/** Hosts a game here. What a strong bot has learnt may be out of reach without a network: then an easy one plays. */
async function host(whole: Game): Promise<LocalSource | Problem> {
    try {
        return await LocalSource.host(whole, 0);
    } catch (error) {
        console.warn(error);
        tell(t("Without a network the strong bots are not here yet; easier ones play."), "bad");
        return LocalSource.host({ ...whole, bots: whole.bots.map((bot) => bot && EASY) }, 0);
    }
}

/** There is something to lose: the person has moved, and the game is not over. */
export function hasMoved(): boolean {
    const table = open.value?.table;
    const isOwn = (by: unknown) => by === table?.source.seat;
    return !!table && !table.position.value?.over && table.events.value.some(({ line }) => isOwn(line.by));
}

/** The open game stays on this device, beside the new one that follows. */
async function setTableAside(): Promise<void> {
    const { game, table, source } = open.peek()!;
    await keep(game, source, table.position.peek()!);
    putAside(game);
}

/** A game that was put aside is the one to be gone on with. */
export function goOnWith(one: Aside): void {
    if (open.peek()?.game === one.of) leaveTable();
    takeUp(one);
}

let opening = 0;

/** The game that was left, or a new one, hosted here. A kept game that can not be read any more gives way to a new one. */
async function hostAny(game: GameName, kept: Kept | null): Promise<[LocalSource | Problem, Game]> {
    const found = kept && (await host(kept.game));
    if (kept && found instanceof LocalSource) return [found, kept.game];
    const fresh = newGame(game);
    const made = await host(fresh);
    const { rules } = settings.peek();
    if (made instanceof LocalSource || !rules[game]) return [made, fresh];
    set({ rules: { ...rules, [game]: undefined } }); // they do not go with so many players
    return hostAny(game, null);
}

/** What people choose before a game. */
function chosenFor({ setup, bots, practice = false }: Game): object {
    const { seats, options = {} } = JSON.parse(setup) as { seats: number; options?: object };
    return { seats, options, bots, practice };
}

/** The game that was left is not as it is set by now, and nobody has moved in it: nothing is lost with a new one. */
function isOutdated(game: GameName): boolean {
    const kept = keptGame(game);
    return !!kept && !isBegun(kept) && !isSame(chosenFor(kept.game), chosenFor(newGame(game)));
}

/** Opens a table: the game that was left, or a new one, which takes the place of the old one when it is there. */
export async function openTable(game: GameName, fresh = false): Promise<void> {
    if (!fresh && isOutdated(game)) return openTable(game, true);
    if (!fresh && open.peek()?.game === game) return;
    const turn = ++opening;
    if (open.peek()?.game !== game) leaveTable();
    else if (hasMoved()) await setTableAside();
    failure.value = null;
    const kept = fresh ? null : keptGame(game);
    const [source, whole] = await hostAny(game, kept);
    if (turn !== opening) return source instanceof LocalSource ? source.close() : undefined;
    leaveTable();
    if (source instanceof LocalSource) seat(game, source, whole);
    else failure.value = source.text;
}

/** The person sits down at a table. What has happened there is there at once. */
function seat(game: GameName, source: LocalSource, { lines, practice = false }: Game): void {
    const table = new Table(engine.peek()!, source, null);
    if (lines.length > 0) table.catchUp();
    open.value = { game, table, source, practice, number: ++tables };
    stopKeeping = effect(() => {
        const position = table.position.value;
        if (position) void keep(game, source, position);
    });
}

export function leaveTable(): void {
    stopKeeping();
    open.peek()?.table.close();
    open.value = null;
}
