/* All that the browser can ask the module for, and what it answers: the one list.
 *
 * tools/wasm_types.py makes wasm.ts from this header, in the build folder. A declaration becomes a
 * method of the interface Wasm: `text` is a string, JSON(type) what JSON.parse makes of a text, and
 * the comment goes with it. The types of TypeScript stand here too, in the comments that begin with
 * "ts", and those of a game in GAME.ts; a test compares them with what the module says.
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
// its own. The first word is the default, or `fallback` where there are numbers alone.
export interface OptionInfo {
    name: string;
    rule: string | null;
    about: string;
    words: string[];
    min?: number;
    max?: number;
    fallback?: number;
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

// A line of a record, docs/records.md. Which verbs a game has: LootEvent, BarsEvent, MiceEvent. A
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

// One line taken: its number, what it says, the same in words, and how many lines at least follow
// from it by rule and are still to come.
export interface Observed {
    number: number;
    line: AnyEvent;
    text: string;
    due: number;
}

// What a receipt keeps of the last line that was taken (docs/fair.md): the head of the chain after
// it, and the line itself if the seat sees more of it than spectators do.
export interface Link {
    number: number;
    head: string;
    secret: string | null;
}

// What was found about a record: `ok`, or the first thing that is wrong, at a line of it or in the
// receipt. `text` is a sentence in the language that is set. `events` of chance were dealt again,
// and of the `lines` that were read so many were `compared` with the receipt. `bound`: the receipt
// has the commitment and the nonce of its seat, and they are those of the record. `names`: people
// that the receipt knows by other names; that is no fault, since people may be forgotten.
export interface Verdict {
    ok: boolean;
    code: VerdictCode;
    line: number | null;
    text: string;
    events: number;
    lines: number;
    compared: number;
    bound: boolean;
    names: { seat: number; was: string; now: string }[];
}

export type VerdictCode =
    | "ok"
    | "refused"
    | "not-fair"
    | "unsealed"
    | "seed"
    | "chance"
    | "bad-receipt"
    | "other-game"
    | "commit"
    | "nonce"
    | "head"
    | "secret"
    | "short";

// Something that was not taken, and why.
export interface Refused {
    problem: Problem;
}

// One thing that may be done now: its line, and its label.
export interface Choice<E = AnyEvent> {
    line: E;
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

/* ts: Analysis ---------------------------------------------------------------------------------
// docs/analysis.md defines every number.

// Which judgement it is.
export interface AnalysisBegun {
    judge: string;
}

export type Mark = "fine" | "doubtful" | "mistake" | "blunder";

// A choice that a seat had: all that it could do, and its share of the win after each, from what it
// could know; `mix`, where it pays to mix: how often the best player takes each. `kind` is English,
// `loss` what it cost, `half_width` by how much the judgement may be off. `why` speaks to the seat,
// of the best choice.
export interface DecisionReport {
    line: number;
    seat: number;
    kind: string;
    chosen: AnyEvent;
    best: AnyEvent;
    loss: number;
    half_width: number | null;
    stake: number;
    mark: Mark;
    win: number[];
    choices: AnyEvent[];
    mix?: number[];
    why: string;
}

// What a step changed, by seat: the win shares before it, and all terms but `win`, add up to `win`,
// the shares after it. `exact`: the rest of the game was solved.
export interface StepReport {
    line: number;
    kind: "chance" | "decision" | "together";
    luck: number[];
    hidden: number[];
    own: number[];
    gifts: number[];
    drift: number[];
    win: number[];
    exact?: boolean;
}

// A step with the decisions that are told: those that were not forced, and that the seat itself
// made. `texts` are the choices of each in words, `rule` the number of the rule behind `why`.
export interface AnalysedStep {
    step: StepReport;
    decisions: { decision: DecisionReport; texts: string[]; rule: string | null }[];
}

// The sums over the game: start + luck + hidden + own + gifts + unexplained = result.
export interface PlayerReport {
    seat: number;
    name?: string;
    start: number;
    luck: number;
    hidden: number;
    own: number;
    gifts: number;
    unexplained: number;
    result: number;
    accuracy: number;
    decisions: number;
    marks: { doubtful: number; mistake: number; blunder: number };
    kinds: Record<string, { loss: number; decisions: number }>;
}

// `over`: the lines came to the end of the game.
export interface AnalysedGame {
    over: boolean;
    players: PlayerReport[];
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
    game: GameName;
    plain: true;
    open: PlainField[];
    own: PlainField[];
}

// Its events are known by their words alone.
export type PlainEvent = AnyEvent;

// Nothing is known of such a game but its rules.
export interface PlainFacts {
    game: GameName;
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
 * 0 the seat is "you" in all that is told, else it has its name, as the others have. */
JSON(Problem | null) wasm_begin(text setup, int seat, int direct);

/* Takes the next line of the seat's record. After an error nothing has changed. */
JSON(Observed | Refused) wasm_observe(text line);

/* What a receipt keeps of the last line: the setup at first. Null if no table was begun. */
JSON(Link | null) wasm_link(void);

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

/* ---- Verifying -------------------------------------------------------------------------------
 */

/* Room for so many bytes until this is called again, or 0: for texts that are too long for the area
 * of arguments. */
int wasm_texts(int size);

/* Verifies the record of one game, against a receipt if there is one (else its size is 0). Both are
 * offsets and sizes of texts in the room that wasm_texts gave. */
JSON(Verdict) wasm_verify(int record, int record_size, int receipt, int receipt_size);

/* ---- Analysis --------------------------------------------------------------------------------
 */

/* Begins to analyse a whole record with its first line; `nodes` positions may be looked at for one
 * judgement, or with 0 as many as the game thinks right. Null if this module has no judge of the
 * game, or no room for it. */
JSON(AnalysisBegun | Refused | null) wasm_analyse(text setup, int nodes);

/* Takes the next line. Null if no step is complete with it. */
JSON(AnalysedStep | Refused | null) wasm_analyse_line(text line);

/* The sums over the lines so far; null if nothing was begun. */
JSON(AnalysedGame | null) wasm_analysis(void);

/* ---- Measures --------------------------------------------------------------------------------
 */

/* Plays random games through the contract; how many actions that took. */
int wasm_random_games(text setup, int games);

/* The SHA-256 of the records of so many games of a series, as `razzia simulate` writes them; `bots`
 * as there: "greedy,random". */
text wasm_simulate(text setup, text seed, int games, text bots);

#pragma GCC visibility pop

#endif
