// The same work done by boardgame.io, for comparison: matches of four, each with four WebSockets, a
// trivial game, moves at a rate. Tells the CPU its server takes for a move. Not part of ./check.
//
//   npm install --prefix FOLDER boardgame.io@0.50
//   node tests/load/boardgame.mjs FOLDER [MATCHES [RATE [SECONDS]]]
//   python3 tests/load/measure.py RAZZIA play MATCHES RATE SECONDS        (ours)
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const [folder, matches = "50", rate = "5", seconds = "10", role = "measure"] = process.argv.slice(2);
const require = createRequire(folder + "/");
const PORT = 27890;
const WARM_UP_MS = 8000; // until its code is compiled
const game = {
  name: "click",
  setup: () => ({ clicks: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { click: ({ G }) => void G.clicks++ },
};

async function serve() {
  const { Server, Origins } = require("boardgame.io/server");
  await Server({ games: [game], origins: [Origins.LOCALHOST] }).run(PORT);
  console.log("ready");
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function cpu(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function makeClients(id) {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  return [0, 1, 2, 3].map((seat) => {
    const multiplayer = SocketIO({ server: `http://127.0.0.1:${PORT}`, socketOpts: { transports: ["websocket"] } });
    const client = Client({ game, numPlayers: 4, multiplayer, matchID: `m${id}`, playerID: String(seat), debug: false });
    client.start();
    return client;
  });
}

const clicks = (client) => client.getState()?.G.clicks ?? -1;

async function until(condition) {
  for (let i = 0; i < 600 && !condition(); i++) await pause(50);
  if (!condition()) throw new Error("it did not happen within 30 s");
}

async function measure() {
  const own = fileURLToPath(import.meta.url);
  const server = spawn(process.execPath, [own, folder, matches, rate, seconds, "serve"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  await new Promise((done) => server.stdout.on("data", (text) => String(text).includes("ready") && done()));
  const tables = [];
  for (let id = 0; id < Number(matches); id++) {
    const clients = makeClients(id);
    await until(() => clients.every((client) => clicks(client) === 0));
    tables.push({ clients, moves: 0 });
  }
  const timers = [];
  for (const table of tables) {
    const move = () => {
      if (!table.clients.every((client) => clicks(client) === table.moves)) return;
      table.clients[table.moves % 4].moves.click();
      table.moves++;
    };
    await pause(1000 / Number(rate) / tables.length);
    timers.push(setInterval(move, 1000 / Number(rate)));
  }
  const sum = () => tables.reduce((n, table) => n + table.moves, 0);
  await pause(WARM_UP_MS);
  const [before, begin, first] = [cpu(server.pid), Date.now(), sum()];
  await pause(Number(seconds) * 1000);
  timers.forEach(clearInterval);
  await until(() => tables.every((t) => t.clients.every((client) => clicks(client) === t.moves)));
  const moves = sum() - first;
  const spent = cpu(server.pid) - before;
  console.log(`${tables.length} matches, ${moves} moves in ${((Date.now() - begin) / 1000).toFixed(1)} s: ` +
    `${((1e6 * spent) / moves).toFixed(0)} µs of CPU a move of the server; load ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}`);
  server.kill();
  process.exit(0);
}

await (role === "serve" ? serve() : measure());
