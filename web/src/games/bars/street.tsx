/* The six houses as a street, left to right: the order of settling. */
import type { BarsFate, BarsHouse, BarsPosition, BarsTypes } from "../../engine";
import { list, percent, t } from "../../look/text";
import { Sym, choiceProps, classes, type Choice } from "../../parts";
import type { Table } from "../../table";
import { BarCard, BarSign } from "./card";
import { noteName } from "./flights";
import { BAR_NAMES } from "./houses";
import { Money, Note, money } from "./money";
import type { BarsMoves } from "./moves";
import { outlooks, type Outlook } from "./outlook";
import { takenThisRound, type Taken } from "./takings";

/* ---- Before the cards are shown: what may happen ---------------------------------------------- */

/** Words go where there is room for them: a class by the size of a part. */
function sizeOf(chance: number): string | false {
    return chance < 0.07 ? "tiny" : chance < 0.17 ? "small" : chance < 0.28 && "fair";
}

/** What becomes of the card, in the words of its kind. */
function fateWords(raid: boolean): Record<keyof BarsFate, string> {
    return raid
        ? { all: t("gamblers there: all"), haggle: t("raiders haggle"), nothing: t("nobody: nothing") }
        : { all: t("alone: all of it"), haggle: t("gamblers haggle"), nothing: t("raided: nothing") };
}

const PARTS = ["all", "haggle", "nothing"] as const;

/** The arch as a picture of chances: all of the money, a haggle, nothing, each as high as it is likely. */
function Arch({ fate, raid }: { fate: BarsFate; raid: boolean }) {
    const words = fateWords(raid);
    return (
        <span class="bars-arch" data-explain="fate">
            {PARTS.map((part) => (
                <span key={part} class={classes(part, sizeOf(fate[part]))} style={{ flexGrow: fate[part] }}>
                    <b class="num">{percent(fate[part])}</b>
                    <small>{words[part]}</small>
                </span>
            ))}
        </span>
    );
}

/** Other chances are another picture, drawn anew, also where they are the same in whole percents. */
function fateKey(fate: BarsFate): string {
    return PARTS.map((part) => fate[part]).join();
}

/** A bar for which one holds no card: who may come. */
function Visitors({ gambler, raid }: Outlook) {
    return (
        <span class="bars-visitors" data-explain="visitors">
            <span key={`gambler ${percent(gambler)}`}>
                <b class="num">{percent(gambler)}</b>
                <small>{t("a gambler comes")}</small>
            </span>
            <span key={`raid ${percent(raid)}`}>
                <b class="num">{percent(raid)}</b>
                <small>{t("a raid comes")}</small>
            </span>
        </span>
    );
}

function OwnCard({ card, worth }: Outlook) {
    if (!card) return <span class="bars-foot muted">{t("no card of yours")}</span>;
    return (
        <span class="bars-foot bars-own" key={`${card.card} ${worth}`}>
            <BarCard bar={card.bar} raid={card.raid} die={card.symbol} />
            <span>
                <span class="bars-own-kind">{card.raid ? t("your raid") : t("your gambler")}</span>{" "}
                <b class="num">≈ {money(worth)}</b>
            </span>
        </span>
    );
}

/** All of an outlook in a sentence, for ears. */
function outlookSaid({ card, fate, worth, gambler, raid }: Outlook): string {
    if (!card || !fate)
        return t("No card of yours. A gambler comes: {gambler}, a raid: {raid}.", {
            gambler: percent(gambler),
            raid: percent(raid),
        });
    return t("Your {card}: all {all}, a haggle {haggle}, nothing {nothing}; worth about {sum}.", {
        card: card.text,
        all: percent(fate.all),
        haggle: percent(fate.haggle),
        nothing: percent(fate.nothing),
        sum: money(worth),
    });
}

/* ---- The houses ------------------------------------------------------------------------------- */

/** What became of a house, or what goes on there. */
function fateOf(at: BarsPosition, house: BarsHouse, taken: Taken | undefined): string {
    if (at.over) return "";
    if (house.state === "now") return at.duel ? t("A duel") : at.haggle ? t("Haggling") : t("Settling");
    if (at.seats.every(({ played }) => played === null)) return "";
    const raids = house.played.filter(({ card }) => card.raid).length;
    if (house.played.length === 0) return t("Nobody came");
    if (raids === house.played.length) return raids === 1 ? t("Only a raid") : t("Only raids");
    if (taken && taken.length > 0)
        return list(taken.map(({ seat, sum }) => `${at.names[seat]} ${money(sum)}`));
    if (house.state === "settled") return t("Settled");
    return raids > 0 ? t("A raid") : "";
}

