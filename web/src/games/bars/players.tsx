/* The players of bars: who they are, what they have, what they do now. */
import type { BarsPosition } from "../../engine";
import { t } from "../../look/text";
import { Changed, SeatMark, Sym, classes } from "../../parts";
import { isYou } from "../you";
import { Money } from "./money";

/** Nobody is, before the first round. */
export function isCroupier(at: BarsPosition, seat: number): boolean {
    return at.round > 0 && seat === at.croupier;
}

/** What a player is doing now, in a word or two. */
function doing(at: BarsPosition, seat: number): string {
    if (isYou(at, seat)) return youDo(at, seat);
    const of = at.seats[seat]!;
    if (at.over) return at.winners.includes(seat) ? t("winner") : "";
    if (at.phase === "choose") return of.done ? t("ready") : t("chooses");
    if (at.duel && (seat === at.duel.standing || seat === at.duel.challenger)) return t("duels");
    if (of.proposes) return t("proposes");
    if (of.offer !== null && of.haggles)
        return of.duels ? t("refuses") : of.done ? t("ready") : t("gets {sum}", { sum: of.offer });
    if (of.haggles) return t("haggles");
    if (isCroupier(at, seat)) return t("croupier");
    return of.played?.raid ? t("raids") : "";
}

/** The same, to the person. */
function youDo(at: BarsPosition, seat: number): string {
    const of = at.seats[seat]!;
    if (at.over) return at.winners.includes(seat) ? t("winner") : "";
    if (at.phase === "choose") return of.done ? t("ready") : t("your choice");
    if (at.duel && (seat === at.duel.standing || seat === at.duel.challenger)) return t("your duel");
    if (of.proposes) return t("your offer");
    if (of.offer !== null && of.haggles)
        return of.duels ? t("you refuse") : of.done ? t("ready") : t("you get {sum}", { sum: of.offer });
    if (of.haggles) return t("you haggle");
    if (isCroupier(at, seat)) return t("croupier");
    return of.played?.raid ? t("your raid") : "";
}

export function Players({ at }: { at: BarsPosition }) {
    return (
        <ul
            class={classes("bars-players", at.seats.length === 5 && "five", at.seats.length > 5 && "many")}
            aria-label={t("Players")}
        >
            {at.seats.map((of, seat) => (
                <li
                    key={seat}
                    class={classes(of.haggles && "in", at.actors.includes(seat) && "turn")}
                    data-place={`seat-${seat}`}
                    data-explain={`seat:${seat}`}
                >
                    <SeatMark seat={seat} name={at.names[seat]!} />
                    <span class="bars-name">
                        {at.names[seat]}
                        {at.away.includes(seat) && <Sym art="i-robot" label={t("away: a bot plays")} />}
                    </span>
                    <Money key={`sum ${of.sum}`} value={of.sum} />
                    <Changed value={of.sum} />
                    <span class="bars-tag" key={doing(at, seat)}>
                        {doing(at, seat)}
                    </span>
                </li>
            ))}
        </ul>
    );
}
