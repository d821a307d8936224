/* How far one has seen the tables that one comes back to. */
import { isNumber, isRecordOf } from "../shape";
import { readKept, writeKept } from "./storage";

const KEY = "razzia.seen";
const MOST = 40;

/** From table to the number of its last event, the latest table last. */
function readAll(): [string, number][] {
    return Object.entries(readKept(KEY, isRecordOf(isNumber)) ?? {});
}

/** The number of the last event that was seen here, or null if the table was never open. */
export function lastSeen(table: string): number | null {
    return readAll().find(([name]) => name === table)?.[1] ?? null;
}

/** Where nothing can be kept there is no recap. */
export function keepSeen(table: string, number: number): void {
    const others = readAll()
        .filter(([name]) => name !== table)
        .slice(1 - MOST);
    writeKept(KEY, Object.fromEntries([...others, [table, number]]));
}
