// Components and borders without a browser: the tables of all games drawn as text in every kind of moment, score sheets, the
// first page, and what happens to messages, kept things and records that are not what they should be.
//   node components.mjs BUILD-FOLDER
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { FakeSocket, storage } from "./page.mjs";
import { testBars } from "./bars.mjs";
import { testClub } from "./clublife.mjs";
import { testReceipts } from "./receipts.mjs";
import { testReview } from "./reviewing.mjs";
import { build, engine, loadTexts, numbers, root, settled, startThread } from "./given.mjs";

// What an older version, or somebody else, may have left in the browser.
const GOOD = {
    id: "a",
    game: "loot",
    names: ["A"],
    scores: [1],
    winners: [0],
    at: 1,
    record: "{}",
};
storage.setItem(
    "razzia.settings",
    '{"theme":"purple","speed":"fast","seats":{"loot":"four"},"bot":7,"name":["x"]}',
);
storage.setItem("razzia.finished", JSON.stringify([{ id: 1 }, GOOD, null, { ...GOOD, game: "chess" }]));
storage.setItem("razzia.game.loot", '{"game":{"setup":"{}","seed":"1","lines":"none"}}');
storage.setItem("razzia.seen", '{"t1":"far"}');
storage.setItem("razzia.mine", '{"count":1,"games":[{"id":"x","game":"chess"}]}');
const page = await import(join(build, "src/wasm/components.mjs"));

const NAMES = ["Maximiliane", "Ada", "Bruno", "Chiara", "Otto"];
const LONG = 24 * 3600 * 1000;
const FRAME = { phase: "turn", menu: [] };

/** A table in the middle of a game, and how it is drawn. */
async function tableOf(game, seats, seed = "3") {
    const setup = JSON.stringify({
        record: 1,
        game,
        seats,
        names: NAMES.slice(0, seats),
    });
    const bots = NAMES.slice(0, seats).map((_, seat) => (seat === 0 ? null : "greedy"));
    const source = await page.LocalSource.host({ setup, seed, bots, lines: [] }, 0, startThread);
    return new page.Table(await engine(), source);
}

function draw(component, props, children) {
    const html = page.render(page.h(component, props, children));
    return page.parseHTML(`<!doctype html><html><body>${html}</body></html>`).document;
}

