/* After the first visit the page needs no network: a service worker keeps its files. */
import { go } from "../look/router";
import { t } from "../look/text";
import { tell } from "../parts";
import { isText, isWith } from "../shape";

function tellWhenNew(registration: ServiceWorkerRegistration): void {
    registration.addEventListener("updatefound", () => {
        const coming = registration.installing;
        coming?.addEventListener("statechange", () => {
            if (coming.state === "installed" && navigator.serviceWorker.controller)
                tell(t("A new version is there. It is used when you open the page again."));
        });
    });
}

const isOpening = isWith({ open: isText });

/** A notification was touched: its table opens in this page. */
function openWhatWasTouched({ data }: MessageEvent<unknown>): void {
    if (isOpening(data) && location.pathname !== data.open) go(data.open);
}

export function worksOffline(): void {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.addEventListener("message", openWhatWasTouched);
    navigator.serviceWorker
        .register("/sw.js")
        .then(tellWhenNew)
        .catch((error: unknown) => console.warn(error));
}
