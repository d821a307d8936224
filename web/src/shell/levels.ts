import type { Level } from "../look/settings";
import { capital, t } from "../look/text";

/** A level of bots, as people call it; one that this page does not know has its own word. */
export function levelName(level: string): string {
    const names: Record<Level, () => string> = {
        novice: () => t("Novice"),
        casual: () => t("Casual"),
        club: () => t("Club"),
        expert: () => t("Expert"),
        master: () => t("Master"),
    };
    return level in names ? names[level as Level]() : capital(level);
}

/** What bots are called, on this device and at a server: as many as can sit at a table beside one person. */
export const BOT_NAMES = ["Ada", "Bruno", "Chiara", "Otto", "Paz", "Zoltán", "Nico"];
