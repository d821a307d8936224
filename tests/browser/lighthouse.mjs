// What Lighthouse says of the first page and of a table, as a phone gets them from the server: its categories, the median of some runs.
//   node lighthouse.mjs BUILD-FOLDER [RUNS]       the median of 5, every category at least 95
//   node lighthouse.mjs BUILD-FOLDER asserted     once, without the category that depends on how busy the machine is
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, shots } from "./browser.mjs";
import { load } from "./packages.mjs";
import { Server } from "./server.mjs";

const PAGES = { home: "/", table: "/#/play/loot" };
const WANTED = 95;
const PORT = 9000 + (process.pid % 1000);
const once = process.argv[3] === "asserted";
const runs = once ? 1 : Number(process.argv[3] ?? 5);
const categories = ["accessibility", "best-practices", "seo", ...(once ? [] : ["performance"])];

/** Scores from 0 to 100 by category, and what is below the best. */
async function measure(lighthouse, address) {
    const { lhr, report } = await lighthouse(address, {
        port: PORT,
        output: "html",
        onlyCategories: categories,
        logLevel: "error",
    });
    assert.ok(!lhr.runtimeError, lhr.runtimeError?.message);
    const scores = Object.fromEntries(
        categories.map((name) => [name, Math.round(100 * lhr.categories[name].score)]),
    );
    const low = categories.flatMap((name) =>
        lhr.categories[name].auditRefs
            .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
            .map(({ id }) => `${name}: ${id} ${lhr.audits[id].displayValue ?? ""}`.trim()),
    );
    return { scores, low, report };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const lighthouse = await load("lighthouse");
const folder = mkdtempSync(join(tmpdir(), "razzia-"));
const server = new Server(folder);
await server.start();
const browser = await launch([`--remote-debugging-port=${PORT}`]);
const faults = [];
try {
    for (const [name, path] of Object.entries(PAGES)) {
        const found = [];
        for (let i = 0; i < runs; i++) found.push(await measure(lighthouse, server.address + path));
        writeFileSync(join(shots, `lighthouse-${name}.html`), found[0].report);
        const scores = categories.map((one) => [one, median(found.map((run) => run.scores[one]))]);
        console.log(`${name}: ${scores.map(([one, score]) => `${one} ${score}`).join(", ")}`);
        for (const what of new Set(found.flatMap((run) => run.low))) console.log(`  ${what}`);
        faults.push(
            ...scores.filter(([, score]) => score < WANTED).map(([one, score]) => `${name} ${one} ${score}`),
        );
    }
} finally {
    await browser.close();
    await server.end("SIGTERM");
    rmSync(folder, { recursive: true });
}
assert.deepEqual(faults, []);
