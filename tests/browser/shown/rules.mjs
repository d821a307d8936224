// How what is said is compared with what is so, and what all tables share.

const format = new Intl.NumberFormat("en", { useGrouping: "always" });
const share = new Intl.NumberFormat("en", { style: "percent" });

export const number = (value) => format.format(value || 0).replace("-", "−");
export const money = (thousands) => number(thousands * 1000);
export const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));
export const percent = (value) => share.format(value);

/** Any of several sayings. */
export const oneOf = (...sayings) => ({ oneOf: sayings });

/** These, or none of them: what small screens leave out. */
export const maybe = (sayings) => ({ maybe: sayings });

/** Rules as a list: what is seen, unless the selector begins with "heard". */
export const listed = (rules) =>
    Object.entries(rules).map(([key, expect]) =>
        key.startsWith("heard ")
            ? { selector: key.slice(6), by: "heard", expect }
            : { selector: key, by: "seen", expect },
    );

/** Its facts alone: numbers with sign and percent, dice as [4], pictures as {ring}, and names of seats. */
export function factsIn(text, names = []) {
    const escaped = names.map((name) => name.replace(/\W/g, "\\$&"));
    const pattern = new RegExp(
        `\\[\\d\\]|\\{[\\w-]+\\}|[+−]?\\d[\\d,]*%?${escaped.map((name) => `|\\b${name}\\b`).join("")}`,
        "g",
    );
    return [...text.matchAll(pattern)].map(([fact]) => fact.replace(/(?<=\d),(?=\d{3})|,$/g, ""));
}

/** Is the text what is expected: a text, a list of facts, or one of several? */
export function isSaid(text, expected, names) {
    if (expected?.oneOf) return expected.oneOf.some((one) => isSaid(text, one, names));
    if (typeof expected === "function") return expected(text);
    if (expected instanceof RegExp) return expected.test(text);
    if (typeof expected === "string") return text === expected;
    const you = expected.includes("You");
    const facts = factsIn(text, you ? names : names.filter((name) => name !== "You"));
    const wanted = expected
        .filter((fact) => fact !== null)
        .map((fact) => String(fact).replace(/(?<=\d),(?=\d{3})/g, ""));
    return facts.length === wanted.length && facts.every((fact, i) => fact === wanted[i]);
}

/** What has just changed stands beside a number for a moment. */
export function changed(c, valueOf) {
    const now = valueOf(c.at);
    const seen = c.earlier.map((at) => now - valueOf(at)).filter((by) => by !== 0);
    return new Set(seen.map(signed));
}

/** A number with what has just changed beside it, or without. */
export function withChange(c, valueOf, facts) {
    return oneOf(facts(null), ...[...changed(c, valueOf)].map((by) => facts(by)));
}

/** Names and numbers of a sentence; "you" may begin it. */
const sentenceFacts = (text, names) =>
    factsIn(
        text.toLowerCase(),
        names.map((name) => name.toLowerCase()),
    );

/** The facts of an event as a line of the log may tell them: those of its words; of dice that are placed one after another
 *  what they show and where they go, with the name but once. */
function eventFacts({ line, text }, names) {
    const told = sentenceFacts(text, names);
    if (line.do !== "place" || line.value === undefined) return [told];
    const placed = [line.value, line.column].filter((one) => one !== "cat").map(String);
    return [told, placed, [names[line.by].toLowerCase(), ...placed]];
}

/** Are these the facts of the event at `i` and, before them, of others that came just before it? Some are told by no line. */
function isTold(facts, events, i, names, isLast = true) {
    const FAR = 16;
    if (facts.length === 0 && !isLast) return true;
    if (i < 0 || events.at(-1).number - events[i].number > FAR) return false;
    const ends = (some) => some.every((fact, k) => facts[facts.length - some.length + k] === fact);
    const rest = (some) => facts.slice(0, facts.length - some.length);
    const goesOn = (some) => ends(some) && isTold(rest(some), events, i - 1, names, false);
    return (
        eventFacts(events[i], names).some(goesOn) || (!isLast && isTold(facts, events, i - 1, names, false))
    );
}

