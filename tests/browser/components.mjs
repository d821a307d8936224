// Components and borders without a browser: the tables of all games drawn as text in every kind of moment, score sheets, the
// first page, and what happens to messages, kept things and records that are not what they should be.
//   node components.mjs BUILD-FOLDER
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { FakeSocket, storage } from "./page.mjs";
import { build, engine, loadTexts, numbers, root, settled, startThread } from "./given.mjs";

// What an older version, or somebody else, may have left in the browser.
const GOOD = { id: "a", game: "loot", names: ["A"], scores: [1], winners: [0], at: 1, record: "{}" };
storage.setItem(
    "razzia.settings",
    '{"theme":"purple","speed":"fast","seats":{"loot":"four"},"bot":7,"name":["x"]}',
);
storage.setItem("razzia.finished", JSON.stringify([{ id: 1 }, GOOD, null, { ...GOOD, game: "chess" }]));
storage.setItem("razzia.game.loot", '{"game":{"setup":"{}","seed":"1","lines":"none"}}');
storage.setItem("razzia.seen", '{"t1":"far"}');
const page = await import(join(build, "src/wasm/components.mjs"));

const NAMES = ["Maximiliane", "Ada", "Bruno", "Chiara", "Otto"];
const FRAME = { phase: "turn", menu: [] };

/** A table in the middle of a game, and how it is drawn. */
async function tableOf(game, seats) {
    const setup = JSON.stringify({ record: 1, game, seats, names: NAMES.slice(0, seats) });
    const bots = NAMES.slice(0, seats).map((_, seat) => (seat === 0 ? null : "greedy"));
    const source = await page.LocalSource.host({ setup, seed: "3", bots, lines: [] }, 0, startThread);
    return new page.Table(await engine(), source);
}

function draw(component, props, children) {
    const html = page.render(page.h(component, props, children));
    return page.parseHTML(`<!doctype html><html><body>${html}</body></html>`).document;
}

function drawTable(table, view) {
    return draw(view.View, { table, at: table.position.value, frame: FRAME, side: null });
}

/** Plays to the end; `see` gets the table at every new kind of moment. */
async function playThrough(table, see) {
    const seen = new Set();
    const pick = numbers(5);
    for (;;) {
        const at = await settled(table);
        const verbs = [...new Set(table.choices.value.map(({ line }) => line.do))];
        const moment = `${at.phase} ${verbs.join(" ")}`;
        if (!seen.has(moment)) see(at, verbs);
        seen.add(moment);
        if (at.over) return seen;
        const { choices } = table;
        assert.ok(await table.play(choices.value[pick(choices.value.length)].line));
    }
}

for (const [game, seats, card] of [
    ["loot", 4, ".loot-lot > li"],
    ["bars", 5, ".bars-house"],
    ["mice", 4, ".mice-column"],
])
    test(`the table of ${game} in every kind of moment`, async () => {
        const table = await tableOf(game, seats);
        const moments = await playThrough(table, (at, verbs) => {
            const drawn = drawTable(table, page[game]);
            assert.equal(drawn.querySelectorAll("[data-place^=seat-]").length, seats, "all seats are there");
            assert.ok(drawn.querySelectorAll(card).length >= 4, card);
            assert.ok(drawn.querySelector("h1").textContent.length > 3);
            const open = drawn.querySelectorAll(
                ".act button, .table-board .legal, .table-board .open",
            ).length;
            assert.equal(open > 0, verbs.length > 0, `${verbs.join()}: what can be done can be touched`);
            if (at.over) assert.match(drawn.querySelector(".act").textContent, /win/);
        });
        assert.ok(moments.size > 3, [...moments].join("; "));
        table.close();
    });

