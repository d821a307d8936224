/* Symbols of the sprite on a canvas, in given colours: for pictures that leave the page. An image of the svg would need an
 * address that the page's policy does not allow. */
import type { Art } from "./art";

/** currentColor, and the custom properties that symbols know: see art.ts. */
export interface Paints {
    figure: string;
    k2: string;
    k3: string;
}

type Inherited = Pick<CanvasRenderingContext2D, "lineWidth"> & { fill: string; stroke: string };

function colourOf(word: string | null, inherited: string, { figure, k2, k3 }: Paints): string {
    if (word === null) return inherited;
    if (word === "currentColor") return figure;
    if (word.startsWith("var(--k2")) return k2;
    if (word.startsWith("var(--k3")) return k3;
    return word === "none" || word.startsWith("var(") ? "" : word;
}

function numberOf(element: Element, name: string): number {
    return Number(element.getAttribute(name) ?? 0);
}

function outline(element: Element): Path2D | null {
    const [x, y] = [numberOf(element, "cx"), numberOf(element, "cy")];
    const path = new Path2D();
    switch (element.tagName) {
        case "path":
            return new Path2D(element.getAttribute("d")!);
        case "circle":
            path.arc(x, y, numberOf(element, "r"), 0, 2 * Math.PI);
            return path;
        case "ellipse":
            path.ellipse(x, y, numberOf(element, "rx"), numberOf(element, "ry"), 0, 0, 2 * Math.PI);
            return path;
        case "rect":
            path.roundRect(
                numberOf(element, "x"),
                numberOf(element, "y"),
                numberOf(element, "width"),
                numberOf(element, "height"),
                numberOf(element, "rx"),
            );
            return path;
        default:
            return null;
    }
}

function paintElement(
    on: CanvasRenderingContext2D,
    element: Element,
    above: Inherited,
    paints: Paints,
): void {
    const fill = colourOf(element.getAttribute("fill"), above.fill, paints);
    const stroke = colourOf(element.getAttribute("stroke"), above.stroke, paints);
    const lineWidth = numberOf(element, "stroke-width") || above.lineWidth;
    for (const child of element.children) paintElement(on, child, { fill, stroke, lineWidth }, paints);
    const path = outline(element);
    if (!path) return;
    on.setLineDash(
        (element.getAttribute("stroke-dasharray") ?? "").split(/[ ,]+/).filter(Boolean).map(Number),
    );
    Object.assign(on, {
        fillStyle: fill,
        strokeStyle: stroke,
        lineWidth,
        lineCap: "round",
        lineJoin: "round",
    });
    if (fill) on.fill(path);
    if (stroke) on.stroke(path);
}

/** A symbol as a square of `size` with its upper left corner at `x`, `y`. */
export function paintSymbol(
    on: CanvasRenderingContext2D,
    art: Art,
    x: number,
    y: number,
    size: number,
    paints: Paints,
): void {
    const symbol = document.getElementById(`art-${art}`);
    const width = Number(symbol?.getAttribute("viewBox")?.split(" ")[2]);
    if (!symbol || !width) return;
    on.save();
    on.translate(x, y);
    on.scale(size / width, size / width);
    for (const child of symbol.children)
        paintElement(on, child, { fill: "#000", stroke: "", lineWidth: 1 }, paints);
    on.restore();
}
