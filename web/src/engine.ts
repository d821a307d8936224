// The module, with texts that go in and come out as strings. What it can do: src/wasm/exports.h.
import { signatures, type Verdict, type Wasm } from "razzia-wasm";
import { english, type Texts } from "./texts";

export * from "razzia-wasm";

export interface Engine extends Wasm {
    /** All texts from now on in this language. */
    speak(texts: Texts): void;
    /** Sets the net of a game, which lies in a file of its own. */
    learn(game: string, net: ArrayBuffer): void;
    /** Verifies the record of one game, against a receipt if there is one; docs/fair.md. */
    check(record: string, receipt: string | null): Verdict;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

class Memory {
    private exports!: Record<string, (...args: number[]) => number>;
    private buffer!: WebAssembly.Memory;
    private texts: Texts = english;
    // English texts are constants of the module: its offset is as good a key as the text.
    private known = new Map<Texts, Map<number, number>>();

    async start(module: WebAssembly.Module): Promise<void> {
        const page = {
            translate: (at: number) => this.translate(at),
            now: () => performance.now(),
        };
        const instance = await WebAssembly.instantiate(module, { page });
        this.exports = instance.exports as typeof this.exports;
        this.buffer = instance.exports.memory as WebAssembly.Memory;
    }

    /** Calls by the row of a function in the table of signatures. */
    call([name, result, ...kinds]: readonly string[], values: (string | number)[]): unknown {
        let next = this.exports.wasm_in!();
        const args = kinds.map((kind, i) => {
            if (kind === "int") return values[i] as number;
            const at = next;
            next = this.write(at, values[i] as string);
            return at;
        });
        const answer = this.exports[name!]!(...args);
        if (result === "int") return answer;
        const text = this.read(answer);
        return result === "json" ? JSON.parse(text) : text;
    }

    speak(texts: Texts): void {
        this.texts = texts;
    }

    bytes(): Uint8Array {
        return new Uint8Array(this.buffer.buffer);
    }

    private read(at: number): string {
        const bytes = this.bytes();
        return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
    }

    /** Where the next text may begin. */
    private write(at: number, text: string): number {
        const bytes = encoder.encode(text);
        const room = this.exports.wasm_in!() + 131072 - at - 1;
        if (bytes.length > room) throw new RangeError("a text is too long for the module");
        this.bytes().set(bytes, at);
        this.bytes()[at + bytes.length] = 0;
        return at + bytes.length + 1;
    }

    private translate(at: number): number {
        let known = this.known.get(this.texts);
        if (!known) this.known.set(this.texts, (known = new Map<number, number>()));
        let found = known.get(at);
        if (found === undefined) known.set(at, (found = this.keep(at)));
        return found;
    }

    private keep(at: number): number {
        const text = this.read(at);
        const translated = this.texts.word(text);
        if (translated === text) return at;
        const bytes = encoder.encode(translated);
        const room = this.exports.wasm_room!(bytes.length + 1);
        if (!room) return at;
        this.bytes().set(bytes, room);
        this.bytes()[room + bytes.length] = 0;
        return room;
    }
}

/** One more instance: one table and one host. */
export async function startEngine(module: WebAssembly.Module): Promise<Engine> {
    const memory = new Memory();
    await memory.start(module);
    const engine = {} as Record<string, unknown>;
    for (const [name, row] of Object.entries(signatures))
        engine[name] = (...values: (string | number)[]) => memory.call(row, values);
    const made = engine as unknown as Engine;
    made.speak = (texts) => memory.speak(texts);
    made.learn = (game, net) => {
        const at = made.room(net.byteLength);
        if (!at) throw new Error("there is not enough memory for the net of " + game);
        memory.bytes().set(new Uint8Array(net), at);
        const fault = made.net(game, at, net.byteLength);
        if (fault) throw new Error(`the net of ${game} can not be used (${fault})`);
    };
    made.check = (record, receipt) => {
        const texts = [record, receipt ?? ""].map((text) => encoder.encode(text));
        const [first, second] = texts.map((bytes) => bytes.length) as [number, number];
        const at = made.texts(first + second + 1);
        if (!at) throw new Error("there is not enough memory for the record");
        memory.bytes().set(texts[0]!, at);
        memory.bytes().set(texts[1]!, at + first);
        return made.verify(at, first, at + first, second);
    };
    return made;
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** A module, fetched once: all but what has been learnt, which is in `masterModule`. */
export function loadModule(address = "/razzia.wasm"): Promise<WebAssembly.Module> {
    let found = compiled.get(address);
    if (!found) compiled.set(address, (found = WebAssembly.compileStreaming(fetch(address))));
    return found;
}

/** The same with the players that need nets. */
export const masterModule = "/nets/master.wasm";
