// Tables with several people: browsers at the real server, with bots in the seats that are left. Every page is told what its
// seat may see and nothing else, whatever happens to the server, the network and the page.
//   node online.mjs BUILD-FOLDER [TEST...]
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, check, launch, open, runTests, until, withSettings } from "./browser.mjs";
import { razzia, root } from "./given.mjs";
import { Player } from "./player.mjs";

const folder = mkdtempSync(join(tmpdir(), "razzia-"));
const NAMES = ["Ada", "Bruno", "Chiara", "Dora"];

/** The server as it is; `kill` gives it no time for anything. */
class Server {
    async start() {
        const args = [
            "serve",
            "--listen",
            `127.0.0.1:${this.port ?? 0}`,
            "--store",
            `sqlite:${folder}/store.db`,
            "--web",
            join(build, "web"),
            "--nets",
            join(root, "nets"),
        ];
        this.process = spawn(razzia, args, { stdio: ["ignore", "ignore", "pipe"] });
        let log = "";
        this.port = await new Promise((done, failed) => {
            this.process.once("exit", () => failed(new Error(`the server ended: ${log}`)));
            this.process.stderr.on("data", (text) => {
                log += text;
                const found = /port (\d+)/.exec(log);
                if (found) done(Number(found[1]));
            });
        });
        this.process.removeAllListeners("exit");
        this.address = `http://127.0.0.1:${this.port}`;
    }

    end(signal) {
        const ended = new Promise((done) => this.process.once("exit", done));
        this.process.kill(signal);
        return ended;
    }
}

const server = new Server();
await server.start();
const browser = await launch();

function person(name, address = server.address) {
    return open(browser, address, { size: [1100, 760], ...withSettings({ name, speed: "instant" }) });
}

const online = (page) => page.waitForSelector(".line-state.online", { state: "attached" });
const lobbyOf = (page) => page.heard.findLast((message) => message.lobby).lobby;
const button = (page, text) => page.click(`button:has-text("${text}")`);

