import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../look/text";
import { rulePath } from "../look/address";
import { showBubble } from "./bubble";
import { Sym } from "./sym";

/** Why something is forbidden: the sentence, and the numbered rule behind it. */
export interface Refusal {
    text: string;
    title?: string;
    rule?: { game: string; id: string };
}

interface Message {
    text: string;
    tone: "info" | "bad";
    number: number;
}

const STAYS = 9000;
const shown = signal<Message | null>(null);
let last = 0;

let touched: Element | null = null;

/** Remembers what was touched last: a refusal appears beside it. */
export function noteTouched(at: Element): void {
    touched = at;
}

/** Says which rule forbids what was touched, beside it. */
export function refuse(refusal: Refusal): void {
    if (!refusal.text) return;
    if (touched?.isConnected) showBubble(touched, <RefusalText {...refusal} />, { brief: true });
    else tell(refusal.text);
}

function RefusalText({ text, title, rule }: Refusal) {
    return (
        <div class="refusal">
            <Sym art="i-lock" />
            <p>
                {title && <b>{title}</b>}
                {text}
            </p>
            {rule && <a href={rulePath(rule.game, rule.id)}>{t("Rule {id}", { id: rule.id })}</a>}
        </div>
    );
}

/** Says something that needs no answer: a link was copied, the network is back. */
export function tell(text: string, tone: "info" | "bad" = "info"): void {
    shown.value = { text, tone, number: ++last };
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
                    <Sym art={message.tone === "info" ? "i-info" : "i-warn"} />
                    <p>{message.text}</p>
                    <button type="button" class="icon-btn" aria-label={t("Close")} onClick={hideToast}>
                        <Sym art="i-x" />
                    </button>
                </div>
            )}
        </div>
    );
}
