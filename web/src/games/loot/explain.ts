/* What the things on the table of loot are: two lines, an example with one's own cards, and the rule. */
import type { LootCard, LootCategory, LootPosition, LootSeat } from "../../engine";
import { number, percent, signed, t, tn } from "../../look/text";
import type { Explanation } from "../module";
import { businessesSaid, GROUPS, kindsOf, money, type Group } from "./estate";
import { isRa, kindName, leaves, type Kind } from "./kinds";

/** The rule of a category, in a sentence. */
export function ruleOf(category: LootCategory): string {
    switch (category) {
        case "jewels":
            return t("Different kinds count together, not the number of cards.");
        case "gangsters":
            return t("+5 for the most, −2 for the fewest. All who are tied get the same.");
        case "cars":
            return t("+1 for each driver, and +1 for each car if you have a driver.");
        case "thieves":
            return t("+2 if you keep it. Or give it up in your turn and take a card of the lot.");
        case "gold":
            return t("+3 each.");
        case "businesses":
            return t("Kinds and equal cards both count, but only after round 3.");
        case "cheques":
            return t("+5 for the highest sum, −5 for the lowest, but only after round 3.");
    }
}

export function policeRule(): string {
    return t("When the row is full the round ends at once: the lot is lost, and what you own is scored.");
}

export function policeSaid(at: LootPosition): string {
    const said = {
        n: at.police,
        raid: at.raid,
        chance: percent(at.chanceOfPolice),
        left: at.piles.reduce((sum, pile) => sum + pile, 0),
    };
    if (at.over) return isRa() ? t("Ra: {n} of {raid}.", said) : t("Police: {n} of {raid}.", said);
    return isRa()
        ? t("Ra: {n} of {raid}. The next card is Ra with a chance of {chance}. {left} cards are left.", said)
        : t(
              "Police: {n} of {raid}. The next card is police with a chance of {chance}. {left} cards are left.",
              said,
          );
}

/** What somebody has of a category, in a word or two: "3 kinds". */
export function ownOf(at: LootPosition, seat: LootSeat, category: LootCategory): string {
    const { estate } = seat;
    switch (category) {
        case "jewels":
            return tn("{n} kind", "{n} kinds", kindsOf(seat, category));
        case "gangsters": {
            const most = Math.max(...at.seats.map((other) => other.estate.gangster));
            return t("{n}, the most is {most}", { n: estate.gangster, most });
        }
        case "cars":
            return `${kindName("car")} ${estate.car}, ${kindName("driver")} ${estate.driver}`;
        case "thieves":
            return number(estate.thief);
        case "gold":
            return number(estate.gold);
        case "businesses":
            return businessesSaid(seat);
        case "cheques":
            return money([...seat.up, ...seat.down].reduce((sum, cheque) => sum + cheque, 0));
    }
}

/** "0: −5 · 1–2: 0 · 3: +5": what so many are worth; equal neighbours are one. */
export function scaleOf(
    points: readonly number[],
    from = 0,
): { many: string; points: number; from: number; to: number }[] {
    const steps: { many: string; points: number; from: number; to: number }[] = [];
    points.forEach((worth, n) => {
        const last = steps.at(-1);
        if (n < from) return;
        if (last?.points === worth) last.to = n;
        else steps.push({ many: "", points: worth, from: n, to: n });
    });
    return steps.map((step) => ({
        ...step,
        many: step.from === step.to ? String(step.from) : `${step.from}–${step.to}`,
    }));
}

function scaleSaid(points: readonly number[]): string {
    return scaleOf(points)
        .map(({ many, points: worth }) => `${many}: ${signed(worth)}`)
        .join(" · ");
}

const own = (at: LootPosition) => (at.you === null ? null : at.seats[at.you]!);

function groupExample(at: LootPosition, { category }: Group): string | undefined {
    const mine = own(at);
    const what = mine && `${ownOf(at, mine, category)}: ${signed(mine.final[category])}`;
    const said = what ? t("You: {what}.", { what }) : "";
    if (category === "jewels") return `${scaleSaid(at.scales.jewels)}. ${said}`.trim();
    return said || undefined;
}

