// What the table of bars shows, by selectors, from the position alone.
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

const BARS = {
    colibri: "Colibri",
    cotton: "Cotton Club",
    havana: "Havana Bar",
    jungle: "The Jungle",
    lincoln: "Lincoln’s",
    jazz: "Jazz House",
};
const EARLY = ["choose", "lay", "money", "deal", "first"];

const picture = ({ bar, raid, symbol }) => {
    const figure = raid ? "{raid}" : "{gambler}";
    return oneOf([`[${symbol}]`, `{${bar}}`, figure], [`[${symbol}]`, figure]); // the small ones leave out the house
};
const played = (at) => at.bars.flatMap((house) => house.played);
const total = (cards) => cards.reduce((sum, card) => sum + card, 0);

/** What a player does now, if it has a number: what was offered. */
function doing(at, seat) {
    const { offer, haggles, duels, done, proposes } = at.seats[seat];
    if (at.over || at.phase === "choose" || proposes || offer === null || !haggles || duels || done)
        return null;
    const inDuel = at.duel && [at.duel.standing, at.duel.challenger].includes(seat);
    return inDuel ? null : offer;
}

/** Who took what at a bar since the round began. */
function takenAt({ events }, bar) {
    const start = events.findLastIndex(({ line }) => line.do === "round");
    const settled = events
        .slice(Math.max(0, start))
        .find(({ line }) => line.do === "settle" && line.bar === bar);
    return settled
        ? Object.entries(settled.line.to).map(([seat, cards]) => ({
              seat: Number(seat),
              sum: total(cards),
          }))
        : [];
}

function fate(c, house) {
    const { at } = c;
    if (at.over) return "";
    if (house.state === "now") return oneOf(/duel/i, /Haggling/, /Settling/);
    if (EARLY.includes(at.phase)) return "";
    const raids = house.played.filter(({ card }) => card.raid).length;
    if (house.played.length === 0) return /Nobody/;
    if (raids === house.played.length) return raids === 1 ? "Only a raid" : "Only raids";
    const taken = takenAt(c, house.bar);
    if (taken.length > 0) return taken.flatMap(({ seat, sum }) => [at.names[seat], money(sum)]);
    if (house.state === "settled") return "Settled";
    return raids > 0 ? /raid/ : "";
}

const can = (c, verb) => c.choices.some(({ line }) => line.do === verb);

function prompt(c) {
    const { at } = c;
    if (at.over) return [outcome(at)];
    if (can(c, "lay")) return [[money(at.free)]];
    if (can(c, "play")) return [[]];
    if (can(c, "offer")) return [[money(at.haggle.pot), at.names[at.haggle.to]]];
    if (can(c, "answer")) {
        const [{ pot }] = at.haggle.odds;
        return [[at.names[at.haggle.proposer], money(at.seats[at.you].offer), money(pot)]];
    }
    return [at.duel ? duelPrompt(at) : waitingFor(c)];
}

function tip(c) {
    const odds = c.at.haggle?.odds[0];
    return can(c, "answer") && odds ? [odds.text] : [];
}

/** The sum that was chosen and not sent yet. */
const sum = ({ marks }) => Number(marks.sum[0] ?? 0);

/** Before a sum is chosen the rest is nobody's. */
const isOpen = (c) => can(c, "offer") && c.marks.sum[0] === undefined;

function shares(c) {
    const { at } = c;
    if (!can(c, "offer") && !can(c, "answer")) return [];
    const { haggle } = at;
    const others = haggle.hagglers.filter((seat) => seat !== haggle.proposer);
    const offered = (seat) => (seat === haggle.to ? sum(c) : (at.seats[seat].offer ?? 0));
    const rest = haggle.pot - total(others.map(offered));
    const named = others.map((seat) => [seat, offered(seat)]);
    if (isOpen(c)) return [[null, rest], ...named.filter(([, share]) => share > 0)];
    return [[haggle.proposer, rest], ...named];
}

/** The rest is drawn first and said last. */
function sharesSaid(c) {
    const [first, ...others] = shares(c);
    const all = isOpen(c) ? [...others, first] : shares(c);
    return all.flatMap(([seat, share]) =>
        seat === null ? [money(share)] : [c.at.names[seat], money(share)],
    );
}

