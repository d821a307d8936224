/* What is to be said of a choice, as a sign: a ring, a triangle on its tip, an octagon. No seat has these shapes. */
import type { Mark } from "../engine";
import { t } from "../look/text";

const SHAPES: Record<Exclude<Mark, "fine">, { path: string; sign: string; y: number }> = {
    doubtful: { path: "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z", sign: "?!", y: 16 },
    mistake: { path: "M2 3h20q1.5 0 .8 1.4L13.2 21q-1.2 1.6-2.4 0L1.200 4.400Q.5 3 2 3z", sign: "?", y: 14 },
    blunder: { path: "M7.500 2h9L22 7.500v9L16.500 22h-9L2 16.500v-9z", sign: "??", y: 16 },
};

export function verdictName(mark: Mark): string {
    const names: Record<Mark, () => string> = {
        fine: () => t("good"),
        doubtful: () => t("doubtful"),
        mistake: () => t("mistake"),
        blunder: () => t("blunder"),
    };
    return names[mark]();
}

/** Silent: the word stands beside it, or is said with `label`. */
export function Verdict({ mark, label }: { mark: Mark; label?: boolean }) {
    if (mark === "fine") return null;
    const { path, sign, y } = SHAPES[mark];
    return (
        <svg
            class={`verdict ${mark}`}
            viewBox="0 0 24 24"
            role={label ? "img" : undefined}
            aria-label={label ? verdictName(mark) : undefined}
            aria-hidden={label ? undefined : "true"}
        >
            <path d={path} />
            <text x="12" y={y} text-anchor="middle">
                {sign}
            </text>
        </svg>
    );
}