function explainGroup(at: LootPosition, group: Group): Explanation {
    return {
        title: group.name(),
        text: ruleOf(group.category),
        example: groupExample(at, group),
        rule: group.rule,
    };
}

/** How many of a kind may still come, and whether it stays. */
function fateOf(at: LootPosition, card: LootCard, kind: Kind): string {
    const left = tn("{n} is still in the piles.", "{n} are still in the piles.", at.kinds[card].left);
    return `${left} ${leaves(kind) ? t("It leaves the game after scoring.") : t("It stays after scoring.")}`;
}

function explainCard(at: LootPosition, kind: Kind): Explanation | undefined {
    if (kind === "police") return explainPolice(at);
    const group = GROUPS.find(({ cards }) => cards.some((card) => card.endsWith(kind)));
    const card = group?.cards.find((one) => one.endsWith(kind));
    if (!group || !card) return undefined;
    const worth = at.kinds[card].more;
    const gain = worth && (worth.now || worth.end);
    const name = kindName(kind);
    return {
        title: gain === null ? name : t("{card}: {points} to you", { card: name, points: signed(gain) }),
        text: ruleOf(group.category),
        example: [groupExample(at, group), fateOf(at, card, kind)].filter(Boolean).join(" "),
        rule: group.rule,
    };
}

function explainPolice(at: LootPosition): Explanation {
    return { title: kindName("police"), text: policeRule(), example: policeSaid(at), rule: "L32" };
}

function explainCheque(at: LootPosition, how: string): Explanation {
    if (how === "table")
        return {
            title: isRa() ? t("The wad of notes on the table") : t("The cheque on the table"),
            text: isRa()
                ? t("It goes face down to whoever wins the auction; the wad that won takes its place.")
                : t("It goes face down to whoever wins the auction; the cheque that won takes its place."),
            example: at.cheque > 0 ? money(at.cheque) : undefined,
            rule: "L22",
        };
    return how === "down"
        ? {
              title: isRa() ? t("A wad of notes face down") : t("A cheque face down"),
              text: t("Won in this round: it can be bid from the next round on, and counts at the end."),
              rule: "L22",
          }
        : {
              title: isRa() ? t("A wad of notes face up") : t("A cheque face up"),
              text: t(
                  "It can be bid once, and only if it is higher than all bids before. Who wins gives it away.",
              ),
              rule: "L21",
          };
}

const THINGS: Record<string, (at: LootPosition) => Explanation> = {
    police: explainPolice,
    lot: () => ({
        title: t("The lot"),
        text: t("Up to seven cards that are sold together. The seventh starts an auction at once."),
        rule: "L14",
    }),
    worth: () => ({
        title: t("What the lot is worth to you"),
        text: t("What your points would gain with all of its cards if the round were scored now."),
        example: t("In blue: what it would be at the end of the game."),
        rule: "L40",
    }),
    gain: () => ({
        title: t("What this card adds"),
        text: t("What your points would gain with this card alone if the round were scored now."),
        example: t("In blue: what it would be at the end of the game."),
        rule: "L40",
    }),
    pile: () => ({
        title: t("Draw a card"),
        text: isRa()
            ? t("Loot joins the lot; Ra starts an auction at once.")
            : t("Loot joins the lot; police starts an auction at once."),
        rule: "L11",
    }),
    score: () => ({
        title: t("Points"),
        text: t("Large: what is banked. After the arrow: what it would be if the round were scored now."),
        example: t("The star marks whoever would be ahead then."),
        rule: "L51",
    }),
};

/** Words: card:KIND, group:CATEGORY, cheque:up, cheque:down, cheque:table, and those of THINGS. */
export function explain(word: string, at: LootPosition): Explanation | undefined {
    const [what, which = ""] = word.split(":");
    if (what === "card") return explainCard(at, which as Kind);
    if (what === "cheque") return explainCheque(at, which);
    if (what === "group") {
        const group = GROUPS.find(({ category }) => category === which);
        return group && explainGroup(at, group);
    }
    return THINGS[what!]?.(at);
}
