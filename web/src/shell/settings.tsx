/* What a person can set, on a page that is loaded when it is first opened. */
import type { Editions } from "../games/module";
import { factsOf, GAMES, gameTitle, moduleOf, playersOf } from "../games/registry";
import { allowNotifications } from "../look/notify";
import { LEVELS, settings, set, type Settings, type Speed } from "../look/settings";
import { play } from "../look/sound";
import { t } from "../look/text";
import { Field, Segmented, Stepper, Switch, tell } from "../parts";
import { languages, texts, type Language } from "../texts";
import { levelName } from "./levels";
import { lobby } from "./lobby";
import { Page } from "./pages";
import { engine } from "./state";

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
    const { seats, bot, tutor } = settings.value;
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
                onChange={(value) => set({ bot: value, levels: {} })}
                options={LEVELS.map((level) => [level, levelName(level)])}
            />
            <p class="small muted">{about}</p>
            <Segmented
                label={t("A tutor asks “Are you sure?” before")}
                value={tutor}
                onChange={(value) => set({ tutor: value })}
                options={[
                    ["off", t("nothing")],
                    ["blunder", t("blunders")],
                    ["mistake", t("mistakes")],
                    ["doubtful", t("doubtful moves")],
                ]}
            />
            <p class="small muted">{t("Only in games against bots on this device.")}</p>
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
                        note={t("For new games. At a table with others they see it.")}
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
                    <Switch
                        label={t("One click")}
                        note={t(
                            "A bid or a card is sent by the first touch; else you take it up, then send it.",
                        )}
                        on={!settings.value.confirm}
                        onChange={(on) => set({ confirm: !on })}
                    />
                    <Flags
                        flags={[
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
