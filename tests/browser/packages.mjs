// Packages that only some tests need, and that are large: installed into the build folder when they are first asked for.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "./browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(build, "browser-packages");
const FILES = ["package.json", "package-lock.json"];
/** An installation that is older has been broken off. */
const STALE = 15 * 60_000;

const isThere = () =>
    existsSync(join(folder, "node_modules/.package-lock.json")) &&
    FILES.every(
        (name) => readFileSync(join(here, name), "utf8") === readFileSync(join(folder, name), "utf8"),
    );

async function install() {
    const lock = join(build, "browser-packages.lock");
    for (;;)
        try {
            mkdirSync(lock); // one test at a time
            break;
        } catch {
            if (Date.now() - statSync(lock).mtimeMs > STALE) rmdirSync(lock);
            await sleep(500);
        }
    try {
        if (isThere()) return;
        mkdirSync(folder, { recursive: true });
        for (const name of FILES) copyFileSync(join(here, name), join(folder, name));
        execFileSync("npm", ["ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], {
            cwd: folder,
        });
    } finally {
        rmdirSync(lock);
    }
}

/** A package, by its name. */
export async function load(name) {
    if (!isThere()) await install();
    const made = await import(createRequire(join(folder, "package.json")).resolve(name));
    return made.default ?? made;
}
