import type { BarsEvent } from "../../engine";
import type { Moves } from "../moves";

export type BarsMoves = Moves<BarsEvent>;
