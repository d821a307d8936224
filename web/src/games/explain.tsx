/* What a thing on the table is: two lines and an example beside it, with its rule. Things carry data-explain; a mouse rests on
 * them, a finger holds them, ? asks for the one that has the focus, and E goes through all of them. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { keyHelp, useKeys } from "../look/keys";
import { rulePath } from "../look/address";
import { t } from "../look/text";
import { hideBubble, showBubble } from "../parts";
import type { Explanation } from "./module";

const RESTS = 500;
const HOLDS = 450;
const LEAVES = 250; /* time to reach the link in the bubble */
const MOVES = 10; /* pixels: more is dragging or scrolling */

type Explain = (word: string) => Explanation | undefined;

function thingAt(target: EventTarget | null): HTMLElement | null {
    return target instanceof Element ? target.closest<HTMLElement>("[data-explain]") : null;
}

export function ExplanationText({ game, of }: { game: string; of: Explanation }) {
    return (
        <div class="explain">
            <b>{of.title}</b>
            <p>{of.text}</p>
            {of.example && <p class="explain-example">{of.example}</p>}
            <a href={rulePath(game, of.rule)}>{t("Rule {id}", { id: of.rule })}</a>
        </div>
    );
}

/** What the table that is open says of its things: of the position that is on the screen. */
const explainer = signal<Explain | undefined>(undefined);

/** An explanation follows the position as long as it is open. */
function Explained({ game, word }: { game: string; word: string }) {
    const of = explainer.value?.(word);
    return of ? <ExplanationText game={game} of={of} /> : null;
}

/** Shows what a thing is, if the game knows; the ring around it stays as long as the bubble. */
function show(thing: HTMLElement, game: string, explain: Explain): boolean {
    const word = thing.dataset.explain!;
    if (!explain(word)) return false;
    showBubble(thing, <Explained game={game} word={word} />, {
        onHide: () => thing.removeAttribute("data-explained"),
    });
    thing.setAttribute("data-explained", "");
    return true;
}

/** What is explained now. */
function shown(): HTMLElement | null {
    return document.querySelector<HTMLElement>("[data-explained]");
}

/** A mouse that rests on a thing opens its bubble; one that leaves both closes it. */
function listenToMouse(open: (thing: HTMLElement) => boolean): () => void {
    let [resting, leaving]: (ReturnType<typeof setTimeout> | undefined)[] = [];
    let on: HTMLElement | null = null;
    const over = (event: PointerEvent) => {
        if (event.pointerType !== "mouse" || event.buttons) return;
        const inBubble = event.target instanceof Element && !!event.target.closest(".bubble");
        const thing = thingAt(event.target);
        if (inBubble || (thing && thing === shown())) return clearTimeout(leaving);
        if (thing === on) return;
        on = thing;
        clearTimeout(resting);
        clearTimeout(leaving);
        if (shown()) leaving = setTimeout(() => shown() && hideBubble(), LEAVES);
        if (thing) resting = setTimeout(() => thing.isConnected && open(thing), RESTS);
    };
    const pressed = () => clearTimeout(resting);
    addEventListener("pointerover", over);
    addEventListener("pointerdown", pressed, true);
    return () => {
        clearTimeout(resting);
        clearTimeout(leaving);
        removeEventListener("pointerover", over);
        removeEventListener("pointerdown", pressed, true);
    };
}

/** A finger that holds a thing opens its bubble, and then does not also choose it. */
function listenToFinger(open: (thing: HTMLElement) => boolean): () => void {
    let holding: ReturnType<typeof setTimeout> | undefined;
    let from: PointerEvent | null = null;
    let held = false;
    const down = (event: PointerEvent) => {
        held = false;
        clearTimeout(holding);
        const thing = event.pointerType === "mouse" ? null : thingAt(event.target);
        if (!thing) return;
        from = event;
        holding = setTimeout(() => (held = open(thing)), HOLDS);
    };
    const move = (event: PointerEvent) => {
        if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > MOVES) end();
    };
    const end = () => {
        clearTimeout(holding);
        from = null;
    };
    const click = (event: Event) => {
        if (!held) return;
        held = false;
        event.preventDefault();
        event.stopPropagation();
    };
    const menu = (event: Event) => {
        if (from && thingAt(event.target)) event.preventDefault();
    };
    const events: [string, EventListener][] = [
        ["pointerdown", down as EventListener],
        ["pointermove", move as EventListener],
        ["pointerup", end],
        ["pointercancel", end],
        ["click", click],
        ["contextmenu", menu],
    ];
    for (const [name, listener] of events) addEventListener(name, listener, true);
    return () => {
        clearTimeout(holding);
        for (const [name, listener] of events) removeEventListener(name, listener, true);
    };
}

/** All things that are to be seen, each kind once. */
function things(): HTMLElement[] {
    const words = new Set<string>();
    return [...document.querySelectorAll<HTMLElement>(".table-page [data-explain]")].filter((thing) => {
        const word = thing.dataset.explain!;
        if (words.has(word) || thing.getClientRects().length === 0) return false;
        words.add(word);
        return true;
    });
}

/** The next thing that the game has words for, from the one that is explained now. */
function step(
    by: number,
    explainable: (thing: HTMLElement) => boolean,
    open: (thing: HTMLElement) => boolean,
): void {
    const all = things();
    const now = shown();
    const found = all.findIndex((thing) => thing.dataset.explain === now?.dataset.explain);
    let next = found < 0 ? (by > 0 ? 0 : all.length - 1) : found + by;
    while (all[next] && !explainable(all[next]!)) next += by;
    const thing = all[next];
    if (!thing) return;
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    /* scrolling hides bubbles: this one comes after it */
    requestAnimationFrame(() => requestAnimationFrame(() => open(thing)));
}

/** Explains the things of a table. */
export function useExplain(game: string, explain: Explain | undefined): void {
    const current = useRef(explain);
    current.current = explain;
    useEffect(() => void (explainer.value = explain));
    const open = (thing: HTMLElement) => !!current.current && show(thing, game, current.current);
    const explainable = (thing: HTMLElement) => !!current.current?.(thing.dataset.explain!);
    useEffect(() => {
        const stops = [listenToMouse(open), listenToFinger(open)];
        return () => stops.forEach((stop) => stop());
    }, [game]);
    const walk = (by: number) => () => step(by, explainable, open);
    const arrows = { ArrowRight: walk(1), ArrowDown: walk(1), ArrowLeft: walk(-1), ArrowUp: walk(-1) };
    const isOpen = () => !!shown();
    useKeys({
        help: () => {
            const thing = thingAt(document.activeElement);
            if (!thing || !open(thing)) keyHelp.value = true;
        },
        other: explain ? { e: walk(1), E: walk(-1) } : {},
    });
    useArrows(isOpen, arrows);
}

/** Arrows go from thing to thing while one is explained; else they are the browser's. */
function useArrows(isOpen: () => boolean, arrows: Record<string, () => void>): void {
    const current = useRef(arrows);
    current.current = arrows;
    useEffect(() => {
        const key = (event: KeyboardEvent) => {
            const act = current.current[event.key];
            if (!act || !isOpen()) return;
            event.preventDefault();
            event.stopPropagation();
            act();
        };
        addEventListener("keydown", key, true);
        return () => removeEventListener("keydown", key, true);
    }, []);
}
