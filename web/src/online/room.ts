/* A table at the server, as one sees it: what is beside its record, the chat, and the record itself as a source. */
import { computed, signal, type Signal } from "@preact/signals";
import type { Advice, AnyEvent, GameName, Problem } from "../engine";
import { Thinker } from "../local";
import type { Connection, News, Source } from "../source";
import { LEVELS, type Level } from "../look/settings";
import { t } from "../look/text";
import { tell } from "../parts";
import { levelName } from "../shell/levels";
import { Garbled, line, Refused } from "./line";
import type { ChatMessage, LobbyState, Push } from "./messages";

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

export function garbledText(): string {
    return t(
        "The server said something that this page does not understand. Reload the page if that stays so.",
    );
}

export function problemOf(error: unknown): Problem {
    if (error instanceof Refused) return { name: error.code, rule: error.rule, text: error.message };
    if (error instanceof Garbled) return { name: "garbled", rule: null, text: garbledText() };
    return { name: "lost", rule: null, text: t("The server can not be reached now.") };
}

export class Room {
    readonly lobby = signal<LobbyState | null>(null);
    readonly chat = signal<readonly ChatMessage[]>([]);
    readonly missing = signal<string | null>(null);
    /** Lines of the record have come: the game has begun. */
    readonly begun = signal(false);
    /** One's own seat, or -1. */
    readonly seat = computed(
        () => this.lobby.value?.seats.findIndex(({ who }) => who && who === line.hello.value?.who) ?? -1,
    );
    readonly lines: string[] = [];
    private setup: AnyEvent | null = null;
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

    private take({ clocks, lobby, chat, from, lines }: Push): void {
        const known = this.lobby.peek();
        if (clocks && known) this.lobby.value = { ...known, clocks };
        if (lobby) this.know(lobby);
        if (chat) this.hearChat(chat);
        if (lines && from !== undefined) this.hearLines(from, lines);
    }

    private know(lobby: LobbyState): void {
        const before = this.lobby.peek();
        const sat = this.seat.peek() >= 0;
        this.lobby.value = lobby;
        if (sat && this.seat.peek() < 0) tell(t("You do not sit at this table any more."));
        const renamed = before && namesOf(before).join() !== namesOf(lobby).join();
        if (renamed && this.lines.length > 0) this.tell({ from: 0, lines: this.record() });
    }

    private hearChat(said: ChatMessage[]): void {
        const known = this.chat.peek().at(-1)?.number ?? 0;
        this.chat.value = [...this.chat.peek(), ...said.filter(({ number }) => number > known)];
    }

    /** Lines may come twice after a break; they are never other ones. */
    private hearLines(from: number, lines: AnyEvent[]): void {
        if (from > this.lines.length) return void this.watch();
        const fresh = lines.slice(this.lines.length - from);
        if (fresh.length === 0) return;
        const first = this.lines.length;
        if (first === 0) this.setup = fresh[0]!;
        this.lines.push(...fresh.map((line) => JSON.stringify(line)));
        this.begun.value = true;
        this.tell({ from: first, lines: first === 0 ? this.record() : this.lines.slice(first) });
    }

    /** The record with the names of those who play, which the server keeps apart. */
    record(): string[] {
        const lobby = this.lobby.peek();
        if (!this.setup || !lobby) return [...this.lines];
        return [JSON.stringify({ ...this.setup, names: namesOf(lobby) }), ...this.lines.slice(1)];
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
    async send(event: AnyEvent): Promise<Problem | null> {
        const number = this.room.lines.length;
        try {
            await line.insist("act", { table: this.room.id, number, line: event });
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
