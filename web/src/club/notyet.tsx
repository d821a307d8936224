/* In the place of a page of the club that can not be shown yet, or not at all. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../look/text";
import { line } from "../online/line";
import { shutText } from "../online/room";
import { Waiting } from "../parts";
import { MissingPage } from "../shell/pages";

const PATIENCE = 5000;

/** The server answers in a moment, or it is not there, or does not want to. */
export function NotYet() {
    const isLate = useSignal(false);
    useEffect(() => {
        const timer = setTimeout(() => void (isLate.value = true), PATIENCE);
        return () => clearTimeout(timer);
    }, []);
    if (line.shut.value) return <MissingPage text={shutText(line.shut.value)} />;
    if (isLate.value && line.state.value !== "online")
        return <MissingPage text={t("The server can not be reached now.")} />;
    return <Waiting label={t("Connecting")} />;
}
