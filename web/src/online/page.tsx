/* The page of a table at the server: seats before the game, the game itself, chat, and what a table can agree on. */
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { loadModule, startEngine } from "../engine";
import { useTable } from "../games/made";
import { GamePage } from "../games/page";
import { pageTitle } from "../look/notify";
import { href } from "../look/address";
import { go } from "../look/router";
import { t } from "../look/text";
import { Button, ConnectionState, Dialog, tell, Waiting, type MenuItem } from "../parts";
import { download } from "../shell/kept";
import { MissingPage } from "../shell/pages";
import type { Table } from "../table";
import { gameTitle } from "../games/registry";
import { asking, freeSeat, sitDown, type Ask } from "./asking";
import { ChatBox } from "./chat";
import { Clocks } from "./clocks";
import { TableFacts } from "./facts";
import { BreachNotice } from "./fair";
import { Gathering, GatheringWall } from "./gathering";
import { randomHex } from "./key";
import { line } from "./line";
import type { LobbyState } from "./messages";
import { playersMenu } from "./menu";
import { AsleepNotice, Notices } from "./notices";
import { withNames } from "../replay/source";
import { saveReceipt } from "./receipts";
import { namesOf, Room, shutText, SocketSource } from "./room";

/** What everybody can look at: what was settled, at the end whether the dice were honest, and the table on a larger screen, in a
 * window of its own. */
function lookingMenu(id: string, onFacts: () => void, onVerify?: () => void): MenuItem[] {
    return [
        { text: t("About this table"), icon: "i-info", onPick: onFacts },
        ...(onVerify ? [{ text: t("Verify the dice"), icon: "i-dice", onPick: onVerify } as const] : []),
        {
            text: t("Show on a wall screen"),
            icon: "i-eye",
            onPick: () => void open(`/t/${id}/wall`, "_blank", "noopener"),
        },
    ];
}

/** Whoever goes to the rematch of a game sits down there, on the same seat if it is free. */
let returning: { table: string; seat: number } | null = null;

function useReturning(room: Room, lobby: LobbyState | null, ask: Ask): void {
    useEffect(() => {
        if (!lobby || returning?.table !== room.id) return;
        const { seat } = returning;
        returning = null;
        if (lobby.status !== "gathering" || room.seat.peek() >= 0) return;
        const found = freeSeat(lobby.seats, seat);
        if (found !== null) void sitDown(room, ask, found);
    }, [lobby]);
}

async function rematch(lobby: LobbyState, seat: number, ask: Ask): Promise<void> {
    if (lobby.next) {
        returning = { table: lobby.next, seat };
        return go(`/t/${lobby.next}`);
    }
    // As with `make` it is the nonce of `start`, or of `ready`, that counts: the game begins when all are there again.
    const answer = await ask("rematch", { nonce: randomHex(32), quick: true });
    if (answer) go(`/t/${answer.table}`);
}

/** The record of a game that is over, as the server gives it; null where it does not answer. */
async function fetchRecord(id: string): Promise<string | null> {
    const answer = await fetch(`/record/${encodeURIComponent(id)}`).catch(() => null);
    return answer?.ok ? answer.text() : null;
}

/** The same, with the names that were seen; what one saw of it where the server does not answer. */
async function wholeRecord(room: Room): Promise<string> {
    const record = await fetchRecord(room.id);
    if (record === null) return `${room.record().join("\n")}\n`;
    return withNames(record, namesOf(room.lobby.peek()!));
}

/** Verifying is loaded when somebody asks for it. */
function Verifying({ id, onClose }: { id: string; onClose: () => void }) {
    const made = useSignal<ComponentChildren>(null);
    useEffect(() => {
        void Promise.all([fetchRecord(id), import("../replay/page")]).then(([record, { VerifyDialog }]) => {
            if (record !== null)
                return void (made.value = <VerifyDialog record={record} table={id} onClose={onClose} />);
            tell(t("The server can not be reached now."), "bad");
            onClose();
        });
    }, [id]);
    return <>{made.value}</>;
}

/** Chat, and at the end the record. */
function ChatDialog({ room, over, onClose }: { room: Room; over: boolean; onClose: () => void }) {
    const save = async () => download(`${room.lobby.peek()!.game}-${room.id}.jsonl`, await wholeRecord(room));
    return (
        <Dialog open title={t("Chat")} onClose={onClose}>
            <ChatBox room={room} bare />
            {over && (
                <Button icon="i-down" onPick={save}>
                    {t("Save the record")}
                </Button>
            )}
        </Dialog>
    );
}

/** The table of a room by the eyes of a seat, or of a spectator. */
function useRoomTable(room: Room, lobby: LobbyState, seat: number): Table | null {
    const table = useTable(() => new SocketSource(room, seat), [room, seat]);
    const given = lobby.status === "abandoned";
    useEffect(() => scrollTo(0, 0), []);
    useEffect(() => {
        if (given) table?.end();
    }, [given, table]);
    return table;
}

