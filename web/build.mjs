// Builds the client into a folder:
//   node build.mjs OUT DEPFILE TYPES MODULE...
// TYPES is wasm.ts, the modules razzia.wasm and master.wasm; DEPFILE gets what all of it was made
// from, as ninja reads it. Types are checked first. Which games there are the module says.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
    cpSync,
    existsSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    rmSync,
    statSync,
    writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { makeFonts } from "./fonts.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const [out, depfile, types, ...modules] = process.argv.slice(2).map((path) => resolve(path));

/** The errors of the protocol, which lie beside the types of the module. */
const protocol = join(dirname(types), "protocol.ts");
const gallery = join(dirname(out), "gallery");
const gamesFolder = join(web, "src/games");

/** What the rules know of their games, in English. */
async function readGames() {
    const bytes = readFileSync(modules.find((path) => basename(path) === "razzia.wasm"));
    const page = { translate: (at) => at, now: () => 0 };
    const { exports } = (await WebAssembly.instantiate(bytes, { page })).instance;
    const at = exports.wasm_games();
    const memory = new Uint8Array(exports.memory.buffer);
    return JSON.parse(new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at))));
}

/** A game without a folder here is drawn by the plain table. */
function describeGames(known) {
    const rules = JSON.parse(readFileSync(join(out, "texts/en-rules.json"), "utf8"));
    return known.map(({ name, title, author, about, seats }) => ({
        name,
        title,
        author,
        about,
        seats,
        rules: name in rules,
        folder: existsSync(join(gamesFolder, name)) ? name : "plain",
    }));
}

/** "razzia-games" is the list of the games with their modules, "razzia-games.css" the styles that the first page needs of them. */
function gamesPlugin(games) {
    const folders = [...new Set(games.map(({ folder }) => folder))];
    const imports = folders.map((folder) => `import ${folder} from "./${folder}/index";`);
    const modules = games.map(({ name, folder }) => `${JSON.stringify(name)}: ${folder}`);
    const script = [
        ...imports,
        `export const games = ${JSON.stringify(games)};`,
        `export const modules = { ${modules.join(", ")} };`,
    ].join("\n");
    const style = folders.map((folder) => `@import "./${folder}/face.css";`).join("\n");
    const made = { "razzia-games": [script, "ts"], "razzia-games.css": [style, "css"] };
    return {
        name: "games",
        setup(building) {
            building.onResolve({ filter: /^razzia-games(\.css)?$/ }, ({ path }) => ({
                path,
                namespace: "games",
            }));
            building.onLoad({ filter: /.*/, namespace: "games" }, ({ path }) => ({
                contents: made[path][0],
                loader: made[path][1],
                resolveDir: gamesFolder,
            }));
        },
    };
}

/** Where the fonts that the styles name are made. */
const fontsFolder = join(dirname(types), "fonts");
const fontsPlugin = {
    name: "fonts",
    setup(building) {
        building.onResolve({ filter: /^razzia-fonts\// }, ({ path }) => ({
            path: join(fontsFolder, basename(path)),
        }));
    },
};

/** The page asks for the fonts of its first words before its styles do. */
function preloadFonts(page) {
    const fonts = readdirSync(out).filter((name) => /-latin-[A-Z0-9]+\.woff2$/.test(name));
    const links = fonts.map(
        (name) => `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin />`,
    );
    return page.replace("</head>", `${links.join("")}</head>`);
}

