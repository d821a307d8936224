import { t } from "../look/text";
import type { Art } from "../look/art";
import { choiceProps, classes, type Choice } from "./button";
import { asImage } from "./sym";

/** Where the pips of a face are, on a grid of 3 × 3 about the middle. */
const PIPS: [number, number][][] = [
    [],
    [[0, 0]],
    [
        [-1, -1],
        [1, 1],
    ],
    [
        [-1, -1],
        [0, 0],
        [1, 1],
    ],
    [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
    ],
    [
        [-1, -1],
        [1, -1],
        [0, 0],
        [-1, 1],
        [1, 1],
    ],
    [
        [-1, -1.15],
        [1, -1.15],
        [-1, 0],
        [1, 0],
        [-1, 1.15],
        [1, 1.15],
    ],
];

/** The pips alone, for dice that are drawn otherwise. */
export function Pips({ value, middle = 27 }: { value: number; middle?: number }) {
    const radius = value === 1 ? 5.4 : 4.3;
    return (
        <>
            {PIPS[value]?.map(([x, y]) => (
                <circle key={`${x} ${y}`} class="pip" cx={24 + x * 8.5} cy={middle + y * 8.5} r={radius} />
            ))}
        </>
    );
}

export interface DieProps extends Choice {
    /** 1 to 6; none shows a blank face, "wild" the star of candy that may be any number. */
    value?: number | "wild";
    /** Whose mouse it is, from 0; candy and support dice are nobody's. */
    seat?: number;
    candy?: boolean;
    support?: boolean;
    /** A few words below: "fits 4". */
    note?: string;
    just?: boolean;
    move?: string;
    enter?: string;
    leave?: string;
}

function dieName({ value, candy, support }: DieProps): string {
    const face = value === "wild" || !value ? "" : ` ${value}`;
    return (candy ? t("Candy die") : support ? t("Support die") : t("Mouse die")) + face;
}

function Body({ seat = 0, candy, support, value }: DieProps) {
    const body: Art = candy ? "candy" : support ? "support" : "mouse";
    const use = (art: Art) => <use href={`#art-${art}`} />;
    return (
        <svg viewBox="0 0 48 48" aria-hidden="true">
            {use(body)}
            {body === "mouse" && seat > 0 && use(`pattern${seat + 1}` as Art)}
            {value === "wild" ? use("wild") : value ? <Pips value={value} /> : null}
        </svg>
    );
}

/** A die of mice: five players by colour and pattern, candy, support. As wide as where it stands. */
export function Die(props: DieProps) {
    const {
        seat = 0,
        candy,
        support,
        note,
        legal,
        chosen,
        just,
        illegal,
        onPick,
        move,
        enter,
        leave,
    } = props;
    const look = classes("die", candy ? "candy" : support ? "support" : `p${seat + 1}`, just && "just");
    const where = { "data-move": move, "data-enter": enter, "data-leave": leave };
    const label = props.label ?? dieName(props);
    if (!onPick && !illegal)
        return (
            <span class={look} role="img" aria-label={label} {...where}>
                <Body {...props} />
            </span>
        );
    return (
        <button
            class={classes("pick-die", legal && "legal", chosen && "chosen")}
            {...choiceProps({ ...props, label })}
        >
            <span class={look} {...where}>
                <Body {...props} />
            </span>
            {note && <small>{note}</small>}
        </button>
    );
}

/** The plain die of a duel, and the symbol on cards of bars. */
export function PlainDie({ value, label }: { value?: number; label?: string }) {
    return (
        <svg class="plain-die" viewBox="0 0 48 48" {...asImage(label)}>
            <rect x="5" y="5" width="38" height="38" rx="8" />
            {value ? <Pips value={value} middle={24} /> : null}
        </svg>
    );
}

const ROLLS = [1, 2, 3, 4, 5, 6];

/** All six faces as choices: which number a candy die is to be, what to roll again. */
export function Faces({
    onPick,
    legal,
    label,
}: {
    onPick: (value: number) => void;
    legal?: (value: number) => boolean;
    label: string;
}) {
    return (
        <div class="faces" role="group" aria-label={label}>
            {ROLLS.filter((value) => legal?.(value) ?? true).map((value) => (
                <button
                    key={value}
                    type="button"
                    class="icon"
                    aria-label={String(value)}
                    onClick={() => onPick(value)}
                >
                    <PlainDie value={value} />
                </button>
            ))}
        </div>
    );
}
