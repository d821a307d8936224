// "Verify the dice": every event of chance in a fair game follows from the seed that was promised
// before it (docs/fair.md). The engine deals again; here the lines are compared.
import type { AnyEvent, Engine } from "./engine";

export type Verdict =
    /** All of it is as promised; `events` were left to chance. */
    | { fair: true; events: number }
    /** `number` is the line that differs, and `wanted` what it should be; none: the promise, or the
     * record, is not whole. */
    | { fair: false; number?: number; wanted?: string };

/** `lines` is a whole record: the setup first, the seal last. */
export function verify(engine: Engine, lines: readonly string[]): Verdict {
    const [setup, ...rest] = lines;
    const seal = rest.pop();
    const seed = setup && seal ? engine.fairSeed(setup, seal) : "";
    if (!setup || !seed || engine.host(setup, seed)) return { fair: false };
    let events = 0;
    for (const [i, line] of rest.entries()) {
        if ((JSON.parse(line) as AnyEvent).by === "chance") {
            const wanted = engine.deal();
            if (!sameEvent(line, wanted)) return { fair: false, number: i + 1, wanted };
            events++;
        }
        if (engine.take(line)) return { fair: false, number: i + 1 };
    }
    return engine.actors() === 0 && !engine.due() ? { fair: true, events } : { fair: false };
}

/** What another program wrote may have spaces, and fields in another order. */
function sameEvent(one: string, other: string): boolean {
    const sorted = (line: string) => JSON.stringify(Object.entries(JSON.parse(line) as AnyEvent).sort());
    return sorted(one) === sorted(other);
}
