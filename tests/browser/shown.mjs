// Holds what is shown against the position: at every step of games at every speed, on a phone and on a desktop, each number,
// card, die and name on the page is what the rules say for that seat. An engine of its own is given the lines that the page
// was given; the tables of what is expected where are in shown/. A number that none of them explains is a fault.
//   node shown.mjs BUILD-FOLDER [GAME[/SPEED[/SIZE[/SEED]]]...]
import assert from "node:assert/strict";
import { join } from "node:path";
import { launch, open, PATIENCE, serve, shots } from "./browser.mjs";
import { engine, numbers } from "./given.mjs";
import { install } from "./shown/reader.mjs";
import { common, listed, mistakes } from "./shown/rules.mjs";
import { bars } from "./shown/bars.mjs";
import { loot } from "./shown/loot.mjs";
import { mice } from "./shown/mice.mjs";

const GAMES = { loot, bars, mice };
/** How many play; few where every line takes its time. */
const SEATS = { loot: 3, bars: 4, mice: 3 };
const FEW = { loot: 2, bars: 3, mice: 2 };
const NAMES = ["Guest", "Ada", "Bruno", "Chiara", "Otto", "Paz", "Zoltán", "Nico"];
const SIZES = { phone: [390, 844], desktop: [1280, 800] };
/** How many lines are looked at; whole games where nothing is said. */
const STEPS = { instant: Infinity, fast: Infinity, normal: 60, slow: 60 };
const AT_ONCE = 8;

/** The game as the seat sees it after each line. */
class Story {
    static async begin() {
        const story = new Story();
        story.engine = await engine();
        return story;
    }

    lines = [];
    events = [];
    states = [];

    /** Takes the lines that the page has; those that were taken back are forgotten. */
    follow(lines) {
        const same = lines.length >= this.lines.length && this.lines.every((line, i) => line === lines[i]);
        if (!same || this.lines.length === 0) {
            assert.equal(this.engine.begin(lines[0], 0, 1), null);
            Object.assign(this, { lines: [lines[0]], events: [], states: [] });
            this.keep();
        }
        for (const line of lines.slice(this.lines.length)) {
            const told = this.engine.observe(line);
            assert.ok(!told.problem, told.problem?.text);
            this.lines.push(line);
            this.events.push(told);
            this.keep();
        }
    }

    keep() {
        const at = this.engine.position();
        at.names = at.names.map((name, seat) => (seat === at.you ? "You" : name));
        this.states.push({ at, facts: this.engine.facts(), choices: this.engine.choices() });
    }

    /** All that is known after so many lines, the first not counted. */
    after(count, { texts, had, marks }) {
        const { at, facts, choices } = this.states[count];
        const positions = this.states.slice(0, count + 1).map((state) => state.at);
        return {
            at,
            facts,
            // Nothing may be done while lines are still to be shown, or a move is on its way.
            choices: count === had - 1 && marks.asks.length > 0 ? choices : [],
            events: this.events.slice(0, count),
            positions,
            earlier: positions.slice(0, -1),
            texts,
            marks,
            open: marks.sheet.length > 0,
        };
    }
}

/** Is the page what it should be after some number of lines? Answers with that number, and what is wrong otherwise. */
function compare(story, rules, sample, shown) {
    const texts = Object.fromEntries(
        rules.map(({ selector, by }, i) => [(by === "heard" ? "heard " : "") + selector, sample.texts[i]]),
    );
    let best = null;
    for (let count = shown; count < sample.had; count++) {
        const c = story.after(count, { ...sample, texts });
        const wrong = mistakes(c, rules, sample);
        if (wrong.length === 0) return { count, wrong };
        const weight = wrong.length + 100 * wrong.filter((one) => one.startsWith(".log")).length;
        if (!best || weight < best.weight) best = { count, wrong, weight };
    }
    return best;
}

/** Touches something that is lit; a person who goes on where there is nothing else to do. */
function touch(roll) {
    const free = (button) => button.ariaDisabled !== "true" && button.checkVisibility();
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    if (dialog?.matches(".result"))
        return dialog.querySelector(".btn:has(use[href='#art-i-sheet'])")?.click();
    if (dialog) return dialog.querySelector(".row .btn.go")?.click();
    if (document.querySelector(".table-page")?.dataset.phase === "over") return;
    const all = (selector) => [...document.querySelectorAll(selector)].filter(free);
    const main = all(".act .btn.go")[0];
    const lit = all(
        ".act-choices button, .act .row .btn:not(.go), .table-board button.legal, .table-board button.open",
    );
    if (main && (roll < 60 || lit.length === 0)) return main.click();
    const one = lit[roll % Math.max(1, lit.length)];
    if (!one?.querySelector("use[href='#art-i-undo']") || roll % 7 === 0) one?.click();
}

