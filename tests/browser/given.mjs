// What the tests without a browser share: engines, and a worker that is none.
//   node TEST.mjs BUILD-FOLDER
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const build = resolve(process.argv[2] ?? join(root, "build"));
export const razzia = join(build, "razzia");
export const client = await import(join(build, "src/wasm/testing.mjs"));

const file = (name) => readFileSync(join(build, "web", name));
const module = await WebAssembly.compile(file("razzia.wasm"));
const master = await WebAssembly.compile(file("nets/master.wasm"));

export const engine = () => client.startEngine(module);
export const startMaster = () => client.startEngine(master);

export const loadTexts = async (language) =>
    new client.Texts(language, {
        ...JSON.parse(file(`texts/${language}.json`)),
        ...JSON.parse(file(`texts/${language}-later.json`)),
    });

const fetchFile = async (name) => {
    const bytes = file(name);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
};

export const net = (game) => fetchFile(`nets/${game}.net`);

/** Serving in this thread, with messages that are copied and take their time. */
export function startThread() {
    const thread = { onmessage: null, terminate: () => (thread.onmessage = null) };
    const post = (reply) => {
        const data = structuredClone(reply);
        setImmediate(() => thread.onmessage?.({ data }));
    };
    const pause = () => new Promise((go) => setImmediate(go));
    const serving = engine().then(
        (own) => new client.Serving({ engine: own, startMaster, post, fetchFile, loadTexts, pause }),
    );
    thread.postMessage = (request) => {
        const copy = structuredClone(request);
        serving.then((served) => served.receive(copy));
    };
    return thread;
}

/** Until it is the seat's turn, or the game is over. */
export function settled(table) {
    return new Promise((done) => {
        const look = () => {
            const position = table.position.value;
            if (position && table.waiting.value === 0 && (position.over || table.yourTurn.value))
                done(position);
            else setImmediate(look);
        };
        look();
    });
}

/** Numbers that are the same every time. */
export function numbers(seed) {
    let state = BigInt(seed);
    return (n) => {
        state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
        return Number((state >> 33n) % BigInt(n));
    };
}