function options(c) {
    if (!can(c, "offer")) return [];
    const { at } = c;
    const { pot, hagglers, to } = at.haggle;
    const left = pot - total(hagglers.map((seat) => (seat === to ? 0 : (at.seats[seat].offer ?? 0))));
    return Array.from({ length: left / 5 + 1 }, (_, i) => 5 * i);
}

function buttons(c) {
    const { at } = c;
    const offers = can(c, "offer") ? [[at.names[at.haggle.to], money(sum(c))]] : [];
    const answers = can(c, "answer") ? [[money(at.seats[at.you].offer)]] : [];
    const cards = c.choices
        .filter(({ line }) => line.do === "play" || line.do === "lay")
        .map(({ text }) => text);
    return c.texts[".act .row .btn"].map(() => oneOf([], ...offers, ...answers, ...cards));
}

/** The hand lies in the bar when a card is chosen, and while others act. */
function handRow(c) {
    const { at } = c;
    if (at.over || at.duel || can(c, "lay") || can(c, "offer") || can(c, "answer")) return [];
    if (at.phase !== "choose" || !at.chosen) return at.hand;
    const rank = ({ bar, raid, symbol }) => Object.keys(BARS).indexOf(bar) * 12 + (raid ? 6 : 0) + symbol;
    return [...at.hand, at.chosen].sort((one, other) => rank(one) - rank(other));
}

const worthOf = ({ facts }, name) => money(facts.hand.find(({ card }) => card.card === name)?.worth ?? 0);

/** At the end: who has how much, the most first. */
function ranked({ at }) {
    const order = at.names.map((_, seat) => seat).sort((a, b) => at.scores[b] - at.scores[a]);
    return order.map((seat) => [at.names[seat], money(at.scores[seat])]);
}

function hints({ at }) {
    if (at.over) return ranked({ at });
    if (at.duel) return [];
    return (at.haggle?.odds ?? []).map(({ refusers, chance, pot, average }) => {
        const others = refusers.filter((seat) => seat !== at.you);
        return [...others.map((seat) => at.names[seat]), percent(chance), money(pot), money(average)];
    });
}

/* What may come, before the cards are shown. */

/** The card for a bar: the one that was chosen or lifted, else the better one. */
function cardFor({ at, facts, marks }, bar) {
    const own = facts.hand.filter(({ card }) => card.bar === bar);
    const lifted = own.find(({ card: { bar, symbol, raid } }) =>
        [`[${symbol}]`, `{${bar}}`, raid ? "{raid}" : "{gambler}"].every((part) =>
            marks.lifted[0]?.includes(part),
        ),
    );
    const chosen = own.find(({ card }) => card.card === at.chosen?.card);
    return chosen ?? lifted ?? own.sort((one, other) => other.worth - one.worth)[0];
}

function outlooks(c) {
    if (c.at.over || !["choose", "lay"].includes(c.at.phase)) return [];
    return c.facts.bars.map(({ bar, gambler, raid, gambling, raiding }) => {
        const own = cardFor(c, bar);
        return {
            bar,
            gambler,
            raid,
            own,
            fate: own && (own.card.raid ? raiding : gambling),
        };
    });
}

const ofOwn = (c) => outlooks(c).filter(({ own }) => own);

/** Parts that are too small for their number leave it out. */
function arch({ fate }) {
    return oneOf(
        ...[0, 0.07, 0.17, 0.28].map((least) =>
            [fate.all, fate.haggle, fate.nothing].filter((chance) => chance >= least).map(percent),
        ),
    );
}

function houseHeard(c, house) {
    const outlook = outlooks(c).find(({ bar }) => bar === house.bar);
    if (can(c, "lay")) return [money(c.at.free)];
    if (!outlook) return new RegExp(`^${BARS[house.bar]}: ${money(house.sum)}\\.`);
    const { own, fate, gambler, raid } = outlook;
    if (!own) return [money(house.sum), percent(gambler), percent(raid)];
    const chances = [fate.all, fate.haggle, fate.nothing].map(percent);
    return [money(house.sum), own.card.symbol, ...chances, money(own.worth)];
}

