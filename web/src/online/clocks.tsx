/* The clocks of everybody at a table: those of the players that are awaited run, the others stand at what they have left. */
import { t } from "../look/text";
import { classes, Clock, SeatMark, Sym } from "../parts";
import type { Table } from "../table";
import { line } from "./line";
import type { LobbyState } from "./messages";

const DAY = 86400;

export interface SeatTime {
    seat: number;
    /** Seconds that are left where the clock does not run. */
    left: number;
    /** When the time is over, by the clock of this machine; undefined: it does not run now. */
    until?: number;
    /** A bot plays for them, or all have agreed on a pause. */
    stopped: "away" | "paused" | null;
}

/** What each person has left: the time of a move, and what is in the bank. Bots have no clock. */
export function timesOf(lobby: LobbyState, actors: readonly number[], ahead: number): SeatTime[] {
    const { clock, clocks, seats, paused } = lobby;
    if (!clock || !clocks || lobby.status !== "running") return [];
    return seats.flatMap(({ who, away }, seat) => {
        if (!who) return [];
        const bank = (clocks.seats[seat]?.bank ?? 0) / 1000;
        const left = "days" in clock ? clock.days * DAY : clock.move + bank;
        const stopped = away ? "away" : paused ? "paused" : null;
        const runs = !stopped && actors.includes(seat);
        return [{ seat, left, stopped, until: runs ? clocks.since - ahead + left * 1000 : undefined }];
    });
}

function labelOf(seat: number, you: number | null, name: string): string {
    return seat === you ? t("Your time") : t("Time of {name}", { name });
}

function Time({ time, label }: { time: SeatTime; label: string }) {
    if (time.stopped)
        return (
            <span class="clock" role="timer" aria-label={label}>
                <Sym art={time.stopped === "away" ? "i-robot" : "i-pause"} />
            </span>
        );
    return <Clock until={time.until} left={time.left} label={label} />;
}

/** On a wall only the clocks that run, beside the names of those who are awaited. */
export function Clocks({ lobby, table, wall }: { lobby: LobbyState; table: Table; wall?: boolean }) {
    const at = table.position.value;
    const times = at ? timesOf(lobby, at.actors, line.ahead) : [];
    const shown = wall ? times.filter(({ until }) => until !== undefined) : times;
    if (!at || shown.length === 0) return null;
    return (
        <ul class="clocks" aria-label={t("Clocks")}>
            {shown.map((time) => {
                const name = at.names[time.seat]!;
                const runs = time.until !== undefined;
                return (
                    <li key={time.seat} class={classes(runs && "turn", time.seat === at.you && "me")}>
                        {(!wall || shown.length > 1) && <SeatMark seat={time.seat} name={name} />}
                        <Time time={time} label={labelOf(time.seat, at.you, name)} />
                    </li>
                );
            })}
        </ul>
    );
}