/** The log: each line has the words of its event, and ends with the last that has something to tell. All its names and numbers
 *  are those of that event, and of what led to it. */
function logLine({ events, at }, text) {
    const number = Number(/(\d+)$/.exec(text)?.[1]);
    const i = events.findIndex((one) => one.number === number);
    if (i < 0) return false;
    const said = text.replace(/ ?\d+$/, "");
    const isWorded = events[i].line.do === "place" || said.includes(events[i].text.slice(-12));
    return isWorded && isTold(sentenceFacts(said, at.names), events.slice(0, i + 1), i, at.names);
}

/** Who has won, and nothing else. */
export const outcome = ({ winners, names, you }) =>
    [...winners].sort((one, other) => Number(other === you) - Number(one === you)).map((seat) => names[seat]);

/** Whom everybody waits for. */
export function waitingFor({ at }) {
    const others = at.actors.filter((seat) => seat !== at.you);
    if (at.chance || others.length === 0) return [];
    return others.length === 1 ? [at.names[others[0]]] : [others.length];
}

/** For every game. */
export const common = {
    ".before": (c) => c.texts[".before"].map(() => /./), // numbers of players, levels and the goal: not of this game's position
    ".act-goal": (c) => c.texts[".act-goal"].map(() => /./), // the goal again
    "a.rule": (c) => c.texts["a.rule"].map(() => /^[LBM]\d+$/),
    ".log li": (c) =>
        c.texts[".log li"].map((text) =>
            logLine(c, text) ? text : `no such event up to line ${c.at.number}`,
        ),
};

const toNumber = (said) => Number(said.replace("−", "-").replace("+", ""));
const total = (numbers) => numbers.reduce((sum, one) => sum + one, 0);
const numbersIn = (text) =>
    factsIn(text)
        .filter((fact) => /^[+−]?\d+$/.test(fact))
        .map(toNumber);

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** How the lead went by the totals after each round, as it is told to who has not won: the round after which they were ahead
 *  for the last time, or who always was; else nothing. */
function lead(rounds, you, names) {
    const ahead = rounds.map((totals) => {
        const most = Math.max(...totals);
        return totals.filter((one) => one === most).length === 1 ? totals.indexOf(most) : null;
    });
    if (ahead.includes(you)) return [ahead.lastIndexOf(you) + 1];
    return ahead[0] !== null && ahead.every((one) => one === ahead[0]) ? [names[ahead[0]]] : [];
}

/** The page of the result: who, how many, by how much, where it came from, how it grew. `said` is how points are written;
 *  `courses` the totals after each round, the start included; `why` the numbers that a reason may have; `leads`: it is told who
 *  was ahead when. */
