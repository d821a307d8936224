// The end of a game, and what explains it: the page of the result in every language, size and theme, with few and many; what
// can be shared; things that explain themselves by mouse, finger and key; the rules over the table; lessons that point.
//   node ending.mjs BUILD-FOLDER [TEST...]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, misfits, open, runTests, serve, shots, until, violations } from "./browser.mjs";
import { client, engine, numbers, settled, startThread } from "./given.mjs";

const GAMES = ["loot", "bars", "mice"];
const SEATS = { loot: [2, 5], bars: [3, 8], mice: [2, 5] };
const NAMES = ["Maximiliane", "Ada", "Bruno", "Chiara", "Otto", "Paz", "Zoltán", "Nico"];
const SIZES = [
    [320, 640],
    [390, 844],
    [768, 1024],
    [667, 375],
    [844, 390],
    [1024, 768],
    [1440, 900],
    [2560, 1440],
];
const LANGUAGES = ["en", "de", "es", "hu", "it"];
const site = await serve();
const browser = await launch();

/** A game played by chance, and the same before the person's last move. */
async function played(game, seats) {
    const pick = numbers(seats);
    const setup = JSON.stringify({ record: 1, game, seats, names: NAMES.slice(0, seats) });
    const bots = NAMES.slice(0, seats).map((_, seat) => (seat === 0 ? null : "casual"));
    const source = await client.LocalSource.host({ setup, seed: "4", bots, lines: [] }, 0, startThread);
    const table = new client.Table(await engine(), source);
    const kept = async (names) => ({ game: structuredClone(await source.game()), names, moment: "", at: 0 });
    for (let before = null; ; ) {
        const { names, over } = await settled(table);
        if (over) {
            const over = await kept(names);
            table.close();
            return { before, over };
        }
        before = await kept(names);
        const bold = table.choices.value.filter(({ line }) => line.do !== "done" && line.do !== "retrieve");
        const choices = bold.length ? bold : table.choices.value;
        assert.ok(await table.play(choices[pick(choices.length)].line));
    }
}

function show(game, kept, settings = {}, more = {}) {
    return open(browser, `${site.address}/#/play/${game}`, {
        stored: {
            "razzia.settings": JSON.stringify({ speed: "instant", ...settings }),
            [`razzia.game.${game}`]: JSON.stringify(kept),
        },
        ...more,
    });
}

async function openResult(page) {
    await page.waitForSelector(".table-page .act .btn");
    if ((await page.locator("dialog.result[open]").count()) === 0)
        await page.click(".act .btn:not(.go) >> nth=-1");
    await page.waitForSelector("dialog.result[open]");
}

/** Pieces of the columns whose size on the screen is not that of their numbers, against the whole ranking's scale. */
function findWrongSizes() {
    const stands = document.querySelector(".result-podium.stands");
    const pieces = [...document.querySelectorAll(".result-piece")].map((piece) => {
        const { width, height } = piece.getBoundingClientRect();
        return { is: stands ? height : width, n: Number(piece.style.getPropertyValue("--n")), piece };
    });
    const sum = (key) => pieces.reduce((all, one) => all + one[key], 0);
    const point = sum("is") / sum("n");
    return pieces
        .filter(({ is, n }) => Math.abs(is - n * point) > 1.5)
        .map(({ is, n, piece }) => `${piece.textContent}: ${is} px, not ${n * point}`);
}

/** Every size meets a language and a theme; all of them are met. */
async function results() {
    const faults = [];
    let turn = 0;
    for (const game of GAMES)
        for (const seats of SEATS[game]) {
            const { over } = await played(game, seats);
            for (const size of SIZES) {
                const [language, theme] = [LANGUAGES[turn % 5], turn % 2 ? "dark" : "light"];
                const what = `result-${game}-${seats}-${size.join("x")}-${language}-${theme}`;
                const page = await show(game, over, { language }, { size, theme, lang: language });
                await openResult(page);
                faults.push(...(await misfits(page)).map((fault) => `${what}: ${fault}`));
                faults.push(...(await page.evaluate(findWrongSizes)).map((fault) => `${what}: ${fault}`));
                if (turn++ % 4 === 0)
                    faults.push(...(await violations(page)).map((fault) => `${what}: axe ${fault}`));
                faults.push(...page.complaints.map((fault) => `${what}: ${fault}`));
                await page.screenshot({ path: join(shots, `${what}.png`) });
                await page.context().close();
            }
        }
    assert.deepEqual(faults, []);
}

