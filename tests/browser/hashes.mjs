// Native and WebAssembly play the same seeded games to the same bytes.
//   node hashes.mjs BUILD-FOLDER [GAMES]     so many of each game, over all numbers of seats
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { engine, net, razzia, root, startMaster } from "./given.mjs";

const games = Number(process.argv[3] ?? 120);
const own = await engine();

function native(game, seats, seed, n, bots) {
    const args = [
        "simulate",
        game,
        "--seats",
        seats,
        "--games",
        n,
        "--seed",
        seed,
        "--bots",
        bots,
        "--record",
        "-",
    ];
    const env = { ...process.env, RAZZIA_NETS: `${root}/nets` };
    const done = spawnSync(razzia, args, { maxBuffer: 1 << 30, env });
    assert.equal(done.status, 0, String(done.stderr));
    const setup = done.stdout.toString("utf8", 0, done.stdout.indexOf("\n"));
    return { setup, hash: createHash("sha256").update(done.stdout).digest("hex") };
}

let played = 0;
for (const { name, seats } of own.games()) {
    const [from, to] = seats;
    const each = Math.ceil(games / (to - from + 1));
    for (let n = from; n <= to; n++) {
        const bots = n % 2 ? "random,greedy" : "greedy,random";
        for (let done = 0; done < each; done += 250) {
            const some = Math.min(250, each - done);
            const seed = String(1000 * n + done);
            const { setup, hash } = native(name, n, seed, some, bots);
            assert.equal(own.simulate(setup, seed, some, bots), hash, `${name}, ${n} seats`);
            played += some;
        }
    }
}
// Those who have learnt judge alike, too.
const master = await startMaster();
for (const { name, seats } of own.games()) {
    master.learn(name, await net(name));
    const { setup, hash } = native(name, seats[1], "5", 3, "club,expert");
    assert.equal(master.simulate(setup, "5", 3, "club,expert"), hash, `${name}, players that have learnt`);
    played += 3;
}
console.log(`${played} games, the same bytes in both`);