/* Duels. */

const sideOf = ({ names, seats }, seat, die) => {
    const { symbol } = seats[seat].played;
    return [names[seat], `[${symbol}]`, die && `[${die}]`, die && symbol + die];
};

function sides({ at }) {
    if (!at.duel) return [];
    const { standing, challenger, die, last } = at.duel;
    const own = [standing, challenger].map((seat, i) => {
        const [name, card, rolled, sum] = sideOf(at, seat, i ? last : die);
        const { bar, raid } = at.seats[seat].played;
        return [name, card, `{${bar}}`, raid ? "{raid}" : "{gambler}", rolled, sum];
    });
    return maybe(own);
}

const named = (at, seat) => (seat === at.you ? null : at.names[seat]);

/** Whose wins are counted: the challenger's, unless one stands oneself. */
const counted = ({ you, duel }) =>
    duel.standing === you ? [duel.standing, 36 - duel.cases] : [duel.challenger, duel.cases];

/** What is left to them: of 36, or of six once a die lies there. */
function chances({ names, you, duel }) {
    const left = duel.die && 7 - duel.needs[duel.die - 1];
    if (duel.standing === you)
        return duel.die === null ? [36 - duel.cases, 36, names[duel.challenger]] : [duel.die, 6 - left, 6];
    const name = duel.challenger === you ? null : names[duel.challenger];
    if (duel.die === null) return [name, duel.cases, 36];
    return [duel.die, name, left, 6];
}

function duelSaid(at) {
    const { standing, challenger, die, last, winner, tie, final, sum } = at.duel;
    const totals = [at.seats[standing].played.symbol + die, at.seats[challenger].played.symbol + last];
    totals.sort((one, other) => other - one);
    return [named(at, winner), final ? money(sum) : null, ...(tie ? ["45"] : totals)];
}

function duelPrompt(at) {
    return at.duel.winner === null ? [money(at.duel.sum), ...chances(at)] : duelSaid(at);
}

function cases({ at }) {
    if (!at.duel) return [];
    const { standing, challenger, die, last } = at.duel;
    const [, cases] = counted(at);
    const chance = percent(cases / 36);
    const axes = [at.names[challenger], at.names[standing]];
    return maybe([[cases, 36, chance, ...(die === null || last !== null ? [] : chances(at)), ...axes]]);
}

/* The sheet of the end: everybody's money by the bars it came from. */

function sheet(c) {
    const rows = Object.keys(BARS).filter((bar) => c.at.bars.some((house) => house.bar === bar));
    const of = (seat, bar) =>
        c.events
            .filter(({ line }) => line.do === "settle" && line.bar === bar && line.to[seat])
            .map(({ line }) => total(line.to[seat]));
    const cells = rows.flatMap((bar) =>
        c.at.seats.map((_, seat) => {
            const sums = of(seat, bar);
            return [signed(total(sums)), sums.length > 1 ? sums.length : null];
        }),
    );
    const spent = c.at.seats.map((_, seat) => spentBy(c, seat));
    return spent.some((sums) => sums.length > 0)
        ? [...cells, ...spent.map((sums) => [signed(-total(sums)), sums.length > 1 ? sums.length : null])]
        : cells;
}

function spentBy({ events }, seat) {
    const sums = [];
    let proposer = null;
    for (const { line } of events) {
        if (line.do === "offer") proposer = line.by;
        if (line.do === "settle" && line.own.length > 0 && proposer === seat) sums.push(total(line.own));
    }
    return sums;
}

/** After each round: what everybody had when the next one began. */
function totals({ events, positions, at }) {
    const rounds = events.flatMap(({ line }, i) => (line.do === "round" ? [positions[i + 1]] : [])).slice(1);
    const sums = (position) => position.seats.map(({ sum }) => sum);
    return [at.seats.map(() => 0), ...rounds.map(sums), sums(at)];
}

/** What came in the way that brought most, and all that came in. */
function why({ at }, seat) {
    const { alone, raids, haggles, duels } = at.ending?.[seat] ?? {};
    const ways = [alone, raids, haggles, duels];
    return total(ways) > 0 ? [Math.max(...ways), total(ways)].map((sum) => 1000 * sum) : [];
}

