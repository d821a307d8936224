/* Motion that shows where things went. Elements are known by attributes:
 *
 *   data-move="lot-3"      the same thing before and after: it moves from where it was to where it is
 *   data-enter="pile"      what was not there before comes from the element with data-place="pile"; "roll": it tumbles where it is
 *   data-turn              what comes so is turned over on its way
 *   data-leave="seat-2"    what is not there afterwards flies, as a copy, to data-place="seat-2"
 *
 * `await moving(root, change)` looks, lets `change` set signals, and moves what has moved. All times are multiplied by the
 * speed that the person has set; instant, reduced motion and hidden pages only change. */
import { speed } from "./settings";

export const TIMES = { ui: 160, flip: 320, move: 420, beat: 600, roll: 700, apart: 60 } as const;
const EASE = "cubic-bezier(.2, .7, .2, 1)";

interface Spot {
    rect: DOMRect;
    /** Where it lies, and where in it: what only moves together with its place has not moved. */
    home: string | undefined;
    x: number;
    y: number;
    copy?: HTMLElement;
    leave?: string;
}

/** What is not drawn on a small screen is taken to be at the corner of the place that it lies in. */
function spotOf(element: HTMLElement): Spot {
    const place = element.closest<HTMLElement>("[data-place]");
    const around = place?.getBoundingClientRect() ?? new DOMRect();
    const own = element.getBoundingClientRect();
    const rect = own.width || !place ? own : new DOMRect(around.left, around.top, 28, 18);
    return { rect, home: place?.dataset.place, x: rect.left - around.left, y: rect.top - around.top };
}

function look(root: ParentNode): Map<string, Spot> {
    const spots = new Map<string, Spot>();
    for (const element of root.querySelectorAll<HTMLElement>("[data-move]")) {
        const leave = element.dataset.leave;
        const copy = leave ? (element.cloneNode(true) as HTMLElement) : undefined;
        spots.set(element.dataset.move!, { ...spotOf(element), copy, leave });
    }
    return spots;
}

function place(root: ParentNode, name: string | undefined): DOMRect | undefined {
    const found = name && root.querySelector(`[data-place="${CSS.escape(name)}"]`);
    return found ? found.getBoundingClientRect() : undefined;
}

/** From the rectangle `from` seen from `to`, as a transform about the top left corner. */
function offset(from: DOMRect, to: DOMRect): string {
    const scale = to.width ? from.width / to.width : 1;
    return `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale})`;
}

/** Less than this is a line that has become longer, not a thing that has moved. */
const STIR = 8;

function near(a: number, b: number): boolean {
    return Math.abs(a - b) < STIR;
}

function same(a: Spot, b: Spot): boolean {
    const still = near(a.rect.left, b.rect.left) && near(a.rect.top, b.rect.top);
    const together = a.home !== undefined && a.home === b.home && near(a.x, b.x) && near(a.y, b.y);
    return near(a.rect.width, b.rect.width) && (still || together);
}

/** A thing of the size of `like` in the middle of a place. */
function inside(place: DOMRect, like: DOMRect): DOMRect {
    return new DOMRect(
        place.left + (place.width - like.width) / 2,
        place.top + (place.height - like.height) / 2,
        like.width,
        like.height,
    );
}

function slide(element: HTMLElement, from: DOMRect, to: DOMRect, order: number, fade: boolean): Animation {
    const turned = fade && element.dataset.turn !== undefined ? " perspective(600px) rotateY(88deg)" : "";
    const start: Keyframe = { transform: offset(from, to) + turned, transformOrigin: "0 0", zIndex: 9 };
    const end: Keyframe = { transform: "none", transformOrigin: "0 0", zIndex: 9 };
    if (fade) start.opacity = 0.4;
    return element.animate([start, end], {
        duration: TIMES.move * speed(),
        delay: order * TIMES.apart * speed(),
        easing: EASE,
        fill: "backwards",
    });
}

/** A copy of what has left, on top of everything, on its way to where it goes. */
function flyAway(spot: Spot, to: DOMRect, order: number): Animation {
    const copy = spot.copy!;
    const { rect } = spot;
    copy.removeAttribute("data-move");
    copy.setAttribute("aria-hidden", "true");
    copy.inert = true;
    Object.assign(copy.style, {
        position: "fixed",
        margin: "0",
        zIndex: "25",
        pointerEvents: "none",
        left: `${rect.left}px`,
        top: `${rect.top}px`,
        width: `${rect.width}px`,
        height: `${rect.height}px`,
    });
    document.body.append(copy);
    const goal = inside(to, rect);
    const end = `translate(${goal.left - rect.left}px, ${goal.top - rect.top}px) scale(.6)`;
    const flight = copy.animate([{ transform: "none" }, { transform: end, opacity: 0.5 }], {
        duration: TIMES.move * speed(),
        delay: order * TIMES.apart * speed(),
        easing: EASE,
        fill: "both",
    });
    flight.finished.catch(() => {}).finally(() => copy.remove());
    return flight;
}

/** The next frame; hidden pages have none, so time passes instead. */
export function frame(): Promise<void> {
    return new Promise((done) => {
        const late = setTimeout(done, 120);
        requestAnimationFrame(() => (clearTimeout(late), done()));
    });
}

/** A die that was rolled: up, round, and down where it lies. */
function tumble(element: HTMLElement, order: number): Animation {
    const lift = 16 + (order % 3) * 7;
    const keys: Keyframe[] = [
        { transform: `translateY(-${lift}px) rotate(-${200 + order * 25}deg)`, opacity: 0.3 },
        { transform: `translateY(-${lift}px) rotate(-90deg)`, opacity: 1, offset: 0.45 },
        { transform: "translateY(2px) rotate(12deg)", offset: 0.8 },
        { transform: "none" },
    ];
    return element.animate(keys, {
        duration: TIMES.roll * speed(),
        delay: order * TIMES.apart * speed(),
        easing: "ease-out",
        fill: "backwards",
    });
}

function land(
    root: HTMLElement,
    before: Map<string, Spot>,
    goes: (move: string) => string | undefined,
): Animation[] {
    const running: Animation[] = [];
    for (const element of root.querySelectorAll<HTMLElement>("[data-move]")) {
        const was = before.get(element.dataset.move!);
        before.delete(element.dataset.move!);
        const to = element.getBoundingClientRect();
        const source = was ? undefined : place(root, element.dataset.enter);
        if (!to.width || (was && same(was, spotOf(element)))) continue;
        if (was) running.push(slide(element, was.rect, to, running.length, false));
        else if (element.dataset.enter === "roll") running.push(tumble(element, running.length));
        else if (source) running.push(slide(element, inside(source, to), to, running.length, true));
    }
    for (const [move, spot] of before) {
        const to = place(root, goes(move) ?? spot.leave);
        if (spot.copy && to) running.push(flyAway(spot, to, running.length));
    }
    return running;
}

async function ended(running: Animation[]): Promise<void> {
    await Promise.allSettled(running.map((animation) => animation.finished));
}

/** `goes` may know better than `data-leave` where a thing flies. */
export async function moving(
    root: HTMLElement,
    change: () => void,
    goes: (move: string) => string | undefined = () => undefined,
): Promise<void> {
    if (speed() === 0) return change();
    const before = look(root);
    change();
    await frame();
    await ended(land(root, before, goes));
}

/** A pause of a beat, or of any time, at the person's speed. */
export function beat(milliseconds: number = TIMES.beat): Promise<void> {
    const time = milliseconds * speed();
    return time ? new Promise((done) => setTimeout(done, time)) : Promise.resolve();
}
