// What the tests with a browser share: a server of files as strict as the real one, Debian's Chromium, and what every page is
// asked: does it say errors, is it usable by everybody, does it fit.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findMisfits } from "./fit.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const build = resolve(process.argv[2] ?? join(root, "build"));
export const shots = join(build, "screenshots");
const require = createRequire(join(root, "web/package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
};
const POLICY =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'";

/** Serves the client, and the gallery beside it. `site.up = false` is a network that is gone. */
export async function serve() {
    const site = { up: true };
    const server = createServer((request, response) => {
        if (!site.up) return void request.socket.destroy();
        const { pathname } = new URL(request.url, "http://localhost");
        const name = /^\/($|t\/|join$|invite$)/.test(pathname) ? "/index.html" : pathname;
        const file = ["web", "gallery"].map((folder) => join(build, folder, name)).find(existsSync);
        const type = TYPES[extname(name)] ?? "application/octet-stream";
        response.writeHead(file ? 200 : 404, { "content-type": type, "content-security-policy": POLICY });
        response.end(file && readFileSync(file));
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    site.address = `http://127.0.0.1:${server.address().port}`;
    site.close = () => server.close();
    return site;
}

/** Letters as wide as their font says, as on a screen: without a window Chromium would fit each of them to whole pixels. */
export function launch(more = []) {
    mkdirSync(shots, { recursive: true });
    return chromium.launch({
        executablePath: "/usr/bin/chromium-headless-shell",
        args: ["--no-sandbox", "--font-render-hinting=none", ...more],
    });
}

/** Longer than a busy machine takes for anything, in milliseconds. */
export const PATIENCE = 180_000;

/** Games that begin on the page are those of a number: the same each time. Runs in the page. */
function deal(luck) {
    let games = 0;
    crypto.getRandomValues = (bytes) => {
        new DataView(bytes.buffer).setUint32(0, luck);
        bytes[4] = ++games;
        return bytes;
    };
}

/** A page of its own storage; whatever it complains about fails the test. Without `ready` it is not visited yet; with `luck`
 *  it deals what that number says. */
export async function open(
    browser,
    address,
    {
        lang = "en",
        theme = "light",
        size = [1280, 800],
        calm = true,
        stored = {},
        ready = true,
        luck,
        ...more
    } = {},
) {
    const context = await browser.newContext({
        viewport: { width: size[0], height: size[1] },
        colorScheme: theme,
        locale: lang,
        reducedMotion: calm ? "reduce" : "no-preference",
        ...more,
    });
    context.setDefaultTimeout(PATIENCE);
    await context.addInitScript((items) => {
        for (const [key, value] of Object.entries(items))
            if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    }, stored);
    if (luck !== undefined) await context.addInitScript(deal, luck);
    const page = await context.newPage();
    page.complaints = [];
    page.on("console", (message) => {
        const tables = /^WebSocket connection to/.test(message.text()); // a server of files has none
        if (["error", "warning"].includes(message.type()) && !tables) page.complaints.push(message.text());
    });
    page.heard = []; // from the server of tables
    page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => page.heard.push(JSON.parse(payload))),
    );
    page.on("pageerror", (error) => page.complaints.push(error.stack ?? String(error)));
    if (ready) await visit(page, address);
    return page;
}

/** Waits until what the page shows is there. */
export async function visit(page, address) {
    await page.goto(address);
    await page.waitForSelector("body[data-ready]");
    await page.waitForSelector(".waiting-page", { state: "detached" });
}

/** Presses a button of the timeline, which is in its menu where there is no room for all. */
export async function pressAtTimeline(page, text) {
    await page.waitForSelector(".replay-bar");
    const button = page.locator(`.time-others > .btn:has-text("${text}")`);
    if (await button.isVisible()) return button.click();
    await page.click(".time-menu > .icon-btn");
    await page.click(`.time-menu [role=menuitem]:has-text("${text}")`);
}

/** Waits until something is true in the page. (`waitForFunction` evaluates inside the page, which its policy forbids.) */
export async function until(page, what, given) {
    const since = Date.now();
    while (!(await page.evaluate(what, given))) {
        assert.ok(Date.now() - since < PATIENCE, `waited too long for ${what}`);
        await page.waitForTimeout(20);
    }
}

/** For `open`: what was set on an earlier visit. */
export function withSettings(settings) {
    return { stored: { "razzia.settings": JSON.stringify(settings) } };
}

/** Violations of axe, in lines that say where. */
export async function violations(page) {
    // The policy of the page forbids scripts of others; evaluating by the debugger is allowed.
    await page.evaluate(axe);
    const { violations: found } = await page.evaluate(() => window.axe.run(document));
    return found.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`),
    );
}

/** What does not fit, in words. */
export function misfits(page) {
    return page.evaluate(findMisfits);
}

/** Notes what jumps on the page from now on, after input, too; what is moved by a transform does not. */
export function watchShifts(page) {
    return page.evaluate(() => {
        const named = (element) => `${element?.tagName}.${element?.getAttribute("class") ?? ""}`;
        const name = (node) => {
            if (!node) return "gone";
            if (node instanceof Element) return named(node);
            const within = node.parentElement;
            return `"${node.data}" of ${named(within)} in ${named(within?.parentElement)}`;
        };
        const way = ({ previousRect: from, currentRect: to }) =>
            `${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
        window.shifts = [];
        new PerformanceObserver((list) => {
            for (const { value, sources } of list.getEntries())
                window.shifts.push({
                    value,
                    what: sources.map((source) => `${name(source.node)} ${way(source)}`),
                });
        }).observe({ type: "layout-shift" });
    });
}

/** All that has jumped: the sum, and what it was, the worst first. */
export async function shiftsOf(page) {
    const shifts = await page.evaluate(() => window.shifts);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    const worst = [...shifts].sort((one, other) => other.value - one.value);
    return {
        sum,
        count: shifts.length,
        worst: worst.slice(0, 12).map(({ value, what }) => `${value.toFixed(4)} ${what.join("; ")}`),
    };
}

/** All that is asked of every page. */
export async function check(page, what) {
    assert.deepEqual(page.complaints, [], what);
    assert.deepEqual(await misfits(page), [], what);
    assert.equal(await page.locator("h1").count(), 1, `${what}: one h1`);
    assert.deepEqual(await violations(page), [], what);
}

/** One after another, with the time each took: all, or those that the command line names, by themselves or as one of `parts`. */
export async function runTests(tests, parts = {}) {
    const begun = Date.now();
    const find = (name) => {
        const found = parts[name] ?? tests.filter((test) => test.name === name);
        assert.notEqual(found.length, 0, `no test is called ${name}`);
        return found;
    };
    const names = process.argv.slice(3);
    for (const test of names.length > 0 ? names.flatMap(find) : tests) {
        const since = Date.now();
        await test();
        console.log(`${test.name}: good, ${Date.now() - since} ms`);
    }
    console.log(`all in ${Date.now() - begun} ms`);
}
