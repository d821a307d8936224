/* The result as a picture to send: the headline and the columns, in the colours of the page. */
import type { Position } from "../engine";
import type { Art } from "../look/art";
import { paintSymbol, type Paints } from "../look/paint";
import type { Result } from "./module";
import { column, headline, marginSaid, ranking, type Piece, type Ranked } from "./ranking";
import { gameTitle } from "./registry";

export const WIDTH = 1200;
export const HEIGHT = 630;
const EDGE = 48;
const TOP = 172; /* of the panel with the columns */
const HEAD = 128; /* above a column: name, points, margin */
const ROUND = 24;

/** Colours and fonts as the page has them where `page` is. */
class Look {
    private readonly probe = document.createElement("i");

    constructor(page: Element) {
        this.probe.hidden = true;
        page.append(this.probe);
    }

    colour(name: string, classes = ""): string {
        this.probe.className = classes;
        this.probe.style.color = `var(${name})`;
        return getComputedStyle(this.probe).color;
    }

    /** The colour of a tone, and what is written on it. */
    tone(classes: string): { back: string; ink: string } {
        const ink = getComputedStyle(this.classed(classes)).getPropertyValue("--tone-ink");
        return {
            back: this.colour("--tone", classes),
            ink: ink ? this.colour("--tone-ink", classes) : "#fff",
        };
    }

    font(name: "--font-ui" | "--font-display"): string {
        return getComputedStyle(this.probe).getPropertyValue(name);
    }

    private classed(classes: string): Element {
        this.probe.className = classes;
        return this.probe;
    }

    close(): void {
        this.probe.remove();
    }
}

interface Painting {
    on: CanvasRenderingContext2D;
    look: Look;
    result: Result;
    at: Position;
}

interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}

interface Style {
    font: string;
    colour: string;
    align?: CanvasTextAlign;
    room?: number;
}

/** A line of text, a little smaller if there is not the room. */
function write(
    { on }: Painting,
    text: string,
    x: number,
    y: number,
    { font, colour, align, room }: Style,
): void {
    Object.assign(on, { font, fillStyle: colour, textAlign: align ?? "left", textBaseline: "alphabetic" });
    on.fillText(text, x, y, room);
}

function panel(
    { on }: Painting,
    { x, y, width, height }: Box,
    back: string,
    line?: string,
    radius = ROUND,
): void {
    on.beginPath();
    on.roundRect(x, y, width, height, radius);
    on.fillStyle = back;
    on.fill();
    if (!line) return;
    on.strokeStyle = line;
    on.lineWidth = 3;
    on.setLineDash([]);
    on.stroke();
}

function seatClass(seat: number): string {
    return `seat-p${(seat % 8) + 1}`;
}

function paintPiece(painting: Painting, piece: Piece, seat: number, box: Box): void {
    const { on, look, result } = painting;
    const { back, ink } = look.tone(`${seatClass(seat)} ${piece.tone}`);
    on.fillStyle = back;
    on.fillRect(box.x, box.y, box.width, box.height - 1);
    if (box.height < 26) return;
    const text = `+${result.said(piece.points)}`;
    on.font = `700 20px ${look.font("--font-ui")}`;
    const wide = on.measureText(text).width;
    const figure = piece.art && box.width >= wide + 44 ? 28 : 0;
    if (wide > box.width - 8) return;
    const left = box.x + (box.width - wide - (figure ? figure + 8 : 0)) / 2;
    const middle = box.y + box.height / 2;
    const paints: Paints = { figure: ink, k2: back, k3: ink };
    if (figure) paintSymbol(on, piece.art!, left, middle - figure / 2 - 1, figure, paints);
    const x = left + (figure ? figure + 8 : 0);
    write(painting, text, x, middle + 7, { font: on.font, colour: ink });
}

/** What was lost: a hatched box below the line. */
function paintLost({ on, look }: Painting, { x, y, width, height }: Box): void {
    const bad = look.colour("--bad");
    on.save();
    on.beginPath();
    on.rect(x, y, width, height);
    on.clip();
    on.strokeStyle = bad;
    on.globalAlpha = 0.4;
    on.lineWidth = 2;
    for (let i = -height; i < width; i += 10) {
        on.beginPath();
        on.moveTo(x + i, y + height);
        on.lineTo(x + i + height, y);
        on.stroke();
    }
    on.restore();
    on.strokeStyle = bad;
    on.lineWidth = 2;
    on.strokeRect(x + 1, y, width - 2, height - 1);
}

