/* A table at the server, as one sees it: what is beside its record, the chat, and the record itself as a source. */
import { computed, signal, type Signal } from "@preact/signals";
import type { Advice, GameName, Problem } from "../engine";
import { Thinker } from "../local";
import type { Connection, News, Source } from "../source";
import { LEVELS, type Level } from "../look/settings";
import { t } from "../look/text";
import { tell } from "../parts";
import { levelName } from "../shell/titles";
import { line, Refused } from "./line";

export interface Sitting {
    who?: string;
    name?: string;
    level?: string;
    away?: boolean;
    here?: boolean;
}

export interface LobbyState {
    game: GameName;
    seats: Sitting[];
    options: Record<string, unknown>;
    clock: { move: number; bank: number } | { days: number } | null;
    status: "gathering" | "running" | "finished" | "abandoned";
    maker: string;
    commit: string;
    open: boolean;
    paused?: boolean;
    /** The seats that have asked for it. */
    asked?: Record<"pause" | "resume" | "end", number[]>;
    muted?: string[];
    next?: string | null;
    clocks?: { since: number; seats: { bank: number }[] };
    spectators: number;
}

export interface Said {
    number: number;
    at: number;
    who: string;
    name: string;
    text: string;
}

/** The names of those at a table, bots by their level. */
export function namesOf(lobby: LobbyState): string[] {
    return lobby.seats.map(
        ({ name, level }, seat) => name ?? (level ? `${levelName(level as Level)} ${seat + 1}` : t("free")),
    );
}

/** The bots that can sit at a table of this game here. */
export function levelsOf(game: GameName): Level[] {
    const known: readonly string[] = LEVELS;
    return (line.hello.value?.levels[game] ?? []).filter((level) => known.includes(level)) as Level[];
}

export function problemOf(error: unknown): Problem {
    if (error instanceof Refused) return { name: error.code, rule: error.rule, text: error.message };
    return { name: "lost", rule: null, text: t("The server can not be reached now.") };
}

export class Room {
    readonly lobby = signal<LobbyState | null>(null);
    readonly chat = signal<readonly Said[]>([]);
    readonly missing = signal<string | null>(null);
    /** Lines of the record have come: the game has begun. */
    readonly begun = signal(false);
    /** One's own seat, or -1. */
    readonly seat = computed(
        () => this.lobby.value?.seats.findIndex(({ who }) => who && who === line.hello.value?.who) ?? -1,
    );
    readonly lines: string[] = [];
    private readonly hearers = new Set<(news: News) => void>();
    private readonly stops: (() => void)[];

    constructor(readonly id: string) {
        this.stops = [
            line.listen((push) => push.table === id && this.take(push)),
            line.whenUp(() => void this.watch()),
        ];
    }

    /** Asks for what is not known yet: at first everything, after a break what was missed. */
    private async watch(): Promise<void> {
        const chat = this.chat.peek().at(-1)?.number ?? 0;
        try {
            await line.ask("watch", { table: this.id, from: this.lines.length, chat });
        } catch (error) {
            if (error instanceof Refused) this.missing.value = error.message;
        }
    }

    private take(push: Record<string, unknown>): void {
        if (push.clocks && this.lobby.peek())
            this.lobby.value = { ...this.lobby.peek()!, clocks: push.clocks as LobbyState["clocks"] };
        if (push.lobby) this.know(push.lobby as LobbyState);
        if (push.chat) this.hearChat(push.chat as Said[]);
        if (push.lines)
            this.hearLines(
                push.from as number,
                (push.lines as unknown[]).map((one) => JSON.stringify(one)),
            );
    }

    private know(lobby: LobbyState): void {
        const before = this.lobby.peek();
        const sat = this.seat.peek() >= 0;
        this.lobby.value = lobby;
        if (sat && this.seat.peek() < 0) tell(t("You do not sit at this table any more."));
        const renamed = before && namesOf(before).join() !== namesOf(lobby).join();
        if (renamed && this.lines.length > 0) this.tell({ from: 0, lines: this.record() });
    }

    private hearChat(said: Said[]): void {
        const known = this.chat.peek().at(-1)?.number ?? 0;
        this.chat.value = [...this.chat.peek(), ...said.filter(({ number }) => number > known)];
    }

    /** Lines may come twice after a break; they are never other ones. */
    private hearLines(from: number, lines: string[]): void {
        if (from > this.lines.length) return void this.watch();
        const fresh = lines.slice(this.lines.length - from);
        if (fresh.length === 0) return;
        const first = this.lines.length;
        this.lines.push(...fresh);
        this.begun.value = true;
        this.tell(first === 0 ? { from: 0, lines: this.record() } : { from: first, lines: fresh });
    }

    /** The record with the names of those who play, which the server keeps apart. */
    record(): string[] {
        const [setup, ...rest] = this.lines;
        if (!setup) return [];
        const lobby = this.lobby.peek();
        const named = lobby ? JSON.stringify({ ...JSON.parse(setup), names: namesOf(lobby) }) : setup;
        return [named, ...rest];
    }

    private tell(news: News): void {
        for (const hear of [...this.hearers]) hear(news);
    }

    listen(hear: (news: News) => void): () => void {
        this.hearers.add(hear);
        if (this.lines.length > 0) hear({ from: 0, lines: this.record() });
        return () => this.hearers.delete(hear);
    }

    close(): void {
        for (const stop of this.stops) stop();
        if (line.state.peek() === "online")
            void line.ask("unwatch", { table: this.id }).catch(() => undefined);
    }
}

/** The record of a room as one seat sees it; -1 watches. */
export class SocketSource implements Source {
    readonly direct = true;
    readonly connection: Signal<Connection> = line.state;
    readonly canUndo = signal(false);
    private readonly thinker: Thinker;

    constructor(
        private readonly room: Room,
        readonly seat: number,
    ) {
        this.thinker = new Thinker(seat);
    }

    listen(hear: (news: News) => void): () => void {
        return this.room.listen(hear);
    }

    /** Sent again with the same number after a break, so that it is neither lost nor done twice. */
    async send(text: string): Promise<Problem | null> {
        const number = this.room.lines.length;
        try {
            await line.insist("act", { table: this.room.id, number, line: JSON.parse(text) as unknown });
            return null;
        } catch (error) {
            return problemOf(error);
        }
    }

    async undo(): Promise<void> {
        /* what others may have seen is not taken back */
    }

    advise(lines: readonly string[]): Promise<Advice | null> {
        return this.thinker.advise(lines);
    }

    close(): void {
        this.thinker.close();
    }
}
