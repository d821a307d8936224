// Somebody who has never seen the games: goes by what can be seen, with a mouse, a finger or keys.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE } from "./browser.mjs";
import { numbers } from "./given.mjs";

/** What a person would touch now: knows roles, names and what is lit in amber, and nothing of the games. `roll` (0 to 99) says
 *  which of it. */
async function offered(roll) {
    // Nobody is as quick as a frame: what is drawn in answer to what was drawn comes with the next one.
    for (let i = 0; i < 2; i++)
        await new Promise((done) => (requestAnimationFrame(done), setTimeout(done, 100)));
    if (!window.amber) {
        const probe = document.body.appendChild(document.createElement("i"));
        const colour = (token) => ((probe.style.color = `var(${token})`), getComputedStyle(probe).color);
        window.amber = ["--lit", "--go"].map(colour);
        probe.remove();
    }
    const { amber } = window;
    const isAmber = (element) => {
        const { boxShadow, backgroundColor, outline, borderColor } = getComputedStyle(element);
        return amber.some((one) => [boxShadow, backgroundColor, outline, borderColor].join().includes(one));
    };
    const isLit = (button) => [button, ...button.querySelectorAll("*")].some(isAmber);
    const nameOf = (button) => (button.ariaLabel ?? button.innerText).trim();
    const may = (button) =>
        button.ariaDisabled !== "true" && !button.disabled && button.checkVisibility() && nameOf(button);
    const buttons = (root) => [...(root?.querySelectorAll("button, [role=button]") ?? [])].filter(may);
    const ended = document.querySelector(".table-page")?.dataset.phase === "over";

    const sheet = document.querySelector("dialog[open]");
    if (sheet?.matches(".result")) return null;
    if (sheet) {
        const closing = buttons(sheet).filter((button) => /^(Go on|Close)$/.test(nameOf(button)));
        return buttons(sheet).find(isLit) ?? closing[0] ?? null;
    }
    if (ended) return null; // not into a rematch
    const own = buttons(document.querySelector("[aria-label='Your move']"));
    const lit = buttons(document.querySelector("main")).filter(
        (button) => !own.includes(button) && isLit(button),
    );
    const back = (button) => /^(Undo|Back|Take back)/.test(nameOf(button));
    // The one button that is bright as a whole; where there is none, the first that is lit.
    const isBright = (button) => getComputedStyle(button).backgroundColor === amber[1];
    const main = own.find(isBright) ?? own.find(isAmber);
    const others = [...own, ...lit].filter((button) => button !== main && (!back(button) || roll % 10 === 0)); // seldom back
    if (main && (roll < 60 || others.length === 0)) return main;
    return others[roll % Math.max(1, others.length)] ?? null;
}

/** How many touches the page has been told of. They are counted, and so is what is refused, from the first call on, anew where
 *  the page was loaded again: it says so beside what was touched, or in a toast. */
function countTouches() {
    if (window.refused) return window.touches;
    window.refused = [];
    window.touches = 0;
    addEventListener("click", () => window.touches++, true);
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes) {
                const said = node.matches?.(".refusal, .toast")
                    ? node
                    : node.querySelector?.(".refusal, .toast");
                if (said) window.refused.push(said.innerText.trim());
            }
    }).observe(document.documentElement, { childList: true, subtree: true });
    return 0;
}

/** The game has ended, and its result has been opened; where it is not (it ended unseen), nothing more comes. */
function over() {
    const LONG = 3000;
    if (document.querySelector(".table-page")?.dataset.phase !== "over") return false;
    if (document.querySelector("dialog.result[open]")) return true;
    window.overSince ??= performance.now();
    return !document.querySelector("dialog[open]") && performance.now() - window.overSince > LONG;
}

/** Waits until something on the page changes, or for a while: who looks all the time keeps others from playing. */
function change() {
    const LONG = 250;
    return new Promise((done) => {
        const observer = new MutationObserver(() => (observer.disconnect(), done()));
        observer.observe(document.documentElement, {
            attributes: true,
            characterData: true,
            childList: true,
            subtree: true,
        });
        setTimeout(() => (observer.disconnect(), done()), LONG);
    });
}

function seeTable() {
    document.querySelector("dialog.result[open] header button")?.click();
}

export class Player {
    constructor(page, { seed = 1, touch = false } = {}) {
        this.page = page;
        this.pick = numbers(seed);
        this.touch = touch;
        this.done = 0; // touches
        this.missed = 0; // one after another
    }

    /** What the page has refused, in its words. */
    refusals() {
        return this.page.evaluate(() => window.refused ?? []);
    }

    over() {
        return this.page.evaluate(over);
    }

    touches() {
        return this.page.evaluate(countTouches);
    }

    /** Firefox says that it has clicked before the page knows, and who looks then sees what was there before. */
    async felt(before) {
        for (let i = 0; i < 100 && (await this.touches()) === before; i++) await sleep(10);
    }

    /** One touch; false if there is nothing to do now. */
    async step() {
        const found = (await this.page.evaluateHandle(offered, this.pick(100))).asElement();
        if (!found) return false;
        const before = await this.touches();
        try {
            await found.evaluate((element) =>
                element.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" }),
            );
            await (this.touch ? found.tap({ timeout: 2000 }) : found.click({ timeout: 2000 }));
        } catch (error) {
            if (++this.missed > 40) throw error;
            return false; // the table has changed meanwhile
        }
        await this.felt(before);
        this.missed = 0;
        this.done++;
        return true;
    }

    /** Whether something has happened at the table: with four people one's own turn comes seldom. */
    async goesOn() {
        const last = await this.page.evaluate(() => document.querySelector(".log li")?.innerText ?? "");
        const isNew = last !== this.last;
        this.last = last;
        return isNew;
    }

    /** To the end, or until `enough` says so. */
    async play({ most = 3000, enough = async () => false, meanwhile = async () => {} } = {}) {
        let since = Date.now();
        await this.touches();
        while (this.done < most && !(await this.over()) && !(await enough())) {
            await meanwhile();
            if ((await this.step()) || (await this.goesOn())) since = Date.now();
            else await this.page.evaluate(change);
            assert.ok(Date.now() - since < PATIENCE, "nothing to do, and the game is not over");
        }
        if (await this.over()) await this.page.evaluate(seeTable);
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
