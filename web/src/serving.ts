// The inside of the worker: answers requests with an engine. Apart from it, so that tests can run it
// without one.
import type { Engine } from "./engine";
import { Host, type Game } from "./host";
import type { Reply, Request, RequestName, Requests } from "./messages";
import type { Language, Texts } from "./texts";

/** What the worker needs from around it. */
export interface Surroundings {
    engine: Engine;
    post(reply: Reply): void;
    /** The bytes of a file that lies beside the scripts. */
    fetchFile(address: string): Promise<ArrayBuffer>;
    loadTexts(language: Language): Promise<Texts>;
    /** Lets waiting requests be heard. */
    pause(): Promise<void>;
}

type Handlers = { [K in RequestName]: (ask: Requests[K]["ask"]) => Promise<Requests[K]["answer"]> };

/** So long bots and chance go on before what they did is told, in milliseconds. */
const BREATH = 16;

export class Serving {
    private host: Host | null = null;
    private run = 0;
    private readonly nets = new Map<string, Promise<void>>();

    constructor(private readonly around: Surroundings) {}

    async hear({ id, name, ask }: Request): Promise<void> {
        try {
            const handle = this.handlers[name] as (ask: unknown) => Promise<unknown>;
            this.around.post({ id, answer: await handle(ask) });
            if (name === "host" || name === "send" || name === "undo") await this.goOn();
        } catch (error) {
            this.around.post({ id, failed: String(error) });
        }
    }

    private readonly handlers: Handlers = {
        host: async ({ game, seat }) => {
            const host = new Host(this.around.engine, game, seat);
            this.host = null;
            await this.needNets(game);
            const problem = host.begin();
            if (problem) return problem;
            this.host = host;
            this.tell(0, [game.setup]);
            return null;
        },

        send: async ({ line }) => this.hosted().send(line),

        undo: async () => {
            const to = this.hosted().undo();
            if (to >= 0) this.tell(to + 1, []);
            return null;
        },

        game: async () => this.hosted().game,

        advise: async ({ lines: [setup, ...lines], seat, language }) => {
            const { engine } = this.around;
            const { game } = JSON.parse(setup!) as { game: string };
            await this.needNet(game).catch(() => undefined); // then there is simpler advice
            engine.speak(await this.around.loadTexts(language));
            if (engine.begin(setup!, seat)) return null;
            for (const line of lines) engine.observe(line);
            return engine.advise("0");
        },
    };

    /** Bots and chance go on until a person is to act. */
    private async goOn(): Promise<void> {
        const run = ++this.run;
        const host = this.host;
        while (host && run === this.run) {
            const from = host.told + 1;
            const since = performance.now();
            let more = true;
            while (more && performance.now() - since < BREATH) more = host.step();
            const news = host.news();
            if (news.length > 0) this.tell(from, news);
            if (!more) break;
            await this.around.pause();
        }
    }

    private tell(from: number, lines: string[]): void {
        this.around.post({ from, lines, canUndo: this.hosted().undoTo() >= 0 });
    }

    private hosted(): Host {
        if (!this.host) throw new Error("no game is hosted");
        return this.host;
    }

    private async needNets(game: Game): Promise<void> {
        const kinds = this.around.engine.bots().filter((kind) => kind.net);
        if (game.bots.some((bot) => kinds.some((kind) => kind.name === bot?.split(":")[0])))
            await this.needNet((JSON.parse(game.setup) as { game: string }).game);
    }

    /** The weights of a game, when they are first needed. */
    private needNet(game: string): Promise<void> {
        let found = this.nets.get(game);
        if (!found) {
            found = this.around
                .fetchFile(`nets/${game}.net`)
                .then((bytes) => this.around.engine.learn(game, bytes));
            this.nets.set(game, found);
        }
        return found;
    }
}