test("any game can be played at the plain table", async () => {
    for (const game of ["loot", "bars", "mice"]) {
        const table = await tableOf(game, 3);
        const at = await settled(table);
        const open = [
            { name: "cards_left", perSeat: false, values: [12, null, "ace"] },
            { name: "tricks", perSeat: true, values: [1, 2, 3, 4, 5, 6] },
        ];
        const own = [{ name: "hand", perSeat: false, values: ["king", 7] }];
        const plain = { ...at, phase: undefined, plain: true, open, own };
        const drawn = draw(page.plain.View, { table, at: plain, frame: FRAME, side: null });
        const choices = [...drawn.querySelectorAll(".act-choices button")].map(
            (button) => button.textContent,
        );
        assert.equal(choices.length, table.choices.value.length);
        const text = drawn.querySelector(".plain-table").textContent;
        assert.match(text, /Cards left12 · – · ace/);
        assert.match(text, /Handking · 7/);
        const seats = [...drawn.querySelectorAll(".seat-panel")].map((seat) => seat.textContent);
        assert.deepEqual(
            seats.map((seat) => /Tricks(.*)/.exec(seat)[1]),
            ["1 · 2", "3 · 4", "5 · 6"],
        );
        const over = { ...plain, over: true, winners: [1], actors: [] };
        assert.match(
            draw(page.plain.View, { table, at: over, frame: FRAME, side: null }).body.textContent,
            /Ada wins/,
        );
        assert.ok(page.logEntries(table).length > 0);
        table.close();
    }
    assert.match(draw(page.PlainPoster, { title: "Poker" }).body.textContent, /Poker/);
});

test("every language draws the plain table and the first page", async () => {
    const table = await tableOf("loot", 3);
    const at = { ...(await settled(table)), plain: true, open: [], own: [] };
    const seen = new Set();
    for (const language of ["en", "de", "es", "hu", "it"]) {
        page.texts.value = new page.Texts(language, (await loadTexts(language)).catalogue);
        seen.add(
            draw(page.plain.View, { table, at, frame: FRAME, side: null }).querySelector(".skip").textContent,
        );
        const home = draw(page.Home, {});
        assert.equal(home.querySelectorAll(".home-game").length, page.GAMES.length);
        seen.add(home.querySelector("h1").textContent);
    }
    assert.equal(seen.size, 10);
    page.texts.value = new page.Texts("en", {});
    table.close();
});

test("what is known of the games comes from the rules", () => {
    assert.deepEqual(page.GAMES, readFileSync(join(root, "src/games/list"), "utf8").trim().split("\n"));
    for (const game of page.GAMES) {
        const { title, author, seats, rules } = page.factsOf(game);
        assert.ok(title && author && seats[0] >= 2 && rules);
        assert.ok(page.gameSentence(game).length > 20);
        assert.ok(page.playersOf(game) >= seats[0] && page.playersOf(game) <= seats[1]);
    }
    page.set({ edition: "ra" });
    assert.deepEqual(page.optionsOf("loot"), { theme: "ra" });
    assert.deepEqual(page.optionsOf("bars"), {});
    page.set({ edition: "" });
});

test("score sheets, chips, seats", () => {
    const players = [0, 1].map((seat) => ({
        seat,
        name: NAMES[seat],
        total: 5 - 9 * seat,
        before: 2,
        winner: seat === 0,
    }));
    const rows = [{ label: "Jewels", rule: "L44", cells: [{ points: 3, note: "most" }, { points: -6 }] }];
    const sheet = draw(page.ScoreSheet, { game: "loot", caption: "Round 1", players, rows });
    assert.equal(sheet.querySelectorAll("thead th").length, 2);
    assert.deepEqual(
        [...sheet.querySelectorAll(".sheet-points b")].map((b) => b.textContent),
        ["+3", "−6"],
    );
    assert.equal(sheet.querySelector("a.rule").getAttribute("href"), "/#/rules/loot/L44");
    assert.equal(
        draw(page.Chip, { tone: "bid" }, "bids 7,000").querySelector(".chip.bid").textContent,
        "bids 7,000",
    );
    const seat = draw(page.SeatPanel, { seat: 2, name: "Ada", score: 7, unit: "pts", turn: true });
    assert.equal(seat.querySelector(".seat-panel.turn .seat-score").textContent, "7 pts");
});

