import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
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

/** What one plays for, as long as nobody has moved: in the place of a tip, where the top line has no room for it. */
export const goalLine = signal("");

/** Another sentence, or one beside other things, has another place: it is drawn anew, not moved. */
function saidOf(...parts: ComponentChildren[]): string {
    return parts.map((part) => (typeof part === "string" ? part : Number(!!part))).join("|");
}

/** What is drawn anew hands on the focus: to what is at the same place from the end, where the main button is. */
function useFocusKept<E extends HTMLElement>() {
    const box = useRef<E>(null);
    const buttons = () => [...(box.current?.querySelectorAll<HTMLElement>("button, input") ?? [])].reverse();
    const at = buttons().findIndex((button) => button === document.activeElement);
    useLayoutEffect(() => {
        const now = buttons();
        if (at >= 0 && now.length > 0 && !now.some((button) => button === document.activeElement))
            (now[at] ?? now[0]!).focus({ preventScroll: true });
    });
    return box;
}

/** The bar that had the focus has gone, and another one comes. */
let hadFocus = false;

/** A bar that takes the place of another one takes its focus, so that the next key begins here and not at the top of the page; none
 *  of its buttons does, which somebody might press who meant the last move. */
function useFocusTaken() {
    const bar = useRef<HTMLElement>(null);
    useLayoutEffect(() => {
        const own = bar.current!;
        if (hadFocus && document.activeElement === document.body) own.focus({ preventScroll: true });
        hadFocus = false;
        return () => void (hadFocus = own.contains(document.activeElement));
    }, []);
    return bar;
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
    const alone = !(skip ?? second ?? main);
    const beside = [skip, second, main].filter(Boolean).length > 1;
    const hasRow = Boolean(main ?? second ?? skip ?? onUndo);
    const bar = useFocusTaken();
    const choices = useFocusKept<HTMLDivElement>();
    const row = useFocusKept<HTMLDivElement>();
    return (
        <section
            class={classes("act", waiting && "waiting", name)}
            id="act"
            aria-label={t("Your move")}
            tabIndex={-1}
            ref={bar}
        >
            <div class="act-said" key={saidOf(lead, prompt, tip, !!children, hasRow, goalLine.value)}>
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
                {!tip && goalLine.value && (
                    <p class="act-goal" data-clip>
                        <Sym art="i-target" />
                        <span>{goalLine.value}</span>
                    </p>
                )}
            </div>
            {children && (
                <div class="act-choices" key={saidOf("choices", hasRow)} ref={choices}>
                    {children}
                </div>
            )}
            {hasRow && (
                <div
                    class="row"
                    key={saidOf("row", !!children, skip?.text, second?.text, main?.text)}
                    ref={row}
                >
                    {onUndo && (
                        <Button
                            key={`undo ${alone}`}
                            icon="i-undo"
                            class="act-undo"
                            onPick={onUndo}
                            hotkey="Z"
                        >
                            {t("Undo")}
                        </Button>
                    )}
                    {skip && (
                        <Button key={`skip ${beside}`} {...skip} icon="i-last" hotkey="S">
                            {skip.text}
                        </Button>
                    )}
                    {second && (
                        <Button
                            key={`second ${beside}`}
                            {...second}
                            hotkey={keyless ? undefined : (second.hotkey ?? "P")}
                        >
                            {second.text}
                        </Button>
                    )}
                    {main && (
                        <Button
                            key={`main ${beside}`}
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
