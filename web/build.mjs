// Builds the client into a folder:
//   node build.mjs OUT WASM TYPES DEPFILE
// WASM is razzia.wasm, TYPES the wasm.ts that was made for it; DEPFILE gets what all of it was made
// from, as ninja reads it. Types are checked first.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const [out, wasm, types, depfile] = process.argv.slice(2).map((path) => resolve(path));

/** tsc with the types of this build. */
function checkTypes() {
    const config = join(dirname(types), "tsconfig.json");
    const paths = { "razzia-wasm": [types] };
    writeFileSync(
        config,
        JSON.stringify({
            extends: join(web, "tsconfig.json"),
            compilerOptions: { paths, typeRoots: [] },
            include: [join(web, "src"), types],
        }),
    );
    execFileSync(process.execPath, [join(web, "node_modules/typescript/bin/tsc"), "-p", config], {
        stdio: "inherit",
    });
}

/** What every bundle has in common. */
const common = {
    bundle: true,
    metafile: true,
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "none",
    alias: { "razzia-wasm": types },
    nodePaths: [join(web, "node_modules")],
    absWorkingDir: web,
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
};

function* files(folder) {
    for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (statSync(path).isDirectory()) yield* files(path);
        else yield path;
    }
}

/** Copies for servers that can send them as they are. */
function compress() {
    for (const path of [...files(out)]) {
        const bytes = readFileSync(path);
        writeFileSync(path + ".gz", gzipSync(bytes, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(path + ".br", brotliCompressSync(bytes, { params }));
    }
}

/** Everything that, when it changes, asks for a new build. */
function writeDependencies(results) {
    const inputs = results.flatMap((result) => Object.keys(result.metafile.inputs));
    const names = [
        ...new Set(inputs.map((path) => resolve(web, path))),
        ...[...files(join(root, "po"))],
        ...[...files(join(root, "docs/rules"))],
        ...["build.mjs", "index.html", "tsconfig.json"].map((name) => join(web, name)),
        join(root, "tools/texts.py"),
    ];
    writeFileSync(depfile, `web: ${names.map((name) => name.replaceAll(" ", "\\ ")).join(" ")}\n`);
}

checkTypes();
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "texts"), { recursive: true });
const results = await Promise.all([
    build({ ...common, entryPoints: ["src/app.tsx", "src/worker.ts", "src/app.css"], outdir: out }),
    // For tests without a browser.
    build({
        ...common,
        entryPoints: ["src/testing.ts"],
        outfile: join(dirname(types), "testing.mjs"),
        platform: "node",
    }),
]);
cpSync(join(web, "index.html"), join(out, "index.html"));
cpSync(wasm, join(out, "razzia.wasm"));
for (const name of readdirSync(join(root, "nets")).filter((name) => name.endsWith(".net")))
    cpSync(join(root, "nets", name), join(out, "nets", name));
execFileSync(join(root, "tools/texts.py"), ["web", join(out, "texts")], { stdio: "inherit" });
compress();
writeDependencies(results);
