/* A ring around the thing that a lesson speaks of, with a tip that points at it. It follows the thing as the table moves. */
import { useEffect, useRef } from "preact/hooks";

const ROOM = 4; /* between the thing and its ring */

function isSeen({ top, bottom, left, right }: DOMRect): boolean {
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}

/** The first thing that is there to be seen: a lesson may name several, the best first. */
function find(selector: string): Element | null {
    for (const one of selector.split(","))
        for (const thing of document.querySelectorAll(`.table-page ${one}`))
            if (thing.getClientRects().length > 0) return thing;
    return null;
}

function follow(ring: HTMLElement, selector: string): void {
    const box = find(selector)?.getBoundingClientRect();
    ring.hidden = !box;
    if (!box) return;
    const [left, top] = [Math.max(2, box.left - ROOM), Math.max(2, box.top - ROOM)];
    ring.style.left = `${left}px`;
    ring.style.top = `${top}px`;
    ring.style.width = `${Math.min(innerWidth - 2, box.right + ROOM) - left}px`;
    ring.style.height = `${Math.min(innerHeight - 2, box.bottom + ROOM) - top}px`;
}

export function Ring({ at }: { at: string }) {
    const ring = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const thing = find(at);
        if (thing && !isSeen(thing.getBoundingClientRect())) thing.scrollIntoView({ block: "center" });
        let next = 0;
        const draw = () => {
            follow(ring.current!, at);
            next = requestAnimationFrame(draw);
        };
        draw();
        return () => cancelAnimationFrame(next);
    }, [at]);
    return <div class="coach-ring" ref={ring} aria-hidden="true" hidden />;
}
