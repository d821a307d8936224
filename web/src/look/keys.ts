/* Keys of the game. The component that was mounted last is asked first, and while a dialog is open only those inside it. */
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { settings } from "./settings";

export interface Keys {
    /** 1 to 9, and 0 for the tenth. */
    digit?: (n: number) => void;
    send?: () => void;
    pass?: () => void;
    hint?: () => void;
    undo?: () => void;
    again?: () => void;
    help?: () => void;
    /** Any other key, by its `key`: " ", "ArrowLeft", "d" … */
    other?: Record<string, () => void>;
}

const NAMES: Record<string, keyof Keys> = {
    Enter: "send",
    p: "pass",
    h: "hint",
    z: "undo",
    l: "again",
    "?": "help",
};
const listeners: (() => Keys)[] = [];

/** The help dialog of the keys is open. */
export const keyHelp = signal(false);

function typing(target: EventTarget | null): boolean {
    return (
        target instanceof HTMLElement &&
        (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
    );
}

/** Enter belongs to the button or link that has the focus. */
function ownEnter(event: KeyboardEvent): boolean {
    return (
        event.key === "Enter" &&
        event.target instanceof HTMLElement &&
        !!event.target.closest("button, a, summary")
    );
}

function find(keys: Keys, key: string): (() => void) | undefined {
    if (/^\d$/.test(key) && keys.digit) return () => keys.digit!(key === "0" ? 10 : Number(key));
    const name = NAMES[key] ?? NAMES[key.toLowerCase()];
    const known = name && (keys[name] as (() => void) | undefined);
    return known ?? keys.other?.[key];
}

function onKey(event: KeyboardEvent): void {
    if (!settings.value.keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
    if (typing(event.target) || ownEnter(event) || document.querySelector("dialog[open]")) return;
    for (const listener of [...listeners].reverse()) {
        const action = find(listener(), event.key);
        if (action) {
            event.preventDefault();
            return action();
        }
    }
}

export function useKeys(keys: Keys): void {
    const current = useRef(keys);
    current.current = keys;
    useEffect(() => {
        const listener = () => current.current;
        if (listeners.length === 0) addEventListener("keydown", onKey);
        listeners.push(listener);
        return () => {
            listeners.splice(listeners.indexOf(listener), 1);
            if (listeners.length === 0) removeEventListener("keydown", onKey);
        };
    }, []);
}
