/* What the tables of all games share: undo, waiting, the end, the advice. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Advice, Position } from "../engine";
import { pageTitle } from "../look/notify";
import { settings } from "../look/settings";
import { number, percent, t, tn } from "../look/text";
import {
    ActionBar,
    Busy,
    Button,
    HintPanel,
    HintRow,
    TableFrame,
    WallFrame,
    type ActionBarProps,
    type LogEntry,
    type TableFrameProps,
} from "../parts";
import type { Table } from "../table";
import type { Frame } from "./module";
import { factsOf } from "./registry";

type GameFrameProps = Omit<TableFrameProps, "game" | "title" | "rules" | "where"> & {
    at: Position;
    where?: string;
    wall?: boolean;
    last?: LogEntry;
    isBehind?: boolean;
};

/** The page of a table, with what is known of its game; the title of the window says where the game is. */
export function GameFrame({ at, where, wall, last, isBehind, ...props }: GameFrameProps) {
    const { title, rules } = factsOf(at.game);
    useEffect(() => void (pageTitle.value = where ? `${title}, ${where}` : title), [title, where]);
    const shared = { game: at.game, title, where: at.over ? t("The end") : where };
    if (!wall) return <TableFrame rules={rules} {...shared} {...props} />;
    const actors = at.over ? [] : at.actors.map((seat) => ({ seat, name: at.names[seat]! }));
    return <WallFrame actors={actors} last={last} isBehind={isBehind} {...shared} {...props} />;
}

/** Undo, where the law allows it. */
export function undoing(table: Table): (() => void) | undefined {
    return table.source.canUndo.value ? () => void table.source.undo() : undefined;
}

/** What everybody else is waited for. */
export function waitingFor(at: Position): string {
    const names = at.actors.filter((seat) => seat !== at.you).map((seat) => at.names[seat]!);
    if (at.chance || names.length === 0) return t("One moment");
    if (names.length === 1) return t("{name} is thinking", { name: names[0]! });
    return t("Waiting for {n} players", { n: names.length });
}

/** Whether there is something to skip: bots that act at a pace, or lines of others that wait to be shown. */
function maySkip(table: Table, at: Position): boolean {
    const isHere = table.source.connection.value === "local" && settings.value.speed !== "instant";
    return at.you !== null && !table.source.isPast && (isHere || table.waiting.value > 0);
}

/** The bar while others act; what they do can be skipped, up to one's own turn. */
export function WaitingBar({
    table,
    at,
    ...props
}: Pick<ActionBarProps, "second" | "class" | "children"> & { table: Table; at: Position }) {
    const skip = maySkip(table, at)
        ? { text: t("Skip to my turn"), onPick: () => table.skip(), chosen: table.skipping.value }
        : undefined;
    const prompt = table.source.isPast ? t("Looking back") : waitingFor(at);
    return <ActionBar waiting prompt={prompt} onUndo={undoing(table)} skip={skip} {...props} />;
}

/** "Ada wins with 34 points", in the plainest words. */
export function outcome(at: Position): string {
    const names = [...at.winners]
        .sort((one, other) => Number(other === at.you) - Number(one === at.you))
        .map((seat) => at.names[seat]!); /* "You and Ada" */
    if (at.you !== null && at.winners.length === 1 && at.winners[0] === at.you) return t("You win.");
    if (names.length === 1) return t("{name} wins.", { name: names[0]! });
    return t("{names} share the win.", { names: new Intl.ListFormat(settings.value.language).format(names) });
}

/** The action bar when there is nothing more to do. */
export function OverBar({ table, at, frame }: { table: Table; at: Position; frame: Frame }) {
    const result = frame.result && { text: t("Result"), onPick: frame.result };
    return (
        <ActionBar
            keyless
            lead={at.over ? outcome(at) : t("The game was ended.")}
            prompt={at.over ? t("The game is over.") : t("Nobody has won.")}
            main={frame.again}
            second={result}
            onUndo={table.source.practice ? undoing(table) : undefined}
        />
    );
}

