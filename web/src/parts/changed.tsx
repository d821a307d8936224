import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { signed } from "../look/text";
import { classes } from "./button";

const STAYS = 3000;

/** By how much a number has just changed: stands beside it for a moment. The log says it to ears. */
export function Changed({ value, said = signed }: { value: number; said?: (by: number) => string }) {
    const last = useRef(value);
    const by = useSignal(0);
    useLayoutEffect(() => {
        by.value = value - last.current;
        last.current = value;
        const timer = setTimeout(() => void (by.value = 0), STAYS);
        return () => clearTimeout(timer);
    }, [value]);
    return by.value === 0 ? null : (
        <i key={value} class={classes("changed num", by.value < 0 ? "loss" : "up")} aria-hidden="true">
            {said(by.value)}
        </i>
    );
}
