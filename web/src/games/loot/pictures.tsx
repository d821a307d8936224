/* The cards and cheques that rules speak of, beside them. */
import type { Pictures } from "../module";
import { Tile } from "./card";
import { Cheque } from "./cheque";
import { BUSINESSES, FIGURES, JEWELS, type Kind } from "./kinds";

const tiles =
    (...kinds: readonly Kind[]) =>
    () =>
        kinds.map((kind) => <Tile key={kind} kind={kind} />);
const cheques = () => [2, 7, 16].map((value) => <Cheque key={value} small value={value} />);

export const pictures: Pictures = {
    L3: tiles("diamond", ...FIGURES, "casino"),
    L4: tiles(...JEWELS, ...BUSINESSES),
    L5: cheques,
    L6: tiles("ring", "driver", "thief", "gold"),
    L13: tiles("police"),
    L15: tiles("thief"),
    L32: tiles("police"),
    L40: tiles("thief"),
    L41: tiles("gangster"),
    L43: tiles("car", "driver"),
    L44: tiles(...JEWELS),
    L45: tiles("gold"),
    L46: tiles(...BUSINESSES),
    L47: () => [0, 1, 2].map((n) => <Tile key={n} kind="casino" />),
    L48: cheques,
};
