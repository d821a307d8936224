import type { BarsBar } from "../../engine";
import { t } from "../../look/text";
import { choiceProps, classes, type Choice } from "../../parts/button";
import { PlainDie } from "../../parts/die";
import { SeatMark } from "../../parts/seat";
import { Sym } from "../../parts/sym";
import { BAR_NAMES } from "./houses";

/** The sign above a bar; neon in the dark. */
export function BarSign({ bar }: { bar: BarsBar }) {
    return (
        <span class={classes("bars-sign", `bars-c-${bar}`)} data-explain={`bar:${bar}`}>
            <Sym art={bar} />
            <b>{BAR_NAMES[bar]}</b>
        </span>
    );
}

export interface BarCardProps extends Choice {
    bar: BarsBar;
    raid?: boolean;
    /** The die symbol, 1 to 6. */
    die: number;
    /** Who has played it. */
    owner?: { seat: number; name: string };
    just?: boolean;
    faded?: boolean;
    move?: string;
    enter?: string;
    leave?: string;
    /** Turned over on its way. */
    turn?: boolean;
}

/** A gambler or a raid: colour and sign of the house, figure, die symbol, owner. As wide as where it stands. */
export function BarCard(props: BarCardProps) {
    const { bar, raid, die, owner, legal, chosen, just, faded, illegal, onPick, move, enter, leave, turn } =
        props;
    const look = classes(
        "bars-card",
        `bars-c-${bar}`,
        raid && "raid",
        legal && "legal",
        chosen && "chosen",
        just && "just",
        faded && "faded",
    );
    const where = {
        "data-move": move,
        "data-enter": enter,
        "data-leave": leave,
        "data-turn": turn ? "" : undefined,
        "data-explain": `card:${raid ? "raid" : "gambler"}:${die}`,
    };
    const figure = raid
        ? t("raid {die}, {bar}", { die, bar: BAR_NAMES[bar] })
        : t("gambler {die}, {bar}", { die, bar: BAR_NAMES[bar] });
    const label = props.label ?? (owner ? `${owner.name}: ${figure}` : figure);
    const inside = (
        <>
            <span class="bars-card-symbol">
                <PlainDie value={die} />
            </span>
            <span class="bars-card-house">
                <Sym art={bar} />
            </span>
            <span class="bars-card-figure">
                <Sym art={raid ? "raid" : "gambler"} />
            </span>
            {owner && <SeatMark seat={owner.seat} name={owner.name} />}
        </>
    );
    if (onPick || illegal)
        return (
            <button class={look} {...where} {...choiceProps({ ...props, label })}>
                {inside}
            </button>
        );
    return (
        <span class={look} {...where} role="img" aria-label={label}>
            {inside}
        </span>
    );
}
