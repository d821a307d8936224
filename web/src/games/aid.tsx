/* The rules over the table: at a glance, and all of them. The game stays where it is; links to its rules lead here. */
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameName, Position } from "../engine";
import { rulePath } from "../look/address";
import { t } from "../look/text";
import { Button, Dialog, hideBubble } from "../parts";
import { RulesText } from "../shell/rules";
import type { GameTable } from "./module";
import { factsOf, gameTitle } from "./registry";

/** What is open: the aid, or all rules with one of them marked. */
export type AidState = { all: false } | { all: true; rule?: string };

/** Of a link to a rule of this game, which one; undefined if it leads elsewhere. */
function ruleOf(event: MouseEvent, game: GameName): { rule?: string } | undefined {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const to = link?.getAttribute("href");
    const base = rulePath(game);
    if (!to || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
    if (to === base) return {};
    return to.startsWith(`${base}/`) ? { rule: to.slice(base.length + 1) } : undefined;
}

/** Whether the rules are open at this table. Links to them open them, too. */
export function useAid(game: GameName | undefined): Signal<AidState | null> {
    const open = useSignal<AidState | null>(null);
    useEffect(() => {
        const click = (event: MouseEvent) => {
            const found = game && ruleOf(event, game);
            if (!found) return;
            event.preventDefault();
            event.stopPropagation();
            hideBubble();
            open.value = { all: true, ...found };
        };
        addEventListener("click", click, true);
        return () => removeEventListener("click", click, true);
    }, [game]);
    return open;
}

export function AidSheet({
    game,
    at,
    open,
}: {
    game: GameTable;
    at: Position;
    open: Signal<AidState | null>;
}) {
    const state = open.value;
    const close = () => void (open.value = null);
    const { Aid } = game;
    if (!state) return null;
    const all = state.all || !Aid;
    const title = gameTitle(at.game);
    return (
        <Dialog
            open
            wide
            class="aid-sheet"
            title={all ? t("Rules of {game}", { game: title }) : t("{game} at a glance", { game: title })}
            onClose={close}
            actions={
                <>
                    {Aid && (
                        <Button
                            icon={all ? "i-back" : "i-rules"}
                            onPick={() => void (open.value = all ? { all: false } : { all: true })}
                        >
                            {all ? t("At a glance") : t("All rules")}
                        </Button>
                    )}
                    <Button go onPick={close}>
                        {t("Back to the game")}
                    </Button>
                </>
            }
        >
            {all ? (
                <RulesText game={at.game} rule={state.all ? state.rule : undefined} />
            ) : (
                <div class="aid" data-game={at.game}>
                    <Aid at={at} />
                </div>
            )}
        </Dialog>
    );
}

/** Whether there is anything to open. */
export function hasAid(game: GameTable, at: Position): boolean {
    return !!game.Aid || factsOf(at.game).rules;
}
