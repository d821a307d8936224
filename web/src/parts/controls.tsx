import { Fragment } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Art } from "../look/art";
import { classes, IconButton } from "./button";
import { Sym } from "./sym";

/** A few choices side by side, one of them taken. */
export function Segmented<T extends string>({
    label,
    options,
    value,
    onChange,
    hideLabel,
}: {
    label: string;
    options: [T, string][];
    value: T;
    onChange: (value: T) => void;
    hideLabel?: boolean;
}) {
    const name = useId();
    return (
        <fieldset class="segmented">
            <legend class={hideLabel ? "vh" : ""}>{label}</legend>
            <div>
                {options.map(([key, text]) => (
                    <label key={key}>
                        <input
                            type="radio"
                            name={name}
                            checked={key === value}
                            onChange={() => onChange(key)}
                        />
                        <span>{text}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

/** On or off, with what it does in a line below. */
export function Switch({
    label,
    note,
    on,
    onChange,
}: {
    label: string;
    note?: string;
    on: boolean;
    onChange: (on: boolean) => void;
}) {
    const about = useId();
    return (
        <label class="switch">
            <span>
                <b>{label}</b>
                {note && <small id={about}>{note}</small>}
            </span>
            <input
                type="checkbox"
                role="switch"
                checked={on}
                aria-describedby={note ? about : undefined}
                onChange={(event) => onChange(event.currentTarget.checked)}
            />
            <i aria-hidden="true" />
        </label>
    );
}

export interface MenuItem {
    text: string;
    icon?: Art;
    onPick?: () => void;
    href?: string;
    /** One of several that are either taken or not. */
    checked?: boolean;
    /** A line above it. */
    apart?: boolean;
    /** Said above it: what this and those after it are about. */
    heading?: string;
    /** Only where the top line has no room for it. */
    narrow?: boolean;
}

/** A button that opens a list of things to do. Arrows move, Esc closes, typing elsewhere closes. */
export function Menu({
    icon,
    label,
    items,
    class: name,
}: {
    icon: Art;
    label: string;
    items: MenuItem[];
    class?: string;
}) {
    const [open, setOpen] = useState(false);
    const box = useRef<HTMLDivElement>(null);
    const entries = () =>
        [...box.current!.querySelectorAll<HTMLElement>("[role^=menuitem]")].filter(
            (item) => item.offsetParent,
        );
    const close = (back: boolean) => {
        setOpen(false);
        if (back) box.current?.querySelector<HTMLElement>(".icon-btn")?.focus();
    };
    useEffect(() => {
        if (!open) return;
        entries()[0]?.focus();
        const away = (event: Event) => {
            if (!box.current?.contains(event.target as Node)) setOpen(false);
        };
        /* a link may be taken by the page before its entry hears of it */
        const followed = (event: Event) => {
            const link = event.target instanceof Element && event.target.closest("a");
            if (link && box.current?.contains(link)) setTimeout(() => setOpen(false));
        };
        addEventListener("pointerdown", away);
        addEventListener("click", followed, true);
        return () => {
            removeEventListener("pointerdown", away);
            removeEventListener("click", followed, true);
        };
    }, [open]);
    const onKey = (event: KeyboardEvent) => {
        if (!open) return;
        const all = entries();
        const at = all.indexOf(document.activeElement as HTMLElement);
        const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[
            event.key
        ];
        if (to !== undefined) all[to % all.length]?.focus();
        else if (event.key === "Escape") close(true);
        else if (event.key === "Tab") return close(false);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <div class={classes("menu", name)} ref={box} onKeyDown={onKey}>
            <button
                type="button"
                class="icon-btn"
                aria-label={label}
                title={label}
                aria-haspopup="menu"
                aria-expanded={open}
                onClick={() => setOpen(!open)}
            >
                <Sym art={icon} />
            </button>
            {open && (
                <div class="menu-list" role="menu" aria-label={label}>
                    {items.map((item) => (
                        <Fragment key={item.text}>
                            {item.heading && (
                                <p
                                    class={classes("menu-heading", item.narrow && "narrow")}
                                    aria-hidden="true"
                                >
                                    {item.heading}
                                </p>
                            )}
                            <MenuEntry item={item} onDone={() => close(!item.href)} />
                        </Fragment>
                    ))}
                </div>
            )}
        </div>
    );
}

function MenuEntry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
    const inside = (
        <>
            {item.icon ? (
                <Sym art={item.icon} />
            ) : (
                item.checked !== undefined && (
                    <span class="menu-tick">{item.checked && <Sym art="i-check" />}</span>
                )
            )}
            <span>{item.text}</span>
        </>
    );
    const look = classes("menu-item", item.apart && "apart", item.narrow && "narrow");
    const pick = () => (item.onPick?.(), onDone());
    if (item.href !== undefined)
        return (
            <a role="menuitem" class={look} href={item.href} tabIndex={-1} onClick={pick}>
                {inside}
            </a>
        );
    const role = item.checked === undefined ? "menuitem" : "menuitemradio";
    return (
        <button
            type="button"
            role={role}
            aria-checked={item.checked}
            class={look}
            tabIndex={-1}
            onClick={pick}
        >
            {inside}
        </button>
    );
}

/** A field for a line of text. */
export function Field({
    label,
    value,
    onChange,
    placeholder,
    max = 24,
    note,
}: {
    label: string;
    value: string;
    onChange: (value: string) => void;
    placeholder?: string;
    max?: number;
    note?: string;
}) {
    return (
        <label class="field-line">
            <b>{label}</b>
            <input
                type="text"
                value={value}
                maxLength={max}
                placeholder={placeholder}
                autoComplete="nickname"
                spellcheck={false}
                onInput={(event) => onChange(event.currentTarget.value)}
            />
            {note && <small>{note}</small>}
        </label>
    );
}

/** Steps a number up and down. */
export function Stepper({
    label,
    value,
    min,
    max,
    onChange,
}: {
    label: string;
    value: number;
    min: number;
    max: number;
    onChange: (value: number) => void;
}) {
    return (
        <div class="stepper" role="group" aria-label={label}>
            <b>{label}</b>
            <IconButton
                icon="i-minus"
                label={`${label} − 1`}
                onPick={() => onChange(Math.max(min, value - 1))}
            />
            <output>{value}</output>
            <IconButton
                icon="i-plus"
                label={`${label} + 1`}
                onPick={() => onChange(Math.min(max, value + 1))}
            />
        </div>
    );
}
