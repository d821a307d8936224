/* A new table for friends: what is to be settled before the link goes out. */
import { signal } from "@preact/signals";
import type { GameName } from "../engine";
import { go } from "../look/router";
import { settings, set } from "../look/settings";
import { t } from "../look/text";
import { Button, Dialog, Field, Segmented, Stepper, Switch, tell } from "../parts";
import { RuleOptions, type RuleChoices } from "../games/options";
import { factsOf, gameTitle, optionsOf } from "../games/registry";
import { tellName } from "./asking";
import { randomHex } from "./key";
import { paceOf } from "../club/games";
import { line } from "./line";
import type { LobbyState } from "./messages";
import { problemOf } from "./room";

/** What servers take that say nothing of clocks. */
const CLOCKS: LobbyState["clock"][] = [null, { move: 45, bank: 300 }, { days: 2 }];

/** Those that the house offers, as words for a form. */
function clocksOffered(): [string, string][] {
    const clocks = line.hello.value?.house?.clocks ?? CLOCKS;
    return clocks.map((clock) => [JSON.stringify(clock), paceOf(clock) || t("None")]);
}

/** The table that is being thought of. */
const draft = signal<{
    game: GameName;
    seats: number;
    /** One of those that are offered. */
    pace: string;
    open: boolean;
    help: boolean;
    rules: RuleChoices;
} | null>(null);

export function inviteTo(game: GameName): void {
    draft.value = {
        game,
        seats: Math.max(factsOf(game).seats[0], 3),
        pace: clocksOffered()[0]?.[0] ?? "null",
        open: false,
        help: true,
        rules: {},
    };
}

async function make(): Promise<void> {
    const { game, seats, pace, open, help, rules } = draft.peek()!;
    try {
        await tellName();
        const answer = await line.ask("make", {
            game,
            seats,
            open,
            help,
            clock: JSON.parse(pace) as LobbyState["clock"],
            nonce: randomHex(32), // there is no promise yet: that of `start` counts
            options: { ...optionsOf(game), ...rules },
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
            <p class="muted small">{t("Bots can take the seats that are still free when you start.")}</p>
            <Segmented
                label={t("Clock")}
                value={at.pace}
                onChange={(pace) => change({ pace })}
                options={clocksOffered()}
            />
            {line.hello.value?.house?.options !== false && (
                <RuleOptions
                    game={at.game}
                    seats={at.seats}
                    chosen={at.rules}
                    onChange={(rules) => change({ rules })}
                />
            )}
            {(line.hello.value?.house?.help ?? "choose") === "choose" && (
                <Switch
                    label={t("Help from the master")}
                    note={t(
                        "If you switch this off, nobody asks for advice: a matter of honour, since the bots are in everybody’s page.",
                    )}
                    on={at.help}
                    onChange={(help) => change({ help })}
                />
            )}
            <Switch
                label={t("Open to everybody")}
                note={t("Listed on the first page; else only those with the link find it.")}
                on={at.open}
                onChange={(open) => change({ open })}
            />
        </Dialog>
    );
}
