/* "Play anyone": a game, and who waits for it. One waits here or on any other page, and the table opens by itself. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GameName } from "../engine";
import { factsOf, gameTitle, playersOf } from "../games/registry";
import { settings, set } from "../look/settings";
import { capital, glued, number, t, tn } from "../look/text";
import { Button, Chip, classes, Clock, Dialog, Field, Segmented, Stepper, Sym } from "../parts";
import { levelName } from "../shell/levels";
import { line } from "../online/line";
import type { WaitingRoom } from "../online/messages";
import { levelsOf } from "../online/room";
import { paceOf } from "./games";
import {
    houseClocks,
    houseGames,
    isSameRoom,
    lookAtRooms,
    openRooms,
    ownRoom,
    stopWaiting,
    usualWish,
    wait,
    waitingFor,
    type HouseClock,
    type Wish,
} from "./rooms";

const EVERY = 10_000;

/** Who waits is asked for while the panel is seen. */
function useRooms(): void {
    const isUp = line.state.value === "online";
    useEffect(() => {
        if (!isUp) return;
        void lookAtRooms();
        const timer = setInterval(() => document.hidden || void lookAtRooms(), EVERY);
        return () => clearInterval(timer);
    }, [isUp]);
}

const clockName = (clock: HouseClock) => paceOf(clock) || t("no clock");
const clockSentence = (clock: HouseClock) => glued(capital(`${clockName(clock)}.`));
/** Choices of a form are words. */
const wordOf = (clock: HouseClock) => JSON.stringify(clock);

function fillText(fill: number | null): string {
    if (fill === null) return t("Only people.");
    return glued(t("Bots fill up after {n} s.", { n: number(fill) }));
}

/** A place for everybody: taken, one's own, or free. */
function Places({ seats, taken, own }: { seats: number; taken: number; own?: number }) {
    return (
        <span class="anyone-places" aria-hidden="true">
            {Array.from({ length: seats }, (_, i) => (
                <i key={i} class={classes(i < taken && "taken", i + 1 === own && "me")}>
                    {i < taken && <Sym art="i-people" />}
                </i>
            ))}
        </span>
    );
}

const FILLS = ["30", "60", "180", "none"] as const;

