/* What the settings have to say about the server: at a club all of it, loaded when it is looked at. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Identity } from "../online/identity";
import { isUnknown, line } from "../online/line";

/** Servers of before clubs do not. */
function knowsDevices(): Promise<boolean> {
    return line.ask("devices").then(
        () => true,
        (error: unknown) => !isUnknown(error),
    );
}

export function AtServer() {
    const View = useSignal<ComponentType | null>(null);
    const isUp = line.state.value === "online" || line.shut.value !== null;
    useEffect(() => {
        if (!isUp) return;
        const isClub = line.shut.peek() ? Promise.resolve(true) : knowsDevices();
        void isClub.then(async (is) => {
            const Found = is ? (await import("./identity")).ClubSettings : Identity;
            View.value = () => <Found />;
        });
    }, [isUp]);
    return View.value && <View.value />;
}
