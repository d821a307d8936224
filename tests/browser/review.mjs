// After a game: the review with its graph and its balance, learning from mistakes, the tutor and the profile.
//   node review.mjs BUILD-FOLDER [TEST...]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, launch, open, runTests, serve, shots, until, visit } from "./browser.mjs";
import { client, engine, numbers, root, settled, startThread } from "./given.mjs";

const LANGUAGES = ["en", "de", "es", "hu", "it"];
const NAMES = ["Maximiliane", "Ada", "Bruno", "Chiara", "Otto"];
const PHONE = [390, 844];
const DESKTOP = [1440, 900];
const site = await serve();
const browser = await launch();

/** A finished game as the browser keeps it: the person plays by chance, so there is something to learn. */
async function played(game, seats, more = {}) {
    const pick = numbers(seats);
    const names = NAMES.slice(0, seats);
    const setup = JSON.stringify({ record: 1, game, seats, names });
    const bots = names.map((_, seat) => (seat === 0 ? null : "casual"));
    const source = await client.LocalSource.host({ setup, seed: "4", bots, lines: [] }, 0, startThread);
    const table = new client.Table(await engine(), source);
    for (;;) {
        const { over, scores, winners } = await settled(table);
        if (over) {
            const { lines } = await source.game();
            table.close();
            const record = [setup, ...lines, ""].join("\n");
            return { id: `${game}${seats}`, game, names, scores, winners, at: 1, record, ...more };
        }
        const bold = table.choices.value.filter(({ line }) => line.do !== "done" && line.do !== "retrieve");
        const choices = bold.length ? bold : table.choices.value;
        assert.ok(await table.play(choices[pick(choices.length)].line));
    }
}

/** A page of this device, which has finished games. */
function show(path, games, settings = {}, more = {}) {
    return open(browser, `${site.address}/#${path}`, {
        stored: {
            "razzia.settings": JSON.stringify({ speed: "instant", ...settings }),
            "razzia.finished": JSON.stringify(games),
        },
        ...more,
    });
}

async function review(one, settings, more) {
    const page = await show(`/review/${one.id}`, [one], settings, more);
    await page.waitForSelector(".review-graph");
    return page;
}

/** "−21" */
function readNumbers(texts) {
    return texts.map((text) => Number(text.replace("−", "-").replace(/[^-\d]/g, "")));
}

/** The terms as they are read add up to the result as it is read; the chances to 100. */
async function checkSums(page, what) {
    const terms = readNumbers(await page.locator(".review-term").allInnerTexts());
    const [result] = readNumbers([await page.innerText(".review-result")]);
    assert.equal(
        terms.reduce((sum, term) => sum + term, 0),
        result,
        `${what}: ${terms.join()} = ${result}`,
    );
    const now = readNumbers(await page.locator(".review-moment li b").allInnerTexts());
    assert.equal(
        now.reduce((sum, chance) => sum + chance, 0),
        100,
        `${what}: ${now.join()}`,
    );
}

/** Every event of chance is told by itself, not with the move that it came with. */
async function checkEvents(page) {
    const events = page.locator(".review-more").last();
    await events.locator("summary").click();
    const rows = events.locator(".review-row > span:last-child");
    await rows.first().waitFor();
    const told = await rows.allInnerTexts();
    assert.ok(told.some((text) => text.startsWith("Turned over: ")));
    for (const text of told) assert.match(text, /^(Turned over: |The cheques are dealt: )[^.]*\.$/);
}

const cursor = (page) => page.locator(".review-cursor").inputValue().then(Number);

/** The page is as high as what is on it, but for a pixel that only ears have. */
function endsWithItsTable() {
    const bottom = document.querySelector(".table-page").getBoundingClientRect().bottom + scrollY;
    return document.documentElement.scrollHeight <= Math.max(innerHeight, bottom + 2);
}

