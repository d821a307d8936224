import type { BarsPosition } from "../../engine";
import { t } from "../../look/text";
import { ActionBar, Button, SeatPanel, TableFrame } from "../../parts";
import { outcome, undoing, useMoves, waitingFor, type GameProps } from "../game";

export function BarsTable({ table, at, frame, side }: GameProps<BarsPosition>) {
  const moves = useMoves(table);
  const choices = table.choices.value;
  return (
    <TableFrame game="bars" title="Razzia" {...frame} side={side}>
      <section class="table" aria-label={t("The table")} />
      <section>{at.names.map((name, seat) => <SeatPanel key={seat} seat={seat} name={name} you={seat === at.you} score={at.scores[seat]} turn={at.actors.includes(seat)} />)}</section>
      {at.over ? <ActionBar lead={outcome(at)} prompt={t("The game is over.")} main={frame.again} />
        : choices.length === 0 ? <ActionBar waiting prompt={waitingFor(at)} onUndo={undoing(table)} />
        : <ActionBar prompt={at.moment} onUndo={undoing(table)}>{choices.map((choice) => <Button key={choice.text} {...moves.as(choice)} label={undefined}>{choice.text}</Button>)}</ActionBar>}
    </TableFrame>
  );
}
