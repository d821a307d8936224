/* Everybody's chance over the game as a stack, which is always 100 high: what one gains others lose. The seat that is looked at
 * lies at the bottom, where a band can be read exactly; the winner is on top. Below it the luck of the same seat. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef, type MutableRef } from "preact/hooks";
import type { Analysis, Decision } from "../analysis";
import { spread } from "../games/course";
import { number, signed, t } from "../look/text";
import { classes } from "../parts";
import { balance, bands, chances, marked, sharesAt, turningPoints, type Band, type Turn } from "./figures";
import { Verdict } from "./verdict";

export interface GraphProps {
    analysis: Analysis;
    /** The seat that is looked at. */
    seat: number;
    names: readonly string[];
    /** The line at the cursor, and the last one. */
    at: number;
    last: number;
    /** The lines that begin rounds. */
    rounds: readonly number[];
    goTo: (line: number) => void;
    /** What happened at the cursor, in words. */
    said: string;
}

type Size = readonly [number, number];
const FIRST_SIZE: Size = [1000, 200];

/** How large a thing is on the screen. */
function useSize(box: MutableRef<HTMLElement | null>): Size {
    const size = useSignal<Size>(FIRST_SIZE);
    useEffect(() => {
        const watch = new ResizeObserver(([entry]) => {
            const { width, height } = entry!.contentRect;
            if (width > 0 && height > 0) size.value = [width, height];
        });
        watch.observe(box.current!);
        return () => watch.disconnect();
    }, []);
    return size.value;
}

/** A line in steps through the tops of a band, or through what lies below it. */
function stepsOf(
    { points }: Band,
    side: "low" | "high",
    [width, height]: Size,
    last: number,
): [number, number][] {
    const x = (line: number) => (line / last) * width;
    const corners: [number, number][] = [];
    for (const [i, point] of points.entries()) {
        const y = height * (1 - point[side]);
        if (i > 0) corners.push([x(point.line), corners.at(-1)![1]]);
        corners.push([x(point.line), y]);
    }
    corners.push([width, corners.at(-1)![1]]);
    return corners;
}

function pathOf(corners: readonly [number, number][]): string {
    return corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
}

function areaOf(band: Band, size: Size, last: number): string {
    const top = stepsOf(band, "high", size, last);
    const bottom = stepsOf(band, "low", size, last).reverse();
    return `M${pathOf(top)}L${pathOf(bottom)}Z`;
}

/** The patterns of the seats, as on their dice; colour is the second sign, the name the third. */
const PATTERNS = [
    "",
    "M-1 7L7 -1M-1 13L13 -1M5 13L13 5",
    "M3 3h2v2h-2zM9 9h2v2h-2z",
    "M0 3.500H12M0 9.500H12",
    "M0 3l3 3l3-3l3 3l3-3M0 9l3 3l3-3l3 3l3-3",
    "M0 6H12M6 0V12",
    "M3 0V12M9 0V12",
    "M-2 4L8 14M4 -2L14 8M-2 -2L14 14",
];

function Patterns({ seats }: { seats: readonly number[] }) {
    return (
        <defs>
            {seats.map((seat) => (
                <pattern
                    key={seat}
                    id={`review-pattern-${seat}`}
                    class={`seat-p${(seat % 8) + 1}`}
                    width="12"
                    height="12"
                    patternUnits="userSpaceOnUse"
                >
                    <path class="review-pattern" d={PATTERNS[seat % 8]} />
                </pattern>
            ))}
        </defs>
    );
}

/** Where a name has most room in its band: the middle of the stretch that is highest, and how high it is. A name reaches so far
 * to both sides, in parts of the graph. */
function placeOfName({ points }: Band, last: number, reach: number): { x: number; y: number; room: number } {
    let best = { x: 0.5, y: 0.5, room: 0 };
    for (let x = reach; x <= 1 - reach; x += 0.02) {
        const [from, to] = [(x - reach) * last, (x + reach) * last];
        const inside = points.filter(({ line }, i) => line <= to && (points[i + 1]?.line ?? Infinity) > from);
        const low = Math.max(...inside.map((point) => point.low));
        const high = Math.min(...inside.map((point) => point.high));
        if (high - low > best.room + 0.02) best = { x, y: (low + high) / 2, room: high - low };
    }
    return best;
}

