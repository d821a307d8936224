/* The tables, each loaded when its game is first opened. */
import type { ComponentType } from "preact";
import type { BarsPosition, GameName, LootPosition, MicePosition } from "../engine";
import type { GameProps } from "./game";

interface Positions {
  loot: LootPosition;
  bars: BarsPosition;
  mice: MicePosition;
}

type Views = { [G in GameName]: () => Promise<ComponentType<GameProps<Positions[G]>>> };

const views: Views = {
  loot: () => import("./loot/table").then((made) => made.LootTable),
  bars: () => import("./bars/table").then((made) => made.BarsTable),
  mice: () => import("./mice/table").then((made) => made.MiceTable),
};

/** The table of a game; it is given only positions of that game. */
export function loadView(game: GameName): Promise<ComponentType<GameProps>> {
  return views[game]() as Promise<unknown> as Promise<ComponentType<GameProps>>;
}
