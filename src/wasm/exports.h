/* All that the browser can ask the module for, and what it answers: the one list.
 *
 * The build makes wasm.ts from this header (tools/wasm_types.py). A declaration becomes a method of
 * the class Wasm: `text` is a string, JSON(type) what JSON.parse makes of a text, and the comment
 * goes with it. The types of TypeScript stand here too, in the comments that begin with "ts"; a
 * test compares them with what the module says.
 *
 * Texts are UTF-8 with a final NUL, at offsets into the one memory of the module: arguments lie in
 * the area that wasm_in names, an answer is good until the next call. A module holds one table (a
 * seat's view of a game, moved on by the lines of its record) and one host (a whole game, dealt
 * here). Whoever needs two tables makes two instances.
 */
#ifndef RZ_EXPORTS_H
#define RZ_EXPORTS_H

typedef const char *text;
#define JSON(type) text

#pragma GCC visibility push(default)

/* ts: Every game -------------------------------------------------------------------------------

export type GameName = "loot" | "bars" | "mice";

// Something that is not allowed, in the language that is set; with the number of the rule that it
// breaks, if it breaks one.
export interface Problem {
    name: string;
    rule: string | null;
    text: string;
}

export interface GameInfo {
    name: GameName;
    title: string;
    author: string;
    about: string;
    seats: [number, number];
    options: OptionInfo[];
}

// `words` and the numbers from `min` to `max` (if they are there) are allowed; `data` reads JSON of
// its own.
export interface OptionInfo {
    name: string;
    rule: string | null;
    about: string;
    words: string[];
    min?: number;
    max?: number;
    data: boolean;
}

// `games`: those that it plays. `net`: it needs the net of the game.
export interface BotInfo {
    name: string;
    about: string;
    games: GameName[];
    net: boolean;
}

export type Actor = number | "chance" | "rules";

// A line of a record, docs/records.md. Which verbs there are: LootEvent, BarsEvent, MiceEvent. A
// field that is hidden from the seat is null.
export interface AnyEvent {
    by?: Actor;
    do?: string;
    [field: string]: unknown;
}

// Of every table.
export type TableEvent =
    | { by: number; do: "leave"; why: "resign" | "timeout" }
    | { by: number; do: "return" }
    | { by: "rules"; do: "end"; scores: number[]; winners: number[] };

// One line taken: its number, what it says in words, and how many lines at least follow from it by
// rule and are still to come.
export interface Observed {
    number: number;
    text: string;
    due: number;
}

// Something that was not taken, and why.
export interface Refused {
    problem: Problem;
}

// One thing that may be done now: its line, and its label.
export interface Choice {
    line: AnyEvent;
    text: string;
}

// What every position has, which is what is to be seen after each line, those that follow by rule
// included. `number` is that of the next line; `actors` are the seats that may act
// now; `moment` is what you are to do, in a few words, if you are among them.
export interface Common {
    number: number;
    you: number | null;
    names: string[];
    actors: number[];
    chance: boolean;
    over: boolean;
    away: number[];
    scores: number[];
    winners: number[];
    moment: string;
}

export type Position = LootPosition | BarsPosition | MicePosition;
export type Facts = LootFacts | BarsFacts | MiceFacts;

// What a strong player would do, in words, and why; and what it thinks of the choices, the most
// promising first: your share of the win after each (null if nothing was learnt: then `greedy` was
// asked, and only what it would do is there), and how often it is to be taken. `best` is the place
// in `choices` of the one to be taken.
export interface Advice {
    source: "learnt" | "untrained" | "reasoned";
    text: string;
    why: string;
    best: number;
    choices: { line: AnyEvent; text: string; win: number | null; share: number }[];
}
*/

/* ts: loot -------------------------------------------------------------------------------------

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
    score: number;
    estate: Record<LootCard, number>;
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
    seats: LootSeat[];
}

// What is left in the piles, and the chance of each kind to come next.
export interface LootFacts {
    game: "loot";
    left: number;
    cards: { card: LootCard | "police"; name: string; left: number; chance: number }[];
}
*/

