// A plain page on which every game can be played against bots: choices as buttons, the log in words.
import { computed, effect, signal } from "@preact/signals";
import { render } from "preact";
import { loadModule, startEngine, type Engine, type GameInfo, type GameName } from "./engine";
import { LocalSource } from "./local";
import { Table } from "./table";
import { languages, loadTexts, preferredLanguage, t, texts, type Language } from "./texts";

const engine = signal<Engine | null>(null);
const table = signal<Table | null>(null);
const games = computed<GameInfo[]>(() => (texts.value, engine.value?.games() ?? []));

async function setLanguage(language: Language): Promise<void> {
    const loaded = await loadTexts(language);
    engine.value?.speak(loaded);
    texts.value = loaded;
    table.value?.speak(loaded);
    document.documentElement.lang = language;
}

function newSeed(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function playNow(game: GameName): Promise<void> {
    const seats = 3;
    const setup = JSON.stringify({ record: 1, game, seats });
    const bots = [null, "greedy", "greedy"];
    const source = await LocalSource.host({ setup, seed: newSeed(), bots, lines: [] }, 0);
    if (!(source instanceof LocalSource)) throw new Error(source.text);
    table.value?.close();
    table.value = new Table(engine.value!, source);
}

function Home() {
    return (
        <main>
            <h1>Razzia</h1>
            {games.value.map((game) => (
                <section key={game.name}>
                    <h2>{game.title}</h2>
                    <p>{game.about}</p>
                    <button onClick={() => playNow(game.name)}>{t("Play now")}</button>
                </section>
            ))}
        </main>
    );
}

function Playing({ table: at }: { table: Table }) {
    const position = at.position.value;
    if (!position) return null;
    return (
        <main>
            <h1>{games.value.find((game) => game.name === position.game)?.title}</h1>
            <p>{position.names.map((name, seat) => `${name}: ${position.scores[seat]}`).join(" · ")}</p>
            <p role="status">{at.problem.value?.text ?? position.moment}</p>
            {at.choices.value.map((choice) => (
                <button key={choice.text} onClick={() => at.play(choice.line)}>
                    {choice.text}
                </button>
            ))}
            {at.source.canUndo.value && <button onClick={() => at.source.undo()}>{t("Undo")}</button>}
            <ol class="log" reversed start={at.events.value.length} aria-live="polite">
                {[...at.events.value].reverse().map((event) => (
                    <li key={event.number}>{event.text}</li>
                ))}
            </ol>
            <details>
                <pre>{JSON.stringify(position, null, 1)}</pre>
            </details>
            <button onClick={leave}>{t("Leave the table")}</button>
        </main>
    );
}

function leave(): void {
    table.value?.close();
    table.value = null;
}

function LanguageChoice() {
    return (
        <select
            aria-label={t("Language")}
            value={texts.value.language}
            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        >
            {Object.entries(languages).map(([code, name]) => (
                <option key={code} value={code} lang={code}>
                    {name}
                </option>
            ))}
        </select>
    );
}

function App() {
    return (
        <>
            <LanguageChoice />
            {table.value ? <Playing table={table.value} /> : <Home />}
        </>
    );
}

effect(() => {
    document.title = table.value?.yourTurn.value ? t("Your turn") + " · Razzia" : "Razzia";
});

render(<App />, document.body);
engine.value = await loadModule().then(startEngine);
await setLanguage(preferredLanguage(navigator.languages));
