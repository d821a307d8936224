/* The rules of bars at a glance: each part says the rule, then what it means for you at this moment. */
import type { ComponentChildren } from "preact";
import type { BarsPosition } from "../../engine";
import { t, tn } from "../../look/text";
import { AidPart, PlainDie } from "../../parts";
import { whereIn } from "../registry";
import { BarCard } from "./card";
import { verdict } from "./duel";
import { says } from "./explain";
import { Note, money } from "./money";

interface PartProps {
    title: string;
    rule: string;
    said: string;
    now?: string;
    /** It applies at this moment. */
    lit?: boolean;
    children: ComponentChildren;
}

/** Pictures, the rule, and what it means now. */
function Part({ said, children, ...props }: PartProps) {
    return (
        <AidPart game="bars" {...props}>
            <div class="bars-aid-show" aria-hidden="true">
                {children}
            </div>
            <p>{said}</p>
        </AidPart>
    );
}

/** How many gamblers or raids one holds. */
function held(at: BarsPosition, raid: boolean): string | undefined {
    if (at.you === null || at.over) return undefined;
    return tn("You hold one.", "You hold {n}.", at.hand.filter((card) => card.raid === raid).length);
}

function richest(at: BarsPosition): string {
    const most = Math.max(...at.seats.map(({ sum }) => sum));
    const seat = at.seats.findIndex(({ sum }) => sum === most);
    return seat === at.you
        ? t("Nobody has more than you: {sum}.", { sum: money(most) })
        : t("{name} has the most: {sum}.", { name: at.names[seat]!, sum: money(most) });
}

function haggleNow({ haggle, names, you }: BarsPosition): string | undefined {
    if (!haggle) return undefined;
    const sum = money(haggle.pot);
    return haggle.proposer === you
        ? t("You propose how to split {sum}.", { sum })
        : t("{name} proposes how to split {sum}.", { name: names[haggle.proposer]!, sum });
}

function duelNow(at: BarsPosition): string | undefined {
    if (!at.duel) return undefined;
    const { lead, prompt } = verdict(at, at.duel);
    return `${lead} ${prompt}`;
}

export function Aid({ at }: { at: BarsPosition }) {
    const choosing = at.phase === "choose" && !at.over;
    const lies = money(at.bars.reduce((all, { sum }) => all + sum, 0));
    return (
        <>
            <p class="bars-aid-goal">
                {t("Every round each of you sends one card to a bar in secret. The richest wins in the end.")}
            </p>
            <Part title={t("Gamblers")} rule="B31" said={says.gambler()} now={held(at, false)} lit={choosing}>
                <BarCard bar="jungle" die={5} />
                <BarCard bar="havana" die={3} />
            </Part>
            <Part title={t("Raids")} rule="B33" said={says.raid()} now={held(at, true)} lit={choosing}>
                <BarCard raid bar="jungle" die={4} />
                <BarCard raid bar="lincoln" die={6} />
            </Part>
            <Part
                title={t("Money")}
                rule="B21"
                said={says.money()}
                now={t("{sum} lies at the bars now.", { sum: lies })}
            >
                {[50, 30, 20, 10, 5].map((value) => (
                    <Note key={value} value={value} />
                ))}
            </Part>
            <Part
                title={t("Haggling")}
                rule="B40"
                said={says.haggle()}
                now={haggleNow(at)}
                lit={at.haggle !== null}
            >
                <BarCard bar="cotton" die={6} />
                <BarCard bar="cotton" die={3} />
            </Part>
            <Part
                title={t("Duel")}
                rule="B45"
                said={`${says.duel()} ${says.tie()}`}
                now={duelNow(at)}
                lit={at.duel !== null}
            >
                <BarCard bar="cotton" die={3} />
                <b>+</b>
                <PlainDie value={5} />
                <b>= 8</b>
            </Part>
            <Part
                title={t("The croupier")}
                rule="B20"
                said={says.croupier()}
                now={at.round > 0 ? t("In this round: {name}.", { name: at.names[at.croupier]! }) : undefined}
                lit={at.phase === "lay"}
            >
                <Note value={25} />
            </Part>
            <Part title={t("The end")} rule="B61" said={says.goal()} now={richest(at)} lit={at.over}>
                <b class="num">{whereIn(at.game, at.round, at.rounds)}</b>
            </Part>
        </>
    );
}
