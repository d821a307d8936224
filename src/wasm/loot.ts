// What the module says of loot: src/wasm/loot.c.
import type { Common, TableEvent } from "razzia-wasm";

export type LootCard =
    | "jewel.ring" | "jewel.watch" | "jewel.brooch" | "jewel.necklace" | "jewel.diamond"
    | "gangster" | "car" | "driver" | "thief" | "gold"
    | "business.casino" | "business.transport" | "business.film" | "business.races"
    | "business.estate" | "business.club" | "business.restaurant";
export type LootCategory =
    | "thieves" | "gangsters" | "cars" | "jewels" | "gold" | "businesses" | "cheques";

export type LootEvent =
    | { by: "chance"; do: "sets"; order: number[] }
    | { by: "rules"; do: "round"; number: number; starter: number }
    | { by: number; do: "draw"; pile?: number }
    | { by: "chance"; do: "reveal"; card: LootCard | "police" }
    | { by: number; do: "thief"; take: LootCard[] }
    | { by: number; do: "court" }
    | { by: number; do: "bid"; cheque: number }
    | { by: number; do: "pass" }
    | { by: "rules"; do: "won"; seat: number; cheque: number; loot: LootCard[]; took: number }
    | { by: "rules"; do: "unsold"; lost?: boolean }
    | {
          by: "rules";
          do: "score";
          round: number;
          points: Record<LootCategory, number>[];
          total: number[];
      }
    | TableEvent;

// Points: `now` if the round were scored now, `end` with what only the third round scores.
export interface LootWorth {
    now: number;
    end: number;
}

export interface LootSeat {
    // What is banked, and what it would be if the round were scored now.
    score: number;
    ifScored: number;
    estate: Record<LootCard, number>;
    // The sizes of the sets of equal businesses that count, the largest first.
    alike: number[];
    up: number[];
    down: number[];
    in: boolean;
    // In this auction: the cheque that was bid, or a pass.
    said: number | "pass" | null;
    // What the round would bring if it were scored now; all of it at the end of the game.
    points: Record<LootCategory, number>;
    final: Record<LootCategory, number>;
    // What the lot on the table would add, and what it would do to you if this seat took it.
    lot: LootWorth;
    toYou: number;
}

export interface LootPosition extends Common {
    game: "loot";
    theme: "police" | "ra";
    phase: "sets" | "turn" | "reveal" | "auction" | "over";
    round: number;
    rounds: number;
    police: number;
    raid: number;
    // Seven places from left to right. `worth`: what this card alone would add to you.
    lot: ({ card: LootCard; name: string; worth: LootWorth | null } | null)[];
    cheque: number;
    piles: number[];
    // Of chance, if a card were drawn now: police, from 0 to 1.
    chanceOfPolice: number;
    active: number;
    court: boolean;
    best: number;
    leader: number | null;
    // The round has been scored, and its cards still lie there.
    scored: boolean;
    // Who would have won if this round were scored now and were the last.
    ahead: number[];
    seats: LootSeat[];
    // What is left in the piles, and what one more would add to you.
    kinds: Record<LootCard, { left: number; more: LootWorth | null }>;
    // Points for so many kinds, or so many equals: scales.jewels[3] is for three kinds.
    scales: { jewels: number[]; businesses: number[]; alike: number[] };
}

// What is left in the piles, and the chance of each kind to come next.
export interface LootFacts {
    game: "loot";
    left: number;
    cards: { card: LootCard | "police"; name: string; left: number; chance: number }[];
}
