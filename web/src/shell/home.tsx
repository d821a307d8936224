import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameName } from "../engine";
import { factsOf, GAMES, gameSentence, gameTitle, moduleOf, RULED } from "../games/registry";
import { href } from "../look/address";
import { list, number, t, tn } from "../look/text";
import { Button, classes, Sym, tell } from "../parts";
import { download, fileOf, finished, isBegun, kept, type Finished } from "./kept";
import { lobby, lobbySoon, offersClub, type TableEntry } from "./lobby";
import { myGames, waiting } from "./mine";
import { leftGames, MyGames } from "./mygames";
import { TopLine } from "./top";

async function invite(game: GameName): Promise<void> {
    const found = await lobbySoon();
    if (!found)
        return tell(
            t("Playing with friends needs a server, and there is none here now. Bots are always ready."),
        );
    await found.invite(game);
}

/** Whoever has games that wait sees those first: the others are there, `quiet`. */
function GamePoster({ game, quiet }: { game: GameName; quiet: boolean }) {
    const { title, author, seats } = factsOf(game);
    const { Poster, minutes, loadCourse } = moduleOf(game);
    const left = kept.value[game];
    const invites = lobby.value?.games.value?.includes(game) ?? true;
    const goesOn = !!left && isBegun(left);
    return (
        <article class="home-game" data-game={game} aria-labelledby={`h-${game}`}>
            <div class="poster" aria-hidden="true" data-clip>
                <Poster title={title} />
            </div>
            <div class="home-game-text">
                <div class="home-game-title">
                    <h2 id={`h-${game}`}>{title}</h2>
                    <p class="home-facts">
                        <span>
                            <Sym art="i-people" label={t("Players")} />
                            {`${seats[0]}–${seats[1]}`}
                        </span>
                        {minutes !== undefined && (
                            <span>
                                <Sym art="i-clock" label={t("Time")} />
                                {t("{n} min", { n: minutes })}
                            </span>
                        )}
                    </p>
                </div>
                <p class="home-author">
                    <span class="home-short">{game}</span> {author && t("by {author}", { author })}
                </p>
                <p>{gameSentence(game)}</p>
                <div class="home-go">
                    <Button
                        go={!quiet}
                        class="home-play"
                        href={href(`/play/${game}`)}
                        label={`${goesOn ? t("Continue") : t("Play now")}: ${title}`}
                    >
                        {goesOn ? t("Continue") : t("Play now")}
                    </Button>
                    {invites && (
                        <Button
                            icon="i-link"
                            class="home-with-text"
                            onPick={() => void invite(game)}
                            label={t("Play {game} with friends", { game: title })}
                        >
                            {t("Invite")}
                        </Button>
                    )}
                    {loadCourse && (
                        <Button
                            icon="i-rules"
                            class="home-with-text"
                            href={href(`/learn/${game}`)}
                            label={t("Learn {game}", { game: title })}
                        >
                            {t("Learn")}
                        </Button>
                    )}
                </div>
            </div>
        </article>
    );
}

function Line({ entry, action }: { entry: TableEntry; action: string }) {
    const about = [
        gameTitle(entry.game),
        entry.status === "gathering"
            ? t("{taken} of {seats} seats", { taken: entry.seats - entry.free, seats: entry.seats })
            : t("playing now"),
        ...entry.settled,
    ].join(", ");
    return (
        <li>
            <span class="game-badge" data-game={entry.game}>
                <Sym art={moduleOf(entry.game).art} />
            </span>
            <span>
                {list(entry.names)}
                <small>{about}</small>
            </span>
            <Button small href={href(`/t/${entry.id}`)} label={`${action}: ${list(entry.names)}`}>
                {action}
            </Button>
        </li>
    );
}

function Tables({
    title,
    entries,
    action,
}: {
    title: string;
    entries: TableEntry[];
    action: (entry: TableEntry) => string;
}) {
    if (entries.length === 0) return null;
    return (
        <section class="panel table-list" aria-label={title}>
            <h2>{title}</h2>
            <ul>
                {entries.map((entry) => (
                    <Line key={entry.id} entry={entry} action={action(entry)} />
                ))}
            </ul>
        </section>
    );
}

function scoresOf({ names, scores, winners }: Finished): string {
    return names
        .map((name, seat) => (seat === 0 ? t("You") : name)) // who plays on this device sits there
        .map((name, seat) => `${winners.includes(seat) ? "★ " : ""}${name} ${number(scores[seat] ?? 0)}`)
        .join(", ");
}

