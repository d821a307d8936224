import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../look/text";
import { rulePath } from "../look/address";
import { Sym } from "./sym";

/** Why something is forbidden: the sentence, and the numbered rule behind it. */
export interface Refusal {
    text: string;
    title?: string;
    rule?: { game: string; id: string };
}

interface Message extends Refusal {
    number: number;
    tone: "rule" | "info" | "bad";
}

const STAYS = 9000;
const shown = signal<Message | null>(null);
let last = 0;

function show(refusal: Refusal, tone: Message["tone"]): void {
    shown.value = { ...refusal, tone, number: ++last };
}

/** Says which rule forbids what was touched. */
export function refuse(refusal: Refusal): void {
    show(refusal, "rule");
}

/** Says something that needs no answer: a link was copied, the network is back. */
export function tell(text: string, tone: "info" | "bad" = "info"): void {
    show({ text }, tone);
}

export function hideToast(): void {
    shown.value = null;
}

/** Where toasts are shown: once a page, below the top line, never over the action bar. */
export function Toasts() {
    const message = shown.value;
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        if (!message) return;
        box.current?.showPopover(); /* above a dialog, too */
        const end = setTimeout(() => shown.peek()?.number === message.number && hideToast(), STAYS);
        const escape = (event: KeyboardEvent) => event.key === "Escape" && hideToast();
        addEventListener("keydown", escape);
        return () => (clearTimeout(end), removeEventListener("keydown", escape), box.current?.hidePopover());
    }, [message?.number]);
    return (
        <div class="toasts" role="status" popover="manual" ref={box}>
            {message && (
                <div class="toast" key={message.number}>
                    <Sym
                        art={
                            message.tone === "info" ? "i-info" : message.tone === "bad" ? "i-warn" : "i-lock"
                        }
                    />
                    <p>
                        {message.title && <b>{message.title}</b>}
                        {message.text}
                    </p>
                    {message.rule && (
                        <a href={rulePath(message.rule.game, message.rule.id)}>
                            {t("Rule {id}", { id: message.rule.id })}
                        </a>
                    )}
                    <button type="button" class="icon-btn" aria-label={t("Close")} onClick={hideToast}>
                        <Sym art="i-x" />
                    </button>
                </div>
            )}
        </div>
    );
}
