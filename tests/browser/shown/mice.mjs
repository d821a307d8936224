// What the table of mice shows, by selectors, from the position alone.
import {
    factsIn,
    maybe,
    number,
    oneOf,
    outcome,
    percent,
    resultRules,
    signed,
    waitingFor,
    withChange,
} from "./rules.mjs";

const KINDS = { mouse: "Mouse die", support: "Support die", candy: "Candy die" };
const SHELVES = {
    anna: "anna",
    candy: "jar",
    secure: "secure",
    greedy: "greedy",
    accountant: "accountant",
    sausages: "sausage",
};

const asks = ({ ask, linked }) => (ask > 0 ? String(ask) : linked ? "=" : "∗");
const onBoard = ({ value, owner, candy }) =>
    `${candy ? KINDS.candy : owner === null ? KINDS.support : KINDS.mouse} ${value}`;
const can = (c, verb) => c.choices.some(({ line }) => line.do === verb);

/** Cheese is 10, a cracker 5, a sausage 1. */
const food = (amount) => [
    ...Array(Math.floor(amount / 10)).fill("{cheese}"),
    ...Array(Math.floor((amount % 10) / 5)).fill("{cracker}"),
    ...Array(amount % 5).fill("{sausage}"),
];

/** Dice in hand, those that help, and candy while dice are placed. */
function hand({ at }) {
    const candy = at.phase === "place" ? at.seats[at.active].candy : 0;
    return [
        ...at.hand.map((value) => ({ kind: "mouse", value })),
        ...at.help.map((value) => ({ kind: "support", value })),
        ...Array.from({ length: candy }, () => ({ kind: "candy", value: null })),
    ];
}

const fits = ({ kind, value }, line) =>
    line.do === "place" && (line.die ?? "mouse") === kind && (value === null || line.value === value);

/** The value of the die that is lifted; candy has none. */
const lifted = ({ marks }) => Number(/\[(\d)\]/.exec(marks.lifted[0] ?? "")?.[1] ?? 0) || null;

/** In how many places a die may go now. */
const places = (c, die) =>
    new Set(c.choices.filter(({ line }) => fits(die, line)).map(({ line }) => line.column)).size;

const rerolls = (c) => can(c, "reroll");

/** The column for which a candy die is asked to be a number. */
const asked = (c) => Number(/Which number .* (\d+)\?$/.exec(c.texts[".act-prompt"][0] ?? "")?.[1] ?? 0);

/** The dice that can be touched: what is seen of each, and what is said. */
function tray(c) {
    const { at } = c;
    if (c.choices.length === 0) return [];
    if (rerolls(c))
        return [
            ...at.hand.map((value) => ({ seen: [`[${value}]`], heard: [value] })),
            ...Array.from({ length: at.unrolled }, () => ({ seen: ["{mouse}"], heard: [at.unrolled] })),
        ];
    if (at.phase !== "place") return [];
    if (asked(c))
        return c.choices
            .filter(({ line }) => line.die === "candy" && line.column === asked(c))
            .map(({ line, text }) => ({ seen: [`[${line.value}]`], heard: text }));
    return hand(c).map((die) => {
        if (die.value === null) return { seen: ["{candy}", "{wild}"], heard: /any/ };
        const fitting = places(c, die);
        const face = `[${die.value}]`;
        // A tray that is full leaves out in how many places a die fits; it is said all the same.
        return { seen: oneOf([face, fitting || null], [face]), heard: [die.value, fitting] };
    });
}

function prompt(c) {
    const { at } = c;
    if (at.over) return outcome(at);
    if (c.choices.length === 0) return waitingFor(c);
    if (at.phase === "secure") return [at.seats[at.active].safe, at.goal];
    if (at.phase !== "place") return [];
    if (asked(c)) return [asked(c)];
    if (c.marks.lifted.length === 0) return [];
    const value = lifted(c);
    const die = hand(c).find((one) => one.value === value && (value !== null || one.kind === "candy"));
    const lit = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(String);
    return value === null
        ? oneOf([], ...lit.map((n) => [n]))
        : oneOf([value, places(c, die)], places(c, die) === 1 ? [value] : [value, places(c, die)]);
}

function columnSaid({ at }, { number, name, cells }) {
    const dice = cells.map((cell) =>
        cell.die
            ? `${cell.die.value}${cell.die.owner === null ? "" : ` (${at.names[cell.die.owner]})`}`
            : asks(cell),
    );
    return (text) => text.includes(`Column ${number}: ${name}: ${dice.join(", ")}. `);
}

