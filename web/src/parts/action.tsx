import type { ComponentChildren } from "preact";
import { t } from "../look/text";
import { useKeys } from "../look/keys";
import { Button, classes, type Choice } from "./button";
import { Sym } from "./sym";

export interface ActionBarProps {
    /** The first words, in the serif of names: "Your bid." */
    lead?: ComponentChildren;
    /** The sentence: "Beat Bruno's 7,000 or pass." */
    prompt: ComponentChildren;
    /** One line of advice below the prompt. */
    tip?: ComponentChildren;
    /** The choices of the moment. */
    children?: ComponentChildren;
    /** The main button; Enter does the same. `plain`: none of the choices is better than the others. */
    main?: Choice & { text: string; plain?: boolean; hotkey?: string };
    /** The second one: pass, done, refuse; P does the same unless `key` is another. */
    second?: Choice & { text: string; hotkey?: string };
    /** What others do can be passed over; S does the same. */
    skip?: Choice & { text: string };
    /** Where the law allows it; Z does the same. */
    onUndo?: () => void;
    /** No keys: whoever meant the last move must not begin a new game with it. */
    keyless?: boolean;
    /** Nothing is asked of the person now: the bar waits, quietly. */
    waiting?: boolean;
    class?: string;
}

/** One sentence, the choices, at most one main button; always at the thumb. The skip link of a table leads here. */
export function ActionBar({
    lead,
    prompt,
    tip,
    children,
    main,
    second,
    skip,
    onUndo,
    waiting,
    keyless,
    class: name,
}: ActionBarProps) {
    useKeys({
        send: main && !main.illegal && !main.plain && !keyless ? main.onPick : undefined,
        pass: second && !second.illegal && !keyless ? second.onPick : undefined,
        undo: onUndo,
        other: skip?.onPick ? { s: skip.onPick, S: skip.onPick } : undefined,
    });
    return (
        <section
            class={classes("act", waiting && "waiting", name)}
            id="act"
            aria-label={t("Your move")}
            tabIndex={-1}
        >
            <div class="act-said">
                <p class="act-prompt">
                    {lead && <strong>{lead} </strong>}
                    {prompt}
                    {waiting && <span class="act-dots" aria-hidden="true" />}
                </p>
                {tip && (
                    <p class="act-tip" data-clip>
                        <Sym art="i-hint" />
                        <span>{tip}</span>
                    </p>
                )}
            </div>
            {children && <div class="act-choices">{children}</div>}
            {(main ?? second ?? skip ?? onUndo) && (
                <div class="row">
                    {onUndo && (
                        <Button icon="i-undo" class="act-undo" onPick={onUndo} hotkey="Z">
                            {t("Undo")}
                        </Button>
                    )}
                    {skip && (
                        <Button {...skip} icon="i-last" hotkey="S">
                            {skip.text}
                        </Button>
                    )}
                    {second && (
                        <Button {...second} hotkey={keyless ? undefined : (second.hotkey ?? "P")}>
                            {second.text}
                        </Button>
                    )}
                    {main && (
                        <Button
                            {...main}
                            go={!main.plain}
                            hotkey={keyless ? undefined : (main.hotkey ?? "↵")}
                        >
                            {main.text}
                        </Button>
                    )}
                </div>
            )}
        </section>
    );
}
