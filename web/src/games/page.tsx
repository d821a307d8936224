/* The page of a game: shows a table at the person's pace, moves what has moved, and tells what happened meanwhile. */
import { effect, untracked, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GameName, Position } from "../engine";
import { moving } from "../look/motion";
import { yourTurn } from "../look/notify";
import { settings, speed } from "../look/settings";
import { keepSeen, lastSeen } from "../look/seen";
import { play as sound } from "../look/sound";
import { t } from "../look/text";
import { Button, Dialog, Log, Recap, tell, Waiting, type LogEntry } from "../parts";
import type { Shown, Table } from "../table";
import { logEntries, namesOn } from "./log";
import { LONG_LOOK, type Frame, type GameTable } from "./module";
import { loadTable } from "./registry";

/** Moves of one's own need no pause: one knows them. What waits for somebody waits at any speed. */
function paceOf(table: Table, game: GameTable): (event: Shown) => number {
    return ({ line }) => {
        if (line.by === table.source.seat) return 0;
        const stay = game.events.stay(line);
        return stay === LONG_LOOK ? stay : stay * speed();
    };
}

/** The table of a game, once it is loaded. Until then no event passes unseen. */
function useGameTable(name: GameName | undefined, table: Table, still: boolean): GameTable | null {
    const game = useSignal<GameTable | null>(null);
    useEffect(() => {
        if (!still) table.setPace(() => LONG_LOOK);
    }, [table]);
    useEffect(() => {
        if (name) void loadTable(name).then((made) => void (game.value = made));
    }, [name]);
    const loaded = game.value;
    useEffect(() => {
        if (!loaded || still) return;
        table.setPace(paceOf(table, loaded));
        table.goOn();
    }, [table, loaded]);
    return loaded;
}

/** The position that is on the screen: the table's, once things have been seen to move. */
function useShown(table: Table, game: GameTable | null) {
    const root = useRef<HTMLDivElement>(null);
    const at = useSignal<Position | null>(null);
    useEffect(
        () =>
            effect(() => {
                const next = table.position.value;
                const here = root.current;
                const step = table.step.peek();
                if (here && at.peek() && next)
                    void moving(
                        here,
                        () => void (at.value = next),
                        step ? game?.events.flights?.(step) : undefined,
                    );
                else at.value = next;
            }),
        [table, game],
    );
    return { root, at: at.value };
}

/** What came while the page was hidden or closed, once it is seen again. */
function useRecap(table: Table, id: string | undefined, entriesOf: () => LogEntry[]) {
    const missed = useSignal<LogEntry[]>([]);
    useEffect(() => {
        let seen = id === undefined ? null : lastSeen(id);
        const noteSeen = () => {
            const last = table.events.value.at(-1)?.number;
            if (last === undefined || document.hidden) return;
            seen = last;
            if (id !== undefined) keepSeen(id, last);
        };
        const tellMissed = () => {
            const since = seen;
            if (since === null) return;
            const entries = entriesOf().filter((entry) => entry.number > since);
            if (entries.filter((entry) => entry.seat !== table.source.seat).length > 2)
                missed.value = entries;
        };
        const comeBack = () => {
            if (document.hidden) return;
            table.catchUp();
            untracked(() => (tellMissed(), noteSeen()));
        };
        if (seen !== null) comeBack();
        document.addEventListener("visibilitychange", comeBack);
        const stop = effect(noteSeen);
        return () => (stop(), document.removeEventListener("visibilitychange", comeBack));
    }, [table]);
    return missed;
}

function useEvents(table: Table, game: GameTable): void {
    useEffect(
        () =>
            effect(() => {
                const event = table.events.value.at(-1);
                const made = event && game.events.sound?.(event.line);
                if (made) sound(made);
            }),
        [table],
    );
    useEffect(() => effect(() => void (yourTurn.value = table.yourTurn.value)), [table]);
    useEffect(() => () => void (yourTurn.value = false), [table]);
    useEffect(
        () =>
            effect(() => {
                const problem = table.problem.value;
                if (problem) tell(problem.text, "bad");
                else if (table.source.fault?.value)
                    tell(t("The game has stopped. Reload the page: nothing is lost."), "bad");
            }),
        [table],
    );
    useEffect(
        () =>
            effect(() => {
                const [only, another] = table.choices.value;
                if (settings.value.single && only && !another) void table.play(only.line);
            }),
        [table],
    );
}

interface GamePageProps {
    table: Table;
    frame: Frame;
    /** Every step is shown as it comes, without a pace of its own. */
    still?: boolean;
}

function LoadedPage({ table, frame, still, game }: GamePageProps & { game: GameTable }) {
    const { root, at } = useShown(table, game);
    const entriesOf = () => logEntries(table, game.events.log);
    const missed = useRecap(table, frame.id, entriesOf);
    useEvents(table, game);
    if (!at) return <Waiting />;
    const phase = "phase" in at ? at.phase : at.over ? "over" : "turn";
    const whole: Frame = { ...frame, root, still, phase };
    const side = <Log entries={entriesOf()} news={table.events.value} onJump={frame.jump} />;
    const close = () => void (missed.value = []);
    return (
        <>
            <game.View
                table={table}
                at={{ ...at, names: namesOn(at, table.source.direct) }}
                frame={whole}
                side={side}
            />
            <Dialog
                open={missed.value.length > 0}
                title={t("While you were away")}
                onClose={close}
                actions={
                    <Button go onPick={close}>
                        {t("Go on")}
                    </Button>
                }
            >
                <Recap entries={missed.value} />
            </Dialog>
        </>
    );
}

export function GamePage({ table, frame, still = false }: GamePageProps) {
    const game = useGameTable(table.position.value?.game, table, still);
    return game ? <LoadedPage table={table} frame={frame} still={still} game={game} /> : <Waiting />;
}
