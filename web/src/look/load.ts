/* The language files, loaded when they are needed; English needs none. */
import { effect } from "@preact/signals";
import { settings, type Language } from "./settings";
import { texts, type Texts } from "./text";

const known = new Map<Language, Texts>([["en", {}]]);

async function fetchTexts(language: Language): Promise<Texts> {
  const found = known.get(language);
  if (found) return found;
  const answer = await fetch(`/lang/${language}.json`);
  if (!answer.ok) throw new Error(`lang/${language}.json: ${answer.status}`);
  const loaded = (await answer.json()) as Texts;
  known.set(language, loaded);
  return loaded;
}

/** Loads the texts of the language that is set, now and whenever it changes; resolves when the first are there. */
export function loadTexts(): Promise<void> {
  return new Promise((ready) => {
    effect(() => {
      const { language } = settings.value;
      fetchTexts(language)
        .then((loaded) => {
          if (settings.peek().language === language) texts.value = loaded;
        })
        .catch((error) => console.warn(error))
        .finally(ready);
    });
  });
}