function drawTable(table, view) {
    return draw(view.View, {
        table,
        at: table.position.value,
        frame: FRAME,
        side: null,
    });
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

const said = (points) => String(points);

/** The page of the result of a table whose game is over. */
function drawResult(table, game) {
    const at = table.position.value;
    return draw(page.ResultPage, {
        table,
        game,
        at,
        frame: FRAME,
        onClose: () => {},
    });
}

/** A number of the page: "−19", "+1,000". */
function numberIn(element) {
    return Number(element.textContent.replace("−", "-").replace(/,000$/, "").replace(",", ""));
}

/** Each piece of a column has the size that it says, and the column that of its pieces. */
function checkColumn(seat) {
    const given = (element, name) => Number(element.getAttribute("style").match(`${name}: ?([^;]+)`)[1]);
    for (const [side, whole, sign] of [
        ["above", "--won", 1],
        ["below", "--lost", -1],
    ]) {
        const pieces = [...seat.querySelectorAll(`.result-${side} .result-piece`)];
        const sizes = pieces.map((piece) => given(piece, "--n"));
        assert.deepEqual(
            sizes.map((size) => sign * size),
            pieces.map((piece) => numberIn(piece.querySelector("b"))),
        );
        assert.equal(
            given(seat, whole),
            sizes.reduce((sum, size) => sum + size, 0),
        );
    }
}

for (const [game, seats] of [
    ["loot", 3],
    ["loot", 5],
    ["bars", 3],
    ["bars", 5],
    ["mice", 2],
    ["mice", 5],
])
    test(`the result of ${game} with ${seats}: parts add up to totals, totals are the position's`, async () => {
        const table = await tableOf(game, seats);
        await playThrough(table, () => {});
        const before = JSON.stringify(table.engine.position());
        for (const view of [page[game], page.plain]) {
            const at = table.position.value;
            const result = view.result?.(table, at);
            for (const { seat, total, parts } of result?.seats ?? []) {
                const sum = parts.reduce((all, { points }) => all + points, 0);
                assert.equal(sum, total, `${game}, seat ${seat}: ${JSON.stringify(parts)}`);
            }
            for (const { totals } of result?.rounds ?? []) assert.equal(totals.length, seats);
            if (result?.rounds?.length)
                assert.deepEqual(
                    result.rounds.at(-1).totals,
                    [...result.seats].sort((a, b) => a.seat - b.seat).map(({ total }) => total),
                );
            const drawn = drawResult(table, view);
            assert.match(drawn.querySelector("h2").textContent, /win/);
            const shown = [...drawn.querySelectorAll(".result-total")].map((one) => one.textContent);
            const totals = [...at.scores].map((score, seat) => ({
                score,
                wins: at.winners.includes(seat),
            }));
            totals.sort((a, b) => Number(b.wins) - Number(a.wins) || b.score - a.score);
            assert.deepEqual(
                shown.map((text) => Number(text.replace("−", "-").replace(/,000$/, "").replace(",", ""))),
                totals.map(({ score }) => score),
            );
            assert.equal(drawn.querySelectorAll(".result-seat.wins").length, at.winners.length);
            for (const seat of drawn.querySelectorAll(".result-seat")) checkColumn(seat);
        }
        assert.equal(JSON.stringify(table.engine.position()), before, "looking back changes nothing");
        table.close();
    });

test("who has won, by how much, and in which order", () => {
    const names = ["You", "Ada", "Bruno"];
    const of = (totals, winners, you = 0) => {
        const result = {
            said,
            seats: totals.map((total, seat) => ({
                seat,
                total,
                parts: [],
                why: "",
            })),
        };
        const at = { names, winners, you };
        const ranked = page.ranking(result, at);
        return [
            page.headline(result, ranked, at),
            ...ranked.map(({ seat, rank, margin }) => [seat, rank, margin].join()),
        ];
    };
    assert.deepEqual(of([43, 52, 26], [1]), ["Ada wins by 9", "1,1,9", "0,2,9", "2,3,26"]);
    assert.deepEqual(of([56, 52, 52], [0]), ["You win by 4", "0,1,4", "1,2,4", "2,2,4"]);
    assert.deepEqual(of([52, 52, 26], [0]), ["You win the tie", "0,1,0", "1,2,0", "2,3,26"]);
    assert.deepEqual(of([52, 52, 26], [1], null), ["Ada wins the tie", "1,1,0", "0,2,0", "2,3,26"]);
    assert.match(of([52, 26, 52], [2, 0])[0], /^You and Bruno share the win/);
    assert.deepEqual(of([-5, -9, -20], [0]), ["You win by 4", "0,1,4", "1,2,4", "2,3,15"]);
});

test("what was won stands above the line, what was lost below it, each as large as its number", () => {
    const parts = [10, 18, -19, 4, 0, -2].map((points, i) => ({
        points,
        label: String(i),
        tone: "",
    }));
    const { above, below, won, lost } = page.column(parts);
    const sizes = (pieces) => pieces.map(({ label, size }) => `${label}: ${size}`);
    assert.deepEqual(sizes(above), ["0: 10", "1: 18", "3: 4"]);
    assert.deepEqual(sizes(below), ["2: 19", "5: 2"]);
    assert.deepEqual([won, lost], [32, 21]);
});

for (const game of ["loot", "bars", "mice"])
    test(`the lessons of ${game} point at something that is on the table then`, async () => {
        const { lessons } = page[`${game}Course`];
        const table = await tableOf(game, 3);
        const pointed = new Set();
        await playThrough(table, (at) => {
            const drawn = drawTable(table, page[game]);
            for (const { at: thing, when, title } of lessons)
                if (thing && when(at, table.choices.value)) {
                    assert.ok(drawn.querySelector(thing), `${title()}: ${thing}`);
                    pointed.add(title());
                }
        });
        assert.ok(pointed.size >= lessons.length / 2, [...pointed].join("; "));
        table.close();
    });

test("rules name options as the page does, not as the command line", async () => {
    const games = (await engine()).games();
    for (const language of ["en", "de", "es", "hu", "it"]) {
        page.texts.value = new page.Texts(language, (await loadTexts(language)).catalogue);
        const rules = JSON.parse(readFileSync(join(build, `web/texts/${language}-rules.json`)));
        for (const { name: game, options } of games)
            for (const option of options.filter(({ rule }) => rule)) {
                const sections = Object.assign({}, ...rules[game].map((section) => section.rules));
                const said = page.withoutWords(sections[option.rule], [option]);
                assert.ok(said.includes(option.about), `${language}: ${said}`);
                assert.doesNotMatch(said, /\w=\w|\w_\w/, `${language}: ${said}`);
            }
    }
    page.texts.value = new page.Texts("en", (await loadTexts("en")).catalogue);
});

test("names beside lines never cover each other, and stay inside", () => {
    for (const wanted of [[0, 0, 0], [1, 1, 1, 1, 1], [0.5, 0.52, 0.1, 0.48], Array(8).fill(0.9)]) {
        const places = page.spread(wanted, 0.11).sort((a, b) => a - b);
        assert.ok(places[0] >= 0 && places.at(-1) <= 1, places.join());
        for (let i = 1; i < places.length; i++) assert.ok(places[i] - places[i - 1] > 0.1099, places.join());
    }
});

/** What is lit in the pantry, and the nine rows that say what each column needs and gives. */
function checkPantry(drawn, at, verbs, lit) {
    const cells = [...drawn.querySelectorAll(".mice-columns .mice-cell.legal")];
    for (const cell of cells) {
        if (verbs.includes("retrieve"))
            assert.ok(cell.querySelector(".mice-die.seat-p1"), "only dice that would be taken");
        if (verbs.includes("anna"))
            assert.equal(cell, cell.parentElement.lastElementChild, "Anna's die goes to the bottom");
    }
    for (const verb of verbs) lit[verb] = (lit[verb] ?? 0) + cells.length;
    const notes = [...drawn.querySelectorAll(".table-side .hint-row .hint-note")].slice(0, 9);
    assert.equal(notes.length, at.over ? 0 : 9, "a row a column, whatever the moment");
    for (const [i, { textContent: note }] of notes.entries()) {
        assert.match(note, /needs|complete|no die/i);
        assert.ok(note.includes(at.columns[i].reward.slice(1)), note);
        assert.doesNotMatch(note, /[∗=]/, "words, not signs");
    }
}

test("mice: what a touch takes or fills is lit, and every column says what it needs and gives", async () => {
    const lit = {};
    for (const seed of ["3", "7"]) {
        const table = await tableOf("mice", 4, seed);
        await playThrough(table, (at, verbs) => checkPantry(drawTable(table, page.mice), at, verbs, lit));
        table.close();
    }
    for (const verb of ["retrieve", "place", "anna"]) assert.ok(lit[verb] > 0, verb);
});

test("mice: whatever can be asked about is explained, with a rule that there is", async () => {
    const rules = readFileSync(join(root, "docs/rules/mice.md"), "utf8");
    const table = await tableOf("mice", 2, "4");
    const kinds = new Set();
    await playThrough(table, (at) => {
        const drawn = drawTable(table, page.mice);
        for (const thing of drawn.querySelectorAll("[data-explain]")) {
            const word = thing.getAttribute("data-explain");
            const told = page.mice.explain(word, at);
            assert.ok(told?.title && told.text.length > 20, word);
            assert.ok(rules.includes(`| ${told.rule} |`), `${word}: ${told.rule}`);
            assert.doesNotMatch(JSON.stringify(told), /\{\w+\}|undefined/, word);
            kinds.add(word.replace(/:\d+/g, ""));
        }
        const aid = draw(page.mice.Aid, { at });
        const { safe, exposed } = at.seats[0];
        assert.match(aid.body.textContent, new RegExp(`${safe} safe, ${exposed} exposed`));
        assert.equal(aid.querySelectorAll(".mice-aid-shelves li").length, 6);
    });
    for (const kind of ["shelf", "cell", "cat", "safe", "exposed", "free", "die:mouse"])
        assert.ok(kinds.has(kind), kind);
    assert.equal(page.mice.explain("nothing", table.position.value), undefined);
    table.close();
});

test("mice: only safe food counts on the sheet of the end, and you are you", async () => {
    const table = await tableOf("mice", 3);
    await playThrough(table, () => {});
    const at = table.position.value;
    const sheet = draw(page.mice.Sheet, { table, at });
    const rows = [...sheet.querySelectorAll("tbody tr")].map((row) =>
        [...row.querySelectorAll(".sheet-points b")].map((b) => b.textContent),
    );
    assert.deepEqual(
        rows[0],
        at.seats.map(({ safe }) => (safe ? `+${safe}` : "0")),
    );
    assert.deepEqual(
        rows[1],
        at.seats.map(({ exposed }) => String(exposed)),
    );
    for (const figure of [...rows[1], ...rows[2]])
        assert.match(figure, /^\d+$/, "no plus where nothing counts");
    assert.equal(sheet.querySelectorAll("tbody tr:not(:first-child) .up").length, 0);
    assert.equal(sheet.querySelector("thead th.me .sheet-who > b").textContent, at.names[0]);
    assert.equal(at.names[0], "You");
    table.close();
});

testBars(page, draw);
await testReceipts(page, draw);
testReview(page, draw);
testClub(page, draw);

test("the facts that are shown are those of the position that is shown", async () => {
    for (const game of ["loot", "bars", "mice"]) {
        const table = await tableOf(game, 3);
        const drawn = [];
        const stop = page.effect(() => void drawn.push(table.facts()));
        const pick = numbers(2);
        for (let i = 0; i < 6; i++) {
            await settled(table);
            assert.deepEqual(drawn.at(-1), table.engine.facts(), `${game}, move ${i}`);
            const { choices } = table;
            await table.play(choices.value[pick(choices.value.length)].line);
        }
        stop();
        table.close();
    }
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
        const drawn = draw(page.plain.View, {
            table,
            at: plain,
            frame: FRAME,
            side: null,
        });
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
            draw(page.plain.View, {
                table,
                at,
                frame: FRAME,
                side: null,
            }).querySelector(".skip").textContent,
        );
        const home = draw(page.Home, {});
        assert.equal(home.querySelectorAll(".home-game").length, page.GAMES.length);
        seen.add(home.querySelector("h1").textContent);
    }
    assert.equal(seen.size, 10);
    page.texts.value = new page.Texts("en", {});
    table.close();
});

/** What chips say of another player, beside a name. */
const OF_OTHERS = ["bids {sum}", "passes", "to bid", "to play", "chooses", "duels", "proposes"];
OF_OTHERS.push("refuses", "gets {sum}", "haggles", "raids");

