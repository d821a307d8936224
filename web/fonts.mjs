// The two fonts of the page, cut down to the letters of its languages: Figtree for everything that is read or counted, Gelasio for
// names and headings. Both are under the SIL Open Font License, which is kept beside them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";

const range = (from, to) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");

/** Latin-1, and what people set between words and figures. The packages come in parts: Hungarian's two letters are in another. */
const LETTERS = {
    latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„•…‹›€−ıŒœ`,
    "latin-ext": "ŐőŰű",
};
/** Figures of one width, and what makes letters stand well. */
const FEATURES = ["calt", "ccmp", "kern", "lnum", "locl", "mark", "mkmk", "tnum"];

const FONTS = [
    {
        name: "figtree",
        folder: "@fontsource-variable/figtree",
        file: (part) => `figtree-${part}-wght-normal.woff2`,
        variationAxes: { wght: { min: 400, max: 800 } },
    },
    { name: "gelasio", folder: "@fontsource/gelasio", file: (part) => `gelasio-${part}-600-normal.woff2` },
];

/** Makes NAME-latin.woff2, NAME-latin-ext.woff2 and NAME-license.txt of each in a folder. */
export async function makeFonts(packages, folder) {
    mkdirSync(folder, { recursive: true });
    for (const { name, folder: from, file, variationAxes } of FONTS) {
        for (const [part, letters] of Object.entries(LETTERS)) {
            const whole = readFileSync(join(packages, from, "files", file(part)));
            const options = { targetFormat: "woff2", keepFeatures: FEATURES, variationAxes, noHinting: true };
            writeFileSync(join(folder, `${name}-${part}.woff2`), await subsetFont(whole, letters, options));
        }
        writeFileSync(join(folder, `${name}-license.txt`), readFileSync(join(packages, from, "LICENSE")));
    }
}
