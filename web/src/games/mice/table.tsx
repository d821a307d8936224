/* The table of mice: players above, the pantry with its columns and the cat row, one's dice below. */
import type { MiceColumn, MicePosition, MiceTypes } from "../../engine";
import { t } from "../../look/text";
import type { Choice } from "../../parts";
import { GameFrame } from "../game";
import type { GameProps, GameTable } from "../module";
import { useMoves } from "../moves";
import { Aid } from "./aid";
import { Pantry, Players, type Touch } from "./board";
import { events } from "./events";
import { explain } from "./explain";
import { candyValues, placing, useHand, type Hand, type InHand, type Moves } from "./hand";
import { Hints } from "./hints";
import { Move, WallTray } from "./move";
import { result } from "./result";
import { Sheet } from "./score";
import { pictures } from "./pictures";

type Props = GameProps<MiceTypes>;
type Cell = MiceColumn["cells"][number];

/** A die of the hand on a column, or why not. Candy that could be several numbers is asked for one. */
function placeChoice(moves: Moves, hand: Hand, chosen: InHand | null, column: number | "cat"): Choice {
    const found = placing(moves, hand.dice, chosen, column);
    if (found && chosen?.kind === "candy" && column !== "cat" && candyValues(moves, column) > 1)
        return {
            legal: true,
            label: t("Candy die in column {n}", { n: column }),
            onPick: () => void (hand.asked.value = column),
        };
    if (found) return moves.as(found);
    const value = chosen?.value ?? null;
    if (column === "cat" || value === null) return {};
    return moves.of("place", { value, column });
}

/** The cells that are lit when a column may be touched: where a die goes, or the dice that would be taken. */
function litCells(at: MicePosition, column: number): Touch["lit"] {
    if (at.phase === "turn") return (cell: Cell) => cell.die !== null && cell.die.owner === at.you;
    if (at.phase === "anna") return (_, index) => index === 0;
    return (_, index) => index === at.columns[column - 1]!.next;
}

function useTouches({ table, at }: Props, moves: Moves, hand: Hand) {
    const places = at.phase === "place" && table.yourTurn.value;
    const chosen = hand.dice.find(({ key }) => key === hand.chosen.value) ?? null;
    const column = (n: number): Choice => {
        if (places) return placeChoice(moves, hand, chosen, n);
        const verb = at.phase === "anna" ? "anna" : at.phase === "turn" ? "retrieve" : null;
        const found = verb && moves.find(verb, { column: n });
        return found ? moves.as(found) : {};
    };
    const steal = (seat: number): Choice => {
        const found = at.phase === "steal" ? moves.find("steal", { from: seat }) : undefined;
        return found ? moves.as(found) : {};
    };
    const cat: Choice = places ? placeChoice(moves, hand, chosen, "cat") : {};
    return { chosen, column, steal, cat };
}

function MiceTable(props: Props) {
    const { table, at, frame, side } = props;
    const moves = useMoves(table);
    const hand = useHand(at, table);
    const touches = useTouches(props, moves, hand);
    return (
        <GameFrame
            at={at}
            where={t("First to {n} safe", { n: at.goal })}
            {...frame}
            move={<Move {...props} moves={moves} hand={hand} pick={touches.column} />}
            side={
                <>
                    <Hints at={at} table={table} chosen={touches.chosen} />
                    {side}
                </>
            }
        >
            <Players at={at} steal={touches.steal} />
            <Pantry
                at={at}
                touch={(n) => ({ choice: touches.column(n), lit: litCells(at, n) })}
                cat={touches.cat}
            >
                {frame.wall && <WallTray at={at} table={table} />}
            </Pantry>
        </GameFrame>
    );
}

export const table: GameTable<MiceTypes> = { View: MiceTable, events, explain, result, Aid, Sheet, pictures };
