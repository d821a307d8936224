// The parts on their gallery and the shell around the tables: usable by everybody in both themes and every language, kept
// over a reload, there without a network, and light enough.
//   node look.mjs BUILD-FOLDER [TEST...]
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { build, check, launch, misfits, open, runTests, serve, shots, until, visit } from "./browser.mjs";
import { Player } from "./player.mjs";

const LANGUAGES = ["en", "de", "es", "hu", "it"];
const PAGES = [
    "/",
    "/#/settings",
    "/#/rules/loot/L21",
    "/#/rules/bars",
    "/#/rules/mice",
    "/#/learn/mice",
    "/#/about",
    "/#/replay",
    "/#/nowhere",
];
const SIZES = [
    [360, 640],
    [390, 844],
    [1280, 800],
];

const site = await serve();
const browser = await launch();

async function gallery() {
    for (const theme of ["light", "dark"])
        for (const size of SIZES) {
            const page = await open(browser, `${site.address}/gallery.html`, {
                theme,
                size,
            });
            const what = `gallery ${theme} ${size}`;
            if (theme === "light" ? size === SIZES[0] : size === SIZES[2]) await check(page, what);
            else assert.deepEqual(await misfits(page), [], what);
            const missing = await page.evaluate(() =>
                [...document.querySelectorAll("use")]
                    .map((use) => use.getAttribute("href"))
                    .filter((id) => !document.querySelector(id)),
            );
            assert.deepEqual(missing, []);
            await page.screenshot({
                path: join(shots, `gallery-${size.join("x")}-${theme}.png`),
                fullPage: true,
            });
            await page.context().close();
        }
}

/** Every page by axe, languages and themes in turn; every page and language for what does not fit at 360 pixels. */
async function everyPage() {
    for (const [i, lang] of LANGUAGES.entries()) {
        const theme = i % 2 ? "dark" : "light";
        const page = await open(browser, site.address, {
            lang,
            theme,
            size: SIZES[0],
        });
        for (const path of PAGES) {
            await page.goto("about:blank"); // else another place of the same page is not loaded anew
            await visit(page, site.address + path);
            if (path.includes("rules")) await page.waitForSelector(".rules dd");
            assert.equal(await page.getAttribute("html", "lang"), lang);
            if (path === "/" || i === PAGES.indexOf(path) % LANGUAGES.length)
                await check(page, `${path} ${lang} ${theme}`);
            else assert.deepEqual(await misfits(page), [], `${path} ${lang}`);
        }
        await page.context().close();
    }
}

async function pictures() {
    for (const theme of ["light", "dark"])
        for (const size of SIZES)
            for (const [name, path] of [
                ["home", "/"],
                ["settings", "/#/settings"],
                ["rules", "/#/rules/loot/L21"],
            ]) {
                const page = await open(browser, site.address + path, {
                    theme,
                    size,
                });
                assert.deepEqual(await misfits(page), [], `${name} ${theme} ${size}`);
                await page.screenshot({
                    path: join(shots, `${name}-${size.join("x")}-${theme}.png`),
                });
                await page.context().close();
            }
}

/** In the top line, or in a sheet, which stays open when what was chosen deals anew. */
async function choosePractice(page) {
    const sheet = await page.isVisible(".before-open");
    if (sheet) await page.click(".before-open");
    await page.click(".before-practice:visible");
    await page.waitForSelector(".topbar .chip");
    if (!sheet) return;
    assert.ok(await page.isVisible("dialog[open] .before-practice :checked + span"), "it stays open");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
}

/** What is chosen before the first move covers nothing that one needs for it; these stand lowest on the board. */
async function firstScreen() {
    const lowest = {
        loot: ".loot-estate.me",
        bars: ".bars-legend",
        mice: ".mice-pantry",
    };
    for (const [i, [game, selector]] of Object.entries(lowest).entries())
        for (const size of SIZES.slice(1)) {
            const page = await open(browser, site.address, {
                lang: LANGUAGES[i],
                size,
                luck: 1,
            });
            await page.click(`[data-game=${game}] .go`);
            await page.waitForSelector(".before");
            for (const practice of ["without", "with"]) {
                if (practice === "with") await choosePractice(page);
                const over = await page.evaluate((what) => {
                    const { bottom } = document.querySelector(what).getBoundingClientRect();
                    const board = document.querySelector(".table-board").getBoundingClientRect();
                    const bar = document.querySelector(".act").getBoundingClientRect();
                    return bottom - Math.min(bar.top, board.bottom);
                }, selector);
                assert.ok(over < 4, `${game} ${size} ${practice} practice: ${over} pixels are covered`);
            }
            await page.context().close();
        }
}