/** With the receipt of one's own seat. */
function FactsSheet({ room: { witness }, lobby }: { room: Room; lobby: LobbyState }) {
    return (
        <>
            <TableFacts lobby={lobby} witness={witness} />
            {witness.head.value && witness.receipt && (
                <Button icon="i-down" onPick={() => saveReceipt(witness.receipt!)}>
                    {t("Save the receipt")}
                </Button>
            )}
        </>
    );
}

interface RunningProps {
    room: Room;
    lobby: LobbyState;
    ask: Ask;
}

function Running({ room, lobby, ask }: RunningProps) {
    const seat = room.seat.value;
    const table = useRoomTable(room, lobby, seat);
    const sheet = useSignal<"chat" | "facts" | "dice" | null>(null);
    if (!table) return <Waiting title={gameTitle(lobby.game)} />;
    const show = (which: typeof sheet.value) => void (sheet.value = which);
    const over = lobby.status === "finished";
    const again = {
        text: lobby.next ? t("To the rematch") : t("Rematch"),
        onPick: () => void rematch(lobby, seat, ask),
    };
    const verify = room.sealed.value ? () => show("dice") : undefined;
    const looking = lookingMenu(room.id, () => show("facts"), verify);
    const frame = {
        above: (
            <>
                <BreachNotice witness={room.witness} />
                <Notices room={room} lobby={lobby} ask={ask} />
                <Clocks lobby={lobby} table={table} />
            </>
        ),
        id: room.id,
        connection: line.state.value,
        menu: [...playersMenu(room, lobby, ask), ...looking],
        onChat: () => show("chat"),
        unread: sheet.value === "chat" ? 0 : room.unread.value,
        again: seat >= 0 ? again : undefined,
        replay: over ? () => go(`/replay/${room.id}`) : undefined,
        review: over ? () => go(`/review/${room.id}`) : undefined,
        record: over ? () => wholeRecord(room) : undefined,
        link: over ? new URL(href(`/replay/${room.id}`), location.href).href : undefined,
    };
    return (
        <>
            <GamePage table={table} frame={frame} />
            {sheet.value === "chat" && <ChatDialog room={room} over={over} onClose={() => show(null)} />}
            {sheet.value === "dice" && <Verifying id={room.id} onClose={() => show(null)} />}
            <Dialog open={sheet.value === "facts"} title={t("About this table")} onClose={() => show(null)}>
                <FactsSheet room={room} lobby={lobby} />
            </Dialog>
        </>
    );
}

const FOLLOW = 20_000;

/** Nobody touches a wall: it goes on to the rematch by itself, when the end has been seen. */
function useRematch(next: string | null | undefined): void {
    useEffect(() => {
        if (!next) return;
        const timer = setTimeout(() => go(`/t/${next}/wall`), FOLLOW);
        return () => clearTimeout(timer);
    }, [next]);
}

/** A screen across the room: it watches, and asks nothing of anybody. */
function RunningWall({ room, lobby }: { room: Room; lobby: LobbyState }) {
    const table = useRoomTable(room, lobby, -1);
    useRematch(lobby.next);
    if (!table) return <Waiting title={gameTitle(lobby.game)} />;
    const above = (
        <>
            <BreachNotice witness={room.witness} />
            {lobby.asleep && lobby.status === "running" && (
                <div class="notices">
                    <AsleepNotice />
                </div>
            )}
            <Clocks wall lobby={lobby} table={table} />
        </>
    );
    return <GamePage table={table} frame={{ wall: true, above, connection: line.state.value }} />;
}

const rooms = signal(new Map<string, Room>());

export function TablePage({ id, wall }: { id: string; wall: boolean }) {
    const key = wall ? `${id}/wall` : id; // what a player was told is not for the wall
    const room = useMemo(() => rooms.peek().get(key) ?? new Room(id, loadModule().then(startEngine)), [key]);
    useEffect(() => {
        rooms.peek().set(key, room);
        return () => (rooms.peek().delete(key), room.close());
    }, [room]);
    const lobby = room.lobby.value;
    const ask = useMemo(() => asking(room), [room]);
    useReturning(room, lobby, ask);
    useEffect(() => void (lobby && (pageTitle.value = gameTitle(lobby.game))), [lobby?.game]);
    if (room.missing.value) return <MissingPage text={t("There is no such table.")} />;
    if (!lobby && line.shut.value) return <MissingPage text={shutText(line.shut.value)} />;
    if (!lobby)
        return (
            <Waiting label={t("Connecting")}>
                <ConnectionState state={line.state.value} />
            </Waiting>
        );
    if (lobby.status === "gathering")
        return wall ? <GatheringWall lobby={lobby} /> : <Gathering room={room} lobby={lobby} ask={ask} />;
    if (lobby.status === "abandoned" && !room.begun.value)
        return <MissingPage text={t("This table was given up.")} />;
    return wall ? <RunningWall room={room} lobby={lobby} /> : <Running room={room} lobby={lobby} ask={ask} />;
}