/** The same fault again and again is one. */
const kindOf = (fault) => fault.replace(/".*|: .*/, "");

async function follow({ game, speed, size, seed }) {
    const what = `${game}/${speed}/${size}/${seed}`;
    const since = Date.now();
    const rules = listed({ ...common, ...GAMES[game].rules });
    const marks = {
        open: "dialog[open]",
        result: "dialog.result[open] h2",
        sheet: "dialog[open] .sheet",
        more: "dialog.result[open] .btn:has(use[href='#art-i-sheet'])",
        asks: ".act:not(.waiting)",
        over: ".table-page[data-phase=over] h1",
        ...GAMES[game].marks,
    };
    const names = NAMES.slice(0, (speed === "fast" ? FEW : SEATS)[game]);
    const setup = JSON.stringify({ record: 1, game, seats: names.length, names });
    const kept = {
        game: { setup, seed: String(seed), bots: names.map((_, i) => (i ? "casual" : null)), lines: [] },
        names,
        moment: "",
        at: 0,
    };
    const page = await open(browser, "about:blank", {
        size: SIZES[size],
        calm: false,
        stored: {
            "razzia.settings": JSON.stringify({ speed, seats: { [game]: names.length } }),
            [`razzia.game.${game}`]: JSON.stringify(kept),
        },
        ready: false,
    });
    await page.addInitScript(install, { rules: rules.map(({ selector, by }) => ({ selector, by })), marks });
    await page.goto(`${site.address}/#/play/${game}`);
    await page.waitForSelector(".table-page");
    const pick = numbers(seed);
    const story = await Story.begin();
    const faults = new Map();
    let [shown, changes, read, quiet] = [0, 0, 0, 0];
    for (let over = false; !over && shown < STEPS[speed]; ) {
        const { samples, lines } = await page.evaluate((most) => window.takeSamples(most), 400);
        if (lines.length) story.follow(lines);
        for (const sample of samples.filter(({ had }) => had <= story.lines.length)) {
            if (sample.changes > changes) [shown, changes] = [0, sample.changes]; // lines were taken back
            const { count, wrong } = compare(story, rules, sample, shown);
            const fresh = wrong.filter((one) => !faults.has(kindOf(one)));
            for (const one of fresh)
                faults.set(kindOf(one), `line ${count} of ${sample.had - 1}, ${story.lines[count]}: ${one}`);
            if (fresh.length > 0)
                await page.screenshot({
                    path: join(shots, `shown-${what.replaceAll("/", "-")}-${count}.png`),
                });
            shown = count;
            read++;
            const { result, sheet, more } = sample.marks;
            over = result.length > 0 && (sheet.length > 0 || more.length === 0);
        }
        quiet = samples.length ? 0 : quiet + 400;
        assert.ok(quiet < PATIENCE, `${what}: nothing happens`);
        await page.evaluate(touch, pick(100));
    }
    assert.deepEqual(page.complaints, [], what);
    await page.context().close();
    assert.equal(faults.size, 0, `${what}:\n  ${[...faults.values()].slice(0, 20).join("\n  ")}`);
    return `${what}: ${read} pictures of ${shown} lines, ${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** What was asked for, or all. */
function tasks() {
    const all = Object.keys(STEPS)
        .reverse()
        .flatMap((speed) =>
            Object.keys(GAMES).flatMap((game) =>
                Object.keys(SIZES).map((size) => ({ game, speed, size, seed: 1 })),
            ),
        );
    const asked = process.argv.slice(3).map((one) => one.split("/"));
    if (asked.length === 0) return all;
    return asked.flatMap(([game, speed, size, seed = 1]) =>
        all
            .filter(
                (one) => one.game === game && (!speed || one.speed === speed) && (!size || one.size === size),
            )
            .map((one) => ({ ...one, seed: Number(seed) })),
    );
}

const site = await serve();
const browser = await launch();
try {
    const waiting = tasks();
    const faults = [];
    const work = async () => {
        for (let task; (task = waiting.shift()); )
            await follow(task).then(console.log, (error) => faults.push(error) && console.log(error.message));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    assert.equal(faults.length, 0, `${faults.length} games were not shown as they were`);
} finally {
    await browser.close();
    site.close();
}
