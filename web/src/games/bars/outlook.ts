/* What may become of a card of yours at each bar, before the cards are shown. */
import type { BarsBar, BarsCard, BarsFate, BarsPosition, BarsTypes } from "../../engine";
import { settings } from "../../look/settings";
import type { Table } from "../../table";
import type { BarsMoves } from "./moves";

/** Of a bar: who may come, and what your card there may bring. */
export interface Outlook {
    gambler: number;
    raid: number;
    /** Your card for this bar: the one that is lifted or chosen, else the better one. */
    card: BarsCard | null;
    fate: BarsFate | null;
    worth: number;
    /** It is the one that goes, or is about to. */
    isChosen: boolean;
}

/** The card that goes: sent, or lifted and not sent yet. */
export function cardOut(at: BarsPosition, moves: BarsMoves): BarsCard | null {
    if (at.chosen) return at.chosen;
    const { staged } = moves;
    return (staged?.do === "play" && at.hand.find(({ card }) => card === staged.card)) || null;
}

/** By bar; nothing once cards lie open, for those who only watch, and where no hints are wanted. */
export function outlooks(at: BarsPosition, table: Table<BarsTypes>, moves: BarsMoves): Map<BarsBar, Outlook> {
    const all = new Map<BarsBar, Outlook>();
    if (at.you === null || !settings.value.hints || (at.phase !== "choose" && at.phase !== "lay")) return all;
    const { bars, hand } = table.facts();
    const out = cardOut(at, moves);
    for (const { bar, gambler, raid, gambling, raiding } of bars) {
        const own = hand.filter(({ card }) => card.bar === bar).sort((one, other) => other.worth - one.worth);
        const best = own.find(({ card }) => card.card === out?.card) ?? own[0];
        all.set(bar, {
            gambler,
            raid,
            card: best?.card ?? null,
            fate: best ? (best.card.raid ? raiding : gambling) : null,
            worth: best?.worth ?? 0,
            isChosen: best !== undefined && best.card.card === out?.card,
        });
    }
    return all;
}

/** What the cards of the hand are worth about, in thousands; nothing where no hints are wanted. */
export function worths(table: Table<BarsTypes>): Map<string, number> {
    if (!settings.value.hints) return new Map();
    return new Map(table.facts().hand.map(({ card, worth }) => [card.card, worth]));
}
