import type { Art } from "../../look/art";
import { t } from "../../look/text";
import { choiceProps, classes, type Choice } from "../../parts/button";
import { Pips } from "../../parts/die";

export interface DieProps extends Choice {
    /** 1 to 6; none shows a blank face, "wild" the star of candy that may be any number. */
    value?: number | "wild";
    /** Whose mouse it is, from 0; candy and support dice are nobody's. */
    seat?: number;
    candy?: boolean;
    support?: boolean;
    /** Instead of pips: how many dice it stands for. */
    count?: number;
    /** What it is, for whoever asks. */
    explain?: string;
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

function Body({ seat = 0, candy, support, value, count }: DieProps) {
    const body: Art = candy ? "candy" : support ? "support" : "mouse";
    const use = (art: Art) => <use href={`#art-${art}`} />;
    return (
        <svg viewBox="0 0 48 48" aria-hidden="true">
            {use(body)}
            {body === "mouse" && seat > 0 && use(`pattern${seat + 1}` as Art)}
            {value === "wild" ? use("wild") : value ? <Pips value={value} /> : null}
            {count !== undefined && (
                <text class="mice-count" x="24" y="36">
                    {count}
                </text>
            )}
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
    const look = classes(
        "mice-die",
        candy ? "candy" : support ? "support" : `seat-p${seat + 1}`,
        just && "just",
    );
    const where = { "data-move": move, "data-enter": enter, "data-leave": leave };
    const asked = { "data-explain": props.explain };
    const label = props.label ?? dieName(props);
    if (!onPick && !illegal)
        return (
            <span class={look} role="img" aria-label={label} {...where} {...asked}>
                <Body {...props} />
            </span>
        );
    return (
        <button
            class={classes("mice-pick-die", legal && "legal", chosen && "chosen")}
            {...choiceProps({ ...props, label })}
            {...asked}
        >
            <span class={look} {...where}>
                <Body {...props} />
            </span>
            {note && <small key={note}>{note}</small>}
        </button>
    );
}
