/* The line to the server: one socket that is opened again whenever it breaks, requests with their answers, and what the
 * server tells by itself. docs/protocol.md */
import { signal } from "@preact/signals";
import { protocolErrors, type ProtocolError } from "razzia-protocol";
import { set, settings } from "../look/settings";
import { readKept, writeKept } from "../look/storage";
import { isObject, isOneOf, isText, parseAs, type Shape } from "../shape";
import type { Connection } from "../source";
import { becomeKey, deviceName, isWall, ownKey, randomHex } from "./key";
import {
    ANSWERS,
    isAnswer,
    isPush,
    isRefusal,
    type Answer,
    type Hello,
    type Push,
    type Verb,
} from "./messages";

export class Refused extends Error {
    constructor(
        readonly code: ProtocolError | "unknown",
        readonly rule: string | null,
        text: string,
    ) {
        super(text);
    }
}

/** A server of another version may have other errors: their text is shown all the same. */
const isCode = isOneOf(...protocolErrors);

/** The server does not know what was asked: it is of an older version. */
export function isUnknown(error: unknown): boolean {
    return error instanceof Refused && error.code === "request";
}

/** The socket broke before the answer came: whether it was heard is not known. */
export class Lost extends Error {}

/** What came is nothing that this page understands. */
export class Garbled extends Error {}

type Fields = Record<string, unknown>;

/** How this device joins a person: a fresh key of its own, and a code or another key of that person. */
interface Joining {
    key: string;
    join: string;
    resolve: () => void;
    reject: (why: unknown) => void;
}

/** The server does not want to hear of this device again: it was removed, shut out, or has not been invited. */
const isShut = isOneOf("device", "banned", "club");
export type Shut = Shape<typeof isShut>;

/** A code by which one comes into a club that is not open; said with the next hello. */
interface Invited {
    code: string;
    resolve: () => void;
    reject: (why: unknown) => void;
}

interface Open {
    resolve: (answer: unknown) => void;
    reject: (why: Error) => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const SHUT_WAIT = 300_000;

const NAMED = "razzia.named";

/** What the server calls this person, as this device knows it. */
export function noteName(name: string): void {
    writeKept(NAMED, name);
}

/** The name that was set here since the server has said one. Another device, or the owner of the club, may have changed it
 * meanwhile: an old one is not told again. */
function newName(): string {
    const name = settings.peek().name.trim();
    return isWall() || name === readKept(NAMED, isText) ? "" : name;
}

/** Whoever has said no name is called guest, and is not called so here. */
function takeName(name: string): void {
    if (isWall()) return;
    noteName(name);
    if (!/^guest \S{4}$/.test(name) && settings.peek().name.trim() !== name) set({ name });
}

export class Line {
    readonly state = signal<Connection>("connecting");
    readonly hello = signal<Hello | null>(null);
    /** Why the server does not let this device in; asked again only now and then. */
    readonly shut = signal<Shut | null>(null);
    /** How often something came that is not of the protocol; the socket was then closed, and is opened again after a while. */
    readonly garbled = signal(0);
    /** By how much the server's clock is ahead of this one, in ms. */
    ahead = 0;

    private socket: WebSocket | null = null;
    private joining: Joining | null = null;
    private invited: Invited | null = null;
    /** Names that the server has refused: nobody is kept out by theirs. */
    private readonly misnamed = new Set<string>();
    private next = 1;
    private wait = FIRST_WAIT;
    private readonly asked = new Map<number, Open>();
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
        this.loseAsked();
        const socket = new WebSocket(this.address, "razzia.1");
        this.socket = socket;
        this.state.value = navigator.onLine ? "connecting" : "offline";
        socket.onopen = () => void this.greet();
        socket.onmessage = ({ data }) => this.receive(data);
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

    async ask<V extends Verb>(verb: V, fields: Fields = {}): Promise<Answer<V>> {
        const answer = await this.send(verb, fields);
        if (ANSWERS[verb](answer)) return answer as Answer<V>;
        this.refuseMessage();
        throw new Garbled(`the answer to ${verb}`);
    }

    /** Asks until there is an answer, however often the socket breaks: for what may be asked twice. */
    async insist<V extends Verb>(verb: V, fields: Fields): Promise<Answer<V>> {
        for (;;) {
            await this.up();
            try {
                return await this.ask(verb, fields);
            } catch (error) {
                if (!(error instanceof Lost)) throw error;
            }
        }
    }