for (const language of ["de", "es", "hu", "it"])
    test(`beside "you" nothing speaks of somebody else: ${language}`, async () => {
        const { catalogue } = await loadTexts(language);
        page.texts.value = new page.Texts(language, catalogue);
        const others = OF_OTHERS.map((text) => page.texts.value.word(text).split("{")[0]);
        const isOfOthers = (text) =>
            others.some((other) => (other.endsWith(" ") ? text.startsWith(other) : text === other));
        let seen = 0;
        for (const [game, seats] of [
            ["loot", 3],
            ["bars", 4],
        ]) {
            const table = await tableOf(game, seats);
            await playThrough(table, () => {
                const drawn = drawTable(table, page[game]);
                for (const chip of drawn.querySelectorAll("[data-place=seat-0] :is(.chip, .bars-tag)")) {
                    seen += chip.textContent ? 1 : 0;
                    assert.ok(!isOfOthers(chip.textContent), `${game}: ${chip.textContent}`);
                }
            });
            table.close();
        }
        page.texts.value = new page.Texts("en", {});
        assert.ok(seen > 5, `${seen} chips`);
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

test("a bubble stands beside its thing, and on the screen", () => {
    const screen = { width: 360, height: 640 };
    const size = { width: 300, height: 90 };
    for (const left of [0, 150, 330])
        for (const top of [0, 100, 600]) {
            const at = { left, top, width: 30, height: 40 };
            const { left: x, top: y, side, tip } = page.placeBubble(at, size, screen);
            assert.ok(x >= 0 && x + size.width <= screen.width && y >= 0 && y + size.height <= screen.height);
            assert.equal(side, top < 102 ? "below" : "above");
            assert.ok(side === "below" ? y >= top + 40 : y + size.height <= top, "it covers nothing");
            assert.ok(Math.abs(x + tip - left - 15) <= 16, "its tip is at the thing");
        }
    // Low and wide: beside it.
    const aside = page.placeBubble({ left: 500, top: 60, width: 80, height: 200 }, size, {
        width: 844,
        height: 320,
    });
    assert.equal(aside.side, "left");
});

test("advice of the same value is one row", () => {
    const choice = (text, win, share = 0) => ({ text, win, share, line: {} });
    const rows = page.advisedRows([
        choice("a", 0.311, 0.6),
        choice("b", 0.31),
        choice("c", 0.309),
        choice("d", 0.22),
        choice("e", 0.1),
        choice("f", 0.05),
    ]);
    assert.deepEqual(
        rows.map(({ text, others }) => [text, others]),
        [
            ["a", 2],
            ["d", 0],
            ["e", 0],
        ],
    );
    assert.equal(page.advisedRows([choice("a", null, 0.6), choice("b", null, 0.4)]).length, 2);
});

test("on a wall there is nothing to touch, and who is to move is said", async () => {
    const table = await tableOf("loot", 4);
    const at = await settled(table);
    const last = { number: 1, text: "Ada bids 7,000.", seat: 1, name: "Ada" };
    const frame = { ...FRAME, wall: true, last };
    const drawn = draw(page.loot.View, { table, at, frame, side: null });
    assert.ok(drawn.querySelector(".table-page.wall h1"));
    assert.equal(drawn.querySelector(".act, .topbar, .table-side, button, dialog[open]"), null);
    assert.match(drawn.querySelector(".wall-turn").textContent, new RegExp(at.names[at.actors[0]]));
    assert.match(drawn.querySelector(".wall-last").textContent, /Ada bids 7,000/);
    const live = (isBehind) =>
        draw(page.loot.View, { table, at, frame: { ...frame, connection: "online", isBehind }, side: null })
            .querySelector(".wall-live")
            .textContent.trim();
    assert.deepEqual([live(false), live(true)], ["live", "catching up"]);
    table.close();
});

test("score sheets, chips, seats", () => {
    const players = [0, 1].map((seat) => ({
        seat,
        name: NAMES[seat],
        total: 5 - 9 * seat,
        before: 2,
        winner: seat === 0,
    }));
    const rows = [
        {
            label: "Jewels",
            rule: "L44",
            cells: [{ points: 3, note: "most" }, { points: -6 }],
        },
    ];
    const sheet = draw(page.ScoreSheet, {
        game: "loot",
        caption: "Round 1",
        players,
        rows,
    });
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
    const seat = draw(page.SeatPanel, {
        seat: 2,
        name: "Ada",
        score: 7,
        unit: "pts",
        turn: true,
    });
    assert.equal(seat.querySelector(".seat-panel.turn .seat-score").textContent, "7 pts");
});

test("a sound is heard once, however often what happened is told", async () => {
    const table = await tableOf("mice", 2);
    await settled(table);
    const heard = [];
    const game = { events: { sound: ({ do: verb }) => verb } };
    const stop = page.playSounds(table, game, (made) => heard.push(made));
    assert.deepEqual(heard, [], "what happened before is over");
    assert.ok(await table.play(table.choices.value[0].line));
    await settled(table);
    const { length } = heard;
    assert.ok(length > 0);
    table.events.value = [...table.events.value];
    assert.equal(heard.length, length);
    stop();
    table.close();
});

test("games outlive a browser that keeps nothing, and another tab that keeps its own", async () => {
    const before = page.finished.value;
    const { setItem } = storage;
    const table = await tableOf("mice", 2);
    await settled(table);
    const lines = ['{"by":0,"do":"roll"}'];
    const other = { setup: "{}", seed: "other", bots: [null, "casual"], lines };
    const kept = { game: other, names: ["A", "B"], moment: "", at: 1 };
    storage.setItem("razzia.game.mice", JSON.stringify(kept));
    await page.keep("mice", table.source, table.position.value);
    assert.deepEqual(
        page.aside.value.map(({ game }) => game.seed),
        ["other"],
    );
    await playThrough(table, () => {});
    storage.setItem = () => {
        throw new Error("no room");
    };
    await page.keep("mice", table.source, table.position.value);
    storage.setItem = setItem;
    assert.equal(page.finished.value.length, before.length + 1);
    assert.equal(page.kept.value.mice, undefined);
    page.finished.value = before;
    page.aside.value = [];
    page.kept.value = {};
    table.close();
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

/** A table of the page, as "Play now" opens it; the worker is in this thread. */
async function openPageTable(game, fresh) {
    globalThis.Worker = function () {
        return startThread();
    };
    page.pageEngine.value ??= await engine();
    await page.openTable(game, fresh);
    return page.open.value.table;
}

/** Until as many lines have come. */
async function linesOf(table, least) {
    while (table.record().length < least) await new Promise(setImmediate);
}

test("rules that do not go with the players are forgotten, and the game is there", async () => {
    page.set({ seats: { mice: 2 }, rules: { mice: { first: 5 } } });
    const table = await openPageTable("mice", true);
    assert.equal(table.position.value?.game ?? "mice", "mice");
    assert.equal(page.settings.value.rules.mice, undefined);
    page.set({ seats: {}, rules: {} });
});

test("who leaves takes no bid from the table", async () => {
    const watching = await engine();
    watching.begin(
        JSON.stringify({
            record: 1,
            game: "loot",
            seats: 3,
            names: ["A", "B", "C"],
        }),
        -1,
        0,
    );
    for (const line of [
        { by: "chance", do: "sets", order: [1, 0, 2] },
        { by: "rules", do: "round", number: 1, starter: 1 },
        { by: 1, do: "court" },
        { by: 2, do: "pass" },
        { by: 1, do: "leave", why: "timeout" },
    ])
        assert.ok(!("problem" in watching.observe(JSON.stringify(line))), JSON.stringify(line));
    assert.equal(watching.position().seats[2].said, "pass");
});

test("a new game stands still until its page is there", async () => {
    page.set({ seats: { mice: 5 } });
    for (let i = 0; i < 3; i++) {
        const table = await openPageTable("mice", true);
        await new Promise((done) => setTimeout(done, 120));
        await linesOf(table, 2);
        assert.equal(table.position.value.game, "mice", "the empty table is there");
        assert.deepEqual(table.events.value, [], "nothing has been shown");
        assert.deepEqual(table.choices.value, []);
        assert.ok(table.waiting.value > 0);
        table.setPace(() => 0);
        await settled(table);
        assert.ok(table.events.value.length > 0);
        table.hold();
        const shown = table.events.value.length;
        await table.source.send(table.choices.value[0].line);
        await linesOf(table, shown + 2);
        assert.equal(table.events.value.length, shown, "nobody looks: nothing passes");
    }
    page.leaveTable();
    page.set({ seats: {} });
});

test("a new game never throws the old one away", async () => {
    const first = await openPageTable("bars", true);
    first.setPace(() => 0);
    await settled(first);
    assert.ok(!page.hasMoved(), "nothing to lose yet");
    const second = await openPageTable("bars", true);
    assert.deepEqual(page.aside.value, [], "a game without an own move goes");
    second.setPace(() => 0);
    await settled(second);
    assert.ok(await second.play(second.choices.value[0].line));
    await settled(second);
    assert.ok(page.hasMoved());
    const lines = second.record().length;
    const third = await openPageTable("bars", true);
    assert.equal(page.aside.value.length, 1, "the old one is beside the new one");
    third.setPace(() => 0);
    await settled(third);
    await third.play(third.choices.value[0].line);
    await settled(third);
    const [old] = page.aside.value;
    assert.match(draw(page.Home, {}).body.textContent, /Razzia with Ada.*Round \d+ of \d+ · your turn/);
    page.goOnWith(old);
    assert.equal(page.aside.value.length, 1, "they have changed places");
    const again = await openPageTable("bars", false);
    assert.ok(again.events.value.length >= lines - 1, "all of it is there");
    page.leaveTable();
});

test("a game that nobody has moved in is dealt anew when it is not as it is set any more", async () => {
    const keptSeats = () => page.kept.value.loot && JSON.parse(page.kept.value.loot.game.setup).seats;
    const opened = async (more, fresh = false) => {
        page.set(more);
        const table = await openPageTable("loot", fresh);
        table.setPace(() => 0);
        const { names } = await settled(table);
        while (keptSeats() !== names.length) await new Promise(setImmediate);
        return table;
    };
    const first = await opened({ seats: { loot: 4 }, levels: { loot: "casual" } }, true);
    assert.equal(await opened({}), first, "nothing has changed: the same table");
    const second = await opened({ seats: { loot: 3 } });
    assert.equal(second.position.value.names.length, 3, "as the page says above it");
    page.leaveTable();
    const third = await opened({ practice: true });
    assert.ok(page.open.value.practice);
    const fourth = await opened({ rules: { loot: { piles: 1 } } });
    assert.match(fourth.record()[0], /"piles":1/);
    assert.ok(await fourth.play(fourth.choices.value[0].line));
    await settled(fourth);
    while (!/"by":0/.test(page.kept.value.loot.game.lines.join())) await new Promise(setImmediate);
    assert.equal(await opened({ seats: { loot: 4 } }), fourth, "a move is not lost");
    assert.notEqual(third, fourth);
    page.leaveTable();
    page.kept.value = {};
    page.set({ seats: {}, levels: {}, rules: {}, practice: false });
});

test("in practice any move is taken back, and what follows is dealt anew", async () => {
    page.set({ practice: true, seats: { loot: 4 } });
    const table = await openPageTable("loot", true);
    assert.ok(page.open.value.practice);
    table.setPace(() => 0);
    const starts = [];
    for (let i = 0; i < 4; i++) {
        await settled(table);
        starts.push([...table.record()]);
        await table.play(table.choices.value.at(-1).line);
    }
    await settled(table);
    const { seed, practice } = structuredClone(await table.source.game());
    assert.ok(practice);
    for (const start of starts.reverse()) {
        await table.source.undo();
        await settled(table);
        assert.deepEqual(table.record(), start, "back where the move was made");
    }
    assert.equal(table.source.canUndo.value, false, "there is no own move any more");
    const whole = await table.source.game();
    assert.notEqual(whole.seed, seed, "nobody knows what comes");
    await table.play(table.choices.value[0].line);
    await settled(table);
    await table.source.game(); // what is kept is written after it was asked for
    await new Promise((done) => setTimeout(done, 20));
    assert.match(
        draw(page.Home, {}).querySelector(".home-resume").parentElement.parentElement.textContent,
        /Practice/,
    );
    page.leaveTable();
    page.set({ practice: false, seats: {} });
});

test("what bots chose in secret at the same time is chosen anew when a move is taken back", async () => {
    const setup = JSON.stringify({
        record: 1,
        game: "bars",
        seats: 4,
        names: NAMES.slice(0, 4),
    });
    const bots = [null, "greedy", "greedy", "greedy"];
    const [hosts, views] = [await engine(), await engine()];
    const host = new page.Host(hosts, { setup, seed: "3", bots, lines: [], practice: true }, 0);
    host.begin();
    const run = () => {
        while (host.step());
    };
    const choices = () => {
        views.begin(setup, 0, 1);
        for (const line of host.game.lines) views.observe(hosts.conceal(line, 0));
        return views.choices();
    };
    const isSecret = (line) => JSON.parse(line).by > 0 && hosts.conceal(line, -1) !== line;
    run();
    assert.ok(isSecret(host.game.lines.at(-1)), "bots have chosen before the person");
    assert.equal(host.send(choices()[0].line), null);
    run();
    assert.ok(host.undo() >= 0);
    assert.ok(!host.game.lines.some(isSecret), "nothing is left of what has been shown");
    run();
    assert.equal(host.send(choices()[0].line), null, "and the game goes on");
});

test("a single choice is made once: not again after a refusal, nor after an undo", async () => {
    page.set({ single: true });
    const [line, other] = [
        { by: 0, do: "pass" },
        { by: 0, do: "bid" },
    ];
    const events = page.signal([{ number: 4 }]);
    const choices = page.signal([{ line }]);
    let played = 0;
    const play = () => {
        if (++played > 20) throw new Error("without end");
        choices.value = []; // on its way
        choices.value = [{ line }]; // refused: as it was
    };
    const stop = page.playSingles({ choices, events, play });
    const goTo = (number, lines) => {
        events.value = [{ number }];
        choices.value = lines.map((one) => ({ line: one }));
    };
    assert.equal(played, 1, "once, whatever comes of it");
    goTo(9, [line]);
    assert.equal(played, 2);
    goTo(4, [line]);
    assert.equal(played, 2, "what was taken back is not made again at once");
    goTo(2, [line, other]);
    goTo(3, [line]);
    assert.equal(played, 3, "after another move it is as before");
    stop();
    page.set({ single: false });
});

test("what others do can be skipped, but not what waits to be looked at", async () => {
    const table = await openPageTable("mice", true);
    table.setPace(() => 500);
    assert.ok(table.waiting.value > 0 || (await linesOf(table, 3)) === undefined);
    table.skip();
    await settled(table);
    assert.equal(table.skipping.value, false, "at the own turn");
    table.setPace(({ line }) => (line.do === "place" ? LONG : 500));
    await table.play(table.choices.value[0].line);
    table.skip();
    while (table.waiting.value === 0 || table.skipping.value) {
        if (table.yourTurn.value) {
            await table.play(table.choices.value[0].line);
            table.skip();
        }
        await new Promise(setImmediate);
    }
    assert.equal(table.events.value.at(-1).line.do, "place", "it stops there");
    page.leaveTable();
});

test("before the first move: the goal, players and bots", async () => {
    page.set({ seats: { mice: 3 }, levels: { mice: "club" } });
    page.pageEngine.value ??= await engine();
    const drawn = draw(page.BeforeTable, { game: "mice", onChange: () => {} });
    const picked = [...drawn.querySelectorAll("select")].map((select) => select.getAttribute("aria-label"));
    assert.deepEqual(picked, ["Players", "Bots"]);
    const checked = [...drawn.querySelectorAll("input[checked] + span")].map((span) => span.textContent);
    assert.deepEqual(checked, ["3", "Club"]);
    const goal = drawn.querySelector("p b").textContent;
    assert.ok(goal.length > 20);
    page.set({ practice: true });
    const again = draw(page.BeforeTable, { game: "mice", onChange: () => {} });
    assert.equal(again.querySelector("p b").textContent, goal, "in practice, too");
    page.set({ seats: {}, levels: {}, practice: false });
});

test("the person at the screen is you, wherever a position is shown", async () => {
    const table = await tableOf("loot", 3);
    await settled(table);
    await table.play(table.choices.value[0].line);
    await settled(table);
    const { before, after } = table.step.value;
    for (const { names } of [table.position.value, before, after])
        assert.deepEqual(names, ["You", "Ada", "Bruno"]);
    table.close();
});

test("those who watch do not stay behind the sheet of a round", () => {
    const line = { by: "rules", do: "score" };
    const wait = (seat, waiting = 0) =>
        page.paceOf({ source: { seat }, waiting: page.signal(waiting) }, page.loot)({ line });
    assert.ok(wait(0) > 3600_000, "whoever plays looks as long as they like");
    assert.ok(wait(0, 100) > 3600_000);
    assert.ok(wait(-1) > 2000 && wait(-1) < 15_000, String(wait(-1)));
    assert.ok(wait(-1, 100) < wait(-1) / 10, "who is far behind catches up");
});

test("where time runs nobody looks for long: one's own time does not pass behind it", () => {
    const waits = (clock) => {
        const lobby = page.signal({ ...LOBBY, clock });
        const source = new page.SocketSource({ lobby }, 0);
        const table = { source, waiting: page.signal(0), engine: { position: () => duel } };
        const duel = { you: 0, duel: { standing: 0, challenger: 1, winner: 1 } };
        return [
            page.paceOf(table, page.loot)({ line: { by: "rules", do: "score", round: 1 } }),
            page.paceOf(table, page.bars)({ line: { by: "chance", do: "roll", value: 3 } }),
        ];
    };
    for (const wait of waits(null)) assert.ok(wait > 3600_000, String(wait));
    for (const clock of [{ move: 45, bank: 300 }, { days: 1 }])
        for (const wait of waits(clock)) assert.ok(wait > 2000 && wait < 15_000, String(wait));
});

test("what one has said oneself is not unread", () => {
    const chat = ["a", "b", "a", "b", "b"].map((who, i) => ({
        number: i + 1,
        who,
        name: who,
        text: "x",
        at: 1,
    }));
    assert.equal(page.unreadIn(chat, 1, "a"), 3);
    assert.equal(page.unreadIn(chat, 4, "a"), 1);
    assert.equal(page.unreadIn(chat, 0, undefined), 5);
});

test("a replay calls everybody by name, bots as they were called in play", async () => {
    const lobby = {
        seats: [{ who: "a", name: "Ann" }, { level: "casual" }, { level: "greedy" }],
    };
    const names = page.namesOf(lobby);
    assert.deepEqual(names, ["Ann", "Ada", "Bruno"]);
    const bruno = [{ name: "Bruno" }, {}, { level: "casual" }, { level: "club" }];
    assert.deepEqual(
        page.namesOf({ seats: bruno }),
        ["Bruno", "free", "Ada", "Chiara"],
        "nobody is called as a person is",
    );
    const setup = '{"record":1,"game":"bars","seats":3,"names":["Ann","casual-2","greedy-3"]}';
    const whole = await page.LocalSource.host(
        { setup, seed: "5", bots: ["greedy", "greedy", "greedy"], lines: [] },
        0,
        startThread,
    );
    const lines = await new Promise((done) => {
        const look = async () => {
            const game = await whole.game();
            if (game.lines.length > 60) done(game.lines);
            else setImmediate(look);
        };
        look();
    });
    whole.close();
    const knows = await engine();
    const story = page.readStory(page.withNames([setup, ...lines].join("\n"), names), knows);
    for (const seat of [0, -1]) {
        const source = new page.ReplaySource(story, seat, knows, story.lines.length);
        const table = new page.Table(await engine(), source);
        assert.deepEqual(table.position.value.names, names);
        const told = table.events.value.map(({ text }) => text).join("\n");
        assert.ok(told.includes("Ann") && told.includes("Ada"), told);
        assert.doesNotMatch(told, /\byou\b|casual-2/i);
        table.close();
    }
});

test("the timeline of a game: moments, rounds, own moves", async () => {
    const table = await tableOf("loot", 3);
    await playThrough(table, () => {});
    const { setup, lines } = await table.source.game();
    const [draws, knows] = [await engine(), await engine()];
    const story = page.readStory([setup, ...lines].join("\n"), knows);
    const source = new page.ReplaySource(story, 0, knows, 40, true);
    const { log } = page.loot.events;
    const { moments, rounds, own, lines: single } = page.readMoments(knows, source, log);
    assert.deepEqual(
        single.map(({ number }) => number),
        table.events.value.map(({ number }) => number),
        "every line by itself",
    );
    const ownLines = lines.filter((line) => JSON.parse(line).by === 0).length;
    assert.deepEqual([rounds.length, own.length], [3, ownLines]);
    assert.deepEqual(moments, page.logEntries(table, log), "in the words of the game");
    const drawn = draw(page.Timeline, { source, engine: knows, rules: log });
    assert.equal(drawn.querySelectorAll(".time-marks b").length, 3);
    assert.equal(drawn.querySelectorAll(".time-marks i").length, ownLines);
    const now = drawn.querySelector("[aria-current=step]");
    const moment = moments.find(({ number }) => number >= 39);
    assert.equal(now.getAttribute("aria-label"), `${moment.number}: ${moment.text}`);
    assert.match(drawn.querySelector(".time-now").textContent, /^39\//);
    const stranger = new page.ReplaySource(story, 0, knows, 40);
    const told = page
        .readMoments(knows, stranger, log)
        .moments.map(({ text }) => text)
        .join(" ");
    assert.doesNotMatch(told, /\b[Yy]ou\b/, "nobody else is you");
    const past = new page.Table(draws, new page.PastSource(source.lines.slice(0, 30), 0, true, 10));
    assert.equal(past.events.value.length, 9);
    past.source.goTo(20);
    assert.equal(past.events.value.length, 19);
    past.source.goTo(5);
    assert.equal(past.events.value.length, 4);
    for (const one of [table, past, stranger, source]) one.close();
});

test("looking back at a game that goes on: nothing to choose, what was agreed holds, and whose turn it is", async () => {
    const table = await tableOf("loot", 3);
    await settled(table);
    const helps = page.signal(false);
    const lines = [...table.record()];
    const source = new page.RunningPast(lines, { seat: 0, direct: true, helps }, lines.length);
    const past = new page.Table(await engine(), source);
    assert.deepEqual(past.choices.value, [], "nothing is offered that would be refused");
    assert.equal(source.helps.value, false);
    assert.match(drawTable(past, page.loot).querySelector(".act").textContent, /Looking back/);
    const engines = [await engine(), await engine()];
    const drawn = draw(page.LookingBack, { of: table, number: 1, frame: {}, onBack: () => {}, engines });
    assert.match(drawn.querySelector(".time-back").textContent, /Your turn.*Back to the game/);
    for (const one of [table, past]) one.close();
});

test("coming back to a table on this device stops at what waits to be looked at", async () => {
    const table = await tableOf("mice", 3);
    await settled(table);
    const isLook = ({ line }) => line.by > 0;
    table.setPace((event) => (isLook(event) ? page.LONG_LOOK : 500));
    await table.play(table.choices.value[0].line);
    while (table.yourTurn.value || !isLook(table.events.value.at(-1))) {
        table.catchUpToLook();
        if (table.yourTurn.value) await table.play(table.choices.value[0].line);
        await new Promise(setImmediate);
    }
    await new Promise((done) => setTimeout(done, 50));
    const seen = table.events.value.length;
    table.catchUpToLook();
    assert.equal(table.events.value.length, seen, "it is still there");
    assert.equal(table.skipping.value, false);
    table.close();
});

test("in practice the end of a game is taken back, too, and it is listed once", async () => {
    page.set({ practice: true, seats: { mice: 2 } });
    const table = await openPageTable("mice", true);
    table.setPace(() => 0);
    const before = page.finished.value.length;
    const toEnd = async () => {
        await playThrough(table, () => {});
        await table.source.game();
        await new Promise((done) => setTimeout(done, 20));
    };
    await toEnd();
    assert.equal(page.finished.value.length, before + 1);
    assert.ok(drawTable(table, page.mice).querySelector(".act .act-undo, .act [aria-label*=ndo]"), "undo");
    await table.source.undo();
    await settled(table);
    await table.source.game();
    await new Promise((done) => setTimeout(done, 20));
    assert.equal(page.finished.value.length, before, "it is not finished any more");
    await toEnd();
    assert.equal(page.finished.value.length, before + 1, "once");
    page.leaveTable();
    page.set({ practice: false, seats: {} });
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

test("rules to choose from come from the game's own table of options", async () => {
    page.pageEngine.value ??= await engine();
    const named = Object.fromEntries(
        page.GAMES.map((game) => [game, page.ruleOptions(game).map(({ name }) => name)]),
    );
    assert.deepEqual(named.loot, ["sets", "piles", "literal_ties", "no_thief_for_thief", "tie_break"]);
    assert.deepEqual(named.bars, ["first", "full_deck", "answers"]);
    assert.deepEqual(named.mice, ["first"]);
    const chosen = {
        sets: "seat",
        piles: 1,
        no_thief_for_thief: true,
        tie_break: "cheque",
        theme: "ra",
    };
    assert.deepEqual(page.rulesSaid("loot", chosen), [
        "Who gets which set of cheques: in the order of seats",
        "How many piles there are to draw from: 1",
        "A thief can not take a thief",
        "What decides between equal scores: the highest cheque",
        "Names and pictures of Razzia!: Ra, 2020",
    ]);
    assert.deepEqual(page.rulesSaid("mice", { first: 2 }), ["Who begins: seat 3"]);
    assert.equal(page.rulesProblem("loot", 3, chosen), null);
    assert.ok(page.rulesProblem("loot", 3, { piles: 3 }).length > 5, "the rules say why not");
    const drawn = draw(page.RuleOptions, {
        game: "bars",
        seats: 4,
        chosen: { first: 1 },
        onChange: () => {},
    });
    const checked = [...drawn.querySelectorAll("input[checked] + span")].map((span) => span.textContent);
    assert.deepEqual(checked, ["Seat 2", "Together"]);
    assert.equal(
        drawn.querySelectorAll("fieldset:first-of-type label").length,
        5,
        "at random, and four seats",
    );
});

test("every option that people choose is said in every language", async () => {
    page.pageEngine.value ??= await engine();
    for (const language of ["de", "es", "hu", "it"]) {
        const own = await loadTexts(language);
        page.texts.value = new page.Texts(language, own.catalogue);
        page.pageEngine.value.speak(own);
        for (const game of page.GAMES)
            for (const { name, words } of page.ruleOptions(game))
                for (const word of words.slice(1)) {
                    const value = word === "true" ? true : word;
                    const [said] = page.rulesSaid(game, { [name]: value });
                    assert.ok(said && !said.includes(word) && !said.includes(name), `${language}: ${said}`);
                }
    }
    page.texts.value = new page.Texts("en", {});
    page.pageEngine.value.speak(page.texts.value);
});

const LOBBY = {
    game: "loot",
    seats: [
        { who: "a", name: "Ann" },
        { who: "b", name: "Ben", away: true },
        { level: "casual" },
        { who: "c", name: "Cleo" },
    ],
    options: { piles: 1 },
    clock: { move: 45, bank: 300 },
    clocks: {
        since: 10_000,
        seats: [{ bank: 60_000 }, { bank: 0 }, { bank: 0 }, { bank: 300_000 }],
    },
    status: "running",
    commit: "00",
    open: false,
    help: false,
};

test("the clocks of all people, those who are awaited run", () => {
    const times = page.timesOf(LOBBY, [0], 4000);
    assert.deepEqual(times, [
        { seat: 0, left: 105, stopped: null, until: 6000 + 105_000 },
        { seat: 1, left: 45, stopped: "away", until: undefined },
        { seat: 3, left: 345, stopped: null, until: undefined },
    ]);
    const paused = page.timesOf({ ...LOBBY, paused: true }, [0], 0);
    assert.ok(paused.every(({ until, stopped }) => until === undefined && stopped));
    assert.deepEqual(page.timesOf({ ...LOBBY, clock: null }, [0], 0), []);
    assert.deepEqual(page.timesOf({ ...LOBBY, status: "finished" }, [], 0), []);
});

test("what was settled is said, and no master is asked where that was agreed", async () => {
    page.pageEngine.value ??= await engine();
    const facts = [...draw(page.TableFacts, { lobby: LOBBY }).querySelectorAll("li")].map(
        (li) => li.textContent,
    );
    assert.equal(facts[0], "45 s a move and 5 min in the bank");
    assert.match(facts[1], /No help from the master.*honour/);
    assert.equal(facts[2], "How many piles there are to draw from: 1");
    const table = await tableOf("loot", 3);
    await settled(table);
    while (table.choices.value.length < 2) {
        await table.play(table.choices.value[0].line);
        await settled(table);
    }
    assert.match(draw(page.AdviceRows, { table }).body.textContent, /What would a master do/);
    table.source.helps = { value: false };
    assert.doesNotMatch(draw(page.AdviceRows, { table }).body.textContent, /What would a master do/);
    table.close();
});

/** Somebody looks at the table `LOBBY` from this seat, or from none. */
function roomOf(seat, lobby) {
    page.line.hello.value = { ...HELLO, who: lobby.seats[seat]?.who ?? "z" };
    return {
        id: "t",
        seat: { value: seat },
        lobby: { value: lobby },
        chat: { value: [{ number: 1, at: 1, who: "z", name: "Zoe", text: "hey" }] },
        readChat: () => {},
    };
}

test("a table that is asleep says so to all who look at it", () => {
    const asleep = /This table is asleep: its bots wait until somebody who sits here comes back\./;
    assert.ok(page.isLobby({ ...LOBBY, maker: "a", spectators: 0, asleep: true, quiet: false }));
    for (const seat of [0, -1]) {
        const shown = (lobby) =>
            draw(page.Notices, { room: roomOf(seat, lobby), lobby, ask: () => {} }).body.textContent;
        assert.match(shown({ ...LOBBY, asleep: true }), asleep);
        assert.doesNotMatch(shown({ ...LOBBY, asleep: false }), asleep);
        assert.doesNotMatch(shown({ ...LOBBY, asleep: true, status: "finished" }), asleep);
    }
});

test("the maker mutes all who only watch, and lets them chat again", () => {
    const lobby = { ...LOBBY, maker: "a", quiet: false };
    const asked = [];
    const ask = (verb, fields) => (asked.push([verb, fields]), Promise.resolve(null));
    const pick = (lobby, text) =>
        page
            .playersMenu(roomOf(0, lobby), lobby, ask)
            .find((item) => item.text === text)
            ?.onPick();
    pick(lobby, "Mute all who only watch");
    pick({ ...lobby, quiet: true }, "Let those who watch chat");
    assert.deepEqual(asked, [
        ["mute", { who: null }],
        ["unmute", { who: null }],
    ]);
    const others = page.playersMenu(roomOf(1, lobby), lobby, ask);
    assert.ok(!others.some(({ text }) => /watch/.test(text)), "only the maker");
});

test("at a quiet table those who sit can chat, and the others are told why they can not", () => {
    const shown = (seat, quiet) => {
        const lobby = { ...LOBBY, maker: "a", quiet };
        const drawn = draw(page.ChatBox, { room: roomOf(seat, lobby) });
        return { form: drawn.querySelector("form") !== null, text: drawn.body.textContent };
    };
    const why = /Only those who sit at this table may chat here\./;
    assert.ok(!shown(-1, true).form && why.test(shown(-1, true).text));
    assert.ok(shown(1, true).form && !why.test(shown(1, true).text));
    assert.ok(shown(-1, false).form && !why.test(shown(-1, false).text));
    assert.match(shown(0, false).text, /Mute all who only watch/);
    assert.doesNotMatch(shown(1, false).text, /Mute all who only watch/);
});

/** A source that says what it is told to say. */
function fakeSource(seat) {
    const source = {
        seat,
        direct: true,
        canUndo: { value: false },
        connection: { value: "online" },
        close: () => {},
    };
    source.listen = (hear) => ((source.say = hear), () => {});
    source.send = () => new Promise(() => {});
    return source;
}

test("a new name does not begin the game again; a look in another window counts", async () => {
    const played = await tableOf("loot", 3);
    for (let i = 0; i < 12; i++) {
        await settled(played);
        await played.play(played.choices.value[0].line);
    }
    await settled(played);
    const lines = [...played.record()];
    played.close();
    const source = fakeSource(0);
    const table = new page.Table(await engine(), source);
    source.say({ from: 0, lines });
    const shown = table.events.value.length;
    assert.equal(shown, lines.length - 1);
    table.setPace(() => 60_000);
    const renamed = lines[0].replace("Ada", "Zoé");
    source.say({ from: 0, lines: [renamed, ...lines.slice(1)] });
    assert.equal(table.events.value.length, shown, "all that was seen is still there, at once");
    assert.equal(table.position.value.names[1], "Zoé");
    table.close();
    const behind = fakeSource(0);
    const other = new page.Table(await engine(), behind, () => page.LONG_LOOK);
    const own = lines.findIndex((line, i) => i > 2 && JSON.parse(line).by === 0);
    behind.say({ from: 0, lines: lines.slice(0, own) });
    assert.equal(other.events.value.length, 1, "it waits for somebody to look");
    behind.say({ from: own, lines: lines.slice(own, own + 1) });
    assert.equal(other.events.value.length, own, "they have looked, and moved, elsewhere");
    other.close();
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
    await assert.rejects(asker.ask("game", {}), /stopped/, "who asks later is told, too");
});

test("a strong player who has failed is started anew when it is asked again; the tutor lets the move go", async () => {
    const threads = [];
    const start = () => {
        const thread = { asked: [], ended: false, terminate: () => void (thread.ended = true) };
        thread.postMessage = (request) => thread.asked.push(request);
        threads.push(thread);
        return thread;
    };
    const thinker = new page.Thinker(0, start);
    const table = {
        choices: page.signal([{ line: { do: "pass" } }, { line: { do: "bid" } }]),
        position: page.signal({ names: NAMES }),
        advise: () => thinker.advise(["{}"]),
        guard: null,
    };
    const stop = page.guardMoves(table, assert.fail);
    threads[0].onerror({});
    assert.equal(await table.guard({ do: "pass" }), true);
    assert.ok(threads[0].ended);
    const again = thinker.advise(["{}"]);
    assert.equal(threads.length, 2);
    threads[1].onmessage({ data: { id: threads[1].asked[0].id, answer: null } });
    assert.equal(await again, null);
    stop();
});

test("the worker is asked for nonsense", async () => {
    const said = [];
    const serving = new page.Serving({
        engine: await engine(),
        post: (reply) => said.push(reply),
    });
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

/** Plays loot at the speed Instant; `see` gets each score with the table at that moment. */
async function playRounds(table, see) {
    const pick = numbers(8);
    table.setPace(({ line }) => (line.do === "score" ? page.LONG_LOOK : 0));
    for (;;) {
        await new Promise((go) => setImmediate(go));
        const at = table.position.value;
        if (table.step.value?.event.line.do === "score") {
            see(table.step.value.event.line, table.step.value.after);
            table.goOn();
        } else if (at?.over) return;
        else if (table.yourTurn.value && table.waiting.value === 0)
            await table.play(table.choices.value[pick(table.choices.value.length)].line);
    }
}

const plus = (numbers) => numbers.reduce((sum, n) => sum + n, 0);
const figure = (element) => Number(element.textContent.replace("−", "-"));

/** What a sheet of loot shows is what was scored, with the cards of that moment. */
function holdsScore(sheet, { round, points, total }, after) {
    const rows = [...sheet.querySelectorAll("tbody tr")];
    assert.equal(rows.length, round === 3 ? 7 : 5);
    assert.equal(sheet.querySelector(".sheet-who > b").textContent, "You");
    after.seats.forEach((seat, i) => {
        const cells = rows.map((row) => row.querySelectorAll("td")[i]);
        const cards = cells.flatMap((cell) => [...cell.querySelectorAll(".loot-tile .vh")]);
        const shown = cards.map((card) => Number(card.textContent.split(": ")[1]));
        const late = (card) => card.startsWith("business") && round < 3;
        const owned = Object.entries(seat.estate).filter(([card, n]) => n > 0 && !late(card));
        assert.deepEqual(shown.sort(), owned.map(([, n]) => n).sort(), `round ${round}, seat ${i}`);
        const said = cells.map((cell) => figure(cell.querySelector(".sheet-points b")));
        assert.equal(plus(said), plus(Object.values(points[i])));
        assert.equal(figure(sheet.querySelectorAll(".sheet-sum")[i]), total[i]);
        assert.deepEqual([seat.score, seat.ifScored], [total[i], total[i]], "scored once");
        if (round < 3) return;
        const note = cells[5].querySelector("small")?.textContent ?? "0 kinds";
        const [kinds, ...alike] = note.match(/[0-9]+/g).map(Number);
        const { businesses, alike: sets } = after.scales;
        assert.equal(businesses[kinds] + plus(alike.map((n) => sets[n])), points[i].businesses, note);
    });
}

test("the sheet of a round has the cards that were scored, and says all that counts", async () => {
    const table = await tableOf("loot", 4, "6"); /* somebody has two sets of businesses at its end */
    const names = ["You", ...NAMES.slice(1, 4)];
    const rounds = [];
    await playRounds(table, (score, after) => {
        rounds.push([score, after]);
        const props = {
            table,
            at: { ...after, names },
            frame: FRAME,
            side: null,
        };
        const sheet = draw(page.loot.View, props).querySelector(".sheet");
        const still = draw(page.loot.View, { ...props, frame: { ...FRAME, still: true } });
        assert.equal(still.querySelector(".sheet"), null, "a record that is looked at stays in sight");
        if (score.round < 3) holdsScore(sheet, score, after);
        else assert.equal(sheet, null, "the last is on the page of the result");
    });
    assert.equal(rounds.length, 3);
    const at = { ...table.position.value, names };
    holdsScore(draw(page.loot.Sheet, { table, at }).querySelector(".sheet"), ...rounds[2]);
    assert.ok(at.seats.some(({ alike }) => alike.length > 1));
    table.close();
});

test("everything on a table of loot can be explained, and the aid says what it means now", async () => {
    const table = await tableOf("loot", 3);
    await playThrough(table, (at) => {
        const props = { table, at, frame: FRAME, side: null };
        const things = [...draw(page.loot.View, props).querySelectorAll("[data-explain]")];
        assert.ok(things.length > 40);
        for (const word of new Set(things.map((thing) => thing.getAttribute("data-explain")))) {
            const said = page.loot.explain(word, at);
            assert.ok(said?.title && said.text.length > 5 && /^L[0-9]+$/.test(said.rule), word);
        }
        const aid = draw(page.loot.Aid, { at });
        const own = at.seats[at.you];
        const yours = [...aid.querySelectorAll(".aid-now")].map((now) => now.textContent);
        ["jewels", "gangsters", "cars", "thieves", "gold", "businesses", "cheques"].forEach((part, i) => {
            const points = own.final[part];
            const said = `: ${points > 0 ? "+" : ""}${points}`.replace("-", "−");
            assert.ok(yours[i].includes(said), `${part}: ${yours[i]} has ${said}`);
        });
        assert.equal(figure(aid.querySelector(".aid-steps .lit b")), own.final.jewels);
    });
    assert.equal(page.loot.explain("nothing", table.position.value), undefined);
    table.close();
});

test("names and headings of a table of loot are those of its edition", async () => {
    const table = await tableOf("loot", 3);
    const at = await settled(table);
    const heads = (theme) => {
        const props = { table, at: { ...at, theme }, frame: FRAME, side: null };
        return draw(page.loot.View, props).querySelector(".loot-estates").textContent;
    };
    assert.match(heads("police"), /Gangsters/);
    assert.doesNotMatch(heads("ra"), /[Gg]angster|[Pp]olice/);
    assert.match(heads("ra"), /Bodyguards.*Scarab/s);
    table.close();
    page.set({ edition: "ra" });
    page.tableTheme.value = null;
    for (const text of [page.gameGoal("loot"), page.gameSentence("loot")])
        assert.match(text, /wads? of notes/, text);
    const setup = JSON.stringify({
        record: 1,
        game: "loot",
        seats: 3,
        options: { theme: "ra" },
        names: NAMES.slice(0, 3),
    });
    const bots = [null, "greedy", "greedy"];
    const source = await page.LocalSource.host({ setup, seed: "3", bots, lines: [] }, 0, startThread);
    const other = new page.Table(await engine(), source);
    const seen = [];
    await playThrough(other, ({ moment }) =>
        seen.push(moment, drawTable(other, page.loot).querySelector(".act").textContent),
    );
    const all = [...seen, ...other.events.value.map(({ text }) => text)].join("\n");
    assert.match(all, /highest wad of notes/);
    assert.doesNotMatch(all, /[Cc]heque|[Pp]olice/);
    other.close();
    page.set({ edition: "police" });
    page.tableTheme.value = null;
});

test("mice: what a column pays is said to whom it is paid", async () => {
    const table = await tableOf("mice", 3);
    const at = await settled(table);
    const pays = { ...at.columns[0], earns: [2, 1, 0] };
    const said = async (language) => {
        page.set({ language });
        page.texts.value = await loadTexts(language);
        return page.sayPay({ ...at, names: [language === "de" ? "Du" : "You", "Ada", "Bruno"] }, pays);
    };
    assert.equal(await said("de"), "zahlt dir 2 und Ada 1");
    assert.equal(await said("en"), "pays you 2 and Ada 1");
    table.close();
});

test("mice: above the chances stands what they are chances of", async () => {
    const table = await tableOf("mice", 3);
    await settled(table);
    const rows = [...drawTable(table, page.mice).querySelectorAll(".hint-rows > li")];
    assert.match(rows[0].textContent, /Next roll.*fits the next cell/);
    table.close();
});

test("who shares a place is told with whom; practice is marked on the result", async () => {
    const seats = [9, 4, 4].map((total, seat) => ({ seat, total, parts: [], why: "" }));
    const at = { names: ["Ada", "You", "Bruno"], winners: [0], you: 1 };
    const result = { seats, said };
    assert.equal(page.forYou(result, page.ranking(result, at), at), "You are second. Level with Bruno.");
    const table = await tableOf("loot", 3);
    await playThrough(table, () => {});
    const frame = { ...FRAME, mark: "Review", practice: true };
    const props = { table, game: page.loot, at: table.position.value, frame, onClose: () => {} };
    const top = draw(page.ResultPage, props).querySelector(".result-top").textContent;
    assert.match(top, /Practice/);
    assert.doesNotMatch(top, /Review/, "where it is looked at is no kind of game");
    const bar = draw(page.loot.View, { ...props, side: null }).querySelector(".topbar-title").textContent;
    assert.match(bar, /Review.*Practice/);
    const shared = (practice) => {
        const result = page.loot.result(table, table.position.value);
        const drawn = draw(page.ShareDialog, { ...props, result, frame: { ...frame, practice } });
        return drawn.querySelector("canvas").getAttribute("aria-label");
    };
    assert.match(shared(true), /^Razzia! \(Practice\): /);
    assert.match(shared(false), /^Razzia!: /);
    table.close();
});

test("a line of the log that begins with you begins with a capital letter", () => {
    const line = { by: "rules", do: "answers" };
    const events = [{ number: 1, line, text: "you, Bruno and Nico demand duels." }];
    assert.equal(page.entriesOf(events, [], 0)[0].text, "You, Bruno and Nico demand duels.");
});

test("a finished game leads to its result; a game that was dealt and not touched does not wait", async () => {
    page.finished.value = [{ ...GOOD, id: "over" }];
    const game = { setup: "{}", seed: "1", bots: [null], lines: ['{"by":1,"do":"draw"}'] };
    const left = { game, names: ["A", "B"], moment: "", at: 1 };
    page.kept.value = { loot: left };
    page.aside.value = [];
    page.kept.value = {};
    const drawn = draw(page.Home, {});
    assert.ok(drawn.querySelector('a[href$="/replay/over/result"]'));
    assert.equal(drawn.querySelectorAll(".home-left").length, 0);
    page.kept.value = { loot: { ...left, game: { ...game, lines: ['{"by":0,"do":"draw"}'] } } };
    assert.equal(draw(page.Home, {}).querySelectorAll(".home-left").length, 1);
    page.kept.value = {};
    page.finished.value = [];
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

test("Italian has no article before a percentage: it would have to fit the number", async () => {
    const { catalogue } = await loadTexts("it");
    const before = /\b(il|del|al|dal|nel|sul) \{(\w+\}%|chance|share|percent)/i;
    const texts = JSON.stringify([...(catalogue.values?.() ?? Object.values(catalogue))]);
    assert.doesNotMatch(texts, before);
    assert.match(texts, /con probabilità/);
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