/** Each game on phone and desktop, in every language, light and dark: nothing is cut, everybody can use it, numbers add up. */
async function reviews() {
    let turn = 0;
    for (const [game, seats] of [
        ["mice", 2],
        ["bars", 4],
        ["loot", 5],
    ]) {
        const practice = game === "mice";
        const one = await played(game, seats, { practice });
        for (const size of [PHONE, DESKTOP, [320, 640], [844, 390]]) {
            const [language, theme] = [LANGUAGES[turn % 5], turn % 2 ? "dark" : "light"];
            const what = `review-${game}-${size.join("x")}-${language}-${theme}`;
            const page = await review(one, { language }, { size, theme, lang: language });
            await checkSums(page, what);
            const mark = await page.locator(".topbar-title .chip").textContent();
            assert.equal(mark.includes(" · "), practice, `${what}: ${mark}`); // "Review · Practice"
            for (let seat = 0; seat < seats; seat++) {
                await page.click(`.review-side .segmented label >> nth=${seat}`);
                await checkSums(page, `${what}, seat ${seat}`);
            }
            await page.click(".review-side .segmented label >> nth=0");
            for (const more of await page.locator(".review-more > summary").all()) await more.click();
            await check(page, what);
            assert.ok(await page.evaluate(endsWithItsTable), `${what}: there is nothing below the table`);
            await page.evaluate(() => scrollTo(0, 0));
            await page.screenshot({ path: join(shots, `${what}.png`) });
            await page.context().close();
            turn++;
        }
    }
}

/** The cursor goes by drag, arrows, buttons and lists; the board goes with it. */
async function goesAlong() {
    const page = await review(await played("loot", 3));
    const worst = await cursor(page);
    assert.ok(worst > 0, "it opens at the costliest choice");
    await page.waitForSelector(".review-choice.now .review-all > li");
    assert.equal(await page.locator(".review-choice.now").count(), 1);
    assert.match(await page.innerText(".review-choice.now"), /Done:[\s\S]*Best:/);
    assert.ok((await page.locator(".review-choice.now .review-all > li").count()) > 1);
    await checkEvents(page);
    await page.keyboard.press("Home");
    assert.equal(await cursor(page), 0);
    await page.keyboard.press("ArrowRight");
    assert.equal(await cursor(page), 1);
    await page.click('.review-buttons [aria-label="To the next verdict"]');
    const first = await cursor(page);
    const lines = await page.locator(".review-choice small:first-of-type").allInnerTexts();
    const marks = readNumbers(lines.filter((text) => /event/.test(text)));
    assert.equal(first, Math.min(...marks), `${marks.join()}`);
    const box = await page.locator(".review-cursor").boundingBox();
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const all = Number(await page.getAttribute(".review-cursor", "max"));
    assert.ok(Math.abs((await cursor(page)) / all - 0.75) < 0.03, "the cursor is where it was dragged to");
    const where = () => page.innerText(".topbar-where");
    const then = await where();
    await page.keyboard.press("End");
    assert.equal(await cursor(page), all);
    await until(page, (before) => document.querySelector(".topbar-where").textContent !== before, then);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
}

/** Notes in `window.longest` for how long the page could not do anything. */
async function watchAbsence(page) {
    await page.evaluate(() => {
        window.longest = 0;
        let last = performance.now();
        setInterval(() => {
            window.longest = Math.max(window.longest, performance.now() - last);
            last = performance.now();
        }, 5);
    });
}

async function checkAbsence(page, when) {
    const longest = await page.evaluate(() => window.longest);
    console.log(`  the page was away for ${Math.round(longest)} ms at most ${when}`);
    assert.ok(longest < 250, `${longest} ms`); // 100 are allowed; a busy machine adds its own
}

/** While it is analysed the page is never away for long; it can be stopped and begun again. */
async function staysFree() {
    const one = await played("mice", 2);
    const page = await show("/", [one]);
    await watchAbsence(page);
    await page.evaluate(() => void (location.hash = "#/review/mice2"));
    await page.waitForSelector(".review-pending .btn");
    await page.click(".review-pending .btn");
    assert.match(await page.innerText(".review-pending"), /stopped/);
    await page.evaluate(() => (window.longest = 0));
    await page.click(".review-pending .btn");
    await page.waitForSelector('.review-pending [role="progressbar"]:not([aria-valuenow="0"])');
    await checkAbsence(page, "while it was analysed");
    await page.waitForSelector(".review-graph");
    await page.context().close();
}

