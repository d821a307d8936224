// A server of a club that is none: it answers a page's requests from a table, so that pages of a club can be seen in any state.
export const WHO = "0123456789ab";
const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const HOUSE = {
    club: "open",
    games: ["loot", "bars", "mice"],
    clocks: [null, { move: 30, bank: 300 }, { days: 2 }],
    help: "choose",
    make: "all",
    records: 0,
};

/** A table as lists have it: people by their names, bots by their levels, null for a free seat. */
export function lobbyOf(game, names, more = {}) {
    const seats = names.map((name, i) => {
        if (name === null) return {};
        if (["novice", "casual", "club", "expert", "master"].includes(name)) return { level: name };
        return { who: i === 0 ? WHO : `${i}`.repeat(12), name, away: false, here: true };
    });
    return {
        game,
        seats,
        options: {},
        clock: { days: 2 },
        status: "running",
        maker: WHO,
        commit: "0".repeat(64),
        open: false,
        help: true,
        spectators: 0,
        ...more,
    };
}

export function rowOf(table, lobby, more = {}) {
    return { table, lobby, seat: 0, waits: false, until: null, number: 40, events: 0, messages: 0, ...more };
}

/** Some that wait, some that do not, one that is over. */
export function someGames(now = Date.now()) {
    const loot = lobbyOf("loot", ["Zsófi", "Ada", "Bruno", "Chiara"]);
    const bars = lobbyOf("bars", ["Zsófi", "Ada", "Chiara", "Maximiliane"]);
    const mice = lobbyOf("mice", ["Zsófi", "Otto"], { clock: null });
    const free = lobbyOf("loot", ["Zsófi", "Otto", null, null], { status: "gathering" });
    return [
        rowOf("a".repeat(22), loot, { waits: true, until: now + 40 * MINUTE, events: 3, messages: 2 }),
        rowOf("b".repeat(22), bars, { waits: true, until: now + 28 * HOUR, events: 1 }),
        rowOf("c".repeat(22), mice),
        rowOf("d".repeat(22), free),
        rowOf("e".repeat(22), lobbyOf("loot", ["Zsófi", "Paz"], { status: "finished" }), { events: 9 }),
    ];
}

const ANSWERS = {
    hello: () => ({
        who: WHO,
        name: "Zsófi",
        server: "0.2",
        now: Date.now(),
        levels: {
            loot: ["novice", "casual", "club"],
            bars: ["novice", "casual"],
            mice: ["casual", "master"],
        },
        device: "d1",
        house: HOUSE,
    }),
    tables: () => ({ open: [], mine: [] }),
    games: () => ({ count: 0, games: [], more: false }),
    rooms: () => ({ rooms: [], room: null }),
    devices: () => ({ devices: DEVICES, words: false }),
    link: () => ({ code: "k7Qw_-0123456789abcdEF", until: Date.now() + 10 * MINUTE }),
    export: () => ({ lines: [{ me: { name: "Zsófi" } }], more: false }),
    contacts: () => ({
        push: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        mail: true,
        contacts: [
            {
                contact: 4,
                kind: "push",
                endpoint: "https://push.example/1",
                language: "en",
                since: Date.UTC(2026, 9, 1),
            },
            {
                contact: 5,
                kind: "mail",
                address: "zsofi@example.org",
                language: "en",
                each: false,
                confirmed: true,
                since: 1,
            },
        ],
    }),
    person: ({ who }) => somePerson(who ?? WHO),
    admin: ({ act }) => ADMIN[act]?.() ?? {},
    wait: ({ game, seats, clock, fill, level }) => ({
        room: {
            game,
            seats,
            clock,
            waiting: 2,
            place: 2,
            fill: fill === null ? null : Date.now() + fill * 1000,
            level: level ?? null,
        },
    }),
};

