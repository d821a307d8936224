/* The end of a game on a page of its own, over the table: who has won, by how much and why, and what to do next. The columns
 * are the ranking: what was won above the line, what was lost below it, every piece as large as its number. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Position } from "../engine";
import { t } from "../look/text";
import { Button, Chip, classes, Dialog, IconButton, SeatMark, Sym } from "../parts";
import { isListOf, isText, isWith, parseAs } from "../shape";
import type { Table } from "../table";
import { CoursePanel } from "./course";
import type { Frame, GameTable, Result, ResultPart } from "./module";
import { column, forYou, headline, legend, marginSaid, plainResult, ranking } from "./ranking";
import type { Piece, Ranked } from "./ranking";
import { gameTitle } from "./registry";
import { ShareDialog } from "./share";

function said({ said }: Result, points: number): string {
    return points < 0 ? `−${said(-points)}` : `+${said(points)}`;
}

const LONG = 5; /* signs of a number that needs more room */

function PieceBox({ piece, result }: { piece: Piece; result: Result }) {
    const points = said(result, piece.points);
    return (
        <span
            class={classes("result-piece", piece.tone, points.length > LONG && "long")}
            style={{ "--n": piece.size }}
        >
            <span>
                {piece.art && <Sym art={piece.art} />}
                <b class="num">{points}</b>
            </span>
        </span>
    );
}

/** The same as the column, for ears. */
function PartsSaid({ parts, result }: { parts: readonly ResultPart[]; result: Result }) {
    return (
        <ul class="vh">
            {parts
                .filter(({ points }) => points !== 0)
                .map((part) => (
                    <li key={part.label}>
                        {part.label}: {said(result, part.points)}
                        {part.note && `, ${part.note}`}
                    </li>
                ))}
        </ul>
    );
}

/** What was lost, and why. */
function lostSaid({ parts }: Ranked, lost: number, result: Result): string {
    const notes = parts.filter(({ points }) => points < 0).map(({ note, label }) => note ?? label);
    return [said(result, -lost), ...notes].join(", ");
}

function Player({ one, at, result }: { one: Ranked; at: Position; result: Result }) {
    const { seat, total, parts, wins } = one;
    const { above, below, won, lost } = column(parts);
    const name = at.names[seat]!;
    return (
        <li
            class={classes("result-seat", `seat-p${(seat % 8) + 1}`, wins && "wins", seat === at.you && "me")}
            style={{ "--won": won, "--lost": lost }}
        >
            <div class="result-bar">
                <p class="result-who">
                    <span class="result-rank num">{one.rank}</span>
                    {wins && <Sym art="i-crown" class="result-crown" label={t("winner")} />}
                    <SeatMark seat={seat} name={name} />
                    <b class="result-name">{name}</b>
                    <span class="result-total num">{result.said(total)}</span>
                    <span class="result-margin num">{marginSaid(result, one)}</span>
                </p>
                <div class="result-above" aria-hidden="true">
                    {above.map((piece) => (
                        <PieceBox key={piece.label} piece={piece} result={result} />
                    ))}
                </div>
                {lost > 0 && (
                    <div class="result-below" aria-hidden="true">
                        {below.map((piece) => (
                            <PieceBox key={piece.label} piece={piece} result={result} />
                        ))}
                    </div>
                )}
                {lost > 0 && <p class="result-lost">{lostSaid(one, lost, result)}</p>}
            </div>
            <PartsSaid parts={parts} result={result} />
            <p class="result-why">{one.why}</p>
        </li>
    );
}

function Legend({ result }: { result: Result }) {
    const all = legend(result);
    if (all.length < 2) return null;
    return (
        <ul class="result-legend" aria-label={t("What the points came from")}>
            {all.map((part) => (
                <li key={part.label}>
                    <i class={part.tone} />
                    {part.label}
                </li>
            ))}
        </ul>
    );
}

/** Whether the window is at least so large now. */
function useMedia(query: string): boolean {
    const fits = useSignal(false);
    useEffect(() => {
        const media = matchMedia(query);
        const look = () => void (fits.value = media.matches);
        look();
        media.addEventListener("change", look);
        return () => media.removeEventListener("change", look);
    }, [query]);
    return fits.value;
}

/** Columns need height, and a width for each; else they lie down. */
const ROOM = "(min-width: 44rem) and (min-height: 37rem)";
const ROOM_FOR_MANY = "(min-width: 75rem) and (min-height: 37rem)";

