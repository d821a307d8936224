import type { ComponentChildren } from "preact";
import type { Art } from "../look/art";
import { t } from "../look/text";
import { classes } from "./button";
import { Sym } from "./sym";

/** Colour, shape and initial of a seat, counted from 0. It repeats a name that stands beside it, so it is silent. */
export function SeatMark({ seat, name, size }: { seat: number; name: string; size?: number }) {
    const which = (seat % 8) + 1;
    const initial = Array.from(name)[0]?.toLocaleUpperCase() ?? "";
    return (
        <span
            class={`seat-mark seat-p${which} seat-m${which}`}
            aria-hidden="true"
            style={size ? { "--size": `${size / 16}rem` } : undefined}
        >
            <Sym art={`s${which}` as Art} />
            <b>{initial}</b>
        </span>
    );
}

export type ChipTone = "plain" | "bid" | "turn" | "good" | "bad" | "note";

/** A word in a pill: what a player is doing now. */
export function Chip({
    tone = "plain",
    icon,
    children,
}: {
    tone?: ChipTone;
    icon?: Art;
    children: ComponentChildren;
}) {
    return (
        <span class={classes("chip", tone !== "plain" && tone)}>
            {icon && <Sym art={icon} />}
            {children}
        </span>
    );
}

export interface SeatPanelProps {
    seat: number;
    name: string;
    you?: boolean;
    /** It is this seat's turn: tinted, and the state says it in a word. */
    turn?: boolean;
    /** Not in the auction, the haggle, the game any more. */
    out?: boolean;
    bot?: boolean;
    /** A bot plays for a person who is away. */
    away?: boolean;
    /** The one number that wins, with its unit. */
    score?: ComponentChildren;
    unit?: string;
    /** What the player is doing now: "bids 7,000". */
    state?: ComponentChildren;
    /** Instead of the mark: the player's die. */
    figure?: ComponentChildren;
    /** What is in play: cheques, food, cards. */
    children?: ComponentChildren;
    onOpen?: () => void;
    /** Things that go to this player fly here. */
    place?: string;
}

export function SeatPanel({
    seat,
    name,
    you,
    turn,
    out,
    bot,
    away,
    score,
    unit,
    state,
    figure,
    children,
    onOpen,
    place,
}: SeatPanelProps) {
    const head = (
        <>
            {figure ?? <SeatMark seat={seat} name={name} />}
            <span class="seat-name">
                {name}
                {you && <span class="vh"> ({t("you")})</span>}
            </span>
            {(bot || away) && (
                <Sym art="i-robot" class="seat-robot" label={away ? t("away: a bot plays") : t("bot")} />
            )}
            {score !== undefined && (
                <span class="seat-score num">
                    {score}
                    {unit && <small> {unit}</small>}
                </span>
            )}
        </>
    );
    return (
        <div
            class={classes(
                "seat-panel",
                you && "me",
                turn && "turn",
                out && "out",
                `seat-p${(seat % 8) + 1}`,
            )}
            data-place={place ?? `seat-${seat}`}
        >
            {onOpen ? (
                <button type="button" class="seat-who" onClick={onOpen}>
                    {head}
                </button>
            ) : (
                <div class="seat-who">{head}</div>
            )}
            {state && <div class="seat-state">{state}</div>}
            {children && <div class="seat-in-play">{children}</div>}
        </div>
    );
}