const NAME_HEIGHT = 17;
const LETTER_WIDTH = 9; /* at the most; and the space beside a name */

function Names({
    all,
    names,
    seat,
    size,
    last,
}: {
    all: Band[];
    names: readonly string[];
    seat: number;
    size: Size;
    last: number;
}) {
    return (
        <>
            {all.map((band) => {
                const reach = (LETTER_WIDTH * (names[band.seat]!.length + 1)) / 2 / size[0];
                const { x, y, room } = placeOfName(band, last, reach);
                if (room * size[1] < NAME_HEIGHT) return null;
                return (
                    <span
                        key={band.seat}
                        class={classes("review-name", band.seat === seat && "me")}
                        data-clip
                        style={{ left: `${x * 100}%`, top: `${(1 - y) * 100}%` }}
                    >
                        {names[band.seat]}
                    </span>
                );
            })}
        </>
    );
}

/** Numbered flags above the graph, side by side where they would cover each other. */
function Flags({ turns, width, last }: { turns: readonly Turn[]; width: number; last: number }) {
    const FLAG = 20;
    const places = spread(
        turns.map(({ line }) => line / last),
        FLAG / Math.max(width, FLAG * 12),
    );
    return (
        <>
            {turns.map(({ line }, i) => (
                <b key={line} class="review-flag num" style={{ left: `${places[i]! * 100}%` }}>
                    {i + 1}
                </b>
            ))}
        </>
    );
}

/** On the band of the seat, at the height of its chance before the choice. The gravest lie on top. */
function Marks({
    decisions,
    analysis,
    last,
}: {
    decisions: readonly Decision[];
    analysis: Analysis;
    last: number;
}) {
    const order = [...decisions].sort((a, b) => a.loss - b.loss);
    return (
        <>
            {order.map((one) => (
                <span
                    key={one.line}
                    class="review-mark"
                    style={{
                        left: `${(one.line / last) * 100}%`,
                        top: `${(1 - sharesAt(analysis, one.line - 1)[one.seat]!) * 100}%`,
                    }}
                >
                    <Verdict mark={one.mark} />
                </span>
            ))}
        </>
    );
}

/** What chance did for the seat: above the line it helped, below it hurt. */
function Luck({ analysis, seat, last }: { analysis: Analysis; seat: number; last: number }) {
    const all = analysis.steps.map(({ line, luck }) => ({ line, luck: luck[seat]! }));
    const most = Math.max(0.01, ...all.map(({ luck }) => Math.abs(luck)));
    const sum = balance(analysis.players[seat]!).terms.luck; // as the balance says it
    return (
        <div class="review-luck">
            <p>
                <b>{t("Luck")}</b> <span>{t("above the line it helped, below it hurt")}</span>{" "}
                <b class="num">{signed(sum)}</b>
            </p>
            <svg viewBox={`0 -1 ${last} 2`} preserveAspectRatio="none" aria-hidden="true">
                <path class="review-luck-line" d={`M0 0H${last}`} />
                {all
                    .filter(({ luck }) => Math.abs(luck) > most / 100)
                    .map(({ line, luck }) => (
                        <path key={line} d={`M${line} 0V${(-luck / most) * 0.96}`} />
                    ))}
            </svg>
        </div>
    );
}

/** All of it can be dragged along; arrows go on by an event. */
function Cursor({ at, last, goTo, said }: Pick<GraphProps, "at" | "last" | "goTo" | "said">) {
    return (
        <input
            class="review-cursor"
            type="range"
            min={0}
            max={last}
            value={at}
            aria-label={t("Moment of the game")}
            aria-valuetext={said}
            onInput={(event) => goTo(Number(event.currentTarget.value))}
        />
    );
}