export const bars = {
    marks: {
        sum: ".bars-sums [aria-pressed=true]",
        lifted: ".bars-hand-row [aria-pressed=true]",
    },
    rules: {
        ".topbar-where": ({ at }) => [at.over || at.round < 1 ? [] : [at.round, at.rounds]],
        ".bars-players > li": (c) =>
            c.at.seats.map((of, seat) =>
                withChange(
                    c,
                    (at) => at.seats[seat].sum,
                    (by) => [c.at.names[seat], money(of.sum), by, doing(c.at, seat)],
                ),
            ),
        "heard .bars-house": (c) => c.at.bars.map((house) => houseHeard(c, house)),
        ".bars-house .bars-sign": ({ at }) => at.bars.map(({ bar }) => `{${bar}} ${BARS[bar]}`),
        ".bars-door .bars-card": ({ at }) => maybe(played(at).map(({ card }) => picture(card))),
        "heard .bars-door .bars-card": ({ at }) =>
            maybe(played(at).map(({ seat, card }) => `${at.names[seat]}: ${card.text}`)),
        ".bars-house .bars-notes": ({ at }) => maybe(at.bars.map((house) => house.money)),
        ".bars-house .bars-till > b": ({ at }) => at.bars.map((house) => [money(house.sum)]),
        ".bars-fate": (c) => (outlooks(c).length > 0 ? [] : maybe(c.at.bars.map((house) => fate(c, house)))),
        ".bars-arch": (c) => ofOwn(c).map(arch),
        ".bars-visitors": (c) =>
            outlooks(c)
                .filter(({ own }) => !own)
                .map(({ gambler, raid }) => [percent(gambler), percent(raid)]),
        ".bars-own": (c) => ofOwn(c).map(({ own }) => oneOf([`[${own.card.symbol}]`, money(own.worth)])),
        ".bars-duel header": ({ at }) => maybe(at.duel ? [[...at.duel.money, money(at.duel.sum)]] : []),
        ".bars-duel-sides > li": sides,
        ".bars-verdict": ({ at }) => maybe(at.duel?.winner != null ? [duelSaid(at)] : []),
        ".bars-cases-said": cases,
        "heard .bars-cases-grid": ({ at }) =>
            at.duel ? maybe([[36, counted(at)[1], at.names[counted(at)[0]]]]) : [],
        ".bars-settling": (c) => maybe(c.texts[".bars-settling"].map(() => /B3[1-5]$/)),
        ".act-prompt": prompt,
        ".act-tip": tip,
        ".act .row .btn": buttons,
        "heard .bars-lay": (c) => (can(c, "lay") ? c.at.bars.map(({ bar }) => BARS[bar]) : []),
        ".bars-hand-said": (c) =>
            handRow(c).map(({ symbol, card }) => oneOf([symbol], [symbol, worthOf(c, card)])),
        ".bars-hand-row .bars-card": (c) => handRow(c).map(picture),
        "heard .bars-hand-row .bars-card": (c) =>
            handRow(c).map(({ text }) => (can(c, "play") ? `Play ${text}` : text)),
        "heard .bars-shares": (c) => (shares(c).length ? [sharesSaid(c)] : []),
        ".bars-shares > span": (c) =>
            shares(c)
                .filter(([, share]) => share > 0)
                .map(([seat, share]) => (seat === null ? [money(share)] : [c.at.names[seat], share])),
        ".bars-sums button": (c) => options(c).map((value) => [value]),
        "heard .bars-sums button": (c) => options(c).map((value) => [money(value)]),
        ".hint .hint-row": hints,
        ".hint-why": (c) => maybe(c.texts[".hint-why"].map(() => /./)),
        ...resultRules({ said: money, courses: totals, why }),
        "dialog .sheet thead th": (c) =>
            c.open ? c.at.seats.map((of, seat) => [c.at.names[seat], number(of.sum)]) : [],
        "dialog .sheet tbody td": (c) => (c.open ? sheet(c) : []),
    },
};
