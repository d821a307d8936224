/* What the tables of all games share. */
import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AnyEvent, GameName, Problem } from "../engine";
import { beat } from "../look/motion";
import { settings } from "../look/settings";
import { refuse, type LogEntry, type Refusal } from "../parts";
import type { Shown, Table } from "../table";

/** Events for the log, each with the seat that acted. */
export function logOf(events: readonly Shown[], names: readonly string[]): LogEntry[] {
  return events.map(({ number, line, text }) => {
    const seat = typeof line.by === "number" ? line.by : undefined;
    return { number, text, seat, name: seat === undefined ? undefined : names[seat] };
  });
}

/** Why not, as a toast says it. */
export function refusalOf(game: GameName, problem: Problem): Refusal {
  return { text: problem.text, rule: problem.rule ? { game, id: problem.rule } : undefined };
}

function same(a: AnyEvent | null, b: AnyEvent): boolean {
  return !!a && JSON.stringify(a) === JSON.stringify(b);
}

export interface Stage {
  /** Chooses a line: sent at once, or lifted if choices are to be confirmed; the same again sends it. */
  pick(line: AnyEvent): void;
  send(): void;
  clear(): void;
  /** Is this the line that is lifted? */
  is(line: AnyEvent): boolean;
  isStaged: boolean;
}

/** A choice before it is sent. `always` lifts it whatever the setting says, as for a bid. */
export function useStage(table: Table, always = false): Stage {
  const staged = useSignal<AnyEvent | null>(null);
  const at = table.position.value?.number;
  useEffect(() => void (staged.value = null), [at]);
  const play = async (line: AnyEvent) => {
    staged.value = null;
    const game = table.position.peek()?.game;
    const played = await table.play(line);
    const problem = table.problem.peek();
    if (!played && game && problem) refuse(refusalOf(game, problem));
  };
  return {
    pick: (line) => {
      const waits = (always || settings.peek().confirm) && !same(staged.peek(), line);
      if (waits) staged.value = line;
      else void play(line);
    },
    send: () => staged.peek() && void play(staged.peek()!),
    clear: () => void (staged.value = null),
    is: (line) => same(staged.value, line),
    isStaged: staged.value !== null,
  };
}

/** Where there is one thing to do, and the person has asked for it, it is done. Returns how to stop. */
export function playSingles(table: Table): () => void {
  return effect(() => {
    const [only, another] = table.choices.value;
    if (!settings.value.single || !only || another) return;
    const number = table.position.peek()?.number;
    void beat().then(() => table.position.peek()?.number === number && table.choices.peek().length === 1 && table.play(only.line));
  });
}
