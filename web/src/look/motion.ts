/* Motion that shows where things went. Elements are known by attributes:
 *
 *   data-move="lot-3"      the same thing before and after: it moves from where it was to where it is
 *   data-enter="pile"      what was not there before comes from the element with data-place="pile"
 *   data-leave="seat-2"    what is not there afterwards flies, as a copy, to data-place="seat-2"
 *
 * `await moving(root, change)` looks, lets `change` set signals, and moves what has moved. All times are multiplied by the
 * speed that the person has set; instant, reduced motion and hidden pages only change. */
import { speed } from "./settings";

export const TIMES = { ui: 160, flip: 320, move: 420, beat: 600, roll: 700, apart: 60 } as const;
const EASE = "cubic-bezier(.2, .7, .2, 1)";

type Spot = { rect: DOMRect; copy?: HTMLElement; leave?: string };

function look(root: ParentNode): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-move]")) {
    const leave = element.dataset.leave;
    const copy = leave ? (element.cloneNode(true) as HTMLElement) : undefined;
    spots.set(element.dataset.move!, { rect: element.getBoundingClientRect(), copy, leave });
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

function same(a: DOMRect, b: DOMRect): boolean {
  return Math.abs(a.left - b.left) < 1 && Math.abs(a.top - b.top) < 1 && Math.abs(a.width - b.width) < 1;
}

function slide(element: HTMLElement, from: DOMRect, to: DOMRect, order: number, fade: boolean): Animation {
  const start: Keyframe = { transform: offset(from, to), transformOrigin: "0 0", zIndex: 9 };
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
    position: "fixed", margin: "0", zIndex: "25", pointerEvents: "none",
    left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`, height: `${rect.height}px`,
  });
  document.body.append(copy);
  const scale = Math.min(1, Math.max(0.3, to.width / rect.width));
  const end = `translate(${to.left - rect.left}px, ${to.top - rect.top}px) scale(${scale})`;
  const flight = copy.animate(
    [{ transform: "none", transformOrigin: "0 0" }, { transform: end, transformOrigin: "0 0", opacity: 0.5 }],
    { duration: TIMES.move * speed(), delay: order * TIMES.apart * speed(), easing: EASE, fill: "both" },
  );
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

function land(root: HTMLElement, before: Map<string, Spot>): Animation[] {
  const running: Animation[] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-move]")) {
    const was = before.get(element.dataset.move!);
    before.delete(element.dataset.move!);
    const from = was?.rect ?? place(root, element.dataset.enter);
    const to = element.getBoundingClientRect();
    if (from && !same(from, to)) running.push(slide(element, from, to, running.length, !was));
  }
  for (const spot of before.values()) {
    const to = place(root, spot.leave);
    if (spot.copy && to) running.push(flyAway(spot, to, running.length));
  }
  return running;
}

async function ended(running: Animation[]): Promise<void> {
  await Promise.allSettled(running.map((animation) => animation.finished));
}

export async function moving(root: HTMLElement, change: () => void): Promise<void> {
  if (speed() === 0) return change();
  const before = look(root);
  change();
  await frame();
  await ended(land(root, before));
}

/** A pause of a beat, or of any time, at the person's speed. */
export function beat(milliseconds: number = TIMES.beat): Promise<void> {
  const time = milliseconds * speed();
  return time ? new Promise((done) => setTimeout(done, time)) : Promise.resolve();
}

/** Turns a card over: `change` shows the other side at the moment the card is seen from its edge. */
export async function turning(element: Element, change: () => void): Promise<void> {
  if (speed() === 0) return change();
  const half = { duration: (TIMES.flip / 2) * speed() };
  await element.animate([{ transform: "none" }, { transform: "rotateY(90deg)" }], { ...half, easing: "ease-in" }).finished;
  change();
  await frame();
  await element.animate([{ transform: "rotateY(-90deg)" }, { transform: "none" }], { ...half, easing: "ease-out" }).finished;
}

/** Dice tumble and come to rest one after the other; `show` is given the die and a passing face, then `change` the true ones. */
export async function rolling(dice: Element[], show: (die: number, face: number) => void, change: () => void): Promise<void> {
  if (speed() === 0 || dice.length === 0) return change();
  const time = TIMES.roll * speed();
  const passing = setInterval(() => dice.forEach((_, die) => show(die, 1 + ((Date.now() >> 4) + die * 5) % 6)), 80);
  const running = dice.map((die, order) => {
    const lift = 14 + (order % 3) * 6;
    const keys = [
      { transform: "none" },
      { transform: `translateY(-${lift}px) rotate(${140 + order * 20}deg)`, offset: 0.45 },
      { transform: "translateY(0) rotate(350deg)", offset: 0.85 },
      { transform: "rotate(360deg)" },
    ];
    return die.animate(keys, { duration: time, delay: order * TIMES.apart * speed(), easing: "ease-out" });
  });
  await ended(running);
  clearInterval(passing);
  change();
}
