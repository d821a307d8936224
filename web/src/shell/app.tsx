import { computed, effect, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { gameTitle, loadStyle } from "../games/registry";
import { keyHelp, useKeys } from "../look/keys";
import { pageTitle } from "../look/notify";
import { route, type Route } from "../look/router";
import { t } from "../look/text";
import { Bubbles, Toasts, Voice, Waiting } from "../parts";
import { withLaterTexts } from "../texts";
import { Home } from "./home";
import { lobby } from "./lobby";
import { AboutPage, MissingPage } from "./pages";
import { KeyHelp } from "./top";

/** What a club has comes with its texts and its styles. */
async function club<T>(part: Promise<T>): Promise<T> {
    const [made] = await Promise.all([withLaterTexts(part), loadStyle("club")]);
    return made;
}

const settings = () => import("./settings").then((made) => made.SettingsPage);
const rules = () => import("./rules").then((made) => made.RulesPage);
const replay = () => withLaterTexts(import("../replay/page")).then((made) => made.ReplayPage);
const review = () => withLaterTexts(import("../review/page")).then((made) => made.ReviewPage);
const profile = () => withLaterTexts(import("../review/you")).then((made) => made.ProfilePage);
const play = () => import("./play").then((made) => made.PlayPage);
const person = () => club(import("../club/person")).then((made) => made.PersonPage);
const joining = () => club(import("../club/joining")).then((made) => made.JoinPage);
const invited = () => club(import("../club/joining")).then((made) => made.InvitePage);
const admin = () => club(import("../club/admin")).then((made) => made.AdminPage);
const learn = () => withLaterTexts(import("../learn/page")).then((made) => made.LearnPage);

/** A page that is loaded when it is first asked for. One that takes the place of another does not lend it its props. */
function Later<P extends object>({ of, ...props }: { of: () => Promise<ComponentType<P>> } & P) {
    const made = useSignal<{ of: unknown; View: ComponentType<P> } | null>(null);
    useEffect(() => void of().then((View) => void (made.value = { of, View })), [of]);
    if (made.value?.of !== of) return <Waiting />;
    const { View } = made.value;
    return <View {...(props as unknown as P)} />;
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

function Shown({ route: at }: { route: Route }) {
    switch (at.page) {
        case "home":
            return <Home />;
        case "settings":
            return <Later of={settings} />;
        case "about":
            return <AboutPage />;
        case "replay":
            return <Later of={replay} id={at.id} result={at.result} />;
        case "review":
            return <Later of={review} id={at.id} part={at.part} />;
        case "profile":
            return <Later of={profile} />;
        case "rules":
            return <Later of={rules} game={at.game} rule={at.rule} />;
        case "learn":
            return <Later of={learn} game={at.game} />;
        case "play":
            return <Later of={play} game={at.game} />;
        case "table":
            return lobby.value ? <lobby.value.Page id={at.id} wall={at.wall} /> : <NoServerYet />;
        case "person":
            return <Later of={person} who={at.who} />;
        case "join":
            return <Later of={joining} code={at.code} />;
        case "invite":
            return <Later of={invited} code={at.code} />;
        case "admin":
            return <Later of={admin} />;
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
        review: t("Review"),
        profile: t("Your play"),
        admin: "",
        person: "",
        join: "",
        invite: "",
        table: "",
        home: "",
        unknown: "",
    }[at.page];
}

const page = computed(() => route.value.page);
/** What has a title of its own takes it along when it goes. */
effect(() => void (page.value, (pageTitle.value = "")));

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
            <Bubbles />
            <Voice />
        </>
    );
}
