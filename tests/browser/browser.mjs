// What the tests with a browser share: a server of files as strict as the real one, Debian's Chromium, and what every page is
// asked: does it say errors, is it usable by everybody, does it fit.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

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
};
const POLICY =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'";

/** Serves the client, and the gallery beside it. `site.up = false` is a network that is gone. */
export async function serve() {
    const site = { up: true };
    const server = createServer((request, response) => {
        if (!site.up) return void request.socket.destroy();
        const { pathname } = new URL(request.url, "http://localhost");
        const name = pathname === "/" || pathname.startsWith("/t/") ? "/index.html" : pathname;
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

export function launch() {
    mkdirSync(shots, { recursive: true });
    return chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
}

/** Longer than a busy machine takes for anything, in milliseconds. */
export const PATIENCE = 90_000;

/** A page of its own storage; whatever it complains about fails the test. */
export async function open(
    browser,
    address,
    { lang = "en", theme = "light", size = [1280, 800], calm = true, stored = {}, ...more } = {},
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
    page.on("pageerror", (error) => page.complaints.push(String(error)));
    await visit(page, address);
    return page;
}

/** Waits until what the page shows is there. */
export async function visit(page, address) {
    await page.goto(address);
    await page.waitForSelector("body[data-ready]");
    await page.waitForSelector(".waiting-page", { state: "detached" });
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

/** What is wider than the page, boxes whose text does not fit, and what is hidden by the bar of choices. */
export function misfits(page) {
    return page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        const seen = [...document.querySelectorAll("#app *")].filter(
            (element) => !element.closest(".vh, svg, [data-clip], details:not([open]) > :not(summary)"),
        );
        const wide = seen.filter((element) => element.getBoundingClientRect().right > width + 1);
        const leaves = (element) => {
            const box = element.getBoundingClientRect();
            const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            const range = document.createRange();
            for (let word = words.nextNode(); word; word = words.nextNode()) {
                const { parentElement: inside } = word;
                // Words for ears alone are cut on purpose.
                if (
                    !word.data.trim() ||
                    inside.closest(".vh, svg, [data-clip]") ||
                    inside.getBoundingClientRect().width <= 1
                )
                    continue;
                range.selectNodeContents(word);
                const { left, right } = range.getBoundingClientRect();
                if (right > left && (left < box.left - 1 || right > box.right + 1)) return true;
            }
            return false;
        };
        const cut = seen.filter(
            (element) =>
                element.matches(
                    "button, .btn, .chip, .act-prompt, th, td, .seat-panel, .mice-seat, .mice-shelf, .act-said",
                ) && leaves(element),
        );
        const spills = seen.filter(
            (element) =>
                element.matches("li > *") &&
                element.getBoundingClientRect().right >
                    element.parentElement.getBoundingClientRect().right + 1,
        );
        // On wide screens the board is above the bar and not below it; what does not fit can be scrolled.
        const act = document.querySelector(".table-board > .act");
        const above =
            act?.offsetHeight && innerWidth >= 900
                ? [...act.parentElement.children].filter(
                      (element) => element !== act && getComputedStyle(element).position !== "absolute",
                  )
                : [];
        const full = (element) =>
            element.scrollHeight > element.clientHeight + 1 &&
            getComputedStyle(element).overflowY === "visible";
        const hidden = above.filter(
            (element) =>
                element.clientHeight > 0 &&
                (full(element) ||
                    element.getBoundingClientRect().bottom > act.getBoundingClientRect().top + 1),
        );
        const name = (element) =>
            `${element.tagName}.${element.getAttribute("class")} ${element.textContent.slice(0, 40)}`;
        return [...wide, ...cut, ...spills, ...hidden].map(name).slice(0, 5);
    });
}

/** All that is asked of every page. */
export async function check(page, what) {
    assert.deepEqual(page.complaints, [], what);
    assert.deepEqual(await misfits(page), [], what);
    assert.equal(await page.locator("h1").count(), 1, `${what}: one h1`);
    assert.deepEqual(await violations(page), [], what);
}

/** One after another, with the time each took: all, or those that the command line names. */
export async function runTests(tests) {
    const begun = Date.now();
    const only = process.argv.slice(3);
    for (const test of tests.filter(({ name }) => only.length === 0 || only.includes(name))) {
        const since = Date.now();
        await test();
        console.log(`${test.name}: good, ${Date.now() - since} ms`);
    }
    console.log(`all in ${Date.now() - begun} ms`);
}
