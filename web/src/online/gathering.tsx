/* A table before the game: who sits where, the link for friends, what was settled, and the start. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { factsOf, gameSentence, gameTitle } from "../games/registry";
import { href } from "../look/address";
import { go } from "../look/router";
import { LEVELS, settings, type Level } from "../look/settings";
import { t, tn } from "../look/text";
import { Button, Clock, Field, Menu, refuse, SeatMark, Segmented, tell, type MenuItem } from "../parts";
import { levelName } from "../shell/levels";
import { TellMeButton } from "../club/told";
import { TopLine } from "../shell/top";
import { askWithNonce, sitDown, type Ask } from "./asking";
import { ChatBox } from "./chat";
import { LongWord, TableFacts } from "./facts";
import { line } from "./line";
import type { LobbyState, Sitting } from "./messages";
import { levelsOf, namesOf, type Room } from "./room";

/** Whoever has no name yet is asked for it before they sit. */
function isNamed(): boolean {
    return settings.value.name.trim() !== "";
}

function SeatLine({
    seat,
    sitting,
    room,
    lobby,
    ask,
}: {
    seat: number;
    sitting: Sitting;
    room: Room;
    lobby: LobbyState;
    ask: Ask;
}) {
    const mine = room.seat.value;
    const me = line.hello.value?.who;
    const makes = lobby.maker === me;
    const name = namesOf(lobby)[seat]!;
    const free = !sitting.who && !sitting.level;
    const items: MenuItem[] = levelsOf(lobby.game).map((level) => ({
        text: levelName(level),
        icon: "i-robot",
        onPick: () => void ask("bot", { seat, level }),
    }));
    return (
        <li class={free ? "free" : ""}>
            <SeatMark seat={seat} name={free ? "?" : name} />
            <span>
                <b>{free ? t("Free seat") : name}</b>
                {sitting.who && (
                    <small>
                        {sitting.who === lobby.maker
                            ? t("made this table")
                            : sitting.here
                              ? t("here")
                              : t("not here now")}
                    </small>
                )}
                {sitting.level && <small>{t("bot, {level}", { level: levelName(sitting.level) })}</small>}
            </span>
            {!sitting.who && mine < 0 && isNamed() && (
                <Button small go={free} onPick={() => void sitDown(room, ask, seat)}>
                    {free ? t("Sit down") : t("Take this seat")}
                </Button>
            )}
            {free && makes && (
                <Menu icon="i-robot" label={t("Let a bot sit on seat {n}", { n: seat + 1 })} items={items} />
            )}
            {sitting.level && makes && (
                <Button small onPick={() => void ask("bot", { seat, level: null })}>
                    {t("Take away")}
                </Button>
            )}
            {sitting.who === me && (
                <Button small onPick={() => void ask("stand").then(() => go("/"))}>
                    {t("Stand up")}
                </Button>
            )}
            {sitting.who && sitting.who !== me && makes && (
                <Button small onPick={() => void ask("remove", { who: sitting.who })}>
                    {t("Remove")}
                </Button>
            )}
        </li>
    );
}

/** The address of the table itself, wherever one looks at it. */
function tableLink(): string {
    return location.origin + location.pathname.replace(/\/wall$/, "");
}

