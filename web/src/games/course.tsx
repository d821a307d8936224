/* The points after each round as lines: a player's colour, shape and name at its end. The table behind it says the same. */
import type { Position } from "../engine";
import type { Art } from "../look/art";
import { t } from "../look/text";
import { classes, Sym } from "../parts";
import type { Result } from "./module";

interface Mark {
    label: string;
    totals: readonly number[];
}

const MOST_COLUMNS = 7; /* of a table that is seen, too */
const GAP = 0.085; /* of the height: two names below each other */

/** Where names stand so that none covers another: as near to where they belong as may be. From 0 to 1, the highest first. */
export function spread(wanted: readonly number[], gap = GAP): number[] {
    const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
    const found = [...wanted];
    let least = 0;
    for (const i of order) least = (found[i] = Math.max(found[i]!, least)) + gap;
    let most = 1;
    for (const i of order.reverse()) most = (found[i] = Math.min(found[i]!, most)) - gap;
    return found;
}

/** Round numbers for the lines across: at most four of them. */
function steps(least: number, most: number): number[] {
    const rough = (most - least) / 4;
    const ten = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
    const step = [1, 2, 5, 10].map((n) => n * ten).find((n) => n >= rough)!;
    const first = Math.ceil(least / step);
    const count = Math.floor(most / step) - first + 1;
    return Array.from({ length: count }, (_, i) => (first + i) * step);
}

function marksOf({ rounds = [], start, seats }: Result): Mark[] {
    return [{ label: t("start"), totals: start ?? seats.map(() => 0) }, ...rounds];
}

function Texts({ marks, at, result }: { marks: Mark[]; at: Position; result: Result }) {
    return (
        <div class={classes("course-figures", marks.length > MOST_COLUMNS && "vh")}>
            <table class="course-table">
                <thead>
                    <tr>
                        <td />
                        {marks.map(({ label }) => (
                            <th scope="col" key={label}>
                                {label}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {at.names.map((name, seat) => (
                        <tr key={seat}>
                            <th scope="row">{name}</th>
                            {marks.map(({ label, totals }) => (
                                <td key={label} class="num">
                                    {result.said(totals[seat]!)}
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** Names of rounds below the picture: all of them, or every second, fifth … where there are many. */
function shownLabels(count: number): (i: number) => boolean {
    const every = Math.ceil(count / 8);
    return (i) => i === count - 1 || (i % every === 0 && count - 1 - i >= every / 2);
}

function Plot({ marks, at, result }: { marks: Mark[]; at: Position; result: Result }) {
    const all = marks.flatMap(({ totals }) => totals);
    const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
    const down = (points: number) => (most - points) / (most - least);
    const across = (i: number) => i / (marks.length - 1);
    const last = marks.at(-1)!.totals;
    const places = spread(last.map(down));
    const lines = steps(least, most);
    const isShown = shownLabels(marks.length);
    const order = last.map((_, seat) => seat).sort((a, b) => Number(a === at.you) - Number(b === at.you));
    return (
        <div
            class="course-plot"
            aria-hidden="true"
            style={{ "--signs": Math.max(...lines.map((points) => result.said(points).length)) }}
        >
            <div class="course-field">
                <svg viewBox="0 0 100 100" preserveAspectRatio="none">
                    {lines.map((points) => (
                        <path key={points} class="course-step" d={`M0 ${down(points) * 100}H100`} />
                    ))}
                    {marks.map((_, i) => (
                        <path key={i} class="course-round" d={`M${across(i) * 100} 0V100`} />
                    ))}
                    {order.map((seat) => (
                        <path
                            key={seat}
                            class={classes("course-line", `seat-p${(seat % 8) + 1}`, seat === at.you && "me")}
                            d={`M${marks
                                .map(({ totals }, i) => `${across(i) * 100} ${down(totals[seat]!) * 100}`)
                                .join("L")}`}
                        />
                    ))}
                </svg>
                {lines.map((points) => (
                    <span key={points} class="course-points num" style={{ top: `${down(points) * 100}%` }}>
                        {result.said(points)}
                    </span>
                ))}
                {marks.map(({ label }, i) =>
                    isShown(i) ? (
                        <span key={i} class="course-label num" style={{ left: `${across(i) * 100}%` }}>
                            {label}
                        </span>
                    ) : null,
                )}
                {order.flatMap((seat) =>
                    marks.map(({ totals }, i) =>
                        i === 0 || (marks.length > 12 && i < marks.length - 1) ? null : (
                            <span
                                key={`${seat}-${i}`}
                                class={`course-mark seat-p${(seat % 8) + 1}`}
                                style={{ left: `${across(i) * 100}%`, top: `${down(totals[seat]!) * 100}%` }}
                            >
                                <Sym art={`s${(seat % 8) + 1}` as Art} />
                            </span>
                        ),
                    ),
                )}
            </div>
            <div class="course-names">
                {at.names.map((name, seat) => (
                    <span
                        key={seat}
                        class={classes(seat === at.you && "me")}
                        style={{ top: `${places[seat]! * 100}%` }}
                    >
                        <Sym art={`s${(seat % 8) + 1}` as Art} class={`seat-p${(seat % 8) + 1}`} />
                        <i>{name}</i> <b class="num">{result.said(last[seat]!)}</b>
                    </span>
                ))}
            </div>
        </div>
    );
}

/** How the points grew; nothing where the game does not say. */
export function CoursePanel({ at, result }: { at: Position; result: Result }) {
    if (!result.rounds?.length) return null;
    const marks = marksOf(result);
    return (
        <section class="panel result-course">
            <h3>{result.course ?? t("Points after each round")}</h3>
            <Plot marks={marks} at={at} result={result} />
            <Texts marks={marks} at={at} result={result} />
        </section>
    );
}
