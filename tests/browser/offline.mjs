// Whole games against bots through the table, the source and the inside of the worker, in every
// language; what the page knows is the view of its seat; what the module says is of the types that
// it promises.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
    build,
    client,
    engine,
    loadTexts,
    net,
    numbers,
    razzia,
    root,
    settled,
    startMaster,
    startThread,
} from "./given.mjs";

const languages = ["en", "de", "es", "hu", "it"];
const NAMES = ["Zsófika", "Ubaldo", "Quirin", "Xenia", "Wendelin", "Yrjö", "Hannelore", "Kasimir"];
const folder = mkdtempSync(join(tmpdir(), "razzia-"));
const samples = new Map(); // a type, and things that must be of it

function sample(type, value, n) {
    if (!samples.has(type)) samples.set(type, []);
    const kept = samples.get(type);
    if (kept.length < 40 || n % 97 === 0) kept.push(value);
}

function sampleAll(table, position, n) {
    const kind = position.game[0].toUpperCase() + position.game.slice(1);
    sample(kind + "Position", position, n);
    sample(kind + "Facts", table.facts(), n);
    for (const choice of table.choices.value.slice(0, 2)) sample("Choice", choice, n);
}

/** What must be seen after a line, also if other lines follow from it by rule. */
const visible = {
    won: (line, before, after) => {
        const gained = (card) => after.seats[line.seat].estate[card] - before.seats[line.seat].estate[card];
        for (const card of new Set(line.loot))
            assert.equal(gained(card), line.loot.filter((other) => other === card).length);
        assert.equal(after.cheque, line.cheque);
        assert.ok(after.lot.every((place) => place === null));
        assert.ok(!after.seats[line.seat].up.includes(line.cheque));
        assert.ok(after.seats[line.seat].down.includes(line.took));
    },
    score: (line, before, after) => assert.deepEqual(after.scores, line.total),
    show: (line, before, after) =>
        assert.deepEqual(
            after.seats.map((seat) => seat.played.card),
            line.cards,
        ),
    settle: (line, before, after) => {
        assert.deepEqual(after.bars.find((house) => house.bar === line.bar).money, line.left);
        assert.equal(allMoney(after), allMoney(before));
        for (const [seat, cards] of Object.entries(line.to))
            assert.ok(cards.every((card) => after.seats[seat].money.includes(card)));
        checkFlights(line, before, after);
    },
    complete: (line, before, after) => {
        assert.ok(after.columns[line.column - 1].cells.every((cell) => cell.die === null));
        after.seats.forEach((seat, s) => assert.equal(seat.exposed, before.seats[s].exposed + line.food[s]));
    },
    food: (line, before, after) => {
        assert.deepEqual(
            after.seats.map((seat) => seat.exposed),
            line.exposed,
        );
        assert.deepEqual(
            after.seats.map((seat) => seat.safe),
            line.safe,
        );
    },
    dice: (line, before, after) => {
        if (after.phase !== "dice") return;
        const rolled = [...before.hand, ...line.values].sort();
        assert.deepEqual(after.hand, rolled);
    },
};

/** Every note that leaves a till is seen to fly to somebody who gets one of its value. */
function checkFlights(line, before, after) {
    const notes = (position) => {
        const { money } = position.bars.find((house) => house.bar === line.bar);
        return money.map((_, i) => client.noteName(line.bar, money, i));
    };
    const goes = client.flightsOf({ event: { line } });
    for (const note of notes(before).filter((one) => !notes(after).includes(one))) {
        const seat = /^seat-(\d)$/.exec(goes(note))?.[1];
        assert.ok(line.to[seat]?.includes(Number(note.split("-")[2])), `${note} goes to ${seat}`);
    }
}

const allMoney = (position) => [...position.seats, ...position.bars].reduce((sum, has) => sum + has.sum, 0);

/** The record once more, line by line. */
async function checkEveryLine(lines, seat) {
    const own = await engine();
    assert.equal(own.begin(lines[0], seat, 0), null);
    let before = own.position();
    const kind = before.game[0].toUpperCase() + before.game.slice(1);
    lines.slice(1).forEach((line, i) => {
        const observed = own.observe(line);
        const event = JSON.parse(line);
        const after = own.position();
        assert.equal(observed.number, i + 1);
        assert.equal(observed.due > 0, after.actors.length === 0 && !after.chance && !after.over);
        visible[event.do]?.(event, before, after);
        sample(kind + "Event", event, i);
        sample(kind + "Position", after, i);
        before = after;
    });
}

