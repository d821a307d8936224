/* A dark bubble that points at a thing on the page: why it can not be chosen, what it is. One at a time; gone with the next touch. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Shown {
    at: Element;
    content: ComponentChildren;
    /** Also gone with the next key: for what is said once and has nothing to reach. */
    brief: boolean;
    onHide?: () => void;
    number: number;
}

interface BubbleOptions {
    brief?: boolean;
    onHide?: () => void;
}

const shown = signal<Shown | null>(null);
let last = 0;

/** Shows a bubble that points at an element, instead of the one that is there. */
export function showBubble(at: Element, content: ComponentChildren, options: BubbleOptions = {}): void {
    hideBubble();
    shown.value = { at, content, brief: options.brief ?? false, onHide: options.onHide, number: ++last };
}

export function hideBubble(): void {
    const gone = shown.peek();
    shown.value = null;
    gone?.onHide?.();
}

type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;
type Size = Pick<DOMRect, "width" | "height">;

export interface Place {
    left: number;
    top: number;
    side: "above" | "below" | "left" | "right";
    /** Where the tip is, along the edge that it leaves from. */
    tip: number;
}

const GAP = 12;
const EDGE = 8;

function within(value: number, size: number, room: number): number {
    return Math.max(EDGE, Math.min(value, room - EDGE - size));
}

/** Where a bubble of this size goes: below the thing, above it or beside it, never over it where there is room, never off the screen. */
export function placeBubble(at: Box, size: Size, screen: Size): Place {
    const x = at.left + at.width / 2;
    const y = at.top + at.height / 2;
    const room = {
        above: at.top - GAP - EDGE - size.height,
        below: screen.height - at.top - at.height - GAP - EDGE - size.height,
        left: at.left - GAP - EDGE - size.width,
        right: screen.width - at.left - at.width - GAP - EDGE - size.width,
    };
    const sides = ["above", "below", "left", "right"] as const;
    const side =
        sides.find((one) => room[one] >= 0) ??
        [...sides].sort((one, other) => room[other] - room[one])[0]!; /* the least of it covered */
    const upright = side === "above" || side === "below";
    const left = within(
        upright
            ? x - size.width / 2
            : side === "left"
              ? at.left - GAP - size.width
              : at.left + at.width + GAP,
        size.width,
        screen.width,
    );
    const top = within(
        upright
            ? side === "above"
                ? at.top - GAP - size.height
                : at.top + at.height + GAP
            : y - size.height / 2,
        size.height,
        screen.height,
    );
    const [along, length] = upright ? [x - left, size.width] : [y - top, size.height];
    return { left, top, side, tip: Math.max(18, Math.min(along, length - 18)) };
}

/** Puts the box beside what it points at, and keeps it there. */
function follow(box: HTMLElement, at: Element): void {
    const screen = document.documentElement;
    const place = placeBubble(at.getBoundingClientRect(), box.getBoundingClientRect(), {
        width: screen.clientWidth,
        height: window.innerHeight,
    });
    box.style.left = `${place.left}px`;
    box.style.top = `${place.top}px`;
    box.style.setProperty("--tip", `${place.tip}px`);
    box.dataset.side = place.side;
}

/** Gone with the next touch elsewhere, with Esc, with the thing that it points at, when the page scrolls or is another: from the
 *  moment on in which it is seen. */
function useHiding(box: { current: HTMLElement | null }, bubble: Shown | null): void {
    useLayoutEffect(() => {
        if (!bubble) return;
        const elsewhere = (event: Event) => {
            if (!box.current?.contains(event.target as Node)) hideBubble();
        };
        const key = (event: KeyboardEvent) => {
            if (event.key === "Escape" || (bubble.brief && !box.current?.contains(event.target as Node)))
                hideBubble();
        };
        const word = bubble.at.getAttribute("data-explain"); // the same box may become another thing
        const gone = new MutationObserver(() => {
            if (!bubble.at.isConnected || bubble.at.getAttribute("data-explain") !== word) hideBubble();
        });
        gone.observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-explain"] });
        const events: [string, EventListener][] = [
            ["pointerdown", elsewhere],
            ["keydown", key as EventListener],
            ["scroll", elsewhere],
            ["resize", hideBubble],
            ["hashchange", hideBubble],
        ];
        for (const [name, listener] of events) addEventListener(name, listener, true);
        return () => {
            gone.disconnect();
            for (const [name, listener] of events) removeEventListener(name, listener, true);
        };
    }, [bubble?.number]);
}

/** Where bubbles are shown: once a page, above everything. What they say is read out. */
export function Bubbles() {
    const bubble = shown.value;
    const box = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        if (!bubble || !box.current) return;
        box.current.showPopover();
        follow(box.current, bubble.at);
        return () => box.current?.hidePopover();
    }, [bubble?.number]);
    useHiding(box, bubble);
    return (
        <div class="bubble" role="status" popover="manual" ref={box}>
            {bubble?.content}
        </div>
    );
}
