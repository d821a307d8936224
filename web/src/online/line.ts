/* The line to the server: one socket that is opened again whenever it breaks, requests with their answers, and what the
 * server tells by itself. docs/protocol.md */
import { signal } from "@preact/signals";
import { settings } from "../look/settings";
import type { Connection } from "../source";
import { ownKey } from "./key";

export class Refused extends Error {
    constructor(
        readonly code: string,
        readonly rule: string | null,
        text: string,
    ) {
        super(text);
    }
}

/** The socket broke before the answer came: whether it was heard is not known. */
export class Lost extends Error {}

export interface Hello {
    who: string;
    name: string;
    now: number;
    levels: Record<string, string[]>;
}

type Answer = Record<string, unknown>;
type Push = Answer & { table?: string };

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

export class Line {
    readonly state = signal<Connection>("connecting");
    readonly hello = signal<Hello | null>(null);
    /** By how much the server's clock is ahead of this one, in ms. */
    ahead = 0;

    private socket: WebSocket | null = null;
    private next = 1;
    private wait = FIRST_WAIT;
    private readonly asked = new Map<number, { good: (answer: Answer) => void; bad: (why: Error) => void }>();
    private readonly listeners = new Set<(push: Push) => void>();
    private readonly returns = new Set<() => void>();

    constructor(private readonly address: string) {
        addEventListener("online", () => this.open());
        addEventListener("offline", () => this.socket?.close());
        document.addEventListener("visibilitychange", () => document.hidden || this.open());
    }

    /** Opens the socket if it is not open. */
    open(): void {
        if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
        const socket = new WebSocket(this.address, "razzia.1");
        this.socket = socket;
        this.state.value = navigator.onLine ? "connecting" : "offline";
        socket.onopen = () => void this.greet();
        socket.onmessage = ({ data }) => this.take(JSON.parse(data as string) as Answer);
        socket.onclose = () => this.socket === socket && this.closed();
    }

    /** Calls `back` now if the line is up, and every time it is up again. */
    whenUp(back: () => void): () => void {
        this.returns.add(back);
        if (this.state.peek() === "online") back();
        return () => this.returns.delete(back);
    }

    listen(hear: (push: Push) => void): () => void {
        this.listeners.add(hear);
        return () => this.listeners.delete(hear);
    }

    ask(verb: string, fields: Answer = {}): Promise<Answer> {
        return new Promise((good, bad) => {
            if (this.socket?.readyState !== WebSocket.OPEN) return bad(new Lost("no connection"));
            const id = this.next++;
            this.asked.set(id, { good, bad });
            this.socket.send(JSON.stringify({ id, do: verb, ...fields }));
        });
    }

    /** Asks until there is an answer, however often the socket breaks: for what may be asked twice. */
    async insist(verb: string, fields: Answer): Promise<Answer> {
        for (;;) {
            await this.up();
            try {
                return await this.ask(verb, fields);
            } catch (error) {
                if (!(error instanceof Lost)) throw error;
            }
        }
    }

    /** Closes and greets again: one is somebody else now. */
    again(): void {
        this.socket?.close();
    }

    private up(): Promise<void> {
        return new Promise((done) => {
            const stop = this.whenUp(() => queueMicrotask(() => (stop(), done())));
        });
    }

    private async greet(): Promise<void> {
        const name = settings.peek().name.trim();
        try {
            const answer = (await this.ask("hello", {
                protocol: 1,
                key: ownKey(),
                ...(name ? { name } : {}),
            })) as unknown as Hello;
            this.wait = FIRST_WAIT;
            this.ahead = answer.now - Date.now();
            this.hello.value = answer;
            this.state.value = "online";
            for (const back of [...this.returns]) back();
        } catch (error) {
            console.warn(error);
            this.socket?.close();
        }
    }

    private take(message: Answer): void {
        if (typeof message.re !== "number") {
            for (const hear of [...this.listeners]) hear(message as Push);
            return;
        }
        const open = this.asked.get(message.re);
        this.asked.delete(message.re);
        const error = message.error as { code: string; rule?: string; text: string } | undefined;
        if (error) open?.bad(new Refused(error.code, error.rule ?? null, error.text));
        else open?.good(message);
    }

    private closed(): void {
        this.state.value = navigator.onLine ? "connecting" : "offline";
        for (const { bad } of this.asked.values()) bad(new Lost("the connection broke"));
        this.asked.clear();
        setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
        this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    }
}

const scheme = location.protocol === "https:" ? "wss" : "ws";
/** The server that this page comes from. */
export const line = new Line(`${scheme}://${location.host}/ws`);
