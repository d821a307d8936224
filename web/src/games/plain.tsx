/* Any game, played by its words alone: what is to be done, the choices, what happened. */
import { ActionBar, Chip, classes, HintPanel, HintRow, Log, SeatPanel, TableFrame, tell, type LogEntry } from "../parts";
import { useKeys } from "../look/keys";
import { number, percent, t } from "../look/text";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Advice, AnyEvent, Position } from "../engine";
import { gameTitle } from "../shell/titles";
import type { TableProps } from "./index";

export function logOf(events: readonly { number: number; line: AnyEvent; text: string }[], names: string[]): LogEntry[] {
  return events.map(({ number: n, line, text }) => {
    const seat = typeof line.by === "number" ? line.by : undefined;
    return { number: n, text, seat, name: seat === undefined ? undefined : names[seat] };
  });
}

function Players({ position }: { position: Position }) {
  return (
    <section class="table plain-seats" aria-label={t("Players")}>
      {position.names.map((name, seat) => (
        <SeatPanel key={seat} seat={seat} name={seat === position.you ? t("You") : name} you={seat === position.you}
          turn={position.actors.includes(seat)} score={number(position.scores[seat] ?? 0)}
          state={position.winners.includes(seat) ? <Chip tone="good" icon="i-star">{t("wins")}</Chip> : undefined} />
      ))}
    </section>
  );
}

function Thoughts({ table }: TableProps) {
  const advice = useSignal<Advice | null>(null);
  const turn = table.yourTurn.value;
  const at = table.position.value?.number;
  useEffect(() => {
    advice.value = null;
    if (turn) void table.advise().then((found) => (advice.value = found));
  }, [turn, at]);
  if (!advice.value) return null;
  return (
    <HintPanel title={t("What a strong player thinks")}>
      {advice.value.choices.slice(0, 6).map((choice, i) => (
        <HintRow key={choice.text} text={choice.text} value={choice.win === null ? undefined : percent(choice.win)} best={i === 0} />
      ))}
    </HintPanel>
  );
}

export function PlainTable({ table, onAgain }: TableProps) {
  const position = table.position.value;
  const choices = table.choices.value;
  const play = (at: number) => choices[at] && void table.play(choices[at].line).then((good) => good || tell(table.problem.peek()?.text ?? "", "bad"));
  useKeys({ digit: (n) => play(n - 1) });
  if (!position) return null;
  const waiting = choices.length === 0 && !position.over;
  return (
    <TableFrame game={position.game} title={gameTitle(position.game)} connection={table.source.connection.value}
      menu={onAgain ? [{ text: t("New game"), icon: "i-plus", onPick: onAgain }] : []}
      side={<><Thoughts table={table} /><Log entries={logOf(table.events.value, position.names)} /></>}>
      <Players position={position} />
      <div />
      <ActionBar prompt={position.over ? t("The game is over.") : waiting ? t("The others are playing") : position.moment} waiting={waiting}
        main={position.over && onAgain ? { text: t("Play again"), onPick: onAgain } : undefined}
        onUndo={table.source.canUndo.value ? () => void table.source.undo() : undefined}>
        {choices.length > 0 && (
          <div class="wide plain-choices">
            {choices.map((choice, i) => (
              <button key={choice.text} type="button" class={classes("btn", "plain-choice")} onClick={() => play(i)}>
                <span>{choice.text}</span>{i < 9 && <kbd aria-hidden="true">{i + 1}</kbd>}
              </button>
            ))}
          </div>
        )}
      </ActionBar>
    </TableFrame>
  );
}