/** Seats, pace, bots, and how one is called. */
function WishDialog({
    wish,
    onChange,
    onClose,
}: {
    wish: Wish;
    onChange: (wish: Wish) => void;
    onClose: () => void;
}) {
    const [least, most] = factsOf(wish.game).seats;
    const levels = levelsOf(wish.game);
    const change = (part: Partial<Wish>) => onChange({ ...wish, ...part });
    const fill = FILLS.find((one) => one === String(wish.fill)) ?? "none";
    return (
        <Dialog
            open
            title={t("Play anyone")}
            onClose={onClose}
            actions={
                <Button go onPick={onClose}>
                    {t("Done")}
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
                label={t("Players")}
                value={wish.seats}
                min={least}
                max={most}
                onChange={(seats) => change({ seats })}
            />
            <Segmented
                label={t("Clock")}
                value={wordOf(wish.clock)}
                onChange={(word) => change({ clock: JSON.parse(word) as HouseClock })}
                options={houseClocks().map((clock): [string, string] => [wordOf(clock), clockName(clock)])}
            />
            <Segmented
                label={t("Bots take free seats")}
                value={fill}
                onChange={(after) => change({ fill: after === "none" ? null : Number(after) })}
                options={FILLS.map((after) => [
                    after,
                    after === "none" ? t("never") : t("after {n} s", { n: number(Number(after)) }),
                ])}
            />
            {wish.fill !== null && levels.length > 0 && (
                <Segmented
                    label={t("Level of the bots")}
                    value={wish.level}
                    onChange={(level) => change({ level })}
                    options={levels.map((level) => [level, levelName(level)])}
                />
            )}
        </Dialog>
    );
}

/** The wish for another game: where somebody waits already, as they do. */
function wishFor(game: GameName, before: Wish): Wish {
    const [found] = openRooms
        .peek()
        .filter((room) => room.game === game)
        .sort((a, b) => b.waiting - a.waiting);
    const level = levelsOf(game).includes(before.level) ? before.level : (levelsOf(game)[0] ?? before.level);
    const same = { ...before, game, level };
    if (found) return { ...same, seats: found.seats, clock: found.clock };
    return game === before.game ? same : { ...same, seats: playersOf(game) };
}

/** Before one waits: which game, who waits for it, and how it is played. */
function Choosing() {
    const wish = useSignal<Wish>(usualWish());
    const isChosen = useSignal(false);
    const isOpen = useSignal(false);
    /* those who wait decide how it is played, as long as one has not decided oneself */
    const now =
        isChosen.value || waitingFor(wish.value) > 0 ? wish.value : wishFor(wish.value.game, wish.value);
    const there = waitingFor(now);
    const inGame = (game: GameName) =>
        openRooms.value.reduce((sum, room) => sum + (room.game === game ? room.waiting : 0), 0);
    return (
        <>
            <Segmented
                label={t("Which game")}
                hideLabel
                value={now.game}
                onChange={(game) => void ((wish.value = wishFor(game, now)), (isChosen.value = false))}
                options={houseGames().map((game): [GameName, string] => [
                    game,
                    inGame(game) > 0 ? `${gameTitle(game)} · ${inGame(game)}` : gameTitle(game),
                ])}
            />
            <div class="anyone-state">
                <Places seats={now.seats} taken={there} />
                <p>
                    <b>
                        {there > 0
                            ? t("{n} of {seats} are there.", { n: number(there), seats: number(now.seats) })
                            : tn("For one player.", "For {n} players.", now.seats)}
                    </b>{" "}
                    {`${clockSentence(now.clock)} ${fillText(now.fill)}`}
                </p>
            </div>
            <div class="anyone-do">
                <Button icon="i-people" onPick={() => void wait(now)}>
                    {there > 0 ? t("Sit down with them") : t("Wait for others")}
                </Button>
                <Button
                    quiet
                    icon="i-gear"
                    class="anyone-change"
                    label={t("Players, clock and bots")}
                    onPick={() => void ((wish.value = now), (isChosen.value = true), (isOpen.value = true))}
                >
                    {t("Change")}
                </Button>
            </div>
            {isOpen.value && (
                <WishDialog
                    wish={now}
                    onChange={(next) => void (wish.value = next)}
                    onClose={() => void (isOpen.value = false)}
                />
            )}
        </>
    );
}

/** While one waits: how many are there, which place one has, and when bots come. */
function InRoom({ room: { game, seats, clock, waiting, place, fill } }: { room: WaitingRoom }) {
    const until = typeof fill === "number" ? fill - line.ahead : undefined;
    return (
        <>
            <p class="anyone-title">{gameTitle(game)}</p>
            <div class="anyone-state" role="status">
                <Places seats={seats} taken={Math.min(waiting, seats)} own={place} />
                <p>
                    <b>
                        {t("You wait: {n} of {seats} are there.", {
                            n: number(waiting),
                            seats: number(seats),
                        })}
                    </b>{" "}
                    {clockSentence(clock)}
                    {until === undefined && ` ${fillText(null)}`}
                    {line.state.value !== "online" && ` ${t("The server can not be reached now.")}`}
                </p>
            </div>
            <div class="anyone-do">
                <Button icon="i-x" onPick={() => void stopWaiting()}>
                    {t("Stop waiting")}
                </Button>
                {until !== undefined && (
                    <span class="anyone-bots">
                        <Sym art="i-robot" />
                        <Clock until={until} left={0} label={t("Until bots take the free seats")} />
                    </span>
                )}
            </div>
        </>
    );
}

/** What was touched gives way to something else: the focus goes there, too. */
function useFocusAfterTouch(shown: boolean) {
    const box = useRef<HTMLElement>(null);
    const isTouched = useRef(false);
    useEffect(() => {
        if (isTouched.current) box.current?.querySelector<HTMLElement>(".anyone-do .btn")?.focus();
        isTouched.current = false;
    }, [shown]);
    const onClick = ({ target }: Event) => {
        isTouched.current = (target as Element).closest(".anyone-do .btn:first-child") !== null;
    };
    return { ref: box, onClick };
}

export function AnyonePanel() {
    useRooms();
    const own = ownRoom.value;
    const touching = useFocusAfterTouch(!!own);
    // of the own room more is known than the list said
    const others = openRooms.value.filter((room) => !own || !isSameRoom(room, own));
    const all = others.reduce((sum, { waiting }) => sum + waiting, own?.waiting ?? 0);
    return (
        <section class={classes("panel anyone", own && "waits")} aria-label={t("Play anyone")} {...touching}>
            <header>
                <h2>{t("Play anyone")}</h2>
                {all > 0 && <Chip tone="good">{tn("one waits", "{n} wait", all)}</Chip>}
            </header>
            {own ? <InRoom room={own} /> : <Choosing />}
        </section>
    );
}
