/* The rules of mice at a glance, on one page: each part says what it means at this moment. */
import type { ComponentChildren } from "preact";
import type { MiceColumn, MicePosition } from "../../engine";
import { rulePath } from "../../look/address";
import { capital, list, t, tn } from "../../look/text";
import { Meter, SeatMark, Sym, classes } from "../../parts";
import { sayNeeds, SHELVES, shortName } from "./columns";
import { Die } from "./die";
import { explain, SHELF_RULES, shelfText } from "./explain";

interface PartProps {
    at: MicePosition;
    title: string;
    rule: string;
    /** It is about what happens at this moment. */
    now?: boolean;
    show: ComponentChildren;
    said: string;
    /** For you, now. */
    yours?: string;
    wide?: boolean;
}

function Part({ at, title, rule, now, show, said, yours, wide }: PartProps) {
    return (
        <section class={classes("mice-aid-part", now && "now", wide && "wide")}>
            <h3>
                {title}
                <a class="rule" href={rulePath("mice", rule)}>
                    {rule}
                </a>
            </h3>
            <div class="mice-aid-show">{show}</div>
            <p>{said}</p>
            {yours && at.you !== null && (
                <p class="mice-aid-yours">
                    <SeatMark seat={at.you} name={at.names[at.you]!} />
                    <span>{yours}</span>
                </p>
            )}
        </section>
    );
}

const Cell = ({ children, lit }: { children: ComponentChildren; lit?: boolean }) => (
    <span class={classes("mice-cell", lit && "legal")}>{children}</span>
);

function TurnPart({ at }: { at: MicePosition }) {
    const seat = at.you ?? at.active;
    const { free, board } = at.seats[seat]!;
    return (
        <Part
            at={at}
            title={t("Your turn")}
            rule="M20"
            now={at.active === at.you && (at.phase === "turn" || at.phase === "reroll")}
            show={[2, 5, 5].map((value, i) => (
                <Die key={i} seat={seat} value={value} />
            ))}
            said={t(
                "Roll all your dice that are at home, roll any of them once again, then place one or more. Or instead take your dice back from one column.",
            )}
            yours={`${tn("{n} die to roll", "{n} dice to roll", free)}. ${tn("{n} is on the board.", "{n} are on the board.", board)}`}
        />
    );
}

/** Columns that lack a single die, as far as there are any. */
function almostFull(at: MicePosition): string | undefined {
    const near = at.columns.filter(({ next, cells }) => next === cells.length - 1);
    const names = near.map((column) => `${column.number} (${sayNeeds(column)})`);
    return names.length > 0 ? t("One die is missing: {columns}.", { columns: list(names) }) : undefined;
}

function CellsPart({ at }: { at: MicePosition }) {
    return (
        <Part
            at={at}
            title={t("Cells")}
            rule="M24"
            now={at.active === at.you && at.phase === "place"}
            show={
                <>
                    <Cell lit>4</Cell>
                    <Cell>∗</Cell>
                    <Cell>=</Cell>
                </>
            }
            said={t(
                "Dice climb from the bottom. A cell asks for its number, the star takes any, the equals sign wants the same as below.",
            )}
            yours={
                at.you !== null && at.active === at.you && at.hand.length > 0
                    ? t("You hold {dice}.", { dice: at.hand.join(" ") })
                    : undefined
            }
        />
    );
}

function ColumnsPart({ at }: { at: MicePosition }) {
    return (
        <Part
            at={at}
            title={t("A column is complete")}
            rule="M40"
            show={
                <>
                    <Cell>
                        <Die seat={at.you ?? 0} value={6} />
                    </Cell>
                    <Sym art="sausage" />
                </>
            }
            said={t(
                "With a die on its top cell. All dice go home, every owner gets the sausages of the cells, and whoever’s turn it is what the shelf gives.",
            )}
            yours={almostFull(at)}
        />
    );
}

function FoodPart({ at }: { at: MicePosition }) {
    const of = at.seats[at.you ?? at.active]!;
    return (
        <Part
            at={at}
            title={t("Only the bag counts")}
            rule="M64"
            now={at.active === at.you && at.phase === "secure"}
            show={
                <>
                    <Sym art="secure" />
                    <Meter value={of.safe} max={at.goal} label={t("Safe food")} />
                </>
            }
            said={t("Food lies exposed until the bag shelf makes it safe. {goal} safe win at once.", {
                goal: at.goal,
            })}
            yours={t("{safe} safe, {exposed} exposed, {left} to go.", {
                safe: of.safe,
                exposed: of.exposed,
                left: Math.max(0, at.goal - of.safe),
            })}
        />
    );
}

function CatPart({ at }: { at: MicePosition }) {
    const told = explain("cat", at)!;
    return (
        <Part
            at={at}
            title={told.title}
            rule={told.rule}
            now={at.cat.takes !== null && at.cat.room <= 2}
            show={<Sym art="cat" class="mice-aid-cat" />}
            said={told.text}
            yours={told.example}
        />
    );
}

function DicePart({ at }: { at: MicePosition }) {
    const candy = explain("die:candy", at)!;
    const support = explain("die:support", at)!;
    const isForTwo = at.reserve + at.help.length > 0 || at.seats.length === 2;
    const mine = at.you === null ? 0 : at.seats[at.you]!.candy;
    return (
        <Part
            at={at}
            title={isForTwo ? list([candy.title, support.title]) : candy.title}
            rule={candy.rule}
            now={mine > 0}
            show={
                <>
                    <Die candy value="wild" />
                    {isForTwo && <Die support value={3} />}
                </>
            }
            said={isForTwo ? `${candy.text} ${support.title}: ${support.text}` : candy.text}
            yours={mine > 0 ? tn("{n} candy die", "{n} candy dice", mine) : undefined}
        />
    );
}

/** The shelves that there are, each once, the cheapest of the sausages first. */
function kindsOf(columns: readonly MiceColumn[]): MiceColumn[] {
    return columns.filter(({ shelf }, i) => columns.findIndex((one) => one.shelf === shelf) === i);
}

function ShelvesPart({ at }: { at: MicePosition }) {
    return (
        <section class="mice-aid-part wide">
            <h3>{t("What the shelves give")}</h3>
            <ul class="mice-aid-shelves">
                {kindsOf(at.columns).map((column) => (
                    <li key={column.shelf}>
                        <Sym art={SHELVES[column.shelf]} />
                        <p>
                            <b>{capital(shortName(column))}</b>{" "}
                            <a class="rule" href={rulePath("mice", SHELF_RULES[column.shelf])}>
                                {SHELF_RULES[column.shelf]}
                            </a>
                            <span>{shelfText(column)}</span>
                        </p>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function Aid({ at }: { at: MicePosition }) {
    return (
        <div class="mice-aid">
            <TurnPart at={at} />
            <CellsPart at={at} />
            <ColumnsPart at={at} />
            <FoodPart at={at} />
            <CatPart at={at} />
            <DicePart at={at} />
            <ShelvesPart at={at} />
        </div>
    );
}
