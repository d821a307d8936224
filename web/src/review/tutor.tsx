/* A tutor at a table on this device: asks before a move that costs too much is sent. It knows what the seat knows, no more. */
import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Advice, AnyEvent } from "../engine";
import { settings, type Tutoring } from "../look/settings";
import { number, t } from "../look/text";
import { Button, Dialog } from "../parts";
import { isSame } from "../shape";
import type { Table } from "../table";

/** From which loss on it speaks, in fair shares. */
const LIMITS: Record<Exclude<Tutoring, "off">, number> = { doubtful: 0.08, mistake: 0.2, blunder: 0.4 };
/** What the best player does now and then is no error. */
const SELDOM = 0.05;

export interface Warning {
    chosen: string;
    best: string;
    /** Points of 100. */
    points: number;
    why: string;
}

/** What is to be said of a move before it is sent; null: nothing. */
export function warningOf(
    advice: Advice | null,
    line: AnyEvent,
    seats: number,
    from: Tutoring,
): Warning | null {
    if (!advice || from === "off") return null;
    const chosen = advice.choices.find((one) => isSame(one.line, line));
    const best = advice.choices[advice.best];
    const win = chosen?.win ?? null;
    if (!best || !chosen || win === null || chosen.share >= SELDOM) return null;
    const loss = Math.max(...advice.choices.map((one) => one.win ?? 0)) - win;
    if (loss * seats < LIMITS[from]) return null;
    return { chosen: chosen.text, best: best.text, points: Math.round(loss * 100), why: advice.why };
}

interface Asking extends Warning {
    answer: (send: boolean) => void;
}

/** Advice is asked for at every decision of a table; `ask` gets what is to be said of a move before it is sent, and answers
 * whether it is. Returns how to stop. */
export function guardMoves(table: Table, ask: (warning: Warning) => Promise<boolean>): () => void {
    const nothing = Promise.resolve(null);
    let asked: Promise<Advice | null> = nothing;
    const stop = effect(() => {
        const { length } = table.choices.value;
        if (length === 0) return; // a move is on its way: what was asked is about it
        asked = length > 1 ? table.advise().catch(() => null) : nothing; // a forced move is no error
    });
    table.guard = async (line) => {
        const seats = table.position.peek()!.names.length;
        const warning = warningOf(await asked, line, seats, settings.peek().tutor);
        return !warning || ask(warning);
    };
    return () => (stop(), void (table.guard = null));
}

export function Tutor({ table }: { table: Table }) {
    const asking = useSignal<Asking | null>(null);
    useEffect(
        () =>
            guardMoves(table, (warning) => {
                return new Promise((done) => {
                    const answer = (send: boolean) => ((asking.value = null), done(send));
                    asking.value = { ...warning, answer };
                });
            }),
        [table],
    );
    const at = asking.value;
    return (
        <Dialog
            open={!!at}
            title={t("Are you sure?")}
            onClose={() => at?.answer(false)}
            actions={
                <>
                    <Button onPick={() => at?.answer(true)}>{t("Play it anyway")}</Button>
                    <Button go onPick={() => at?.answer(false)}>
                        {t("Think again")}
                    </Button>
                </>
            }
        >
            {at && (
                <>
                    <p>
                        {t("“{choice}” costs about {points} of 100 points of your chance to win.", {
                            choice: at.chosen,
                            points: number(at.points),
                        })}
                    </p>
                    <p>
                        <b>{t("Better: {choice}", { choice: at.best })}</b> {at.why}
                    </p>
                </>
            )}
        </Dialog>
    );
}