/** What a player might touch by mistake is explained. */
function checkRefusals(table, position) {
    const stranger = {
        loot: { do: "bid", cheque: 1 },
        bars: { do: "play", card: "jazz.g1" },
        mice: { do: "done" },
    };
    const line = { by: position.you, ...stranger[position.game] };
    const legal = table.choices.value.some((choice) => JSON.stringify(choice.line) === JSON.stringify(line));
    const problem = table.whyNot(line);
    assert.equal(problem === null, legal, JSON.stringify([line, problem]));
    if (problem) {
        assert.match(problem.rule, /^[LBM]\d+$/);
        sample("Problem", problem, 1);
    }
}

async function checkUndo(table) {
    const before = table.record().length;
    const position = JSON.stringify(table.position.value);
    await table.play(table.choices.value[0].line);
    await settled(table);
    if (!table.source.canUndo.value) return 0;
    await table.source.undo();
    await settled(table);
    assert.equal(table.record().length, before);
    assert.equal(JSON.stringify(table.position.value), position);
    return 1;
}

/** The page's lines are what the native program says that the seat may see. */
function checkView(game, lines, seat) {
    const whole = join(folder, "whole.jsonl");
    writeFileSync(whole, [game.setup, ...game.lines, ""].join("\n"));
    execFileSync(razzia, ["replay", whole]);
    const view = execFileSync(razzia, ["view", whole, "--seat", String(seat)], { encoding: "utf8" });
    assert.deepEqual(lines.slice(1), view.trimEnd().split("\n").slice(1));
}

/** Whoever sits at the screen is spoken to, and never called by name; every event is told, in fewer lines than there are. */
function checkTelling(table) {
    const { game, you } = table.position.value;
    const { names } = JSON.parse(table.record()[0]);
    for (const { text } of table.events.value) {
        assert.ok(text.length > 0);
        assert.ok(!text.includes(names[you]), text);
    }
    const entries = client.logEntries(table, client[game].log);
    assert.equal(entries.at(-1).number, table.events.value.length);
    assert.ok(entries.length < 0.8 * table.events.value.length, `${entries.length} lines in the log`);
    for (const [i, entry] of entries.entries())
        assert.ok(entry.text && entry.number > (entries[i - 1]?.number ?? 0));
}

async function playGame(game, seats, seat, language) {
    const pick = numbers(seats * 8 + seat);
    const setup = JSON.stringify({ record: 1, game, seats, names: NAMES.slice(0, seats) });
    const bots = Array.from({ length: seats }, (_, s) => (s === seat ? null : "greedy"));
    const source = await client.LocalSource.host({ setup, seed: "7", bots, lines: [] }, seat, startThread);
    assert.ok(source instanceof client.LocalSource, JSON.stringify(source));
    const table = new client.Table(await engine(), source);
    let position,
        moves = 0,
        undone = 0;
    while (!(position = await settled(table)).over) {
        assert.ok(position.actors.includes(seat));
        sampleAll(table, position, moves);
        checkRefusals(table, position);
        if (moves % 7 === 3) undone += await checkUndo(table);
        if (moves === 5) table.speak(await loadTexts(language));
        const { choices } = table;
        if (choices.value.length > 0)
            assert.ok(
                await table.play(choices.value[pick(choices.value.length)].line),
                table.problem.value?.text,
            );
        moves++;
    }
    assert.equal(table.problem.value, null);
    assert.ok(position.winners.length > 0);
    assert.equal(table.events.value.length, table.record().length - 1);
    checkTelling(table);
    checkView(await source.game(), table.record(), seat);
    await checkEveryLine(table.record(), seat);
    console.log(
        `${game} for ${seats}, seat ${seat}, ${language}: ${moves} moves, ${undone} undone, ${table.events.value.length} lines`,
    );
    table.close();
    return undone;
}

async function checkAdvice() {
    for (const [game, bot] of [
        ["loot", "master"],
        ["bars", "greedy"],
        ["mice", "greedy"],
    ]) {
        const setup = JSON.stringify({ record: 1, game, seats: 3 });
        const bots = [null, "greedy", bot];
        const source = await client.LocalSource.host({ setup, seed: "1", bots, lines: [] }, 0, startThread);
        const table = new client.Table(await engine(), source);
        await settled(table);
        const advice = await table.advise();
        const lines = table.choices.value.map((choice) => JSON.stringify(choice.line));
        assert.ok(lines.includes(JSON.stringify(advice.choices[advice.best].line)));
        assert.ok(advice.text && advice.why);
        if (advice.source === "learnt") assert.equal(advice.choices.length, lines.length);
        sample("Advice", advice, 0);
        table.close();
    }
}