/** The numbers of what a column waits for, from the next cell upwards; a pair of any number has none. */
function needs({ cells, next, open }) {
    if (next === null || open.length === 0) return [];
    const found = [open.length === 1 ? { value: open[0] } : { alike: 1 }];
    for (const { ask, linked } of cells.slice(next + 1)) {
        const below = found.at(-1);
        if (ask > 0) found.push({ value: ask });
        else if (linked && below.value) found.push({ value: below.value });
        else if (linked) below.alike++;
        else found.push({ alike: 1 });
    }
    return found.map(({ value, alike }) => value ?? (alike > 2 ? alike : null));
}

const cells = ({ at }) => at.columns.flatMap((column) => [...column.cells].reverse());

/** What a column needs and gives, and what the dice can do there. */
/** At the end: who has how much, the most first. */
function ranked({ at }) {
    const order = at.names.map((_, seat) => seat).sort((a, b) => at.scores[b] - at.scores[a]);
    return order.map((seat) => [at.names[seat], at.scores[seat]]);
}

function hints(c) {
    const { at, facts } = c;
    if (at.over) return ranked(c);
    const isMine = at.active === at.you;
    const [held] = at.phase === "place" ? c.marks.lifted : [];
    const value = lifted(c);
    const goes = (number) =>
        held &&
        c.choices.some(
            ({ line }) => line.do === "place" && line.column === number && (!value || line.value === value),
        );
    return at.columns.map((column, i) => {
        const chance = isMine ? facts.columns[i] : undefined;
        const die = value ? [`[${value}]`] : ["{candy}", "{wild}"];
        return [
            `{${SHELVES[column.shelf]}}`,
            column.number,
            column.shelf === "sausages" ? column.sausages : null, // a part of its name
            ...(goes(column.number) ? die : [chance ? percent(chance.next) : null]),
            ...needs(column),
            ...factsIn(column.reward, at.names),
            ...column.earns.flatMap((food, seat) => (food > 0 ? [at.names[seat], food] : [])),
            chance?.whole > 0 ? percent(chance.whole) : null,
            ...(chance?.keep ?? []),
        ].filter((fact) => fact !== "You");
    });
}

/** After each round: how much was safe. */
function totals({ events, positions, at }) {
    const turns = events.flatMap(({ line }, i) => (line.do === "turn" ? [i + 1] : []));
    const rounds = turns.filter((_, i) => i > 0 && i % at.seats.length === 0).map((i) => positions[i]);
    const safe = (position) => position.seats.map((of) => of.safe);
    return [at.seats.map(() => 0), ...rounds.map(safe), safe(at)];
}

/** How often something came into the bag, how much at once, what stayed outside, what others took. */
function why({ positions, at }, seat) {
    const steps = positions.slice(1).map((now, i) => now.seats[seat].safe - positions[i].seats[seat].safe);
    const trips = steps.filter((n) => n > 0);
    const lost = positions.slice(1).map((now, i) => {
        const owned = (position) => position.seats[seat].safe + position.seats[seat].exposed;
        return Math.max(0, owned(positions[i]) - owned(now));
    });
    const taken = lost.reduce((sum, n) => sum + n, 0);
    return [
        trips.length,
        Math.max(0, ...trips),
        at.seats[seat].exposed,
        ...Array.from({ length: taken }, (_, i) => i + 1),
    ];
}

