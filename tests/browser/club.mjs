// Club life in the browser: how its pages look, at a server that is none, in every language and on every size; and people at
// the real one: a second device, words on paper, whoever wants to play, whose turn it is.
//   node club.mjs BUILD-FOLDER [TEST-OR-PART...]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
    check,
    launch,
    misfits,
    open,
    runTests,
    serve,
    shiftsOf,
    shots,
    until,
    visit,
    watchShifts,
    withSettings,
} from "./browser.mjs";
import { razzia } from "./given.mjs";
import { HOUSE, pretend, someGames, WHO } from "./pretended.mjs";
import { Player } from "./player.mjs";
import { Server } from "./server.mjs";

const LANGUAGES = ["en", "de", "es", "hu", "it"];
const SIZES = [
    [360, 640],
    [390, 844],
    [844, 390],
    [1440, 900],
    [2560, 1440],
];
const LIVE = { move: 30, bank: 300 };

const site = await serve();
const folder = mkdtempSync(join(tmpdir(), "razzia-"));
const server = new Server(folder);
await server.start();
const browser = await launch();

// ---- how it looks ----

/** What the server of a club says to its owner, who has games. */
const RICH = {
    hello: () => ({
        who: WHO,
        name: "Zsófi",
        server: "0.2",
        now: Date.now(),
        levels: { loot: ["novice", "casual", "club"], bars: ["casual"], mice: ["casual", "master"] },
        device: "d1",
        owner: true,
        house: { ...HOUSE, club: "invitation" },
    }),
    games: () => ({ count: 2, games: someGames(), more: false }),
    rooms: () => ({ rooms: [{ game: "loot", seats: 4, clock: LIVE, waiting: 2 }], room: null }),
};

const choose = (page, n) => page.locator(".text-page main > .segmented input").nth(n).check({ force: true });

/** Every page of a club, and what must be done to see it whole. */
const PAGES = [
    ["home", "/", async (page) => page.waitForSelector(".anyone-do")],
    [
        "waiting",
        "/",
        async (page) => (await page.click(".anyone-do .btn"), page.waitForSelector(".anyone.waits")),
    ],
    ["wish", "/", async (page) => (await page.click(".anyone-change"), page.waitForSelector("dialog[open]"))],
    ["devices", "/#/settings", async (page) => page.waitForSelector(".device-list li")],
    [
        "linking",
        "/#/settings",
        async (page) => {
            await page.locator(".device-list + .btn").click();
            await page.waitForSelector(".qr path");
        },
    ],
    ["person", `/#/p/${WHO}`, async (page) => page.waitForSelector(".record")],
    ["reports", "/#/admin", async (page) => page.waitForSelector(".admin-list li")],
    [
        "people",
        "/#/admin",
        async (page) => {
            await choose(page, 1);
            await page.fill(".admin input", "Bru");
            await page.waitForSelector(".admin-list li");
        },
    ],
    [
        "house",
        "/#/admin",
        async (page) => {
            await choose(page, 3);
            await page.click(".admin .row .btn");
            await page.waitForSelector(".admin-link .btn");
        },
    ],
    ["log", "/#/admin", async (page) => (await choose(page, 2), page.waitForSelector(".admin-list li"))],
    ["joining", `/join#${"k".repeat(22)}`, async (page) => page.waitForSelector("main .go")],
    ["invited", `/invite#${"k".repeat(22)}`, async (page) => page.waitForSelector("main .panel .btn")],
];

async function seePage([name, path, prepare], { lang, theme, size, answers = RICH }) {
    const page = await open(browser, site.address, { lang, theme, size, ready: false });
    await pretend(page, answers);
    await visit(page, site.address + path);
    await prepare(page);
    assert.equal(await page.getAttribute("html", "lang"), lang);
    return [page, `${name} ${lang} ${theme} ${size}`];
}

