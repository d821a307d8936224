/* The rules of loot at a glance: what scores how, and what that means for you now. */
import type { ComponentChildren } from "preact";
import type { LootCategory, LootPosition } from "../../engine";
import { signed, t, tn } from "../../look/text";
import { AidPart, AidSteps, SeatMark, Sym, classes } from "../../parts";
import { Tile } from "./card";
import { Cheque } from "./cheque";
import { chequesName, GROUPS, kindOf, kindsOf, type Group } from "./estate";
import { ownOf, policeRule, policeSaid, ruleOf, scaleOf } from "./explain";
import { kindArt, kindName, leaves } from "./kinds";

interface Step {
    label: string;
    points: number;
    now: boolean;
}

function Steps({ steps }: { steps: readonly Step[] }) {
    return <AidSteps steps={steps.map((step) => ({ ...step, points: signed(step.points) }))} />;
}

/** What becomes of the cards of a group after scoring. */
function fateOf({ category, cards, late }: Group): { note: string; tone?: "good" | "bad" } {
    if (late) return { note: t("after round 3 only") };
    if (category === "cars") return { note: t("drivers leave"), tone: "bad" };
    return leaves(kindOf(cards[0]!))
        ? { note: `× ${t("leaves")}`, tone: "bad" }
        : { note: t("stays"), tone: "good" };
}

/** Your mark, then what it means for you. */
function Now({ at, children }: { at: LootPosition; children: ComponentChildren }) {
    return (
        <span class="loot-aid-now">
            {at.you !== null && <SeatMark seat={at.you} name={at.names[at.you]!} />}
            <span>{children}</span>
        </span>
    );
}

const own = (at: LootPosition) => (at.you === null ? null : at.seats[at.you]!);

/** What you have, and what it would bring. */
function Own({ at, category }: { at: LootPosition; category: LootCategory }) {
    const mine = own(at);
    if (!mine) return null;
    const points = mine.final[category];
    return (
        <>
            {ownOf(at, mine, category)}:{" "}
            <b class={points < 0 ? "loss" : points > 0 ? "up" : undefined}>{signed(points)}</b>
        </>
    );
}

function jewelSteps(at: LootPosition): Step[] {
    const mine = own(at);
    const kinds = mine ? kindsOf(mine, "jewels") : -1;
    return scaleOf(at.scales.jewels).map(({ many, points, from, to }) => ({
        label: from === 0 ? tn("{n} kind", "{n} kinds", 0) : many,
        points,
        now: kinds >= from && kinds <= to,
    }));
}

function businessSteps(at: LootPosition): Step[] {
    const mine = own(at);
    const kinds = mine ? kindsOf(mine, "businesses") : 0;
    const { businesses, alike } = at.scales;
    const all = businesses.length - 1;
    return [
        { label: t("a kind"), points: businesses[1]!, now: kinds > 0 && kinds < all },
        { label: t("all seven"), points: businesses[all]!, now: kinds === all },
        ...scaleOf(alike, 1)
            .filter(({ points }) => points > 0)
            .map(({ from, points }) => ({
                label: t("{n} alike", { n: from }),
                points,
                now: mine?.alike.includes(from) ?? false,
            })),
    ];
}

/** What one more kind of jewel would add: of those that are not there yet. */
function nextJewel(at: LootPosition): string {
    const mine = own(at);
    const missing = GROUPS[0]!.cards.find((card) => mine?.estate[card] === 0);
    const more = missing && at.kinds[missing].more?.now;
    return more ? `. ${t("One more kind: {points}", { points: signed(more) })}` : "";
}

function stepsOf(at: LootPosition, category: LootCategory): Step[] | null {
    if (category === "jewels") return jewelSteps(at);
    return category === "businesses" ? businessSteps(at) : null;
}

function GroupPart({ at, group }: { at: LootPosition; group: Group }) {
    const { category, cards, rule } = group;
    const steps = stepsOf(at, category);
    return (
        <AidPart
            game="loot"
            title={category === "cars" ? `${group.name()}, ${t("drivers")}` : group.name()}
            {...fateOf(group)}
            rule={rule}
            wide={cards.length > 2}
            now={
                own(at) && (
                    <Now at={at}>
                        <Own at={at} category={category} />
                        {category === "jewels" && nextJewel(at)}
                    </Now>
                )
            }
        >
            {cards.map((card) => (
                <Tile key={card} kind={kindOf(card)} />
            ))}
            {steps && <Steps steps={steps} />}
            <p>{ruleOf(category)}</p>
        </AidPart>
    );
}

function PoliceRow({ at }: { at: LootPosition }) {
    return (
        <ol class="loot-aid-row" aria-hidden="true">
            {Array.from({ length: at.raid }, (_, i) => (
                <li key={i} class={classes(i < at.police && "on", i === at.raid - 1 && "last")}>
                    {i < at.police && <Sym art={kindArt("police")} />}
                </li>
            ))}
        </ol>
    );
}

/** Each part says the rule, then what it means for you at this moment. */
export function Aid({ at }: { at: LootPosition }) {
    const mine = own(at);
    return (
        <>
            <p class="loot-aid-line">
                {t(
                    "The most points after three rounds win. In your turn: draw a card, use a thief, or call an auction.",
                )}
            </p>
            {GROUPS.map((group) => (
                <GroupPart key={group.category} at={at} group={group} />
            ))}
            <AidPart
                game="loot"
                title={chequesName()}
                note={t("after round 3 only")}
                rule="L48"
                wide
                now={
                    mine && (
                        <Now at={at}>
                            <Own at={at} category="cheques" />
                        </Now>
                    )
                }
            >
                {mine &&
                    [...mine.up, ...mine.down].map((value) => <Cheque key={value} small value={value} />)}
                <p>{ruleOf("cheques")}</p>
            </AidPart>
            <AidPart
                game="loot"
                title={kindName("police")}
                rule="L32"
                wide
                now={<Now at={at}>{policeSaid(at)}</Now>}
            >
                <PoliceRow at={at} />
                <p>{policeRule()}</p>
            </AidPart>
            <p class="loot-aid-line">
                {t("A cross on a card: it leaves the game after each scoring. What has none stays with you.")}
            </p>
        </>
    );
}
