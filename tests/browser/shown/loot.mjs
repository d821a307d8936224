// What the table of loot shows, by selectors, from the position alone.
import {
    maybe,
    money,
    number,
    oneOf,
    outcome,
    percent,
    resultRules,
    signed,
    waitingFor,
    withChange,
} from "./rules.mjs";

const GROUPS = {
    jewels: ["jewel.ring", "jewel.watch", "jewel.brooch", "jewel.necklace", "jewel.diamond"],
    gangsters: ["gangster"],
    cars: ["car", "driver"],
    thieves: ["thief"],
    gold: ["gold"],
    businesses: [
        "business.casino",
        "business.transport",
        "business.film",
        "business.races",
        "business.estate",
        "business.club",
        "business.restaurant",
    ],
};
const NAMES = { estate: "Real estate", club: "Night club" };
const CARDS = Object.values(GROUPS).flat();

const kindOf = (card) => card.slice(card.indexOf(".") + 1);
const nameOf = (card) => NAMES[kindOf(card)] ?? kindOf(card)[0].toUpperCase() + kindOf(card).slice(1);
const picture = (card) => `{${kindOf(card)}}`;

/** Those after you first, you last. */
function order({ seats, you }) {
    return seats.map((_, i) => ((you ?? 0) + 1 + i) % seats.length);
}
const bySeat = (what) => (c) => order(c.at).map((seat) => what(c.at.seats[seat], seat, c));

const left = ({ piles }) => piles.reduce((sum, pile) => sum + pile, 0);
const filled = ({ lot }) => lot.filter(Boolean).length;
const gain = ({ now, end }) => signed(now === 0 ? end : now);

/** What stands on a place of the lot, and after the last of them what the lot is worth. */
function lot({ at }) {
    const worth = at.over ? null : at.seats[at.you].lot;
    const cards = at.lot.map((place, i) =>
        place ? [picture(place.card), at.over ? null : gain(place.worth)] : [i + 1],
    );
    return [...cards, worth ? [signed(worth.now), worth.end === worth.now ? null : signed(worth.end)] : []];
}

/** Small screens leave out free places, from the end. */
function withoutFree({ at }, places, room) {
    const shown = Math.max(filled(at), Math.min(room, 7));
    return [...places.slice(0, shown), ...places.slice(7)];
}

function spokenLot({ at }) {
    return at.lot.map((place, i) =>
        place ? `${place.name}, worth ${gain(place.worth)} to you` : `Free place ${i + 1}`,
    );
}

function bids({ at }) {
    if (at.phase !== "auction") return [];
    const said = at.seats.map((_, i) => (at.active + 1 + i) % at.seats.length);
    return said.flatMap((seat) => {
        const { said, in: isIn, up } = at.seats[seat];
        const name = at.names[seat];
        if (typeof said === "number") return [[name, money(said)]];
        if (said === "pass") return [name === "You" ? /You pass$/ : [name]];
        return at.actors.includes(seat) || (isIn && up.length > 0) ? [[name]] : [];
    });
}

function state({ said, up }, seat, { at }) {
    if (at.phase === "auction" && typeof said === "number") return oneOf([money(said)], "");
    if (at.phase === "auction" && said === "pass") return oneOf(/pass/, "");
    if (at.actors.includes(seat)) return oneOf(at.phase === "auction" ? /bid/ : /play|turn/, "");
    if (!at.over && up.length === 0) return oneOf(/out of this round/, "");
    return at.winners.includes(seat) ? /winner/ : "";
}

/** What is said of a group: points; of businesses how many kinds and how many alike, before the last round that alone. */
function points(of, category, { at }) {
    if (category !== "businesses") return [signed(of.points[category])];
    const kinds = GROUPS.businesses.filter((card) => of.estate[card] > 0).length;
    const made = [kinds, ...of.alike];
    return at.round < 3
        ? made
        : oneOf([signed(of.points.businesses)], [signed(of.points.businesses), ...made]);
}

/** In the last round the cheques count, too; it is said where there is room. */
function withChequePoints(cheques, { points }, { at }) {
    if (at.round < 3 || points.cheques === 0) return cheques;
    return oneOf(cheques, [...cheques, signed(points.cheques)]);
}

const isOpen = ({ over, scored }) => !over && !scored;

