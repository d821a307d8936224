/* What the tables of all games share: undo, waiting, the end, the advice. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Advice, Position } from "../engine";
import { pageTitle } from "../look/notify";
import { settings } from "../look/settings";
import { percent, t } from "../look/text";
import { ActionBar, Busy, Button, HintRow, TableFrame, type TableFrameProps } from "../parts";
import type { Table } from "../table";
import type { Frame } from "./module";
import { factsOf } from "./registry";

type GameFrameProps = Omit<TableFrameProps, "game" | "title" | "rules" | "where"> & {
    at: Position;
    where?: string;
};

/** The page of a table, with what is known of its game; the title of the window says where the game is. */
export function GameFrame({ at, where, ...props }: GameFrameProps) {
    const { title, rules } = factsOf(at.game);
    useEffect(() => void (pageTitle.value = where ? `${title}, ${where}` : title), [title, where]);
    return (
        <TableFrame
            game={at.game}
            title={title}
            rules={rules}
            where={at.over ? t("The end") : where}
            {...props}
        />
    );
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
export function OverBar({ at, frame }: { at: Position; frame: Frame }) {
    const replay = frame.replay && { text: t("Replay"), onPick: frame.replay, hotkey: "R" };
    return (
        <ActionBar
            lead={at.over ? outcome(at) : t("The game was ended.")}
            prompt={at.over ? t("The game is over.") : t("Nobody has won.")}
            main={frame.again}
            second={replay}
        />
    );
}

const TOP = 5;

/** What a strong player would do: asked for, never forced on anybody. Rows for a hint panel. */
export function AdviceRows({ table }: { table: Table }) {
    const advice = useSignal<Advice | null | "busy">(null);
    const choices = table.choices.value;
    useEffect(() => void (advice.value = null), [choices]);
    if (choices.length < 2) return null;
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
    const best = advice.value.choices.slice(0, TOP);
    return (
        <>
            {best.map(({ text, win, share }, i) => (
                <HintRow
                    key={text}
                    art={i === 0 ? "i-star" : undefined}
                    text={text}
                    best={i === 0}
                    value={win === null ? undefined : percent(win)}
                    share={win ?? undefined}
                    extra={
                        share > 0 && share < 1
                            ? t("{share} of the time", { share: percent(share) })
                            : undefined
                    }
                />
            ))}
            {advice.value.choices.length > TOP && (
                <HintRow text={t("and {n} more", { n: advice.value.choices.length - TOP })} />
            )}
            <HintRow text={advice.value.why} />
        </>
    );
}
