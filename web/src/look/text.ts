/* Numbers and lists as the person's language writes them; the texts themselves are in ../texts. */
import { settings } from "./settings";

export { t, tn } from "../texts";

/** Marks a text that is looked up later by t(). */
export function N_(english: string): string {
    return english;
}

const formats = new Map<string, Intl.NumberFormat>();

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = settings.value.language + JSON.stringify(options);
    let found = formats.get(key);
    if (!found) formats.set(key, (found = new Intl.NumberFormat(settings.value.language, options)));
    return found;
}

/** 7000 → "7,000", as the language writes it, with a real minus sign. */
export function number(value: number): string {
    return format({ useGrouping: "always" as unknown as boolean })
        .format(value)
        .replace("-", "−");
}

/** 5 → "+5", with a real minus sign below zero. */
export function signed(value: number): string {
    return value > 0 ? `+${number(value)}` : value < 0 ? `−${number(-value)}` : "0";
}

/** 0.21 → "21%" */
export function percent(value: number): string {
    return format({ style: "percent" }).format(value);
}

/** "7" and ",000": the figure and the small thousands behind it. Zero has none. */
export function thousands(value: number): [string, string] {
    const whole = number(value * 1000);
    return value === 0 ? ["0", ""] : [whole.slice(0, -4), whole.slice(-4)];
}

const UNITS = [
    ["day", 24 * 60],
    ["hour", 60],
    ["minute", 1],
] as const;

/** "1 day 4 hr", "40 min": a length of time in at most two units, a minute at least. */
export function span(ms: number): string {
    let left = Math.max(1, Math.floor(ms / 60_000));
    const parts: string[] = [];
    for (const [unit, minutes] of UNITS) {
        const n = Math.floor(left / minutes);
        left -= n * minutes;
        if (n > 0) parts.push(format({ style: "unit", unit, unitDisplay: "short" }).format(n));
        if (parts.length === 2 || (n > 0 && unit === "day" && n > 3)) break;
    }
    return parts.join(" ");
}

/** A number stays on the line of its unit. */
export function glued(text: string): string {
    return text.replace(/(\d) (?=\p{L})/gu, "$1\u00a0");
}

/** "Ada, Bruno and Chiara" */
export function list(items: string[]): string {
    return new Intl.ListFormat(settings.value.language).format(items);
}

export function capital(text: string): string {
    return text.charAt(0).toLocaleUpperCase(settings.value.language) + text.slice(1);
}