/** Numbers that a prompt may have. */
function prompt(c) {
    const { at, choices } = c;
    if (at.over) return [outcome(at)];
    if (choices.length === 0) return [waitingFor(c)];
    if (at.phase !== "auction") return [[]];
    if (at.best > 0) return [[at.names[at.leader], money(at.best)]];
    return [[]];
}

/** The main button says what was lifted. */
function buttons(c) {
    const { choices } = c;
    const bids = choices.filter(({ line }) => line.do === "bid").map(({ line }) => [money(line.cheque)]);
    const thefts = choices.filter(({ line }) => line.do === "thief").map(({ line }) => [line.take.length]);
    return c.texts[".act .row .btn"].map(() => oneOf([], ...bids, ...thefts));
}

function own(c, what) {
    if (c.choices.length === 0 || c.at.phase !== "auction") return [];
    const { up, down } = c.at.seats[c.at.you];
    return [
        ...[...up].sort((a, b) => a - b).map((value) => what(value, false)),
        ...down.map((value) => what(value, true)),
    ];
}

function piles(c) {
    const open = c.at.piles.filter((n) => n > 0);
    return c.choices.some(({ line }) => line.do === "draw") && open.length > 1 ? open.map((n) => [n]) : [];
}

/** What the lot would bring each, and what it does to you. */
/** At the end: who has how much, the most first. */
function ranked({ at }) {
    const order = at.names.map((_, seat) => seat).sort((a, b) => at.scores[b] - at.scores[a]);
    return order.map((seat) => [at.names[seat], String(at.scores[seat]).replace("-", "−")]);
}

function worth({ at }) {
    if (at.over) return ranked({ at });
    if (filled(at) === 0) return [];
    return at.seats.map(({ lot, toYou, up }, seat) => [
        at.names[seat],
        signed(lot.now),
        lot.end === lot.now ? null : signed(lot.end),
        toYou === 0 || up.length === 0 ? null : signed(toYou),
    ]);
}

function coming({ facts, at }) {
    if (at.over) return [];
    return facts.cards
        .filter(({ left }) => left > 0)
        .map(({ card, left, chance }) => [picture(card), left, percent(chance)]);
}

/* The sheet of a round: what was scored last, with the cards that were there just before. */

function scored(c) {
    const i = c.events.findLastIndex(({ line }) => line.do === "score");
    return i < 0 ? null : { ...c.events[i].line, before: c.positions[i] };
}

const CATEGORIES = ["jewels", "gangsters", "cars", "thieves", "gold", "businesses", "cheques"];

function sheetRows({ round }) {
    return round === 3 ? CATEGORIES : CATEGORIES.slice(0, 5);
}

function tilesOf(seat, category) {
    const cards = (GROUPS[category] ?? []).filter((card) => seat.estate[card] > 0);
    if (category === "cheques") return [...seat.up, ...seat.down];
    return cards.flatMap((card) => [picture(card), seat.estate[card] > 1 ? seat.estate[card] : null]);
}

/** Points, the cards behind them, and any number of a reason that is a number of those cards. */
function cell(c) {
    const sheet = scored(c);
    if (!c.open || !sheet) return [];
    return sheetRows(sheet).flatMap((category) =>
        sheet.before.seats.map((seat, i) => {
            const facts = [...tilesOf(seat, category), signed(sheet.points[i][category])];
            const counts = (GROUPS[category] ?? []).map((card) => seat.estate[card]).filter((n) => n > 0);
            const alike = counts.filter((n) => n > 2).sort((a, b) => b - a);
            return oneOf(facts, [...facts, counts.length], [...facts, counts.length, ...alike]);
        }),
    );
}

function heads(c) {
    const sheet = scored(c);
    if (!c.open || !sheet) return [];
    return sheet.before.seats.map(({ score }, seat) => {
        const gained = sheet.total[seat] - score;
        return [c.at.names[seat], number(sheet.total[seat]), number(score), number(Math.abs(gained))];
    });
}

/** After each round. */
const totals = ({ events, at }) => [
    at.seats.map(() => 0),
    ...events.filter(({ line }) => line.do === "score").map(({ line }) => line.total),
];

