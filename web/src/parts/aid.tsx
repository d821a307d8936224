import type { ComponentChildren } from "preact";
import { rulePath } from "../look/address";
import { classes } from "./button";

export interface AidPartProps {
    game: string;
    title: string;
    /** A word beside the title: "leaves", "stays". */
    note?: string;
    tone?: "good" | "bad";
    /** The number of its rule. */
    rule: string;
    /** Pictures and the rule in a line or two. */
    children: ComponentChildren;
    /** What it means for the person at this moment. */
    now?: ComponentChildren;
    /** It applies at this moment. */
    lit?: boolean;
    /** Takes two places of the row. */
    wide?: boolean;
}

/** One part of the rules at a glance: the rule, then what it means now. */
export function AidPart({ game, title, note, tone, rule, children, now, lit, wide }: AidPartProps) {
    return (
        <section class={classes("aid-part", lit && "lit", wide && "wide")}>
            <header>
                <h3>{title}</h3>
                {note && (
                    <small class={classes(tone === "good" && "up", tone === "bad" && "loss")}>{note}</small>
                )}
                <a class="rule" href={rulePath(game, rule)}>
                    {rule}
                </a>
            </header>
            <div class="aid-says">{children}</div>
            {now !== undefined && <p class="aid-now">{now}</p>}
        </section>
    );
}

/** How points grow, a box a step; the one that applies now is lit. */
export function AidSteps({ steps }: { steps: readonly { points: string; label: string; now?: boolean }[] }) {
    return (
        <ol class="aid-steps">
            {steps.map(({ points, label, now }) => (
                <li key={label} class={classes(now && "lit")} aria-current={now || undefined}>
                    <b class={classes("num", points.startsWith("−") ? "loss" : points !== "0" && "up")}>
                        {points}
                    </b>
                    <small>{label}</small>
                </li>
            ))}
        </ol>
    );
}
