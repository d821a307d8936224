/* A duel, so that it can be followed: two cards, two dice, the 36 cases, and the rule that decided. */
import type { BarsDuel, BarsPosition } from "../../engine";
import { href } from "../../look/address";
import { percent, t } from "../../look/text";
import { PlainDie, SeatMark, Sym, classes } from "../../parts";
import { BarCard } from "./card";
import { BAR_NAMES } from "./houses";
import { Note, money } from "./money";

/** Is the person at the screen one of the two? */
export function isOfDuel(at: BarsPosition): boolean {
    return at.duel !== null && (at.you === at.duel.standing || at.you === at.duel.challenger);
}

/** One of the two: card and die, and what they make. */
function Side({ at, seat, die }: { at: BarsPosition; seat: number; die: number | null }) {
    const card = at.seats[seat]!.played!;
    const name = at.names[seat]!;
    return (
        <li class={classes(seat === at.duel!.winner && "winner")}>
            <span class="bars-duel-who">
                <SeatMark seat={seat} name={name} />
                <b>{name}</b>
                {seat === at.duel!.winner && <Sym art="i-star" label={t("winner")} />}
            </span>
            <span class="bars-duel-sum">
                <BarCard bar={card.bar} raid={card.raid} die={card.symbol} />
                <i>+</i>
                {die === null ? (
                    <span class="bars-unrolled" role="img" aria-label={t("not rolled yet")}>
                        ?
                    </span>
                ) : (
                    <span class="bars-rolled" data-move={`duel-${at.number}-${seat}`} data-enter="roll">
                        <PlainDie value={die} label={String(die)} />
                    </span>
                )}
                <i>=</i>
                <b class="num">{die === null ? "–" : card.symbol + die}</b>
            </span>
        </li>
    );
}

export function DuelSides({ at }: { at: BarsPosition }) {
    const { duel } = at;
    if (!duel) return null;
    return (
        <ol class="bars-duel-sides" data-explain="duel">
            <Side at={at} seat={duel.standing} die={duel.die} />
            <Side at={at} seat={duel.challenger} die={duel.last} />
        </ol>
    );
}

/** Who won what: the first words of the end of a duel. */
function outcome(at: BarsPosition, { winner, final, sum }: BarsDuel): string {
    const isYou = winner === at.you;
    const name = at.names[winner!]!;
    if (!final) return isYou ? t("You win this duel.") : t("{name} wins this duel.", { name });
    return isYou
        ? t("You win {sum}.", { sum: money(sum) })
        : t("{name} wins {sum}.", { name, sum: money(sum) });
}

/** What decided: the totals, or the rule for equal ones. */
function reason(at: BarsPosition, duel: BarsDuel): string {
    if (duel.tie) return t("A tie goes to who demanded the duel.");
    const totals = [duel.standing, duel.challenger].map((seat, i) => {
        const die = i === 0 ? duel.die : duel.last;
        return { seat, total: at.seats[seat]!.played!.symbol + die! };
    });
    const of = (won: boolean) => totals.find(({ seat }) => (seat === duel.winner) === won)!.total;
    return t("{more} against {less}.", { more: of(true), less: of(false) });
}

/** Whose wins are counted: the challenger's, unless the person at the screen is the other one. */
function counted(at: BarsPosition, { standing, challenger, cases }: BarsDuel) {
    const stands = standing === at.you;
    return { stands, seat: stands ? standing : challenger, cases: stands ? 36 - cases : cases };
}

/** How the chances stand before the last die: of 36, then of the six that are left. */
function chances(at: BarsPosition, duel: BarsDuel): string {
    const { challenger, die, needs } = duel;
    const { stands, cases } = counted(at, duel);
    const isYou = challenger === at.you;
    const name = at.names[challenger]!;
    if (die === null)
        return stands
            ? t("You win in {n} of 36 cases; you need more than {name}.", { n: cases, name })
            : isYou
              ? t("You win in {n} of 36 cases; a tie is enough.", { n: cases })
              : t("{name} wins in {n} of 36 cases; a tie is enough.", { name, n: cases });
    const n = 7 - needs[die - 1]!;
    if (stands) return t("With your {die} you win in {n} of 6 cases.", { die, n: 6 - n });
    return isYou
        ? t("Against the {die} you win with {n} of 6.", { die, n })
        : t("Against the {die} {name} wins with {n} of 6.", { die, name, n });
}

/** The sentence of a duel: what it will take, or who has won and why. */
export function verdict(at: BarsPosition, duel: BarsDuel): { lead: string; prompt: string } {
    if (duel.winner === null)
        return { lead: t("Duel for {sum}.", { sum: money(duel.sum) }), prompt: chances(at, duel) };
    return { lead: outcome(at, duel), prompt: reason(at, duel) };
}

const FACES = [1, 2, 3, 4, 5, 6];

/** The 36 cases: a row for each die of the one who stands, a column for each of the challenger's. */
export function DuelCases({ at }: { at: BarsPosition }) {
    const { duel } = at;
    if (!duel) return null;
    const { standing, challenger, die, last, needs } = duel;
    const { stands, seat, cases } = counted(at, duel);
    const name = at.names[challenger]!;
    return (
        <div class="bars-cases" data-explain="duel">
            <span
                class="bars-cases-grid"
                role="img"
                aria-label={t("Of the 36 cases {n} are for {name}.", { n: cases, name: at.names[seat]! })}
            >
                {FACES.flatMap((row) =>
                    FACES.map((column) => (
                        <i
                            key={`${row} ${column}`}
                            class={classes(
                                column >= needs[row - 1]! !== stands && "win",
                                row === die && "line",
                                row === die && column === last && "came",
                            )}
                        />
                    )),
                )}
            </span>
            <span class="bars-cases-said">
                <b>{t("{n} of 36, so {chance}", { n: cases, chance: percent(cases / 36) })}</b>
                {die !== null && last === null && <span>{chances(at, duel)}</span>}
                <span class="bars-axes" aria-hidden="true">
                    <span>
                        → <SeatMark seat={challenger} name={name} /> {name}
                    </span>
                    <span>
                        ↓ <SeatMark seat={standing} name={at.names[standing]!} /> {at.names[standing]}
                    </span>
                </span>
            </span>
        </div>
    );
}

/** Beside the street, where there is room: all of it on one panel. One that says something else is drawn anew, so that nothing
 *  in it jumps. */
export function DuelPanel({ at }: { at: BarsPosition }) {
    const { duel } = at;
    if (!duel) return null;
    const { lead, prompt } = verdict(at, duel);
    const title = t("Duel at {bar}", { bar: BAR_NAMES[duel.bar] });
    const said = [duel.bar, duel.standing, duel.challenger, lead, prompt].join();
    return (
        <section class="panel bars-duel" aria-label={title} key={said}>
            <header>
                <h2>{title}</h2>
                <span class="bars-notes" aria-hidden="true">
                    {duel.money.map((value, i) => (
                        <Note key={i} small value={value} />
                    ))}
                </span>
                <b class="num">{money(duel.sum)}</b>
            </header>
            <DuelSides at={at} />
            {duel.winner !== null && (
                <p class={classes("bars-verdict", duel.winner === at.you && "won")}>
                    <b>{lead}</b> {prompt} {duel.tie && <a href={href("/rules/bars/B45")}>B45</a>}
                </p>
            )}
            <DuelCases at={at} />
        </section>
    );
}
