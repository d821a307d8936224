import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import type { Art } from "../look/art";
import { Sym } from "./sym";
import { noteTouched, refuse, type Refusal } from "./toast";

/** What a choice can be: free to take, forbidden with a reason, or chosen and not yet sent. */
export interface Choice {
    onPick?: () => void;
    /** Why not: touching it says so. It stays focusable. */
    illegal?: Refusal;
    legal?: boolean;
    chosen?: boolean;
    /** What it is for ears: the move and its effect. */
    label?: string;
}

/** The attributes of a choice that is a button. */
export function choiceProps({ onPick, illegal, chosen, label }: Choice): ButtonHTMLAttributes {
    const pick = illegal ? () => refuse(illegal) : onPick;
    return {
        type: "button",
        "aria-disabled": illegal ? true : undefined,
        "aria-pressed": chosen,
        "aria-label": label,
        onClick: pick && ((event: MouseEvent) => (noteTouched(event.currentTarget as Element), pick())),
    } as ButtonHTMLAttributes;
}

/** "card legal chosen", the classes of a thing in its state. */
export function classes(...names: (string | false | undefined | null)[]): string {
    return names.filter(Boolean).join(" ");
}

export interface ButtonProps extends Choice {
    /** The one main button of the moment. */
    go?: boolean;
    quiet?: boolean;
    small?: boolean;
    icon?: Art;
    /** The key that does the same. */
    hotkey?: string;
    href?: string;
    children: ComponentChildren;
    class?: string;
}

export function Button({
    go,
    quiet,
    small,
    icon,
    hotkey,
    href,
    children,
    class: name,
    ...choice
}: ButtonProps) {
    const look = classes("btn", go && "go", quiet && "quiet", small && "small-btn", name);
    const text =
        typeof children === "string" ? children : undefined; /* another text has another place in it */
    const inside = (
        <>
            {icon && <Sym art={icon} />}
            <span key={text}>{children}</span>
            {hotkey && (
                <kbd key={`${text} ${hotkey}`} aria-hidden="true">
                    {hotkey}
                </kbd>
            )}
        </>
    );
    if (href !== undefined)
        return (
            <a class={look} href={href} aria-label={choice.label} onClick={choice.onPick}>
                {inside}
            </a>
        );
    return (
        <button class={look} {...choiceProps(choice)}>
            {inside}
        </button>
    );
}

/** A round button that is only a symbol; `pressed` makes it a toggle. */
export function IconButton({
    icon,
    label,
    onPick,
    href,
    pressed,
    class: name,
}: {
    icon: Art;
    label: string;
    onPick?: () => void;
    href?: string;
    pressed?: boolean;
    class?: string;
}) {
    const look = classes("icon-btn", name);
    if (href !== undefined)
        return (
            <a class={look} href={href} aria-label={label} title={label}>
                <Sym art={icon} />
            </a>
        );
    return (
        <button
            type="button"
            class={look}
            aria-label={label}
            title={label}
            aria-pressed={pressed}
            onClick={onPick}
        >
            <Sym art={icon} />
        </button>
    );
}
