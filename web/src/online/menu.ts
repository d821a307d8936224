/* What one can ask of a table by its menu. */
import { t } from "../look/text";
import type { MenuItem } from "../parts";
import type { Ask } from "./asking";
import { line } from "./line";
import type { LobbyState } from "./messages";
import type { Room } from "./room";

/** All who have no seat are heard, or none of them. */
export function watchersSwitch({ quiet }: LobbyState, ask: Ask): MenuItem & { onPick: () => void } {
    return {
        text: quiet ? t("Let those who watch chat") : t("Mute all who only watch"),
        icon: "i-chat",
        onPick: () => void ask(quiet ? "unmute" : "mute", { who: null }),
    };
}

function makersMenu(lobby: LobbyState, ask: Ask): MenuItem[] {
    const others = lobby.seats.filter(({ who }) => who && who !== line.hello.value?.who);
    return [
        watchersSwitch(lobby, ask),
        ...others.map(
            (one): MenuItem => ({
                text: t("Remove {name}", { name: one.name! }),
                icon: "i-x",
                onPick: () => void ask("remove", { who: one.who }),
            }),
        ),
    ];
}

/** What one can ask of a running table, if one sits there. */
export function playersMenu(room: Room, lobby: LobbyState, ask: Ask): MenuItem[] {
    const mine = room.seat.value;
    if (mine < 0 || lobby.status !== "running") return [];
    const away = lobby.seats[mine]!.away;
    const makes = lobby.maker === line.hello.value?.who;
    return [
        lobby.paused
            ? { text: t("Go on"), icon: "i-play", onPick: () => void ask("resume") }
            : { text: t("Ask for a pause"), icon: "i-pause", onPick: () => void ask("pause") },
        { text: t("Ask to end the game"), icon: "i-x", onPick: () => void ask("end") },
        away
            ? { text: t("Take my seat back"), icon: "i-undo", onPick: () => void ask("return") }
            : { text: t("Leave: a bot plays on"), icon: "i-robot", onPick: () => void ask("leave") },
        ...(makes ? makersMenu(lobby, ask) : []),
    ];
}