const FINISHED = {
    id: "000000000000",
    game: "mice",
    names: ["Ada", "Bruno"],
    scores: [25, 3],
    winners: [0],
    at: 1,
    record: "{}",
};

const keepFinished = (one) => localStorage.setItem("razzia.finished", JSON.stringify([one]));

/** It opens by itself when the game ends, closes to the table, opens again; what it says can be heard. */
async function endsUnderOnesEyes() {
    const { before } = await played("loot", 3);
    const page = await show("loot", before, { confirm: false });
    await page.waitForSelector(".table-page .act");
    const elsewhere = await page.context().newPage(); // another tab, where another game ends
    await elsewhere.goto(site.address);
    await elsewhere.evaluate(keepFinished, FINISHED);
    for (let i = 0; i < 200 && (await page.locator("dialog.result[open]").count()) === 0; i++) {
        const go = page
            .locator("dialog[open] .btn.go, .act .btn.go, .act .legal, .table-board .legal")
            .first();
        if (await go.count()) await go.click({ timeout: 1000 }).catch(() => undefined);
        await page.waitForTimeout(20);
    }
    await page.waitForSelector("dialog.result[open]");
    assert.match(await page.innerText(".result h2"), /win/);
    assert.equal(await page.locator(".result-seat").count(), 3);
    assert.ok((await page.locator(".course-table tbody tr").count()) === 3, "the lines in words, too");
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "H2", "focus is on what it says");
    await until(elsewhere, () => JSON.parse(localStorage.getItem("razzia.finished")).length === 2);
    await elsewhere.close();
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.result[open]", { state: "detached" });
    await openResult(page);
    await page.click('.result-acts .btn:has-text("Score sheet")');
    await page.waitForSelector("dialog.dialog[open] table");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog.result[open]").count(), 1, "the result stays below its sheet");
    await page.click(".result-acts .btn.go");
    await until(page, () => !document.querySelector("dialog.result[open]"));
    assert.deepEqual(page.complaints, []);
    await page.context().close();
}

