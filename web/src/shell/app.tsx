import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameName } from "../engine";
import type { GamePage } from "../games/page";
import { keyHelp, useKeys } from "../look/keys";
import { pageTitle } from "../look/notify";
import { route, type Route } from "../look/router";
import { t } from "../look/text";
import { Busy, Toasts, Voice, type MenuItem } from "../parts";
import { Home } from "./home";
import { lobby, pages } from "./lobby";
import { AboutPage, FinishedPage, LearnPage, MissingPage, RulesPage, SettingsPage } from "./pages";
import { engine, failure, open, openTable } from "./state";
import { gameTitle } from "./titles";
import { KeyHelp } from "./top";

function Waiting() {
  return <main class="waiting-page"><h1 class="vh">Razzia</h1><Busy label={t("Loading")} /></main>;
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
  return <View.value table={at.table} frame={{ again, menu, connection: at.source.connection.value }} />;
}

function Shown({ route: at }: { route: Route }) {
  switch (at.page) {
    case "home": return <Home />;
    case "settings": return <SettingsPage />;
    case "about": return <AboutPage />;
    case "replay": return pages.replay ? <pages.replay /> : <FinishedPage />;
    case "rules": return <RulesPage game={at.game} rule={at.rule} />;
    case "learn": return pages.learn ? <pages.learn game={at.game} /> : <LearnPage game={at.game} />;
    case "play": return <LocalTable game={at.game} />;
    case "table": return lobby.value ? <lobby.value.Page id={at.id} /> : <MissingPage text={t("This table is on a server that can not be reached now.")} />;
    case "unknown": return <MissingPage text={t("There is no such page.")} />;
  }
}

function titleOf(at: Route): string {
  if (at.page === "play") return gameTitle(at.game);
  if (at.page === "rules") return t("Rules of {game}", { game: gameTitle(at.game) });
  if (at.page === "learn") return t("Learn {game}", { game: gameTitle(at.game) });
  return { settings: t("Settings"), about: t("About"), replay: t("Finished games"), table: "", home: "", unknown: "" }[at.page];
}

export function App() {
  const at = route.value;
  const title = titleOf(at);
  useEffect(() => void (pageTitle.value = title), [title]);
  useKeys({ help: () => (keyHelp.value = true) });
  return (
    <>
      <Shown route={at} />
      <KeyHelp />
      <Toasts />
      <Voice />
    </>
  );
}
