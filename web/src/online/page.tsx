/* The page of a table at the server: seats before the game, the game itself, chat, and what a table can agree on. */
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useTable } from "../games/made";
import { GamePage } from "../games/page";
import { pageTitle } from "../look/notify";
import { keepSeen, lastSeen } from "../look/seen";
import { href } from "../look/address";
import { go } from "../look/router";
import { t, tn } from "../look/text";
import {
    Button,
    Clock,
    ConnectionState,
    Dialog,
    Menu,
    SeatMark,
    Sym,
    tell,
    Waiting,
    type MenuItem,
} from "../parts";
import { download } from "../shell/kept";
import { MissingPage } from "../shell/pages";
import { factsOf, gameSentence, gameTitle } from "../games/registry";
import { levelName } from "../shell/levels";
import { TopLine } from "../shell/top";
import type { Table } from "../table";
import { ChatBox } from "./chat";
import { randomHex } from "./key";
import { line } from "./line";
import type { LobbyState, Sitting, Verb, Answer } from "./messages";
import { levelsOf, namesOf, problemOf, Room, SocketSource } from "./room";

type Ask = <V extends Verb>(verb: V, fields?: Record<string, unknown>) => Promise<Answer<V> | null>;

/** Asks something of the table; a refusal is told. */
function asking(room: Room): Ask {
    return async (verb, fields = {}) => {
        try {
            return await line.ask(verb, { table: room.id, ...fields });
        } catch (error) {
            tell(problemOf(error).text, "bad");
            return null;
        }
    };
}

/* ---- Before the game ------------------------------------------------------------------------- */

function clockSaid(clock: LobbyState["clock"]): string {
    if (!clock) return t("no clock");
    if ("days" in clock) return tn("{n} day a move", "{n} days a move", clock.days);
    return t("{move} s a move and {bank} min in the bank", {
        move: clock.move,
        bank: Math.round(clock.bank / 60),
    });
}