function Legend() {
    return (
        <ul class="review-legend">
            <li>
                <b class="review-flag num">1</b>
                {t("turning point")}
            </li>
            <li>
                <Verdict mark="doubtful" />
                {t("doubtful")}
            </li>
            <li>
                <Verdict mark="mistake" />
                {t("mistake")}
            </li>
            <li>
                <Verdict mark="blunder" />
                {t("blunder")}
            </li>
            <li>
                <i class="review-fair-sign" />
                {t("fair share")}
            </li>
        </ul>
    );
}

/** Names of rounds stand in the middle of them; where there are many, their numbers alone. */
function Rounds({ rounds, last }: { rounds: readonly number[]; last: number }) {
    const MANY = 5;
    return (
        <div class="review-rounds" aria-hidden="true">
            {rounds.map((from, i) => {
                const to = rounds[i + 1] ?? last;
                const label = rounds.length < MANY ? t("Round {n}", { n: i + 1 }) : number(i + 1);
                return (
                    <span key={from} data-clip style={{ left: `${((from + to) / 2 / last) * 100}%` }}>
                        {label}
                    </span>
                );
            })}
        </div>
    );
}

export function Graph(props: GraphProps) {
    const { analysis, seat, names, at, last, rounds } = props;
    const field = useRef<HTMLDivElement>(null);
    const size = useSize(field);
    const all = useMemo(() => bands(analysis, seat), [analysis, seat]);
    const turns = useMemo(() => turningPoints(analysis), [analysis]);
    const decisions = useMemo(() => marked(analysis, seat), [analysis, seat]);
    const fair = 1 / analysis.players.length;
    const [width, height] = size;
    const own = all[0]!;
    const now = chances(sharesAt(analysis, at));
    const said = `${props.said} ${names.map((name, one) => `${name} ${now[one]}`).join(", ")}`;
    return (
        <figure class="review-graph" aria-label={t("Chance of winning")}>
            <Legend />
            <div class="review-plot">
                <div class="review-axis num" aria-hidden="true">
                    {[100, 50, 0].map((one) => (
                        <span key={one} style={{ top: `${100 - one}%` }}>
                            {one}
                        </span>
                    ))}
                </div>
                <div class="review-field" ref={field}>
                    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
                        <Patterns seats={all.map((band) => band.seat)} />
                        {all.map((band) => {
                            const area = areaOf(band, size, last);
                            return (
                                <g
                                    key={band.seat}
                                    class={classes(
                                        "review-band",
                                        `seat-p${(band.seat % 8) + 1}`,
                                        band === own && "me",
                                    )}
                                >
                                    <path d={area} />
                                    <path
                                        d={area}
                                        fill={`url(#review-pattern-${band.seat})`}
                                        class="review-hatch"
                                    />
                                </g>
                            );
                        })}
                        {all.slice(0, -1).map((band) => (
                            <path
                                key={band.seat}
                                class={classes(
                                    "review-edge",
                                    `seat-p${(band.seat % 8) + 1}`,
                                    band === own && "me",
                                )}
                                d={`M${pathOf(stepsOf(band, "high", size, last))}`}
                            />
                        ))}
                        {rounds.slice(1).map((line) => (
                            <path
                                key={line}
                                class="review-round"
                                d={`M${(line / last) * width} 0V${height}`}
                            />
                        ))}
                        {turns.map(({ line }) => (
                            <path key={line} class="review-stem" d={`M${(line / last) * width} 0v6`} />
                        ))}
                        <path class="review-fair" d={`M0 ${height * (1 - fair)}H${width}`} />
                    </svg>
                    <div aria-hidden="true">
                        <Names all={all} names={names} seat={seat} size={size} last={last} />
                        <Flags turns={turns} width={width} last={last} />
                        <Marks decisions={decisions} analysis={analysis} last={last} />
                        <i class="review-now" style={{ left: `${(at / last) * 100}%` }} />
                    </div>
                    <Cursor at={at} last={last} goTo={props.goTo} said={said} />
                </div>
                <Rounds rounds={rounds} last={last} />
                <Luck analysis={analysis} seat={seat} last={last} />
            </div>
        </figure>
    );
}
