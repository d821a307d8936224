import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../look/text";
import { classes, IconButton } from "./button";

export interface DialogProps {
    open: boolean;
    title: string;
    onClose: () => void;
    /** Buttons below, the main one last. */
    actions?: ComponentChildren;
    wide?: boolean;
    class?: string;
    children: ComponentChildren;
}

/** A sheet from below on phones, centred from 600 px. The browser keeps the focus inside and closes it on Esc. */
export function Dialog({ open, title, onClose, actions, wide, class: name, children }: DialogProps) {
    const box = useRef<HTMLDialogElement>(null);
    const heading = useId();
    useEffect(() => {
        const dialog = box.current!;
        if (open && !dialog.open) dialog.showModal();
        if (!open && dialog.open) dialog.close();
    }, [open]);
    useEffect(() => () => box.current?.close(), []);
    const outside = (event: MouseEvent) => event.target === box.current && onClose();
    return (
        <dialog
            ref={box}
            class={classes("dialog", wide && "wide", name)}
            aria-labelledby={heading}
            onClose={onClose}
            onClick={outside}
        >
            {open && (
                <div class="dialog-box">
                    <header>
                        <h2 id={heading}>{title}</h2>
                        <IconButton icon="i-x" label={t("Close")} onPick={onClose} />
                    </header>
                    <div class="dialog-text">{children}</div>
                    {actions && <div class="row">{actions}</div>}
                </div>
            )}
        </dialog>
    );
}
