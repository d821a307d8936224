import { asImage } from "./sym";

/** Where the pips of a face are, on a grid of 3 × 3 about the middle. */
const PIPS: [number, number][][] = [
    [],
    [[0, 0]],
    [
        [-1, -1],
        [1, 1],
    ],
    [
        [-1, -1],
        [0, 0],
        [1, 1],
    ],
    [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
    ],
    [
        [-1, -1],
        [1, -1],
        [0, 0],
        [-1, 1],
        [1, 1],
    ],
    [
        [-1, -1.15],
        [1, -1.15],
        [-1, 0],
        [1, 0],
        [-1, 1.15],
        [1, 1.15],
    ],
];

/** The pips alone, for dice that are drawn otherwise. */
export function Pips({ value, middle = 27 }: { value: number; middle?: number }) {
    const radius = value === 1 ? 5.4 : 4.3;
    return (
        <>
            {PIPS[value]?.map(([x, y]) => (
                <circle
                    key={`${x} ${y}`}
                    class="die-pip"
                    cx={24 + x * 8.5}
                    cy={middle + y * 8.5}
                    r={radius}
                />
            ))}
        </>
    );
}

/** A die of no colour. */
export function PlainDie({ value, label }: { value?: number; label?: string }) {
    return (
        <svg class="plain-die" viewBox="0 0 48 48" {...asImage(label)}>
            <rect x="5" y="5" width="38" height="38" rx="8" />
            {value ? <Pips value={value} middle={24} /> : null}
        </svg>
    );
}
