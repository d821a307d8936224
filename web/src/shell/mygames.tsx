/* "My games", first on the first page: those at the server that wait for the person, the others, and those against bots that
 * were left on this device. */
import { useSignal } from "@preact/signals";
import type { GameName } from "../engine";
import { GAMES, gameTitle, moduleOf, whereIn } from "../games/registry";
import { href } from "../look/address";
import { capital, list, number, span, t, tn } from "../look/text";
import { Button, Chip, classes, Dialog, IconButton, SeatMark, Sym } from "../parts";
import { aside, isBegun, kept, throwAway, type Kept } from "./kept";
import { lobby } from "./lobby";
import { hasMore, minute, myGames, waiting, type MyGame } from "./mine";
import { goOnWith } from "./state";

/** A game against bots that waits on this device, and how it is gone on with. */
interface Left extends Kept {
    of: GameName;
    /** What must be done before its page opens, and how to be rid of it: for those that were put aside. */
    onPick?: () => void;
    onDrop?: () => void;
}

/** Those that were left, the latest first: one of each kind, and what gave way to a new one. */
export function leftGames(): Left[] {
    const open = GAMES.flatMap((game) => (kept.value[game] ? [{ of: game, ...kept.value[game] }] : []));
    const others = aside.value.map((one) => ({
        ...one,
        onPick: () => goOnWith(one),
        onDrop: () => throwAway(one.game.seed),
    }));
    return [...open, ...others].filter(isBegun).sort((a, b) => b.at - a.at);
}

/** "Razzia! with Ada, Bruno and Chiara" */
function titleOf({ of, names }: Left): string {
    return t("{game} with {names}", { game: gameTitle(of), names: list(names.slice(1)) });
}

/** "Round 2 of 3 · your turn" */
function whereOf({ of, round: n, rounds: all, moment, game }: Left): string {
    const parts = [
        game.practice && t("Practice"),
        n !== undefined && all !== undefined && whereIn(of, n, all),
        moment && t("your turn"),
    ];
    return capital(parts.filter(Boolean).join(" · "));
}

/** Those who sit there beside the person. */
function Marks({ names, seat }: { names: readonly (string | null)[]; seat: number }) {
    return (
        <span class="home-marks" aria-hidden="true">
            {names.map(
                (name, i) => i !== seat && name && <SeatMark key={i} seat={i} name={name} size={24} />,
            )}
        </span>
    );
}

/** A game that was left; the one that was left last is lit where nobody waits elsewhere. */
function LeftGame({ left, first, onDrop }: { left: Left; first: boolean; onDrop: () => void }) {
    const title = titleOf(left);
    return (
        <li class={classes("home-left", first && "first")}>
            <span class="game-badge" data-game={left.of}>
                <Sym art={moduleOf(left.of).art} />
            </span>
            <span class="home-left-text">
                <b>{title}</b>
                <small>{whereOf(left)}</small>
            </span>
            <Marks names={left.names} seat={0} />
            <span class="home-left-do">
                <Button
                    go={first}
                    class={first ? "home-resume" : undefined}
                    href={href(`/play/${left.of}`)}
                    onPick={left.onPick}
                    label={`${t("Continue")}: ${title}`}
                >
                    {t("Continue")}
                </Button>
                {left.onDrop && (
                    <IconButton icon="i-x" label={t("Throw away: {title}", { title })} onPick={onDrop} />
                )}
            </span>
        </li>
    );
}

function DropDialog({ left, onClose }: { left: Left | null; onClose: () => void }) {
    return (
        <Dialog
            open={!!left}
            title={t("Throw this game away?")}
            onClose={onClose}
            actions={
                <>
                    <Button onPick={onClose}>{t("Keep it")}</Button>
                    <Button onPick={() => (left?.onDrop?.(), onClose())}>{t("Throw away")}</Button>
                </>
            }
        >
            <p>{left && titleOf(left)}</p>
        </Dialog>
    );
}

const HOUR = 3600_000;

