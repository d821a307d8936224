/* Which games there are, and what each brings. Nothing else in the page knows. */
import { games, modules, type GameFacts } from "razzia-games";
import type { GameName } from "../engine";
import { settings } from "../look/settings";
import { t } from "../texts";
import type { GameModule, GameTable } from "./module";

export const GAMES: readonly GameName[] = games.map(({ name }) => name);

/** Those with a page of rules. */
export const RULED: readonly GameName[] = games.filter(({ rules }) => rules).map(({ name }) => name);

export function isGame(word: unknown): word is GameName {
    return (GAMES as readonly unknown[]).includes(word);
}

export function moduleOf(game: GameName): GameModule {
    return modules[game];
}

export function factsOf(game: GameName): GameFacts {
    return games.find(({ name }) => name === game)!;
}

/** Titles and names of people are the same in every language. */
export function gameTitle(game: GameName): string {
    return factsOf(game).title;
}

/** What a game is, in a sentence. */
export function gameSentence(game: GameName): string {
    return moduleOf(game).sentence?.() ?? t(factsOf(game).about);
}

/** What one plays for, in a sentence. */
export function gameGoal(game: GameName): string {
    return moduleOf(game).goal?.() ?? gameSentence(game);
}

export function gameAim(game: GameName): string {
    return moduleOf(game).aim?.() ?? gameGoal(game);
}

/** "Round 2 of 3", in the game's own word for a round. While the first one is dealt nothing else is about to begin. */
export function whereIn(game: GameName, round: number, rounds: number): string {
    if (rounds < 1) return "";
    const begun = Math.max(round, 1);
    return moduleOf(game).whereOf?.(begun, rounds) ?? `${begun} / ${rounds}`;
}

/** How many play: as it was set, or as the game likes it. */
export function playersOf(game: GameName): number {
    const [least, most] = factsOf(game).seats;
    return Math.max(least, Math.min(most, settings.value.seats[game] ?? moduleOf(game).players));
}

/** The options of a new game that follow from the settings. */
export function optionsOf(game: GameName): Record<string, string> {
    const { editions } = moduleOf(game);
    const chosen = editions?.choices.slice(1).find(({ value }) => value === settings.value.edition);
    return editions && chosen ? { [editions.option]: chosen.value } : {};
}

const styles = new Map<string, Promise<unknown>>();

/** The styles of a table, or of another part that is loaded later, come with it, and before it. */
export function loadStyle(folder: string): Promise<unknown> {
    let found = styles.get(folder);
    if (!found) {
        const link = Object.assign(document.createElement("link"), {
            rel: "stylesheet",
            href: `/${folder}.css`,
        });
        found = new Promise((done) => (link.onload = link.onerror = done));
        document.head.append(link);
        styles.set(folder, found);
    }
    return found;
}

/** The table of a game; it is given only positions of that game. */
export async function loadTable(game: GameName): Promise<GameTable> {
    const [table] = await Promise.all([
        moduleOf(game).loadTable(),
        loadStyle(factsOf(game).folder),
        loadStyle("tables"),
    ]);
    return table;
}