/** Each by axe, languages, themes and sizes in turn, and each language for what does not fit on the smallest screen. */
async function everyPage() {
    for (const [i, one] of PAGES.entries())
        for (const [j, lang] of LANGUAGES.entries()) {
            const theme = (i + j) % 2 ? "dark" : "light";
            const [page, what] = await seePage(one, { lang, theme, size: SIZES[0] });
            if (j === i % LANGUAGES.length) await check(page, what);
            else assert.deepEqual(await misfits(page), [], what);
            await page.context().close();
        }
}

/** Every page in two sizes. Pictures lie in BUILD-FOLDER/screenshots afterwards. */
async function pictures() {
    for (const [i, one] of PAGES.entries())
        for (const [j, size] of SIZES.slice(1).entries()) {
            if ((i + j) % 2) continue;
            const theme = j < 2 ? "dark" : "light";
            const [page, what] = await seePage(one, { lang: "en", theme, size });
            assert.deepEqual(await misfits(page), [], what);
            await page.screenshot({ path: join(shots, `club-${one[0]}-${size.join("x")}-${theme}.png`) });
            await page.context().close();
        }
}

/** What was there at the last visit has its place before the server answers. */
async function nothingJumps() {
    const page = await open(browser, site.address, { ready: false, size: [1440, 900] });
    const slow = () => new Promise((done) => setTimeout(done, 400));
    await pretend(page, { ...RICH, hello: () => slow().then(RICH.hello) });
    await visit(page, site.address);
    await page.waitForSelector(".anyone-do");
    await page.goto("about:blank");
    await page.goto(site.address);
    await page.waitForSelector(".home-mine li");
    await watchShifts(page);
    await page.waitForSelector(".anyone-do");
    const { sum, worst } = await shiftsOf(page);
    assert.ok(sum < 0.01, `${sum}: ${worst.join("\n")}`);
    assert.match(await page.title(), /^\(2\) /);
    await page.context().close();
}

/** A server that knows nothing of clubs is as it was, and a folder of files is enough for bots. */
async function olderServer() {
    const page = await open(browser, site.address, { ready: false });
    const unknown = ["games", "rooms", "devices", "contacts", "person"].map((verb) => [verb, null]);
    const [first] = someGames();
    await pretend(page, {
        ...Object.fromEntries(unknown),
        hello: () => ({ ...RICH.hello(), house: undefined, owner: undefined, device: undefined }),
        tables: () => ({ open: [], mine: [{ table: first.table, lobby: first.lobby }] }),
    });
    await visit(page, site.address);
    await page.waitForSelector(".home-mine li");
    assert.equal(await page.locator(".anyone").count(), 0);
    await page.goto(`${site.address}/#/settings`);
    await page.waitForSelector("text=Show my twelve words");
    assert.equal(await page.locator(".device-list").count(), 0);
    await page.goto(`${site.address}/#/p/${WHO}`);
    await page.waitForSelector("text=Nothing here");
    await page.goto(`${site.address}/#/admin`);
    await page.waitForSelector("text=Only an owner");
    assert.deepEqual(page.complaints, []);
    await page.context().close();
}

