/* "Your turn": in the title always, and from the system if the person allows it and looks elsewhere. */
import { signal, effect } from "@preact/signals";
import { settings, set } from "./settings";
import { t } from "./text";

/** What the page shows, without the program's name: "Razzia!, round 2". */
export const pageTitle = signal("");
export const yourTurn = signal(false);

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

export function watchTitle(): void {
    effect(() => {
        const page = pageTitle.value ? `${pageTitle.value} · Razzia` : "Razzia";
        document.title = yourTurn.value ? `● ${t("Your turn")} · ${page}` : page;
    });
    effect(() => {
        if (yourTurn.value) tellSystem();
        else shown?.close();
    });
}
