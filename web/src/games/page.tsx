/* The page of a game: shows a table at the person's pace, moves what has moved, and tells what happened meanwhile. */
import { effect, untracked, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { GameName, Position } from "../engine";
import { moving } from "../look/motion";
import { yourTurn } from "../look/notify";
import { settings, speed } from "../look/settings";
import { keepSeen, lastSeen } from "../look/seen";
import { play as sound, type Sound } from "../look/sound";
import { t } from "../look/text";
import { Button, Dialog, Log, Recap, tell, Waiting, type LogEntry } from "../parts";
import type { Shown, Table } from "../table";
import { loadView } from ".";
import type { Frame, GameProps } from "./game";
import { flightsOf } from "./flights";
import { logEntries, namesOn } from "./log";

/** How long an event is alone on the screen at normal speed, in milliseconds; what is not named passes at once. */
const STAYS: Record<string, number> = {
    reveal: 750,
    bid: 550,
    pass: 450,
    court: 650,
    thief: 800,
    won: 900,
    unsold: 800,
    money: 160,
    lay: 500,
    show: 900,
    offer: 650,
    answers: 700,
    settle: 900,
    dice: 750,
    cat: 800,
    reroll: 350,
    support: 350,
    place: 380,
    complete: 800,
    anna: 600,
    candy: 500,
    secure: 600,
    steal: 600,
    share: 600,
};

const A_LONG_LOOK = 24 * 3600 * 1000;

/** What is heard with an event, where sounds are on. */
const SOUNDS: Record<string, Sound> = {
    reveal: "card",
    bid: "cheque",
    won: "cheque",
    show: "card",
    settle: "coin",
    dice: "die",
    place: "die",
    complete: "coin",
    roll: "die",
};

function soundOf({ line }: Shown): Sound | undefined {
    if (line.do === "reveal" && line.card === "police") return "whistle";
    if (line.do === "cat" && line.comes) return "purr";
    return SOUNDS[line.do ?? ""];
}

/** Moves of one's own need no pause: one knows them. */
function paceOf(table: Table): (event: Shown) => number {
    return ({ line }) => {
        if (line.by === table.source.seat) return 0;
        if (line.do === "score") return A_LONG_LOOK; /* until the sheet is closed */
        const duel = line.do === "roll" && line.by === "chance";
        return (duel ? 900 : (STAYS[line.do ?? ""] ?? 0)) * speed();
    };
}

/** The position that is on the screen: the table's, once things have been seen to move. */
function useShown(table: Table, still = false) {
    const root = useRef<HTMLDivElement>(null);
    const at = useSignal<Position | null>(null);
    useEffect(() => {
        table.pace = still ? () => 0 : paceOf(table);
        return effect(() => {
            const next = table.position.value;
            const here = root.current;
            if (here && at.peek() && next)
                void moving(here, () => void (at.value = next), flightsOf(table.step.peek()));
            else at.value = next;
        });
    }, [table]);
    return { root, at: at.value };
}

/** What came while the page was hidden or closed, once it is seen again. */
function useRecap(table: Table, id: string | undefined) {
    const missed = useSignal<LogEntry[]>([]);
    useEffect(() => {
        let seen = id === undefined ? null : lastSeen(id);
        const look = () => {
            const last = table.events.value.at(-1)?.number;
            if (last !== undefined && !document.hidden) seen = last;
            if (last !== undefined && !document.hidden && id !== undefined) keepSeen(id, last);
        };
        const tell = () => {
            const since = seen;
            if (since === null) return;
            const entries = logEntries(table).filter((entry) => entry.number > since);
            if (entries.filter((entry) => entry.seat !== table.source.seat).length > 2)
                missed.value = entries;
        };
        const turn = () => {
            if (document.hidden) return;
            table.catchUp();
            untracked(() => (tell(), look()));
        };
        if (seen !== null) turn();
        document.addEventListener("visibilitychange", turn);
        const stop = effect(look);
        return () => (stop(), document.removeEventListener("visibilitychange", turn));
    }, [table]);
    return missed;
}

function useEvents(table: Table): void {
    useEffect(
        () =>
            effect(() => {
                const event = table.events.value.at(-1);
                const made = event && soundOf(event);
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

/** The table of a game, once it is loaded. */
function useView(game: GameName | undefined) {
    const view = useSignal<ComponentType<GameProps> | null>(null);
    useEffect(() => {
        if (game) void loadView(game).then((made) => void (view.value = made));
    }, [game]);
    return view.value;
}

/** `still`: every step is shown as it comes, without a pace of its own. */
export function GamePage({ table, frame, still }: { table: Table; frame: Frame; still?: boolean }) {
    const { root, at } = useShown(table, still);
    const View = useView(at?.game);
    const missed = useRecap(table, frame.id);
    useEvents(table);
    if (!at || !View) return <Waiting />;
    const whole: Frame = { ...frame, root, still, phase: at.phase };
    const side = <Log entries={logEntries(table)} news={table.events.value} onJump={frame.jump} />;
    return (
        <>
            <View
                table={table}
                at={{ ...at, names: namesOn(at, table.source.direct) }}
                frame={whole}
                side={side}
            />
            <Dialog
                open={missed.value.length > 0}
                title={t("While you were away")}
                onClose={() => void (missed.value = [])}
                actions={
                    <Button go onPick={() => void (missed.value = [])}>
                        {t("Go on")}
                    </Button>
                }
            >
                <Recap entries={missed.value} />
            </Dialog>
        </>
    );
}