function Podium({ ranked, at, result }: { ranked: readonly Ranked[]; at: Position; result: Result }) {
    const columns = ranked.map(({ parts }) => column(parts));
    const won = Math.max(1, ...columns.map((one) => one.won));
    const lost = Math.max(0, ...columns.map((one) => one.lost));
    const stands = useMedia(ranked.length > 5 ? ROOM_FOR_MANY : ROOM);
    return (
        <section
            class={classes("panel result-podium", stands && "stands", lost > 0 && "has-lost")}
            aria-label={t("Ranking")}
            style={{ "--won-most": won, "--lost-most": lost, "--seats": ranked.length }}
        >
            <ol>
                {ranked.map((one) => (
                    <Player key={one.seat} one={one} at={at} result={result} />
                ))}
            </ol>
            <Legend result={result} />
        </section>
    );
}

interface ResultProps {
    table: Table;
    game: GameTable;
    at: Position;
    frame: Frame;
    onClose: () => void;
}

/** All that was counted, over the page of the result. */
function SheetDialog({
    open,
    onClose,
    children,
}: {
    open: boolean;
    onClose: () => void;
    children: ComponentChildren;
}) {
    return (
        <Dialog
            open={open}
            wide
            title={t("Score sheet")}
            onClose={onClose}
            actions={
                <Button go onPick={onClose}>
                    {t("Go on")}
                </Button>
            }
        >
            {children}
        </Dialog>
    );
}

const isNamed = isWith({ names: isListOf(isText) });

/** The end as anybody may see it: the person at the screen has a name, too. */
function forOthers(table: Table, at: Position): Position {
    const named = parseAs(isNamed, table.record()[0] ?? "");
    return { ...at, names: named?.names ?? at.names, you: null };
}

interface ActionsProps {
    frame: Frame;
    onShare: () => void;
    onSheet?: () => void;
    onClose: () => void;
}

function Actions({ frame, onShare, onSheet, onClose }: ActionsProps) {
    const leaving = (act: () => void) => () => (onClose(), act());
    return (
        <div class="result-acts">
            <Button icon="i-eye" class="result-see" onPick={onClose}>
                {t("See the table")}
            </Button>
            <Button icon="i-share" onPick={onShare}>
                {t("Share")}
            </Button>
            {onSheet && (
                <Button icon="i-sheet" onPick={onSheet}>
                    {t("Score sheet")}
                </Button>
            )}
            {frame.review && (
                <Button icon="i-chart" onPick={leaving(frame.review)}>
                    {t("Review")}
                </Button>
            )}
            {frame.replay && (
                <Button icon="i-play" onPick={leaving(frame.replay)}>
                    {t("Replay")}
                </Button>
            )}
            {frame.again && (
                <Button go icon="i-again" onPick={leaving(frame.again.onPick)}>
                    {frame.again.text}
                </Button>
            )}
        </div>
    );
}

function Inside({ table, game, at, frame, onClose, heading }: ResultProps & { heading: string }) {
    const sheet = useSignal(false);
    const sharing = useSignal(false);
    const result = game.result?.(table, at) ?? plainResult(at);
    const ranked = ranking(result, at);
    const { Sheet } = game;
    return (
        <div class={classes("result-page", result.look)} data-game={at.game}>
            <header class="result-top">
                <IconButton icon="i-back" label={t("See the table")} onPick={onClose} />
                <p>
                    <b>{gameTitle(at.game)}</b> {t("The end")}{" "}
                    {frame.practice && <Chip>{t("Practice")}</Chip>}
                </p>
                {frame.onChat && (
                    <IconButton icon="i-chat" label={t("Chat")} onPick={() => (onClose(), frame.onChat!())} />
                )}
            </header>
            <div class="result-head">
                <h2 id={heading} tabIndex={-1} autofocus>
                    {headline(result, ranked, at)}
                </h2>
                <p>{forYou(result, ranked, at)}</p>
            </div>
            <div class="result-main" role="group" aria-label={t("Result")} tabIndex={0}>
                <Podium ranked={ranked} at={at} result={result} />
                <CoursePanel at={at} result={result} />
            </div>
            <Actions
                frame={frame}
                onClose={onClose}
                onShare={() => void (sharing.value = true)}
                onSheet={Sheet && (() => void (sheet.value = true))}
            />
            {sharing.value && (
                <ShareDialog
                    at={forOthers(table, at)}
                    result={result}
                    frame={frame}
                    onClose={() => void (sharing.value = false)}
                />
            )}
            {Sheet && (
                <SheetDialog open={sheet.value} onClose={() => void (sheet.value = false)}>
                    <Sheet table={table} at={at} />
                </SheetDialog>
            )}
        </div>
    );
}

/** Over the table, until it is closed. The browser keeps the focus inside and closes it on Esc. */
export function ResultPage(props: ResultProps) {
    const box = useRef<HTMLDialogElement>(null);
    const heading = useId();
    useEffect(() => {
        box.current!.showModal();
        return () => box.current?.close();
    }, []);
    const closed = (event: Event) => event.target === box.current && props.onClose();
    return (
        <dialog ref={box} class="result" aria-labelledby={heading} onClose={closed}>
            <Inside {...props} heading={heading} />
        </dialog>
    );
}
