/* The engine, and the table on this device that is being played. */
import { effect, signal } from "@preact/signals";
import { loadModule, startEngine, type Engine, type GameName, type Problem } from "../engine";
import { optionsOf, playersOf } from "../games/registry";
import type { Game } from "../host";
import { LocalSource } from "../local";
import { LEVELS, settings } from "../look/settings";
import { t } from "../look/text";
import { tell } from "../parts";
import { Table } from "../table";
import { texts } from "../texts";
import { keep, keptGame } from "./kept";

export const engine = signal<Engine | null>(null);
/** The table that is open, and of which game. */
export const open = signal<{ game: GameName; table: Table; source: LocalSource } | null>(null);
/** Why no table could be opened. */
export const failure = signal<string | null>(null);

let stopKeeping = () => {};

const EASY = "casual";
const BOT_NAMES = ["Ada", "Bruno", "Chiara", "Otto", "Paz", "Zoltán", "Nico"];

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

function newSeed(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The level that is set, or the next one below it that plays this game. */
function botFor(game: GameName): string {
    const kinds = engine.peek()!.bots();
    const wanted = LEVELS.slice(0, LEVELS.indexOf(settings.peek().bot) + 1).reverse();
    return (
        wanted.find((level) => kinds.some((kind) => kind.name === level && kind.games.includes(game))) ?? EASY
    );
}

/** A game as it is set: the person in the first seat, bots in the others. */
function newGame(game: GameName, bot = botFor(game)): Game {
    const { name } = settings.peek();
    const seats = playersOf(game);
    const others = Array.from({ length: seats - 1 }, (_, i) => BOT_NAMES[i]!);
    const options = optionsOf(game);
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

/** Opens a table: the game that was left, or a new one. A kept game that can not be read any more gives way to a new one. */
export async function openTable(game: GameName, fresh = false): Promise<void> {
    if (!fresh && open.peek()?.game === game) return;
    leaveTable();
    failure.value = null;
    const kept = fresh ? null : keptGame(game);
    let source = await host(kept?.game ?? newGame(game));
    if (kept && !(source instanceof LocalSource)) source = await host(newGame(game));
    if (!(source instanceof LocalSource)) {
        failure.value = source.text;
        return;
    }
    const table = new Table(engine.peek()!, source);
    if (kept) table.catchUp();
    open.value = { game, table, source };
    const hosted = source;
    stopKeeping = effect(() => {
        const position = table.position.value;
        if (position) void keep(game, hosted, position);
    });
}

export function leaveTable(): void {
    stopKeeping();
    open.peek()?.table.close();
    open.value = null;
}