/** Nothing is offered that the house would refuse, and nobody is left with an empty panel. */
async function houseRules() {
    const page = await open(browser, site.address, { ready: false, stored: { "razzia.club": "true" } });
    const house = { ...HOUSE, games: ["loot", "mice"], options: false };
    let hello = () => ({ ...RICH.hello(), owner: false, house });
    await pretend(page, { ...RICH, hello: (fields) => hello(fields) });
    await visit(page, site.address);
    await page.waitForSelector(".anyone-do");
    const invite = (game) => page.locator(`[data-game=${game}] [aria-label*="with friends"]`);
    assert.deepEqual([await invite("loot").count(), await invite("bars").count()], [1, 0]);
    await invite("loot").click();
    await page.waitForSelector("dialog[open] .stepper");
    assert.equal(await page.locator("dialog[open] details").count(), 0, "the usual rules alone");
    hello = () => ({ ...RICH.hello(), owner: false, house: { ...house, make: "owners" } });
    await page.reload();
    await page.waitForSelector(".anyone-do");
    assert.equal(await invite("loot").count(), 0);
    hello = () => "club";
    await page.reload();
    await page.waitForSelector(".anyone:has-text('one comes in by an invitation')");
    for (const path of ["/#/admin", `/#/p/${WHO}`, "/t/abc"]) {
        await page.goto(site.address + path);
        await page.waitForSelector("main:has-text('one comes in by an invitation')");
    }
    await page.goto(`${site.address}/invite#${"k".repeat(22)}`);
    hello = ({ invite: code }) => (code ? "code" : "club");
    await page.click("text=Come in");
    await page.waitForSelector("text=This invitation was used already");
    assert.equal(await page.locator(".toast").count(), 0);
    hello = ({ invite: code }) => (code ? RICH.hello() : "club");
    await page.reload();
    await page.click("text=Come in");
    await page.waitForSelector(".toast:has-text('You are in this club now')");
    assert.match(await page.title(), /^\(2\) Razzia$/, "no page leaves its title behind");
    await page.context().close();
}

/** The worker shows what was pushed, one for a table; what is touched opens in the page. (Headless Chromium shows nothing: what
 *  would be shown is noted.) */
async function pushed() {
    const page = await open(browser, site.address);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const [worker] = page.context().serviceWorkers();
    await worker.evaluate(() => {
        self.shown = [];
        navigator.setAppBadge = async () => {}; // it has no icon either
        self.registration.showNotification = async (title, { body, tag, data }) =>
            void self.shown.push({ title, body, tag, data });
    });
    const turn = { title: "Razzia!", text: "Du bist am Zug.", game: "loot", table: "T1" };
    const push = (data) => self.dispatchEvent(new PushEvent("push", { data }));
    for (const data of [JSON.stringify(turn), "nonsense"]) await worker.evaluate(push, data);
    let shown = [];
    while (shown.length < 2) {
        await page.waitForTimeout(50);
        shown = await worker.evaluate(() => self.shown);
    }
    assert.deepEqual(shown, [
        { title: "Razzia!", body: "Du bist am Zug.", tag: "razzia-T1", data: "T1" },
        { title: "Razzia", body: "", tag: "razzia-", data: "" },
    ]);
    await page.evaluate(() =>
        navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { open: "/t/T1" } })),
    );
    await page.waitForURL(/\/t\/T1$/);
    await page.context().close();
}

/** A push service that gives a subscription: headless Chromium has none. */
function withPushService() {
    let made = null;
    const subscription = {
        endpoint: "https://push.example/send/1",
        toJSON: () => ({ endpoint: "https://push.example/send/1", keys: { p256dh: "BCVx", auth: "BTBZ" } }),
        unsubscribe: async () => ((made = null), true),
    };
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || !applicationServerKey) throw new Error("not so");
        return (made = subscription);
    };
}