/* ts: bars -------------------------------------------------------------------------------------

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

// `die` is what the standing one has rolled. `cases`: in how many of 36 the challenger wins.
export interface BarsDuel {
    bar: BarsBar;
    standing: number;
    challenger: number;
    die: number | null;
    rolls: number;
    cases: number;
    waiting: number[];
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
}

// Cards that you can not see, by bar and card; those surely in other hands; and, before cards are
// shown, what to expect: the chances that another gambles or raids, and what each of your cards is
// worth about.
export interface BarsFacts {
    game: "bars";
    hidden: { card: BarsCard; count: number }[];
    kept: { card: BarsCard; count: number }[];
    bars: { bar: BarsBar; sum: number; gambler: number; raid: number }[];
    hand: { card: BarsCard; worth: number }[];
}
*/

/* ts: mice -------------------------------------------------------------------------------------

export type MiceShelf = "anna" | "candy" | "secure" | "greedy" | "accountant" | "sausages";

export type MiceEvent =
    | { by: "chance"; do: "first"; seat: number }
    | { by: "rules"; do: "turn"; seat: number }
    | { by: number; do: "roll" | "pass" | "support" | "decline" | "done" | "secure" | "skip" }
    | { by: number; do: "retrieve" | "anna"; column: number }
    | { by: "chance"; do: "dice"; values: number[]; die?: "mouse" | "support" }
    | { by: "rules"; do: "cat"; values: number[]; comes?: boolean }
    | { by: number; do: "reroll"; values: number[]; unrolled?: number }
    | {
          by: number;
          do: "place";
          value: number;
          column: number | "cat";
          die?: "mouse" | "support" | "candy";
      }
    | { by: "rules"; do: "complete"; column: number; food: number[] }
    | { by: number; do: "candy"; from: "jar" | { seat: number } | { column: number } }
    | { by: number; do: "steal"; from: number }
    | { by: number; do: "share"; direction: "clockwise" | "counterclockwise" }
    | { by: "rules"; do: "food"; exposed: number[]; safe: number[] }
    | TableEvent;

// `owner` is a seat, or null for a support die.
export interface MiceDie {
    value: number;
    owner: number | null;
    candy: boolean;
}

// `ask` is 1 to 6, or 0 for any; `linked`: to the value of the die below.
export interface MiceCell {
    ask: number;
    linked: boolean;
    pays: number;
    die: MiceDie | null;
}

// Cells from bottom to top. `next` is the one that the next die goes on, or null if it is full;
// `open` the values that fit there now; `earns` what its dice would earn each seat if it were
// completed now, and `reward` what its shelf would do, in words.
export interface MiceColumn {
    number: number;
    shelf: MiceShelf;
    sausages: number;
    name: string;
    cells: MiceCell[];
    next: number | null;
    open: number[];
    earns: number[];
    reward: string;
}

export interface MiceSeat {
    exposed: number;
    safe: number;
    free: number;
    board: number;
    candy: number;
}

// The cat row from its left end: `grey` cells, then `red` ones. `takes` is the value that it takes,
// `room` how many more dice until it comes.
export interface MiceCat {
    grey: number;
    red: number;
    dice: MiceDie[];
    takes: number | null;
    room: number;
}

export interface MicePosition extends Common {
    game: "mice";
    phase:
        | "first" | "dice" | "help" | "turn" | "reroll" | "offer" | "place" | "anna" | "candy"
        | "secure" | "steal" | "share" | "over";
    turn: number;
    turns: number;
    goal: number;
    active: number;
    columns: MiceColumn[];
    cat: MiceCat;
    seats: MiceSeat[];
    // Of the active seat: dice that show a value, how many have none yet, and support dice.
    hand: number[];
    unrolled: number;
    help: number[];
    // Dice that chance is to roll now.
    rolling: number;
    jar: number;
    reserve: number;
    // What may be made safe; the die that Anna carries and the column that it comes from.
    sum: number;
    anna: MiceDie | null;
    from: number | null;
}

// Of the roll to come, if there is one: the chance that so many dice show a value once, or twice
// at least; and of each column the chance to fill its next cell, or all of it, and what to keep.
export interface MiceFacts {
    game: "mice";
    values: { dice: number; once: number; twice: number }[];
    columns: { column: number; next: number; whole: number; keep: number[] }[];
}
*/

