// The three tables in every state that a person can be in, on every size of screen: usable by everybody in light and dark, and
// with room for the words of every language. Pictures lie in BUILD-FOLDER/screenshots afterwards; with --all those of every
// size, language and theme.
//   node tables.mjs BUILD-FOLDER [--all] [GAME [MOMENT]]
import assert from "node:assert/strict";
import { join } from "node:path";
import { launch, misfits, open, serve, shots, until, violations, withSettings } from "./browser.mjs";
import { client, engine, numbers, settled, startThread } from "./given.mjs";

const LANGUAGES = ["en", "de", "es", "hu", "it"];
const SMALLEST = [320, 640];
/** Phones upright and sideways, tablets both ways, and screens up to the largest. */
const SIZES = [
    SMALLEST,
    [360, 640],
    [390, 844],
    [768, 1024],
    [667, 375],
    [844, 390],
    [1024, 768],
    [1440, 900],
    [1920, 1080],
    [2560, 1440],
];
/** Of these there is a picture at every run; of all with --all. */
const PICTURED = ["390x844", "844x390", "1440x900"];
/** Few and many at the table; of bars also five, who have the least room each where they sit in a row. */
const SEATS = { loot: [3, 5], bars: [4, 5, 8], mice: [3, 5] };
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

/** Plays a game; the moments late in it are kept, since most is on the table then, and of offers the one with most sums. */
async function collect(found, game, seats, seed) {
    const pick = numbers(seats);
    const setup = JSON.stringify({ record: 1, game, seats, names: NAMES.slice(0, seats) });
    const bots = NAMES.slice(0, seats).map((_, seat) => (seat === 0 ? null : "casual"));
    const source = await client.LocalSource.host({ setup, seed, bots, lines: [] }, 0, startThread);
    const table = new client.Table(await engine(), source);
    for (;;) {
        const position = await settled(table);
        const moment = momentOf(table);
        const sums = position.haggle?.pot ?? 0;
        if (moment !== "offer" || sums >= (found.get(moment)?.sums ?? 0))
            found.set(moment, {
                game,
                moment,
                seats,
                sums,
                kept: {
                    game: structuredClone(await source.game()),
                    names: position.names,
                    moment: "",
                    at: 0,
                },
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

/** Sizes, languages and themes in which a scene is looked at: all, or by turns, so that every size meets every language. */
function looks(turn) {
    const pairs = LANGUAGES.flatMap((language, i) =>
        SIZES.filter((size, j) => ALL || size === SMALLEST || (j + turn) % LANGUAGES.length === i).map(
            (size) => ({ language, size }),
        ),
    );
    return pairs.flatMap((pair, i) =>
        (ALL ? ["light", "dark"] : [(i + turn) % 2 ? "dark" : "light"]).map((theme) => ({ ...pair, theme })),
    );
}

/** axe takes a second: a scene has it once, in one look by turns, and in both themes where it was met only with few or only
 *  with many. */
async function look(page, scene, turn) {
    const name = `${scene.game}-${scene.seats}-${scene.moment}`;
    const faults = [];
    const add = (what, found) => faults.push(...found.map((fault) => `${name} ${what}: ${fault}`));
    let spoken = "en";
    for (const [i, { language, size, theme }] of looks(turn).entries()) {
        const what = `${size.join("x")}-${language}-${theme}`;
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width: size[0], height: size[1] });
        if (language !== spoken) await speak(page, (spoken = language));
        add(what, await misfits(page));
        if (ALL || PICTURED.includes(size.join("x")))
            await page.screenshot({ path: join(shots, `${name}-${what}.png`) });
        if (i === turn % 7 || (scene.alone && i === (turn % 7) + 1))
            add(`axe ${what}`, await violations(page));
    }
    add("console", page.complaints.splice(0));
    return faults;
}

/** On a phone every sum is as wide as a thumb, however many there are; one that was chosen can be thought over again. */
async function goBack(page) {
    await page.setViewportSize({ width: 390, height: 844 });
    const widths = await page.$$eval(".bars-sums button", (all) => all.map((one) => one.offsetWidth));
    assert.ok(
        Math.min(...widths) >= 44,
        `${widths.length} sums, the smallest ${Math.min(...widths)} px wide`,
    );
    const chosen = ".bars-sums [aria-pressed=true]";
    for (const back of [() => page.keyboard.press("Escape"), () => page.click(".act .row .btn:not(.go)")]) {
        await page.click(".bars-sums button:not([aria-disabled=true]) >> nth=-1");
        await page.waitForSelector(chosen);
        await back();
        await page.waitForSelector(chosen, { state: "detached" });
    }
}

/** In practice a button more stands in the bar: everything in it is still there, on each kind of screen. */
const PRACTICE_SIZES = [
    [768, 1024],
    [1024, 768],
    [1280, 800],
];

async function inPractice(page, scene) {
    await show(page, { ...scene, kept: { ...scene.kept, game: { ...scene.kept.game, practice: true } } });
    const faults = [];
    for (const [width, height] of PRACTICE_SIZES) {
        await page.setViewportSize({ width, height });
        if (scene.moment === "over")
            assert.ok(await page.evaluate(chequesSaid), "the points of cheques are there");
        for (const fault of await misfits(page))
            faults.push(`${scene.game}-${scene.seats}-${scene.moment} in practice ${width}: ${fault}`);
    }
    return faults;
}

/** Where the points of the groups are seen, so are those of the cheques. */
function chequesSaid() {
    const isSeen = (selector) => [...document.querySelectorAll(selector)].every((one) => one.offsetWidth > 0);
    return innerWidth < 900 || isSeen(".loot-cheques .loot-points");
}

/** By how much somebody's money has changed stands beside that money, not beside the neighbour. */
async function standsBeside(page) {
    await page.setViewportSize({ width: 1440, height: 900 });
    const gaps = await page.$$eval(".bars-players > li", (all) =>
        all.map((player) => {
            const money = player.querySelector("b.num").getBoundingClientRect();
            const mark = player.appendChild(document.createElement("i"));
            Object.assign(mark, { className: "changed num up", textContent: "+30" });
            const gap = mark.getBoundingClientRect().left - money.right;
            mark.remove();
            return gap;
        }),
    );
    assert.ok(
        gaps.every((gap) => gap >= 0 && gap <= 16),
        gaps.join(),
    );
}

const ALL = process.argv.includes("--all");
const [onlyGame, onlyMoment] = process.argv.slice(3).filter((word) => word !== "--all");
const site = await serve();
const browser = await launch();
let visits = 0;
try {
    const page = await open(browser, site.address, withSettings({}));
    const faults = [];
    let turn = 0;
    for (const game of Object.keys(SEATS).filter((one) => !onlyGame || one === onlyGame))
        for (const seats of SEATS[game]) {
            const scenes = await scenesOf(game, seats);
            const others = await scenesOf(
                game,
                SEATS[game].find((count) => count !== seats),
            );
            for (const scene of scenes) scene.alone = !others.some(({ moment }) => moment === scene.moment);
            console.log(`${game} for ${seats}: ${scenes.map(({ moment }) => moment).join(", ")}`);
            for (const scene of scenes.filter(({ moment }) => !onlyMoment || moment === onlyMoment)) {
                await show(page, scene);
                if (scene.moment === "offer") await goBack(page);
                if (game === "bars") await standsBeside(page);
                if (scene.moment === "reroll") await page.click(".mice-tray .mice-pick-die"); // one goes, the others stay
                const found = [
                    ...new Set([...(await look(page, scene, turn++)), ...(await inPractice(page, scene))]),
                ];
                for (const fault of found) console.log(fault);
                faults.push(...found);
            }
        }
    assert.deepEqual(faults, []);
} finally {
    await browser.close();
    site.close();
}