function Till({ at, house }: { at: BarsPosition; house: BarsHouse }) {
    return (
        <span
            class="bars-till"
            key={house.money.join()}
            data-place={`till-${house.bar}`}
            data-explain={`till:${house.bar}`}
        >
            <span class="bars-notes" aria-hidden="true" style={{ "--notes": house.money.length }}>
                {house.money.map((value, i) => (
                    <Note
                        key={i}
                        small
                        value={value}
                        move={noteName(house.bar, house.money, i)}
                        enter={`seat-${at.croupier}`}
                        leave={`seat-${at.haggle?.proposer ?? house.played[0]?.seat ?? 0}`}
                    />
                ))}
            </span>
            <Money value={house.sum} />
        </span>
    );
}

/** The cards that lie at a bar, each with its owner; however many they are, all symbols can be seen. */
function Door({ at, house }: { at: BarsPosition; house: BarsHouse }) {
    return (
        <span class="bars-door" style={{ "--cards": house.played.length }}>
            {house.played.map(({ seat, card }) => (
                <BarCard
                    key={seat}
                    bar={card.bar}
                    raid={card.raid}
                    die={card.symbol}
                    owner={{ seat, name: at.names[seat]! }}
                    move={`played-${at.round}-${seat}`}
                    enter={`seat-${seat}`}
                    turn
                />
            ))}
        </span>
    );
}

interface HouseProps {
    at: BarsPosition;
    house: BarsHouse;
    taken: Taken | undefined;
    outlook: Outlook | undefined;
    choice: Choice;
}

function House({ at, house, taken, outlook, choice }: HouseProps) {
    const said = outlook ? outlookSaid(outlook) : fateOf(at, house, taken);
    const look = classes(
        "bars-house",
        `bars-c-${house.bar}`,
        house.state === "now" && "now",
        house.state === "settled" && "done",
        outlook && !outlook.card && "strange",
        choice.legal && "legal",
        (choice.chosen ?? outlook?.isChosen) && "chosen",
    );
    const label = `${BAR_NAMES[house.bar]}: ${money(house.sum)}. ${said}`;
    const inside = (
        <>
            <BarSign bar={house.bar} />
            <Till at={at} house={house} />
            {outlook?.fate ? (
                <Arch key={fateKey(outlook.fate)} fate={outlook.fate} raid={outlook.card!.raid} />
            ) : outlook ? (
                <Visitors {...outlook} />
            ) : (
                <Door at={at} house={house} />
            )}
            {outlook ? (
                <OwnCard {...outlook} />
            ) : (
                <span class="bars-foot bars-fate" key={said}>
                    {taken && taken.length > 0 && said && <Sym art="i-check" />}
                    {said}
                </span>
            )}
        </>
    );
    if (choice.onPick || choice.illegal)
        return (
            <button class={look} {...choiceProps({ ...choice, label: choice.label ?? label })}>
                {inside}
            </button>
        );
    return (
        <div
            class={look}
            role="group"
            aria-label={label}
            aria-current={house.state === "now" ? "step" : undefined}
        >
            {inside}
        </div>
    );
}

/** What the colours of the arches mean. Its place is kept when there are none, so that nothing moves. */
function Legend({ shown }: { shown: boolean }) {
    return (
        <p class={classes("bars-legend", !shown && "gone")} aria-hidden="true">
            <span class="all">{t("you take all")}</span>
            <span class="haggle">{t("you haggle")}</span>
            <span class="nothing">{t("you get nothing")}</span>
            <em>{t("As large as likely, from the cards that you can not see.")}</em>
        </p>
    );
}

export function Street({
    at,
    moves,
    table,
}: {
    at: BarsPosition;
    moves: BarsMoves;
    table: Table<BarsTypes>;
}) {
    const taken = takenThisRound(table.events.value);
    const expected = outlooks(at, table, moves);
    const laying = moves.all("lay").length > 0;
    const lay = (house: BarsHouse) =>
        moves.of(
            "lay",
            { bar: house.bar },
            t("Lay {sum} at {bar}", { sum: money(at.free ?? 0), bar: BAR_NAMES[house.bar] }),
        );
    return (
        <section class="table-top bars-street" aria-label={t("The bars, settled from left to right")}>
            <ol class={classes(at.bars.length < 6 && "four")}>
                {at.bars.map((house) => (
                    <li key={house.bar}>
                        <House
                            at={at}
                            house={house}
                            taken={taken.get(house.bar)}
                            outlook={expected.get(house.bar)}
                            choice={laying ? lay(house) : {}}
                        />
                    </li>
                ))}
            </ol>
            <Legend shown={expected.size > 0} />
        </section>
    );
}
