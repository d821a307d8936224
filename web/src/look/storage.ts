/* What the browser keeps for us. It may refuse (private windows, no room), and what it gives back may be of another version or
 * of somebody else: only what has the right shape is taken. */
import { parseAs, type Guard } from "../shape";

export function readKept<T>(key: string, is: Guard<T>): T | null {
    try {
        const text = localStorage.getItem(key);
        return text === null ? null : parseAs(is, text);
    } catch {
        return null;
    }
}

/** False if it could not be kept. */
export function writeKept(key: string, value: unknown): boolean {
    try {
        localStorage.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

export function dropKept(key: string): void {
    try {
        localStorage.removeItem(key);
    } catch {
        /* then there is nothing to drop */
    }
}
