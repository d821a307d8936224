/* How long an event of loot is seen, what is heard with it, and how the log tells it. */
import type { LootEvent, LootTypes } from "../../engine";
import { LONG_LOOK, type GameEvents } from "../module";

/** After it the page of the result says what was scored. */
export const LAST_ROUND = 3;

/** How long what happens is alone on the screen, in milliseconds; a score until its sheet is closed. */
const STAYS: Partial<Record<LootEvent["do"], number>> = {
    reveal: 750,
    bid: 550,
    pass: 450,
    court: 650,
    thief: 800,
    won: 900,
    unsold: 800,
    score: LONG_LOOK,
};

export const events: GameEvents<LootTypes> = {
    stay: (line) => (line.do === "score" && line.round === LAST_ROUND ? STAYS.won! : (STAYS[line.do] ?? 0)),
    sound: (line) => {
        if (line.do === "reveal") return line.card === "police" ? "whistle" : "card";
        return line.do === "bid" || line.do === "won" ? "cheque" : undefined;
    },
    log: { follows: { reveal: ["draw"] } },
};