/** A picture and a record are saved where the system has nothing to share with. */
async function shares() {
    const { over } = await played("mice", 3);
    const page = await show("mice", over, {}, { acceptDownloads: true });
    await openResult(page);
    await page.click('.result-acts .btn:has-text("Share")');
    await page.waitForSelector(".share-picture");
    assert.deepEqual(await violations(page), []);
    const label = await page.getAttribute(".share-picture", "aria-label");
    assert.doesNotMatch(label, /You/, "others are not told of you");
    const colours = await page.evaluate(() => {
        const canvas = document.querySelector(".share-picture");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const found = new Set();
        for (let i = 0; i < data.length; i += 4 * 97) found.add(data.slice(i, i + 3).join());
        return found.size;
    });
    assert.ok(colours > 10, "something is painted");
    for (const [button, start] of [
        ["Save the picture", Buffer.from("\x89PNG", "latin1")],
        ["Save the record", Buffer.from('{"record"')],
    ]) {
        const saving = page.waitForEvent("download");
        await page.click(`.share-acts .btn:has-text("${button}")`);
        const bytes = readFileSync(await (await saving).path());
        assert.deepEqual(bytes.subarray(0, start.length), start, button);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
}

const explained = (page) => page.locator(".bubble .explain");

/** A mouse rests, ? asks, E walks; the link in the bubble opens the rule over the table. */
async function explains() {
    for (const game of GAMES) {
        const { before } = await played(game, 3);
        const page = await show(game, before);
        await page.waitForSelector(".table-page .act");
        await page.waitForSelector(".table-board [data-explain]");
        await page.hover(".table-board [data-explain] >> visible=true >> nth=0");
        await explained(page).waitFor();
        assert.deepEqual(await violations(page), [], game);
        await page.keyboard.press("Escape");
        await explained(page).waitFor({ state: "detached" });
        await page.keyboard.press("e");
        await explained(page).waitFor();
        const first = await explained(page).innerText();
        await page.keyboard.press("ArrowRight");
        await until(page, (was) => document.querySelector(".bubble .explain")?.innerText !== was, first);
        await page.click(".bubble .explain a");
        await page.waitForSelector(".aid-sheet .marked");
        assert.match(page.url(), /play/, "the game stays where it is");
        assert.deepEqual(await misfits(page), [], game);
        assert.deepEqual(await violations(page), [], game);
        await page.keyboard.press("Escape");
        await page.waitForSelector(".aid-sheet", { state: "detached" });
        await page.click(".topbar [aria-label=Menu]");
        await page.click("[role=menuitem]:has-text('Rules')");
        await page.waitForSelector(".aid-sheet");
        await page.keyboard.press("Escape");
        await page.waitForSelector(".aid-sheet", { state: "detached" });
        await page.waitForSelector(".menu-list", { state: "detached" }); // the menu goes with what it opened
        await page.keyboard.press("?");
        await page.waitForSelector("dialog[open] .key-list");
        assert.deepEqual(page.complaints, []);
        await page.context().close();
    }
}

/** A finger that holds a cheque is told what it is, and does not choose it. */
async function holds() {
    const { before } = await played("mice", 3);
    const page = await show("mice", before, {}, { size: [390, 844], hasTouch: true, isMobile: true });
    await page.waitForSelector(".table-board [data-explain]");
    const box = await page.locator(".table-board [data-explain] >> visible=true >> nth=0").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const said = await page.innerText(".act");
    const session = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x, y }]);
    await page.waitForTimeout(600);
    await explained(page).waitFor();
    await touch("touchEnd", []);
    await page.waitForTimeout(100);
    assert.equal(await explained(page).count(), 1, "it stays when the finger is gone");
    assert.equal(await page.innerText(".act"), said, "nothing was chosen");
    await page.touchscreen.tap(195, 20);
    await explained(page).waitFor({ state: "detached" });
    await page.context().close();
}

/** The rules at a glance over the table, on every size. */
async function aids() {
    const faults = [];
    let turn = 0;
    for (const game of GAMES) {
        const { before } = await played(game, 3);
        for (const size of SIZES) {
            const [language, theme] = [LANGUAGES[turn % 5], turn++ % 2 ? "dark" : "light"];
            const what = `aid-${game}-${size.join("x")}-${language}-${theme}`;
            const page = await show(game, before, { language }, { size, theme, lang: language });
            await page.waitForSelector(".table-page .act");
            await page.click('.topbar button:has(use[href="#art-i-rules"])');
            await page.waitForSelector(".aid-sheet[open]");
            faults.push(...(await misfits(page)).map((fault) => `${what}: ${fault}`));
            if (turn % 4 === 0) faults.push(...(await violations(page)).map((fault) => `${what}: ${fault}`));
            await page.screenshot({ path: join(shots, `${what}.png`) });
            await page.context().close();
        }
    }
    assert.deepEqual(faults, []);
}

/** Lessons draw a ring around what they speak of. */
async function points() {
    for (const game of GAMES)
        for (const size of [
            [390, 844],
            [1440, 900],
        ]) {
            const page = await open(browser, `${site.address}/#/learn/${game}`, { size });
            await page.waitForSelector(".coach-ring:not([hidden])");
            const ring = await page.locator(".coach-ring").boundingBox();
            assert.ok(ring.width > 40 && ring.height > 20, `${game}: ${JSON.stringify(ring)}`);
            await page.context().close();
        }
}

try {
    await runTests([results, endsUnderOnesEyes, shares, explains, holds, aids, points]);
} finally {
    await browser.close();
    site.close();
}
process.exit(0);
