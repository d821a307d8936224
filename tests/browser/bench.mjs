// The speed of the rules in WebAssembly beside that of the native program, in the same run: random
// games through the contract, as `razzia bench` plays them.
//   node bench.mjs BUILD-FOLDER [SHARE]     fails if the share of the native speed is less
import { execFileSync } from "node:child_process";
import { engine, razzia } from "./given.mjs";

const wanted = Number(process.argv[3] ?? 0);
const own = await engine();

/** Nanoseconds an action takes; a slice of half a second, as there. */
function measure(game, seats) {
    let actions = 0;
    const start = performance.now();
    let time = 0;
    while ((time = performance.now() - start) < 500) actions += own.randomGames(game, seats, 64);
    return (time * 1e6) / actions;
}

const shares = [];
console.log("game   seats  native ns/action  browser ns/action  share of the speed");
for (const game of own.games()) {
    own.randomGames(game.name, game.seats[0], 2000); // until the compiler has seen enough
    const native = JSON.parse(execFileSync(razzia, ["bench", game.name, "--json"], { encoding: "utf8" }));
    for (const { seats, action_ns } of native) {
        const ns = measure(game.name, seats);
        shares.push(action_ns / ns);
        const share = ((100 * action_ns) / ns).toFixed(0) + " %";
        console.log(game.name.padEnd(8), seats, action_ns.toFixed(1).padStart(15), ns.toFixed(1).padStart(17), share.padStart(18));
    }
}
const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
console.log(`mean ${(100 * mean).toFixed(0)} %, lowest ${(100 * Math.min(...shares)).toFixed(0)} %`);
process.exitCode = mean >= wanted ? 0 : 1;
