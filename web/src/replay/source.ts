/* A whole record that is looked at again, by the eyes of one seat, up to any of its lines. */
import { signal } from "@preact/signals";
import type { Advice, Engine, Problem } from "../engine";
import { Thinker } from "../local";
import type { Connection, News, Source } from "../source";
import { t } from "../texts";

/** A record that was read: its lines, and what its setup says. */
export interface Story {
    lines: string[];
    game: string;
    seats: number;
    names: string[];
    fair: boolean;
}

/** Reads a record whole; a problem with the number of its line if the rules do not take it. */
export function readStory(text: string, engine: Engine): Story | { problem: Problem; line: number } {
    const lines = text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    const bad = (problem: Problem, line: number) => ({ problem, line });
    const problem = engine.host(lines[0] ?? "", "0");
    if (problem) return bad(problem, 0);
    for (let i = 1; i < lines.length; i++) {
        const found = engine.take(lines[i]!);
        if (found) return bad(found, i);
    }
    const setup = JSON.parse(lines[0]!) as { game: string; seats: number; names?: string[]; fair?: unknown };
    const { game, seats, names = [], fair } = setup;
    return { lines, game, seats, names, fair: !!fair && "fair" in (JSON.parse(lines.at(-1)!) as object) };
}

/** Whether every card and roll follows from the seed that was promised: null if so, else the first line that does not. */
export function verify(story: Story, engine: Engine): number | null {
    const seed = engine.fairSeed(story.lines[0]!, story.lines.at(-1)!);
    if (!seed || engine.host(story.lines[0]!, seed)) return 0;
    for (let i = 1; i < story.lines.length - 1; i++) {
        const line = story.lines[i]!;
        const { by } = JSON.parse(line) as { by?: unknown };
        if (by === "chance") engine.deal();
        if (engine.take(line)) return i; // not what was dealt, or against the rules
    }
    return null;
}

export class ReplaySource implements Source {
    readonly direct = false;
    readonly connection = signal<Connection>("local");
    readonly canUndo = signal(false);
    /** How many lines are shown, the setup included. */
    readonly at = signal(1);
    private readonly lines: string[];
    private readonly hearers = new Set<(news: News) => void>();
    private readonly thinker: Thinker;

    /** `engine` conceals what the seat did not see; it must not be the one that draws. */
    constructor(
        readonly story: Story,
        readonly seat: number,
        engine: Engine,
        at = 1,
    ) {
        this.thinker = new Thinker(seat);
        engine.host(story.lines[0]!, "0");
        const told = story.fair ? story.lines.slice(1, -1) : story.lines.slice(1);
        this.lines = [story.lines[0]!, ...told.map((line) => engine.conceal(line, seat))];
        this.at.value = Math.min(at, this.lines.length);
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