async function keyboard() {
    const page = await open(browser, site.address);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("href")), /play\/loot/);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
    assert.match(
        await page.evaluate(() => document.activeElement.getAttribute("href") ?? ""),
        /play\/loot/,
        "the focus returns",
    );
    await page.context().close();
}

async function languageAndSettings() {
    const page = await open(browser, site.address);
    const title = await page.innerText("h1");
    await page.click(".top-line .menu >> nth=0");
    await page.click("role=menuitemradio[name=Magyar]");
    await until(page, (old) => document.querySelector("h1").innerText !== old, title);
    assert.equal(await page.getAttribute("html", "lang"), "hu");
    await page.goto(`${site.address}/#/settings`);
    await page.click("input[role=switch] >> nth=0");
    await page.fill("input[type=text]", "Zsófi");
    await page.reload();
    await page.waitForSelector("input[role=switch]");
    assert.equal(await page.getAttribute("html", "lang"), "hu");
    assert.equal(await page.isChecked("input[role=switch] >> nth=0"), true);
    assert.equal(await page.inputValue("input[type=text]"), "Zsófi");
    await page.context().close();
}

/** Two fonts of our own, with figures of one width and the letters of every language. */
async function fonts() {
    const page = await open(browser, `${site.address}/`, { lang: "hu" });
    const found = await page.evaluate(async () => {
        const letters = ["01", "ő"];
        const asked = ["400 20px Figtree", "700 20px Figtree", "600 20px Gelasio"];
        await Promise.all(asked.flatMap((font) => letters.map((text) => document.fonts.load(font, text))));
        const pen = document.createElement("canvas").getContext("2d");
        const width = (font, text) => ((pen.font = font), pen.measureText(text).width);
        const drawn = document.createElement("p");
        document.body.append(drawn);
        drawn.style.cssText = "position: absolute; font: 700 100px Figtree";
        const wide = ["1111", "0000"].map((text) => ((drawn.textContent = text), drawn.clientWidth));
        const own = (font, letter) =>
            width(font, letter) !== width(font.replace(/\w+$/, "monospace"), letter);
        return {
            wide,
            loaded: [...document.fonts].filter(({ status }) => status === "loaded").length,
            own: ["ő", "Ű", "ß", "ñ", "−", "€"].every((letter) => own("400 20px Figtree", letter)),
        };
    });
    assert.equal(found.wide[0], found.wide[1]);
    assert.ok(found.loaded >= 4, "all four files");
    assert.ok(found.own);
    await page.context().close();
}

/** Beside what was touched, on the screen, not over it; gone with the next touch or key. */
async function refusal() {
    const page = await open(browser, `${site.address}/gallery.html`, {
        size: [360, 640],
    });
    const touch = "button.loot-cheque[aria-disabled=true]";
    await page.locator(touch).first().scrollIntoViewIfNeeded(); // a page that scrolls takes bubbles away, a frame later
    await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await page.click(touch, { force: true }); // forbidden things can be touched
    await page.waitForSelector(".bubble:popover-open");
    assert.match(await page.innerText(".bubble"), /higher than all bids/);
    assert.match(await page.getAttribute(".bubble a", "href"), /rules\/loot\/L21$/);
    const [said, thing] = [
        await page.locator(".bubble").boundingBox(),
        await page.locator(touch).first().boundingBox(),
    ];
    assert.ok(said.x >= 0 && said.x + said.width <= 360 && said.y >= 0 && said.y + said.height <= 640);
    const away = Math.max(thing.y - said.y - said.height, said.y - thing.y - thing.height);
    assert.ok(away >= 0 && away < 30, `beside it: ${away}`);
    await page.mouse.click(2, 2);
    await page.waitForSelector(".bubble:not(:popover-open)", {
        state: "attached",
    });
    await page.click(touch, { force: true });
    await page.waitForSelector(".bubble:popover-open");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".bubble:not(:popover-open)", {
        state: "attached",
    });
    await page.context().close();
}

