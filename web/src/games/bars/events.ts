/* How long an event of bars is seen, what is heard with it, and how the log tells it. */
import type { BarsEvent, BarsTypes } from "../../engine";
import type { GameEvents } from "../module";
import { flightsOf } from "./flights";

/** How long what happens is alone on the screen, in milliseconds. */
const STAYS: Partial<Record<BarsEvent["do"], number>> = {
    money: 160,
    lay: 500,
    show: 900,
    offer: 650,
    answers: 700,
    roll: 900,
    settle: 900,
};

export const events: GameEvents<BarsTypes> = {
    stay: (line) => STAYS[line.do] ?? 0,
    sound: (line) =>
        line.do === "show" ? "card" : line.do === "settle" ? "coin" : line.do === "roll" ? "die" : undefined,
    flights: flightsOf,
    log: {
        isUntold: (line) =>
            line.do === "play" || line.do === "deal"
                ? line.card === null
                : line.do === "answer" && line.duel === null,
        follows: { money: ["money"], deal: ["deal"] },
        mayRepeat: (line) => line.do === "answers",
    },
};
