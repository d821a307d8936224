import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { GameName } from "../engine";
import { gameTitle } from "../games/registry";
import type { GamePage } from "../games/page";
import { keyHelp, useKeys } from "../look/keys";
import { pageTitle } from "../look/notify";
import { go, route, type Route } from "../look/router";
import { t } from "../look/text";
import { Toasts, Voice, Waiting, type MenuItem } from "../parts";
import { Home } from "./home";
import { finishedId } from "./kept";
import { lobby } from "./lobby";
import { AboutPage, MissingPage, RulesPage, SettingsPage } from "./pages";
import { engine, failure, open, openTable } from "./state";
import { KeyHelp } from "./top";

const replay = () => import("../replay/page").then((made) => made.ReplayPage);
const learn = () => import("../learn/page").then((made) => made.LearnPage);

/** A page that is loaded when it is first asked for. */
function Later<P extends object>({ of, ...props }: { of: () => Promise<ComponentType<P>> } & P) {
    const made = useSignal<ComponentType<P> | null>(null);
    useEffect(() => void of().then((view) => void (made.value = view)), [of]);
    const View = made.value;
    return View ? <View {...(props as unknown as P)} /> : <Waiting />;
}

const PATIENCE = 5000;

/** The server answers in a moment, or it is not there. */
function NoServerYet() {
    const late = useSignal(false);
    useEffect(() => {
        const timer = setTimeout(() => void (late.value = true), PATIENCE);
        return () => clearTimeout(timer);
    }, []);
    return late.value ? (
        <MissingPage text={t("This table is on a server that can not be reached now.")} />
    ) : (
        <Waiting />
    );
}

type Page = typeof GamePage;

/** A table on this device: opened, or gone on with. The tables come with the first one. */
function LocalTable({ game }: { game: GameName }) {
    const View = useSignal<Page | null>(null);
    const ready = !!engine.value;
    useEffect(() => void import("../games/page").then((made) => (View.value = made.GamePage)), []);
    useEffect(() => {
        if (ready) void openTable(game);
    }, [game, ready]);
    const at = open.value;
    if (failure.value) return <MissingPage text={failure.value} />;
    if (!View.value || at?.game !== game) return <Waiting />;
    const again = { text: t("Play again"), onPick: () => void openTable(game, true) };
    const menu: MenuItem[] = [{ text: t("New game"), icon: "i-plus", onPick: again.onPick }];
    const over = at.table.position.value?.over;
    const replay = over
        ? () => void at.source.game().then(({ seed }) => go(`/replay/${finishedId(seed)}`))
        : undefined;
    return (
        <View.value
            table={at.table}
            frame={{ again, replay, menu, connection: at.source.connection.value }}
        />
    );
}

function Shown({ route: at }: { route: Route }) {
    switch (at.page) {
        case "home":
            return <Home />;
        case "settings":
            return <SettingsPage />;
        case "about":
            return <AboutPage />;
        case "replay":
            return <Later of={replay} id={at.id} />;
        case "rules":
            return <RulesPage game={at.game} rule={at.rule} />;
        case "learn":
            return <Later of={learn} game={at.game} />;
        case "play":
            return <LocalTable game={at.game} />;
        case "table":
            return lobby.value ? <lobby.value.Page id={at.id} /> : <NoServerYet />;
        case "unknown":
            return <MissingPage text={t("There is no such page.")} />;
    }
}

function titleOf(at: Route): string {
    if (at.page === "play") return gameTitle(at.game);
    if (at.page === "rules") return t("Rules of {game}", { game: gameTitle(at.game) });
    if (at.page === "learn") return t("Learn {game}", { game: gameTitle(at.game) });
    return {
        settings: t("Settings"),
        about: t("About"),
        replay: t("Finished games"),
        table: "",
        home: "",
        unknown: "",
    }[at.page];
}

export function App() {
    const at = route.value;
    const title = titleOf(at);
    useEffect(() => void (pageTitle.value = title), [title]);
    useKeys({ help: () => (keyHelp.value = true) });
    return (
        <>
            <Shown route={at} />
            {lobby.value && <lobby.value.Dialogs />}
            <KeyHelp />
            <Toasts />
            <Voice />
        </>
    );
}