/** Nothing is asked of a person before they touch it; one touch tells, another one ends it. */
async function consent() {
    const page = await open(browser, site.address, { ready: false });
    await page.addInitScript(withPushService);
    await page.addInitScript(() => {
        window.asked = 0;
        const granted = () => localStorage.getItem("granted") ?? "default";
        Object.defineProperty(Notification, "permission", { get: granted });
        Notification.requestPermission = async () => {
            window.asked++;
            localStorage.setItem("granted", "granted");
            return granted();
        };
    });
    const contacts = [];
    const state = () => ({ push: "BP4z", mail: true, contacts });
    await pretend(page, {
        ...RICH,
        contacts: state,
        subscribe: ({ endpoint, language }) => {
            contacts.push({ contact: 1, kind: "push", endpoint, language, since: 1 });
            return state();
        },
        unsubscribe: ({ contact }) => {
            contacts.splice(
                contacts.findIndex((one) => one.contact === contact),
                1,
            );
            return state();
        },
        mail: ({ address, language, each }) => {
            contacts.push({ contact: 2, kind: "mail", address, language, each, confirmed: false, since: 1 });
            return state();
        },
    });
    await visit(page, `${site.address}/#/settings`);
    const toggle = page.locator("section[aria-label='When it is your turn'] input[role=switch]");
    await toggle.waitFor({ state: "attached" });
    assert.equal(await page.evaluate(() => window.asked), 0, "never at load");
    await toggle.check({ force: true });
    await until(page, () => localStorage.getItem("razzia.push") !== null);
    assert.equal(await page.evaluate(() => window.asked), 1);
    const asked = page.asked.find(({ do: verb }) => verb === "subscribe");
    assert.deepEqual(asked, {
        do: "subscribe",
        endpoint: "https://push.example/send/1",
        p256dh: "BCVx",
        auth: "BTBZ",
        language: "en",
    });
    await page.reload();
    await toggle.waitFor({ state: "attached" });
    await until(
        page,
        () => document.querySelector("[aria-label='When it is your turn'] [role=switch]").checked,
    );
    contacts.length = 0; // a device was removed: the server has forgotten all browsers
    await page.reload();
    await toggle.waitFor({ state: "attached" });
    await until(
        page,
        () => document.querySelector("[aria-label='When it is your turn'] [role=switch]").checked,
    );
    assert.equal(contacts.length, 1, "a browser that was forgotten says so by itself");
    await toggle.uncheck({ force: true });
    await until(page, () => localStorage.getItem("razzia.push") === null);
    assert.deepEqual(contacts, []);
    await page.fill("input[type=email]", "zsofi@example.org");
    await page.click("text=Send the first mail");
    await page.waitForSelector("text=A mail is on its way");
    await page.click("text=No mails");
    await page.waitForSelector("text=Send the first mail");
    assert.deepEqual(page.complaints, []);
    await page.context().close();
}

// ---- people at the real server ----

function person(name, address = server.address) {
    return open(browser, address, { size: [1100, 760], ...withSettings({ name, speed: "instant" }) });
}

const whoOf = (page) => page.heard.findLast(({ who }) => who)?.who;
const known = async (page) => {
    await until(page, () => document.querySelector(".home-more, .settings"));
    while (!whoOf(page)) await page.waitForTimeout(20);
    return whoOf(page);
};
const leave = (...pages) => Promise.all(pages.map((page) => page.context().close()));

