/* What a person has set, kept by the browser. Read `settings.value.speed`; change by `set({ speed: "fast" })`. */
import { computed, effect, signal } from "@preact/signals";
import { languages, loadTexts, preferredLanguage, texts, type Language } from "../texts";
import type { GameName } from "../engine";
import { isEither, isFlag, isObject, isOneOf, isRecordOf, isText, isWhole, type Guard } from "../shape";
import { readKept, writeKept } from "./storage";

export const SPEEDS = { instant: 0, fast: 0.5, normal: 1, slow: 2 } as const;
export type Speed = keyof typeof SPEEDS;

/** The levels of bots, the weakest first. */
export const LEVELS = ["novice", "casual", "club", "expert", "master"] as const;
export type Level = (typeof LEVELS)[number];

/** Before which moves a tutor asks: those that are at least so bad. */
export const TUTORING = ["off", "doubtful", "mistake", "blunder"] as const;
export type Tutoring = (typeof TUTORING)[number];

export interface Settings {
    language: Language;
    theme: "auto" | "light" | "dark";
    speed: Speed;
    /** A bid or a card is lifted first and sent by a second touch or Enter. */
    confirm: boolean;
    /** Moves with one choice are played for the person. */
    single: boolean;
    sounds: boolean;
    /** Single letters and digits are keys of the game. */
    keys: boolean;
    /** The hint panel is open. */
    hints: boolean;
    /** Tell the system when it is one's turn and the page is hidden. */
    notify: boolean;
    /** Names and pictures, where a game has several: the word of the one that was chosen. */
    edition: string;
    /** How one is called at tables; empty: "Guest". */
    name: string;
    /** "Play now" means: so many players, bots of this level, by game where it was set there; a game for practice. */
    seats: Partial<Record<GameName, number>>;
    levels: Partial<Record<GameName, Level>>;
    bot: Level;
    practice: boolean;
    tutor: Tutoring;
    /** Options of the rules for "Play now", by game: what differs from the usual. */
    rules: Partial<Record<GameName, Record<string, string | number | boolean>>>;
}

const KEY = "razzia.settings";

const DEFAULTS: Settings = {
    language: preferredLanguage(navigator.languages),
    theme: "auto",
    speed: "normal",
    confirm: true,
    single: false,
    sounds: false,
    keys: true,
    hints: true,
    notify: false,
    edition: "",
    name: "",
    seats: {},
    levels: {},
    bot: "casual",
    practice: false,
    tutor: "off",
    rules: {},
};

const isPart: { [K in keyof Settings]: Guard<Settings[K]> } = {
    language: isOneOf(...(Object.keys(languages) as Language[])),
    theme: isOneOf("auto", "light", "dark"),
    speed: isOneOf(...(Object.keys(SPEEDS) as Speed[])),
    confirm: isFlag,
    single: isFlag,
    sounds: isFlag,
    keys: isFlag,
    hints: isFlag,
    notify: isFlag,
    edition: isText,
    name: isText,
    seats: isRecordOf(isWhole),
    levels: isRecordOf(isOneOf(...LEVELS)),
    bot: isOneOf(...LEVELS),
    practice: isFlag,
    tutor: isOneOf(...TUTORING),
    rules: isRecordOf(isRecordOf(isEither(isText, isEither(isWhole, isFlag)))),
};

/** Only what is known and of the right shape is taken over: what is stored may be of another version. */
function load(): Settings {
    const stored = readKept(KEY, isObject) ?? {};
    const good = Object.entries(isPart).filter(([key, is]) => is(stored[key]));
    return { ...DEFAULTS, ...Object.fromEntries(good.map(([key]) => [key, stored[key]])) };
}

export const settings = signal<Settings>(load());

export function set(part: Partial<Settings>): void {
    settings.value = { ...settings.value, ...part };
    writeKept(KEY, settings.value); // if not, the setting lasts as long as the page
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** What multiplies every duration: 0 when nothing is to move. */
export function speed(): number {
    return calm.matches || document.hidden ? 0 : SPEEDS[settings.value.speed];
}

/** Loads the texts of a language; the page stays in the last one if they can not be had. */
async function speak(language: Language): Promise<void> {
    const loaded = await loadTexts(language).catch((error: unknown) => console.warn(error));
    if (!loaded || settings.peek().language !== language) return;
    texts.value = loaded;
    document.documentElement.lang = language;
}

/** Puts language, theme and speed on the page, now and whenever they change; resolves when the first texts are there. */
export function applySettings(): Promise<void> {
    effect(() => {
        const { theme, speed: chosen } = settings.value;
        const root = document.documentElement;
        if (theme === "auto") delete root.dataset.theme;
        else root.dataset.theme = theme;
        root.style.setProperty("--speed", String(SPEEDS[chosen]));
    });
    window.addEventListener("storage", (event) => {
        if (event.key === KEY) settings.value = load();
    });
    const language = computed(() => settings.value.language);
    return new Promise((ready) => effect(() => void speak(language.value).finally(ready)));
}
