// Tables with several people: browsers at the real server, with bots in the seats that are left. Every page is told what its
// seat may see and nothing else, whatever happens to the server, the network and the page.
//   node online.mjs BUILD-FOLDER [TEST-OR-PART...]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, launch, open, pressAtTimeline, runTests, until, withSettings } from "./browser.mjs";
import { razzia } from "./given.mjs";
import { Player } from "./player.mjs";
import { Server } from "./server.mjs";

const folder = mkdtempSync(join(tmpdir(), "razzia-"));
const NAMES = ["Ada", "Bruno", "Chiara", "Dora"];

const server = new Server(folder);
await server.start();
const browser = await launch();

function person(name, address = server.address) {
    return open(browser, address, { size: [1100, 760], ...withSettings({ name, speed: "instant" }) });
}

const online = (page) => page.waitForSelector(".line-state.online", { state: "attached" });
const lobbyOf = (page) => page.heard.findLast((message) => message.lobby).lobby;
const button = (page, text) => page.click(`button:has-text("${text}")`);

async function makeTable(game, seats) {
    const maker = await person(NAMES[0]);
    await until(maker, () => document.querySelector(".home-game .home-with-text"));
    await maker.click(`[data-game=${game}] .home-with-text >> nth=0`);
    await maker.waitForSelector("dialog[open] .stepper");
    for (let now; (now = Number(await maker.innerText(".stepper output"))) !== seats; )
        await maker.click(`.stepper button >> nth=${now < seats ? 1 : 0}`);
    await button(maker, "Make the table");
    await maker.waitForURL(/\/t\//);
    return maker;
}

/** A table made by the first, the others come by its link, bots take the rest, and it begins. */
async function gather(game, people, seats) {
    const maker = await makeTable(game, seats);
    const pages = [maker];
    for (const name of NAMES.slice(1, people)) {
        const page = await person(name, maker.url());
        await page.click('button:has-text("Sit down") >> nth=0');
        await page.waitForSelector('button:has-text("Stand up")');
        pages.push(page);
    }
    await until(maker, (n) => document.querySelectorAll("li.free").length === n, seats - people);
    await maker.click(".gathering main > .panel > .btn.go");
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
        assert.equal(await page.locator(".breach").count(), 0, "its heads fit");
        assert.deepEqual(page.complaints, []);
    }
}

const leave = (pages) => Promise.all(pages.map((page) => page.context().close()));

/** What is asked of a person now, in words. */
const moment = (page) =>
    page.evaluate(() =>
        document.querySelector(".act:not(.waiting)") ? document.querySelector(".act-prompt").innerText : "",
    );

const newestLine = () => Number(document.querySelector(".log .log-number")?.innerText ?? 0);

/** The same is asked as before, or time ran out on a busy machine and the game has gone on. */
const asksAgain = ([asked, line]) =>
    document.querySelector(".act-prompt")?.innerText === asked ||
    Number(document.querySelector(".log .log-number")?.innerText ?? 0) > line;

/** At every kind of decision the page is loaded again, and asks the same. Whoever is asked nothing afterwards (the move was on
 *  its way) tries again at the next one, and not for ever: others wait. */
function reloading(page) {
    const TRIES = 3;
    const tried = new Map();
    const phase = () => page.getAttribute(".table-page", "data-phase");
    return async () => {
        const now = await phase();
        const times = tried.get(now) ?? 0;
        if (times >= TRIES || !(await moment(page))) return;
        tried.set(now, times + 1);
        await page.reload(); // what was half chosen is gone then, and what was on its way has come
        await page.waitForSelector(".act-prompt");
        const asked = await moment(page);
        if (!asked) return;
        tried.set(await phase(), TRIES);
        const line = await page.evaluate(newestLine);
        await page.reload();
        await until(page, asksAgain, [asked, line]);
        page.reloaded = (page.reloaded ?? 0) + ((await page.evaluate(newestLine)) === line);
    };
}

