// A table on this machine: a worker hosts it.
import { signal } from "@preact/signals-core";
import type { Advice, AnyEvent, Problem } from "./engine";
import type { Game } from "./host";
import { ANSWERS, isReply, type Answer, type Ask, type Request, type RequestName } from "./messages";
import type { Connection, News, Source } from "./source";
import { texts } from "./texts";

/** As much of a Worker as is needed. */
export interface Thread {
    onmessage: ((event: { data: unknown }) => unknown) | null;
    onerror?: ((event: unknown) => unknown) | null;
    postMessage(request: Request): void;
    terminate(): void;
}

export function startWorker(): Thread {
    return new Worker("/worker.js", { type: "module" }) as unknown as Thread;
}

type LocalNews = News & { canUndo: boolean };

interface Open {
    name: RequestName;
    /** Gets how much is done, from 0 to 1. */
    onProgress?: (progress: number) => void;
    resolve: (answer: never) => void;
    reject: (why: Error) => void;
}

/** Requests to a worker, each with its answer. */
export class Asker {
    private next = 0;
    /** Why nothing more can be expected of the worker, once that is so. */
    private failure: Error | null = null;
    private readonly open = new Map<number, Open>();

    /** `onNews` gets the lines of the game that is hosted; `onFault` is called if the worker has crashed or talks nonsense. */
    constructor(
        private readonly thread: Thread,
        private readonly onNews: (news: LocalNews) => void = () => undefined,
        private readonly onFault: () => void = () => undefined,
    ) {
        thread.onmessage = ({ data }) => this.receive(data);
        thread.onerror = () => this.fail("the worker has stopped");
    }

    ask<K extends RequestName>(
        name: K,
        ask: Ask<K>,
        onProgress?: (progress: number) => void,
    ): Promise<Answer<K>> {
        const id = this.next++;
        if (this.failure) return Promise.reject(this.failure);
        return new Promise((resolve, reject) => {
            this.open.set(id, { name, resolve, reject, onProgress });
            this.thread.postMessage({ id, name, ask });
        });
    }

    close(): void {
        this.thread.terminate();
    }

    private receive(reply: unknown): void {
        if (!isReply(reply)) return this.fail("the worker said something else");
        if ("lines" in reply) return this.onNews(reply);
        if ("progress" in reply) return this.open.get(reply.id)?.onProgress?.(reply.progress);
        const waiting = this.open.get(reply.id);
        this.open.delete(reply.id);
        if (!waiting) return this.fail("failed" in reply ? reply.failed : "an answer to nothing");
        if ("failed" in reply) waiting.reject(new Error(reply.failed));
        else if (ANSWERS[waiting.name](reply.answer)) waiting.resolve(reply.answer as never);
        else waiting.reject(new Error(`a strange answer to ${waiting.name}`));
    }

    /** Nothing more can be expected of the worker. */
    private fail(why: string): void {
        this.failure = new Error(why);
        for (const { reject } of this.open.values()) reject(this.failure);
        this.open.clear();
        this.onFault();
    }
}

/** A strong player in a worker of its own, which is started when it is first asked, and anew after it has failed. */
export class Thinker {
    private asker: Asker | null = null;

    constructor(
        private readonly seat: number,
        private readonly start: () => Thread = startWorker,
    ) {}

    advise(lines: readonly string[]): Promise<Advice | null> {
        this.asker ??= new Asker(this.start(), undefined, () => this.close());
        return this.asker.ask("advise", {
            lines: [...lines],
            seat: this.seat,
            language: texts.value.language,
        });
    }

    close(): void {
        this.asker?.close();
        this.asker = null;
    }
}

export class LocalSource implements Source {
    readonly direct = true;
    readonly connection = signal<Connection>("local");
    readonly canUndo = signal(false);
    readonly fault = signal(false);
    private readonly lines: string[] = [];
    private readonly listeners = new Set<(news: News) => void>();
    private readonly asker: Asker;
    private readonly thinker: Thinker;

    private constructor(
        readonly seat: number,
        readonly practice: boolean,
        start: () => Thread,
    ) {
        this.thinker = new Thinker(seat, start);
        this.asker = new Asker(
            start(),
            (news) => this.spread(news),
            () => void (this.fault.value = true),
        );
    }

    /** Begins a game, or goes on with one; a problem if its record is not right. */
    static async host(game: Game, seat: number, start = startWorker): Promise<LocalSource | Problem> {
        const source = new LocalSource(seat, !!game.practice, start);
        const problem = await source.asker.ask("host", { game, seat });
        if (!problem) return source;
        source.close();
        return problem;
    }

    listen(hear: (news: News) => void): () => void {
        this.listeners.add(hear);
        if (this.lines.length > 0) hear({ from: 0, lines: [...this.lines] });
        return () => this.listeners.delete(hear);
    }

    send(line: AnyEvent): Promise<Problem | null> {
        return this.asker.ask("send", { line });
    }

    async undo(): Promise<void> {
        await this.asker.ask("undo", {});
    }

    /** The whole game, to be kept. */
    game(): Promise<Game> {
        return this.asker.ask("game", {});
    }

    advise(lines: readonly string[]): Promise<Advice | null> {
        return this.thinker.advise(lines);
    }

    close(): void {
        this.asker.close();
        this.thinker.close();
        this.listeners.clear();
    }

    private spread({ from, lines, canUndo }: LocalNews): void {
        this.lines.splice(from, Infinity, ...lines);
        this.canUndo.value = canUndo;
        for (const hear of this.listeners) hear({ from, lines });
    }
}
