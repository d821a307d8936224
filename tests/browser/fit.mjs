// Does everything fit? Runs inside a page, on what is there now, and says in words what does not.

/** What is wider than the page, text that is cut, words that are broken, what the bar of choices covers, what in it is out of
 *  reach, targets that are too small for a finger. At most five of each. */
export function findMisfits() {
    const ASIDE = ".vh, .skip, svg, [data-clip], details:not([open]) > :not(summary)"; // for ears alone, or cut on purpose
    const SMALLEST = 24;
    const range = document.createRange();
    const styles = new Map();
    const styleOf = (element) => {
        if (!styles.has(element)) styles.set(element, getComputedStyle(element));
        return styles.get(element);
    };
    const roots = [...document.querySelectorAll("dialog[open]")];
    const within = roots.length ? roots : [document.querySelector("#app") ?? document.body];
    const all = (selector) => within.flatMap((root) => [...root.querySelectorAll(selector)]);
    const seen = all("*").filter((element) => !element.closest(ASIDE) && element.checkVisibility());
    const name = (element) =>
        `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${element.textContent.slice(0, 40)}"`;

    /** Every piece of text that is on the screen. */
    function* texts() {
        for (const element of seen)
            for (const node of element.childNodes)
                if (node.nodeType === Node.TEXT_NODE && node.data.trim()) yield node;
    }

    function wide() {
        const width = document.documentElement.clientWidth;
        return seen.filter((element) => element.getBoundingClientRect().right > width + 1).map(name);
    }

    /** Text that a box around it hides, or that leaves the box it belongs to. */
    function cut() {
        const BOXES =
            "button, .btn, .chip, .act-prompt, th, td, .seat-panel, .mice-seat, .mice-shelf, .act-said, li > *";
        const found = [];
        for (const text of texts()) {
            range.selectNodeContents(text);
            const box = range.getBoundingClientRect();
            if (box.width <= 1) continue;
            for (let up = text.parentElement; up && up !== document.body; up = up.parentElement) {
                const around = up.getBoundingClientRect();
                if (around.width <= 1) break; // for ears alone
                const { overflowX, overflowY, position } = styleOf(up);
                const sideways = box.left < around.left - 1 || box.right > around.right + 1;
                const hides = (overflow) => overflow === "hidden" || overflow === "clip";
                const upright = box.top < around.top - 3 || box.bottom > around.bottom + 3;
                if ((sideways && (hides(overflowX) || up.matches(BOXES))) || (upright && hides(overflowY))) {
                    found.push(`cut: ${name(text.parentElement)} in ${name(up)}`);
                    break;
                }
                if (position === "fixed" || /auto|scroll/.test(overflowY)) break; // there it can be scrolled to
            }
        }
        return found;
    }

    /** Words that go on in the next line without a hyphen. */
    function broken() {
        const found = [];
        for (const text of texts())
            for (const { 0: word, index } of text.data.matchAll(/[^\s\u00ad\u200b/–—-]{2,}/g)) {
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
                const lines = rects.filter((rect, i) => i === 0 || rect.top > rects[i - 1].bottom - 2);
                if (lines.length > 1) found.push(`broken: ${word} in ${name(text.parentElement)}`);
            }
        return found;
    }

    function spills() {
        return seen
            .filter(
                (element) =>
                    element.matches("li > *") &&
                    element.getBoundingClientRect().right >
                        element.parentElement.getBoundingClientRect().right + 1,
            )
            .map((element) => `spills: ${name(element)}`);
    }

    function sideways() {
        return seen
            .filter(
                (element) =>
                    element.scrollWidth > element.clientWidth + 1 &&
                    element.clientWidth > 1 &&
                    /auto|scroll/.test(styleOf(element).overflowX),
            )
            .map((element) => `scrolls sideways: ${name(element)}`);
    }

    /** The bar stands over what can be scrolled from under it, and over nothing else; no text is below the screen for good. */
    function covered() {
        const act = document.querySelector("main > .act");
        if (!act?.offsetHeight || roots.length) return [];
        const page = document.scrollingElement;
        const before = page.scrollTop;
        page.scrollTop = page.scrollHeight;
        const bar = act.getBoundingClientRect();
        const found = [];
        for (const text of texts()) {
            const element = text.parentElement;
            if (
                !element.closest(".table-board, .table-side") ||
                scrolls(element) ||
                element.closest(".changed")
            )
                continue;
            range.selectNodeContents(text);
            const box = range.getBoundingClientRect();
            const under = box.bottom > bar.top + 2 && box.top < bar.bottom - 2;
            const behind = under && box.right > bar.left + 2 && box.left < bar.right - 2;
            if (box.width > 1 && (behind || box.bottom > innerHeight + 2))
                found.push(`covered: ${name(element)}`);
        }
        page.scrollTop = before;
        return found;
    }

    /** Every button of the bar can be touched, and all of it is seen, but for lists that are scrolled inside it. */
    function unreachable() {
        const act = document.querySelector("main > .act");
        if (!act?.offsetHeight || roots.length) return [];
        const bar = act.getBoundingClientRect();
        const isColumn = styleOf(act).position === "static"; // on a phone held sideways: it may be scrolled
        return [...act.querySelectorAll("button")]
            .filter((button) => button.checkVisibility() && !scrolls(button, isColumn ? document.body : act))
            .filter((button) => {
                const { left, right, top, bottom } = button.getBoundingClientRect();
                const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                const isHigh = top > bar.top - 1 && bottom < Math.min(bar.bottom, innerHeight) + 1;
                const isInside = isHigh && left > bar.left - 1 && right < bar.right + 1;
                return !isInside || !button.contains(hit);
            })
            .map((button) => `out of reach: ${name(button)}`);
    }

    /** It can be scrolled to, inside of that. */
    function scrolls(element, outer = document.body) {
        for (let up = element; up && up !== outer; up = up.parentElement)
            if (/auto|scroll/.test(styleOf(up).overflowY) && up.scrollHeight > up.clientHeight + 1)
                return true;
        return false;
    }

    /** Links in a sentence may be as high as its letters. */
    function small() {
        return all("button, a[href], summary, input, select")
            .filter((element) => element.checkVisibility() && !element.closest(".skip, .vh, [inert]"))
            .filter((element) => {
                const { width, height } = element.getBoundingClientRect();
                const inSentence = element.matches("a") && styleOf(element).display === "inline";
                const labelled = element.matches("input") && element.closest("label");
                return (
                    !inSentence &&
                    !labelled &&
                    width > 0 &&
                    (width < SMALLEST - 0.5 || height < SMALLEST - 0.5)
                );
            })
            .map((element) => `small: ${name(element)}`);
    }

    return [wide, cut, broken, spills, sideways, covered, unreachable, small].flatMap((find) =>
        [...new Set(find())].slice(0, 5),
    );
}
