/* After the first visit the page needs no network: a service worker keeps its files. */
import { t } from "../look/text";
import { tell } from "../parts";

function tellWhenNew(registration: ServiceWorkerRegistration): void {
    registration.addEventListener("updatefound", () => {
        const coming = registration.installing;
        coming?.addEventListener("statechange", () => {
            if (coming.state === "installed" && navigator.serviceWorker.controller)
                tell(t("A new version is there. It is used when you open the page again."));
        });
    });
}

export function worksOffline(): void {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker
        .register("/sw.js")
        .then(tellWhenNew)
        .catch((error: unknown) => console.warn(error));
}