/** Things move from where they were, and do not for those who ask for none. */
async function motion() {
    for (const calm of [false, true]) {
        const page = await open(browser, `${site.address}/gallery.html`, {
            calm,
        });
        const moved = await page.evaluate(async () => {
            const root = document.querySelector(".g-motion");
            [...root.querySelectorAll("button")].find((button) => button.innerText === "Draw").click();
            let most = 0; // that moved it in any frame: how long one takes is the machine's affair
            for (const end = performance.now() + 600; performance.now() < end; ) {
                await new Promise(requestAnimationFrame);
                most = Math.max(most, root.querySelector("[data-move=lot-3]")?.getAnimations().length ?? -1);
            }
            return [!!root.querySelector("[data-move=lot-3]"), most];
        });
        assert.deepEqual(moved, [true, calm ? 0 : 1]);
        await page.context().close();
    }
}

/** A game that is left is there again, after a reload and without a network. */
async function keptAndOffline() {
    const page = await open(browser, site.address, { luck: 1 });
    await page.click("[data-game=loot] .go");
    await page.waitForSelector(".table-page .log li");
    await until(page, () => localStorage.getItem("razzia.game.loot"));
    await page.goto(site.address);
    await page.waitForSelector("[data-game=loot] .go");
    assert.equal(await page.locator(".home-resume").count(), 0, "who has done nothing has left nothing");
    await page.goBack();
    const player = new Player(page);
    const hasMoved = () => /"by":0/.test(localStorage.getItem("razzia.game.loot").replaceAll("\\", ""));
    await player.play({ enough: () => page.evaluate(hasMoved) });
    await page.goto(site.address);
    await page.waitForSelector(".home-resume");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(page, async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 10);
    site.up = false;
    await page.reload();
    await page.click(".home-resume");
    await page.waitForSelector(".table-page .log li");
    await page.goto(`${site.address}/`);
    await page.click("[data-game=mice] .home-play");
    await page.waitForSelector(".table-page .log li");
    await page.goto(`${site.address}/#/rules/bars`);
    await page.waitForSelector(".rules dd");
    await page.goto(`${site.address}/t/0`);
    await page.waitForSelector("main h1");
    site.up = true;
    await page.context().close();
}

/** A part that can not be loaded is told of, and the page goes on without it. */
async function missingPart() {
    const page = await open(browser, site.address, { serviceWorkers: "block" });
    await until(page, () => document.body.dataset.engine === "");
    await page.route(/part-\w+\.js$/, (route) => route.abort());
    await page.goto(`${site.address}/#/rules/loot`);
    await page.waitForSelector(".toast");
    assert.match(await page.innerText(".toast"), /A part of the page could not be loaded/);
    const complaints = page.complaints.filter((text) => /imported module/.test(text));
    assert.deepEqual(complaints, []);
    await page.context().close();
}

/** What is loaded before the first move, in bytes as they are sent. */
function weight() {
    const part = (name) => [
        name,
        ...[...readFileSync(join(build, "web", name), "utf8").matchAll(/from"\.\/(part-\w+\.js)"/g)].flatMap(
            (found) => part(found[1]),
        ),
    ];
    const names = new Set(["index.html", "app.css", "razzia.wasm", "texts/hu.json", ...part("app.js")]);
    const [brotli, gzip] = [".br", ".gz"].map((ending) =>
        [...names].reduce((all, name) => all + statSync(join(build, "web", name + ending)).size, 0),
    );
    const fonts = readdirSync(join(build, "web"))
        .filter((name) => name.endsWith(".woff2"))
        .reduce((all, name) => all + statSync(join(build, "web", name)).size, 0);
    assert.ok(brotli <= 157_000, `first load: ${brotli} bytes`);
    assert.ok(fonts <= 60_000 && brotli + fonts <= 197_000, `fonts: ${fonts} bytes`);
    return `${brotli} bytes, as gzip ${gzip}; fonts ${fonts}`;
}

try {
    await runTests([
        gallery,
        everyPage,
        pictures,
        firstScreen,
        keyboard,
        languageAndSettings,
        fonts,
        refusal,
        motion,
        keptAndOffline,
        missingPart,
    ]);
    console.log(`first load: ${weight()}`);
} finally {
    await browser.close();
    site.close();
}