export function FinishedGames({ most = Infinity }: { most?: number }) {
    const all = finished.value.slice(0, most);
    if (all.length === 0) return null;
    return (
        <section class="panel table-list" aria-label={t("Finished games")}>
            <h2>{t("Finished games")}</h2>
            <ul>
                {all.map((one) => (
                    <li key={one.id}>
                        <span class="game-badge" data-game={one.game}>
                            <Sym art={moduleOf(one.game).art} />
                        </span>
                        <span>
                            {scoresOf(one)}
                            <small>
                                {[
                                    gameTitle(one.game),
                                    new Date(one.at).toLocaleDateString(document.documentElement.lang),
                                    ...(one.practice ? [t("Practice")] : []),
                                ].join(", ")}
                            </small>
                        </span>
                        <span class="list-do">
                            <Button
                                small
                                icon="i-star"
                                href={href(`/replay/${one.id}/result`)}
                                label={t("Result of {game}", { game: gameTitle(one.game) })}
                            >
                                {t("Result")}
                            </Button>
                            <Button
                                small
                                icon="i-chart"
                                href={href(`/review/${one.id}`)}
                                label={t("Review {game}", { game: gameTitle(one.game) })}
                            >
                                {t("Review")}
                            </Button>
                            <Button
                                small
                                icon="i-play"
                                href={href(`/replay/${one.id}`)}
                                label={t("Replay {game}", { game: gameTitle(one.game) })}
                            >
                                {t("Replay")}
                            </Button>
                            <Button
                                small
                                icon="i-down"
                                onPick={() => download(fileOf(one), one.record)}
                                label={t("Save the record of {game}", { game: gameTitle(one.game) })}
                            >
                                {t("Record")}
                            </Button>
                        </span>
                    </li>
                ))}
            </ul>
        </section>
    );
}

function Promises() {
    return (
        <section class="panel home-how" aria-label={t("Fair, and yours")}>
            <h2>{t("Fair, and yours")}</h2>
            <dl>
                <div>
                    <dt>{t("Dice you can check")}</dt>
                    <dd>{t("The seed’s hash is shown before the game, the seed after it.")}</dd>
                </div>
                <div>
                    <dt>{t("No account, no network needed")}</dt>
                    <dd>{t("After the first visit everything here works offline, against bots.")}</dd>
                </div>
                <div>
                    <dt>{t("Keep your record")}</dt>
                    <dd>{t("Every game is a file of your own.")}</dd>
                </div>
            </dl>
        </section>
    );
}

function Hero({ waiting }: { waiting: number }) {
    return (
        <div class="home-hero">
            <h1>
                {waiting > 0
                    ? tn("A game waits for you", "{n} games wait for you", waiting)
                    : t("Pick a game. You are playing.")}
            </h1>
            {waiting === 0 && (
                <p>
                    {t(
                        "No account. Bots are ready, friends join by a link, and the table tells you what you may do.",
                    )}
                </p>
            )}
        </div>
    );
}

const PATIENCE = 5000;

/** The panel of those who wait for anybody: its place is kept where there was one at the last visit. */
function Anyone() {
    const isLate = useSignal(false);
    useEffect(() => {
        const timer = setTimeout(() => void (isLate.value = true), PATIENCE);
        return () => clearTimeout(timer);
    }, []);
    const { hasRooms, notice, Anyone: Panel } = lobby.value ?? {};
    const why = notice?.value;
    if (!why && Panel && hasRooms?.value) return <Panel />;
    if (!why && (hasRooms?.value === false || !offersClub)) return null;
    return (
        <section class="panel anyone" aria-label={t("Play anyone")}>
            <h2>{t("Play anyone")}</h2>
            <p class="muted" role="status">
                {why ?? (isLate.value && t("The server can not be reached now."))}
            </p>
        </section>
    );
}

export function Home() {
    const left = leftGames();
    const isBack = left.length + myGames.value.length > 0;
    const others = (lobby.value?.open.value ?? []).filter(
        (entry) => !myGames.value.some(({ id }) => id === entry.id),
    );
    return (
        <div class="page home">
            <a
                class="skip"
                href="#games"
                onClick={(event) => (
                    event.preventDefault(),
                    document.querySelector<HTMLElement>("#games a")?.focus()
                )}
            >
                {t("Skip to the games")}
            </a>
            <TopLine />
            <main>
                <Hero waiting={waiting.value || left.length} />
                {isBack && (
                    <div class="home-back">
                        <MyGames left={left} />
                        <Anyone />
                    </div>
                )}
                <section class={classes("home-games", isBack && "small")} id="games" aria-label={t("Games")}>
                    {GAMES.map((game) => (
                        <GamePoster key={game} game={game} quiet={isBack} />
                    ))}
                </section>
                <div class="home-more">
                    <div class="home-lists">
                        {!isBack && offersClub && <Anyone />}
                        <Tables
                            title={t("Open tables")}
                            entries={others}
                            action={(entry) => (entry.free > 0 ? t("Sit down") : t("Watch"))}
                        />
                        <FinishedGames most={4} />
                        {finished.value.length > 4 && (
                            <a class="home-more-link" href={href("/replay")}>
                                {tn("One finished game", "All {n} finished games", finished.value.length)}
                            </a>
                        )}
                    </div>
                    <Promises />
                </div>
                {!isBack && !offersClub && <Anyone />}
            </main>
            <Footer />
        </div>
    );
}

export function Footer() {
    return (
        <footer>
            <nav aria-label={t("More")}>
                {RULED.map((game) => (
                    <a key={game} href={href(`/rules/${game}`)}>
                        {t("Rules of {game}", { game: gameTitle(game) })}
                    </a>
                ))}
                <a href={href("/settings")}>{t("Settings")}</a>
                <a href={href("/about")}>{t("About")}</a>
            </nav>
        </footer>
    );
}
