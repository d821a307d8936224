import type { ComponentChildren } from "preact";
import { signed, t } from "../../look/text";
import { choiceProps, classes, type Choice } from "../../parts/button";
import { isRa, kindArt, kindGroup, kindLetter, kindName, kindShort, leaves, type Kind } from "./kinds";
import { Sym } from "../../parts/sym";

export interface CardProps extends Choice {
    kind: Kind;
    ra?: boolean;
    /** What it adds to one's score; `later` if only at the end of the game. */
    gain?: number;
    later?: boolean;
    /** It has just come: a ring for one beat. */
    just?: boolean;
    /** Out of play, still readable. */
    faded?: boolean;
    /** See look/motion.ts */
    move?: string;
    enter?: string;
    leave?: string;
    turn?: boolean;
}

function Face({ kind, ra, gain, later }: CardProps) {
    const { shape } = kindGroup(kind);
    const letter = kindLetter(kind, ra);
    const name = kindName(kind, ra);
    const short = kindShort(kind, ra);
    return (
        <>
            <span class="loot-card-field">
                <Sym art={kindArt(kind, ra)} />
            </span>
            <span
                class={classes("loot-card-kind", letter.length > 1 && "two", shape === "s3" && "tri")}
                aria-hidden="true"
            >
                <Sym art={shape} />
                <b>{letter}</b>
            </span>
            {leaves(kind) && (
                <span class="loot-card-leaves" title={t("Leaves the game after scoring")}>
                    <Sym art="i-x" />
                </span>
            )}
            {short !== name && (
                <span class="loot-card-name short" style={{ "--n": short.length }}>
                    {short}
                </span>
            )}
            <span class={classes("loot-card-name", short !== name && "long")} style={{ "--n": name.length }}>
                {name}
            </span>
            {gain !== undefined && (
                <span
                    class={classes(
                        "loot-card-gain",
                        gain === 0 && "zero",
                        later && "later",
                        gain < 0 && "minus",
                    )}
                    key={`gain ${gain}`}
                    data-explain="gain"
                >
                    {signed(gain)}
                </span>
            )}
        </>
    );
}

/** A card of loot, as wide as where it stands. With `onPick` or `illegal` it is a button. */
export function Card(props: CardProps) {
    const {
        kind,
        ra = isRa(),
        move,
        enter,
        leave,
        turn,
        legal,
        chosen,
        just,
        faded,
        illegal,
        onPick,
        label,
    } = props;
    const look = classes(
        "loot-card",
        kindGroup(kind).look,
        ra && "ra",
        legal && "legal",
        chosen && "chosen",
        just && "just",
        faded && "faded",
    );
    const where = {
        "data-explain": `card:${kind}`,
        "data-move": move,
        "data-enter": enter,
        "data-leave": leave,
        "data-turn": turn ? "" : undefined,
    };
    const face = <Face {...props} ra={ra} />;
    if (onPick || illegal)
        return (
            <button class={look} {...where} {...choiceProps(props)}>
                {face}
            </button>
        );
    return (
        <span class={look} {...where} {...(label ? { role: "img", "aria-label": label } : {})}>
            {face}
        </span>
    );
}

/** A free place for a card, with its number or whatever is to be said there. */
export function CardPlace({
    children,
    place,
    label,
}: {
    children?: ComponentChildren;
    place?: string;
    label?: string;
}) {
    return (
        <span class="loot-card empty" data-place={place} role="img" aria-label={label ?? t("Free place")}>
            {children}
        </span>
    );
}

/** The back of a card: a pile, a card not seen. */
export function CardBack({ count, place, label, ...choice }: { count?: number; place?: string } & Choice) {
    const look = classes("loot-card back", choice.legal && "legal", choice.chosen && "chosen");
    const inside = (
        <span class="loot-card-weave" aria-hidden="true">
            {count !== undefined && <b>{count}</b>}
        </span>
    );
    if (choice.onPick || choice.illegal)
        return (
            <button
                class={look}
                data-place={place}
                data-explain="pile"
                {...choiceProps({ ...choice, label })}
            >
                {inside}
            </button>
        );
    return (
        <span class={look} data-place={place} role="img" aria-label={label ?? t("Face-down card")}>
            {inside}
        </span>
    );
}

/** A place of an estate: a small card; the count sits under the figure, and what is missing is a ghost. */
export function Tile({
    kind,
    count = 1,
    ra = isRa(),
    just,
    faded,
}: {
    kind: Kind;
    count?: number;
    ra?: boolean;
    just?: boolean;
    faded?: boolean;
}) {
    const look = classes(
        "loot-tile",
        kindGroup(kind).look,
        ra && "ra",
        count === 0 && "none",
        count > 1 && "many",
        just && "just",
        faded && "faded",
    );
    return (
        <span class={look} data-explain={`card:${kind}`}>
            <Sym key={`${count > 1}`} art={kindArt(kind, ra)} />
            {count > 1 && <b aria-hidden="true">{count}</b>}
            <span class="vh">
                {kindName(kind, ra)}: {count}
            </span>
        </span>
    );
}
