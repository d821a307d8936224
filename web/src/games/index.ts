/* The tables, each loaded when its game is first opened. */
import type { ComponentType } from "preact";
import type { GameName } from "../engine";
import type { Table } from "../table";

export interface TableProps {
  table: Table;
  /** A new game of the same kind, with the same people. */
  onAgain?: () => void;
}

export type TableView = ComponentType<TableProps>;

export const views: Record<GameName, () => Promise<TableView>> = {
  loot: () => import("./loot").then((made) => made.LootTable),
  bars: () => import("./bars").then((made) => made.BarsTable),
  mice: () => import("./mice").then((made) => made.MiceTable),
};
