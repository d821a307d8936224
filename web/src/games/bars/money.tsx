import { number, thousands } from "../../look/text";
import { choiceProps, classes, type Choice } from "../../parts/button";

/** "65,000", in words; `value` is in thousands, as everywhere in this game. */
export function money(value: number): string {
    return number(value * 1000);
}

/** "65,000": the figure large, the thousands small. `value` is in thousands. */
export function Money({ value, class: name }: { value: number; class?: string }) {
    const [figure, rest] = thousands(value);
    return (
        <b class={classes("num", name)}>
            {figure}
            <small>{rest}</small>
        </b>
    );
}

/** A money card of bars: value and colour. */
export function Note({
    value,
    small,
    move,
    enter,
    leave,
}: {
    value: number;
    small?: boolean;
    move?: string;
    enter?: string;
    leave?: string;
}) {
    const where = { "data-move": move, "data-enter": enter, "data-leave": leave };
    return (
        <span class={classes("bars-note", small && "sm", `v${value}`)} {...where}>
            {value}
        </span>
    );
}

/** So many sums are as wide as a thumb, on a phone, in the rows that `columns` gives them. */
const THUMBS = 14;

/** How many sums stand in a row, so that all of them are in sight: in the bar below the board, and in the column beside it. */
function columns(n: number): { "--wide": number; "--narrow": number } {
    const rows = n <= 7 ? 1 : n <= 18 ? 2 : 3;
    return { "--wide": Math.ceil(n / rows), "--narrow": n <= 16 ? 4 : n <= 30 ? 5 : 7 };
}

/** Sums, each a button: those that can not be paid stay visible and say why. */
export function Sums({
    options,
    chosen,
    onPick,
    why,
    label,
}: {
    options: number[];
    chosen?: number;
    onPick: (value: number) => void;
    why?: (value: number) => Choice["illegal"];
    label: string;
}) {
    return (
        <div
            class={classes("bars-sums act-wide", options.length > THUMBS && "many")}
            role="group"
            aria-label={label}
            style={columns(options.length)}
        >
            {options.map((value) => (
                <button
                    key={value}
                    {...choiceProps({
                        onPick: () => onPick(value),
                        illegal: why?.(value),
                        chosen: value === chosen,
                        label: number(value * 1000),
                    })}
                >
                    {value}
                </button>
            ))}
        </div>
    );
}
