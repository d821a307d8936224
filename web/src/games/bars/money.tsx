import { number, thousands } from "../../look/text";
import { choiceProps, classes, type Choice } from "../../parts/button";

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

/** A row of sums, each a button: those that can not be paid stay visible and say why. */
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
        <div class="bars-sums" role="group" aria-label={label}>
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
