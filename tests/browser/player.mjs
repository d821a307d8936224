// Somebody who has never seen the games: goes by what is lit, with a mouse, a finger or keys.
import assert from "node:assert/strict";
import { PATIENCE } from "./browser.mjs";
import { numbers } from "./given.mjs";

/** What the page offers now; `roll` (0 to 99) says which of it is taken. */
function offered(roll) {
    const dialog = document.querySelector("dialog[open]");
    if (dialog) return dialog.querySelector(".row .btn.go") ?? dialog.querySelector("header .icon-btn");
    if (document.querySelector(".table-page")?.dataset.phase === "over") return null; // not into a rematch
    const free = (button) => button.getAttribute("aria-disabled") !== "true" && button.offsetParent;
    const all = (selector) => [...document.querySelectorAll(selector)].filter(free);
    const main = all(".act .btn.go")[0];
    const lit = all(
        ".act-choices button, .act .row .btn:not(.go), .table-board button.legal, .table-board button.open",
    );
    const undo = lit.findIndex((button) => button.querySelector("use[href='#art-i-undo']"));
    if (undo >= 0 && roll % 10) lit.splice(undo, 1); // seldom
    if (main && (roll < 60 || lit.length === 0)) return main;
    return lit[roll % Math.max(1, lit.length)] ?? null;
}

const over = () =>
    document.querySelector(".table-page")?.dataset.phase === "over" &&
    !document.querySelector("dialog[open]");

export class Player {
    constructor(page, { seed = 1, touch = false } = {}) {
        this.page = page;
        this.pick = numbers(seed);
        this.touch = touch;
        this.done = 0; // touches
        this.missed = 0; // one after another
    }

    over() {
        return this.page.evaluate(over);
    }

    /** One touch; false if there is nothing to do now. */
    async step() {
        const found = (await this.page.evaluateHandle(offered, this.pick(100))).asElement();
        if (!found) return false;
        try {
            await (this.touch ? found.tap({ timeout: 2000 }) : found.click({ timeout: 2000 }));
        } catch (error) {
            if (++this.missed > 15) throw error;
            return false; // the table has changed meanwhile
        }
        this.missed = 0;
        this.done++;
        return true;
    }

    /** To the end, or until `enough` says so. */
    async play({ most = 3000, enough = async () => false, meanwhile = async () => {} } = {}) {
        let since = Date.now();
        while (this.done < most && !(await this.over()) && !(await enough())) {
            await meanwhile();
            if (await this.step()) since = Date.now();
            else await this.page.waitForTimeout(30);
            assert.ok(Date.now() - since < PATIENCE, "nothing to do, and the game is not over");
        }
        return this.done;
    }
}

/** The same with keys alone. */
export class Typist extends Player {
    async step() {
        const dialog = await this.page.evaluate(() => !!document.querySelector("dialog[open]"));
        const keys = ["Enter", "Enter", "Enter", "1", "2", "3", "4", "5", "p"];
        await this.page.keyboard.press(dialog ? "Escape" : keys[this.pick(keys.length)]);
        this.done++;
        return true;
    }
}
