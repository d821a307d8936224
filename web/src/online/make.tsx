/* A new table for friends: what is to be settled before the link goes out. */
import { signal } from "@preact/signals";
import type { GameName } from "../engine";
import { go } from "../look/router";
import { settings, set, type Level } from "../look/settings";
import { t } from "../look/text";
import { Button, Dialog, Field, Segmented, Stepper, Switch, tell } from "../parts";
import { factsOf, gameTitle, optionsOf } from "../games/registry";
import { levelName } from "../shell/levels";
import { randomHex } from "./key";
import { line } from "./line";
import { levelsOf, problemOf } from "./room";

type Pace = "none" | "live" | "days";
const CLOCKS = { none: null, live: { move: 45, bank: 300 }, days: { days: 2 } };

/** The table that is being thought of. */
const draft = signal<{
    game: GameName;
    seats: number;
    bots: Level | "none";
    pace: Pace;
    open: boolean;
} | null>(null);

export function inviteTo(game: GameName): void {
    draft.value = {
        game,
        seats: Math.max(factsOf(game).seats[0], 3),
        bots: "none",
        pace: "none",
        open: false,
    };
}

async function make(): Promise<void> {
    const { game, seats, bots, pace, open } = draft.peek()!;
    try {
        const answer = await line.ask("make", {
            game,
            seats,
            open,
            clock: CLOCKS[pace],
            nonce: randomHex(32),
            options: optionsOf(game),
            bots: Array.from({ length: seats }, (_, seat) => (seat === 0 || bots === "none" ? null : bots)),
        });
        draft.value = null;
        go(`/t/${answer.table}`);
    } catch (error) {
        tell(problemOf(error).text, "bad");
    }
}

export function MakeDialog() {
    const at = draft.value;
    if (!at) return null;
    const change = (part: Partial<typeof at>) => void (draft.value = { ...at, ...part });
    const levels = levelsOf(at.game);
    const [min, max] = factsOf(at.game).seats;
    return (
        <Dialog
            open
            title={t("{game} with friends", { game: gameTitle(at.game) })}
            onClose={() => void (draft.value = null)}
            actions={
                <Button go onPick={() => void make()}>
                    {t("Make the table")}
                </Button>
            }
        >
            <Field
                label={t("Your name")}
                value={settings.value.name}
                placeholder={line.hello.value?.name}
                onChange={(name) => set({ name })}
            />
            <Stepper
                label={t("Seats")}
                value={at.seats}
                min={min}
                max={max}
                onChange={(seats) => change({ seats })}
            />
            <Segmented
                label={t("Clock")}
                value={at.pace}
                onChange={(pace) => change({ pace })}
                options={[
                    ["none", t("None")],
                    ["live", t("45 s a move")],
                    ["days", t("2 days a move")],
                ]}
            />
            <Segmented
                label={t("Bots in the other seats")}
                value={at.bots}
                onChange={(bots) => change({ bots })}
                options={[
                    ["none", t("None")],
                    ...levels.map((level): [Level, string] => [level, levelName(level)]),
                ]}
            />
            <Switch
                label={t("Open to everybody")}
                note={t("Listed on the first page; else only those with the link find it.")}
                on={at.open}
                onChange={(open) => change({ open })}
            />
        </Dialog>
    );
}