export function somePerson(who = WHO) {
    const seats = (...scores) =>
        scores.map((score, i) => ({
            ...(i === 0
                ? { who, name: "Zsófi" }
                : i === 1
                  ? { who: "1".repeat(12), name: "Ada" }
                  : { level: "club" }),
            score,
            won: score === Math.max(...scores),
        }));
    return {
        who,
        name: "Zsófi",
        since: Date.UTC(2026, 2, 1),
        shows: "tables",
        running: 4,
        results: [
            { game: "loot", seats: 3, games: 24, wins: 11, last: 4 },
            { game: "loot", seats: 4, games: 9, wins: 1, last: 5 },
            { game: "bars", seats: 4, games: 6, wins: 2, last: 1 },
            { game: "mice", seats: 2, games: 2, wins: 2, last: 0 },
        ],
        finished: [
            {
                table: "f".repeat(22),
                game: "loot",
                at: Date.UTC(2026, 9, 30),
                seats: seats(41, 38, 22),
                seat: 0,
            },
            {
                table: "g".repeat(22),
                game: "bars",
                at: Date.UTC(2026, 9, 12),
                seats: seats(120, 155, 90, 60),
                seat: 0,
            },
        ],
        more: false,
    };
}

export const DEVICES = [
    {
        device: "d1",
        name: "Firefox, Linux",
        since: Date.UTC(2026, 2, 1),
        seen: Date.UTC(2026, 10, 18),
        this: true,
    },
    {
        device: "d2",
        name: "Chrome, Android",
        since: Date.UTC(2026, 8, 9),
        seen: Date.UTC(2026, 10, 17),
        this: false,
    },
];

const BRUNO = { who: "2".repeat(12), name: "Bruno" };
const ADMIN = {
    reports: () => ({
        reports: [
            {
                report: 3,
                at: Date.UTC(2026, 10, 17, 20, 15),
                by: { who: "1".repeat(12), name: "Ada" },
                on: BRUNO,
                table: "a".repeat(22),
                number: 5,
                said: "You play like an accountant.",
                text: "He says this at every table.",
                done: false,
            },
            {
                report: 2,
                at: Date.UTC(2026, 10, 2, 9, 1),
                by: null,
                on: BRUNO,
                table: null,
                text: "Spam",
                done: true,
            },
        ],
        more: false,
    }),
    find: () => ({
        people: [
            { ...BRUNO, since: Date.UTC(2026, 4, 1), muted: true, banned: false, owner: false, games: 17 },
        ],
    }),
    acts: () => ({
        acts: [
            {
                at: Date.UTC(2026, 10, 17, 21, 0),
                by: "Zsófi",
                act: "mute",
                who: BRUNO.who,
                table: null,
                text: "Insults",
            },
        ],
        more: false,
    }),
    invite: () => ({ code: "i".repeat(22), until: Date.now() + 7 * DAY }),
    reset: () => ({ code: "r".repeat(22), until: Date.now() + DAY }),
};

/** Answers instead of a server. `answers` has functions by verb, from the request to the answer, an error's code, or null for
 *  what this server does not know. `page.tell(push)` says something unasked; `page.asked` has what was asked. */
export async function pretend(page, answers = {}) {
    const all = { ...ANSWERS, ...answers };
    const sockets = new Set();
    page.asked = [];
    await page.routeWebSocket(/\/ws$/, (socket) => {
        sockets.add(socket);
        socket.onClose(() => sockets.delete(socket));
        socket.onMessage(async (text) => {
            const { id, do: verb, ...fields } = JSON.parse(text);
            page.asked.push({ do: verb, ...fields });
            const answer = all[verb] === null ? "request" : ((await all[verb]?.(fields)) ?? {});
            const said =
                typeof answer === "string"
                    ? { error: { code: answer, text: `refused: ${answer}` } }
                    : { ok: true, ...answer };
            socket.send(JSON.stringify({ re: id, ...said }));
        });
    });
    page.tell = (push) => {
        for (const socket of sockets) socket.send(JSON.stringify(push));
    };
}
