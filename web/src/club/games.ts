/* The games that one plays at the server: asked for when the line is up, and followed from then on. */
import { effect, signal } from "@preact/signals";
import { number, t, tn } from "../look/text";
import { isWall } from "../online/key";
import { isUnknown, line } from "../online/line";
import { isGameRow, type GameRow, type Listed, type LobbyState, type Push } from "../online/messages";
import { namesOf } from "../online/room";
import { dropMyGames, hasMore, inOrder, mergeGames, myGames, setMyGames, type MyGame } from "../shell/mine";

/** How fast one plays, in words; empty without a clock. */
export function paceOf(clock: LobbyState["clock"]): string {
    if (!clock) return "";
    if ("days" in clock)
        return tn("one day a move", "{n} days a move", clock.days, { n: number(clock.days) });
    return t("{n} s a move", { n: number(clock.move) });
}

function gameOf({ table, lobby, seat, waits, until, events, messages }: GameRow): MyGame {
    const names = namesOf(lobby);
    return {
        id: table,
        game: lobby.game,
        status: lobby.status === "abandoned" ? "finished" : lobby.status,
        names: lobby.seats.map(({ who, level }, i) => ((who ?? level) ? names[i]! : null)),
        seat,
        waits,
        until: until === null ? null : until - line.ahead,
        pace: paceOf(lobby.clock),
        events,
        messages,
    };
}

const gamesIn = (rows: readonly unknown[]) => rows.filter(isGameRow).map(gameOf);

/** Servers that say less: at which tables one sits, and nothing of what happens there. */
export function listMine(tables: readonly Listed[]): void {
    const who = line.hello.peek()?.who;
    const rows = tables
        .filter(({ lobby }) => lobby.status !== "finished" && lobby.status !== "abandoned")
        .map(({ table, lobby }) => {
            const seat = lobby.seats.findIndex((one) => one.who === who);
            return { table, lobby, seat, waits: false, until: null, number: 0, events: 0, messages: 0 };
        });
    setMyGames(rows.map(gameOf), 0);
}

function hear({ games }: Push): void {
    if (!games) return;
    setMyGames(mergeGames(myGames.peek(), gamesIn(games.rows), games.gone ?? []), games.count);
}

/** False: a server of before clubs, which says less. */
export const tellsGames = signal(true);

async function ask(): Promise<void> {
    if (isWall()) return;
    const answer = await line.ask("games", { follow: true }).catch((error: unknown) => {
        tellsGames.value = !isUnknown(error);
        return null;
    });
    if (!answer) return;
    tellsGames.value = true;
    hasMore.value = answer.more ?? false;
    setMyGames(inOrder(gamesIn(answer.games)), answer.count);
}

export function followGames(): void {
    let who = "";
    line.listen(hear);
    line.whenUp(() => void ask());
    effect(() => {
        if (line.shut.value) dropMyGames(); // they are for those who are let in
    });
    effect(() => {
        const now = isWall() ? who : (line.hello.value?.who ?? who);
        if (who && now !== who) dropMyGames();
        who = now;
    });
}
