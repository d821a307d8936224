/* Telling the owner of the club about somebody, or about a message. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../look/text";
import { line } from "../online/line";
import { problemOf } from "../online/room";
import { Button, Dialog, refuse, tell } from "../parts";

const LONGEST = 400;

export interface Reported {
    who: string;
    name: string;
    table?: string;
    /** Of a message there, and what it says. */
    number?: number;
    said?: string;
}

export function ReportDialog({ on, onClose }: { on: Reported; onClose: () => void }) {
    const text = useSignal("");
    const field = useRef<HTMLTextAreaElement>(null);
    const send = async () => {
        const { who, table, number } = on;
        if (!text.peek().trim()) {
            refuse({ text: t("Say in a few words what is wrong.") });
            return field.current?.focus();
        }
        try {
            await line.ask("report", { who, table, number, text: text.peek().trim() });
            tell(t("The owner of the club will see it. Nobody else learns of it."));
            onClose();
        } catch (error) {
            tell(problemOf(error).text, "bad");
        }
    };
    return (
        <Dialog
            open
            title={t("Report {name}", { name: on.name })}
            onClose={onClose}
            actions={
                <>
                    <Button onPick={onClose}>{t("Leave it")}</Button>
                    <Button go onPick={() => void send()}>
                        {t("Send the report")}
                    </Button>
                </>
            }
        >
            {on.said && <blockquote class="report-said">{on.said}</blockquote>}
            <label class="field-line">
                <b>{t("What is wrong?")}</b>
                <textarea
                    ref={field}
                    rows={4}
                    maxLength={LONGEST}
                    value={text.value}
                    onInput={(event) => void (text.value = event.currentTarget.value)}
                />
                <small>{t("The owner of the club reads it, with the message if there is one.")}</small>
            </label>
        </Dialog>
    );
}
