// Club life, for components.mjs: the games that wait, devices, waiting rooms, results, and servers that know nothing of it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { loadTexts, root } from "./given.mjs";
import { FakeSocket, storage } from "./page.mjs";
import { DAY, HOUR, HOUSE, someGames, somePerson, WHO } from "./pretended.mjs";

const HELLO = {
    who: WHO,
    name: "Zsófi",
    now: Date.now(),
    levels: { loot: ["novice", "casual"] },
    house: HOUSE,
};
const soon = () => new Promise(setImmediate);

/** A line that has greeted, with what it asked since; `answer` answers what was asked last by a verb. */
async function greeted(line, hello = HELLO) {
    line.open();
    const socket = FakeSocket.all.at(-1);
    socket.onopen();
    const answer = async (verb, fields) => {
        const asked = socket.sent.findLast((message) => message.do === verb);
        assert.ok(asked, `${verb} was asked`);
        socket.say({ re: asked.id, ok: true, ...fields });
        await soon();
        return asked;
    };
    if (hello) await answer("hello", hello);
    return { socket, answer };
}

export function testClub(page, draw) {
    /** The next test begins as nobody. */
    function closeLine(line, socket) {
        socket.onclose = null;
        socket.close();
        line.hello.value = null;
        page.set({ name: "" });
    }
    const game = (id, more) => ({
        id,
        game: "loot",
        status: "running",
        names: ["Me", "Ada"],
        seat: 0,
        waits: false,
        until: null,
        pace: "",
        events: 0,
        messages: 0,
        ...more,
    });
    const ids = (games) => games.map(({ id }) => id).join("");

    test("games that were kept and are none are passed over", () => {
        assert.deepEqual(page.myGames.value, []);
        assert.equal(page.waiting.value, 0);
    });

    test("those that wait come first, the most urgent at the top, those that are over last", () => {
        const late = game("a", { waits: true, until: 2000 });
        const urgent = game("b", { waits: true, until: 1000 });
        const timeless = game("c", { waits: true });
        const over = game("d", { status: "finished" });
        const other = game("e");
        assert.equal(ids(page.inOrder([over, timeless, other, late, urgent])), "baced");
        const moved = { ...urgent, waits: false, until: null };
        assert.equal(
            ids(page.mergeGames([urgent, late, other], [moved], [])),
            "abe",
            "the last changed first",
        );
        assert.equal(ids(page.mergeGames([urgent, late], [game("f")], ["a"])), "bf");
    });

    test("a length of time is said in two units at most, in every language", async () => {
        const minute = 60_000;
        assert.equal(page.span(40 * minute), "40 min");
        assert.equal(page.span(28 * HOUR), "1 day 4 hr");
        assert.equal(page.span(6 * DAY + 5 * HOUR), "6 days");
        assert.equal(page.span(10), "1 min");
        page.set({ language: "de" });
        assert.equal(page.span(28 * HOUR), "1 Tg. 4 Std.");
        page.set({ language: "en" });
    });

    test("the first page has my games first, those that wait with time and what happened, and counts them", async () => {
        const { socket, answer } = await greeted(page.line);
        page.followGames();
        await soon();
        assert.deepEqual(socket.sent.find(({ do: verb }) => verb === "games").follow, true);
        const rows = someGames();
        rows.push({ ...rows[0], table: "z", lobby: { ...rows[0].lobby, game: "chess" } });
        await answer("games", { count: 2, games: rows, more: false });
        const drawn = draw(page.Home, {});
        const items = [...drawn.querySelectorAll(".home-mine li")];
        assert.equal(items.length, 5, "one of a game that is not known is passed over");
        assert.deepEqual(
            items.map((item) => item.classList.contains("first")),
            [true, true, false, false, false],
        );
        assert.match(
            items[0].textContent,
            /Your turn.*Ada, Bruno, and Chiara.*3 events since you looked, 2 new messages/,
        );
        assert.match(items[0].querySelector(".home-time.short").textContent, /(39|40) min left/);
        assert.match(items[1].querySelector(".home-time").textContent, /1 day [34] hr left/);
        assert.match(items[2].textContent, /Otto is to move.*no clock/);
        assert.match(items[3].textContent, /2 of 4 seats/);
        assert.match(items[4].querySelector("a").textContent, /Result/);
        assert.match(drawn.querySelector("h1").textContent, /2 games wait for you/);
        assert.equal(page.waitingCount.value, 2, "for the title and the icon");
        assert.equal(
            JSON.parse(storage.getItem("razzia.mine")).games.length,
            5,
            "there at once the next time",
        );
        assert.equal(drawn.querySelectorAll(".home-games.small").length, 1);

        const gone = rows[1].table;
        socket.say({ games: { count: 1, rows: [{ ...rows[0], messages: 3 }], gone: [gone] } });
        assert.equal(page.myGames.value.length, 4);
        assert.equal(page.waiting.value, 1);
        assert.match(draw(page.Home, {}).querySelector(".home-mine li").textContent, /3 new messages/);
        for (const language of ["de", "es", "hu", "it"]) {
            page.texts.value = new page.Texts(language, (await loadTexts(language)).catalogue);
            assert.doesNotMatch(
                draw(page.Home, {}).querySelector(".home-mine").textContent,
                /Your turn|My games|left/,
            );
        }
        page.texts.value = new page.Texts("en", {});
        page.line.hello.value = { ...HELLO, who: "f".repeat(12) };
        assert.deepEqual(page.myGames.value, [], "of somebody else nothing is known");
        closeLine(page.line, socket);
        page.dropMyGames();
    });

    test("the time that is left is true where nothing counted down for hours", () => {
        page.minute.value = Date.now() - 3 * HOUR; // as it stands still while no game waits
        page.setMyGames([game("a", { waits: true, until: Date.now() + 40.5 * 60_000 })], 1);
        assert.match(draw(page.Home, {}).querySelector(".home-time").textContent, /40 min left/);
        page.dropMyGames();
    });

    test("a server of before clubs lists the tables at which one sits", async () => {
        const [row] = someGames();
        page.line.hello.value = { ...HELLO, house: undefined };
        page.listMine([row, { ...row, table: "y", lobby: { ...row.lobby, status: "finished" } }]);
        assert.equal(ids(page.myGames.value), row.table);
        assert.equal(page.waiting.value, 0);
        assert.equal(draw(page.Home, {}).querySelectorAll(".anyone").length, 0, "nor has it waiting rooms");
        page.dropMyGames();
        page.line.hello.value = null;
    });

    test("a device joins with a fresh key, and stays who it was if the code is none", async () => {
        const line = new page.Line("ws://localhost/ws");
        const before = page.ownKey();
        const { socket } = await greeted(line);
        const failed = assert.rejects(line.join("k".repeat(22)), /too old/);
        assert.equal(socket.readyState, 3);
        const again = await greeted(line, null);
        const asked = again.socket.sent[0];
        assert.equal(asked.join, "k".repeat(22));
        assert.match(asked.key, /^[0-9a-f]{32}$/);
        assert.notEqual(asked.key, before);
        assert.equal(asked.name, undefined, "the name is the person's");
        again.socket.say({ re: asked.id, error: { code: "code", text: "the code is too old" } });
        await failed;
        assert.equal(page.ownKey(), before);

        const joined = line.join("k".repeat(22));
        const third = await greeted(line, HELLO);
        await joined;
        assert.equal(page.ownKey(), third.socket.sent[0].key);
        assert.equal(storage.getItem("razzia.key"), page.ownKey());
        closeLine(line, third.socket);
    });

    test("a name that was changed elsewhere is not changed back", async () => {
        const line = new page.Line("ws://localhost/ws");
        page.set({ name: "Zsófi" });
        const first = await greeted(line, { ...HELLO, name: "Zsófi" });
        first.socket.close();
        const second = await greeted(line, null);
        assert.equal(second.socket.sent[0].name, undefined, "the server has it");
        await second.answer("hello", { ...HELLO, name: "Sophie" });
        assert.equal(page.settings.value.name, "Sophie");
        page.set({ name: "Zsuzsa" });
        second.socket.close();
        const third = await greeted(line, null);
        assert.equal(third.socket.sent[0].name, "Zsuzsa");
        await third.answer("hello", { ...HELLO, name: "Sophie", named: false });
        assert.equal(page.settings.value.name, "Sophie", "a name that is not to be had is not kept");
        third.socket.close();
        const guest = await greeted(line, { ...HELLO, name: "guest ab12" });
        assert.equal(page.settings.value.name, "Sophie");
        closeLine(line, guest.socket);
        page.set({ name: "" });
    });

    const refusal = (code, text = "no") => ({ error: { code, text } });

    test("a name that is not to be had keeps nobody out", async () => {
        const line = new page.Line("ws://localhost/ws");
        page.set({ name: "Zs\u200eófi" });
        const { socket } = await greeted(line, null);
        assert.equal(socket.sent[0].name, "Zs\u200eófi");
        socket.say({ re: socket.sent[0].id, ...refusal("name") });
        await soon();
        const next = await greeted(line, { ...HELLO, name: "guest 0123" });
        assert.equal(next.socket.sent[0].name, undefined);
        assert.equal(line.state.value, "online");
        assert.equal(line.hello.value.named, false, "it is told");
        closeLine(line, next.socket);
    });

    test("an invitation that is none is told, and not said again", async () => {
        const line = new page.Line("ws://localhost/ws");
        const { socket } = await greeted(line, null);
        socket.say({ re: socket.sent[0].id, ...refusal("club") });
        await soon();
        const refused = assert.rejects(line.accept("k".repeat(22)), { code: "code" });
        const asks = FakeSocket.all.at(-1);
        assert.notEqual(asks, socket, "the socket was closed for minutes, and is opened at once");
        asks.onopen();
        assert.equal(asks.sent[0].invite, "k".repeat(22));
        asks.say({ re: asks.sent[0].id, ...refusal("code") });
        await refused;
        const later = await greeted(line, null);
        assert.equal(later.socket.sent[0].invite, undefined);
        closeLine(line, later.socket);
    });

    test("who begins as somebody new is let in at once", async () => {
        const line = new page.Line("ws://localhost/ws");
        const { socket } = await greeted(line, null);
        socket.say({ re: socket.sent[0].id, ...refusal("device") });
        await soon();
        assert.equal(line.shut.value, "device");
        line.again();
        const next = FakeSocket.all.at(-1);
        assert.notEqual(next, socket);
        closeLine(line, next);
    });

    test("what the server refuses is said in the language of the page", async (context) => {
        context.after(() => (page.texts.value = new page.Texts("en", {})));
        const said = (code, message = "?") => page.refusalText({ code, message });
        const english = page.protocolErrors.map((code) => said(code));
        assert.ok(english.every((text) => text.length > 10));
        const folder = join(root, "src/serve");
        const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
        const server = sources.join("\n").replace(/"\s*"/g, "");
        for (const sentence of page.SENTENCES) assert.ok(server.includes(`"${sentence}"`), sentence);
        assert.equal(said("unknown", "as the server says it"), "as the server says it");
        for (const language of ["de", "es", "hu", "it"]) {
            page.texts.value = new page.Texts(language, (await loadTexts(language)).catalogue);
            page.protocolErrors.forEach((code, i) => assert.notEqual(said(code), english[i], language));
            for (const one of page.SENTENCES) assert.notEqual(said("limit", one), said("limit"));
        }
    });

    test("a device that was removed is told, and does not ask again at once", async () => {
        const line = new page.Line("ws://localhost/ws");
        const { socket } = await greeted(line, null);
        const { id } = socket.sent[0];
        socket.say({ re: id, error: { code: "device", text: "this device was removed" } });
        await soon();
        assert.equal(line.shut.value, "device");
        assert.equal(socket.readyState, 3);
        assert.match(page.shutText("device"), /removed from your devices/);
        const other = await greeted(line);
        assert.equal(line.shut.value, null);
        closeLine(line, other.socket);
    });

    test("devices are called after browser and system", () => {
        const agents = [
            ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
            [
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 Chrome/126.0 Mobile Safari/537",
                "Chrome, Android",
            ],
            ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604", "Safari, iOS"],
            ["Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537 Edg/126.0", "Edge, Windows"],
            ["curl/8", ""],
        ];
        for (const [agent, name] of agents) assert.equal(page.deviceName(agent), name);
    });

    test("the code of a link is a square with its three corners", () => {
        const drawn = draw(page.QrCode, { text: `https://club.example/join#${"k".repeat(22)}`, label: "QR" });
        const svg = drawn.querySelector("svg.qr");
        assert.equal(svg.getAttribute("aria-label"), "QR");
        const [x, y, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
        assert.deepEqual([x, y], [-3, -3]);
        assert.equal(width, height);
        assert.equal((width - 6 - 17) % 4, 0, "a size that there is");
        assert.ok(drawn.querySelector("path").getAttribute("d").length > 500);
    });

    test("playing anyone: a room is chosen, waited in, and left; the table opens by itself", async () => {
        const { socket, answer } = await greeted(page.line);
        page.keepWaiting();
        const live = { move: 30, bank: 300 };
        const room = { game: "loot", seats: 4, clock: live, waiting: 2 };
        await answer("rooms", { rooms: [room], room: null });
        assert.equal(page.hasRooms.value, true);
        const choosing = draw(page.AnyonePanel, {});
        assert.match(
            choosing.body.textContent,
            /2 of 4 are there\. 30\ss a move\. Bots fill up after 60\ss\./,
        );
        assert.match(choosing.querySelector(".anyone-do .btn").textContent, /Sit down with them/);
        assert.equal(choosing.querySelectorAll(".anyone-places .taken").length, 2);

        const wish = page.usualWish();
        assert.deepEqual([wish.clock, wish.fill], [live, 60]);
        const waits = page.wait({ ...wish, seats: 4 });
        await soon();
        const asked = await answer("wait", {
            room: { ...room, waiting: 3, place: 3, fill: Date.now() + 60_000, level: "casual" },
        });
        await waits;
        assert.match(asked.nonce, /^[0-9a-f]{64}$/);
        assert.equal(asked.level, wish.level);
        assert.match(draw(page.AnyonePanel, {}).body.textContent, /You wait: 3 of 4 are there/);
        assert.match(
            draw(page.AnyonePanel, {}).querySelector(".chip").textContent,
            /3 wait/,
            "as it is known now",
        );
        socket.say({ room: { ...room, waiting: 4, place: 3, fill: null } });
        assert.match(draw(page.AnyonePanel, {}).body.textContent, /You wait: 4 of 4 are there/);
        socket.say({ room: null });
        assert.equal(page.ownRoom.value, null);

        const leaving = page.stopWaiting();
        await answer("unwait", {});
        await answer("rooms", { rooms: [], room: null });
        await leaving;
        closeLine(page.line, socket);

        const loaded = await greeted(page.line); // anew: the server knows where one waits, and when bots come
        const soonBots = Date.now() + page.line.ahead + 20_500;
        await loaded.answer("rooms", {
            rooms: [],
            room: { ...room, place: 1, fill: soonBots, level: "novice" },
        });
        const again = loaded.socket.sent.at(-1);
        assert.deepEqual(
            [again.do, again.seats, again.level, Math.abs(again.fill - 20) <= 1],
            ["wait", 4, "novice", true],
        );
        assert.equal(page.usualWish().fill, 60, "what one wished is kept");
        closeLine(page.line, loaded.socket);

        await page.stopWaiting(); // the server does not hear it, and keeps the place for a while
        const back = await greeted(page.line);
        await back.answer("unwait", {});
        await back.answer("rooms", { rooms: [], room: null });
        assert.equal(page.ownRoom.value, null, "who has left does not wait again");
        closeLine(page.line, back.socket);
        page.ownRoom.value = null;
        page.hasRooms.value = null;
        page.openRooms.value = [];
    });

    test("results are a picture for eyes, and numbers for ears", () => {
        const { results } = somePerson();
        const drawn = draw(page.ResultsPicture, { results });
        const bars = [...drawn.querySelectorAll("svg.record-bar")];
        assert.equal(bars.length, results.length);
        assert.equal(bars[0].getAttribute("aria-label"), "11 of 24 won; equals would win 8");
        const width = (bar, part) => Number(bar.querySelector(part).getAttribute("width"));
        assert.equal(width(bars[0], ".record-all"), 200, "the most games fill the width");
        assert.ok(Math.abs(width(bars[0], ".record-won") / 200 - 11 / 24) < 1e-9);
        assert.ok(Math.abs(width(bars[1], ".record-all") / 200 - 9 / 24) < 1e-9, "all rows have one measure");
        assert.equal(drawn.querySelectorAll("tbody th").length, results.length);
        assert.match(draw(page.ResultsPicture, { results: [] }).body.textContent, /No finished games yet/);
    });

    test("who is told, how, and how it ends", () => {
        const shown = (contacts) => {
            page.told.value = contacts;
            return draw(page.ToldPanel, {}).body;
        };
        assert.equal(shown(null).textContent, "", "an older server");
        assert.equal(
            shown({ push: null, mail: false, contacts: [] }).textContent,
            "",
            "a server that tells nobody",
        );
        assert.match(shown({ push: null, mail: true, contacts: [] }).textContent, /Send the first mail/);
        const mail = {
            contact: 1,
            kind: "mail",
            address: "a@b.example",
            since: 1,
            language: "en",
            each: true,
        };
        const waits = shown({ push: null, mail: true, contacts: [{ ...mail, confirmed: false }] });
        assert.match(waits.textContent, /a@b\.example.*A mail is on its way/);
        const there = shown({ push: null, mail: true, contacts: [{ ...mail, confirmed: true }] });
        assert.match(there.textContent, /one for each turn.*No mails/);
        page.told.value = null;
    });
}
