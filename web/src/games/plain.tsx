/* Any game, played by its words alone: what is to be done, the choices, what happened. */
import { ActionBar, Chip, classes, HintPanel, HintRow, Log, SeatPanel, TableFrame } from "../parts";
import { useKeys } from "../look/keys";
import { number, percent, t } from "../look/text";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Advice, Position } from "../engine";
import { gameTitle } from "../shell/titles";
import { logOf, useStage } from "./common";
import type { TableProps } from "./index";

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
  const stage = useStage(table);
  const pick = (at: number) => choices[at] && stage.pick(choices[at].line);
  useKeys({ digit: (n) => pick(n - 1) });
  if (!position) return null;
  const waiting = choices.length === 0 && !position.over;
  return (
    <TableFrame game={position.game} title={gameTitle(position.game)} connection={table.source.connection.value}
      menu={onAgain ? [{ text: t("New game"), icon: "i-plus", onPick: onAgain }] : []}
      side={<><Thoughts table={table} /><Log entries={logOf(table.events.value, position.names)} /></>}>
      <Players position={position} />
      <div />
      <ActionBar prompt={position.over ? t("The game is over.") : waiting ? t("The others are playing") : position.moment || t("Your move.")} waiting={waiting}
        main={position.over && onAgain ? { text: t("Play again"), onPick: onAgain } : stage.isStaged ? { text: t("Send"), onPick: stage.send } : undefined}
        onUndo={table.source.canUndo.value ? () => void table.source.undo() : undefined}>
        {choices.length > 0 && (
          <div class="wide plain-choices">
            {choices.map((choice, i) => (
              <button key={choice.text} type="button" class={classes("btn plain-choice", stage.is(choice.line) && "chosen")} aria-pressed={stage.isStaged ? stage.is(choice.line) : undefined} onClick={() => pick(i)}>
                <span>{choice.text}</span>{i < 9 && <kbd aria-hidden="true">{i + 1}</kbd>}
              </button>
            ))}
          </div>
        )}
      </ActionBar>
    </TableFrame>
  );
}
