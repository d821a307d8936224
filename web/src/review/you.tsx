/* How well one plays, by game, number of players and kind of decision, with a trend: all of it from this device alone. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameName } from "../engine";
import { GAMES, gameTitle, loadStyle, moduleOf } from "../games/registry";
import { href } from "../look/address";
import { number, t, tn } from "../look/text";
import { Button, Dialog, Meter, Sym, tell, Waiting } from "../parts";
import { finished, type Finished } from "../shell/kept";
import { Page } from "../shell/pages";
import { failureText, reasonOf, startAnalysis } from "./analysing";
import { accuracyOf, dropProfile, errorOf, kindSums, noteGame, profile, trend, type Played } from "./profile";

/** One digit: an error a decision is often below a point. */
function pointsSaid(points: number): string {
    return number(Math.round(points * 10) / 10);
}

/** The accuracy of each game as a dot, and of the last five together as a line. */
function Trend({ games }: { games: readonly Played[] }) {
    const line = trend(games);
    const least = Math.min(50, ...games.map(({ accuracy }) => accuracy));
    const x = (i: number) => (games.length > 1 ? (i / (games.length - 1)) * 196 + 2 : 100);
    const y = (accuracy: number) => 2 + (1 - (accuracy - least) / (100 - least)) * 56;
    return (
        <svg class="profile-trend" viewBox="0 0 200 60" role="img" aria-label={trendSaid(line)}>
            <path class="profile-top" d="M0 2H200" />
            {games.map(({ id, accuracy }, i) => (
                <circle key={id} cx={x(i)} cy={y(accuracy)} r="2" />
            ))}
            <path class="profile-line" d={`M${line.map((one, i) => `${x(i)} ${y(one)}`).join("L")}`} />
        </svg>
    );
}

function trendSaid(line: readonly number[]): string {
    return t("Accuracy over the last games, from {first} to {last}", {
        first: number(Math.round(line[0]!)),
        last: number(Math.round(line.at(-1)!)),
    });
}

