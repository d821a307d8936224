/* The bars, cards and notes that rules speak of, beside them. */
import type { BarsBar } from "../../engine";
import type { Pictures } from "../module";
import { BarCard, BarSign } from "./card";
import { BAR_NAMES } from "./houses";
import { Note } from "./money";

const BARS = Object.keys(BAR_NAMES) as BarsBar[];
const gambler = (bar: BarsBar, die: number) => <BarCard key={`${bar}${die}`} bar={bar} die={die} />;
const raid = (bar: BarsBar, die: number) => <BarCard key={`${bar}-${die}`} raid bar={bar} die={die} />;

export const pictures: Pictures = {
    B2: () => BARS.map((bar) => <BarSign key={bar} bar={bar} />),
    B3: () => [gambler("havana", 4), raid("havana", 5)],
    B5: () => [5, 10, 15, 20, 25, 30, 40, 50].map((value) => <Note key={value} value={value} />),
    B31: () => [gambler("jungle", 2)],
    B32: () => [gambler("jungle", 2), gambler("jungle", 6)],
    B33: () => [gambler("cotton", 4), raid("cotton", 3)],
    B34: () => [gambler("cotton", 4), raid("cotton", 3), raid("cotton", 6)],
    B35: () => [raid("colibri", 3)],
};
