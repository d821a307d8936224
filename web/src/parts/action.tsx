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
    /** The main button; Enter does the same. */
    main?: Choice & { text: string };
    /** The second one: pass, done, refuse; P does the same unless `key` is another. */
    second?: Choice & { text: string; hotkey?: string };
    /** Where the law allows it; Z does the same. */
    onUndo?: () => void;
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
    onUndo,
    waiting,
    class: name,
}: ActionBarProps) {
    useKeys({
        send: main && !main.illegal ? main.onPick : undefined,
        pass: second && !second.illegal ? second.onPick : undefined,
        undo: onUndo,
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
                    <p class="act-tip">
                        <Sym art="i-hint" />
                        <span>{tip}</span>
                    </p>
                )}
            </div>
            {children && <div class="act-choices">{children}</div>}
            {(main ?? second ?? onUndo) && (
                <div class="row">
                    {onUndo && (
                        <Button icon="i-undo" onPick={onUndo} hotkey="Z">
                            {t("Undo")}
                        </Button>
                    )}
                    {second && (
                        <Button {...second} hotkey={second.hotkey ?? "P"}>
                            {second.text}
                        </Button>
                    )}
                    {main && (
                        <Button go {...main} hotkey="↵">
                            {main.text}
                        </Button>
                    )}
                </div>
            )}
        </section>
    );
}