test("what the browser kept and is not ours is passed over", () => {
    const { theme, speed, seats, bot, name } = page.settings.value;
    assert.deepEqual(
        { theme, speed, seats, bot, name },
        { theme: "auto", speed: "fast", seats: {}, bot: "casual", name: "" },
    );
    assert.deepEqual(page.finished.value, [GOOD]);
    assert.deepEqual(page.kept.value, {});
    assert.equal(page.lastSeen("t1"), null);
});

const HELLO = { re: 1, ok: true, who: "a", name: "A", now: 1, levels: { loot: ["novice"] } };

/** A line that has greeted. */
async function openLine() {
    const line = new page.Line("ws://localhost/ws");
    line.open();
    const socket = FakeSocket.all.at(-1);
    socket.onopen();
    socket.say(HELLO);
    await new Promise(setImmediate);
    return { line, socket };
}

test("good messages of the server arrive", async () => {
    const { line, socket } = await openLine();
    assert.equal(line.state.value, "online");
    const heard = [];
    line.listen((push) => heard.push(push));
    socket.say({ table: "t", from: 0, lines: [{ record: 1 }] });
    assert.equal(heard.length, 1);
    const asked = line.ask("make", {});
    socket.say({ re: 2, error: { code: "limit", text: "too many" } });
    await assert.rejects(asked, (error) => error instanceof page.Refused && error.code === "limit");
    assert.equal(line.garbled.value, 0);
});

const BAD = [
    "{",
    "[]",
    "null",
    '"text"',
    { re: "1" },
    { re: 2, error: "no" },
    { re: 2, error: { code: 5, text: "x" } },
    { re: 2, ok: true, table: 7 },
    { table: 7, lines: [] },
    { table: "t", from: "0", lines: [{}] },
    { table: "t", from: 0, lines: ["text"] },
    { table: "t", chat: [{ number: 1 }] },
    { table: "t", lobby: { game: "chess", seats: [] } },
    { table: "t", clocks: { since: "now", seats: [] } },
];

for (const message of BAD)
    test(`the server says ${JSON.stringify(message)}`, async () => {
        const { line, socket } = await openLine();
        const heard = [];
        line.listen((push) => heard.push(push));
        const asked = assert.rejects(
            line.ask("make", {}),
            (error) => error instanceof page.Garbled || error instanceof page.Lost,
        );
        socket.say(message);
        await asked;
        assert.equal(line.garbled.value, 1, "it is told");
        assert.equal(socket.readyState, 3, "and the socket is closed, to be opened again");
        assert.equal(line.state.value, "connecting");
        assert.deepEqual(heard, []);
    });

const NEWS = { from: 0, lines: ["{}"], canUndo: false };

for (const reply of [
    null,
    7,
    {},
    { id: "0", answer: null },
    { from: 0, lines: [1], canUndo: true },
    { ...NEWS, from: "0" },
])
    test(`the worker says ${JSON.stringify(reply)}`, async () => {
        const thread = { postMessage: () => {}, terminate: () => {} };
        let faults = 0;
        const asker = new page.Asker(thread, assert.fail, () => faults++);
        const asked = assert.rejects(asker.ask("game", {}));
        thread.onmessage({ data: reply });
        await asked;
        assert.equal(faults, 1);
    });

test("an answer of the worker that is none, and a worker that stops", async () => {
    const thread = { postMessage: () => {}, terminate: () => {} };
    let faults = 0;
    const asker = new page.Asker(thread, assert.fail, () => faults++);
    const first = assert.rejects(asker.ask("game", {}), /strange/);
    thread.onmessage({ data: { id: 0, answer: { setup: 1 } } });
    await first;
    const second = assert.rejects(asker.ask("undo", {}), /stopped/);
    thread.onerror({});
    await second;
    assert.equal(faults, 1);
});

