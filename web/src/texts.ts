// Texts in the language that is set. English texts are the keys, here as in the C sources; the
// catalogues are made from po/ when the client is built.
import { signal } from "@preact/signals-core";

export const languages = { en: "English", de: "Deutsch", es: "Español", hu: "Magyar", it: "Italiano" };
export type Language = keyof typeof languages;

/** English text to its translation; to one for each number where the number matters. */
type Catalogue = Record<string, string | string[]>;

export class Texts {
    constructor(
        readonly language: Language,
        private readonly catalogue: Catalogue,
    ) {}

    word(text: string): string {
        const found = this.catalogue[text] ?? text;
        return typeof found === "string" ? found : found[0]!;
    }

    counted(one: string, many: string, n: number): string {
        const found = this.catalogue[one] ?? [one, many];
        if (typeof found === "string") return found;
        return found[n === 1 ? 0 : found.length - 1]!;
    }
}

export const english = new Texts("en", {});

/** The texts that everything is told in now: a component that reads it is drawn again. */
export const texts = signal<Texts>(english);

type Values = Record<string, string | number>;

function fill(text: string, values: Values): string {
    return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** A text of the page. Its argument is a literal: tools/texts.py finds it by that. */
export function t(text: string, values: Values = {}): string {
    return fill(texts.value.word(text), values);
}

/** One of two by a number, which is {n} in them. */
export function tn(one: string, many: string, n: number, values: Values = {}): string {
    return fill(texts.value.counted(one, many, n), { n, ...values });
}

const loaded = new Map<Language, Promise<Texts>>();
/** Once parts that are loaded later are here, or on their way. */
let later: Promise<void> | null = null;

async function fetchTexts(language: Language): Promise<Texts> {
    const names = later ? [language, `${language}-later`] : [language];
    const made = await Promise.all(names.map((name) => fetchJson<Catalogue>(`/texts/${name}.json`)));
    return new Texts(language, Object.assign({}, ...made) as Catalogue);
}

/** From texts/LANGUAGE.json, once. A file that could not be had is asked for again. */
export function loadTexts(language: Language): Promise<Texts> {
    let found = loaded.get(language);
    if (!found) {
        found = fetchTexts(language);
        loaded.set(language, found);
        found.catch(() => loaded.delete(language));
    }
    return found;
}

async function addLaterTexts(): Promise<void> {
    const { language } = texts.peek();
    loaded.clear();
    const more = await loadTexts(language).catch(() => (later = null)); // tried again with the next part
    if (more && texts.peek().language === language) texts.value = more;
}

/** A part of the page that is loaded later, with its texts; tools/texts.py says which parts have theirs in a file of their own. */
export async function withLaterTexts<T>(part: Promise<T>): Promise<T> {
    later ??= Promise.resolve().then(addLaterTexts);
    await later;
    return part;
}

/** The rules of each game by section: its heading, and its sentences by their numbers. */
export type Rules = Record<string, { title: string; rules: Record<string, string> }[]>;

export function loadRules(language: Language): Promise<Rules> {
    return fetchJson(`/texts/${language}-rules.json`);
}

async function fetchJson<T>(address: string): Promise<T> {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return (await answer.json()) as T;
}

/** What the browser asks for first that there is. */
export function preferredLanguage(asked: readonly string[]): Language {
    for (const tag of asked) {
        const short = tag.slice(0, 2).toLowerCase();
        if (short in languages) return short as Language;
    }
    return "en";
}
