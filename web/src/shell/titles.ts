/* The games as people know them. Titles and names of people are the same in every language. */
import type { GameName } from "../engine";
import type { Art } from "../look/art";
import type { Level } from "../look/settings";
import { t } from "../look/text";

interface Title {
    title: string;
    author: string;
    players: string;
    minutes: number;
    seats: [number, number];
    art: Art;
}

export const TITLES: Record<GameName, Title> = {
    loot: {
        title: "Razzia!",
        author: "Reiner Knizia",
        players: "2–5",
        minutes: 30,
        seats: [2, 5],
        art: "diamond",
    },
    bars: {
        title: "Razzia",
        author: "Stefan Dorra",
        players: "3–8",
        minutes: 40,
        seats: [3, 8],
        art: "jazz",
    },
    mice: {
        title: "Ratzzia",
        author: "Sophia Wagner",
        players: "2–5",
        minutes: 30,
        seats: [2, 5],
        art: "cheese",
    },
};

export function gameTitle(game: GameName): string {
    return TITLES[game].title;
}

/** What a game is, in a sentence. */
export function gameSentence(game: GameName): string {
    const sentences = {
        loot: () => t("Push your luck, bid a cheque, and leave before the seventh police card."),
        bars: () => t("Gamble in six back rooms or raid them. Then haggle over the split, or duel."),
        mice: () => t("Roll your mice, climb the pantry, bag 25 food. And mind the cat."),
    };
    return sentences[game]();
}

/** A level of bots, as people call it. */
export function levelName(level: Level): string {
    const names = {
        novice: () => t("Novice"),
        casual: () => t("Casual"),
        club: () => t("Club"),
        expert: () => t("Expert"),
        master: () => t("Master"),
    };
    return names[level]();
}