/* ts: A game without a page of its own -----------------------------------------------------------

// A named thing of a game, from the table of fields that its rules bring: one value, or several in
// a row. With `perSeat` there is a row for each seat, one after another, all of them equally long:
// that of seat s begins at s * values.length / names.length. What is hidden or empty is null.
export interface PlainField {
    name: string;
    perSeat: boolean;
    values: (number | string | null)[];
}

// `open`: what lies open for all. `own`: what you alone may see; nothing of it for spectators.
export interface PlainPosition extends Common {
    game: string;
    plain: true;
    open: PlainField[];
    own: PlainField[];
}

// Nothing is known of such a game but its rules.
export interface PlainFacts {
    game: string;
    plain: true;
}
*/

/* ---- The memory ------------------------------------------------------------------------------
 */

/* Where arguments are to be written: room for 131,072 bytes. */
int wasm_in(void);

/* Room for ever for so many bytes, or 0: for nets, and for translations. */
int wasm_room(int size);

/* ---- Every game ------------------------------------------------------------------------------
 */

JSON(GameInfo[]) wasm_games(void);
JSON(BotInfo[]) wasm_bots(void);

/* Sets the net of a game: bytes at an offset that wasm_room gave. 0, or what is wrong with it. */
int wasm_net(text game, int at, int size);

/* ---- The table: what one seat sees of a game -------------------------------------------------
 */

/* Begins with the first line of a record, seen by a seat, or by a spectator: -1. With `direct` not
 * 0 the seat is "you" in all that is told, else it has its name. */
JSON(Problem | null) wasm_begin(text setup, int seat, int direct);

/* Takes the next line of the seat's record. After an error nothing has changed. */
JSON(Observed | Refused) wasm_observe(text line);

/* The whole position as the seat sees it. */
JSON(Position) wasm_position(void);

/* All that the seat may do now. */
JSON(Choice[]) wasm_choices(void);

/* Why this line may not be played by the seat now, or null if it may. */
JSON(Problem | null) wasm_why_not(text line);

/* What the seat may want to know while it thinks. */
JSON(Facts) wasm_facts(void);

/* What a strong player would do in the seat's place; without the game's net, what `greedy` would.
 * Null if the seat may not act. */
JSON(Advice | null) wasm_advise(text seed);

/* ---- The host: a whole game ------------------------------------------------------------------
 */

/* Begins with the first line of a record; a seed is a number or 64 hex digits. */
JSON(Problem | null) wasm_host(text setup, text seed);

/* Takes the next line of the record, whoever made it. */
JSON(Problem | null) wasm_take(text line);

/* The next line of the record that was made here (what follows by rule, what chance or a bot did),
 * or nothing if all have been given out. One of these may also be taken, as it comes from a record.
 */
text wasm_next(void);

/* Who may act: bit s for seat s, bit 8 for chance (alone), 0 when the game is over or lines have
 * not been given out. */
int wasm_actors(void);

/* Chance acts as the seed says. 0 if it may not. */
int wasm_deal(void);

/* A bot ("greedy", "mcts:50") moves for a seat. 0 if the seat may not act or there is no such bot.
 */
int wasm_bot(text bot, int seat);

/* A line of the whole record as a seat, or a spectator (-1), may see it. */
text wasm_conceal(text line, int seat);

/* The seed of a fair game (docs/fair.md) from its first and its last line, or nothing if the seed
 * that the last line tells is not the one that was promised. */
text wasm_fair_seed(text setup, text seal);

/* ---- Measures --------------------------------------------------------------------------------
 */

/* Plays random games through the contract; how many actions that took. */
int wasm_random_games(text setup, int games);

/* The SHA-256 of the records of so many games of a series, as `razzia simulate` writes them; `bots`
 * as there: "greedy,random". */
text wasm_simulate(text setup, text seed, int games, text bots);

#pragma GCC visibility pop

#endif
