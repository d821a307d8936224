// A table on this machine: a worker hosts it.
import { signal } from "@preact/signals-core";
import type { Advice, Problem } from "./engine";
import type { Game } from "./host";
import type { Reply, Request, RequestName, Requests } from "./messages";
import type { Connection, News, Source } from "./source";
import { texts } from "./texts";

/** As much of a Worker as is needed. */
export interface Thread {
    onmessage: ((event: { data: Reply }) => unknown) | null;
    postMessage(request: Request): void;
    terminate(): void;
}

export function startWorker(): Thread {
    return new Worker("/worker.js", { type: "module" }) as unknown as Thread;
}

/** Requests to a worker, each with its answer. */
export class Asker {
    private next = 0;
    private readonly open = new Map<number, { good: (answer: unknown) => void; bad: (why: Error) => void }>();

    constructor(
        private readonly thread: Thread,
        private readonly hear: (news: News & { canUndo: boolean }) => void = () => undefined,
    ) {
        thread.onmessage = ({ data }) => this.take(data);
    }

    ask<K extends RequestName>(name: K, ask: Requests[K]["ask"]): Promise<Requests[K]["answer"]> {
        const id = this.next++;
        return new Promise((good, bad) => {
            this.open.set(id, { good: good as (answer: unknown) => void, bad });
            this.thread.postMessage({ id, name, ask });
        });
    }

    close(): void {
        this.thread.terminate();
    }

    private take(reply: Reply): void {
        if ("lines" in reply) {
            this.hear(reply);
            return;
        }
        const waiting = this.open.get(reply.id);
        this.open.delete(reply.id);
        if ("failed" in reply) {
            if (!waiting) throw new Error(reply.failed);
            waiting.bad(new Error(reply.failed));
        } else {
            waiting?.good(reply.answer);
        }
    }
}

/** A strong player in a worker of its own, which is started when it is first asked. */
export class Thinker {
    private asker: Asker | null = null;

    constructor(
        private readonly seat: number,
        private readonly start: () => Thread = startWorker,
    ) {}

    advise(lines: readonly string[]): Promise<Advice | null> {
        this.asker ??= new Asker(this.start());
        return this.asker.ask("advise", {
            lines: [...lines],
            seat: this.seat,
            language: texts.value.language,
        });
    }

    close(): void {
        this.asker?.close();
    }
}

export class LocalSource implements Source {
    readonly direct = true;
    readonly connection = signal<Connection>("local");
    readonly canUndo = signal(false);
    private readonly lines: string[] = [];
    private readonly listeners = new Set<(news: News) => void>();
    private readonly asker: Asker;
    private readonly thinker: Thinker;

    private constructor(
        readonly seat: number,
        start: () => Thread,
    ) {
        this.thinker = new Thinker(seat, start);
        this.asker = new Asker(start(), (news) => this.spread(news));
    }

    /** Begins a game, or goes on with one; a problem if its record is not right. */
    static async host(game: Game, seat: number, start = startWorker): Promise<LocalSource | Problem> {
        const source = new LocalSource(seat, start);
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

    send(line: string): Promise<Problem | null> {
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

    private spread({ from, lines, canUndo }: News & { canUndo: boolean }): void {
        this.lines.splice(from, Infinity, ...lines);
        this.canUndo.value = canUndo;
        for (const hear of this.listeners) hear({ from, lines });
    }
}
