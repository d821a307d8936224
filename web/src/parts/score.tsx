import type { ComponentChildren } from "preact";
import { number, signed, t } from "../look/text";
import { rulePath } from "../look/address";
import { classes } from "./button";
import { SeatMark } from "./seat";

export interface ScorePlayer {
    seat: number;
    name: string;
    you?: boolean;
    total: number;
    /** Before this round; the rest is what it has brought. */
    before?: number;
    winner?: boolean;
}

export interface ScoreCell {
    points: number;
    /** Why: "most", "3 kinds". */
    note?: string;
    /** The cards behind the points: tiles, dice, notes. */
    show?: ComponentChildren;
}

export interface ScoreRow {
    label: string;
    rule?: string;
    /** The rule in six words. */
    brief?: string;
    /** It is not part of the total: plain figures, without a sign. */
    outside?: boolean;
    cells: ScoreCell[];
}

function Head({ player, most, said }: { player: ScorePlayer; most: number; said: (n: number) => string }) {
    const { before, total } = player;
    const gained = before === undefined ? 0 : total - before;
    const part = (n: number) => ({ width: `${(Math.max(0, n) / most) * 100}%` });
    return (
        <th scope="col" role="columnheader" class={classes(player.you && "me", player.winner && "winner")}>
            <span class="sheet-who">
                <SeatMark seat={player.seat} name={player.name} />
                <b>{player.name}</b>
            </span>
            <span class="sheet-sum num">{said(total)}</span>
            {before !== undefined && (
                <small class="num">
                    {said(before)} {gained < 0 ? "−" : "+"} {said(Math.abs(gained))}
                </small>
            )}
            <span class="sheet-bar" aria-hidden="true">
                <i style={part(Math.min(total, before ?? 0))} />
                <i
                    class={gained < 0 ? "neg" : ""}
                    style={part(before === undefined ? total : Math.abs(gained))}
                />
            </span>
        </th>
    );
}

function Cell({ cell, you, outside }: { cell: ScoreCell; you?: boolean; outside?: boolean }) {
    const tone = outside ? "zero" : cell.points > 0 ? "up" : cell.points < 0 ? "loss" : "zero";
    return (
        <td role="cell" class={classes(you && "me")}>
            {cell.show && <span class="sheet-shown">{cell.show}</span>}
            <span class="sheet-points">
                <b class={classes("num", tone)}>{outside ? number(cell.points) : signed(cell.points)}</b>
                {cell.note && <small>{cell.note}</small>}
            </span>
        </td>
    );
}

/** A real table that explains itself: totals first, then a row a category. Phones put the category above its cells; the roles
 * keep it a table for ears then. */
export function ScoreSheet({
    game,
    caption,
    players,
    rows,
    corner,
    said = number,
}: {
    game: string;
    caption: string;
    players: ScorePlayer[];
    rows: ScoreRow[];
    corner?: string;
    said?: (n: number) => string;
}) {
    const most = Math.max(1, ...players.map((player) => Math.max(player.total, player.before ?? 0)));
    return (
        <div class="sheet">
            <table role="table" style={{ "--players": players.length }}>
                <caption class="vh">{caption}</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <td role="cell" class="sheet-corner">
                            {corner ?? t("Score")}
                        </td>
                        {players.map((player) => (
                            <Head key={player.seat} player={player} most={most} said={said} />
                        ))}
                    </tr>
                </thead>
                <tbody role="rowgroup">
                    {rows.map((row) => (
                        <tr role="row" key={row.label}>
                            <th scope="row" role="rowheader">
                                <span>
                                    {row.label}{" "}
                                    {row.rule && (
                                        <a class="rule" href={rulePath(game, row.rule)}>
                                            {row.rule}
                                        </a>
                                    )}
                                </span>
                                {row.brief && <small>{row.brief}</small>}
                            </th>
                            {row.cells.map((cell, i) => (
                                <Cell key={i} cell={cell} you={players[i]?.you} outside={row.outside} />
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}
