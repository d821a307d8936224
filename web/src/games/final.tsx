/* The sheet at the end of a game: opens by itself when the game ends under one's eyes. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Position } from "../engine";
import { t } from "../look/text";
import { Button, Dialog } from "../parts";
import { outcome } from "./game";

export function FinalDialog({ at, children }: { at: Position; children: () => ComponentChildren }) {
    const closed = useSignal(at.over);
    useEffect(() => {
        if (!at.over) closed.value = false;
    }, [at.over]);
    const close = () => void (closed.value = true);
    if (!at.over || closed.value) return null;
    return (
        <Dialog
            open
            wide
            title={outcome(at)}
            onClose={close}
            actions={
                <Button go onPick={close}>
                    {t("Go on")}
                </Button>
            }
        >
            {children()}
        </Dialog>
    );
}
