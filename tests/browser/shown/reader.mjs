// Reads a page as eyes and ears would, whenever it has come to rest. Everything here runs inside the page, before its own
// scripts.

/** `given.rules`: selectors with what is read of them; `given.marks`: selectors of what the person has set down. */
export function install(given) {
    const LETTERS = /\d/;
    const REST = 40; // ms without a change: what is drawn in answer to what was drawn comes within 35
    const AGAIN = 10;
    const samples = [];
    const lines = [];
    let changes = 0; // how often lines were taken back
    let waiting = null;

    // The lines of the game, as the worker that hosts it tells them to the page.
    window.Worker = class extends Worker {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if (!data?.lines) return;
                if (data.from < lines.length) changes++;
                lines.splice(data.from, Infinity, ...data.lines);
            });
        }
    };

    const visible = (element) => element.checkVisibility({ visibilityProperty: true });
    const tidy = (text) => text.replace(/\s+/g, " ").trim();

    /** A figure: the pips of a die as [4], a picture of the game as {ring}. */
    function drawn(svg) {
        const pips = svg.querySelectorAll(".die-pip").length;
        if (pips) return `[${pips}]`;
        const arts = [...svg.querySelectorAll("use")].map((use) => use.getAttribute("href").slice(5));
        const shown = arts.filter((art) => !/^(i-|s\d$|pattern)/.test(art)).map((art) => `{${art}}`);
        return [...shown, svg.textContent].join(" ");
    }

    /** Texts one after another; boxes stand apart, words in a line only where there is a space. */
    function joined(node, say) {
        const apart = (one) =>
            one.nodeType === Node.ELEMENT_NODE &&
            (one.matches(".changed") || getComputedStyle(one).display !== "inline");
        return [...node.childNodes].map((one) => (apart(one) ? ` ${say(one)} ` : say(one))).join("");
    }

    function seen(node) {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        if (node.nodeType !== Node.ELEMENT_NODE || node.matches(".vh, .btn kbd") || !visible(node)) return "";
        if (node.matches("svg")) return ` ${drawn(node)} `;
        return joined(node, seen);
    }

    function heard(node) {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === "true" || !visible(node)) return "";
        if (node.ariaLabel) {
            const { ariaValueNow: now, ariaValueMax: max } = node;
            return now === null ? node.ariaLabel : `${node.ariaLabel} ${now} ${max}`;
        }
        if (node.matches("svg")) return "";
        return joined(node, heard);
    }

    /** What holds a number or a die and is covered by no rule. */
    function unexplained(root, covered) {
        const found = new Set();
        const where = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
        for (const element of root.querySelectorAll("*")) {
            const label = element.ariaLabel && LETTERS.test(element.ariaLabel) ? element.ariaLabel : null;
            const pips = element.matches("svg:has(.die-pip)") ? drawn(element) : null;
            const own = [...element.childNodes]
                .filter((node) => node.nodeType === Node.TEXT_NODE && LETTERS.test(node.data))
                .map((node) => node.data)
                .join(" ");
            const said = label ?? pips ?? own;
            if (!said || covered(element) || !visible(element)) continue;
            found.add(`${where(element.parentElement)} > ${where(element)}: ${tidy(said)}`);
        }
        return [...found];
    }

    function read() {
        const page = document.querySelector(".table-page");
        if (!page) return;
        for (const folded of page.querySelectorAll("aside details:not([open])")) folded.open = true;
        const roots = [page, ...document.querySelectorAll("dialog[open]")];
        const all = (selector) => [...new Set(roots.flatMap((root) => [...root.querySelectorAll(selector)]))];
        const known = new Set();
        const texts = given.rules.map(({ selector, by }) => {
            const found = all(selector).filter(visible);
            for (const element of found) known.add(element);
            return found.map((element) => tidy(by === "heard" ? heard(element) : seen(element)));
        });
        const covered = (element) => {
            for (let up = element; up; up = up.parentElement) if (known.has(up)) return true;
            return element.matches(".btn kbd, .seat-mark *, .vh.skip");
        };
        const marks = Object.fromEntries(
            Object.entries(given.marks).map(([name, selector]) => [
                name,
                all(selector)
                    .filter(visible)
                    .map((element) => tidy(seen(element) || heard(element))),
            ]),
        );
        const sample = { texts, marks, unexplained: roots.flatMap((root) => unexplained(root, covered)) };
        const key = JSON.stringify(sample);
        if (key === read.last) return;
        read.last = key;
        samples.push({ ...sample, had: lines.length, changes });
        waiting?.();
    }

    // Twice: a busy machine is late with all that it has put off, and that may draw once more.
    let timer = null;
    const later = () => (
        clearTimeout(timer),
        (timer = setTimeout(() => (timer = setTimeout(read, AGAIN)), REST))
    );
    addEventListener("DOMContentLoaded", () =>
        new MutationObserver(later).observe(document.body, {
            attributes: true,
            characterData: true,
            childList: true,
            subtree: true,
        }),
    );

    /** What was read since the last time, with all lines; waits for something, but not for ever. */
    window.takeSamples = async (most) => {
        if (samples.length === 0) await new Promise((done) => ((waiting = done), setTimeout(done, most)));
        waiting = null;
        return { samples: samples.splice(0), lines };
    };
}
