// The speed of the rules in WebAssembly beside that of the native program, in the same run: random
// games through the contract, as `razzia bench` plays them.
//   node bench.mjs BUILD-FOLDER [SHARE]     fails if a game's share of the native speed is less
import { execFileSync } from "node:child_process";
import { engine, razzia } from "./given.mjs";

const wanted = Number(process.argv[3] ?? 0);
const own = await engine();

/** Plays for so many microseconds, of this process alone, as there; says how many nanoseconds an action took. */
function playFor(setup, micros) {
    const start = process.cpuUsage().user;
    let actions = 0,
        time = 0;
    while ((time = process.cpuUsage().user - start) < micros) actions += own.randomGames(setup, 16);
    return (time * 1e3) / actions;
}

/** Nanoseconds an action takes, by number of seats. */
function measureHere({ name, seats: [from, to] }) {
    const found = {};
    for (let seats = from; seats <= to; seats++) {
        const setup = JSON.stringify({ record: 1, game: name, seats });
        playFor(setup, 150000); // until what is hot has been compiled a second time
        found[seats] = playFor(setup, 400000);
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

/** The mean over the numbers of seats. */
function shareOf(game) {
    const shares = Object.keys(here)
        .filter((key) => key.startsWith(game.name))
        .map((key) => there[key] / here[key]);
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

const ROUNDS = 4;
const here = {},
    there = {};
for (const game of own.games()) {
    for (let round = 0; round < ROUNDS && (round < 1 || shareOf(game) < wanted); round++) {
        keepBest(here, game, measureHere(game));
        keepBest(there, game, measureThere(game));
    }
}
console.log("game, seats  native ns/action  browser ns/action  share of the speed");
for (const key of Object.keys(here))
    console.log(
        key.padEnd(12),
        there[key].toFixed(1).padStart(16),
        here[key].toFixed(1).padStart(18),
        `${((100 * there[key]) / here[key]).toFixed(0)} %`.padStart(18),
    );
for (const game of own.games()) console.log(`${game.name}: ${(100 * shareOf(game)).toFixed(0)} %`);
process.exitCode = own.games().every((game) => shareOf(game) >= wanted) ? 0 : 1;
