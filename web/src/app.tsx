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
const { goOnline } = await import("./online");
goOnline();
