/* A link that one gives to somebody else, or to oneself. */
import { t } from "../look/text";
import { tell } from "../parts";

export async function copy(text: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(text);
        tell(t("The link is copied."));
    } catch {
        tell(text);
    }
}