/** The worked example is fair; with another card, another promise or another seed it is not. */
async function checkVerifying() {
    const own = await engine();
    const record = readFileSync(join(root, "tests/records/fair.jsonl"), "utf8").trimEnd().split("\n");
    const reveal = record.findIndex((line) => line.includes('"card":"car"'));
    const verdict = (i, from, to) => {
        const lines = record.map((line, k) => (k === i ? line.replace(from, to) : line));
        const found = own.check(lines.join("\n"), null);
        sample("Verdict", found, 0);
        return [found.code, found.line];
    };
    assert.ok(client.readStory(record.join("\n"), own).fair);
    const seal = record.length - 1;
    assert.deepEqual(verdict(-1), ["ok", null]);
    assert.equal(verdict(reveal, '"car"', '"driver"')[0], "refused");
    assert.deepEqual(verdict(0, /"commit":"../, '"commit":"00'), ["seed", seal]);
    assert.deepEqual(verdict(seal, /"seed":"../, '"seed":"ff'), ["seed", seal]);
    assert.equal(client.readStory(record.slice(0, 5).join("\n") + "\n{", own).line, 5);
}

/** Every step of a whole game adds up, and ends where the next begins; the sums over the game are those of its steps. */
async function checkAnalysis() {
    const TERMS = ["luck", "hidden", "own", "gifts", "drift"];
    const near = (one, other, what) => assert.ok(Math.abs(one - other) < 1e-9, `${what}: ${one}, ${other}`);
    for (const [name, game] of [
        ["loot-two", "loot"],
        ["bars-three", "bars"],
    ]) {
        const file = readFileSync(join(root, `tests/records/${name}.jsonl`), "utf8");
        const [setup, ...lines] = file.trimEnd().split("\n");
        const own = await startMaster();
        own.learn(game, await net(game));
        const begun = own.analyse(setup, 0);
        sample("AnalysisBegun | Refused | null", begun, 0);
        const found = lines.map((line) => own.analyseLine(line)).filter(Boolean);
        found.forEach((one, i) => sample("AnalysedStep | Refused | null", one, i));
        const { over, players } = own.analysis();
        sample("AnalysedGame | null", own.analysis(), 0);
        assert.ok(over);
        for (const { seat, start, result, unexplained, ...sums } of players) {
            let at = start;
            for (const { step } of found) {
                const change = TERMS.reduce((sum, term) => sum + step[term][seat], 0);
                near(at + change, step.win[seat], `${name}, line ${step.line}`);
                at = step.win[seat];
            }
            near(at, result, `${name}, seat ${seat}`);
            for (const term of TERMS) {
                const sum = found.reduce((all, { step }) => all + step[term][seat], 0);
                near(sum, term === "drift" ? unexplained : sums[term], `${name}, ${term}`);
            }
        }
        sample("AnalysedStep | Refused | null", own.analyseLine("{"), 0);
    }
    const plain = await engine();
    assert.equal(plain.analyse('{"record":1,"game":"loot","seats":2}', 0), null, "nobody judges there");
}

/** What was said along the way, put into TypeScript: tsc finds what is missing or too much. */
async function checkTypes() {
    const own = await engine();
    sample("GameInfo[]", own.games(), 0);
    sample("BotInfo[]", own.bots(), 0);
    own.begin('{"record":1,"game":"loot","seats":2}', 0, 0);
    sample("Observed | Refused", own.observe('{"by":"chance","do":"sets","order":[0,1]}'), 0);
    sample("Observed | Refused", own.observe("{"), 0);
    sample("Link | null", own.link(), 0);
    const lines = ['import type * as wasm from "razzia-wasm";'];
    for (const [type, values] of samples) {
        const name = type.replace(/\b[A-Z]\w+/g, "wasm.$&");
        for (const value of values)
            lines.push(`export const v${lines.length}: ${name} = ${JSON.stringify(value)};`);
    }
    writeFileSync(join(folder, "samples.ts"), lines.join("\n"));
    const config = {
        extends: join(root, "web/tsconfig.json"),
        compilerOptions: { paths: { "razzia-wasm": [join(build, "src/wasm/wasm.ts")] } },
        include: [join(folder, "samples.ts")],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "web/node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [tsc, "-p", folder], { stdio: "inherit" });
    console.log(`${lines.length - 1} values are of their types`);
}

try {
    let undone = 0;
    for (const [game, from, to] of [
        ["loot", 2, 5],
        ["bars", 3, 8],
        ["mice", 2, 5],
    ])
        for (let seats = from; seats <= to; seats++)
            undone += await playGame(game, seats, seats % from, languages[seats % 5]);
    assert.ok(undone > 0, "nothing was ever undone");
    await checkAdvice();
    await checkVerifying();
    await checkAnalysis();
    await checkTypes();
} finally {
    rmSync(folder, { recursive: true });
}
