/* A table on this device: opened, or gone on with; and what is chosen before the first move. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { GameName } from "../engine";
import { GamePage } from "../games/page";
import { go } from "../look/router";
import { settings } from "../look/settings";
import { t } from "../look/text";
import { Button, Dialog, Waiting, type MenuItem } from "../parts";
import type { Table } from "../table";
import { withLaterTexts } from "../texts";
import { BeforeTable } from "./before";
import { finishedId, wholeRecord } from "./kept";
import { MissingPage } from "./pages";
import { engine, failure, hasMoved, open, openTable } from "./state";

/** A new game while one is running: that one is not lost, and the person knows where it is. */
function NewGameDialog({
    open,
    onClose,
    onPick,
}: {
    open: boolean;
    onClose: () => void;
    onPick: () => void;
}) {
    return (
        <Dialog
            open={open}
            title={t("A new game?")}
            onClose={onClose}
            actions={
                <>
                    <Button onPick={onClose}>{t("Stay here")}</Button>
                    <Button go onPick={() => (onClose(), onPick())}>
                        {t("New game")}
                    </Button>
                </>
            }
        >
            <p>
                {t(
                    "This game is put aside. You find it on the first page, and can go on with it at any time.",
                )}
            </p>
        </Dialog>
    );
}

/** Who asks before a bad move is sent, where that is set; loaded when it is first wanted. */
function useTutor(): ComponentType<{ table: Table }> | null {
    const made = useSignal<ComponentType<{ table: Table }> | null>(null);
    const isOn = settings.value.tutor !== "off";
    useEffect(() => {
        if (isOn) void withLaterTexts(import("../review/tutor")).then(({ Tutor }) => (made.value = Tutor));
    }, [isOn]);
    return isOn ? made.value : null;
}

export function PlayPage({ game }: { game: GameName }) {
    const asking = useSignal(false);
    const Tutor = useTutor();
    const ready = !!engine.value;
    useEffect(() => {
        if (ready) void openTable(game);
    }, [game, ready]);
    const at = open.value;
    if (failure.value) return <MissingPage text={failure.value} />;
    if (at?.game !== game) return <Waiting />;
    const begin = () => void openTable(game, true);
    const ask = () => (hasMoved() ? void (asking.value = true) : begin());
    const menu: MenuItem[] = [{ text: t("New game"), icon: "i-plus", onPick: ask }];
    const over = at.table.position.value?.over;
    const toRecord = (page: string) =>
        over ? () => void at.source.game().then(({ seed }) => go(`/${page}/${finishedId(seed)}`)) : undefined;
    return (
        <>
            <GamePage
                key={at.number}
                table={at.table}
                frame={{
                    again: { text: t("Play again"), onPick: begin },
                    replay: toRecord("replay"),
                    review: toRecord("review"),
                    record: () => at.source.game().then(wholeRecord),
                    menu,
                    connection: at.source.connection.value,
                    practice: at.practice,
                    before: !over && !hasMoved() && (
                        <BeforeTable key={at.number} game={game} onChange={begin} />
                    ),
                }}
            />
            {Tutor && !over && <Tutor key={`tutor-${at.number}`} table={at.table} />}
            <NewGameDialog open={asking.value} onClose={() => void (asking.value = false)} onPick={begin} />
        </>
    );
}
