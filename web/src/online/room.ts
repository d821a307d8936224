/* A table at the server, as one sees it: what is beside its record, the chat, and the record itself as a source. */
import { computed, effect, signal, type Signal } from "@preact/signals";
import type { Advice, AnyEvent, Engine, GameName, Problem } from "../engine";
import { Thinker } from "../local";
import type { Connection, News, Source } from "../source";
import { keepSeen, lastSeen } from "../look/seen";
import { LEVELS, type Level } from "../look/settings";
import { t } from "../look/text";
import { tell } from "../parts";
import { BOT_NAMES, levelName } from "../shell/levels";
import { Garbled, line, Refused, type Shut } from "./line";
import type { Answer, ChatMessage, LobbyState, Push } from "./messages";
import { isOneOf } from "../shape";
import { refusalText } from "./refusals";
import { isSeal, Witness } from "./witness";

/** The names of those at a table; bots have those that no person has. */
export function namesOf({ seats }: Pick<LobbyState, "seats">): string[] {
    const taken = new Set(seats.map(({ name }) => name));
    const left = BOT_NAMES.filter((name) => !taken.has(name));
    return seats.map(({ name, level }, seat) => {
        if (name !== undefined) return name;
        return level ? (left.shift() ?? `${levelName(level)} ${seat + 1}`) : t("free");
    });
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

/** Why this device is not let in. */
export function shutText(why: Shut): string {
    return {
        device: t("This device was removed from your devices. The settings say how it joins again."),
        banned: t("The owner of this club has shut you out."),
        club: t("This club is not open to everybody: one comes in by an invitation."),
    }[why];
}

export function problemOf(error: unknown): Problem {
    if (error instanceof Refused) return { name: error.code, rule: error.rule, text: refusalText(error) };
    if (error instanceof Garbled) return { name: "garbled", rule: null, text: garbledText() };
    const shut = line.shut.peek();
    return {
        name: "lost",
        rule: null,
        text: shut ? shutText(shut) : t("The server can not be reached now."),
    };
}

/** What others have said since one has looked. */
export function unreadIn(chat: readonly ChatMessage[], seen: number, me: string | undefined): number {
    return chat.filter(({ number, who }) => number > seen && who !== me).length;
}

/** What may be asked again: the table is there, and the server has too much to do. */
const isInPassing = isOneOf("limit", "store");
const SOON = 3000;

export class Room {
    readonly lobby = signal<LobbyState | null>(null);
    readonly chat = signal<readonly ChatMessage[]>([]);
    /** The last message that was on this device's screen, also before the page was loaded. */
    private readonly heard = signal(0);
    readonly unread = computed(() => unreadIn(this.chat.value, this.heard.value, line.hello.value?.who));
    readonly missing = signal<string | null>(null);
    /** Lines of the record have come: the game has begun. */
    readonly begun = signal(false);
    /** The seed was told: at the end, or when the table was given up. */
    readonly sealed = signal(false);
    /** One's own seat, or -1. */
    readonly seat = computed(
        () => this.lobby.value?.seats.findIndex(({ who }) => who && who === line.hello.value?.who) ?? -1,
    );
    readonly witness: Witness;
    readonly lines: string[] = [];
    /** How many lines there were when the record was asked for; they come in pieces. */
    private due = 0;
    /** How many have been told to those who listen: what was missed is told when all of it is here. */
    private told = 0;
    private setup: AnyEvent | null = null;
    /** The table is asked for again then. */
    private later: ReturnType<typeof setTimeout> | undefined;
    private readonly hearers = new Set<(news: News) => void>();
    private readonly stops: (() => void)[];

    /** The engine is for the witness; without one nothing is taken down. */
    constructor(
        readonly id: string,
        engine?: Promise<Engine>,
    ) {
        this.witness = new Witness(id);
        this.heard.value = lastSeen(`${id}.chat`) ?? 0;
        void engine?.then((started) => (this.witness.start(started), this.showWitness()));
        this.stops = [
            line.listen((push) => push.table === id && this.take(push)),
            line.whenUp(() => void this.watch()),
            this.saveWhenHidden(),
        ];
    }

    /** A page that nobody looks at may end without a word. */
    private saveWhenHidden(): () => void {
        const save = () => this.witness.saveNow();
        document.addEventListener("visibilitychange", save);
        return () => document.removeEventListener("visibilitychange", save);
    }

    /** Asks for what is not known yet: at first everything, after a break what was missed. */
    private async watch(): Promise<void> {
        clearTimeout(this.later);
        const chat = this.chat.peek().at(-1)?.number ?? 0;
        try {
            const { number = 0 } = await line.ask("watch", { table: this.id, from: this.lines.length, chat });
            this.due = number;
            this.missing.value = null;
        } catch (error) {
            if (!(error instanceof Refused)) return;
            if (isInPassing(error.code)) this.later = setTimeout(() => void this.watch(), SOON);
            else this.missing.value = error.message;
        }
    }

    private showWitness(): void {
        const lobby = this.lobby.peek();
        if (lobby) this.witness.follow(this.lines, this.seat.peek(), lobby);
    }

    private take({ clocks, lobby, chat, from, lines, head }: Push): void {
        const known = this.lobby.peek();
        if (clocks && known) this.lobby.value = { ...known, clocks };
        if (lobby) this.know(lobby);
        if (chat) this.hearChat(chat);
        if (lines && from !== undefined) this.hearLines(from, lines);
        this.showWitness();
        if (head && lines && from !== undefined) this.witness.hear(from + lines.length - 1, head);
    }

    private know(lobby: LobbyState): void {
        const before = this.lobby.peek();
        const sat = this.seat.peek() >= 0;
        this.lobby.value = lobby;
        if (sat && this.seat.peek() < 0) tell(t("You do not sit at this table any more."));
        const renamed = before && namesOf(before).join() !== namesOf(lobby).join();
        if (renamed) this.retell();
    }

    private hearChat(said: ChatMessage[]): void {
        const known = this.chat.peek().at(-1)?.number ?? 0;
        this.chat.value = [...this.chat.peek(), ...said.filter(({ number }) => number > known)];
    }

    /** What has been said is on the screen. */
    readChat(): void {
        const last = this.chat.peek().at(-1)?.number ?? 0;
        if (last <= this.heard.peek()) return;
        this.heard.value = last;
        keepSeen(`${this.id}.chat`, last);
    }

    /** Lines may come twice after a break; they are never other ones. */
    private hearLines(from: number, lines: AnyEvent[]): void {
        if (from > this.lines.length) return void this.watch();
        const fresh = lines.slice(this.lines.length - from);
        if (fresh.length === 0) return;
        if (this.lines.length === 0) this.setup = fresh[0]!;
        this.lines.push(...fresh.map((line) => JSON.stringify(line)));
        this.begun.value = true;
        this.sealed.value = isSeal(this.lines.at(-1));
        this.tellLines();
    }

    private tellLines(): void {
        const from = this.told;
        if (this.lines.length < this.due) return;
        this.told = this.lines.length;
        this.tell({ from, lines: this.record().slice(from) });
    }

    private retell(): void {
        if (this.told > 0) this.tell({ from: 0, lines: this.record().slice(0, this.told) });
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
        if (this.told > 0) hear({ from: 0, lines: this.record().slice(0, this.told) });
        return () => this.hearers.delete(hear);
    }

    /** A move of one's own was taken. */
    hearMove({ number, head }: Answer<"act">): void {
        if (number !== undefined && head) this.witness.hearMove(number, head);
    }

    close(): void {
        for (const stop of this.stops) stop();
        clearTimeout(this.later);
        this.witness.saveNow();
        if (line.state.peek() === "online")
            void line.ask("unwatch", { table: this.id }).catch(() => undefined);
    }
}

const PATIENCE = 3000;

/** One's seat at a table that is not open here, or -1, and the names of those who sit there; null if the server does not say. */
export function lookAt(id: string): Promise<{ seat: number; names: string[] } | null> {
    return new Promise((done) => {
        const room = new Room(id);
        const end = (found: { seat: number; names: string[] } | null) => {
            clearTimeout(late);
            queueMicrotask(() => (stop(), room.close()));
            done(found);
        };
        const late = setTimeout(() => end(null), PATIENCE);
        const stop = effect(() => {
            if (room.missing.value) end(null);
            else if (room.lobby.value) end({ seat: room.seat.value, names: namesOf(room.lobby.value) });
        });
    });
}

/** The record of a room as one seat sees it; -1 watches. */
export class SocketSource implements Source {
    readonly direct = true;
    readonly connection: Signal<Connection> = line.state;
    readonly canUndo = signal(false);
    readonly helps = computed(() => this.room.lobby.value?.help !== false);
    readonly hasClock = computed(() => !!this.room.lobby.value?.clock);
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
            const done = await line.insist("act", { table: this.room.id, number, line: event });
            this.room.hearMove(done);
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
