import type { Level } from "../look/settings";
import { t } from "../look/text";

/** A level of bots, as people call it. */
export function levelName(level: Level): string {
    const names = {
        novice: () => t("Novice"),
        casual: () => t("Casual"),
        club: () => t("Club"),
        expert: () => t("Expert"),
        master: () => t("Master"),
    };
    return names[level]();
}