/** A second device by a link, which works once; it is listed, and removed; words on paper bring one back. */
async function secondDevice() {
    const first = await person("Ada", `${server.address}/#/settings`);
    const who = await known(first);
    await first.click("text=Add a device");
    const link = await first.innerText(".linking code");
    assert.match(link, /\/join#[\w-]{22}$/);

    const second = await person("", link);
    await second.click("text=Join on this device");
    await second.waitForURL(`${server.address}/`);
    await until(second, () => document.querySelector(".toast"));
    assert.equal(whoOf(second), who);
    await first.waitForSelector("text=The other device is yours now");
    await first.waitForSelector(".device-list li:nth-child(2)");

    const third = await person("", link);
    await third.click("text=Join on this device");
    await third.waitForSelector("text=This link was used already");
    assert.equal(await third.locator("text=Join on this device").count(), 0, "it works once");
    assert.notEqual(whoOf(third), who);

    await first.click("text=Make twelve words");
    await first.click("dialog[open] .go");
    await first.waitForSelector(".identity-words li:nth-child(12)");
    const words = (await first.locator(".identity-words code").allInnerTexts()).join(" ");
    await first.click("text=I have written them down");
    await third.goto(`${server.address}/#/settings`);
    await third.click("text=I have twelve words");
    await third.fill("dialog[open] input", words);
    await third.click("text=Take these words");
    await third.waitForSelector("dialog[open]", { state: "detached" });
    assert.equal(whoOf(third), who);

    await first.reload();
    await first.waitForSelector(".device-list li:nth-child(3)");
    await first.click(".device-list li:nth-child(2) .icon-btn");
    await first.click("dialog[open] .go");
    await until(first, () => document.querySelectorAll(".device-list li").length === 2);
    await second.waitForSelector(".anyone:has-text('removed from your devices')");
    await second.goto(`${server.address}/#/p/${who}`);
    await second.waitForSelector("main:has-text('removed from your devices')");
    await second.goto(`${server.address}/#/settings`);
    await second.reload();
    await second.click("text=I have twelve words"); // who was removed comes back with them …
    await second.fill("dialog[open] input", words);
    await second.click("text=Take these words");
    await second.waitForSelector(".device-list li:nth-child(3)");
    assert.equal(whoOf(second), who);

    await first.reload();
    await first.waitForSelector(".device-list li:nth-child(3)");
    await first.click(".device-list li:nth-child(3) .icon-btn");
    await first.click("dialog[open] .go");
    await second.waitForSelector("text=removed from your devices");
    await second.click("text=Begin as somebody new"); // … or as somebody else
    await second.waitForSelector(".device-list li");
    assert.notEqual(whoOf(second), who);
    await leave(first, second, third);
}

/** Who waits has the focus on what ends it, and waits on when the page is loaded anew. */
async function keepsWaiting(page) {
    const focused = () => document.activeElement.textContent;
    assert.match(await page.evaluate(focused), /Stop waiting/);
    await page.reload();
    await page.waitForSelector(".anyone.waits");
    await page.click("text=Stop waiting");
    await page.waitForSelector(".anyone:not(.waits)");
    assert.match(await page.evaluate(focused), /Wait for others/);
    assert.match(await page.innerText(".anyone-state"), /For 3 players/, "as one waited before");
    await page.click("text=Wait for others");
    await page.waitForSelector(".anyone.waits");
}

/** Three who do not know each other sit at one table, and it begins by itself. */
async function anyone() {
    const pages = await Promise.all(["Ada", "Bruno", "Chiara"].map((name) => person(name)));
    for (const page of pages) {
        await page.click(".anyone-change");
        while ((await page.innerText("dialog[open] .stepper output")) !== "3")
            await page.click("dialog[open] .stepper button >> nth=0");
        await page.click("dialog[open] .go");
        await page.click(".anyone-do .btn >> nth=0");
        if (page !== pages[2]) await page.waitForSelector(".anyone.waits");
        if (page === pages[0]) await keepsWaiting(page);
    }
    for (const page of pages) await page.waitForURL(/\/t\//);
    assert.equal(new Set(pages.map((page) => new URL(page.url()).pathname)).size, 1);
    for (const page of pages) await page.waitForSelector(".act");
    await leave(...pages);
}

/** For two, with days for a move. */
async function makeSlowTable(page) {
    await page.click("[data-game=loot] .home-with-text >> nth=0");
    await page.waitForSelector("dialog[open] .stepper");
    while ((await page.innerText("dialog[open] .stepper output")) !== "2")
        await page.click("dialog[open] .stepper button >> nth=0");
    await page.locator("dialog[open] .segmented").first().locator("input").last().check({ force: true });
    await page.click("text=Make the table");
    await page.waitForURL(/\/t\//);
}

/** Whose turn it is, on the first page, without asking. */
async function myTurn() {
    const ada = await person("Ada");
    await makeSlowTable(ada);
    const bruno = await person("Bruno", ada.url());
    await bruno.click('button:has-text("Sit down") >> nth=0');
    await bruno.waitForSelector('button:has-text("Stand up")');
    await ada.click(".gathering .go");
    for (const page of [ada, bruno]) await page.waitForSelector(".act");
    await until(ada, () => document.querySelector(".log li"));
    const waits = (await ada.locator(".act:not(.waiting)").count()) > 0 ? ada : bruno;
    const other = waits === ada ? bruno : ada;
    await waits.goto(server.address);
    await waits.waitForSelector(".home-left.first");
    assert.match(await waits.title(), /^\(1\) /);
    assert.match(await waits.innerText("h1"), /A game waits for you/);
    /* before the server has answered it is as the browser kept it */
    await until(waits, () => /left/.test(document.querySelector(".home-left.first .home-time")?.innerText));
    await other.goto(server.address);
    await other.waitForSelector(".home-mine li");
    assert.equal(await other.locator(".home-left.first").count(), 0);

    await waits.click(".home-left.first .go");
    await waits.waitForSelector(".act");
    const player = new Player(waits, { seed: 3 });
    await player.play({ enough: async () => (await other.locator(".home-left.first").count()) > 0 });
    assert.match(await other.title(), /^\(1\) /, "it is told without being asked");
    await check(other, "my games");
    await leave(ada, bruno);
}

/** Somebody is reported, the owner sees it and acts, and it stands in the log; a page is shown to whom its person chooses. */
async function order() {
    const owner = await person("Olga");
    const who = await known(owner);
    await makeSlowTable(owner);
    execFileSync(razzia, ["admin", "owner", who, "--store", `sqlite:${folder}/store.db`]);
    const table = owner.url();
    const ada = await person("Ada", table);
    await ada.click('button:has-text("Sit down") >> nth=0');
    await ada.waitForSelector('button:has-text("Stand up")');
    await ada.fill(".chat input", "You play like an accountant.");
    await ada.click(".chat form .btn");
    const bruno = await person("Bruno", table);
    await bruno.click(".chat-flag");
    await bruno.click("dialog[open] .go");
    await bruno.waitForSelector("text=Say in a few words what is wrong.");
    await bruno.fill("dialog[open] textarea", "He says this at every table.");
    await bruno.click("dialog[open] .go");
    await bruno.waitForSelector("dialog[open]", { state: "detached" });

    await owner.goto(`${server.address}/#/admin`);
    await owner.reload();
    await owner.waitForSelector(".admin-list .report-said");
    assert.match(await owner.innerText(".admin-list li"), /Ada[^]*accountant[^]*He says this[^]*Bruno/);
    await owner.click(".admin-list .menu .icon-btn");
    await owner.click("[role=menuitem]:has-text('Mute')");
    await owner.fill("dialog[open] .field-line input", "Insults");
    await owner.click("dialog[open] .go");
    await owner.waitForSelector("dialog[open]", { state: "detached" });
    await owner.click(".admin-list .list-do > .btn");
    await until(owner, () => document.querySelectorAll(".admin-list li").length === 0);
    await choose(owner, 2);
    await owner.waitForSelector(".admin-list li");
    await owner.waitForSelector(".admin-list li:has-text('Ada')");
    assert.match(
        await owner.innerText(".admin-list"),
        /Mute Ada[^]*Insults[^]*, Olga[^]*Made an owner Olga[^]*on the machine/,
    );
    await ada.fill(".chat input", "And again.");
    await ada.click(".chat form .btn");
    await ada.waitForSelector(".toast");
    await choose(owner, 1);
    await owner.fill(".admin input", "Ad");
    await owner.waitForSelector(".admin-list .chip.bad");
    await check(owner, "the owner's page");

    const whoIsAda = whoOf(ada);
    await bruno.goto(`${server.address}/#/p/${whoIsAda}`);
    await bruno.waitForSelector("text=There is nobody here by this address");
    await ada.goto(`${server.address}/#/p/${whoIsAda}`);
    await ada.locator(".person-shows input").last().check({ force: true });
    await ada.waitForTimeout(200);
    await bruno.reload();
    await bruno.waitForSelector("h1:has-text('Ada')");
    await check(bruno, "a person's page");
    await leave(owner, ada, bruno);
}

const LOOK = [everyPage, pictures, nothingJumps, olderServer, houseRules, pushed, consent];
const PEOPLE = [secondDevice, anyone, myTurn, order];

try {
    await runTests([...LOOK, ...PEOPLE], { look: LOOK, people: PEOPLE });
} finally {
    await browser.close();
    await server.end("SIGTERM");
    site.close();
    rmSync(folder, { recursive: true });
}