/** What each category has brought, all of it, and all that was won. */
function why({ events, at }, seat) {
    const scores = events.filter(({ line }) => line.do === "score").map(({ line }) => line.points[seat]);
    const sums = CATEGORIES.map((category) => scores.reduce((sum, points) => sum + points[category], 0));
    const won = sums.filter((n) => n > 0).reduce((sum, n) => sum + n, 0);
    return [...sums, ...sums.map((n) => -n), at.scores[seat], won];
}

export const loot = {
    marks: {},
    rules: {
        ".topbar-where": ({ at }) => [at.over || at.round < 1 ? [] : [Math.min(at.round, 3), 3]],
        ".loot-police ol": ({ at }) => [Array(at.police).fill("{police}")],
        "heard .loot-police > .vh": ({ at }) => [
            [at.police, at.raid, ...(at.over ? [] : [percent(at.chanceOfPolice), left(at)])],
        ],
        ".loot-odds": ({ at }) => [at.over ? [left(at)] : [percent(at.chanceOfPolice), left(at)]],
        ".loot-bid-line .chip": (c) => maybe(bids(c)),
        ".loot-police > .loot-cheque": ({ at }) => (at.cheque > 0 ? [[money(at.cheque)]] : []),
        "heard .loot-police > .loot-cheque": ({ at }) => (at.cheque > 0 ? [[money(at.cheque)]] : []),
        ".loot-lot > li": (c) => withoutFree(c, lot(c), c.texts[".loot-lot > li"].length - 1),
        "heard .loot-lot .loot-card": (c) =>
            withoutFree(c, spokenLot(c), c.texts["heard .loot-lot .loot-card"].length),
        "heard .loot-lot": ({ at }) => [`The lot: ${filled(at)} of 7 places`],
        ".loot-who": bySeat((of, seat, c) =>
            withChange(
                c,
                (at) => at.seats[seat].score,
                (by) => [c.at.names[seat], by, number(of.score), isOpen(c.at) ? number(of.ifScored) : null],
            ),
        ),
        "heard .loot-who": bySeat((of, seat, { at }) => [
            at.names[seat],
            number(of.score),
            isOpen(at) ? number(of.ifScored) : null,
        ]),
        ".loot-cheques": bySeat((of, seat, c) => withChequePoints([...of.up, ...of.down], of, c)),
        "heard .loot-cheques": bySeat((of, seat, c) =>
            withChequePoints([...of.up, ...of.down].map(money), of, c),
        ),
        ".loot-state": (c) => maybe(bySeat(state)(c)),
        ".loot-estates .loot-tile": bySeatAndCard((count, card) => [picture(card), count > 1 ? count : null]),
        "heard .loot-estates .loot-tile": bySeatAndCard((count, card) => `${nameOf(card)}: ${count}`),
        ".loot-strip .loot-points": (c) =>
            maybe(
                order(c.at).flatMap((seat) =>
                    Object.keys(GROUPS).map((category) => points(c.at.seats[seat], category, c)),
                ),
            ),
        ".act-prompt": prompt,
        ".act-tip": (c) =>
            c.choices.length > 0 && c.at.phase === "auction" && c.at.cheque > 0 ? [[money(c.at.cheque)]] : [],
        ".act .row .btn": buttons,
        ".loot-bids .loot-cheque": (c) => own(c, (value) => [money(value)]),
        "heard .loot-bids .loot-cheque": (c) => own(c, (value) => [money(value)]),
        ".loot-piles .loot-card": piles,
        ".hint .hint-row": worth,
        ".loot-left li": coming,
        "dialog .sheet thead th": heads,
        "dialog .sheet tbody td": cell,
        "dialog .sheet tbody th": (c) => c.texts["dialog .sheet tbody th"].map(() => /./),
        "dialog:not(.result) label": (c) =>
            c.texts["dialog:not(.result) label"].map((_, i) => `Round ${i + 1}`),
        "dialog .sheet caption": (c) =>
            c.texts["dialog .sheet caption"].map(() => oneOf([], [scored(c)?.round])),
        ...resultRules({ courses: totals, why, leads: true }),
        "dialog:not(.result) h2": (c) =>
            c.texts["dialog:not(.result) h2"].map(() => oneOf([], [scored(c)?.round])),
    },
};

function bySeatAndCard(what) {
    return (c) =>
        order(c.at).flatMap((seat) => CARDS.map((card) => what(c.at.seats[seat].estate[card], card)));
}
