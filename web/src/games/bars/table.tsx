/* The table of bars: players above, six houses as a street, the hand and the haggle below. */
import type { BarsTypes } from "../../engine";
import { GameFrame } from "../game";
import type { GameProps, GameTable } from "../module";
import { useMoves } from "../moves";
import { Aid } from "./aid";
import { DuelPanel } from "./duel";
import { whereIn } from "../registry";
import { events } from "./events";
import { explain } from "./explain";
import { Hints } from "./hints";
import { Move } from "./move";
import { pictures } from "./pictures";
import { Players } from "./players";
import { result } from "./result";
import { FinalSheet } from "./score";
import { Street } from "./street";
import { WallAside } from "./wall";

function BarsTable(props: GameProps<BarsTypes>) {
    const { table, at, frame, side } = props;
    const moves = useMoves(table, ["play"]);
    const where = whereIn(at.game, at.round, at.rounds);
    return (
        <GameFrame
            at={at}
            where={where}
            {...frame}
            move={<Move {...props} moves={moves} />}
            side={
                <>
                    <div class="bars-aside">
                        {at.duel && <DuelPanel at={at} />}
                        <Hints at={at} table={table} moves={moves} />
                    </div>
                    {side}
                </>
            }
        >
            <Players at={at} />
            {frame.wall ? (
                <div class="bars-wall">
                    <Street at={at} moves={moves} table={table} />
                    <WallAside at={at} />
                </div>
            ) : (
                <Street at={at} moves={moves} table={table} />
            )}
        </GameFrame>
    );
}

export const table: GameTable<BarsTypes> = {
    View: BarsTable,
    events,
    result,
    explain,
    Aid,
    Sheet: FinalSheet,
    pictures,
};
