/* Whoever watches a table takes down what the server shows: the head of the chain after each line, and at one's own seat the
 * receipt. What does not fit is told at once; the game goes on. docs/fair.md */
import { signal } from "@preact/signals";
import type { Engine } from "../engine";
import { isListOf, isText, isWith, parseAs } from "../shape";
import type { LobbyState } from "./messages";
import { emptyReceipt, keepReceipt, readReceipt, type Receipt } from "./receipts";

/** What a server must not do:
 * head: it says that the game up to this line is another one than it has shown here;
 * changed: this line is not the one that it showed before;
 * commit: the promise in the record is not the one that was shown;
 * nonce: the number that was sent from here is not in the record. */
export interface Breach {
    kind: "head" | "changed" | "commit" | "nonce";
    number: number;
}

/** The head after a line. */
interface Told {
    number: number;
    head: string;
}

const isFairSetup = isWith({ fair: isWith({ commit: isText, nonces: isListOf(isText) }) });

/** Whether this is the last line of a record, which tells the seed. */
export function isSeal(line: string | undefined): boolean {
    return line?.startsWith('{"fair":') ?? false;
}

/** A game moves quickly at times, and a long receipt is not written anew for every line. */
const EVERY = 1000;

export class Witness {
    /** The head after the last line that has come. */
    readonly head = signal<Told | null>(null);
    /** The first breach; others follow from it, most likely. */
    readonly breach = signal<Breach | null>(null);
    /** Of one's own seat. */
    receipt: Receipt | null = null;

    private readonly heads: string[] = [];
    /** What the server says of lines that may not be here yet. */
    private told: Told[] = [];
    /** The same after own moves: of these it says with which line they began, not with which line they ended. */
    private acted: Told[] = [];
    private isOver = false;
    /** A line came that the rules do not take: what follows has no heads. */
    private isLost = false;
    private isUnsaved = false;
    private savedAt = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;

    private engine: Engine | null = null;

    constructor(private readonly table: string) {}

    /** The engine is for the witness alone; until there is one nothing is taken down. */
    start(engine: Engine): void {
        this.engine = engine;
    }

    /** Takes down what is new among all lines so far, as `seat` sees them; -1 is a spectator. */
    follow(lines: readonly string[], seat: number, lobby: LobbyState): void {
        if (!this.engine || lobby.status === "gathering") return;
        this.isOver = lobby.status !== "running";
        while (this.heads.length < lines.length && !this.isLost) {
            if (this.heads.length === 0) this.begin(lines[0]!, seat, lobby);
            else this.add(lines[this.heads.length]!);
        }
        const number = this.heads.length - 1;
        if (this.head.peek()?.number !== number && number >= 0)
            this.head.value = { number, head: this.heads[number]! };
        if (this.isUnsaved) this.saveSoon();
        this.compare();
        if (isSeal(lines.at(-1))) this.compareMoves(lines.length);
    }

    /** The server says that this is the head after a line. */
    hear(number: number, head: string): void {
        this.told.push({ number, head });
        this.compare();
    }

    /** The server says that this is the head after a move of one's own, and all that followed at once. Those after earlier moves
     * have come by now, with their lines. */
    hearMove(number: number, head: string): void {
        this.compareMoves(number);
        this.acted.push({ number, head });
    }

    /** Writes down what is not yet written. */
    saveNow(): void {
        if (this.timer) this.save();
    }

    private begin(setup: string, seat: number, lobby: LobbyState): void {
        this.isLost = this.engine!.begin(setup, seat, 0) !== null;
        if (seat >= 0) this.openReceipt(seat, lobby);
        if (this.receipt) this.checkPromise(setup, this.receipt);
        this.takeDown();
    }

    /** Who comes to a game that is over was shown nothing of it while it was played; and somebody else in this browser may have
     * another seat. */
    private openReceipt(seat: number, { game, status, seats }: LobbyState): void {
        const known = readReceipt(this.table);
        const isOwn = known ? known.seat === null || known.seat === seat : status === "running";
        if (!isOwn) return;
        const players = seats.map(({ who, name, level }) => (who ? { who, name } : level ? { level } : {}));
        this.receipt = known ?? emptyReceipt(this.table, game);
        if (this.receipt.heads.length === 0) this.receipt = { ...this.receipt, seat, players };
    }

    private checkPromise(setup: string, { seat, commit, nonce }: Receipt): void {
        const fair = parseAs(isFairSetup, setup)?.fair;
        if (commit !== null && fair?.commit !== commit) this.complain("commit", 0);
        else if (nonce !== null && fair?.nonces[seat!] !== nonce) this.complain("nonce", 0);
    }

    private add(line: string): void {
        this.isLost = "problem" in this.engine!.observe(line);
        this.takeDown();
    }

    /** The line that the engine has just taken; one that it has not taken is told by the table. */
    private takeDown(): void {
        const link = this.isLost ? null : this.engine!.link();
        if (!link) return void (this.isLost = true);
        const { number, head, secret } = link;
        this.heads.push(head);
        if (!this.receipt) return;
        const { heads, secrets } = this.receipt;
        if (number === heads.length) {
            this.isUnsaved = true;
            heads.push(head);
            if (secret !== null) secrets[number] = secret;
        } else if (heads[number] !== head || (secrets[number] ?? null) !== secret) {
            this.complain("changed", number);
        }
    }

    private compare(): void {
        const [here, later] = [true, false].map((is) =>
            this.told.filter(({ number }) => number < this.heads.length === is),
        );
        this.told = later!;
        const other = here!.find(({ number, head }) => this.heads[number] !== head);
        if (other) this.complain("head", other.number);
    }

    /** Of moves before a line: after one of the lines since the head was what the server said. */
    private compareMoves(before: number): void {
        const isDone = ({ number }: Told) => number < before;
        const wrong = this.acted
            .filter(isDone)
            .find(({ number, head }) => !this.heads.includes(head, number));
        this.acted = this.acted.filter((move) => !isDone(move));
        if (wrong && !this.isLost) this.complain("head", wrong.number);
    }

    private complain(kind: Breach["kind"], number: number): void {
        this.breach.value ??= { kind, number };
    }

    private saveSoon(): void {
        if (this.timer) return;
        const wait = this.savedAt + EVERY - Date.now();
        if (wait <= 0) this.save();
        else this.timer = setTimeout(() => this.save(), wait);
    }

    /** Another tab at the same seat may have written more of it. */
    private save(): void {
        clearTimeout(this.timer);
        this.timer = undefined;
        this.isUnsaved = false;
        this.savedAt = Date.now();
        const kept = readReceipt(this.table);
        if (kept && kept.heads.length > this.receipt!.heads.length) return;
        keepReceipt(this.receipt!, this.isOver ? "over" : "open");
    }
}
