/* How long an event of mice is seen, what is heard with it, and how the log tells it. */
import type { MiceEvent, MiceTypes } from "../../engine";
import type { Sound } from "../../look/sound";
import { t, texts } from "../../texts";
import type { GameEvents } from "../module";
import type { MoveOf } from "../moves";

type Place = MoveOf<MiceEvent, "place">;

/** How long what happens is alone on the screen, in milliseconds. */
const STAYS: Partial<Record<MiceEvent["do"], number>> = {
    pass: 450,
    dice: 750,
    cat: 800,
    reroll: 350,
    support: 350,
    place: 380,
    complete: 800,
    anna: 600,
    candy: 500,
    secure: 600,
    steal: 600,
    share: 600,
};

const SOUNDS: Partial<Record<MiceEvent["do"], Sound>> = {
    dice: "die",
    place: "die",
    roll: "die",
    complete: "coin",
};

/** Dice that were placed one after another: "You place 4 in column 2 and 6 on the cat row." */
function tellPlaces(lines: MiceEvent[], name: string, isYou: boolean): string | null {
    const placed = lines.filter((line): line is Place => line.do === "place");
    if (placed.length < lines.length) return null;
    const places = placed.map(({ value, column }) =>
        column === "cat"
            ? t("{value} on the cat row", { value })
            : t("{value} in column {column}", { value, column }),
    );
    const all = new Intl.ListFormat(texts.value.language).format(places);
    return isYou
        ? t("You place {places}.", { places: all })
        : t("{name} places {places}.", { name, places: all });
}

export const events: GameEvents<MiceTypes> = {
    stay: (line) => STAYS[line.do] ?? 0,
    sound: (line) => (line.do === "cat" && line.comes ? "purr" : SOUNDS[line.do]),
    log: {
        isUntold: (line) => line.do === "turn" || line.do === "done",
        follows: {
            dice: ["roll", "reroll", "support"],
            cat: ["dice"],
            reroll: ["dice", "cat"],
            place: ["place"],
            food: ["secure", "steal", "share", "complete"],
        },
        tellTogether: tellPlaces,
    },
};
