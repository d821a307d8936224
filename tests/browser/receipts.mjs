// Receipts, for components.mjs: nothing leaves the browser before the promise is written down, what is kept fits the record,
// and whatever a server bends is told.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { engine } from "./given.mjs";
import { FakeSocket, storage } from "./page.mjs";

const SEATS = 3;
const SEED = "5a".repeat(32);
const COMMIT = createHash("sha256").update(Buffer.from(SEED, "hex")).digest("hex");
const NONCES = ["a0", "a1", "a2"].map((byte) => byte.repeat(32));
const SEAL = JSON.stringify({ fair: { seed: SEED } });

/** A whole game of bars that a server has dealt, by another seed than the one that it tells if there is one. */
async function fairGame(seed) {
    const own = await engine();
    const setup = JSON.stringify({
        record: 1,
        game: "bars",
        seats: SEATS,
        names: ["Ann", "Ben", "Cleo"],
        fair: { commit: COMMIT, nonces: NONCES },
    });
    own.host(setup, seed ?? own.fairSeed(setup, SEAL));
    const lines = [];
    for (let actors; (actors = own.actors()) > 0; ) {
        if (actors & 256) own.deal();
        else own.bot("greedy", Math.log2(actors & -actors));
        for (let line; (line = own.next()); ) lines.push(line);
    }
    return [setup, ...lines, SEAL];
}

const record = await fairGame();

/** What a seat is told of it; the server keeps names apart. */
async function viewOf(seat) {
    const own = await engine();
    own.host(record[0], "0");
    const lines = record.slice(1).map((line) => JSON.parse(own.conceal(line, seat)));
    const { names: _names, ...setup } = JSON.parse(record[0]);
    return [setup, ...lines];
}

/** The head after each line, by the module. */
async function headsOf(lines) {
    const own = await engine();
    assert.equal(own.begin(JSON.stringify(lines[0]), -1, 0), null);
    return lines.map((line, n) => {
        if (n > 0) assert.ok(!("problem" in own.observe(JSON.stringify(line))));
        return own.link().head;
    });
}

