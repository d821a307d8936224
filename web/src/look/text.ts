/* Texts in the person's language. English is the key, as in the C sources; tools/texts.py finds t("…"), tn("…", "…", n)
 * and N_("…"). Components that call these are drawn again when the language changes. */
import { signal } from "@preact/signals";
import { settings } from "./settings";

/** What a language file holds: the English text to its translation; to several, where the number matters. */
export type Texts = Record<string, string | string[]>;
export type Fill = Record<string, string | number>;

export const texts = signal<Texts>({});

function fill(text: string, values?: Fill): string {
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole)) : text;
}

export function t(english: string, values?: Fill): string {
  const found = texts.value[english];
  return fill(typeof found === "string" ? found : (found?.[0] ?? english), values);
}

/** `one` for a single thing, `many` for other numbers; {n} is the number. Our languages have one or two forms. */
export function tn(one: string, many: string, n: number, values?: Fill): string {
  const forms = texts.value[one];
  const list = Array.isArray(forms) ? forms : [one, many];
  return fill(list[n === 1 ? 0 : list.length - 1], { n: number(n), ...values });
}

/** Marks a text that is looked up later. */
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

/** 7000 → "7,000", as the language writes it. */
export function number(value: number): string {
  return format({ useGrouping: "always" as unknown as boolean }).format(value);
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

/** "Ada, Bruno and Chiara" */
export function list(items: string[]): string {
  return new Intl.ListFormat(settings.value.language).format(items);
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(settings.value.language) + text.slice(1);
}