/** The first analysis is there at once; a closer look goes on behind it and takes its place, and nothing jumps. */
async function looksCloser() {
    const one = await played("mice", 4);
    const page = await review(one, {}, { size: DESKTOP });
    await page.waitForSelector(".review-closer");
    await page.locator(".review-cursor").focus();
    await page.keyboard.press("Home"); // a review that has just come goes from here to the costliest choice
    const placesOf = (selectors) =>
        selectors.map((one) => document.querySelector(one).getBoundingClientRect().toJSON());
    const shown = async () => ({
        places: await page.evaluate(placesOf, [".review-graph", ".table-board"]),
        terms: await page.locator(".review-term").allInnerTexts(),
    });
    const first = await shown();
    await watchAbsence(page);
    await page.waitForSelector(".review-closer", { state: "detached", timeout: 120_000 });
    await checkAbsence(page, "while it was looked at more closely");
    const then = await shown();
    assert.notDeepEqual(then.terms, first.terms, "it was looked at in another way");
    await checkSums(page, "after the closer look");
    assert.equal(await cursor(page), 0, "the moment that is looked at stays");
    assert.deepEqual(then.places, first.places);
    await countsFirstLook(page, one.id);
    await page.context().close();
}

/** A profile that was deleted counts a game again as before, not by its closer look: so its games can be compared. */
async function countsFirstLook(page, id) {
    const goTo = (path) => page.evaluate((to) => void (location.hash = to), `#${path}`);
    const counted = () => page.evaluate(() => localStorage.getItem("razzia.profile"));
    const before = await counted();
    await goTo("/profile");
    await page.click('.btn:has-text("Delete this profile")');
    await page.click("dialog[open] .btn.go");
    await page.waitForSelector(".profile-game", { state: "detached" });
    assert.equal(await counted(), null);
    await goTo(`/review/${id}`);
    await page.waitForSelector(".review-graph");
    await until(page, () => localStorage.getItem("razzia.profile"));
    assert.equal(await counted(), before);
}

/** Asked on the real table: nothing is told before; a bad answer is not yet good, the best one is. */
async function learns() {
    for (const [size, theme] of [
        [PHONE, "dark"],
        [DESKTOP, "light"],
    ]) {
        const one = await played("mice", 2);
        const page = await show(`/review/${one.id}/learn-0`, [one], { confirm: false }, { size, theme });
        await page.waitForSelector(".learn-mistake");
        const asked = await page.innerText(".learn-mistake");
        assert.match(asked, /What would you do here\?/);
        assert.equal(await page.locator(".learn-mistake .review-all").count(), 0, "nothing is given away");
        await page.waitForSelector(".legal"); // choices are lit as in play
        assert.equal(await page.locator(".hint-ask").count(), 0, "nobody is asked for the answer");
        await check(page, `learn ${size}`);
        await page.screenshot({ path: join(shots, `learn-${size.join("x")}-${theme}.png`) });
        await page.click('.learn-mistake .btn:has-text("Show me")');
        await page.waitForSelector(".learn-mistake .review-all > li");
        const shown = await page.locator(".learn-mistake .review-all > li").count();
        assert.ok(shown > 2);
        assert.equal(await page.locator(".learn-mistake .review-all .chosen").count(), 1);
        await check(page, `shown ${size}`);
        await page.click('.learn-mistake .btn:has-text("Next")');
        await page.waitForSelector(".learn-mistake h2:has-text('What would you do')");
        await answers(page);
        await page.screenshot({ path: join(shots, `learn-answered-${size.join("x")}-${theme}.png`) });
        await check(page, `answered ${size}`);
        await page.context().close();
    }
}

/** Tries what is lit until an answer is good. */
async function answers(page) {
    for (let i = 0; i < 12; i++) {
        const lit = page.locator(".table-board .legal, .act .legal, .act .btn.go");
        const n = await lit.count();
        await lit.nth(i % n).click();
        await page.waitForTimeout(150);
        const said = await page.innerText(".learn-mistake h2");
        if (/^Good/.test(said)) {
            assert.equal(await page.locator(".learn-mistake.good").count(), 1);
            assert.equal(await page.locator(".learn-mistake .review-all .chosen").count(), 1);
            return;
        }
        if (!/^Not yet/.test(said)) continue; // something was lifted, and nothing sent
        assert.equal(
            await page.locator(".learn-mistake .review-all").count(),
            0,
            "still nothing is given away",
        );
        await page.click('.learn-mistake .btn:has-text("Try again")');
        await page.waitForSelector(".learn-mistake h2:has-text('What would you do')");
    }
    assert.fail("no answer was good");
}