/** tsc with the types of this build. */
function checkTypes() {
    const config = join(dirname(types), "tsconfig.json");
    const list = join(gamesFolder, "list.d.ts");
    const paths = { "razzia-wasm": [types], "razzia-protocol": [protocol], "razzia-games": [list] };
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
    alias: { "razzia-wasm": types, "razzia-protocol": protocol },
    nodePaths: [join(web, "node_modules")],
    absWorkingDir: web,
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "text", ".woff2": "file" },
    assetNames: "part-[name]-[hash]", // a new font has a new name, as scripts have
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
    for (const path of [...files(out)].filter((path) => !path.endsWith(".woff2"))) {
        const bytes = readFileSync(path);
        writeFileSync(path + ".gz", gzipSync(bytes, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(path + ".br", brotliCompressSync(bytes, { params }));
    }
}

/** The worker that keeps the files for times without a network; it has to know their names and when they change. */
function buildServiceWorker() {
    const kept = [...files(out)].filter((path) => !path.startsWith(join(out, "nets"))).sort();
    const mark = createHash("sha256");
    for (const path of kept) mark.update(path.slice(out.length)).update(readFileSync(path));
    const names = kept
        .map((path) => path.slice(out.length))
        .map((name) => (name === "/index.html" ? "/" : name));
    const define = { FILES: JSON.stringify(names), VERSION: JSON.stringify(mark.digest("hex").slice(0, 12)) };
    return build({ ...common, entryPoints: ["src/sw.ts"], outfile: join(out, "sw.js"), define });
}

/** Everything that, when it changes, asks for a new build. */
function writeDependencies(results) {
    const inputs = results
        .flatMap((result) => Object.keys(result.metafile.inputs))
        .filter((path) => !/^<?(games|define):|\.woff2$/.test(path)); // made by the build
    const names = [
        ...new Set(inputs.map((path) => resolve(web, path))),
        ...[...files(join(root, "po"))],
        ...[...files(join(web, "art"))],
        ...[...files(join(root, "docs/rules"))],
        ...[
            "build.mjs",
            "fonts.mjs",
            "gallery.html",
            "index.html",
            "manifest.webmanifest",
            "tsconfig.json",
        ].map((name) => join(web, name)),
        join(root, "tools/texts.py"),
    ];
    writeFileSync(depfile, `web: ${names.map((name) => name.replaceAll(" ", "\\ ")).join(" ")}\n`);
}

checkTypes();
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "texts"), { recursive: true });
execFileSync(join(root, "tools/texts.py"), ["web", join(out, "texts")], { stdio: "inherit" });
const games = describeGames(await readGames());
const folders = [...new Set(games.map(({ folder }) => folder))];
common.plugins = [gamesPlugin(games), fontsPlugin];
await makeFonts(join(web, "node_modules"), fontsFolder);
const results = await Promise.all([
    build({
        ...common,
        entryPoints: { app: "src/app.tsx", worker: "src/worker.ts" },
        outdir: out,
        splitting: true,
        chunkNames: "part-[hash]",
    }),
    build({
        ...common,
        entryPoints: {
            app: "css/all.css",
            tables: "css/tables.css",
            review: "css/review.css",
            club: "css/club.css",
            ...Object.fromEntries(folders.map((folder) => [folder, `src/games/${folder}/table.css`])),
        },
        outdir: out,
    }),
    // Every part on one page, for tests and for the eye.
    build({ ...common, entryPoints: { gallery: "src/gallery.tsx" }, outdir: gallery }),
    build({ ...common, entryPoints: { gallery: "css/gallery.css" }, outdir: gallery }),
    // For tests without a browser.
    ...["testing", "components"].map((name) =>
        build({
            ...common,
            entryPoints: [`src/${name}.ts`],
            outfile: join(dirname(types), `${name}.mjs`),
            platform: "node",
        }),
    ),
]);
cpSync(join(web, "gallery.html"), join(gallery, "gallery.html"));
for (const name of readdirSync(fontsFolder).filter((name) => name.endsWith(".txt")))
    cpSync(join(fontsFolder, name), join(out, "fonts", name));
const page = readFileSync(join(web, "index.html"), "utf8");
writeFileSync(join(out, "index.html"), preloadFonts(page));
for (const name of ["art/icon.svg", "art/icon-192.png", "art/icon-512.png"])
    cpSync(join(web, name), join(out, basename(name)));
const manifest = JSON.parse(readFileSync(join(web, "manifest.webmanifest"), "utf8"));
const shortcuts = games.map(({ name, title }) => ({ name: `${title} (${name})`, url: `/#/play/${name}` }));
writeFileSync(join(out, "manifest.webmanifest"), JSON.stringify({ ...manifest, shortcuts }));
// What has been learnt is fetched when it is first needed: its players with their nets.
for (const module of modules)
    cpSync(module, join(out, basename(module) === "master.wasm" ? "nets/master.wasm" : basename(module)));
for (const name of readdirSync(join(root, "nets")).filter((name) => name.endsWith(".net")))
    cpSync(join(root, "nets", name), join(out, "nets", name));
results.push(await buildServiceWorker());
compress();
writeDependencies(results);
