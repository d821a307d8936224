/* A person's results as a picture: for each game and number of players how many games there were, how many were won, and how
 * many would be if all who sat there had been equal. */
import { gameTitle, moduleOf } from "../games/registry";
import { number, percent, t, tn } from "../look/text";
import type { Result } from "../online/messages";
import { Sym } from "../parts";

const WIDE = 200;
const HIGH = 22;

/** The bar of one row; all rows have the same measure, so that longer bars are more games. */
function Bar({ result: { games, wins, last = 0, seats }, most }: { result: Result; most: number }) {
    const unit = WIDE / most;
    const fair = games / seats;
    const label = t("{wins} of {games} won; equals would win {fair}", {
        wins: number(wins),
        games: number(games),
        fair: number(Math.round(fair * 10) / 10),
    });
    return (
        <svg
            class="record-bar"
            role="img"
            aria-label={label}
            viewBox={`0 0 ${WIDE} ${HIGH}`}
            preserveAspectRatio="none"
        >
            <rect class="record-all" x={0} y={3} width={games * unit} height={HIGH - 6} rx={3} />
            {last > 0 && (
                <rect
                    class="record-last"
                    x={(games - last) * unit}
                    y={3}
                    width={last * unit}
                    height={HIGH - 6}
                    rx={3}
                />
            )}
            <rect class="record-won" x={0} y={3} width={wins * unit} height={HIGH - 6} rx={3} />
            <path class="record-fair" d={`M${fair * unit} 0V${HIGH}`} />
        </svg>
    );
}

export function ResultsPicture({ results }: { results: readonly Result[] }) {
    const most = Math.max(1, ...results.map(({ games }) => games));
    if (results.length === 0) return <p class="muted">{t("No finished games yet.")}</p>;
    return (
        <>
            <table class="record">
                <thead>
                    <tr>
                        <th scope="col">{t("Game")}</th>
                        <th scope="col">{t("Games")}</th>
                        <th scope="col">{t("Won")}</th>
                    </tr>
                </thead>
                <tbody>
                    {results.map((result) => (
                        <tr key={`${result.game} ${result.seats}`}>
                            <th scope="row">
                                <span class="record-game">
                                    <span class="game-badge" data-game={result.game}>
                                        <Sym art={moduleOf(result.game).art} />
                                    </span>
                                    <span>
                                        {gameTitle(result.game)}
                                        <small>{tn("one player", "{n} players", result.seats)}</small>
                                    </span>
                                </span>
                            </th>
                            <td>
                                <Bar result={result} most={most} />
                            </td>
                            <td>
                                <b>{number(result.wins)}</b>
                                <small>
                                    {t("of {n}", { n: number(result.games) })} ·{" "}
                                    {percent(result.games ? result.wins / result.games : 0)}
                                </small>
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <p class="record-key" aria-hidden="true">
                <i class="record-key-won" /> {t("won")}
                <i class="record-key-last" /> {t("last")}
                <i class="record-key-fair" /> {t("what equals would win")}
            </p>
        </>
    );
}
