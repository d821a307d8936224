// The speed of the rules in WebAssembly beside that of the native program, in the same run: random
// games through the contract, as `razzia bench` plays them.
//   node bench.mjs BUILD-FOLDER [SHARE]     fails if the share of the native speed is less
import { execFileSync } from "node:child_process";
import { engine, razzia } from "./given.mjs";

const wanted = Number(process.argv[3] ?? 0);
const own = await engine();

/** Nanoseconds an action takes, by number of seats. */
function measureHere({ name, seats: [from, to] }) {
    const found = {};
    for (let seats = from; seats <= to; seats++) {
        const setup = JSON.stringify({ record: 1, game: name, seats });
        own.randomGames(setup, 64);
        const start = process.cpuUsage().user;
        let actions = 0, time = 0; // of this process alone, as there
        while ((time = process.cpuUsage().user - start) < 300000) actions += own.randomGames(setup, 16);
        found[seats] = (time * 1e3) / actions;
    }
    return found;
}

function measureThere({ name }) {
    const rows = JSON.parse(execFileSync(razzia, ["bench", name, "--json"], { encoding: "utf8" }));
    return Object.fromEntries(rows.filter((row) => row.action_ns).map((row) => [row.seats, row.action_ns]));
}

/** The better of what was found before and now: others may be busy on this machine. */
function keepBest(best, game, found) {
    for (const [seats, ns] of Object.entries(found)) {
        const key = `${game.name} ${seats}`;
        best[key] = Math.min(best[key] ?? Infinity, ns);
    }
}

const ROUNDS = 4;
const here = {}, there = {};
let mean = 0;
for (let round = 0; round < ROUNDS && (round < 1 || mean < wanted); round++) {
    for (const game of own.games()) {
        keepBest(here, game, measureHere(game));
        keepBest(there, game, measureThere(game));
    }
    const shares = Object.keys(here).map((key) => there[key] / here[key]);
    mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
console.log("game, seats  native ns/action  browser ns/action  share of the speed");
for (const key of Object.keys(here))
    console.log(key.padEnd(12), there[key].toFixed(1).padStart(16), here[key].toFixed(1).padStart(18),
        `${((100 * there[key]) / here[key]).toFixed(0)} %`.padStart(18));
console.log(`mean ${(100 * mean).toFixed(0)} %`);
process.exitCode = mean >= wanted ? 0 : 1;