export function resultRules({ said = number, courses, why, leads = false }) {
    const ranked = ({ at }) =>
        at.seats
            .map((_, seat) => ({ seat, points: at.scores[seat], wins: at.winners.includes(seat) }))
            .sort((one, other) => Number(other.wins) - Number(one.wins) || other.points - one.points);
    const isThere = (c) => c.marks.result.length > 0;
    const each = (what) => (c) => (isThere(c) ? ranked(c).map((one, i, all) => what(one, c, all, i)) : []);
    const margin = ({ points, wins }, all) => {
        const next = all.find((one) => !one.wins);
        return wins ? points - (next?.points ?? points) : all[0].points - points;
    };
    /** Who has not won: their place, who shares it, and how the lead went. Else who came closest. */
    const forYou = (c) => {
        const { names, you } = c.at;
        const all = ranked(c);
        const own = all.find(({ seat }) => seat === you);
        const next = all.find(({ wins }) => !wins);
        if (!own || own.wins) return next ? [names[next.seat], said(next.points)] : "";
        const rank = all.filter(({ wins, points }) => wins || points > own.points).length;
        const level = all.filter((one) => !one.wins && one.points === own.points && one !== own);
        const told = leads ? lead(courses(c).slice(1), you, names) : [];
        return (text) =>
            text.startsWith(`You are ${PLACES[rank]}.`) &&
            isSaid(text, [...level.map(({ seat }) => names[seat]), ...told], names);
    };
    const parts = (c, i) => numbersIn(c.texts["heard .result-seat > ul"][i] ?? "");
    const known = (text, c, i) => numbersIn(text).every((one) => parts(c, i).includes(one));
    const alone = (c) => {
        const all = ranked(c);
        return all.filter(({ wins }) => wins).length === 1 && margin(all[0], all) > 0
            ? said(margin(all[0], all))
            : null;
    };
    return {
        "dialog.result .result-head h2": (c) => {
            if (!isThere(c)) return [];
            const names = outcome(c.at).filter((name) => name !== "You");
            return [[...names, alone(c)]];
        },
        ".result-head > p": (c) => (isThere(c) ? [forYou(c)] : []),
        ".result-name": each(({ seat }, { at }) => at.names[seat]),
        ".result-rank": (c) =>
            maybe(
                each(({ points, wins }, _, all) => [
                    wins ? 1 : 1 + all.filter((one) => one.wins || one.points > points).length,
                ])(c),
            ),
        ".result-total": each(({ points }) => said(points)),
        ".result-margin": (c) =>
            maybe(each((one, _, all) => (margin(one, all) > 0 ? [said(margin(one, all))] : /level/))(c)),
        // The parts add up to the points, and the column is built of them.
        "heard .result-seat > ul": each(({ points }) => (text) => {
            const unit = said(1) === "1" ? 1 : 1000;
            return total(numbersIn(text)) === points * unit;
        }),
        ".result-above": (c) => maybe(each((_, __, ___, i) => (text) => known(text, c, i))(c)),
        ".result-below": (c) => c.texts[".result-below"].map(() => /^([^+−]|[+−]\d)*$/),
        ".result-lost": (c) => {
            const lost = c.texts["heard .result-seat > ul"].map((_, i) =>
                total(parts(c, i).filter((one) => one < 0)),
            );
            return maybe(lost.filter((one) => one < 0).map((one) => (text) => numbersIn(text)[0] === one));
        },
        ".result-why": each(
            ({ seat }, c) =>
                (text) =>
                    numbersIn(text).every((one) => why(c, seat).includes(one)),
        ),
        "heard .course-table tbody tr": (c) =>
            isThere(c) && courses(c).length
                ? c.at.names.map((name, seat) => [name, ...courses(c).map((totals) => said(totals[seat]))])
                : [],
        "heard .course-table thead": (c) => c.texts["heard .course-table thead"].map(() => /^start( \d+)+$/),
        ".course-field": (c) => c.texts[".course-field"].map(() => /./), // lines for the eye: the table has their numbers
        ".course-names > span": (c) =>
            c.texts[".course-names > span"].map((_, seat) => [c.at.names[seat], said(c.at.scores[seat])]),
    };
}

/** All that is not as it should be, in words. */
export function mistakes(c, rules, sample) {
    const found = [];
    rules.forEach(({ selector, by, expect }, i) => {
        const texts = sample.texts[i];
        const expected = expect(c) ?? [];
        const wanted = expected.maybe ?? expected;
        if (texts.length === 0 && expected.maybe) return;
        if (texts.length !== wanted.length)
            return void found.push(
                `${selector} (${by}): ${texts.length} of ${wanted.length}: ${texts.join(" | ")}`,
            );
        texts.forEach((text, j) => {
            if (!isSaid(text, wanted[j], c.at.names))
                found.push(`${selector} (${by}): "${text}" should be ${JSON.stringify(wanted[j])}`);
        });
    });
    return [...found, ...sample.unexplained.map((what) => `nothing explains ${what}`)];
}