export const mice = {
    marks: { lifted: ".mice-tray [aria-pressed=true]" },
    rules: {
        ".topbar-where": ({ at }) => [at.over ? [] : [at.goal]],
        ".mice-seat > .mice-die": ({ at }) => at.seats.map(({ free }) => ["{mouse}", free]),
        "heard .mice-seat > .mice-die": ({ at }) => at.seats.map(({ free }) => [free]),
        ".mice-name": ({ at }) => at.names,
        ".mice-safe": (c) =>
            c.at.seats.map(({ safe }, seat) =>
                withChange(
                    c,
                    (at) => at.seats[seat].safe,
                    (by) => oneOf(["{secure}", safe, c.at.goal, by], ["{secure}", safe, by]),
                ),
            ),
        ".mice-exposed": (c) =>
            c.at.seats.map(({ exposed }, seat) =>
                withChange(
                    c,
                    (at) => at.seats[seat].exposed,
                    (by) => {
                        const rest = [exposed, by];
                        return oneOf(["{sausage}", ...rest], rest);
                    },
                ),
            ),
        "heard .mice-candy": ({ at }) =>
            at.seats.filter(({ candy }) => candy > 0).map(({ candy }) => [candy]),
        ".mice-food": ({ at }) => maybe(at.seats.map(({ exposed }) => food(exposed))),
        "heard .mice-seat .meter": ({ at }) =>
            at.seats.map(({ safe }, seat) => [at.names[seat], Math.min(safe, at.goal), at.goal]),
        "heard .mice-column": (c) => c.at.columns.map((column) => columnSaid(c, column)),
        ".mice-column .mice-shelf": ({ at }) =>
            at.columns.map(({ shelf, gift }) => {
                const figure = ["greedy", "accountant"].includes(shelf) ? "½" : (gift ?? "");
                return (text) => text.endsWith(`{${SHELVES[shelf]}} ${figure}`.trim());
            }),
        ".mice-column .mice-cell": (c) =>
            cells(c).map(({ die, ask, pays }) => [
                die ? `[${die.value}]` : ask || null,
                pays > 0 ? "{sausage}" : null,
                pays > 1 ? pays : null,
            ]),
        "heard .mice-column .mice-die": (c) =>
            cells(c)
                .filter(({ die }) => die)
                .map(({ die }) => onBoard(die)),
        ".mice-column > kbd": ({ at }) => maybe(at.columns.map(({ number }) => [number])),
        ".mice-cat-cells .mice-die": ({ at }) => at.cat.dice.map(({ value }) => [`[${value}]`]),
        "heard .mice-cat-cells .mice-die": ({ at }) => at.cat.dice.map(onBoard),
        ".mice-cat-says": ({ at }) => [at.cat.takes === null ? [] : [at.cat.takes, at.cat.room]],
        "heard .mice-cat": ({ at }) => [
            at.cat.takes === null ? /no number/ : new RegExp(`every ${at.cat.takes}; ${at.cat.room} to go`),
        ],
        ".act-prompt": (c) => [prompt(c)],
        ".act-tip": (c) => {
            const able = c.facts.completes?.filter((n) => c.at.columns[n - 1].next !== null) ?? [];
            return c.at.phase === "place" && c.choices.length > 0 && able.length > 0 ? maybe([able]) : [];
        },
        ".act .row .btn": (c) =>
            c.texts[".act .row .btn"].map(() =>
                oneOf(
                    [],
                    ...c.choices.map(({ text }) => text),
                    ...hand(c).map((_, i) => [i + 1]),
                    ...Array.from({ length: 9 }, (_, i) => [i + 1]),
                ),
            ),
        ".mice-buttons .btn": (c) =>
            c.texts[".mice-buttons .btn"].map(() => oneOf(...c.choices.map(({ text }) => text))),
        ".mice-tray .mice-pick-die": (c) => tray(c).map(({ seen }) => seen),
        "heard .mice-tray .mice-pick-die": (c) => tray(c).map(({ heard }) => heard),
        ".mice-tray > span > .mice-die": (c) =>
            c.choices.length > 0
                ? []
                : maybe(
                      hand(c).map(({ value }) => (value === null ? ["{candy}", "{wild}"] : [`[${value}]`])),
                  ),
        "heard .mice-tray > span > .mice-die": (c) =>
            c.choices.length > 0
                ? []
                : maybe(
                      hand(c).map(({ kind, value }) =>
                          value === null ? KINDS[kind] : `${KINDS[kind]} ${value}`,
                      ),
                  ),
        ".hint h2": (c) => c.texts[".hint h2"].map(() => []),
        ".hint .hint-row": hints,
        ...resultRules({ courses: totals, why }),
        "dialog .sheet thead th": (c) =>
            c.open ? c.at.seats.map((of, seat) => [c.at.names[seat], number(of.safe)]) : [],
        "dialog .sheet tbody td": (c) => (c.open ? sheet(c) : []),
    },
};

/** What is safe, what was exposed, what columns have paid. */
function sheet(c) {
    const { seats } = c.at;
    const paid = (seat) =>
        c.events.reduce((sum, { line }) => (line.do === "complete" ? sum + line.food[seat] : sum), 0);
    const times = (seat) => c.events.filter(({ line }) => line.by === seat && line.do === "secure").length;
    return [
        ...seats.map(({ safe }, seat) => ["{secure}", signed(safe), times(seat) || null]),
        ...seats.map(({ exposed }) => ["{sausage}", number(exposed)]),
        ...seats.map((_, seat) => [number(paid(seat))]),
    ];
}