function Rows({
    title,
    rows,
}: {
    title: string;
    rows: { name: string; games?: readonly Played[]; error: number; count: number }[];
}) {
    const hasGames = rows.some(({ games }) => games);
    return (
        <table class="profile-table">
            <thead>
                <tr>
                    <th scope="col">{title}</th>
                    {hasGames && <th scope="col">{t("accuracy")}</th>}
                    <th scope="col">{t("points lost per choice")}</th>
                    <th scope="col">{t("choices")}</th>
                </tr>
            </thead>
            <tbody>
                {rows.map(({ name, games, error, count }) => (
                    <tr key={name}>
                        <th scope="row">{name}</th>
                        {games && <td class="num">{number(Math.round(accuracyOf(games)))}</td>}
                        <td class="num">{pointsSaid(error)}</td>
                        <td class="num">{number(count)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function countOf(games: readonly Played[]): number {
    return kindSums(games).reduce((sum, { decisions }) => sum + decisions, 0);
}

function GamePanel({ game, games }: { game: GameName; games: readonly Played[] }) {
    const tables = [...new Set(games.map(({ seats }) => seats))].sort((a, b) => a - b);
    return (
        <section class="panel profile-game" aria-label={gameTitle(game)}>
            <h2>
                <span class="game-badge" data-game={game}>
                    <Sym art={moduleOf(game).art} />
                </span>
                {gameTitle(game)} <small>{tn("one game", "{n} games", games.length)}</small>
            </h2>
            <p class="profile-sum">
                <b class="num">{number(Math.round(accuracyOf(games)))}</b> {t("accuracy")}
            </p>
            {games.length > 1 && <Trend games={games} />}
            <Rows
                title={t("Players")}
                rows={tables.map((seats) => {
                    const some = games.filter((one) => one.seats === seats);
                    return { name: number(seats), games: some, error: errorOf(some), count: countOf(some) };
                })}
            />
            <Rows
                title={t("Kind of choice")}
                rows={kindSums(games).map(({ kind, error, decisions }) => ({
                    name: t(kind),
                    error,
                    count: decisions,
                }))}
            />
        </section>
    );
}

/** Analyses games for the profile, one after another; `onProgress` gets how much is done, and how to stop. Returns why one of
 * them is not there, or null. A record that can not be judged is passed over; if the judge itself is missing, it ends. */
export async function addGames(
    games: readonly Finished[],
    onProgress: (done: number, stop: () => void) => void,
    start = startAnalysis,
): Promise<string | null> {
    let problem: string | null = null;
    for (const [i, { id, game, names, at, record }] of games.entries()) {
        const lines = record.trim().split("\n");
        const work = start(lines, (done) => onProgress((i + done) / games.length, work.stop));
        onProgress(i / games.length, work.stop);
        try {
            const found = await work.done;
            if (!found || "problem" in found) problem = reasonOf(found);
            else noteGame({ id, game, seats: names.length, at, player: found.players[0]! });
        } catch {
            return failureText();
        }
    }
    return problem;
}

/** Games of this device that have not been analysed yet, one after another. */
function CatchUp() {
    const progress = useSignal<number | null>(null);
    const stop = useSignal<(() => void) | null>(null);
    useEffect(() => () => stop.peek()?.(), []);
    const isNew = (one: Finished) => !one.practice && !profile.value.some(({ id }) => id === one.id);
    const left = finished.value.filter(isNew);
    const begin = async () => {
        const run = { stopped: false };
        const problem = await addGames(left, (done, stopWork) => {
            progress.value = done;
            stop.value = () => ((run.stopped = true), stopWork(), void (progress.value = null));
        });
        if (run.stopped) return;
        progress.value = null;
        if (problem !== null) tell(problem, "bad");
    };
    if (progress.value !== null)
        return (
            <div class="review-pending" role="status">
                <Meter value={progress.value} max={1} label={t("Analysis")} />
                <Button small onPick={() => stop.peek()?.()}>
                    {t("Stop")}
                </Button>
            </div>
        );
    if (left.length === 0) return null;
    return (
        <Button icon="i-chart" onPick={() => void begin()}>
            {tn("Add one finished game", "Add {n} finished games", left.length)}
        </Button>
    );
}

function Forget() {
    const asking = useSignal(false);
    const close = () => void (asking.value = false);
    return (
        <>
            <Button icon="i-x" onPick={() => void (asking.value = true)}>
                {t("Delete this profile")}
            </Button>
            <Dialog
                open={asking.value}
                title={t("Delete this profile?")}
                onClose={close}
                actions={
                    <>
                        <Button onPick={close}>{t("Keep it")}</Button>
                        <Button go onPick={() => (dropProfile(), close())}>
                            {t("Delete")}
                        </Button>
                    </>
                }
            >
                <p>{t("The figures are lost. Your finished games stay.")}</p>
            </Dialog>
        </>
    );
}

export function ProfilePage() {
    const isStyled = useSignal(false);
    useEffect(() => void loadStyle("review").then(() => void (isStyled.value = true)), []);
    if (!isStyled.value) return <Waiting title={t("Your play")} />;
    const all = profile.value;
    return (
        <Page title={t("Your play")}>
            <p class="muted">
                {t(
                    "From the games that you have reviewed. Games for practice do not count. All of this stays on this device.",
                )}
            </p>
            {all.length === 0 && (
                <section class="panel">
                    <p>{t("Nothing yet: finish a game and look at its review.")}</p>
                </section>
            )}
            <div class="profile-games">
                {GAMES.map((game) => {
                    const games = all.filter((one) => one.game === game);
                    return games.length > 0 ? <GamePanel key={game} game={game} games={games} /> : null;
                })}
            </div>
            <div class="row">
                <CatchUp />
                {all.length > 0 && <Forget />}
                <Button icon="i-play" href={href("/replay")}>
                    {t("Finished games")}
                </Button>
            </div>
        </Page>
    );
}
