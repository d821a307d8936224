/* The pages beside home and tables: settings, rules, about. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { GameName } from "../engine";
import { allowNotifications } from "../look/notify";
import type { Editions } from "../games/module";
import { factsOf, GAMES, gameTitle, moduleOf, playersOf, RULED } from "../games/registry";
import { href, rulePath } from "../look/address";
import { LEVELS, settings, set, type Settings, type Speed } from "../look/settings";
import { play } from "../look/sound";
import { t } from "../look/text";
import { languages, loadRules, texts, type Language, type Rules } from "../texts";
import { Busy, Button, Field, Segmented, Stepper, Switch, tell } from "../parts";
import { Footer } from "./home";
import { lobby } from "./lobby";
import { engine } from "./state";
import { levelName } from "./levels";
import { TopLine } from "./top";

export function Page({
    title,
    children,
    game,
    lead,
}: {
    title: string;
    children: ComponentChildren;
    game?: GameName;
    lead?: ComponentChildren;
}) {
    const skip = (event: Event) => (
        event.preventDefault(),
        document.querySelector<HTMLElement>("main")?.focus()
    );
    return (
        <div class="page text-page" data-game={game}>
            <a class="skip" href="#main" onClick={skip}>
                {t("Skip to the page")}
            </a>
            <TopLine />
            <main id="main" tabIndex={-1}>
                <h1>{title}</h1>
                {lead}
                {children}
            </main>
            <Footer />
        </div>
    );
}

type Flag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

function Flags({ flags }: { flags: [Flag, string, string?][] }) {
    return (
        <>
            {flags.map(([key, label, note]) => (
                <Switch
                    key={key}
                    label={label}
                    note={note}
                    on={settings.value[key]}
                    onChange={(on) => set({ [key]: on })}
                />
            ))}
        </>
    );
}

function PlayNow() {
    const { seats, bot } = settings.value;
    const about = (texts.value, engine.value?.bots() ?? []).find((kind) => kind.name === bot)?.about;
    return (
        <section class="panel" aria-label={t("Play now")}>
            <h2>{t("Play now")}</h2>
            {GAMES.map((game) => (
                <Stepper
                    key={game}
                    label={`${gameTitle(game)} (${game}): ${t("players")}`}
                    value={playersOf(game)}
                    min={factsOf(game).seats[0]}
                    max={factsOf(game).seats[1]}
                    onChange={(n) => set({ seats: { ...seats, [game]: n } })}
                />
            ))}
            <Segmented
                label={t("Level of the bots")}
                value={bot}
                onChange={(value) => set({ bot: value })}
                options={LEVELS.map((level) => [level, levelName(level)])}
            />
            <p class="small muted">{about}</p>
        </section>
    );
}

function EditionChoice({ editions }: { editions: Editions | undefined }) {
    if (!editions) return null;
    const { choices, label } = editions;
    const chosen = choices.find(({ value }) => value === settings.value.edition) ?? choices[0]!;
    return (
        <Segmented
            label={label()}
            value={chosen.value}
            onChange={(value) => set({ edition: value })}
            options={choices.map(({ value, name }) => [value, name()])}
        />
    );
}

export function SettingsPage() {
    const { language, theme, speed, name, notify } = settings.value;
    const speeds: [Speed, string][] = [
        ["instant", t("Instant")],
        ["fast", t("Fast")],
        ["normal", t("Normal")],
        ["slow", t("Slow")],
    ];
    const setNotify = async (on: boolean) => {
        if (!on) return set({ notify: false });
        if (!(await allowNotifications()))
            tell(t("The browser does not allow notifications for this page."), "bad");
    };
    return (
        <Page title={t("Settings")}>
            <div class="settings">
                <section class="panel" aria-label={t("You")}>
                    <h2>{t("You")}</h2>
                    <Field
                        label={t("Your name")}
                        value={name}
                        placeholder={t("Guest")}
                        onChange={(value) => set({ name: value })}
                        note={t("For new games. It stays on this device.")}
                    />
                    <Segmented
                        label={t("Language")}
                        value={language}
                        onChange={(value) => set({ language: value })}
                        options={Object.entries(languages) as [Language, string][]}
                    />
                </section>
                <section class="panel" aria-label={t("Looks")}>
                    <h2>{t("Looks")}</h2>
                    <Segmented
                        label={t("Colours")}
                        value={theme}
                        onChange={(value) => set({ theme: value })}
                        options={[
                            ["auto", t("As the system")],
                            ["light", t("Light")],
                            ["dark", t("Dark")],
                        ]}
                    />
                    <Segmented
                        label={t("Speed of what happens")}
                        value={speed}
                        onChange={(value) => set({ speed: value })}
                        options={speeds}
                    />
                    {GAMES.map((game) => (
                        <EditionChoice key={game} editions={moduleOf(game).editions} />
                    ))}
                </section>
                <section class="panel" aria-label={t("Playing")}>
                    <h2>{t("Playing")}</h2>
                    <Flags
                        flags={[
                            [
                                "confirm",
                                t("Confirm before sending"),
                                t("A choice is lifted first, and sent by a second touch or Enter."),
                            ],
                            [
                                "single",
                                t("Play single choices for me"),
                                t("Where there is only one thing to do, it is done."),
                            ],
                            ["hints", t("Hints"), t("What things are worth to you, and the chances.")],
                            ["keys", t("Single keys"), t("Letters and digits play; ? lists them.")],
                        ]}
                    />
                    <Switch
                        label={t("Sounds")}
                        note={t("Six short ones; never the only sign of anything.")}
                        on={settings.value.sounds}
                        onChange={(on) => (set({ sounds: on }), play("coin"))}
                    />
                    <Switch
                        label={t("Notify me when it is my turn")}
                        note={t("Only while the page is hidden.")}
                        on={notify}
                        onChange={(on) => void setNotify(on)}
                    />
                </section>
                <PlayNow />
                {lobby.value && <lobby.value.Settings />}
            </div>
        </Page>
    );
}

function useRules(): Rules | null {
    const rules = useSignal<Rules | null>(null);
    const { language } = texts.value;
    useEffect(() => {
        loadRules(language)
            .then((loaded) => (rules.value = loaded))
            .catch((error: unknown) => console.warn(error));
    }, [language]);
    return rules.value;
}

/** The numbered rules; /rules/GAME/RULE marks one and goes there. */
export function RulesPage({ game, rule }: { game: GameName; rule?: string }) {
    const rules = useRules();
    useEffect(() => {
        if (rules && rule) document.getElementById(rule)?.scrollIntoView({ block: "center" });
    }, [rules, rule, game]);
    const others = RULED.filter((other) => other !== game);
    return (
        <Page
            title={t("Rules of {game}", { game: gameTitle(game) })}
            game={game}
            lead={
                <p class="muted">
                    {t(
                        "{game} by {author}, in our words. Every rule has a number; refusals and score sheets name it.",
                        { game: gameTitle(game), author: factsOf(game).author },
                    )}
                </p>
            }
        >
            {!rules && <Busy label={t("Loading")} />}
            {rules?.[game]?.map((section) => (
                <section class="panel rules" key={section.title}>
                    <h2>{section.title}</h2>
                    <dl>
                        {Object.entries(section.rules).map(([id, text]) => (
                            <div key={id} id={id} class={id === rule ? "marked" : ""}>
                                <dt>
                                    <a href={rulePath(game, id)}>{id}</a>
                                </dt>
                                <dd>{text}</dd>
                            </div>
                        ))}
                    </dl>
                </section>
            ))}
            <div class="row">
                <Button go href={href(`/play/${game}`)}>
                    {t("Play now")}
                </Button>
                {others.map((other) => (
                    <Button key={other} href={rulePath(other)}>
                        {t("Rules of {game}", { game: gameTitle(other) })}
                    </Button>
                ))}
            </div>
        </Page>
    );
}

/** What a game is about before its rules. */
export function AboutPage() {
    return (
        <Page title={t("About")}>
            <section class="panel prose">
                <p>
                    {t(
                        "Razzia is a software edition of three tabletop games: Razzia! by Reiner Knizia, Razzia by Stefan Dorra and Ratzzia by Sophia Wagner. It is not connected with their publishers.",
                    )}
                </p>
                <p>
                    {t(
                        "The same rules, in C, run in this page, on the server and on the command line. The pictures are our own.",
                    )}
                </p>
                <p>
                    {t(
                        "Nothing leaves this device unless you sit down at a table with others. There are no cookies and no accounts.",
                    )}
                </p>
            </section>
        </Page>
    );
}

export function MissingPage({ text }: { text: string }) {
    return (
        <Page title={t("Nothing here")}>
            <p>{text}</p>
            <div class="row">
                <Button go href={href("/")}>
                    {t("All games")}
                </Button>
            </div>
        </Page>
    );
}