/** The replay of a table opens for each on the own seat, for others on none, with the names that were seen in play. */
async function replayed() {
    const pages = await gather("mice", 2, 3);
    const bot = await pages[0].innerText(".mice-players > :nth-child(3) .mice-name");
    assert.equal(bot, "Chiara"); // people have the names before it
    await play(pages, { seed: 5 });
    const stranger = await person("Eva", `${server.address}/#/replay/${idOf(pages[0])}`);
    for (const page of pages) await page.goto(`${server.address}/#/replay/${idOf(page)}`);
    for (const [i, page] of [...pages, stranger].entries()) {
        const seen = await page.innerText(".replay-bar label:has(input:checked)");
        assert.equal(seen, i < 2 ? "You" : "a spectator");
        await page.click('[aria-label="To the end"]');
        const text = await page.innerText("#app");
        assert.ok(!/\(you\)|-3/.test(text), text);
        assert.ok(text.includes(bot), text);
    }
    await leave([...pages, stranger]);
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
    await new Player(first, { seed: 8 }).play(); // the other tab has seen all but what came last
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
    assert.equal(await maker.locator(".topbar-count b").count(), 0); // of one's own nothing is unread
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
    await until(watcher, () => document.querySelector(".table-page").dataset.phase === "over"); // no sheet has held them back
    await checkViews([...pages, watcher]);
    await maker.click(".act .btn.go");
    await maker.waitForSelector(".gathering .starting .btn");
    await check(maker, "gathering");
    await guest.click("text=To the rematch"); // who has played sits down by that click, and it begins by itself
    for (const page of pages) await page.waitForSelector('.table-page:not([data-phase="over"]) .act');
    assert.deepEqual(
        lobbyOf(guest)
            .seats.map(({ who }) => !!who)
            .sort(),
        [false, true, true],
    );
    await leave([...pages, watcher]);
}

/** Whoever has the link finds a seat, whatever bots sit there; bots take what is left when the game begins. */
async function invited() {
    const maker = await makeTable("loot", 4);
    for (let free = 3; free > 0; free--) {
        await until(maker, (n) => document.querySelectorAll("li.free").length === n, free);
        await maker.click("li.free .menu button >> nth=0");
        await maker.click("[role=menuitem] >> nth=0");
    }
    await until(maker, () => !document.querySelector("li.free"));
    const friend = await person("Bruno", maker.url());
    await button(friend, "Take this seat");
    await friend.waitForSelector('button:has-text("Stand up")');
    const stranger = await person("Zed", maker.url());
    await button(stranger, "Take this seat");
    await stranger.waitForSelector('button:has-text("Stand up")');
    await maker.click('li:has-text("Zed") button:has-text("Remove")');
    await stranger.waitForSelector('button:has-text("Sit down")');
    await leave([stranger]);
    await maker.waitForSelector('li:has-text("Bruno") button:has-text("Remove")');
    await button(maker, "Take away");
    await maker.waitForSelector("li.free");
    await check(maker, "a free seat, a bot, a friend");
    await button(maker, "Start with 2 bots");
    for (const page of [maker, friend]) await page.waitForSelector(".act");
    const { seats } = lobbyOf(friend);
    assert.equal(seats.filter(({ who }) => who).length, 2);
    assert.equal(seats.filter(({ level }) => level).length, 2);
    await leave([maker, friend]);
}

/** A friend who was never here: one field, Enter, and the seat is theirs. */
async function newcomer() {
    const maker = await makeTable("mice", 2);
    const friend = await open(browser, maker.url(), { size: [390, 844] });
    await until(friend, () => document.activeElement?.matches(".joining input"));
    assert.equal(await friend.inputValue(".joining input"), "");
    await check(friend, "somebody new");
    await friend.keyboard.press("Enter"); // without a name nobody sits
    await friend.keyboard.type("Zoé");
    await friend.keyboard.press("Enter");
    await friend.waitForSelector('button:has-text("Stand up")');
    await maker.waitForSelector("li >> text=Zoé");
    assert.equal(await friend.locator(".joining").count(), 0);
    await leave([maker, friend]);
}

/** A wall screen in the browser of a player: it watches as anybody would, asks nothing, comes back after a break, and takes no
 * seat. */
async function wall() {
    const pages = await gather("bars", 2, 3);
    const id = idOf(pages[0]);
    const screen = await pages[0].context().newPage();
    screen.heard = [];
    screen.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => screen.heard.push(JSON.parse(payload))),
    );
    await screen.setViewportSize({ width: 1920, height: 1080 });
    await screen.goto(`${server.address}/t/${id}/wall`);
    await screen.waitForSelector(".table-page.wall");
    await until(pages[0], () => true);
    assert.equal(await screen.locator("button, dialog[open], input, .act").count(), 0);
    assert.ok(lobbyOf(screen).spectators >= 1);
    const dealt = screen.heard.flatMap(({ lines = [] }) => lines).filter((line) => line.do === "deal");
    assert.ok(dealt.length > 0 && dealt.every(({ card }) => card === null), "no hand is told to the wall");
    await screen.context().setOffline(true);
    await screen.context().setOffline(false);
    await play(pages, { seed: 7 });
    await until(screen, () => document.querySelector(".table-page.wall").dataset.phase === "over");
    assert.equal(await screen.locator("button, dialog[open], input, .act").count(), 0);
    await leave(pages);
}

