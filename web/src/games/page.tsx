/* The page of a game: shows a table at the person's pace, moves what has moved, and tells what happened meanwhile. */
import { effect, untracked, useSignal, type Signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { GameName, Position } from "../engine";
import { frame, moving } from "../look/motion";
import { yourTurn } from "../look/notify";
import { settings, speed } from "../look/settings";
import { keepSeen, lastSeen } from "../look/seen";
import { play as sound } from "../look/sound";
import { t } from "../look/text";
import { Button, Dialog, Log, Recap, tell, Waiting, type LogEntry } from "../parts";
import type { Shown, Table } from "../table";
import { withLaterTexts } from "../texts";
import { AidSheet, hasAid, useAid } from "./aid";
import { useExplain } from "./explain";
import { logEntries } from "./log";
import { BEHIND, LONG_LOOK, waitsForLook, type Frame, type GameTable } from "./module";
import { loadTable } from "./registry";
import { ResultPage } from "./result";

/** How long is looked at what players look at until they go on, where the table does not wait: by those who watch, and by all
 * where time runs, so that nobody's own time passes behind it. */
const SHORT_LOOK = 8000;

/** Those who watch see what is going on: the more has come meanwhile, the less time each line has. */
function hurry({ source, waiting }: Table): number {
    return source.seat < 0 ? Math.min(1, BEHIND / Math.max(1, waiting.peek())) : 1;
}

/** Moves of one's own need no pause: one knows them. What waits for somebody waits at any speed. */
export function paceOf(table: Table, game: Pick<GameTable, "events">): (event: Shown) => number {
    return ({ line }) => {
        if (line.by === table.source.seat) return 0;
        const stay = game.events.stay(line, () => table.engine.position());
        if (stay !== LONG_LOOK) return stay * speed() * hurry(table);
        return waitsForLook(table) ? LONG_LOOK : SHORT_LOOK * hurry(table);
    };
}

/** The table of a game, once it is loaded. */
function useGameTable(name: GameName | undefined): GameTable | null {
    const game = useSignal<GameTable | null>(null);
    useEffect(() => {
        if (name) void loadTable(name).then((made) => void (game.value = made));
    }, [name]);
    return game.value;
}

/** Lines are shown while the table is on the screen, and not before the first picture of it has been seen. */
function usePace(table: Table, game: GameTable, still: boolean): void {
    useEffect(() => {
        if (still) return;
        let left = false;
        void frame()
            .then(frame)
            .then(() => left || table.setPace(paceOf(table, game)));
        return () => ((left = true), table.hold());
    }, [table, game]);
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
            if (table.source.connection.peek() === "local") table.catchUpToLook();
            else table.catchUp();
            untracked(() => (tellMissed(), noteSeen()));
        };
        if (seen !== null) comeBack();
        document.addEventListener("visibilitychange", comeBack);
        const stop = effect(noteSeen);
        return () => (stop(), document.removeEventListener("visibilitychange", comeBack));
    }, [table]);
    return missed;
}

/** Makes the move that is the only one: once at a position, so that neither a refusal nor an undo brings it back at once. */
export function playSingles(table: Table): () => void {
    let last = -1;
    return effect(() => {
        const [only, another] = table.choices.value;
        if (!only || !settings.value.single) return;
        const at = table.events.peek().at(-1)?.number ?? 0;
        const isNew = at > last;
        last = at;
        if (isNew && !another) void table.play(only.line);
    });
}

/** What happens is heard once, however often it is told. */
export function playSounds(table: Table, game: GameTable, play = sound): () => void {
    let heard = table.events.peek().at(-1)?.number ?? 0;
    return effect(() => {
        const event = table.events.value.at(-1);
        const made = event && event.number > heard && game.events.sound?.(event.line);
        heard = event?.number ?? 0;
        if (made) untracked(() => play(made));
    });
}

function useEvents(table: Table, game: GameTable, still: boolean): void {
    useEffect(() => playSounds(table, game), [table]);
    useEffect(() => {
        if (still) return;
        const stop = effect(() => void (yourTurn.value = table.yourTurn.value));
        return () => (stop(), void (yourTurn.value = false));
    }, [table]);
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
    useEffect(() => (still ? undefined : playSingles(table)), [table]);
}

/** The page of the result: it opens by itself when the game ends under one's eyes, and can be opened again. */
function useResult(at: Position | null, still = false, given?: Signal<boolean>) {
    const own = useSignal(false);
    const isOpen = given ?? own;
    const over = at?.over;
    const before = useRef(over);
    useEffect(() => {
        if (over === false) isOpen.value = false;
        else if (before.current === false && !still) isOpen.value = true;
        before.current = over;
    }, [over]);
    return isOpen;
}

interface GamePageProps {
    table: Table;
    frame: Frame;
    /** Every step is shown as it comes, without a pace of its own. */
    still?: boolean;
}

function LoadedPage({ table, frame, still = false, game }: GamePageProps & { game: GameTable }) {
    const { root, at } = useShown(table, game);
    usePace(table, game, still);
    const entriesOf = () => logEntries(table, game.events.log);
    const missed = useRecap(table, frame.id, entriesOf);
    const result = useResult(at, still, frame.resultOpen);
    const aid = useAid(at?.game);
    useExplain(at?.game ?? "", at && game.explain ? (word) => game.explain?.(word, at) : undefined);
    useEvents(table, game, still);
    if (!at) return <Waiting />;
    const phase = "phase" in at ? at.phase : at.over ? "over" : "turn";
    const showResult = at.over ? () => void (result.value = true) : undefined;
    const whole: Frame = {
        ...frame,
        root,
        still,
        phase,
        result: showResult,
        onAid: hasAid(game, at) ? () => void (aid.value = { all: false }) : undefined,
        last: frame.wall ? entriesOf().at(-1) : undefined,
        isBehind: frame.wall && table.waiting.value > BEHIND,
    };
    const side = <Log entries={entriesOf()} news={table.events.value} onJump={frame.jump} />;
    const close = () => void (missed.value = []);
    return (
        <>
            <game.View table={table} at={at} frame={whole} side={side} />
            <AidSheet game={game} at={at} open={aid} />
            {at.over && result.value && !frame.wall && (
                <ResultPage
                    table={table}
                    game={game}
                    at={at}
                    frame={whole}
                    onClose={() => void (result.value = false)}
                />
            )}
            <Dialog
                open={missed.value.length > 0 && !frame.wall}
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

type PastView = ComponentType<{ of: Table; frame: Frame; number: number; onBack: () => void }>;

/** A line of the log leads to its moment; the game stands still meanwhile, and goes on where it was. */
function usePast(table: Table, frame: Frame) {
    const number = useSignal<number | null>(null);
    const View = useSignal<PastView | null>(null);
    const jump = (to: number) => {
        number.value = to;
        void withLaterTexts(import("../replay/page")).then((made) => void (View.value = made.PastPage));
    };
    const past =
        number.value !== null && View.value ? (
            <View.value
                of={table}
                frame={frame}
                number={number.value}
                onBack={() => void (number.value = null)}
            />
        ) : null;
    return { jump, past };
}

export function GamePage({ table, frame, still = false }: GamePageProps) {
    const game = useGameTable(table.position.value?.game);
    const { jump, past } = usePast(table, frame);
    if (!game) return <Waiting />;
    if (past) return past;
    const whole = frame.wall ? frame : { jump, ...frame };
    return <LoadedPage table={table} frame={whole} still={still} game={game} />;
}
