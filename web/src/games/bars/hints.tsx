/* What to know beside the table: what refusals mean, and how a bar is settled. */
import type { BarsPosition, BarsTypes } from "../../engine";
import { href } from "../../look/address";
import { list, percent, t } from "../../look/text";
import { HintPanel, HintRow, Sym, classes } from "../../parts";
import type { Table } from "../../table";
import { AdviceRows, OverHints } from "../game";
import { money } from "./money";
import type { BarsMoves } from "./moves";
import { cardOut } from "./outlook";

/** Who would have to be beaten, in a row of chances. */
function against(at: BarsPosition, refusers: number[]): string {
    const others = refusers.filter((seat) => seat !== at.you);
    if (at.you === at.haggle!.proposer)
        return t("Duel with {names}", { names: list(others.map((seat) => at.names[seat]!)) });
    if (others.length === 0) return t("You alone ask for a duel");
    return t("So do {names}", { names: list(others.map((seat) => at.names[seat]!)) });
}

/** Whose refusal the chances are about. */
function refusal(at: BarsPosition): string {
    if (at.you !== at.haggle!.proposer) return t("If you refuse");
    const others = at.names.filter((_, seat) => seat !== at.you && at.seats[seat]!.haggles);
    return others.length === 1 ? t("If {name} refuses", { name: others[0]! }) : t("If they refuse");
}

function HaggleHints({ at, table }: { at: BarsPosition; table: Table<BarsTypes> }) {
    const haggle = at.haggle!;
    return (
        <HintPanel
            title={refusal(at)}
            moment={at.number}
            foot={<AdviceRows table={table} />}
            why={
                <>
                    {t("Your chance to win. In a tie whoever asked for the duel wins.")}{" "}
                    <a href={href("/rules/bars/B45")}>B45</a>
                </>
            }
        >
            {haggle.odds.map(({ text, refusers, chance, pot, average }) => (
                <HintRow
                    key={text}
                    text={against(at, refusers)}
                    value={percent(chance)}
                    extra={t("of {sum}", { sum: money(pot) })}
                    share={chance}
                    note={t("{sum} on average", { sum: money(average) })}
                />
            ))}
        </HintPanel>
    );
}

interface Settling {
    art: readonly ("gambler" | "raid")[];
    text: string;
    rule: string;
}

/** How a bar is settled, by the cards that came. */
function settlings(): Settling[] {
    return [
        { art: ["gambler"], text: t("One gambler: takes everything."), rule: "B31" },
        { art: ["gambler", "gambler"], text: t("Several gamblers: they haggle."), rule: "B32" },
        { art: ["raid", "gambler"], text: t("Gamblers, one raid: the raid takes everything."), rule: "B33" },
        {
            art: ["raid", "raid", "gambler"],
            text: t("Gamblers, two raids: the raiders haggle, gamblers get nothing."),
            rule: "B34",
        },
        { art: ["raid"], text: t("No gambler: the money stays."), rule: "B35" },
    ];
}

/** The same at all times; what is of no use to the card that is lifted is pale. */
function SettlingHints({ at, table, moves }: HintsProps) {
    const out = at.phase === "choose" ? cardOut(at, moves) : null;
    const kind = out && (out.raid ? "raid" : "gambler");
    return (
        <HintPanel
            title={
                !kind
                    ? t("How a bar is settled")
                    : kind === "raid"
                      ? t("When you send a raid")
                      : t("When you send a gambler")
            }
            foot={<AdviceRows table={table} />}
        >
            {settlings().map(({ art, text, rule }) => (
                <li key={rule} class={classes("bars-settling", kind && !art.includes(kind) && "idle")}>
                    <span aria-hidden="true">
                        {art.map((one, i) => (
                            <Sym key={i} art={one} />
                        ))}
                    </span>
                    <span>{text}</span>
                    <a href={href(`/rules/bars/${rule}`)}>{rule}</a>
                </li>
            ))}
        </HintPanel>
    );
}

interface HintsProps {
    at: BarsPosition;
    table: Table<BarsTypes>;
    moves: BarsMoves;
}

/** What refusals mean to those who haggle; else how bars are settled. */
export function Hints(props: HintsProps) {
    const { at, table } = props;
    if (at.over) return <OverHints at={at} say={money} />;
    if (!at.duel && at.haggle && at.haggle.odds.length > 0) return <HaggleHints at={at} table={table} />;
    return <SettlingHints {...props} />;
}
