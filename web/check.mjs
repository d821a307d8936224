// Types, habits and form of the client and of its tests:
//   node check.mjs [BUILD-FOLDER]
// The folder has what the build makes (src/wasm/wasm.ts and the tsconfig.json that names it). All three
// checks are made, whatever the first one says.
import { spawnSync } from "node:child_process";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const build = resolve(process.argv[2] ?? join(root, "build"));

function passes(script, ...args) {
    const file = join(web, "node_modules", script);
    const env = { ...process.env, RAZZIA_BUILD: relative(root, build) };
    return spawnSync(process.execPath, [file, ...args], { cwd: root, env, stdio: "inherit" }).status === 0;
}

const checks = [
    passes("typescript/bin/tsc", "-p", join(build, "src/wasm/tsconfig.json")),
    passes(
        "eslint/bin/eslint.js",
        "--config",
        "web/eslint.config.mjs",
        "--max-warnings=0",
        "web",
        "tests/browser",
    ),
    passes(
        "prettier/bin/prettier.cjs",
        "--config=web/.prettierrc.json",
        "--ignore-path=web/.prettierignore",
        "--log-level=warn",
        "--check",
        "web",
        "tests/browser",
    ),
];
process.exit(checks.every(Boolean) ? 0 : 1);
