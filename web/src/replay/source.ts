/* A whole record that is looked at again, by the eyes of one seat, up to any of its lines. */
import { signal, type ReadonlySignal } from "@preact/signals";
import type { Advice, Engine, GameName, Problem } from "../engine";
import { Thinker } from "../local";
import type { Connection, News, Source } from "../source";
import { isAnything, isListOf, isObject, isText, isWhole, isWith, parseAs } from "../shape";
import { t } from "../texts";

/** A record that was read: its lines, and what its setup says. */
export interface Story {
    lines: string[];
    game: GameName;
    seats: number;
    names: string[];
    fair: boolean;
    /** The record goes to the end of the game. */
    over: boolean;
}

const isSetup = isWith({ game: isText, seats: isWhole }, { names: isListOf(isText), fair: isAnything });
const isSeal = isWith({ fair: isAnything });
/** No line of a record is longer; the module has no room for one. */
const LONGEST_LINE = 100_000;

interface Fault {
    problem: Problem;
    line: number;
}

function fault(line: number, text: string): Fault {
    return { problem: { name: "record", rule: null, text }, line };
}

/** Reads a record whole; a problem with the number of its line if the rules do not take it. */
export function readStory(text: string, engine: Engine): Story | Fault {
    const lines = text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    const long = lines.findIndex((line) => line.length > LONGEST_LINE);
    if (long >= 0) return fault(long, t("This line is too long."));
    const first = engine.host(lines[0] ?? "", "0");
    if (first) return { problem: first, line: 0 };
    for (let i = 1; i < lines.length; i++) {
        const problem = engine.take(lines[i]!);
        if (problem) return { problem, line: i };
    }
    const setup = parseAs(isSetup, lines[0]!);
    const game = engine.games().find(({ name }) => name === setup?.game)?.name;
    if (!setup || !game) return fault(0, t("This is not the first line of a record."));
    const { seats, names = [] } = setup;
    const fair = !!setup.fair && parseAs(isSeal, lines.at(-1)!) !== null;
    return { lines, game, seats, names, fair, over: !engine.next() && engine.actors() === 0 };
}

/** The same record with other names: those of bots are said in the reader's language. */
export function withNames(text: string, names: readonly string[]): string {
    const [first = "", ...lines] = text.split("\n");
    const setup = parseAs(isObject, first);
    return setup ? [JSON.stringify({ ...setup, names }), ...lines].join("\n") : text;
}

/** Lines of a view that are looked at again, up to any of them. */
export class PastSource implements Source {
    readonly connection = signal<Connection>("local");
    readonly canUndo = signal(false);
    /** How many lines are shown, the setup included. */
    readonly at = signal(1);
    protected readonly hearers = new Set<(news: News) => void>();
    private readonly thinker: Thinker;

    constructor(
        readonly lines: readonly string[],
        readonly seat: number,
        readonly direct: boolean,
        at = 1,
    ) {
        this.thinker = new Thinker(seat);
        this.at.value = Math.min(at, lines.length);
    }

    get length(): number {
        return this.lines.length;
    }

    goTo(to: number): void {
        const next = Math.max(1, Math.min(this.lines.length, to));
        const now = this.at.peek();
        if (next === now) return;
        this.at.value = next;
        const news =
            next > now ? { from: now, lines: this.lines.slice(now, next) } : { from: next, lines: [] };
        for (const hear of [...this.hearers]) hear(news);
    }

    listen(hear: (news: News) => void): () => void {
        this.hearers.add(hear);
        hear({ from: 0, lines: this.lines.slice(0, this.at.peek()) });
        return () => this.hearers.delete(hear);
    }

    async send(): Promise<Problem | null> {
        return { name: "over", rule: null, text: t("The game is over.") };
    }

    async undo(): Promise<void> {
        /* a record is what it is */
    }

    advise(lines: readonly string[]): Promise<Advice | null> {
        return this.thinker.advise(lines);
    }

    close(): void {
        this.thinker.close();
        this.hearers.clear();
    }
}

/** What has been at a table that is still played: what was agreed there holds here, and moves are made there. */
export class RunningPast extends PastSource {
    readonly isPast = true;
    readonly helps?: ReadonlySignal<boolean>;

    constructor(lines: readonly string[], { seat, direct, helps }: Source, at = 1) {
        super(lines, seat, direct, at);
        this.helps = helps;
    }
}

/** The lines of a whole record as a seat saw them. */
function seenBy(story: Story, seat: number, engine: Engine): string[] {
    engine.host(story.lines[0]!, "0");
    const told = story.fair ? story.lines.slice(1, -1) : story.lines.slice(1);
    return [story.lines[0]!, ...told.map((line) => engine.conceal(line, seat))];
}

/** A whole record by the eyes of one seat. */
export class ReplaySource extends PastSource {
    /** `engine` conceals what the seat did not see; it must not be the one that draws. `own`: the person at the screen sat there. */
    constructor(
        readonly story: Story,
        seat: number,
        engine: Engine,
        at = 1,
        own = false,
    ) {
        super(seenBy(story, seat, engine), seat, own, at);
    }
}
