/* The table of a game that has none of its own: the players with their points, what lies open, what is yours, and all that you
 * may do as buttons. The texts are those of the rules. */
import type { PlainField, PlainPosition, PlainTypes } from "../../engine";
import { useKeys } from "../../look/keys";
import { capital, number, t } from "../../look/text";
import { ActionBar, Button, Changed, Chip, HintPanel, SeatPanel } from "../../parts";
import { AdviceRows, GameFrame, OverBar, undoing, WaitingBar, OverHints } from "../game";
import type { GameProps, GameTable } from "../module";
import { useMoves } from "../moves";
import { isYou } from "../you";
import { fieldLabel, openFields, valuesOf, valueText } from "./fields";

type Props = GameProps<PlainTypes>;

function Field({ name, values }: Pick<PlainField, "name" | "values">) {
    return (
        <div class="plain-field">
            <dt>{capital(fieldLabel(name))}</dt>
            <dd class="num">{values.length > 0 ? values.map(valueText).join(" · ") : "–"}</dd>
        </div>
    );
}

function stateOf(at: PlainPosition, seat: number) {
    if (at.winners.includes(seat))
        return (
            <Chip tone="good" icon="i-star">
                {t("winner")}
            </Chip>
        );
    if (!at.actors.includes(seat)) return null;
    return <Chip tone="turn">{isYou(at, seat) ? t("your turn") : t("to play")}</Chip>;
}

function Players({ at }: { at: PlainPosition }) {
    const { ofSeats } = openFields(at);
    return (
        <ul class="plain-players" aria-label={t("Players")}>
            {at.names.map((name, seat) => (
                <li key={seat}>
                    <SeatPanel
                        seat={seat}
                        name={name}
                        you={seat === at.you}
                        turn={at.actors.includes(seat)}
                        away={at.away.includes(seat)}
                        score={
                            <>
                                <Changed value={at.scores[seat] ?? 0} />
                                {number(at.scores[seat] ?? 0)}
                            </>
                        }
                        unit={t("pts")}
                        state={stateOf(at, seat)}
                    >
                        {ofSeats.length > 0 && (
                            <dl class="plain-fields">
                                {ofSeats.map((field) => (
                                    <Field
                                        key={field.name}
                                        name={field.name}
                                        values={valuesOf(field, seat, at.names.length)}
                                    />
                                ))}
                            </dl>
                        )}
                    </SeatPanel>
                </li>
            ))}
        </ul>
    );
}

function Fields({ title, fields }: { title: string; fields: PlainField[] }) {
    if (fields.length === 0) return null;
    return (
        <section aria-label={title}>
            <h2 class="plain-title">{title}</h2>
            <dl class="plain-fields">
                {fields.map((field) => (
                    <Field key={field.name} {...field} />
                ))}
            </dl>
        </section>
    );
}

function Move({ table, at, frame }: Props) {
    const moves = useMoves(table);
    const choices = table.choices.value;
    useKeys({ digit: (n) => choices[n - 1] && moves.pick(choices[n - 1]!) });
    if (at.over || table.ended.value) return <OverBar table={table} at={at} frame={frame} />;
    if (choices.length === 0) return <WaitingBar table={table} at={at} />;
    return (
        <ActionBar
            lead={t("Your turn.")}
            prompt={at.moment ? `${capital(at.moment)}.` : ""}
            onUndo={undoing(table)}
            class="plain-act"
        >
            {choices.map((choice) => (
                <Button key={choice.text} {...moves.as(choice)} label={undefined}>
                    {capital(choice.text)}
                </Button>
            ))}
        </ActionBar>
    );
}

/** Asked for by hand: the rules alone know nothing to say by themselves. */
function Hints({ table, at }: Props) {
    if (at.over) return <OverHints at={at} />;
    return <HintPanel title={t("Hints")} foot={<AdviceRows table={table} />} />;
}

function PlainTable(props: Props) {
    const { at, frame, side } = props;
    const { ofTable } = openFields(at);
    return (
        <GameFrame
            at={at}
            {...frame}
            move={<Move {...props} />}
            side={
                <>
                    <Hints {...props} />
                    {side}
                </>
            }
        >
            <Players at={at} />
            <div class="table-top plain-table">
                <Fields title={t("On the table")} fields={ofTable} />
                <Fields title={t("Yours alone")} fields={at.own} />
            </div>
        </GameFrame>
    );
}

export const table: GameTable<PlainTypes> = {
    View: PlainTable,
    events: { stay: ({ by }) => (by === "chance" || by === "rules" ? 400 : 600) },
};