/** Values that look the same are one row: what is advised first, and how many others are as good. */
export interface AdvisedRow {
    text: string;
    win: number | null;
    share: number;
    others: number;
}

/** The panel of hints when there is nothing more to hint at: how it ended. It stays, so that the log keeps its place. */
export function OverHints({ at, say = number }: { at: Position; say?: (score: number) => string }) {
    const order = at.names.map((_, seat) => seat).sort((a, b) => at.scores[b]! - at.scores[a]!);
    return (
        <HintPanel title={t("The end")} moment="over" why={outcome(at)}>
            {order.map((seat) => (
                <HintRow
                    key={seat}
                    seat={seat}
                    name={at.names[seat]}
                    text={at.names[seat]}
                    value={say(at.scores[seat]!)}
                    best={at.winners.includes(seat)}
                />
            ))}
        </HintPanel>
    );
}

const ROWS = 3;

/** The best choices, those of equal value together. */
export function advisedRows(choices: Advice["choices"]): AdvisedRow[] {
    const rows: AdvisedRow[] = [];
    for (const { text, win, share } of choices) {
        const last = rows.at(-1);
        if (last && win !== null && last.win !== null && percent(win) === percent(last.win)) last.others++;
        else rows.push({ text, win, share, others: 0 });
    }
    return rows.slice(0, ROWS);
}

function AdvisedRows({ advice }: { advice: Advice }) {
    const rows = advisedRows(advice.choices);
    return (
        <>
            {rows.some(({ win }) => win !== null) && (
                <li class="hint-head">
                    <span>{t("A master’s choice")}</span>
                    <span>{t("chance to win")}</span>
                </li>
            )}
            {rows.map(({ text, win, share, others }, i) => (
                <HintRow
                    key={text}
                    art={i === 0 ? "i-star" : undefined}
                    text={text}
                    best={i === 0}
                    value={win === null ? undefined : percent(win)}
                    share={win ?? undefined}
                    note={
                        others > 0
                            ? tn("one more is as good", "{n} more are as good", others)
                            : share > 0 && share < 1
                              ? t("{share} of the time", { share: percent(share) })
                              : undefined
                    }
                />
            ))}
            {advice.why && <li class="hint-why">{advice.why}</li>}
        </>
    );
}

/** The question keeps its place while it can not be asked: nothing around it moves. */
function NotYet({ table }: { table: Table }) {
    const at = table.position.value;
    if (!at || at.over || at.you === null) return null;
    return (
        <li class="hint-ask">
            <Button small icon="i-hint" illegal={{ text: t("Ask when you have a choice to make.") }}>
                {t("What would a master do?")}
            </Button>
        </li>
    );
}

/** What a strong player would do: asked for, never forced on anybody. Rows for a hint panel. */
export function AdviceRows({ table }: { table: Table }) {
    const advice = useSignal<Advice | null | "busy">(null);
    const choices = table.choices.value;
    useEffect(() => void (advice.value = null), [choices]);
    if (table.source.isExercise) return null;
    if (table.source.helps?.value === false)
        return <HintRow text={t("Nobody asks a master at this table: that was agreed.")} />;
    if (choices.length < 2) return <NotYet table={table} />;
    const ask = async () => {
        advice.value = "busy";
        const found = await table.advise().catch(() => null);
        if (table.choices.peek() === choices) advice.value = found;
    };
    if (advice.value === "busy")
        return (
            <li class="hint-ask">
                <Busy label={t("Thinking")} />
            </li>
        );
    if (advice.value === null)
        return (
            <li class="hint-ask">
                <Button small onPick={ask} icon="i-hint">
                    {t("What would a master do?")}
                </Button>
            </li>
        );
    return <AdvisedRows advice={advice.value} />;
}
