import { number, t, thousands } from "../../look/text";
import { choiceProps, classes, type Choice } from "../../parts/button";

export interface ChequeProps extends Choice {
    /** In thousands. */
    value: number;
    /** Face down: out of use until the next round. */
    down?: boolean;
    /** The small one, beside a name: the figure without its thousands. */
    small?: boolean;
    just?: boolean;
    /** On the table, not in a hand. */
    lies?: "table";
    /** It is what was bid in this auction. */
    bid?: boolean;
    move?: string;
    enter?: string;
    leave?: string;
}

export function Cheque(props: ChequeProps) {
    const { value, down, small, just, bid, lies, legal, chosen, illegal, onPick, move, enter, leave } = props;
    const look = classes(
        "loot-cheque",
        small && "sm",
        down && "down",
        legal && "legal",
        chosen && "chosen",
        just && "just",
        bid && "bid",
    );
    const where = {
        "data-explain": `cheque:${lies ?? (down ? "down" : "up")}`,
        "data-move": move,
        "data-enter": enter,
        "data-leave": leave,
    };
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
