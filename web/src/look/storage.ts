/* What the browser keeps for us. It may refuse (private windows, no room), and what it gives back may be of another version or
 * of somebody else: only what has the right shape is taken. */
import { isAnything, isListOf, parseAs, type Guard } from "../shape";

export function readKept<T>(key: string, is: Guard<T>): T | null {
    try {
        const text = localStorage.getItem(key);
        return text === null ? null : parseAs(is, text);
    } catch {
        return null;
    }
}

/** A list without what has another shape: one that can not be read does not hide the others. Null: none is kept. */
export function readList<T>(key: string, is: Guard<T>): T[] | null {
    return readKept(key, isListOf(isAnything))?.filter(is) ?? null;
}

/** Another tab has changed what is kept there. */
export function whenKept(key: string, read: () => void): void {
    if (typeof window === "undefined") return;
    window.addEventListener("storage", (event) => {
        if (event.key === key || event.key === null) read();
    });
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
