// The three tables in every state that a person can be in: usable by everybody in light and dark, and in every language with
// room for its words on the smallest phone. Pictures of all of them lie in BUILD-FOLDER/screenshots afterwards.
//   node tables.mjs BUILD-FOLDER [GAME [MOMENT]]
import assert from "node:assert/strict";
import { join } from "node:path";
import { launch, misfits, open, serve, shots, until, violations, withSettings } from "./browser.mjs";
import { client, engine, numbers, settled, startThread } from "./given.mjs";

const LANGUAGES = ["en", "de", "es", "hu", "it"];
const SIZES = [
    [360, 640],
    [390, 844],
    [1280, 800],
];
/** Tablets both ways, and a low window. */
const BETWEEN = [
    [768, 1024],
    [1024, 768],
    [1366, 640],
];
/** Few and many at the table. */
const SEATS = { loot: [3, 5], bars: [4, 8], mice: [3, 5] };
const NAMES = ["Maximiliane", "Ada", "Bruno", "Chiara", "Otto", "Paz", "Zoltán", "Nico"];

/** What is to be decided, as a word: the phase, and what can be done. */
function momentOf(table) {
    const position = table.position.value;
    const verbs = [...new Set(table.choices.value.map(({ line }) => line.do))];
    return [position.phase, ...verbs.filter((verb) => verb !== position.phase)].join("-");
}

/** Games that are in the middle of something: for every kind of decision one. */
async function scenesOf(game, seats) {
    const found = new Map();
    for (let seed = 1; seed <= 6; seed++) await collect(found, game, seats, String(seed));
    return [...found.values()];
}

/** Plays a game; the moments late in it are kept, since most is on the table then. */
async function collect(found, game, seats, seed) {
    const pick = numbers(seats);
    const setup = JSON.stringify({ record: 1, game, seats, names: NAMES.slice(0, seats) });
    const bots = NAMES.slice(0, seats).map((_, seat) => (seat === 0 ? null : "casual"));
    const source = await client.LocalSource.host({ setup, seed, bots, lines: [] }, 0, startThread);
    const table = new client.Table(await engine(), source);
    for (;;) {
        const position = await settled(table);
        const moment = momentOf(table);
        found.set(moment, {
            game,
            moment,
            seats,
            kept: { game: structuredClone(await source.game()), names: position.names, moment: "", at: 0 },
        });
        if (position.over) break;
        const bold = table.choices.value.filter(({ line }) => line.do !== "done" && line.do !== "retrieve");
        const choices = bold.length ? bold : table.choices.value;
        assert.ok(await table.play(choices[pick(choices.length)].line));
    }
    table.close();
}

async function speak(page, language) {
    await page.evaluate((to) => {
        const settings = JSON.parse(localStorage.getItem("razzia.settings"));
        localStorage.setItem("razzia.settings", JSON.stringify({ ...settings, language: to }));
        window.dispatchEvent(new StorageEvent("storage", { key: "razzia.settings" }));
    }, language);
    await page.waitForSelector(`html[lang=${language}]`);
    await until(
        page,
        (english) => (document.querySelector(".skip").innerText === "Skip to your move") === english,
        language === "en",
    );
}

async function show(page, { game, kept }) {
    await page.evaluate(
        ([key, value]) => (localStorage.clear(), localStorage.setItem(key, value)),
        [`razzia.game.${game}`, JSON.stringify(kept)],
    );
    await page.evaluate(() =>
        localStorage.setItem("razzia.settings", JSON.stringify({ speed: "instant", language: "en" })),
    );
    await page.goto(`${site.address}/?${++visits}#/play/${game}`);
    await page.waitForSelector(".table-page .act");
    const dialog = page.locator("dialog[open]");
    if (await dialog.count()) await page.keyboard.press("Escape");
}

/** Every size and theme as a picture. axe takes a second: with few at the table it looks at the light theme, with many at the
 *  dark one, at both where a state was met only with few or only with many, and now and then at another language. */
async function look(page, scene, turn) {
    const name = `${scene.game}-${scene.seats}-${scene.moment}`;
    const faults = [];
    const add = (what, found) => faults.push(...found.map((fault) => `${name} ${what}: ${fault}`));
    for (const [i, theme] of ["light", "dark"].entries()) {
        await page.emulateMedia({ colorScheme: theme });
        for (const [j, size] of SIZES.entries()) {
            if (i === 1 && j === 0) continue;
            await page.setViewportSize({ width: size[0], height: size[1] });
            await page.screenshot({ path: join(shots, `${name}-${size.join("x")}-${theme}.png`) });
            if ((scene.alone || i === SEATS[scene.game].indexOf(scene.seats)) && j === 1 + (turn % 2))
                add(`${theme} ${size}`, await violations(page));
            add(`${size}`, theme === "light" ? await misfits(page) : []);
        }
    }
    await page.setViewportSize({ width: 360, height: 640 });
    for (const [i, language] of LANGUAGES.entries()) {
        await speak(page, language);
        add(language, await misfits(page));
        if (i === turn % LANGUAGES.length && turn % 3 === 0) add(`axe ${language}`, await violations(page));
        if (i === 1 + (turn % 4))
            await page.screenshot({ path: join(shots, `${name}-360x640-${language}.png`) });
    }
    for (const [i, size] of BETWEEN.entries()) {
        await page.setViewportSize({ width: size[0], height: size[1] });
        await speak(page, LANGUAGES[(turn + i) % LANGUAGES.length]);
        add(`${size}`, await misfits(page));
        if (i === turn % BETWEEN.length)
            await page.screenshot({ path: join(shots, `${name}-${size.join("x")}.png`) });
    }
    add("console", page.complaints.splice(0));
    return faults;
}

/** A sum that was chosen can be thought over again. */
async function goBack(page) {
    await page.setViewportSize({ width: 390, height: 844 });
    const chosen = page.locator(".bars-sums [aria-pressed=true]");
    for (const back of [() => page.keyboard.press("Escape"), () => page.click(".act .row .btn:not(.go)")]) {
        await page.click(".bars-sums button:not([aria-disabled=true]) >> nth=-1");
        assert.equal(await chosen.count(), 1);
        await back();
        assert.equal(await chosen.count(), 0);
    }
}

const site = await serve();
const browser = await launch();
let visits = 0;
try {
    const page = await open(browser, site.address, withSettings({}));
    const faults = [];
    let turn = 0;
    for (const game of Object.keys(SEATS).filter((one) => !process.argv[3] || one === process.argv[3]))
        for (const seats of SEATS[game]) {
            const scenes = await scenesOf(game, seats);
            const others = await scenesOf(
                game,
                SEATS[game].find((count) => count !== seats),
            );
            for (const scene of scenes) scene.alone = !others.some(({ moment }) => moment === scene.moment);
            console.log(`${game} for ${seats}: ${scenes.map(({ moment }) => moment).join(", ")}`);
            for (const scene of scenes.filter(
                ({ moment }) => !process.argv[4] || moment === process.argv[4],
            )) {
                await show(page, scene);
                if (scene.moment === "offer") await goBack(page);
                if (scene.moment === "reroll") await page.click(".mice-tray .mice-pick-die"); // one goes, the others stay
                const found = [...new Set(await look(page, scene, turn++))];
                for (const fault of found) console.log(fault);
                faults.push(...found);
            }
        }
    assert.deepEqual(faults, []);
} finally {
    await browser.close();
    site.close();
}
