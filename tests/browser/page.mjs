// As much of a browser as the client asks for when it is loaded: for tests that draw components as text.
//   import "./page.mjs" before the client
const kept = new Map();

/** A WebSocket that is open at once; what is sent is kept, and `say` is what the server says. */
export class FakeSocket {
    static OPEN = 1;
    static all = [];
    readyState = 1;
    sent = [];

    constructor() {
        FakeSocket.all.push(this);
    }

    send(text) {
        this.sent.push(JSON.parse(text));
    }

    close() {
        this.readyState = 3;
        this.onclose?.();
    }

    say(data) {
        this.onmessage?.({ data: typeof data === "string" ? data : JSON.stringify(data) });
    }
}

export const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
};

const globals = {
    localStorage: storage,
    location: { hash: "", pathname: "/", protocol: "http:", host: "localhost" },
    matchMedia: () => ({ matches: false }),
    addEventListener: () => {},
    document: {
        hidden: false,
        addEventListener: () => {},
        removeEventListener: () => {},
        documentElement: { lang: "en" },
    },
    navigator: {
        languages: ["en"],
        onLine: true,
        userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
    },
    WebSocket: FakeSocket,
};
for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** What is to happen much later does not keep a test waiting. */
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = (...args) => {
    const timer = setTimer(...args);
    if (args[1] > 1000) timer.unref();
    return timer;
};
