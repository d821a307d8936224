/* A game of which the page knows nothing but its rules. */
import type { PlainTypes } from "../../engine";
import type { GameModule } from "../module";
import { PlainPoster } from "./poster";

/** Title and sentence are found by the name of the game: see factsOf. */
const plain: GameModule<PlainTypes> = {
    art: "i-dice",
    players: 3,
    Poster: PlainPoster,
    loadTable: () => import("./table").then((made) => made.table),
};

export default plain;