/** Shape, name, points and how far ahead or behind, above the column. */
function paintHead(painting: Painting, one: Ranked, box: Box, top: number): void {
    const { on, look, result, at } = painting;
    const [ui, ink] = [look.font("--font-ui"), look.colour("--ink")];
    const middle = box.x + box.width / 2;
    const room = box.width - 12;
    const name = at.names[one.seat]!;
    on.font = `650 24px ${ui}`;
    const wide = Math.min(on.measureText(name).width, room - 34);
    const seat = look.colour("--seat", seatClass(one.seat));
    const paints = { figure: seat, k2: seat, k3: seat };
    paintSymbol(on, `s${(one.seat % 8) + 1}` as Art, middle - wide / 2 - 17, top - HEAD + 12, 24, paints);
    const centred = { colour: ink, align: "center" as const, room };
    write(painting, name, middle + 16, top - HEAD + 33, { ...centred, font: on.font, room: room - 34 });
    write(painting, result.said(one.total), middle, top - HEAD + 84, { ...centred, font: `800 52px ${ui}` });
    const margin = { ...centred, colour: look.colour("--ink-2"), font: `500 20px ${ui}` };
    write(painting, marginSaid(result, one), middle, top - 14, margin);
    if (!one.wins) return;
    const lit = look.colour("--lit");
    paintSymbol(on, "i-crown", middle - 20, top - HEAD - 32, 40, { figure: lit, k2: lit, k3: lit });
}

interface Scale {
    ground: number;
    point: number;
}

function paintSeat(painting: Painting, one: Ranked, box: Box, { ground, point }: Scale): void {
    const { on } = painting;
    const { above, won, lost } = column(one.parts);
    const inner = { x: box.x + box.width * 0.1, width: box.width * 0.8 };
    const top = ground - won * point;
    on.save();
    on.beginPath();
    on.roundRect(inner.x, top, inner.width, Math.max(0, ground - top), [12, 12, 0, 0]);
    on.clip();
    let y = ground;
    for (const piece of above) {
        y -= piece.size * point;
        paintPiece(painting, piece, one.seat, { ...inner, y, height: piece.size * point });
    }
    on.restore();
    if (lost > 0) paintLost(painting, { ...inner, y: ground, height: lost * point });
    paintHead(painting, one, box, top);
}

function paintColumns(painting: Painting, ranked: readonly Ranked[]): void {
    const { on, look } = painting;
    const columns = ranked.map(({ parts }) => column(parts));
    const won = Math.max(1, ...columns.map((one) => one.won));
    const lost = Math.max(0, ...columns.map((one) => one.lost));
    const frame = { x: EDGE, y: TOP, width: WIDTH - 2 * EDGE, height: HEIGHT - TOP - EDGE / 2 };
    panel(painting, frame, look.colour("--surface"), look.colour("--line"));
    const inside = { x: frame.x + 16, y: frame.y + 16, width: frame.width - 32, height: frame.height - 32 };
    const point = (inside.height - HEAD - 44) / (won + lost);
    const ground = inside.y + inside.height - 8 - lost * point;
    const width = inside.width / ranked.length;
    ranked.forEach((one, i) => {
        const box = { ...inside, x: inside.x + i * width, width };
        if (one.wins) panel(painting, box, look.colour("--lit-fill"), look.colour("--lit"));
        paintSeat(painting, one, box, { ground, point });
    });
    on.fillStyle = look.colour("--ink");
    on.fillRect(inside.x, ground - 1, inside.width, 3);
}

/** Draws the result on `canvas`; `page` is where the colours come from, `mark` the kind of game: "Practice". */
export function paintResult(
    canvas: HTMLCanvasElement,
    page: Element,
    result: Result,
    at: Position,
    mark?: string,
): void {
    const on = canvas.getContext("2d")!;
    const look = new Look(page);
    const painting = { on, look, result, at };
    const ranked = ranking(result, at);
    const [display, ink] = [look.font("--font-display"), look.colour("--ink")];
    on.fillStyle = look.colour("--table");
    on.fillRect(0, 0, WIDTH, HEIGHT);
    write(painting, gameTitle(at.game), EDGE, 74, {
        font: `600 34px ${display}`,
        colour: look.colour("--brand"),
    });
    if (mark)
        write(painting, mark, WIDTH - EDGE, 74, {
            font: `600 28px ${look.font("--font-ui")}`,
            colour: look.colour("--ink-2"),
            align: "right",
        });
    const room = WIDTH - 2 * EDGE;
    write(painting, headline(result, ranked, at), EDGE, 148, {
        font: `600 68px ${display}`,
        colour: ink,
        room,
    });
    paintColumns(painting, ranked);
    look.close();
}
