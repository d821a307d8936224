/* What is to be known of a running table beside the game. */
import type { ComponentChildren } from "preact";
import { t } from "../look/text";
import { Button, Sym } from "../parts";
import type { Ask } from "./asking";
import type { LobbyState } from "./messages";
import { namesOf, type Room } from "./room";

/** What has been asked for, in words; one's own wish waits for the others. */
function wish(verb: "pause" | "resume" | "end", name: string | null): string {
    if (name === null)
        return {
            pause: t("You ask for a pause. The others have to agree."),
            resume: t("You want to go on. The others have to agree."),
            end: t("You ask to end the game. The others have to agree."),
        }[verb];
    return {
        pause: t("{name} asks for a pause.", { name }),
        resume: t("{name} wants to go on.", { name }),
        end: t("{name} asks to end the game.", { name }),
    }[verb];
}

/** Nobody who sits there has looked for a while. */
export function AsleepNotice() {
    return (
        <p>
            <Sym art="i-pause" />{" "}
            {t("This table is asleep: its bots wait until somebody who sits here comes back.")}
        </p>
    );
}

/** What has been asked for, why nothing happens, and whether one is away. */
export function Notices({ room, lobby, ask }: { room: Room; lobby: LobbyState; ask: Ask }) {
    const mine = room.seat.value;
    const notes: ComponentChildren[] = [];
    for (const verb of ["pause", "resume", "end"] as const) {
        const asked = lobby.asked?.[verb] ?? [];
        const own = asked.includes(mine);
        if (asked.length === 0 || lobby.status !== "running") continue;
        notes.push(
            <p key={verb}>
                {wish(verb, own ? null : namesOf(lobby)[asked[0]!]!)}{" "}
                {mine >= 0 && !own && (
                    <Button small onPick={() => void ask(verb)}>
                        {t("Agree")}
                    </Button>
                )}
            </p>,
        );
    }
    if (lobby.asleep && lobby.status === "running") notes.push(<AsleepNotice key="asleep" />);
    const waits = lobby.asked?.resume.includes(mine);
    if (lobby.paused && !waits)
        notes.push(
            <p key="paused">
                <Sym art="i-pause" /> {t("The game is paused.")}{" "}
                {mine >= 0 && (
                    <Button small go onPick={() => void ask("resume")}>
                        {t("Go on")}
                    </Button>
                )}
            </p>,
        );
    if (mine >= 0 && lobby.seats[mine]!.away && lobby.status === "running")
        notes.push(
            <p key="away">
                <Sym art="i-robot" /> {t("A bot plays for you.")}{" "}
                <Button small go onPick={() => void ask("return")}>
                    {t("Take my seat back")}
                </Button>
            </p>,
        );
    if (mine < 0)
        notes.push(
            <p key="watch">
                <Sym art="i-eye" /> {t("You are watching.")}
            </p>,
        );
    return notes.length > 0 ? (
        <div class="notices" role="status">
            {notes}
        </div>
    ) : null;
}
