/* At the side, the same nine rows at all times: what each column needs, what it gives, and what your dice can do there. */
import type { MiceColumn, MicePosition, MiceTypes } from "../../engine";
import { percent, t } from "../../look/text";
import { HintPanel, HintRow } from "../../parts";
import type { Table } from "../../table";
import { AdviceRows, OverHints } from "../game";
import { nameColumn, SHELVES, tellColumn } from "./columns";
import { Die } from "./die";
import { fits, type InHand } from "./hand";

interface Props {
    at: MicePosition;
    table: Table<MiceTypes>;
    chosen: InHand | null;
}

type Chance = MiceTypes["facts"]["columns"][number];

/** What the roll to come may bring, in words. */
function tellChance({ whole, keep }: Chance): string[] {
    return [
        whole > 0 ? t("All of it: {chance}.", { chance: percent(whole) }) : "",
        keep.length > 0 ? t("Keep {dice}.", { dice: keep.join(" ") }) : "",
    ];
}

function ColumnRow({
    at,
    table,
    column,
    chosen,
    chance,
    completes,
}: Props & { column: MiceColumn; chance?: Chance; completes: boolean }) {
    const goes =
        chosen !== null &&
        table.choices.value.some(({ line }) => fits(chosen, line) && line.column === column.number);
    const note = [
        tellColumn(at, column),
        completes && column.next !== null ? t("Your dice can complete it.") : "",
        ...(chance ? tellChance(chance) : []),
    ];
    return (
        <HintRow
            art={SHELVES[column.shelf]}
            text={nameColumn(column)}
            note={note.filter(Boolean).join(" ")}
            best={completes}
            value={
                goes ? (
                    <span class="mice-goes">
                        <Die
                            value={chosen.value ?? "wild"}
                            seat={at.active}
                            candy={chosen.kind === "candy"}
                            support={chosen.kind === "support"}
                            label={t("The die you hold fits.")}
                        />
                    </span>
                ) : chance ? (
                    percent(chance.next)
                ) : undefined
            }
            share={chance?.next}
        />
    );
}

export function Hints({ at, table, chosen }: Props) {
    if (at.over) return <OverHints at={at} />;
    const facts = table.facts();
    const isMine = at.you !== null && at.active === at.you;
    const rolls = isMine && facts.columns.length > 0;
    return (
        <HintPanel title={t("The columns")} moment={at.number} foot={<AdviceRows table={table} />}>
            {rolls && (
                <li class="hint-head">
                    <span>{t("Next roll")}</span>
                    <span>{t("fits the next cell")}</span>
                </li>
            )}
            {at.columns.map((column, i) => (
                <ColumnRow
                    key={column.number}
                    at={at}
                    table={table}
                    column={column}
                    chosen={at.phase === "place" ? chosen : null}
                    chance={rolls ? facts.columns[i] : undefined}
                    completes={isMine && facts.completes.includes(column.number)}
                />
            ))}
        </HintPanel>
    );
}
