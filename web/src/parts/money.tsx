import { thousands, number, t } from "../look/text";
import { choiceProps, classes, type Choice } from "./button";

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

export interface ChequeProps extends Choice {
    /** In thousands. */
    value: number;
    /** Face down: out of use until the next round. */
    down?: boolean;
    /** The small one, beside a name: the figure without its thousands. */
    small?: boolean;
    just?: boolean;
    move?: string;
    enter?: string;
    leave?: string;
}

export function Cheque(props: ChequeProps) {
    const { value, down, small, just, legal, chosen, illegal, onPick, move, enter, leave } = props;
    const look = classes(
        "cheque",
        small && "sm",
        down && "down",
        legal && "legal",
        chosen && "chosen",
        just && "just",
    );
    const where = { "data-move": move, "data-enter": enter, "data-leave": leave };
    const said =
        props.label ?? (down ? t("{sum}, face down", { sum: number(value * 1000) }) : number(value * 1000));
    const [figure, rest] = thousands(value);
    const inside = (
        <span aria-hidden="true">
            {figure}
            {!small && <small>{rest}</small>}
        </span>
    );
    if (onPick || illegal)
        return (
            <button class={look} {...where} {...choiceProps({ ...props, label: said })}>
                {inside}
            </button>
        );
    return (
        <span class={look} {...where}>
            {inside}
            <span class="vh">{said}</span>
        </span>
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
        <span class={classes("money", small && "sm", `v${value}`)} {...where}>
            {value}
        </span>
    );
}

/** Notes that overlap, then their sum. */
export function Pot({ notes, small, place }: { notes: number[]; small?: boolean; place?: string }) {
    const sum = notes.reduce((all, value) => all + value, 0);
    return (
        <span class="pot" data-place={place}>
            <span class="notes" aria-hidden="true">
                {notes.map((value, i) => (
                    <Note key={i} value={value} small={small} />
                ))}
            </span>
            <Money value={sum} />
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
        <div class="sums" role="group" aria-label={label}>
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
