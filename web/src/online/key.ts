/* Who one is at a server: a key of 16 random bytes that this browser keeps, and its twelve words. docs/protocol.md */
import { route } from "../look/router";

const KEEP = "razzia.key";
const FIRST = "bdfghklmnprstvwz";
const VOWELS = "aiou";
const SECOND = "bdklmnrt";
const WORDS = 12;
const BITS = 11;

let own: string | null = null;

export function isWall(at = route.peek()): boolean {
    return at.page === "table" && at.wall;
}

function store(key: string): string {
    own = key;
    try {
        localStorage.setItem(KEEP, key);
    } catch {
        /* it lasts as long as the page */
    }
    return key;
}

export function randomHex(bytes: number): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
        byte.toString(16).padStart(2, "0"),
    ).join("");
}

/** A wall screen watches with a key of its own, which is kept nowhere: what a player may see is not for the room. */
const wallKey = randomHex(16);

export function ownKey(): string {
    if (isWall()) return wallKey;
    if (own) return own;
    let kept: string | null = null;
    try {
        kept = localStorage.getItem(KEEP);
    } catch {
        /* none, then */
    }
    return kept && /^[0-9a-f]{32}$/.test(kept) ? (own = kept) : store(randomHex(16));
}

/** From now on one is who has this key. */
export function becomeKey(key: string): void {
    store(key);
}

export function dropKey(): void {
    own = null;
    try {
        localStorage.removeItem(KEEP);
    } catch {
        /* then there is nothing to drop */
    }
}

const BROWSERS: [RegExp, string][] = [
    [/Edg\//, "Edge"],
    [/Firefox\//, "Firefox"],
    [/Chrome\//, "Chrome"],
    [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
    [/Android/, "Android"],
    [/iPhone|iPad/, "iOS"],
    [/Windows/, "Windows"],
    [/Mac OS X/, "macOS"],
    [/CrOS/, "ChromeOS"],
    [/Linux/, "Linux"],
];

/** What this device is called in the list of a person's devices: "Firefox, Linux". */
export function deviceName(agent = navigator.userAgent): string {
    const found = [BROWSERS, SYSTEMS].flatMap((names) => names.find(([is]) => is.test(agent))?.[1] ?? []);
    return found.join(", ");
}

function bitsOf(hex: string): string {
    return Array.from(hex)
        .map((digit) => parseInt(digit, 16).toString(2).padStart(4, "0"))
        .join("");
}

async function checkBits(hex: string): Promise<string> {
    const bytes = Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16));
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return (sum[0]! >> 4).toString(2).padStart(4, "0");
}

function wordOf(bits: string): string {
    const part = (from: number, to: number) => parseInt(bits.slice(from, to), 2);
    return FIRST[part(0, 4)]! + VOWELS[part(4, 6)]! + SECOND[part(6, 9)]! + VOWELS[part(9, 11)]!;
}

export async function wordsOf(key: string): Promise<string[]> {
    const bits = bitsOf(key) + (await checkBits(key));
    return Array.from({ length: WORDS }, (_, i) => wordOf(bits.slice(i * BITS, (i + 1) * BITS)));
}

function bitsOfWord(word: string): string | null {
    const places = [
        FIRST.indexOf(word[0]!),
        VOWELS.indexOf(word[1]!),
        SECOND.indexOf(word[2]!),
        VOWELS.indexOf(word[3]!),
    ];
    if (word.length !== 4 || places.some((place) => place < 0)) return null;
    return [4, 2, 3, 2].map((width, i) => places[i]!.toString(2).padStart(width, "0")).join("");
}

/** The key that twelve words say, or null if a word is wrong. */
export async function keyOf(text: string): Promise<string | null> {
    const words = text
        .toLowerCase()
        .trim()
        .split(/[^a-z]+/)
        .filter(Boolean);
    const bits = words.map(bitsOfWord);
    if (words.length !== WORDS || bits.includes(null)) return null;
    const all = bits.join("");
    const key = all
        .slice(0, 128)
        .match(/.{4}/g)!
        .map((four) => parseInt(four, 2).toString(16))
        .join("");
    return (await checkBits(key)) === all.slice(128) ? key : null;
}