/** An entry of the menu; what came over the table meanwhile is closed. */
const menu = async (page, entry) => {
    const sheet = page.locator("dialog[open]").first();
    await page.addLocatorHandler(sheet, () => page.keyboard.press("Escape"));
    await page.click("[aria-label=Menu]");
    await page.click(`[role^=menuitem]:has-text("${entry}")`);
    await page.removeLocatorHandler(sheet);
};

/** A file that the page gives when something is clicked. */
async function saved(page, selector) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
    const path = join(folder, `${page.name}-${file.suggestedFilename()}`);
    await file.saveAs(path);
    return path;
}

/** What verifying says. */
async function findings(page, what) {
    await page.waitForSelector("dialog[open] .findings");
    await check(page, `verifying ${what}`);
    return page.innerText("dialog[open] .findings");
}

/** A record from a file, verified with what this browser has kept. */
async function verifyFile(page, file) {
    await page.goto(`${server.address}/#/replay`);
    await page.setInputFiles("input[type=file]:enabled", file);
    await pressAtTimeline(page, "Verify the dice");
    return findings(page, file);
}

/** A page whose server says another head than the page computes tells so at once, and shows what comes. */
async function deceived(address) {
    const page = await open(browser, "", { ready: false, size: [360, 640] });
    await page.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((text) => socket.send(text.replace(/"head":"[0-9a-f]{8}/, '"head":"00000000')));
    });
    await page.goto(address);
    await page.waitForSelector(".breach[role=alert] >> text=different games to different people");
    await page.waitForSelector(".act");
    await check(page, "another head");
    await page.context().close();
}

/** Everybody can hold the server to its promise: two people compare what they were shown, verify the record in the page and with
 * the program, and find what was changed in it. Bots play on for them after some moves. */
async function honest() {
    const pages = await gather("bars", 2, 3);
    const id = idOf(pages[0]);
    await play(pages, { seed: 2, enough: async () => linesOf(pages[0], id).length >= 40 });
    await deceived(pages[0].url());
    for (const page of pages) assert.equal(await page.locator(".breach").count(), 0);
    for (const page of pages) await menu(page, "Leave: a bot plays on");
    while (lobbyOf(pages[0]).status !== "finished") await pages[0].waitForTimeout(50);
    const record = join(folder, `${id}.jsonl`);
    writeFileSync(record, await (await fetch(`${server.address}/record/${id}`)).text());
    const shown = [];
    const receipts = [];
    for (const [i, page] of pages.entries()) {
        page.name = NAMES[i];
        await page.reload(); // what was kept is read again
        await until(page, () => document.querySelector(".table-page")?.dataset.phase === "over");
        await menu(page, "About this table");
        await page.waitForSelector("dialog[open] .table-promise >> nth=1");
        await check(page, "the head of the chain");
        shown.push(await page.innerText("dialog[open] .table-promise >> nth=1"));
        receipts.push(await saved(page, 'dialog[open] button:has-text("Save the receipt")'));
        await page.keyboard.press("Escape");
        await menu(page, "Verify the dice");
        assert.match(await findings(page, "at the table"), /The dice were honest[^]*lines that only you saw/);
        await page.keyboard.press("Escape");
    }
    assert.equal(shown[0], shown[1]);
    for (const receipt of receipts) execFileSync(razzia, ["verify", record, "--receipt", receipt]);
    const changed = join(folder, "changed.jsonl");
    writeFileSync(changed, readFileSync(record, "utf8").replace("0".repeat(64), "1".repeat(64)));
    assert.match(await verifyFile(pages[1], changed), /Something is wrong[^]*Line 0:/);
    assert.throws(() =>
        execFileSync(razzia, ["verify", changed, "--receipt", receipts[1]], { stdio: "pipe" }),
    );
    const stranger = await person("Eva", `${server.address}/#/replay/${id}`);
    await pressAtTimeline(stranger, "Verify the dice");
    assert.match(await findings(stranger, "by a stranger"), /fits itself[^]*held against itself alone/);
    await stranger.setInputFiles("dialog[open] input[type=file]", receipts[0]);
    await until(stranger, () => /The dice were honest/.test(document.querySelector(".findings").innerText));
    await leave([...pages, stranger]);
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

/** In parts that take about as long as each other. */
const PARTS = {
    quick: [smoke],
    around: [strict, company, invited, newcomer, wall, replayed, honest],
    two: [killed, cutAndTwice, games("loot", 2, 3), games("bars", 2, 3), games("mice", 2, 3)],
    four: [games("loot", 4, 5), games("bars", 4, 5), games("mice", 4, 5)],
};

try {
    await runTests(Object.values(PARTS).flat(), PARTS);
} finally {
    await browser.close();
    await server.end("SIGTERM");
    rmSync(folder, { recursive: true });
}