test("the worker is asked for nonsense", async () => {
    const said = [];
    const serving = new page.Serving({ engine: await engine(), post: (reply) => said.push(reply) });
    for (const request of [null, {}, { id: 1, name: "sing", ask: {} }]) await serving.receive(request);
    await serving.receive({ id: 5, name: "host", ask: { game: {}, seat: 0 } });
    assert.deepEqual(
        said.map(({ id }) => id),
        [-1, -1, -1, 5],
    );
    assert.ok(said.every(({ failed }) => failed));
});

test("a kept game that is none is refused with a reason", async () => {
    const setup = '{"record":1,"game":"loot","seats":2}';
    for (const [first, lines] of [
        ["no setup", []],
        ["7", []],
        [setup, ["{"]],
        [setup, ["null"]],
    ]) {
        const game = { setup: first, seed: "1", bots: [null, "greedy"], lines };
        const source = await page.LocalSource.host(game, 0, startThread);
        assert.ok(source.text, `${first} ${lines.join()}`);
    }
});

test("records that are none", async () => {
    const own = await engine();
    const setup = '{"record":1,"game":"loot","seats":2}';
    for (const [text, line] of [
        ["", 0],
        ["no record", 0],
        ["[]", 0],
        ['{"record":1,"game":"chess","seats":2}', 0],
        [`${setup}\n{"by":0}`, 1],
        [`${setup}\nnull`, 1],
        [`${setup}\n{"x":"${"y".repeat(200000)}"}`, 1],
    ])
        assert.equal(page.readStory(text, own).line, line, text.slice(0, 60));
    assert.deepEqual(page.readStory(setup, own).names, []);
});

test("shapes", () => {
    const { isWith, isText, isWhole, isListOf, isEither, isNull, isSame, parseAs } = page;
    const is = isWith({ name: isText }, { n: isWhole });
    assert.ok(is({ name: "a" }) && is({ name: "a", n: 1, more: 2 }));
    assert.ok(!is({ name: "a", n: 1.5 }) && !is({}) && !is([]) && !is(null));
    assert.ok(isListOf(isEither(isText, isNull))(["a", null]));
    assert.equal(parseAs(isText, "{"), null);
    assert.ok(isSame({ a: [1, { b: 2 }], c: 3 }, { c: 3, a: [1, { b: 2 }] }));
    assert.ok(!isSame({ a: 1 }, { a: 1, b: undefined }) && !isSame([1], [1, 2]) && !isSame([], {}));
});

test("no style is left that nothing uses", () => {
    // Names are put together in the source at most by a number or a word after a dash: seat-p1, bars-c-jazz.
    const files = (folder, ending) =>
        readdirSync(join(root, folder), { recursive: true })
            .filter((name) => ending.test(name))
            .map((name) => join(root, folder, name));
    const source = files("web/src", /\.tsx?$/)
        .map((name) => readFileSync(name, "utf8"))
        .join("\n");
    const words = new Set(
        [...source.matchAll(/["`]([^"`]*)["`]/g)].flatMap(([, text]) => text.split(/[\s}]+/)),
    );
    const made = (name) =>
        words.has(name) ||
        [...words].some(
            (word) =>
                word.includes("${") && name.startsWith(word.split("${")[0]) && word.split("${")[0].length > 0,
        );
    const styles = [...files("web/css", /\.css$/), ...files("web/src/games", /\.css$/)];
    const unused = new Set();
    for (const name of styles)
        for (const [, selector] of readFileSync(name, "utf8")
            .replace(/\/\*[^]*?\*\//g, "")
            .matchAll(/([^{};]+)\{/g))
            for (const [, one] of selector.startsWith("@") ? [] : selector.matchAll(/\.([a-z][\w-]*)/gi))
                if (!made(one)) unused.add(one);
    assert.deepEqual([...unused], []);
});
