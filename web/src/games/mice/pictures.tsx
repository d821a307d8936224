/* The dice, the food and the shelves that rules speak of, beside them. */
import type { Art } from "../../look/art";
import { Sym } from "../../parts";
import type { Pictures } from "../module";
import { Die } from "./die";

const symbols =
    (...arts: readonly Art[]) =>
    () =>
        arts.map((art) => <Sym key={art} art={art} class="mice-picture" />);

export const pictures: Pictures = {
    M1: () => [0, 1, 2, 3, 4].map((seat) => <Die key={seat} seat={seat} value={seat + 1} />),
    M2: () => <Die candy value="wild" />,
    M3: symbols("sausage", "cracker", "cheese"),
    M50: symbols("cat"),
    M60: symbols("anna"),
    M62: symbols("jar"),
    M63: symbols("sausage"),
    M64: symbols("secure"),
    M65: symbols("greedy"),
    M66: symbols("accountant"),
    M70: () => <Die candy value="wild" />,
    M80: () => <Die support value={4} />,
};
