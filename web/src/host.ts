// The host of a game on this machine: people in some seats, bots in the others. It knows the whole
// record and gives out what a seat may see. No rules are here: the engine has them.
import type { Actor, AnyEvent, Engine, Problem } from "./engine";
import { isEither, isFlag, isListOf, isNull, isText, isWith, type Guard } from "./shape";

/** A game as it is kept: enough to go on with it. `bots`: null is a person. */
export interface Game {
    setup: string;
    seed: string;
    bots: (string | null)[];
    lines: string[];
    /** For practice: any own move may be taken back, and the game counts for nothing. */
    practice?: boolean;
}

export const isHosted: Guard<Game> = isWith(
    {
        setup: isText,
        seed: isText,
        bots: isListOf(isEither(isText, isNull)),
        lines: isListOf(isText),
    },
    { practice: isFlag },
);

/** What nobody can guess: 32 bytes in hexadecimal digits. */
export function newSeed(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const CHANCE = 1 << 8;

export class Host {
    /** Of `lines`, what has been given out. */
    told = 0;
    /** Who made each line. */
    private authors: (Actor | undefined)[] = [];

    constructor(
        private readonly engine: Engine,
        readonly game: Game,
        readonly seat: number,
    ) {}

    /** Reads what there is of the record. */
    begin(): Problem | null {
        let problem = this.engine.host(this.game.setup, this.game.seed);
        for (const line of this.game.lines) problem ??= this.engine.take(line);
        if (problem) return problem;
        this.authors = this.game.lines.map((line) => (JSON.parse(line) as AnyEvent).by);
        this.addLines("rules");
        return null;
    }

    /** A move of the seat. */
    send(line: AnyEvent): Problem | null {
        if (line.by !== this.seat) throw new Error("a line of another seat");
        return this.take(JSON.stringify(line), this.seat);
    }

    /** One thing that a bot or chance does now; false if a person is to act, or nobody. */
    step(): boolean {
        const actors = this.engine.actors();
        if (actors & CHANCE) return this.acted(this.engine.deal(), "chance");
        for (let seat = 0; seat < this.game.bots.length; seat++) {
            const bot = this.game.bots[seat];
            if (actors & (1 << seat) && bot) return this.acted(this.engine.bot(bot, seat), seat);
        }
        return false;
    }

    /** The lines that have not been given out yet, as the seat may see them. */
    news(): string[] {
        const lines = this.game.lines.slice(this.told).map((line) => this.engine.conceal(line, this.seat));
        this.told = this.game.lines.length;
        return lines;
    }

    /** Where the record can be cut so that the seat's last move is undone, or -1: in practice always, else never after
     * chance or something hidden was shown, never across another's move. */
    undoTo(): number {
        if (this.game.practice) return this.beforeSecrets(this.authors.lastIndexOf(this.seat));
        for (let i = this.game.lines.length - 1; i >= 0; i--) {
            if (this.authors[i] === this.seat) return this.mayUndo(i) ? i : -1;
            if (this.authors[i] !== "rules") return -1;
        }
        return -1;
    }

    /** What bots chose in secret at the same time has been shown since: they choose it again. */
    private beforeSecrets(to: number): number {
        let cut = to;
        while (cut > 0 && typeof this.authors[cut - 1] === "number" && this.isSecret(cut - 1)) cut--;
        return cut;
    }

    private isSecret(i: number): boolean {
        const line = this.game.lines[i]!;
        return this.engine.conceal(line, -1) !== line;
    }

    /** A choice that was secret may have shown those of others. */
    private mayUndo(i: number): boolean {
        return i === this.game.lines.length - 1 || !this.isSecret(i);
    }

    /** In practice, what follows is dealt and thought anew: nobody plays the same cards knowing them. */
    undo(): number {
        const to = this.undoTo();
        if (to >= 0) {
            this.game.lines.length = to;
            if (this.game.practice) this.game.seed = newSeed();
            this.begin();
            this.told = to;
        }
        return to;
    }

    private acted(done: number, by: Actor): true {
        if (!done) throw new Error("who may act did not");
        this.addLines(by);
        return true;
    }

    private take(line: string, by: Actor): Problem | null {
        const problem = this.engine.take(line);
        if (!problem) {
            this.game.lines.push(line);
            this.authors.push(by);
            this.addLines("rules");
        }
        return problem;
    }

    /** What was done here by somebody, and what follows by rule. */
    private addLines(by: Actor): void {
        let author = by;
        for (let line; (line = this.engine.next()); author = "rules") {
            this.game.lines.push(line);
            this.authors.push(author);
        }
    }
}