    private send(verb: Verb, fields: Fields): Promise<unknown> {
        return new Promise((resolve, reject) => {
            if (this.socket?.readyState !== WebSocket.OPEN) return reject(new Lost("no connection"));
            const id = this.next++;
            this.asked.set(id, { resolve, reject });
            this.socket.send(JSON.stringify({ id, do: verb, ...fields }));
        });
    }

    /** Greets again: one is somebody else now. */
    again(): void {
        this.wait = FIRST_WAIT;
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.close();
        else this.open();
    }

    private up(): Promise<void> {
        return new Promise((done) => {
            const stop = this.whenUp(() => queueMicrotask(() => (stop(), done())));
        });
    }

    /** This device becomes one of a person's, and is no longer who it was. */
    join(join: string): Promise<void> {
        return new Promise((resolve, reject) => {
            this.joining = { key: randomHex(16), join, resolve, reject };
            this.again();
        });
    }

    /** Comes into a club that is not open. */
    accept(code: string): Promise<void> {
        return new Promise((resolve, reject) => {
            this.invited = { code, resolve, reject };
            this.again();
        });
    }

    /** Whoever has not joined or come in yet does not want to any more. */
    stay(): void {
        this.joining = this.invited = null;
    }

    private async greet(): Promise<void> {
        const { joining, invited } = this;
        const said = joining ? "" : newName();
        const name = this.misnamed.has(said) ? "" : said;
        try {
            const answer = await this.ask("hello", {
                protocol: 1,
                key: joining?.key ?? ownKey(),
                ...(name ? { name } : {}),
                ...(isWall() ? {} : { device: deviceName() }),
                ...(joining ? { join: joining.join } : {}),
                ...(invited ? { invite: invited.code } : {}),
            });
            if (joining) becomeKey(joining.key);
            takeName(answer.name);
            this.welcome(name === said ? answer : { ...answer, named: false });
            joining?.resolve();
            invited?.resolve();
        } catch (error) {
            this.turnedAway(error, name);
        }
    }

    private welcome(answer: Hello): void {
        this.joining = null;
        this.invited = null;
        this.wait = FIRST_WAIT;
        this.ahead = answer.now - Date.now();
        this.shut.value = null;
        this.hello.value = answer;
        this.state.value = "online";
        for (const back of [...this.returns]) back();
    }

    /** Whoever can not join, or come in, stays who they were. */
    private turnedAway(error: unknown, name: string): void {
        if (error instanceof Refused && name && error.code === "name") {
            this.misnamed.add(name);
            this.wait = FIRST_WAIT;
        } else if (error instanceof Refused && (this.joining ?? this.invited)) {
            this.joining?.reject(error);
            this.invited?.reject(error);
            this.joining = this.invited = null;
        } else if (error instanceof Refused && isShut(error.code)) {
            this.shut.value = error.code;
            this.wait = SHUT_WAIT;
        } else console.warn(error);
        this.socket?.close();
    }

    /** A message of the server, of which nothing is known yet. */
    receive(data: unknown): void {
        const message = typeof data === "string" ? parseAs(isObject, data) : null;
        if (isAnswer(message)) this.answer(message);
        else if (message && !("re" in message) && isPush(message))
            for (const hear of [...this.listeners]) hear(message);
        else this.refuseMessage();
    }

    private answer(message: { re: number }): void {
        const open = this.asked.get(message.re);
        this.asked.delete(message.re);
        if (isRefusal(message)) {
            const { code, rule, text } = message.error;
            open?.reject(new Refused(isCode(code) ? code : "unknown", rule ?? null, text));
        } else if ("error" in message) {
            this.refuseMessage();
            open?.reject(new Garbled("an error"));
        } else {
            open?.resolve(message);
        }
    }

    /** The server and this page do not understand each other: after a while it is tried again. */
    private refuseMessage(): void {
        this.garbled.value++;
        this.wait = LONGEST_WAIT;
        this.socket?.close();
    }

    private loseAsked(): void {
        for (const { reject } of this.asked.values()) reject(new Lost("the connection broke"));
        this.asked.clear();
    }

    private closed(): void {
        this.state.value = navigator.onLine ? "connecting" : "offline";
        this.loseAsked();
        setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
        this.wait = Math.min(this.shut.peek() ? SHUT_WAIT : LONGEST_WAIT, this.wait * 2);
    }
}

const scheme = location.protocol === "https:" ? "wss" : "ws";
/** The server that this page comes from. */
export const line = new Line(`${scheme}://${location.host}/ws`);
