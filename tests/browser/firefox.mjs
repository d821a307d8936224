// A whole game of each in Debian's Firefox, by WebDriver BiDi, on a desktop and on a phone's screen: the same newcomer as in
// Chromium, and nothing that the page complains about.
//   node firefox.mjs BUILD-FOLDER [GAME]
import assert from "node:assert/strict";
import { join } from "node:path";
import { PATIENCE, serve, shots } from "./browser.mjs";
import { load } from "./packages.mjs";
import { Player } from "./player.mjs";

const GAMES = { loot: [1280, 800], bars: [1440, 900], mice: [390, 844] };
const SETTINGS = { speed: "instant", language: "en", seats: { loot: 2, bars: 3, mice: 2 } };

async function open(game) {
    const [width, height] = GAMES[game];
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.complaints = [];
    const complain = (text) => {
        const tables = /establish a connection|WebSocket/.test(text); // a server of files has none
        if (!tables) page.complaints.push(text);
    };
    page.on("console", (message) => ["error", "warn"].includes(message.type()) && complain(message.text()));
    page.on("pageerror", (error) => complain(String(error)));
    await page.setViewport({ width, height });
    await page.evaluateOnNewDocument(
        (settings) => localStorage.setItem("razzia.settings", settings),
        JSON.stringify(SETTINGS),
    );
    await page.goto(site.address);
    await page.waitForSelector("body[data-ready]");
    return page;
}

/** From the first page to the result. */
async function play(game) {
    const since = Date.now();
    const page = await open(game);
    try {
        await page.click(`[data-game=${game}] .go`);
        await page.waitForSelector(".act");
        const player = new Player(page, { seed: 3 });
        const touches = await player.play();
        assert.deepEqual(await player.refusals(), [], game);
        const prompt = await page.$eval(".act-prompt", (element) => element.innerText);
        assert.match(prompt, /wins?\.|share the win/);
        assert.deepEqual(page.complaints, [], game);
        console.log(`${game}: good, ${touches} touches, ${Date.now() - since} ms`);
    } finally {
        await page.screenshot({ path: join(shots, `firefox-${game}.png`) });
        await page.browserContext().close();
    }
}

const puppeteer = await load("puppeteer-core");
const site = await serve();
const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    headless: true,
});
try {
    console.log(await browser.version());
    for (const game of Object.keys(GAMES).filter((one) => !process.argv[3] || one === process.argv[3]))
        await play(game);
} finally {
    await browser.close();
    site.close();
}
