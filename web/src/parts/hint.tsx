import type { ComponentChildren } from "preact";
import type { Art } from "../look/art";
import { settings, set } from "../look/settings";
import { t } from "../look/text";
import { useKeys } from "../look/keys";
import { classes } from "./button";
import { Meter } from "./meter";
import { SeatMark } from "./seat";
import { Sym } from "./sym";

/**
 * Answers "what is it worth", "what fits", "what if they refuse". H opens and closes it, and so does the lamp in the top line.
 * It has one height, and what is below (`foot`, `why`) stays where it is whatever the rows say. Rows of another `moment` are
 * other rows.
 */
export function HintPanel({
    title,
    children,
    moment,
    foot,
    why,
}: {
    title: string;
    children?: ComponentChildren;
    moment?: string | number;
    foot?: ComponentChildren;
    why?: ComponentChildren;
}) {
    useKeys({ hint: () => set({ hints: !settings.peek().hints }) });
    if (!settings.value.hints) return null;
    return (
        <section class="panel hint" aria-label={title}>
            <h2>{title}</h2>
            <ul class="hint-rows" key={moment} tabIndex={0} aria-label={title}>
                {children}
            </ul>
            <ul class="hint-foot">
                {foot}
                {why && <li class="hint-why">{why}</li>}
            </ul>
        </section>
    );
}

export interface HintRowProps {
    seat?: number;
    name?: string;
    art?: Art;
    text: ComponentChildren;
    /** A second line, quieter; `warn` makes it a warning. */
    note?: ComponentChildren;
    warn?: boolean;
    /** The figure at the end of the line. */
    value?: ComponentChildren;
    tone?: "up" | "loss";
    /** A second figure: "+5 end", "of 45,000". */
    extra?: ComponentChildren;
    /** From 0 to 1: a bar below, for chances. */
    share?: number;
    best?: boolean;
}

export function HintRow({
    seat,
    name,
    art,
    text,
    note,
    warn,
    value,
    tone,
    extra,
    share,
    best,
}: HintRowProps) {
    return (
        <li class={classes("hint-row", best && "best")}>
            {seat !== undefined ? (
                <SeatMark seat={seat} name={name ?? ""} />
            ) : art ? (
                <Sym art={art} class="hint-art" />
            ) : (
                <i />
            )}
            <span class="hint-text">{text}</span>
            {value !== undefined && <b class={classes("num", tone)}>{value}</b>}
            {extra !== undefined && <span class="hint-extra num">{extra}</span>}
            {note && <span class={classes("hint-note", warn && "loss")}>{note}</span>}
            {share !== undefined && <Meter value={share} max={1} label={t("Chance")} />}
        </li>
    );
}
