// The module "razzia-games", which the build makes of what the rules know of their games (wasm_games), in the order
// of src/games/list.
import type { GameName } from "../engine";
import type { GameModule } from "./module";

/** What does not depend on the language; `about` is English, to be given to t(). */
export interface GameFacts {
    name: GameName;
    title: string;
    author: string;
    about: string;
    seats: [number, number];
    /** The page has its rules. */
    rules: boolean;
    /** The folder of its module here: that of its name, or "plain". */
    folder: string;
}

export declare const games: readonly GameFacts[];
/** By name. Each is given positions and events of its own game alone. */
export declare const modules: Record<GameName, GameModule>;
