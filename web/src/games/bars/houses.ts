/* The six houses; they keep their names in every language. */
import type { BarsBar } from "../../engine";

export const BARS: readonly BarsBar[] = ["colibri", "cotton", "havana", "jungle", "lincoln", "jazz"];

export const BAR_NAMES: Record<BarsBar, string> = {
    colibri: "Colibri",
    cotton: "Cotton Club",
    havana: "Havana Bar",
    jungle: "The Jungle",
    lincoln: "Lincoln’s",
    jazz: "Jazz House",
};
