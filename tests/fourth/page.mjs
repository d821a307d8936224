// The fourth game in Chromium, against bots, from the first page to the result: by the plain table.
//   node page.mjs BUILD-FOLDER
import assert from "node:assert/strict";
import { launch, misfits, open, serve, until, violations, withSettings } from "../browser/browser.mjs";
import { Player } from "../browser/player.mjs";

const site = await serve();
const browser = await launch();
const page = await open(browser, site.address, {
    calm: false,
    ...withSettings({ speed: "instant", seats: { liar: 2 } }),
});
await page.click("[data-game=liar] .go");
await page.waitForSelector(".act");
assert.deepEqual(await violations(page), []);
assert.deepEqual(await misfits(page), []);
assert.ok(
    await page.$$eval(".plain-players .seat-name", (names) =>
        names.every((n) => n.scrollWidth <= n.clientWidth),
    ),
);
for (const words of [/dice left/i, /yours alone/i, /bid, count 1, face 1/i])
    assert.match(await page.innerText("body"), words);
const touches = await new Player(page, { seed: 3 }).play();
assert.match(await page.innerText(".act-prompt"), /wins?\./);
assert.deepEqual(page.complaints, []);
await until(page, () => localStorage.getItem("razzia.finished"));
const [last] = JSON.parse(await page.evaluate(() => localStorage.getItem("razzia.finished")));
assert.equal(last.game, "liar");
assert.match(last.record.trim().split("\n").at(-1), /"do":"end"/);
console.log(`liar in the browser: ${touches} touches`);
await browser.close();
site.close();
