// The page: symbols, settings and texts first, then what the address asks for; the engine comes meanwhile.
import { render } from "preact";
import { addArt } from "./look/art";
import { watchTitle } from "./look/notify";
import { startRouter } from "./look/router";
import { applySettings } from "./look/settings";
import { t } from "./look/text";
import { tell } from "./parts";
import { App } from "./shell/app";
import { worksOffline } from "./shell/offline";
import { failure, startTheEngine } from "./shell/state";
import { withLaterTexts } from "./texts";

/** Parts of the page are loaded when they are needed. Without one of them the page goes on, and says why something is missing. */
function tellOfMissingParts(): void {
    addEventListener("unhandledrejection", (event) => {
        const { reason } = event as { reason: unknown };
        if (!(reason instanceof TypeError && /module/i.test(reason.message))) return;
        event.preventDefault();
        tell(t("A part of the page could not be loaded. Reload the page when the network is back."), "bad");
    });
}

tellOfMissingParts();
addArt();
startRouter();
const started = startTheEngine().then(
    () => void (document.body.dataset.engine = ""),
    (error: unknown) => {
        console.error(error);
        failure.value = t("The rules could not be loaded. Reload the page when the network is back.");
        tell(failure.value, "bad");
    },
);
await applySettings();
watchTitle();
render(<App />, document.getElementById("app")!);
document.body.dataset.ready = "";
await started;
worksOffline();
void withLaterTexts(import("./online")).then(({ goOnline }) => goOnline());
