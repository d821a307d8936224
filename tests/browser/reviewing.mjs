// What a review has to prove without a browser, for components.mjs: numbers that add up as they are shown, moments that turn a
// game, what is asked again, what a tutor says, and what the profile keeps.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { numbers, razzia, root, startThread } from "./given.mjs";

const sum = (values) => values.reduce((all, value) => all + value, 0);
const NAMES = ["Maximiliane", "Ada", "Bruno", "Chiara"];

/** Steps of a game for three by the shares after each. */
function stepsOf(wins) {
    const none = [0, 0, 0];
    return wins.map((win, i) => ({
        line: i + 1,
        kind: "chance",
        luck: none,
        hidden: none,
        own: none,
        gifts: none,
        drift: none,
        win,
    }));
}

function decisionOf(more) {
    const choices = (more.win ?? [0.3, 0.2, 0.1]).map((_, i) => ({ by: 0, do: "bid", cheque: i }));
    return {
        line: 1,
        seat: 0,
        kind: "bidding",
        chosen: choices[1],
        best: choices[0],
        loss: 0.1,
        half_width: null,
        stake: 0.1,
        mark: "mistake",
        win: [0.3, 0.2, 0.1],
        choices,
        texts: choices.map((_, i) => `bid ${i}`),
        why: "",
        rule: null,
        ...more,
    };
}

/** The rules behind the reasons of all choices of a record, as the terminal names them: "… (L22)". */
function toldRules(record) {
    const env = { ...process.env, RAZZIA_NETS: join(root, "nets") };
    const done = spawnSync(razzia, ["analyse", record, "--json"], { maxBuffer: 1 << 28, env });
    assert.equal(done.status, 0, String(done.stderr));
    return JSON.parse(done.stdout).decisions.map(({ why }) => /\((\w+)\)$/.exec(why)[1]);
}

/** The columns of the table in the terminal: points, and the accuracy. */
function toldRows(record) {
    const env = { ...process.env, RAZZIA_NETS: join(root, "nets") };
    const done = spawnSync(razzia, ["analyse", record], { env });
    assert.equal(done.status, 0, String(done.stderr));
    const rows = String(done.stdout).matchAll(/^\S.*?((?: +[+−]?\d+){7,8})$/gm);
    return [...rows].map(([, row]) => row.replaceAll("−", "-").trim().split(/ +/).slice(-7).map(Number));
}

