// What the module says of bars: src/wasm/bars.c. Money is in thousands all through.
import type { Common, TableEvent } from "razzia-wasm";

export type BarsBar = "colibri" | "cotton" | "havana" | "jungle" | "lincoln" | "jazz";

export type BarsEvent =
    | { by: "chance"; do: "first"; seat: number }
    | { by: "rules"; do: "round"; number: number; croupier: number }
    | { by: "rules"; do: "reshuffle" }
    | { by: "chance"; do: "deal"; seat: number; card: string | null }
    | { by: "chance"; do: "money"; bar: BarsBar | null; value: number }
    | { by: number; do: "lay"; bar: BarsBar }
    | { by: number; do: "play"; card: string | null }
    | { by: "rules"; do: "show"; cards: string[] }
    | { by: number; do: "offer"; to: number; sum: number }
    | { by: number; do: "answer"; duel: boolean | null }
    | { by: "rules"; do: "answers"; duel: number[] }
    | { by: "chance"; do: "roll"; seat: number; value: number }
    | {
          by: "rules";
          do: "settle";
          bar: BarsBar;
          to: { [seat: string]: number[] };
          own: number[];
          left: number[];
      }
    | TableEvent;

// A card of a bar. `card` is its name in the record, "havana.g4"; `text` "gambler 4, Havana Bar".
export interface BarsCard {
    card: string;
    bar: BarsBar;
    raid: boolean;
    symbol: number;
    text: string;
}

// Money is in thousands all through; cards are listed downwards.
export interface BarsHouse {
    bar: BarsBar;
    sign: string;
    money: number[];
    sum: number;
    played: { seat: number; card: BarsCard }[];
    // Where it stands in this round's settling.
    state: "waiting" | "now" | "settled";
}

export interface BarsSeat {
    money: number[];
    sum: number;
    // The card of this round, once it is shown.
    played: BarsCard | null;
    // Has chosen a card, or answered.
    done: boolean;
    haggles: boolean;
    proposes: boolean;
    // What this seat has been offered.
    offer: number | null;
    // Demanded a duel, as far as it is known.
    duels: boolean;
}

// `to` is who gets the next offer; `kept` is what the offers leave to the proposer.
export interface BarsHaggle {
    bar: BarsBar;
    pot: number;
    kept: number;
    proposer: number;
    hagglers: number[];
    to: number | null;
    // The sums that can be offered to `to` now, all of them, for the proposer alone.
    payable: number[];
    // What refusals would mean for you: who demands a duel, your chance to win them all, the pot
    // that is left for the winner, and what that is worth on average.
    odds: { refusers: number[]; chance: number; pot: number; average: number; text: string }[];
}

// The duel that is on, or the one that the last roll has decided. `die` is what the standing one has
// rolled, `last` what the challenger has; then there is a `winner`, and `tie` says that the rule for
// equal totals decided.
export interface BarsDuel {
    bar: BarsBar;
    standing: number;
    challenger: number;
    die: number | null;
    last: number | null;
    winner: number | null;
    tie: boolean;
    // In how many of 36 the challenger wins.
    cases: number;
    // What the challenger has to roll against each die from 1 to 6; 7: nothing is enough.
    needs: number[];
    // What it is for: what those who accepted leave.
    money: number[];
    sum: number;
    // Nobody else is waiting to duel with the winner.
    final: boolean;
}

// How a seat came to its money, and what it had after each round. `spent` is below zero: own money
// paid to others.
export interface BarsEnding {
    alone: number;
    raids: number;
    haggles: number;
    duels: number;
    spent: number;
    rounds: number[];
}

export interface BarsPosition extends Common {
    game: "bars";
    phase:
        | "first" | "deal" | "money" | "lay" | "choose" | "show" | "settle" | "offer" | "answer"
        | "answers" | "roll" | "over";
    round: number;
    rounds: number;
    croupier: number;
    pile: number;
    coins: number;
    // The money card that the croupier may lay.
    free: number | null;
    bars: BarsHouse[];
    seats: BarsSeat[];
    hand: BarsCard[];
    chosen: BarsCard | null;
    answer: boolean | null;
    haggle: BarsHaggle | null;
    duel: BarsDuel | null;
    // Of each seat, once the game is over.
    ending: BarsEnding[] | null;
}

// What may become of a card: all the money, a share of it, nothing.
export interface BarsFate {
    all: number;
    haggle: number;
    nothing: number;
}

// Cards that you can not see, by bar and card; those surely in other hands; and, before cards are
// shown, what to expect: the chances that another gambles or raids, what may become of a gambler or
// a raid of yours there, and what each of your cards is worth about, the one that you have chosen
// too.
export interface BarsFacts {
    game: "bars";
    hidden: { card: BarsCard; count: number }[];
    kept: { card: BarsCard; count: number }[];
    bars: {
        bar: BarsBar;
        gambler: number;
        raid: number;
        gambling: BarsFate;
        raiding: BarsFate;
    }[];
    hand: { card: BarsCard; worth: number }[];
}