function SeatLine({
    seat,
    sitting,
    lobby,
    ask,
    mine,
}: {
    seat: number;
    sitting: Sitting;
    lobby: LobbyState;
    ask: Ask;
    mine: number;
}) {
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
            <SeatMark seat={seat} name={free ? "?" : name} size={32} />
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
                {sitting.level && <small>{t("bot")}</small>}
            </span>
            {free && mine < 0 && (
                <Button small go onPick={() => void ask("sit", { seat, nonce: randomHex(32) })}>
                    {t("Sit down")}
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

async function share(title: string): Promise<void> {
    const url = location.href;
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches)
        return navigator.share({ title, url }).catch(() => undefined);
    try {
        await navigator.clipboard.writeText(url);
        tell(t("The link is copied."));
    } catch {
        tell(url);
    }
}

function Gathering({ room, lobby, ask }: { room: Room; lobby: LobbyState; ask: Ask }) {
    const mine = room.seat.value;
    const free = lobby.seats.filter(({ who, level }) => !who && !level).length;
    const makes = lobby.maker === line.hello.value?.who;
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
                <section class="panel gathering-link" aria-label={t("The link of this table")}>
                    <p>{t("Whoever opens this link can sit down or watch.")}</p>
                    <code>{location.href}</code>
                    <Button icon="i-copy" onPick={() => void share(title)}>
                        {t("Share the link")}
                    </Button>
                </section>
                <section class="panel table-list" aria-label={t("Seats")}>
                    <h2>{t("Seats")}</h2>
                    <ol>
                        {lobby.seats.map((sitting, seat) => (
                            <SeatLine
                                key={seat}
                                seat={seat}
                                sitting={sitting}
                                lobby={lobby}
                                ask={ask}
                                mine={mine}
                            />
                        ))}
                    </ol>
                    <p class="muted small">
                        {clockSaid(lobby.clock)}
                        {lobby.open ? `, ${t("open to everybody")}` : ""}
                    </p>
                    <p class="muted small gathering-commit">
                        {t("Promise of the dice")}: <code>{lobby.commit}</code>
                    </p>
                </section>
                <div class="row">
                    {makes ? (
                        <Button
                            go
                            onPick={() => void ask("start", { nonce: randomHex(32) })}
                            illegal={
                                free > 0
                                    ? {
                                          text: tn(
                                              "One seat is still free: wait for somebody, or let a bot sit there.",
                                              "{n} seats are still free: wait for people, or let bots sit there.",
                                              free,
                                          ),
                                      }
                                    : undefined
                            }
                        >
                            {t("Start the game")}
                        </Button>
                    ) : (
                        <p class="muted">
                            {mine >= 0
                                ? t("The game begins when the maker of the table starts it.")
                                : t("Take a seat, or watch.")}
                        </p>
                    )}
                </div>
                <ChatBox room={room} />
            </main>
        </div>
    );
}

/* ---- The game -------------------------------------------------------------------------------- */

/** What one can ask of a running table. */
function menuOf(room: Room, lobby: LobbyState, ask: Ask): MenuItem[] {
    const mine = room.seat.value;
    if (mine < 0 || lobby.status !== "running") return [];
    const away = lobby.seats[mine]!.away;
    const others = lobby.seats.filter(({ who }) => who && who !== line.hello.value?.who);
    const makes = lobby.maker === line.hello.value?.who;
    return [
        lobby.paused
            ? { text: t("Go on"), icon: "i-play", onPick: () => void ask("resume") }
            : { text: t("Ask for a pause"), icon: "i-pause", onPick: () => void ask("pause") },
        { text: t("Ask to end the game"), icon: "i-x", onPick: () => void ask("end") },
        away
            ? { text: t("Take my seat back"), icon: "i-undo", onPick: () => void ask("return") }
            : { text: t("Leave: a bot plays on"), icon: "i-robot", onPick: () => void ask("leave") },
        ...(makes
            ? others.map(
                  (one): MenuItem => ({
                      text: t("Remove {name}", { name: one.name! }),
                      icon: "i-x",
                      onPick: () => void ask("remove", { who: one.who }),
                  }),
              )
            : []),
    ];
}

/** What has been asked for, in words; one's own wish waits for the others. */
function wish(verb: "pause" | "resume" | "end", name: string | null): string {
    if (name === null)
        return {
            pause: t("You ask for a pause. The others have to agree."),
            resume: t("You want to go on. The others have to agree."),
            end: t("You ask to end the game. The others have to agree."),
        }[verb];
    return {
        pause: t("{name} asks for a pause.", { name }),
        resume: t("{name} wants to go on.", { name }),
        end: t("{name} asks to end the game.", { name }),
    }[verb];
}

/** What has been asked for, and whether one is away. */
function Notices({ room, lobby, ask }: { room: Room; lobby: LobbyState; ask: Ask }) {
    const mine = room.seat.value;
    const notes: ComponentChildren[] = [];
    for (const verb of ["pause", "resume", "end"] as const) {
        const asked = lobby.asked?.[verb] ?? [];
        const own = asked.includes(mine);
        if (asked.length === 0 || lobby.status !== "running") continue;
        notes.push(
            <p key={verb}>
                {wish(verb, own ? null : namesOf(lobby)[asked[0]!]!)}{" "}
                {mine >= 0 && !own && (
                    <Button small onPick={() => void ask(verb)}>
                        {t("Agree")}
                    </Button>
                )}
            </p>,
        );
    }
    const waits = lobby.asked?.resume.includes(mine);
    if (lobby.paused && !waits)
        notes.push(
            <p key="paused">
                <Sym art="i-pause" /> {t("The game is paused.")}{" "}
                {mine >= 0 && (
                    <Button small go onPick={() => void ask("resume")}>
                        {t("Go on")}
                    </Button>
                )}
            </p>,
        );
    if (mine >= 0 && lobby.seats[mine]!.away && lobby.status === "running")
        notes.push(
            <p key="away">
                <Sym art="i-robot" /> {t("A bot plays for you.")}{" "}
                <Button small go onPick={() => void ask("return")}>
                    {t("Take my seat back")}
                </Button>
            </p>,
        );
    if (mine < 0)
        notes.push(
            <p key="watch">
                <Sym art="i-eye" /> {t("You are watching.")}
            </p>,
        );
    return notes.length > 0 ? (
        <div class="notices" role="status">
            {notes}
        </div>
    ) : null;
}

/** The clock of the move that is awaited. */
function Clocks({ lobby, table }: { lobby: LobbyState; table: Table }) {
    const { clock, clocks } = lobby;
    const position = table.position.value;
    if (!clock || !clocks || !position || lobby.status !== "running" || lobby.paused) return null;
    const since = clocks.since - line.ahead;
    const time = (seat: number) =>
        "days" in clock ? clock.days * 86400 : clock.move + (clocks.seats[seat]?.bank ?? 0) / 1000;
    return (
        <span class="clocks">
            {position.actors.map((seat) => (
                <span key={seat}>
                    <SeatMark seat={seat} name={position.names[seat]!} size={20} />
                    <Clock
                        until={since + time(seat) * 1000}
                        label={t("Time of {name}", { name: position.names[seat]! })}
                    />
                </span>
            ))}
        </span>
    );
}

async function rematch(lobby: LobbyState, ask: Ask): Promise<void> {
    if (lobby.next) return go(`/t/${lobby.next}`);
    const answer = await ask("rematch", { nonce: randomHex(32) });
    if (answer) go(`/t/${answer.table}`);
}

function Running({ room, lobby, ask }: { room: Room; lobby: LobbyState; ask: Ask }) {
    const seat = room.seat.value;
    const table = useTable(() => new SocketSource(room, seat), [room, seat]);
    const given = lobby.status === "abandoned";
    useEffect(() => scrollTo(0, 0), []);
    useEffect(() => {
        if (given) table?.end();
    }, [given, table]);
    const chatting = useSignal(false);
    const seen = useSignal(lastSeen(`${room.id}.chat`) ?? 0);
    if (!table) return <Waiting title={gameTitle(lobby.game)} />;
    const read = () => {
        seen.value = room.chat.peek().at(-1)?.number ?? 0;
        keepSeen(`${room.id}.chat`, seen.value);
    };
    const unread = chatting.value ? 0 : room.chat.value.filter(({ number }) => number > seen.value).length;
    const over = lobby.status === "finished";
    const frame = {
        above: (
            <>
                <Notices room={room} lobby={lobby} ask={ask} />
                <Clocks lobby={lobby} table={table} />
            </>
        ),
        id: room.id,
        connection: line.state.value,
        menu: menuOf(room, lobby, ask),
        onChat: () => (read(), void (chatting.value = true)),
        unread,
        again:
            room.seat.value >= 0
                ? {
                      text: lobby.next ? t("To the rematch") : t("Rematch"),
                      onPick: () => void rematch(lobby, ask),
                  }
                : undefined,
        replay: over ? () => go(`/replay/${room.id}`) : undefined,
    };
    return (
        <>
            <GamePage table={table} frame={frame} />
            <Dialog
                open={chatting.value}
                title={t("Chat")}
                onClose={() => (read(), void (chatting.value = false))}
            >
                <ChatBox room={room} bare />
                {over && (
                    <Button
                        icon="i-down"
                        onPick={() =>
                            download(`${lobby.game}-${room.id}.jsonl`, `${room.record().join("\n")}\n`)
                        }
                    >
                        {t("Save the record")}
                    </Button>
                )}
            </Dialog>
        </>
    );
}

const rooms = signal(new Map<string, Room>());

export function TablePage({ id }: { id: string }) {
    const room = useMemo(() => rooms.peek().get(id) ?? new Room(id), [id]);
    useEffect(() => {
        rooms.peek().set(id, room);
        return () => (rooms.peek().delete(id), room.close());
    }, [room]);
    const lobby = room.lobby.value;
    const ask = useMemo(() => asking(room), [room]);
    useEffect(() => void (lobby && (pageTitle.value = gameTitle(lobby.game))), [lobby?.game]);
    if (room.missing.value) return <MissingPage text={t("There is no such table.")} />;
    if (!lobby)
        return (
            <Waiting label={t("Connecting")}>
                <ConnectionState state={line.state.value} />
            </Waiting>
        );
    if (lobby.status === "gathering") return <Gathering room={room} lobby={lobby} ask={ask} />;
    if (lobby.status === "abandoned" && !room.begun.value)
        return <MissingPage text={t("This table was given up.")} />;
    return <Running room={room} lobby={lobby} ask={ask} />;
}
