/* "Your turn": in the title always, and from the system if the person allows it and looks elsewhere. */
import { signal, effect } from "@preact/signals";
import { settings, set } from "./settings";
import { t } from "./text";

/** What the page shows, without the program's name: "Razzia!, round 2". */
export const pageTitle = signal("");
export const yourTurn = signal(false);
/** How many games at a server wait for this person. */
export const waitingCount = signal(0);

let shown: Notification | undefined;

function tellSystem(): void {
    if (!settings.peek().notify || !document.hidden || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    shown = new Notification(t("Your turn"), {
        body: pageTitle.peek() || "Razzia",
        icon: "/icon.svg",
        tag: "razzia-turn",
    });
    shown.onclick = () => (window.focus(), shown?.close());
}

/** Asks the browser; true if it is allowed. Only in answer to a click. */
export async function allowNotifications(): Promise<boolean> {
    const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
    set({ notify: answer === "granted" });
    return answer === "granted";
}

/** On the icon of the installed app, where the system counts there. */
async function countOnIcon(count: number): Promise<void> {
    if (!("setAppBadge" in navigator)) return;
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}

export function watchTitle(): void {
    effect(() => {
        const page = pageTitle.value ? `${pageTitle.value} · Razzia` : "Razzia";
        const waits = waitingCount.value > 0 ? `(${waitingCount.value}) ${page}` : page;
        document.title = yourTurn.value ? `● ${t("Your turn")} · ${page}` : waits;
    });
    effect(() => void countOnIcon(waitingCount.value));
    effect(() => {
        if (yourTurn.value) tellSystem();
        else shown?.close();
    });
}