/** It breaks after a slash where it does not fit. */
function TableLink() {
    return <LongWord parts={tableLink().match(/[^/]+\/*/g) ?? []} />;
}

async function share(title: string): Promise<void> {
    const url = tableLink();
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches)
        return navigator.share({ title, url }).catch(() => undefined);
    try {
        await navigator.clipboard.writeText(url);
        tell(t("The link is copied."));
    } catch {
        tell(url);
    }
}

/** The level that is set for bots, or the next one below it that sits at these tables. */
function usualLevel(levels: readonly Level[]): Level | undefined {
    const below = LEVELS.slice(0, LEVELS.indexOf(settings.value.bot) + 1).reverse();
    return below.find((level) => levels.includes(level)) ?? levels[0];
}

/** The maker begins: seats that nobody has taken until then go to bots. */
function Starting({ room, lobby, ask }: { room: Room; lobby: LobbyState; ask: Ask }) {
    const levels = levelsOf(lobby.game);
    const chosen = useSignal<Level | null>(null);
    const level = chosen.value ?? usualLevel(levels);
    const free = lobby.seats.filter(({ who, level: bot }) => !who && !bot).length;
    const start = () => void askWithNonce(room, ask, "start", free > 0 ? { level } : {});
    return (
        <section class="panel starting" aria-label={t("Start the game")}>
            {free > 0 && level && (
                <Segmented
                    label={tn("Bot in the free seat", "Bots in the {n} free seats", free)}
                    value={level}
                    onChange={(next) => void (chosen.value = next)}
                    options={levels.map((one): [Level, string] => [one, levelName(one)])}
                />
            )}
            <Button go onPick={start}>
                {free > 0 ? tn("Start with a bot", "Start with {n} bots", free) : t("Start the game")}
            </Button>
        </section>
    );
}

/** Somebody who comes by the link for the first time: what the others are to call them, and they sit. */
function Joining({ room, ask }: { room: Room; ask: Ask }) {
    const name = useSignal("");
    const form = useRef<HTMLFormElement>(null);
    useEffect(() => form.current?.querySelector("input")?.focus(), []);
    const join = (event: Event) => {
        event.preventDefault();
        const said = name.peek().trim();
        if (!said) {
            refuse({ text: t("A name is needed: the others have to know who sits here.") });
            return form.current?.querySelector("input")?.focus();
        }
        void sitDown(room, ask, null, said);
    };
    return (
        <form ref={form} class="panel joining" aria-label={t("Sit down")} onSubmit={join}>
            <Field
                label={t("What are you called?")}
                value={name.value}
                onChange={(said) => void (name.value = said)}
                note={t("The others at the table see it. Nothing else is asked.")}
            />
            <button type="submit" class="btn go">
                {t("Sit down")}
            </button>
        </form>
    );
}

function Invitation({ title }: { title: string }) {
    return (
        <section class="panel gathering-link" aria-label={t("The link of this table")}>
            <p>{t("Whoever opens this link can sit down or watch.")}</p>
            <TableLink />
            <Button icon="i-copy" onPick={() => void share(title)}>
                {t("Share the link")}
            </Button>
        </section>
    );
}

function Seats({ room, lobby, ask }: { room: Room; lobby: LobbyState; ask: Ask }) {
    return (
        <section class="panel table-list" aria-label={t("Seats")}>
            <h2>{t("Seats")}</h2>
            <ol>
                {lobby.seats.map((sitting, seat) => (
                    <SeatLine key={seat} seat={seat} sitting={sitting} room={room} lobby={lobby} ask={ask} />
                ))}
            </ol>
            <TableFacts lobby={lobby} />
        </section>
    );
}

/** A table that begins by itself: whoever has its page open is there, and says so with the own part of the chance. */
function BeginsItself({ room, lobby, ask }: { room: Room; lobby: LobbyState; ask: Ask }) {
    const mine = room.seat.value;
    const isReady = lobby.ready?.includes(mine) ?? false;
    useEffect(() => {
        if (mine >= 0 && !isReady) void askWithNonce(room, ask, "ready", {});
    }, [mine, isReady]);
    const people = lobby.seats.filter(({ who }) => who).length;
    return (
        <section class="panel starting" role="status" aria-label={t("Start the game")}>
            <p>
                {t("The game begins by itself: {n} of {all} are here.", {
                    n: lobby.ready?.length ?? 0,
                    all: people,
                })}
            </p>
            {typeof lobby.starts === "number" && (
                <Clock until={lobby.starts - line.ahead} left={0} label={t("Until the game begins")} />
            )}
        </section>
    );
}

/** A rematch begins by itself when all have come; its maker need not wait for them. */
function mayBegin({ starts, maker, seats }: LobbyState): boolean {
    return (
        starts === null && maker === line.hello.value?.who && seats.some(({ who, level }) => !who && !level)
    );
}

/** Whoever begins the game, or what the others wait for. */
function Beginning({ room, lobby, ask }: { room: Room; lobby: LobbyState; ask: Ask }) {
    if (lobby.starts !== undefined)
        return (
            <>
                <BeginsItself room={room} lobby={lobby} ask={ask} />
                {mayBegin(lobby) && <Starting room={room} lobby={lobby} ask={ask} />}
            </>
        );
    if (lobby.maker === line.hello.value?.who) return <Starting room={room} lobby={lobby} ask={ask} />;
    return (
        <p class="muted">
            {room.seat.value >= 0
                ? t("The game begins when the maker of the table starts it.")
                : t("Take a seat, or watch.")}
        </p>
    );
}

export function Gathering({ room, lobby, ask }: { room: Room; lobby: LobbyState; ask: Ask }) {
    const mine = room.seat.value;
    const title = gameTitle(lobby.game);
    return (
        <div class="page text-page gathering" data-game={lobby.game}>
            <TopLine />
            <main>
                <h1>{title}</h1>
                <p>
                    {gameSentence(lobby.game)}{" "}
                    {factsOf(lobby.game).rules && <a href={href(`/rules/${lobby.game}`)}>{t("Rules")}</a>}
                </p>
                {mine >= 0 && <Invitation title={title} />}
                {mine < 0 && !isNamed() && lobby.seats.some(({ who }) => !who) && (
                    <Joining room={room} ask={ask} />
                )}
                <Seats room={room} lobby={lobby} ask={ask} />
                <Beginning room={room} lobby={lobby} ask={ask} />
                {mine >= 0 && lobby.clock && <TellMeButton />}
                <ChatBox room={room} />
                {mine < 0 && <Invitation title={title} />}
            </main>
        </div>
    );
}

/** On a wall: the link in large letters, and who is there already. */
export function GatheringWall({ lobby }: { lobby: LobbyState }) {
    const names = namesOf(lobby);
    return (
        <div class="page table-page wall wall-gathering" data-game={lobby.game}>
            <header class="wall-top">
                <h1>{gameTitle(lobby.game)}</h1>
                <p class="wall-where">{t("Waiting for players")}</p>
            </header>
            <main>
                <p>{t("Whoever opens this link can sit down or watch.")}</p>
                <TableLink />
                <ol>
                    {lobby.seats.map(({ who, level }, seat) => (
                        <li key={seat}>
                            <SeatMark seat={seat} name={(who ?? level) ? names[seat]! : "?"} />
                            <b>{(who ?? level) ? names[seat] : t("Free seat")}</b>
                        </li>
                    ))}
                </ol>
            </main>
        </div>
    );
}
