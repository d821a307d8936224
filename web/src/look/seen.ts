/* How far one has seen the tables that one comes back to. */
const KEEP = "razzia.seen";
const MOST = 40;

/** From table to the number of its last event, the latest table last. */
function read(): [string, number][] {
    try {
        return Object.entries(JSON.parse(localStorage.getItem(KEEP) ?? "{}") as Record<string, number>);
    } catch {
        return [];
    }
}

/** The number of the last event that was seen here, or null if the table was never open. */
export function lastSeen(table: string): number | null {
    return read().find(([name]) => name === table)?.[1] ?? null;
}

export function keepSeen(table: string, number: number): void {
    const others = read()
        .filter(([name]) => name !== table)
        .slice(1 - MOST);
    try {
        localStorage.setItem(KEEP, JSON.stringify(Object.fromEntries([...others, [table, number]])));
    } catch {
        /* then there is no recap */
    }
}
