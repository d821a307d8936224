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

const styles = new Map<GameName, Promise<unknown>>();

/** The styles of a game come with its table, and before it. */
function loadStyle(game: GameName): Promise<unknown> {
    let found = styles.get(game);
    if (!found) {
        const link = Object.assign(document.createElement("link"), {
            rel: "stylesheet",
            href: `/${game}.css`,
        });
        found = new Promise((done) => (link.onload = link.onerror = done));
        document.head.append(link);
        styles.set(game, found);
    }
    return found;
}

/** The table of a game; it is given only positions of that game. */
export async function loadView(game: GameName): Promise<ComponentType<GameProps>> {
    const [view] = await Promise.all([views[game](), loadStyle(game)]);
    return view as unknown as ComponentType<GameProps>;
}
