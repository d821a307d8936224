// One table as the page draws it: the lines of a source, shown one after another at the player's
// pace, and what they make of the game. Everything to be drawn is a signal.
import { batch, computed, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import type { Advice, AnyEvent, Choice, Engine, Problem } from "./engine";
import { LONG_LOOK, type Types } from "./games/module";
import type { News, Source } from "./source";
import { t, type Texts } from "./texts";

/** A line that has been shown. */
export interface Shown<E = AnyEvent> {
    number: number;
    line: E;
    /** In words, in the language that was set when it was told. */
    text: string;
}

/** What was shown last, with the table before and after it: enough to move things. */
export interface Step<G extends Types = Types> {
    event: Shown<G["event"]>;
    before: G["position"];
    after: G["position"];
}

type Pace = (event: Shown) => number;

/** `G` says of which game it is. The engine takes no line that is not one of its events, so what it gives is of these types. */
export class Table<G extends Types = Types> {
    /** The position that is on the screen. */
    readonly position = signal<G["position"] | null>(null);
    /** All that has been shown, the oldest first. */
    readonly events = signal<readonly Shown<G["event"]>[]>([]);
    readonly step = signal<Step<G> | null>(null);
    /** What you may do now; nothing while lines are still to be shown. */
    readonly choices = signal<readonly Choice<G["event"]>[]>([]);
    /** Lines that have come and are not shown yet. */
    readonly waiting = signal(0);
    /** Nothing stays on the screen until it is one's own turn, or something must be looked at. */
    readonly skipping = signal(false);
    /** A move is on its way: until it comes back as a line there is nothing to choose. */
    readonly sending = signal(false);
    /** Why the last move was refused, or the record can not be shown. */
    readonly problem = signal<Problem | null>(null);
    /** Nothing can be done at this table any more, though the game is not over. */
    readonly ended = signal(false);
    /** It is your turn and all that led to it has been shown. */
    readonly yourTurn: ReadonlySignal<boolean> = computed(() => this.choices.value.length > 0);

    /** Asked before a move is sent; it is not if the answer is no. */
    guard: ((line: AnyEvent) => Promise<boolean>) | null = null;

    /** The facts of a position, once somebody has asked for them. */
    private known: { at: G["position"] | null; facts: G["facts"] } | null = null;
    private lines: string[] = [];
    private shown = 0; // of `lines`, the setup included
    private isLongLook = false; // what the timer waits for
    private timer: ReturnType<typeof setTimeout> | null = null;
    private readonly stopListening: () => void;

    /** `pace` says how long an event stays alone on the screen, in milliseconds. Null: the table stands still, and what comes
     * waits until there is a pace. */
    constructor(
        readonly engine: Engine,
        readonly source: Source,
        private pace: Pace | null = () => 0,
    ) {
        this.stopListening = source.listen((news) => this.hear(news));
    }

    /** Sets the pace, and goes on if the table stood still. */
    setPace(pace: Pace): void {
        const stoodStill = !this.pace;
        this.pace = pace;
        if (stoodStill) this.showSome(false);
    }

    /** Nobody looks: nothing more is shown until there is a pace again. */
    hold(): void {
        this.stopTimer();
        this.pace = null;
    }

    /** Sends a move: the line of a choice. */
    async play(line: G["event"]): Promise<boolean> {
        batch(() => {
            this.sending.value = true;
            this.problem.value = null;
            this.choices.value = [];
        });
        try {
            if (this.guard && !(await this.guard(line))) return (this.notSent(), false);
            this.problem.value = await this.source.send(line);
        } catch (error) {
            this.notSent();
            throw error;
        }
        if (this.problem.value) this.notSent();
        return !this.problem.value;
    }

    private notSent(): void {
        batch(() => {
            this.sending.value = false;
            this.look();
        });
    }

    /** The game was given up: what there is stays to be looked at. */
    end(): void {
        batch(() => {
            this.ended.value = true;
            this.choices.value = [];
        });
    }

    /** Why a line that one might touch is not allowed now; null if it is. */
    whyNot(line: AnyEvent): Problem | null {
        return this.engine.whyNot(JSON.stringify(line));
    }

    /** What to know while thinking, of the position that is on the screen: who asks is drawn again with it. */
    facts(): G["facts"] {
        const at = this.position.value;
        if (this.known?.at !== at) this.known = { at, facts: this.engine.facts() as G["facts"] };
        return this.known.facts;
    }

    advise(): Promise<Advice | null> {
        return this.source.advise(this.lines);
    }

    /** Shows at once all that has come. */
    catchUp(): void {
        this.stopTimer();
        this.showSome(true);
    }

    /** Shows at once what has come, up to what waits for somebody to look. */
    catchUpToLook(): void {
        if (!this.pace) return this.catchUp();
        if (this.timer && this.isLongLook) return;
        const wasSkipping = this.skipping.peek();
        batch(() => {
            this.stopTimer();
            this.skipping.value = true;
            this.showSome(false);
            if (!wasSkipping) this.skipping.value = false;
        });
    }

    /** Passes over what others do, up to one's own turn, now and when it comes. What waits for somebody to look still waits. */
    skip(): void {
        this.skipping.value = true;
        this.goOn();
    }

    /** Goes on at once with the next line: whoever was to look has looked. */
    goOn(): void {
        if (!this.timer) return;
        this.stopTimer();
        this.showSome(false);
    }

    /** Everything again in another language. */
    speak(texts: Texts): void {
        this.engine.speak(texts);
        if (this.shown === 0) return;
        const upTo = this.shown;
        const events: Shown<G["event"]>[] = [];
        this.engine.begin(this.lines[0]!, this.source.seat, Number(this.source.direct));
        for (const line of this.lines.slice(1, upTo)) events.push(this.observe(line)!);
        batch(() => {
            this.events.value = events;
            this.look();
        });
    }

    /** The position after each line that is asked for, of those that have been shown: the game is walked through once more. */
    history(after: (line: G["event"]) => boolean): { line: G["event"]; position: G["position"] }[] {
        const found: { line: G["event"]; position: G["position"] }[] = [];
        this.engine.begin(this.lines[0]!, this.source.seat, Number(this.source.direct));
        for (const text of this.lines.slice(1, this.shown)) {
            const told = this.observe(text);
            if (told && after(told.line))
                found.push({ line: told.line, position: this.engine.position() as G["position"] });
        }
        return found;
    }

    /** All lines of this view that have come. */
    record(): readonly string[] {
        return this.lines;
    }

    close(): void {
        this.stopTimer();
        this.stopListening();
        this.source.close();
    }

    private hear({ from, lines }: News): void {
        const known = this.lines.slice(1, this.shown);
        const isOther = known
            .slice(Math.max(0, from - 1))
            .some((line, i) => line !== lines[i + (from ? 0 : 1)]);
        const isLess = from + lines.length < this.lines.length;
        this.lines.splice(from, Infinity, ...lines);
        batch(() => {
            if (from < this.shown) this.rewind(isOther ? from : this.shown);
            else if (isLess) this.notSent(); // a move was taken back before it was shown
            this.waiting.value = this.lines.length - this.shown;
            if (this.isSeenElsewhere(lines)) this.catchUp();
            else if (!this.timer) this.showSome(false);
        });
    }

    /** The same person has moved on in another window: what waits here for a look has been looked at. */
    private isSeenElsewhere(lines: readonly string[]): boolean {
        if (!this.timer || !this.isLongLook || this.sending.value) return false;
        return lines.some((line) => (JSON.parse(line) as AnyEvent).by === this.source.seat);
    }

    /** Back to the first `to` lines. */
    private rewind(to: number): void {
        this.stopTimer();
        this.shown = 0;
        this.step.value = null;
        this.sending.value = false;
        const events: Shown<G["event"]>[] = [];
        if (to > 0) {
            this.engine.begin(this.lines[0]!, this.source.seat, Number(this.source.direct));
            for (const line of this.lines.slice(1, to)) events.push(this.observe(line)!);
            this.shown = to;
        }
        this.events.value = events;
        if (to > 0) this.look();
    }

    private begin(): void {
        this.problem.value = this.engine.begin(this.lines[0]!, this.source.seat, Number(this.source.direct));
        this.shown = 1;
        this.look();
    }

    private observe(line: string): Shown<G["event"]> | null {
        const told = this.engine.observe(line);
        if ("problem" in told) {
            this.problem.value = told.problem;
            return null;
        }
        return told as Shown<G["event"]>;
    }

    /** Shows lines until one of them asks for time. */
    private showSome(all: boolean): void {
        const events = [...this.events.value];
        batch(() => {
            if (this.shown === 0 && this.lines.length > 0) this.begin();
            const { pace } = this;
            let wait = 0;
            while ((all || pace) && wait === 0 && this.shown < this.lines.length && this.position.value) {
                const before = this.position.value;
                const event = this.observe(this.lines[this.shown]!);
                if (!event) break;
                this.shown++;
                events.push(event);
                if (event.line.by === this.source.seat) this.sending.value = false;
                wait = all || !pace ? 0 : this.wait(pace(event));
                if (wait > 0 || this.shown === this.lines.length) {
                    const after = this.look();
                    this.step.value = { event, before, after };
                }
            }
            this.events.value = events;
            this.waiting.value = this.lines.length - this.shown;
            if (wait > 0) this.timer = setTimeout(() => this.afterTime(), wait);
        });
    }

    private wait(time: number): number {
        this.isLongLook = time >= LONG_LOOK;
        if (this.isLongLook) this.skipping.value = false;
        return this.skipping.value ? 0 : time;
    }

    private afterTime(): void {
        this.timer = null;
        this.showSome(false);
    }

    /** Whoever sits at the screen is "you" wherever a position is shown. */
    private named(position: G["position"]): G["position"] {
        if (!this.source.direct || position.you === null) return position;
        const you = untracked(() => t("You"));
        return {
            ...position,
            names: position.names.map((name, seat) => (seat === position.you ? you : name)),
        };
    }

    /** Asks the engine what there is to see and to do. */
    private look(): G["position"] {
        const position = this.named(this.engine.position() as G["position"]);
        this.position.value = position;
        const last = this.shown === this.lines.length;
        this.choices.value =
            last && !this.sending.value && !this.ended.value && !this.source.isPast
                ? (this.engine.choices() as Choice<G["event"]>[])
                : [];
        if (position.over || this.choices.value.length > 0) this.skipping.value = false;
        return position;
    }

    private stopTimer(): void {
        if (this.timer) clearTimeout(this.timer);
        this.timer = null;
    }
}
