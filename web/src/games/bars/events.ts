/* How long an event of bars is seen, what is heard with it, and how the log tells it. */
import type { BarsEvent, BarsPosition, BarsTypes } from "../../engine";
import { LONG_LOOK, type GameEvents } from "../module";
import { flightsOf } from "./flights";

/** How long what happens is alone on the screen, in milliseconds. */
const STAYS: Partial<Record<BarsEvent["do"], number>> = {
    money: 160,
    lay: 500,
    show: 900,
    offer: 650,
    answers: 700,
    settle: 900,
};

const ROLL = 900;
/** The end of a duel of others: four beats. */
const DUEL_SEEN = 2400;

/** The end of a duel stays until it was seen. */
function rollStays({ duel, you }: BarsPosition): number {
    const isEnd = duel ? duel.winner !== null : false;
    if (!duel || !isEnd) return ROLL;
    return you === duel.standing || you === duel.challenger ? LONG_LOOK : DUEL_SEEN;
}

export const events: GameEvents<BarsTypes> = {
    stay: (line, now) => (line.do === "roll" ? rollStays(now()) : (STAYS[line.do] ?? 0)),
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