/** A table made by the first, the others come by its link, bots take the rest, and it begins. */
async function gather(game, people, seats) {
    const maker = await person(NAMES[0]);
    await until(maker, () => document.querySelector(".home-game .home-with-text"));
    await maker.click(`[data-game=${game}] .home-with-text >> nth=0`);
    await maker.waitForSelector("dialog[open] .stepper");
    for (let now; (now = Number(await maker.innerText(".stepper output"))) !== seats; )
        await maker.click(`.stepper button >> nth=${now < seats ? 1 : 0}`);
    await button(maker, "Make the table");
    await maker.waitForURL(/\/t\//);
    const pages = [maker];
    for (const name of NAMES.slice(1, people)) {
        const page = await person(name, maker.url());
        await page.click('button:has-text("Sit down") >> nth=0');
        await page.waitForSelector('button:has-text("Stand up")');
        pages.push(page);
    }
    for (let free = seats - people; free > 0; free--) {
        await until(maker, (n) => document.querySelectorAll("li.free").length === n, free);
        await maker.click("li.free .menu button >> nth=0");
        await maker.click("[role=menuitem] >> nth=1");
    }
    await until(maker, () => !document.querySelector("li.free"));
    await button(maker, "Start the game");
    for (const page of pages) await page.waitForSelector(".act");
    return pages;
}

/** Everybody plays at once. */
function play(pages, { seed = 1, ...more } = {}) {
    return Promise.all(pages.map((page, i) => new Player(page, { seed: seed + i }).play(more)));
}

/** The lines that a page was told, each at its number; what is told twice is the same. */
function linesOf(page, table) {
    const lines = [];
    for (const { from, lines: told } of page.heard.filter(
        (message) => message.table === table && message.lines,
    ))
        told.forEach((line, i) => {
            const text = JSON.stringify(line);
            assert.equal(lines[from + i] ?? text, text);
            lines[from + i] = text;
        });
    return lines;
}

const idOf = (page) => new URL(page.url()).pathname.split("/").pop();

/** Each page was told the view of its seat, as the program makes it of the whole record, from the first line to the last. */
async function checkViews(pages, id = idOf(pages[0])) {
    const whole = join(folder, `${id}.jsonl`);
    const answer = await fetch(`${server.address}/record/${id}`);
    assert.equal(answer.status, 200);
    writeFileSync(whole, await answer.text());
    execFileSync(razzia, ["replay", whole]);
    for (const page of pages) {
        const seat = lobbyOf(page).seats.findIndex(
            ({ who }) => who === page.heard.find(({ who: own }) => own).who,
        );
        const view = execFileSync(razzia, ["view", whole, "--seat", seat < 0 ? "spectator" : String(seat)], {
            encoding: "utf8",
        });
        const shown = view
            .trimEnd()
            .split("\n")
            .slice(1)
            .map((line) => JSON.stringify(JSON.parse(line)));
        assert.deepEqual(linesOf(page, id).slice(1), shown, `seat ${seat}`);
        assert.deepEqual(page.complaints, []);
    }
}

const leave = (pages) => Promise.all(pages.map((page) => page.context().close()));

/** What is asked of a person now, in words. */
const moment = (page) =>
    page.evaluate(() =>
        document.querySelector(".act:not(.waiting)") ? document.querySelector(".act-prompt").innerText : "",
    );

/** At every kind of decision the page is loaded again, and asks the same. */
function reloading(page) {
    const seen = new Set();
    const phase = () => page.getAttribute(".table-page", "data-phase");
    return async () => {
        if (seen.has(await phase()) || !(await moment(page))) return;
        await page.reload(); // what was half chosen is gone then, and what was on its way has come
        await page.waitForSelector(".act-prompt");
        const asked = await moment(page);
        if (!asked) return;
        seen.add(await phase());
        await page.reload();
        await until(page, (text) => document.querySelector(".act-prompt")?.innerText === text, asked);
        page.reloaded = seen.size;
    };
}

/** Who watches has nothing to do. */
async function watch(address) {
    const page = await person("Eva", address);
    await page.waitForSelector("text=You are watching");
    assert.equal(await page.locator(".act button").count(), 0);
    return page;
}

/** Two and four people, each game, to the end. */
function games(game, people, seats) {
    const test = async () => {
        const pages = await gather(game, people, seats);
        if (people === 4) pages.push(await watch(pages[0].url()));
        await Promise.all(
            pages
                .slice(0, people)
                .map((page, i) =>
                    new Player(page, { seed: 4 + i }).play(i === 1 ? { meanwhile: reloading(page) } : {}),
                ),
        );
        assert.ok(pages[1].reloaded > 0, "no decision was loaded again");
        await checkViews(pages);
        await leave(pages);
    };
    Object.defineProperty(test, "name", { value: `${game}${people}` });
    return test;
}

/** The server dies in the middle of a game, with a move on its way. */
async function killed() {
    const pages = await gather("loot", 2, 2);
    await play(pages, { enough: async () => linesOf(pages[0], idOf(pages[0])).length >= 12 });
    await server.end("SIGKILL");
    for (const page of pages) await page.waitForSelector(".line-state:not(.online)");
    for (const page of pages) await new Player(page).step(); // sent when the server is back, once
    await server.start();
    await Promise.all(pages.map(online));
    await play(pages, { seed: 3 });
    for (const page of pages) page.complaints = page.complaints.filter((text) => !/ERR_|fetch/.test(text));
    await checkViews(pages);
    await leave(pages);
}

/** A network that goes and comes back; a second tab at the same seat; the game goes on meanwhile. */
async function cutAndTwice() {
    const pages = await gather("bars", 2, 3);
    const [first, second] = pages;
    const tab = await first.context().newPage();
    await tab.goto(first.url());
    await tab.waitForSelector(".act");
    await first.bringToFront();
    for (let i = 0; i < 3; i++) {
        await second.context().setOffline(true);
        await second.waitForSelector(".line-state.offline");
        await new Player(first, { seed: i }).play({ most: 3, enough: async () => !(await moment(first)) });
        await second.context().setOffline(false);
        await online(second);
        await new Player(second, { seed: i }).play({ most: 4, enough: async () => !(await moment(second)) });
    }
    await tab.bringToFront();
    await Promise.all([new Player(tab, { seed: 8 }).play(), new Player(second, { seed: 9 }).play()]);
    await until(first, () => document.querySelector(".table-page").dataset.phase === "over"); // the other tab has seen it all
    assert.equal(await first.innerText(".act-prompt"), await tab.innerText(".act-prompt"));
    await checkViews(pages);
    await leave(pages);
}

/** What people do beside the game. */
async function company() {
    const pages = await gather("loot", 2, 3);
    const [maker, guest] = pages;
    const watcher = await watch(maker.url());
    await check(watcher, "a spectator");
    await maker.click("[aria-label=Chat]");
    await maker.fill("dialog[open] input", "Good luck");
    await maker.keyboard.press("Enter");
    await guest.waitForSelector(".topbar-count b");
    await guest.click("[aria-label=Chat]");
    await guest.waitForSelector("dialog[open] >> text=Good luck");
    await check(guest, "chat");
    for (const page of [maker, guest]) await page.keyboard.press("Escape");
    await guest.click("[aria-label=Menu]");
    await guest.click("text=Leave: a bot plays on");
    await guest.waitForSelector("text=A bot plays for you");
    await check(guest, "away");
    await guest.click(".notices .btn");
    await guest.waitForSelector("text=A bot plays for you", { state: "detached" });
    await guest.click("[aria-label=Menu]");
    await guest.click("text=Ask for a pause");
    await maker.click(".notices .btn");
    for (const page of pages) await page.waitForSelector("text=The game is paused");
    for (const page of pages) await page.click(".notices .btn");
    for (const page of pages) await page.waitForSelector("text=The game is paused", { state: "detached" });
    await play(pages, { seed: 6 });
    await checkViews([...pages, watcher]);
    await maker.click(".act .btn.go");
    await maker.waitForSelector(".gathering");
    await guest.click("text=To the rematch");
    await guest.click('button:has-text("Sit down") >> nth=0');
    await button(maker, "Remove");
    await guest.waitForSelector('button:has-text("Sit down")');
    await check(maker, "gathering");
    await leave([...pages, watcher]);
}

/** Nothing comes from elsewhere, and nothing is kept that others could read. */
async function strict() {
    const page = await person("Ada");
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    assert.ok(
        asked.length > 5 && asked.every((url) => new URL(url).host === `127.0.0.1:${server.port}`),
        asked.join(" "),
    );
    assert.deepEqual(await page.context().cookies(), []);
    const { headers } = await fetch(server.address);
    assert.match(headers.get("content-security-policy"), /default-src 'none'/);
    assert.equal(headers.get("set-cookie"), null);
    await check(page, "the first page with a server");
    await page.context().close();
}

/** For `./check quick`: the server serves the page, and a table of one person and bots can be played. */
async function smoke() {
    const page = await person("Ada");
    assert.equal(await (await fetch(`${server.address}/health`)).text(), "ok\n");
    await page.click("[data-game=loot] .go");
    await page.waitForSelector(".act");
    const player = new Player(page, { seed: 3 });
    await player.play({ most: 8 });
    assert.equal(player.done, 8);
    assert.notEqual(await page.innerText(".log li >> nth=0"), "");
    assert.deepEqual(page.complaints, []);
    await page.context().close();
}

const TESTS = [
    smoke,
    strict,
    company,
    killed,
    cutAndTwice,
    games("loot", 2, 3),
    games("bars", 2, 3),
    games("mice", 2, 3),
    games("loot", 4, 5),
    games("bars", 4, 5),
    games("mice", 4, 5),
];

try {
    await runTests(TESTS);
} finally {
    await browser.close();
    await server.end("SIGTERM");
    rmSync(folder, { recursive: true });
}