/** How much time one has; red below an hour. */
function TimeLeft({ game: { status, until, pace, waits } }: { game: MyGame }) {
    if (status === "finished") return <span class="home-time" />;
    if (!waits || until === null) return <span class="home-time">{pace || t("no clock")}</span>;
    const left = Math.max(0, until - minute.value);
    return (
        <span class={classes("home-time", left < HOUR && "short")}>
            <Sym art="i-clock" />
            <span>{left > 0 ? t("{time} left", { time: span(left) }) : t("time is up")}</span>
        </span>
    );
}

/** What is to be done, or what is waited for. */
function momentOf({ status, waits, names, seat }: MyGame): string {
    if (status === "finished") return t("The game is over");
    if (status === "gathering")
        return waits
            ? t("Everybody is here")
            : t("{taken} of {seats} seats", { taken: names.filter(Boolean).length, seats: names.length });
    if (waits) return t("Your turn");
    const others = names.filter((name, i): name is string => i !== seat && !!name);
    return others.length === 1 ? t("{name} is to move", { name: others[0]! }) : t("The others are to move");
}

/** What happened since one has looked. */
function Since({ game: { events, messages } }: { game: MyGame }) {
    const counts = [
        events > 0 && tn("one event since you looked", "{n} events since you looked", events),
        messages > 0 && tn("one new message", "{n} new messages", messages),
    ].filter(Boolean);
    return <small class="home-since">{capital(counts.join(", "))}</small>;
}

function actionOf({ status, waits }: MyGame): string {
    if (status === "finished") return t("Result");
    if (status === "gathering") return waits ? t("Start") : t("Look");
    return waits ? t("Play") : t("Look");
}

function ServerGame({ game }: { game: MyGame }) {
    const { id, game: of, names, seat, waits } = game;
    const others = names.filter((name, i): name is string => i !== seat && !!name);
    const title = others.length
        ? t("{game} with {names}", { game: gameTitle(of), names: list(others) })
        : gameTitle(of);
    const action = actionOf(game);
    return (
        <li class={classes("home-left", waits && "first")}>
            <span class="game-badge" data-game={of}>
                <Sym art={moduleOf(of).art} />
            </span>
            <span class="home-left-text">
                <b>{momentOf(game)}</b>
                <small>{title}</small>
                <Since game={game} />
            </span>
            <Marks names={names} seat={seat} />
            <TimeLeft game={game} />
            <span class="home-left-do">
                <Button go={waits} href={href(`/t/${id}`)} label={`${action}: ${title}`}>
                    {action}
                </Button>
            </span>
        </li>
    );
}

/** So many are seen before one asks for all. */
const FEW = 6;

/** Of games that wait none is left out. */
function shownOf(all: readonly MyGame[], isOpen: boolean): readonly MyGame[] {
    return isOpen ? all : all.filter(({ waits }, i) => waits || i < FEW);
}

export function MyGames({ left }: { left: Left[] }) {
    const dropped = useSignal<Left | null>(null);
    const isOpen = useSignal(false);
    const all = myGames.value;
    const shown = shownOf(all, isOpen.value);
    const title = all.length > 0 ? t("My games") : t("Games that you left");
    return (
        <section class="panel home-mine" aria-label={title}>
            <header>
                <h2>{title}</h2>
                {all.length > 0 && (
                    <a class="home-finished" href={href(lobby.value?.ownPage.value ?? "/replay")}>
                        {t("Finished games")}
                    </a>
                )}
                {waiting.value > 0 && (
                    <Chip tone="turn">{tn("one waits for you", "{n} wait for you", waiting.value)}</Chip>
                )}
            </header>
            <ul>
                {shown.map((game) => (
                    <ServerGame key={game.id} game={game} />
                ))}
                {left.map((one, i) => (
                    <LeftGame
                        key={one.game.seed}
                        left={one}
                        first={i === 0 && waiting.value === 0}
                        onDrop={() => void (dropped.value = one)}
                    />
                ))}
            </ul>
            {shown.length < all.length && (
                <Button quiet small class="home-all" onPick={() => void (isOpen.value = true)}>
                    {hasMore.value
                        ? t("More than {n} games", { n: number(all.length) })
                        : t("All {n} games", { n: number(all.length) })}
                </Button>
            )}
            <DropDialog left={dropped.value} onClose={() => void (dropped.value = null)} />
        </section>
    );
}
