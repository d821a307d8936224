/* The table of a game that has none of its own: the players with their points, what lies open, what is yours, and all that you
 * may do as buttons. The texts are those of the rules. */
import type { PlainField, PlainPosition, PlainTypes } from "../../engine";
import { useKeys } from "../../look/keys";
import { capital, number, t } from "../../look/text";
import { ActionBar, Button, Changed, Chip, HintPanel, ScoreSheet, SeatPanel } from "../../parts";
import { AdviceRows, GameFrame, OverBar, undoing, waitingFor } from "../game";
import { FinalDialog } from "../final";
import type { GameProps, GameTable } from "../module";
import { confirmation, useMoves } from "../moves";
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
    return at.actors.includes(seat) ? <Chip tone="turn">{t("to play")}</Chip> : null;
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
    if (at.over || table.ended.value) return <OverBar at={at} frame={frame} />;
    if (choices.length === 0) return <ActionBar waiting prompt={waitingFor(at)} onUndo={undoing(table)} />;
    return (
        <ActionBar
            lead={t("Your turn.")}
            prompt={at.moment ? `${capital(at.moment)}.` : ""}
            main={confirmation(moves, choices)}
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
    if (at.over || table.choices.value.length < 2) return null;
    return (
        <HintPanel title={t("Hints")}>
            <AdviceRows table={table} />
        </HintPanel>
    );
}

function FinalScore({ at }: { at: PlainPosition }) {
    const players = at.names.map((name, seat) => ({
        seat,
        name,
        you: seat === at.you,
        total: at.scores[seat] ?? 0,
        winner: at.winners.includes(seat),
    }));
    return (
        <FinalDialog at={at}>
            {() => <ScoreSheet game={at.game} caption={t("Score")} players={players} rows={[]} />}
        </FinalDialog>
    );
}

function PlainTable(props: Props) {
    const { table, at, frame, side } = props;
    const { ofTable } = openFields(at);
    return (
        <GameFrame
            at={at}
            {...frame}
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
            <Move {...props} />
            {!frame.still && !table.ended.value && <FinalScore at={at} />}
        </GameFrame>
    );
}

export const table: GameTable<PlainTypes> = {
    View: PlainTable,
    events: { stay: ({ by }) => (by === "chance" || by === "rules" ? 400 : 600) },
};