/** `page`: what is built for tests; `draw`: a component as a document. */
export async function testReceipts(page, draw) {
    const SEAT = 1;
    const view = await viewOf(SEAT);
    const heads = await headsOf(await viewOf(-1));
    const last = view.length - 1;
    const LOBBY = {
        game: "bars",
        seats: [{ who: "a", name: "Ann" }, { who: "b", name: "Ben" }, { level: "casual" }],
        options: {},
        clock: null,
        status: "gathering",
        maker: "a",
        commit: COMMIT,
        open: false,
        spectators: 0,
    };
    let tables = 0;

    /** A table at which one sits as Ben; `say` is what the server says. The receipt has the nonce of the record, as if it had been
     * chosen here. */
    async function roomOf(id = `table-${++tables}`, lobby = LOBBY, number = 0) {
        page.line.open();
        const socket = FakeSocket.all.at(-1);
        if (page.line.state.value !== "online") {
            socket.onopen();
            socket.say({ re: socket.sent.at(-1).id, ok: true, who: "b", name: "Ben", now: 1, levels: {} });
            await new Promise(setImmediate);
        }
        const room = new page.Room(id, engine());
        socket.say({ re: socket.sent.at(-1).id, ok: true, table: id, number });
        await new Promise(setImmediate);
        const say = (message) => page.line.receive(JSON.stringify({ table: id, ...message }));
        say({ lobby });
        await engine(); // the room has its own by now, too
        await new Promise(setImmediate);
        const play = (from, to, more = {}) =>
            say({ from, lines: view.slice(from, to + 1), head: heads[to], ...more });
        return { room, id, say, play, start: () => say({ lobby: { ...lobby, status: "running" } }) };
    }

    test("a table that is refused in passing is there; one that is not there is not", async () => {
        const { room } = await roomOf();
        const socket = FakeSocket.all.at(-1);
        const refused = async (code) => {
            const other = new page.Room(`table-${++tables}`, engine());
            socket.say({ re: socket.sent.at(-1).id, error: { code, text: "no" } });
            await new Promise(setImmediate);
            const { value } = other.missing;
            other.close();
            return value;
        };
        for (const code of ["limit", "store"]) assert.equal(await refused(code), null, code);
        assert.equal(await refused("table"), "no");
        room.close();
    });

    function sit(id) {
        page.nonceFor(id, "bars", COMMIT);
        page.keepReceipt({ ...page.readReceipt(id), nonce: NONCES[SEAT] });
    }

    test("the nonce leaves when the promise is written down, and is always the same", async () => {
        const { room, id } = await roomOf();
        const sent = [];
        const ask = async (verb, fields) => {
            const kept = JSON.parse(storage.getItem(`razzia.receipt.${id}`));
            assert.deepEqual([kept.table, kept.commit, kept.nonce], [id, COMMIT, fields.nonce]);
            sent.push([verb, fields.seat, fields.nonce]);
            return null;
        };
        await page.askWithNonce(room, ask, "sit", { seat: 1 });
        await page.askWithNonce(room, ask, "start", {}); // the first answer may have been lost
        assert.match(sent[0][2], /^[0-9a-f]{64}$/);
        assert.deepEqual(
            sent.map(([verb, , nonce]) => [verb, nonce === sent[0][2]]),
            [
                ["sit", true],
                ["start", true],
            ],
        );
        const other = page.nonceFor(id, "bars", "00".repeat(32));
        assert.notEqual(other.nonce, sent[0][2], "another promise, another number");
        room.close();
    });

    test("a browser that keeps nothing sends nothing before somebody agrees", async () => {
        const { room } = await roomOf();
        const sent = [];
        const ask = async (verb) => (sent.push(verb), null);
        const keep = storage.setItem;
        storage.setItem = () => {
            throw new Error("full");
        };
        for (const agreed of [false, true]) {
            const asked = page.askWithNonce(room, ask, "sit", { seat: 1 });
            await new Promise(setImmediate);
            assert.deepEqual(sent, []);
            page.receiptless.value(agreed);
            await asked;
            assert.deepEqual(sent, agreed ? ["sit"] : []);
        }
        assert.equal(page.receiptless.value, null);
        assert.equal(page.readReceipt(room.id).commit, COMMIT, "it lasts as long as the page");
        storage.setItem = keep;
        assert.equal(page.nonceFor(room.id, "bars", COMMIT).nonce, page.readReceipt(room.id).nonce);
        room.close();
    });

    test("what is kept of a game fits its record, and the server's heads fit", async () => {
        const { room, id, start, play } = await roomOf();
        sit(id);
        start();
        play(0, 5);
        room.close(); // the page is left, and comes back
        const back = await roomOf(id, { ...LOBBY, status: "running" });
        back.play(0, 9);
        back.play(10, 20, { head: undefined }); // an older server
        assert.equal(back.room.sealed.value, false);
        back.play(21, last);
        assert.equal(back.room.sealed.value, true, "now it can be verified");
        back.say({ lobby: { ...LOBBY, status: "finished" } });
        assert.deepEqual(back.room.witness.head.value, { number: last, head: heads[last] });
        assert.equal(back.room.witness.breach.value, null);
        back.room.close();
        const receipt = page.readReceipt(id);
        assert.deepEqual(receipt.heads, heads);
        assert.deepEqual(receipt.players, [
            { who: "a", name: "Ann" },
            { who: "b", name: "Ben" },
            { level: "casual" },
        ]);
        assert.ok(Object.keys(receipt.secrets).length > 5);
        const own = await engine();
        const found = own.check(record.join("\n"), JSON.stringify(receipt));
        assert.deepEqual(
            [found.code, found.bound, found.compared, found.names],
            ["ok", true, record.length, []],
        );
    });

    test("what was missed comes in pieces, and is told when all of it is here", async () => {
        const { room, start, play } = await roomOf(undefined, LOBBY, 31);
        const told = [];
        start();
        play(0, 12);
        room.listen(({ from, lines }) => told.push([from, lines.length]));
        play(13, 25);
        assert.deepEqual(told, []);
        play(26, 30);
        play(31, 33);
        assert.deepEqual(told, [
            [0, 31],
            [31, 3],
        ]);
        assert.equal(room.witness.head.value.number, 33);
        room.close();
    });

    test("another head than the page's own is told at once, and the game goes on", async () => {
        const { room, id, start, play } = await roomOf();
        sit(id);
        start();
        play(0, 8);
        const notice = () => draw(page.BreachNotice, { witness: room.witness }).querySelector("[role=alert]");
        assert.equal(notice(), null);
        play(9, 12, { head: heads[11] });
        assert.deepEqual(room.witness.breach.value, { kind: "head", number: 12 });
        assert.match(notice().textContent, /Line 12: this server has shown different games/);
        assert.ok(notice().querySelector("button"), "the receipt can be saved");
        play(13, 30);
        assert.equal(room.witness.head.value.number, 30);
        assert.equal(room.lines.length, 31);
        room.close();
    });

    test("a head after a move of one's own is compared when its lines are here", async () => {
        for (const [head, breach] of [
            [heads[14], null],
            ["00".repeat(32), { kind: "head", number: 11 }],
        ]) {
            const { room, id, start, play } = await roomOf();
            sit(id);
            start();
            play(0, 10);
            room.hearMove({ number: 11, head });
            play(11, 14);
            assert.equal(room.witness.breach.value, null);
            room.hearMove({ number: 15, head: heads[15] });
            assert.deepEqual(room.witness.breach.value, breach);
            room.close();
        }
    });

    test("a record that is another one after the page was loaded again", async () => {
        const { room, id, start, play } = await roomOf();
        sit(id);
        start();
        play(0, 30);
        room.close();
        const again = await roomOf(id, { ...LOBBY, status: "running" });
        const [one, other] = view.flatMap(({ do: verb, card }, n) => (verb === "deal" && card ? [n] : []));
        const lines = view.slice(0, 31).with(one, { ...view[one], card: view[other].card });
        again.say({ from: 0, lines });
        assert.deepEqual(again.room.witness.breach.value, { kind: "changed", number: one });
        again.room.close();
    });

    test("another promise, another number than the one that was sent", async () => {
        for (const [kind, part] of [
            ["commit", { commit: "11".repeat(32) }],
            ["nonce", { nonce: "22".repeat(32) }],
        ]) {
            const { room, id, start, play } = await roomOf();
            sit(id);
            page.keepReceipt({ ...page.readReceipt(id), ...part });
            start();
            play(0, 3);
            assert.deepEqual(room.witness.breach.value, { kind, number: 0 });
            room.close();
        }
    });

    test("who has sent nothing from here keeps what was shown; who watches keeps nothing", async () => {
        const elsewhere = await roomOf();
        elsewhere.start();
        elsewhere.play(0, last);
        elsewhere.room.close();
        const { commit, nonce, seat, heads: kept } = page.readReceipt(elsewhere.id);
        assert.deepEqual([commit, nonce, seat, kept.length], [null, null, SEAT, view.length]);
        const [ann, ben, bot] = LOBBY.seats;
        const moved = await roomOf(elsewhere.id, { ...LOBBY, seats: [ben, ann, bot], status: "running" });
        moved.say({ from: 0, lines: await viewOf(0), head: heads[last] });
        assert.equal(moved.room.witness.head.value.number, last);
        assert.equal(moved.room.witness.breach.value, null, "somebody else's receipt is not held against it");
        moved.room.close();
        const seats = LOBBY.seats.map((one) => ({ ...one, who: one.who && `not ${one.who}` }));
        const watcher = await roomOf(undefined, { ...LOBBY, seats, status: "running" });
        watcher.say({ from: 0, lines: (await viewOf(-1)).slice(0, 20), head: heads[19] });
        assert.equal(watcher.room.witness.head.value.head, heads[19]);
        assert.equal(watcher.room.witness.breach.value, null);
        watcher.room.close();
        assert.equal(page.readReceipt(watcher.id), null);
        const late = await roomOf(undefined, { ...LOBBY, status: "finished" });
        late.play(0, last);
        late.room.close();
        assert.equal(page.readReceipt(late.id), null, "what was never seen in play");
    });

    test("receipts are bounded: those that were verified go first, all go with the person", () => {
        page.dropReceipts();
        const names = Array.from({ length: 50 }, (_, i) => `b-${i}`);
        for (const id of names) page.nonceFor(id, "bars", COMMIT);
        page.noteVerified("b-7");
        page.nonceFor("new-1", "bars", COMMIT);
        assert.equal(page.readReceipt("b-7"), null);
        page.nonceFor("new-2", "bars", COMMIT);
        assert.equal(page.readReceipt("b-0"), null);
        assert.ok(page.readReceipt("b-1") && page.readReceipt("new-1"));
        for (const id of ["long-1", "long-2"])
            page.keepReceipt({
                ...page.readReceipt("new-1"),
                table: id,
                heads: Array(20_000).fill(heads[0]),
            });
        assert.equal(page.readReceipt("long-1"), null, "not too long in all");
        assert.equal(page.readReceipt("long-2").heads.length, 20_000);
        page.dropReceipts();
        assert.equal(page.readReceipt("long-2"), null);
        assert.equal(storage.getItem("razzia.receipts"), null);
    });

    test("what was found is told in sentences, with the first difference", async () => {
        const { room, id, start, play } = await roomOf();
        sit(id);
        start();
        play(0, last);
        room.close();
        const receipt = page.readReceipt(id);
        const own = await engine();
        const told = (lines, held) => {
            const verdict = own.check(lines.join("\n"), held && JSON.stringify(held));
            return draw(page.Findings, { verdict, receipt: held }).body.textContent;
        };
        const good = told(record, receipt);
        for (const sentence of [
            /The dice were honest/,
            /promise of the dice is the one that you were shown/,
            new RegExp(`${record.length} lines are those that you were shown`),
            /\d+ lines that only you saw are the same/,
            /\d+ cards and rolls were dealt again/,
            /nobody has signed it/,
        ])
            assert.match(good, sentence);
        const alone = told(record, null);
        assert.match(alone, /The record fits itself.*held against itself alone/s);
        assert.doesNotMatch(alone, /The dice were honest/);
        assert.match(
            told(await fairGame("7"), null),
            /Something is wrong.*Line 1: .*the seed gives another event/s,
        );
        const secret = Object.keys(receipt.secrets)[3];
        const bent = { ...receipt, secrets: { ...receipt.secrets, [secret]: '{"by":"chance"}' } };
        assert.match(told(record, bent), new RegExp(`Something is wrong.*Line ${secret}:`, "s"));
        const forked = { ...receipt, heads: receipt.heads.with(40, heads[41]) };
        assert.match(told(record, forked), /Something is wrong.*40 lines are those.*Line 40:/s);
        const renamed = [record[0].replace("Ann", "Zoe"), ...record.slice(1)];
        assert.match(told(renamed, receipt), /The dice were honest.*Seat 1 was Ann and is Zoe/s);
        const short = { ...receipt, heads: heads.slice(0, 10), secrets: {} };
        assert.match(told(record, short), /The receipt ends with line 9/);
        assert.match(told(record, { ...receipt, commit: null, nonce: null }), /not sent from this browser/);
    });
}