/** Before a move that costs much is sent somebody asks; who thinks again has not moved. */
async function tutors() {
    const text = readFileSync(join(root, "tests/records/loot-two.jsonl"), "utf8");
    const [first, ...lines] = text.trimEnd().split("\n");
    const setup = { ...JSON.parse(first), names: NAMES.slice(0, 2) };
    const asked = { warned: 0, sent: 0 };
    const upTo = lines.findIndex((line, i) => i > 8 && /"by":0,"do":"(bid|draw|court)"/.test(line));
    const game = {
        setup: JSON.stringify(setup),
        seed: "1",
        bots: [null, "casual"],
        lines: lines.slice(0, upTo),
    };
    const kept = JSON.stringify({ game, names: setup.names, moment: "", at: 0 });
    const page = await open(browser, `${site.address}/#/play/loot`, {
        stored: {
            "razzia.settings": JSON.stringify({ speed: "instant", confirm: false, tutor: "doubtful" }),
            "razzia.game.loot": kept,
        },
    });
    for (let i = 0; i < 40 && asked.warned === 0; i++) {
        await page.waitForSelector(".act .btn, .act .legal, dialog[open]");
        if (await page.locator("dialog.result[open]").count()) break;
        const before = await page.locator(".log li").count();
        await page.locator(".act .legal, .act .btn").last().click();
        await until(
            page,
            (n) =>
                document.querySelectorAll(".log li").length !== n ||
                document.querySelector("dialog.dialog[open]"),
            before,
        );
        if (!(await page.locator('dialog.dialog[open]:has-text("Are you sure?")').count())) continue;
        asked.warned++;
        assert.match(await page.innerText("dialog.dialog[open]"), /costs about \d+ of 100[\s\S]*Better:/);
        await check(page, "tutor");
        await page.screenshot({ path: join(shots, "tutor.png") });
        await page.click("dialog.dialog[open] .btn.go");
        await until(page, () => document.querySelector(".act .legal, .act .btn"));
        assert.equal(await page.locator(".log li").count(), before, "nothing was sent");
        await page.locator(".act .legal, .act .btn").last().click();
        await page.click("dialog.dialog[open] .btn:not(.go):not(.icon-btn)");
        await until(page, (n) => document.querySelectorAll(".log li").length > n, before);
        asked.sent++;
    }
    assert.deepEqual(asked, { warned: 1, sent: 1 });
    await page.context().close();
}

/** Games that were played for real count, practice does not; all of it can be deleted. */
async function keepsProfile() {
    const real = await played("bars", 4);
    const practice = await played("mice", 2, { practice: true });
    const page = await show(`/review/${practice.id}`, [real, practice]);
    await page.waitForSelector(".review-graph");
    await visit(page, `${site.address}/#/profile`);
    await page.waitForSelector(".text-page h1");
    assert.equal(await page.locator(".profile-game").count(), 0, "practice does not count");
    await page.click('.btn:has-text("Add one finished game")');
    await page.waitForSelector(".profile-game");
    assert.match(await page.innerText(".profile-game"), /accuracy[\s\S]*Kind of choice/);
    await check(page, "profile");
    await page.screenshot({ path: join(shots, "profile.png") });
    await page.reload();
    await page.waitForSelector(".profile-game");
    await page.click('.btn:has-text("Delete this profile")');
    await page.click("dialog[open] .btn.go");
    await page.waitForSelector(".profile-game", { state: "detached" });
    assert.equal(await page.evaluate(() => localStorage.getItem("razzia.profile")), null);
    for (const [language, size, theme] of [
        ["de", [320, 640], "dark"],
        ["hu", PHONE, "light"],
    ]) {
        const other = await show("/profile", [real], { language }, { size, theme });
        await other.waitForSelector(".text-page .btn");
        await check(other, `profile ${language}`);
        await other.context().close();
    }
    await page.context().close();
}

try {
    await runTests([reviews, goesAlong, staysFree, looksCloser, learns, tutors, keepsProfile]);
} finally {
    await browser.close();
    site.close();
}
