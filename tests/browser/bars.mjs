// What only bars has to prove, for components.mjs: duels that can be followed, answers, where the money came from.
import assert from "node:assert/strict";
import test from "node:test";
import { engine, numbers, settled, startThread } from "./given.mjs";

const NAMES = ["Maximiliane", "Ada", "Bruno", "Chiara", "Otto"];
const FRAME = { phase: "turn", menu: [] };

/** `page`: what is built for tests; `draw`: a component as a document. */
export function testBars(page, draw) {
    const drawTable = (table) =>
        draw(page.bars.View, { table, at: table.position.value, frame: FRAME, side: null });

    /** Games of bars at which every line is seen; `see` gets each position. The last table is given back. */
    async function playBars(seats, seeds, see) {
        for (const seed of seeds.slice(0, -1)) (await playBars(seats, [seed], see)).close();
        const [seed] = seeds.slice(-1);
        const setup = JSON.stringify({ record: 1, game: "bars", seats, names: NAMES.slice(0, seats) });
        const bots = NAMES.slice(0, seats).map((_, seat) => (seat === 0 ? null : "greedy"));
        const source = await page.LocalSource.host({ setup, seed, bots, lines: [] }, 0, startThread);
        const table = new page.Table(await engine(), source);
        table.setPace(({ line }) => (see(table.engine.position(), line, table), 0));
        const pick = numbers(3);
        for (;;) {
            const at = await settled(table);
            see(at, null, table);
            if (at.over) return table;
            const { choices } = table;
            const bold = choices.value.filter(({ line }) => line.duel !== false);
            await table.play(bold[pick(bold.length)].line);
        }
    }

    test("bars: the end of a duel is shown with both dice, and stays for those who are in it", async () => {
        let ends = 0;
        let own = 0;
        let ties = 0;
        const table = await playBars(4, ["7", "8", "9", "10"], (at, line, table) => {
            if (line?.do === "roll") {
                const stay = page.bars.events.stay(line, () => at);
                const isOwn = [at.duel.standing, at.duel.challenger].includes(0);
                assert.equal(stay > 3600 * 1000, isOwn && at.duel.winner !== null);
                if (at.duel.winner === null) return;
                ends++;
                own += isOwn;
                ties += at.duel.tie;
                assert.equal(at.duel.last, line.value);
                const drawn = draw(page.bars.View, { table, at, frame: FRAME, side: null });
                const totals = [...drawn.querySelectorAll(".bars-duel .bars-duel-sum > b")].map(
                    (b) => b.textContent,
                );
                const totalOf = (seat, die) => String(at.seats[seat].played.symbol + die);
                assert.deepEqual(totals, [
                    totalOf(at.duel.standing, at.duel.die),
                    totalOf(at.duel.challenger, at.duel.last),
                ]);
                assert.ok(!drawn.querySelector(".bars-unrolled"), "no die is open any more");
                const winner = drawn.querySelector(".bars-duel .winner").textContent;
                assert.ok(winner.includes(at.names[at.duel.winner]));
                assert.match(
                    drawn.querySelector(".bars-verdict").textContent,
                    at.duel.tie ? /tie.*B45/ : /against/,
                );
                assert.equal(drawn.querySelectorAll(".bars-duel .came").length, 1);
                assert.equal(drawn.querySelectorAll(".bars-duel .win").length, at.duel.cases);
                assert.equal(
                    Boolean(drawn.querySelector(".act .go")),
                    isOwn,
                    "who is in it goes on by a button",
                );
            }
        });
        assert.ok(ends > 3 && own > 0 && ties > 0, `${ends} ends, ${own} own, ${ties} ties`);
        table.close();
    });

    test("bars: what an answer means is said once, and a bad offer is not the bright choice", async () => {
        const seen = new Set();
        const table = await playBars(5, ["1", "2", "3", "4", "5", "6"], (at, line, table) => {
            if (line || !table.choices.value.some(({ line }) => line.do === "answer")) return;
            const drawn = drawTable(table);
            const { pot, average } = at.haggle.odds[0];
            const mine = at.seats[0].offer;
            const said = drawn.querySelector(".act-prompt").textContent;
            assert.ok(said.includes(page.money(pot)), `${said}: what is rolled for is ${pot}`);
            assert.ok(drawn.querySelector(".act-tip").textContent.includes(page.money(pot)));
            const bright = drawn.querySelector(".act .go")?.textContent ?? "";
            if (mine === 0 || mine < average)
                assert.ok(!bright.startsWith("Take"), `${bright} of ${average}`);
            if (mine >= average && mine > 0) assert.match(bright, /^Take/);
            assert.match(drawn.querySelector(".hint h2").textContent, /If you refuse/);
            seen.add(bright.split(" ")[0]);
        });
        assert.ok(seen.size > 1, [...seen].join());
        table.close();
    });

    test("bars: at the end all money is accounted for", async () => {
        const table = await playBars(5, ["4"], () => {});
        const at = table.position.value;
        assert.ok(at.ending.some(({ duels }) => duels > 0) && at.ending.some(({ raids }) => raids > 0));
        at.ending.forEach(({ alone, raids, haggles, duels, spent, rounds }, seat) => {
            assert.equal(alone + raids + haggles + duels + spent, at.seats[seat].sum);
            assert.equal(rounds.length, at.rounds);
            assert.equal(rounds.at(-1), at.seats[seat].sum);
        });
        const ending = { alone: 60, raids: 10, haggles: 0, duels: 0, spent: -30, rounds: [] };
        const nothing = { alone: 0, raids: 0, haggles: 0, duels: 0, spent: 0, rounds: [] };
        const over = {
            ...at,
            seats: [{ ...at.seats[0], sum: 40 }, { ...at.seats[1], sum: 0 }, ...at.seats.slice(2)],
            ending: [ending, nothing, ...at.ending.slice(2)],
        };
        const [first, second] = page.bars.result(table, over).seats;
        assert.equal(
            first.why,
            "Mostly alone at a bar: 60,000 of 70,000.",
            "no part is larger than the whole",
        );
        assert.equal(second.why, "Nothing came of it.");
        table.close();
    });

    test("bars: everything on the table that carries a word is explained, with a rule; so is the aid", async () => {
        const words = new Set();
        const table = await playBars(5, ["2", "5"], (at, line, table) => {
            if (line && line.do !== "roll") return;
            const drawn = draw(page.bars.View, { table, at, frame: FRAME, side: null });
            for (const element of drawn.querySelectorAll("[data-explain]")) {
                const word = element.getAttribute("data-explain");
                const said = page.bars.explain(word, at);
                assert.ok(said?.title && said.text && /^B\d+$/.test(said.rule), word);
                words.add(word.split(":")[0]);
            }
            const aid = draw(page.bars.Aid, { at });
            assert.equal(aid.querySelectorAll(".aid-part a.rule").length, 7);
            if (at.haggle) assert.equal(aid.querySelectorAll(".lit").length, 1);
        });
        assert.deepEqual([...words].sort(), [
            "bar",
            "card",
            "duel",
            "fate",
            "seat",
            "share",
            "till",
            "visitors",
        ]);
        table.close();
    });

    test("bars: nothing is said of a house before the cards are shown", async () => {
        const phases = new Set();
        const table = await playBars(3, ["6"], (at, line, table) => {
            const isOpen = at.seats.some(({ played }) => played);
            if (isOpen || at.over || phases.has(at.phase)) return;
            phases.add(at.phase);
            const drawn = draw(page.bars.View, { table, at, frame: FRAME, side: null });
            for (const fate of drawn.querySelectorAll(".bars-fate"))
                assert.equal(fate.textContent, "", at.phase);
        });
        assert.ok(phases.has("show") && phases.has("deal"), [...phases].join());
        const first = { ...table.position.value, over: false, phase: "first" };
        const drawn = draw(page.bars.View, { table, at: first, frame: FRAME, side: null });
        for (const fate of drawn.querySelectorAll(".bars-fate")) assert.equal(fate.textContent, "");
        table.close();
    });
}
