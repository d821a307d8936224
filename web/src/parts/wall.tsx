import type { ComponentChildren, Ref } from "preact";
import { t } from "../look/text";
import type { Connection } from "../source";
import { classes } from "./button";
import { LogSentence, type LogEntry } from "./log";
import { SeatMark } from "./seat";

export interface WallFrameProps {
    game: string;
    title: string;
    where?: ComponentChildren;
    connection?: Connection;
    /** Clocks. */
    above?: ComponentChildren;
    /** Who is to move. */
    actors: { seat: number; name: string }[];
    /** What happened last. */
    last?: LogEntry;
    /** What is shown is not what is now. */
    isBehind?: boolean;
    children: ComponentChildren;
    root?: Ref<HTMLDivElement>;
    phase?: string;
    look?: string;
}

const NAMED = 3;

/** The page of a table on a screen across the room: nothing to touch, everything large, whose turn and what happened last. */
export function WallFrame(props: WallFrameProps) {
    const { game, title, where, connection, above, actors, last, isBehind, children, root, phase, look } =
        props;
    return (
        <div class={classes("page table-page wall", look)} data-game={game} data-phase={phase} ref={root}>
            <header class="wall-top">
                <h1>{title}</h1>
                <p class="wall-where">{where}</p>
                {connection === "online" && (
                    <p class={classes("wall-live", isBehind && "behind")}>
                        <i />
                        {isBehind ? t("catching up") : t("live")}
                    </p>
                )}
                <div class="wall-turn">
                    {actors.length <= NAMED ? (
                        actors.map(({ seat, name }) => (
                            <span key={seat}>
                                <SeatMark seat={seat} name={name} />
                                <b>{name}</b>
                            </span>
                        ))
                    ) : (
                        <b>{t("Waiting for {n} players", { n: actors.length })}</b>
                    )}
                    {above}
                </div>
            </header>
            <main>
                <div class="table-board">{children}</div>
            </main>
            <footer class="wall-last">{last && <LogSentence entry={last} />}</footer>
        </div>
    );
}
