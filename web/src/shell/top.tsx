import { GAMES, gameTitle, moduleOf, RULED } from "../games/registry";
import { href } from "../look/address";
import { settings, set } from "../look/settings";
import { keyHelp } from "../look/keys";
import { lastTable, route } from "../look/router";
import { t } from "../look/text";
import { lobby } from "./lobby";
import { open } from "./state";
import { languages, type Language } from "../texts";
import { Button, Dialog, IconButton, Menu, Sym, type MenuItem } from "../parts";
import type { Art } from "../look/art";

export function Logo() {
    return (
        <a class="logo" href={href("/")}>
            <span class="logo-trio" aria-hidden="true">
                {GAMES.map((game) => (
                    <span key={game} class="game-badge" data-game={game}>
                        <Sym art={moduleOf(game).art} />
                    </span>
                ))}
            </span>
            Razzia
        </a>
    );
}

export function LanguageMenu() {
    const items: MenuItem[] = (Object.keys(languages) as Language[]).map((language) => ({
        text: languages[language],
        checked: settings.value.language === language,
        onPick: () => set({ language }),
    }));
    return (
        <Menu
            icon="i-globe"
            label={`${t("Language")}: ${languages[settings.value.language]}`}
            items={items}
        />
    );
}

const NEXT = { auto: "light", light: "dark", dark: "auto" } as const;
const LAMP: Record<keyof typeof NEXT, Art> = { auto: "i-auto", light: "i-light", dark: "i-dark" };

export function ThemeButton() {
    const { theme } = settings.value;
    const names = { auto: t("as the system"), light: t("light"), dark: t("dark") };
    return (
        <IconButton
            icon={LAMP[theme]}
            label={`${t("Colours")}: ${names[theme]}`}
            onPick={() => set({ theme: NEXT[theme] })}
        />
    );
}

/** To the game that is still going on, from wherever one is; the first page has a card for it. */
export function backToGame(): string | null {
    const path = lastTable.value;
    const here = open.value;
    if (!path || route.value.page === "home" || route.value.page === "table") return null;
    if (here && path === `/play/${here.game}`) return here.table.position.value?.over ? null : path;
    return path.startsWith("/t/") ? path : null;
}

/** The line above every page that is not a table. */
export function TopLine() {
    const items: MenuItem[] = [
        ...RULED.map((game) => ({
            text: t("Rules of {game}", { game: gameTitle(game) }),
            icon: "i-rules" as Art,
            href: href(`/rules/${game}`),
        })),
        { text: t("Finished games"), icon: "i-play", href: href("/replay") },
        { text: t("Your play"), icon: "i-chart", href: href("/profile") },
        ...(lobby.value?.pages.value ?? []),
        { text: t("Settings"), icon: "i-gear", href: href("/settings"), apart: true },
        { text: t("Keys"), icon: "i-keys", onPick: () => (keyHelp.value = true) },
        { text: t("About"), icon: "i-info", href: href("/about") },
    ];
    const back = backToGame();
    return (
        <header class="top-line">
            <Logo />
            {back && (
                <Button small icon="i-back" class="top-back" href={href(back)}>
                    {t("Back to the game")}
                </Button>
            )}
            <LanguageMenu />
            <ThemeButton />
            <Menu icon="i-menu" label={t("Menu")} items={items} />
        </header>
    );
}

/** All keys in a list; ? opens it anywhere. */
export function KeyHelp() {
    const keys: [string, string][] = [
        ["1 … 9", t("choose")],
        ["↵", t("send what was chosen")],
        ["P", t("pass, or the second button")],
        ["H", t("hints on and off")],
        ["Z", t("undo, where it is allowed")],
        ["S", t("skip to your turn")],
        ["L", t("read the last event again")],
        ["?", t("explain what has the focus, or this list")],
        ["E", t("explain one thing after another; arrows go on")],
        ["Esc", t("close")],
    ];
    return (
        <Dialog open={keyHelp.value} title={t("Keys")} onClose={() => (keyHelp.value = false)}>
            <dl class="key-list">
                {keys.map(([key, what]) => (
                    <div key={key}>
                        <dt>
                            <kbd>{key}</kbd>
                        </dt>
                        <dd>{what}</dd>
                    </div>
                ))}
            </dl>
            <p class="small muted">
                {t("Tab goes through everything; the settings can turn single keys off.")}
            </p>
        </Dialog>
    );
}