/** `page`: what is built for tests; `draw`: a component as a document. */
export function testReview(page, draw) {
    test("points are whole, next to what they stand for, and add up as they are shown", () => {
        const pick = numbers(11);
        for (let i = 0; i < 2000; i++) {
            const parts = Array.from({ length: 2 + pick(7) }, () => pick(20001) / 100 - 100);
            const shown = page.rounded(parts);
            assert.equal(sum(shown), Math.round(sum(parts)) + 0, parts.join());
            shown.forEach((one, k) => {
                assert.ok(
                    Number.isInteger(one) && Math.abs(one - parts[k]) < 1 + 1e-6,
                    `${one}, ${parts[k]}`,
                );
                assert.ok(!Object.is(one, -0));
            });
        }
        assert.deepEqual(page.rounded([33.3333, 33.3333, 33.3334], 100), [33, 33, 34]);
        assert.deepEqual(page.chances([1 / 3, 1 / 3, 1 / 3]), [34, 33, 33]);
        assert.deepEqual(page.rounded([25, 0, -12.4, -12.6], 0), [25, 0, -12, -13]);
    });

    test("points are the nearest whole numbers but for what is left over, and the start is everybody's", () => {
        const player = { start: 1 / 3, luck: 0.203, own: -0.107, gifts: 0.053, hidden: 0, result: 0 };
        player.unexplained = -(player.start + player.luck + player.own + player.gifts);
        assert.deepEqual(page.balance(player), {
            terms: { start: 33, luck: 21, own: -11, gifts: 5, hidden: 0, unexplained: -48 },
            result: 0,
        });
        const even = { start: 0.125, luck: 0, own: 0, gifts: 0, hidden: 0, unexplained: 0, result: 0.125 };
        assert.equal(page.balance(even).terms.start, 13);
    });

    test("a game turns where the lead changes clearly, or a chance moves by a third of the fair share", () => {
        const start = [0.4, 0.3, 0.3];
        const steps = stepsOf([
            [0.35, 0.36, 0.29], // ahead by too little
            [0.33, 0.38, 0.29], // the lead
            [0.31, 0.4, 0.29],
            [0.2, 0.52, 0.28], // by more than a ninth
            [0.19, 0.52, 0.29],
        ]);
        const turns = page.turningPoints({ start, steps });
        assert.deepEqual(
            turns.map(({ line, seat, lead }) => [line, seat, lead]),
            [
                [2, 1, true],
                [4, 1, false],
            ],
        );
        const even = stepsOf([
            [0.33, 0.38, 0.29], // who takes the lead from nobody turns nothing
            [0.38, 0.33, 0.29],
        ]);
        const first = page.turningPoints({ start: [1 / 3, 1 / 3, 1 / 3], steps: even });
        assert.deepEqual(
            first.map(({ line }) => line),
            [2],
        );
        const wild = stepsOf(
            Array.from({ length: 60 }, (_, i) => (i % 2 ? [0.8, 0.1, 0.1] : [0.1, 0.8, 0.1])),
        );
        const many = page.turningPoints({ start, steps: wild });
        assert.ok(many.length <= 9, "no more than can be read");
        assert.deepEqual(
            many,
            [...many].sort((a, b) => a.line - b.line),
        );
    });

    test("a name stands in its band wherever there is room for it", () => {
        const high = (line) => line < 10;
        const wins = Array.from({ length: 100 }, (_, i) => (high(i) ? [0.3, 0.4, 0.3] : [0.02, 0, 0.98]));
        const player = { start: 1 / 3, luck: 0, own: 0, gifts: 0, hidden: 0, unexplained: 0 };
        const players = [0, 0, 1].map((result, seat) => ({ ...player, seat, result }));
        const graph = draw(page.Graph, {
            analysis: { start: wins[0], steps: stepsOf(wins), decisions: [], players },
            seat: 0,
            names: ["You", "Ada", "Maximiliane"],
            at: 0,
            last: 100,
            rounds: [1],
            goTo: () => {},
            said: "",
        });
        const shown = [...graph.querySelectorAll(".review-name")];
        assert.deepEqual(
            shown.map(({ textContent, style }) => [textContent, high(Number.parseFloat(style.left))]),
            [
                ["You", true],
                ["Ada", true],
                ["Maximiliane", false],
            ],
        );
    });

    test("what is asked again: mistakes first, the costliest of them first, nothing with a single other choice", () => {
        const decisions = [
            decisionOf({ line: 1, mark: "doubtful", loss: 0.03 }),
            decisionOf({ line: 2, mark: "mistake", loss: 0.08 }),
            decisionOf({ line: 3, mark: "fine", loss: 0.2 }),
            decisionOf({ line: 4, mark: "blunder", loss: 0.3, win: [0.5, 0.2] }),
            decisionOf({ line: 5, mark: "blunder", loss: 0.2 }),
            decisionOf({ line: 6, mark: "mistake", loss: 0.5, seat: 1 }),
        ];
        const lines = page.lessons({ decisions }, 0).map(({ line }) => line);
        assert.deepEqual(lines, [5, 2, 1]);
        assert.deepEqual(
            page.costliest(page.marked({ decisions }, 0)).map(({ line }) => line),
            [4, 5, 2, 1],
        );
    });

    test("an answer is good within the doubtful threshold of the best; else it says what is won back", () => {
        const decision = decisionOf({ win: [0.3, 0.2, 0.25, 0.29], loss: 0.1 });
        const judged = (i) => page.judgeAnswer(decision, decision.choices[i], 4);
        assert.ok(judged(0).isGood);
        assert.ok(judged(3).isGood, "0.01 × 4 is less than 0.08");
        assert.equal(judged(1).isGood, false);
        assert.ok(judged(1).back < 1e-9);
        assert.ok(Math.abs(judged(2).back - 0.5) < 1e-9);
        assert.equal(page.judgeAnswer(decision, { by: 0, do: "pass" }, 4), null);
        const mixed = { ...decision, mix: [0.9, 0, 0.1, 0] };
        assert.ok(page.judgeAnswer(mixed, decision.choices[2], 4).isGood, "the best player does it, too");
        assert.ok(page.isFound(judged(0), false));
        assert.ok(!page.isFound(judged(0), true), "what was shown is not found");
        assert.ok(!page.isFound(judged(1), false) && !page.isFound(null, false));
    });

    test("a tutor speaks from the loss on that was set, and never of what the best player mixes", () => {
        const choice = (cheque, win, share) => ({
            line: { by: 0, do: "bid", cheque },
            text: `bid ${cheque}`,
            win,
            share,
        });
        const advice = {
            source: "learnt",
            text: "",
            why: "because",
            best: 0,
            choices: [choice(1, 0.4, 0.9), choice(2, 0.34, 0), choice(3, 0.2, 0.1), choice(4, 0.2, 0)],
        };
        const said = (cheque, from) => page.warningOf(advice, { by: 0, do: "bid", cheque }, 4, from);
        assert.equal(said(1, "doubtful"), null);
        assert.deepEqual(said(2, "doubtful"), { chosen: "bid 2", best: "bid 1", points: 6, why: "because" });
        assert.ok(said(2, "mistake"), "0.06 × 4 is 0.24");
        assert.equal(said(2, "blunder"), null);
        assert.equal(said(3, "doubtful"), null);
        assert.ok(said(4, "blunder"));
        assert.equal(said(4, "off"), null);
        assert.equal(page.warningOf(null, { by: 0, do: "bid", cheque: 4 }, 4, "doubtful"), null);
        const reasoned = { ...advice, choices: advice.choices.map((one) => ({ ...one, win: null })) };
        assert.equal(page.warningOf(reasoned, { by: 0, do: "bid", cheque: 4 }, 4, "doubtful"), null);
    });

    test("a tutor says nothing of a forced move, whatever it said of an earlier decision", async () => {
        const pass = { by: 0, do: "pass" };
        const bid = { by: 0, do: "bid", cheque: 7 };
        const choices = [
            { line: bid, text: "bid", win: 0.6, share: 1 },
            { line: pass, text: "pass", win: 0.1, share: 0 },
        ];
        const advice = { source: "learnt", text: "", why: "", best: 0, choices };
        let asked = 0;
        const table = {
            choices: page.signal(choices),
            position: page.signal({ names: NAMES }),
            advise: () => (asked++, Promise.resolve(advice)),
            guard: null,
        };
        const before = page.settings.peek().tutor;
        page.set({ tutor: "doubtful" });
        const warnings = [];
        const stop = page.guardMoves(table, async (warning) => (warnings.push(warning.chosen), false));
        assert.equal(await table.guard(pass), false);
        table.choices.value = []; // on its way
        assert.equal(await table.guard(pass), false, "what was asked still holds");
        table.choices.value = [choices[1]];
        assert.equal(await table.guard(pass), true, "a forced move goes");
        assert.deepEqual(warnings, ["pass", "pass"]);
        assert.equal(asked, 1);
        stop();
        assert.equal(table.guard, null);
        page.set({ tutor: before });
    });

    test("the profile adds games up, counts each once, and forgets all", () => {
        const player = (accuracy, loss, decisions) => ({
            accuracy,
            decisions,
            kinds: { bidding: { loss, decisions } },
        });
        page.dropProfile();
        const note = (id, at, one) => page.noteGame({ id, game: "loot", seats: 3, at, player: one });
        note("b", 2, player(90, 0.1, 10));
        note("a", 1, player(80, 0.5, 20));
        note("b", 3, player(10, 5, 10));
        note("empty", 4, player(100, 0, 0));
        assert.deepEqual(
            page.profile.value.map(({ id }) => id),
            ["a", "b"],
        );
        assert.ok(
            Math.abs(page.errorOf(page.profile.value) - 2) < 1e-9,
            "0.6 lost in 30 choices are 2 points each",
        );
        assert.equal(page.accuracyOf(page.profile.value), 85);
        assert.deepEqual(page.trend(page.profile.value), [80, 85]);
        assert.match(localStorage.getItem("razzia.profile"), /bidding/);
        page.dropProfile();
        assert.equal(page.profile.value.length, 0);
        assert.equal(localStorage.getItem("razzia.profile"), null);
    });

    test("games that can not be added to the profile are told of; without a judge it ends there", async () => {
        const games = ["a", "b", "c"].map((id) => {
            return { id, game: "loot", names: NAMES, scores: [], winners: [], at: 1, record: id };
        });
        const player = { accuracy: 90, decisions: 2, kinds: { bidding: { loss: 0.1, decisions: 2 } } };
        const good = { players: [player] };
        const asked = [];
        const add = (answers) => {
            page.dropProfile();
            asked.length = 0;
            return page.addGames(
                games,
                () => {},
                ([line]) => (asked.push(line), { done: answers[line], stop: () => {} }),
            );
        };
        const added = () => page.profile.value.map(({ id }) => id);
        assert.equal(await add({ a: good, b: good, c: good }), null);
        assert.deepEqual(added(), ["a", "b", "c"]);
        const problem = { name: "x", rule: null, text: "Line 3 is wrong." };
        assert.equal(await add({ a: { problem }, b: good, c: good }), "Line 3 is wrong.");
        assert.deepEqual(added(), ["b", "c"], "the others are there");
        const broken = { a: good, b: Promise.reject(new Error("no net")), c: good };
        assert.match(await add(broken), /could not be loaded/);
        assert.deepEqual([asked, added()], [["a", "b"], ["a"]], "nothing more is tried");
        page.dropProfile();
    });

    test("a whole record is analysed in a worker that tells how far it is; what is drawn adds up", async () => {
        const path = join(root, "tests/records/loot-two.jsonl");
        const text = readFileSync(path, "utf8");
        const lines = text.trimEnd().split("\n");
        const told = [];
        const analysis = await page.startAnalysis(lines, (progress) => told.push(progress), startThread).done;
        assert.ok(told.length > 0 && told.every((one) => one > 0 && one <= 1));
        assert.deepEqual(
            told,
            [...told].sort((a, b) => a - b),
        );
        for (const { win } of analysis.steps) assert.equal(sum(page.chances(win)), 100);
        for (const player of analysis.players) {
            const { terms, result } = page.balance(player);
            assert.equal(sum(Object.values(terms)), result);
        }
        const of = {
            id: "x",
            game: "loot",
            analysis,
            names: NAMES.slice(0, 2),
            own: 0,
            at: 0,
            lines: [],
        };
        // Of these parts luck is rounded up, so that they add up to 100.
        const [first, second] = analysis.players;
        const nothing = { gifts: 0, hidden: 0, unexplained: 0 };
        const odd = { ...first, start: 0.503, luck: 0.1045, own: 0.3925, result: 1, ...nothing };
        of.analysis = { ...analysis, players: [odd, second] };
        for (const seat of [0, 1]) {
            const drawn = draw(page.Balance, { ...of, seat, goTo: () => {} });
            const number = (one) => Number(one.textContent.replace("−", "-").replace(/[,.]/g, ""));
            const shown = [...drawn.querySelectorAll(".review-term")].map(number);
            assert.equal(
                sum(shown),
                number(drawn.querySelector(".review-result")),
                "as it is read on the screen",
            );
            const graph = draw(page.Graph, {
                ...of,
                seat,
                last: lines.length - 1,
                rounds: [1],
                goTo: () => {},
                said: "",
            });
            assert.equal(graph.querySelectorAll(".review-band").length, 2);
            const players = draw(page.Players, { ...of, seat, goTo: () => {} });
            const luck = [
                graph.querySelector(".review-luck b.num"),
                players.querySelector("tr.me .review-blue"),
            ];
            for (const one of luck)
                assert.equal(
                    one.textContent,
                    drawn.querySelector("tr.luck .review-term").textContent,
                    "one figure of luck on one screen",
                );
            const marks = page.marked(analysis, seat).length;
            assert.equal(graph.querySelectorAll(".review-mark").length, marks);
            assert.equal(
                graph.querySelectorAll(".review-field .review-flag").length,
                page.turningPoints(analysis).length,
            );
        }
        assert.deepEqual(
            analysis.decisions.map(({ rule }) => rule),
            toldRules(path),
        );
        const worst = page.costliest(page.marked(analysis, 0));
        const links = [...draw(page.Choices, { ...of, seat: 0 }).querySelectorAll(".review-why a.rule")];
        assert.deepEqual(
            links.map((link) => link.textContent),
            worst.map(({ rule }) => `Rule ${rule}`),
        );
        const rows = toldRows(path);
        assert.equal(rows.length, 2);
        for (const [seat, row] of rows.entries()) {
            const { terms, result } = page.balance(analysis.players[seat]);
            const accuracy = Math.round(analysis.players[seat].accuracy);
            const { start, luck, own, gifts, unexplained } = terms;
            assert.deepEqual(row, [start, luck, own, gifts, unexplained, result, accuracy]);
        }
        const cut = await page.startAnalysis(lines.slice(0, 40), () => {}, startThread).done;
        assert.equal(cut.problem.name, "unfinished");
        const bad = await page.startAnalysis([lines[0], "{"], () => {}, startThread).done;
        assert.ok(bad.problem.text);
    });
}
