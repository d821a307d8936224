// The inside of the worker: answers requests with an engine. Apart from it, so that tests can run it
// without one.
import { analyse } from "./analysis";
import type { Engine } from "./engine";
import { Host, type Game } from "./host";
import { ASKS, isRequest, type Answer, type Ask, type Reply, type RequestName } from "./messages";
import { isText, isWith, parseAs } from "./shape";
import type { Language, Texts } from "./texts";

/** What the worker needs from around it. */
export interface Surroundings {
    engine: Engine;
    /** An engine with the players that need nets. */
    startMaster(): Promise<Engine>;
    post(reply: Reply): void;
    /** The bytes of a file that lies beside the scripts. */
    fetchFile(address: string): Promise<ArrayBuffer>;
    loadTexts(language: Language): Promise<Texts>;
    /** Lets waiting requests be heard. */
    pause(): Promise<void>;
}

type Handlers = { [K in RequestName]: (ask: Ask<K>, id: number) => Promise<Answer<K>> };

const isSetup = isWith({ game: isText });

/** The game that the first line of a record names; nothing if it is none. The rules then refuse it. */
function gameOf(setup: string): string {
    return parseAs(isSetup, setup)?.game ?? "";
}

/** So long bots and chance go on before what they did is told, in milliseconds. */
const BREATH = 16;

export class Serving {
    private host: Host | null = null;
    private run = 0;
    private master: Promise<Engine> | null = null;
    private readonly masters = new Map<string, Promise<Engine>>();

    constructor(private readonly around: Surroundings) {}

    /** A message of the page, of which nothing is known yet. */
    async receive(request: unknown): Promise<void> {
        if (!isRequest(request)) return this.around.post({ id: -1, failed: "this is no request" });
        const { id, name, ask } = request;
        if (!ASKS[name](ask)) return this.around.post({ id, failed: `${name}: this can not be asked so` });
        try {
            const handle = this.handlers[name] as (ask: unknown, id: number) => Promise<unknown>;
            this.around.post({ id, answer: await handle(ask, id) });
            if (name === "host" || name === "send" || name === "undo") await this.goOn();
        } catch (error) {
            this.around.post({ id, failed: String(error) });
        }
    }

    private readonly handlers: Handlers = {
        host: async ({ game, seat }) => {
            this.host = null;
            const host = new Host(await this.engineFor(game), game, seat);
            const problem = host.begin();
            if (problem) return problem;
            this.host = host;
            this.tell(0, [game.setup, ...host.news()]); // a game that goes on is there at once
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
            const game = gameOf(setup ?? "");
            const engine = await this.masterOf(game).catch(() => this.around.engine); // simpler advice
            engine.speak(await this.around.loadTexts(language));
            if (engine.begin(setup ?? "", seat, 1)) return null;
            for (const line of lines) engine.observe(line);
            return engine.advise("0");
        },

        analyse: async ({ lines, language, nodes }, id) => {
            const engine = await this.masterOf(gameOf(lines[0] ?? ""));
            engine.speak(await this.around.loadTexts(language));
            let since = performance.now();
            const found = await analyse(engine, lines, nodes, async (progress) => {
                if (performance.now() - since < 3 * BREATH) return;
                this.around.post({ id, progress });
                await this.around.pause();
                since = performance.now();
            });
            return found && { ...found };
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

    private async engineFor(game: Game): Promise<Engine> {
        const kinds = this.around.engine.bots().filter((kind) => kind.net);
        const strong = game.bots.some((bot) => kinds.some((kind) => kind.name === bot?.split(":")[0]));
        return strong ? this.masterOf(gameOf(game.setup)) : this.around.engine;
    }

    /** The engine with what has been learnt of a game, fetched when it is first needed. */
    private masterOf(game: string): Promise<Engine> {
        let found = this.masters.get(game);
        if (!found) {
            found = this.learn(game);
            this.masters.set(game, found);
            found.catch(() => this.masters.delete(game));
        }
        return found;
    }

    private async learn(game: string): Promise<Engine> {
        this.master ??= this.around.startMaster();
        this.master.catch(() => (this.master = null));
        const [engine, net] = await Promise.all([this.master, this.around.fetchFile(`nets/${game}.net`)]);
        engine.learn(game, net);
        return engine;
    }
}
