/* Replay: a finished game with a timeline, from any seat; records from this device, from the server, from a file. */
import { effect, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { loadModule, startEngine, type AnyEvent, type Engine, type GameName } from "../engine";
import type { Frame, LogRules } from "../games/module";
import { GamePage } from "../games/page";
import { loadTable } from "../games/registry";
import { href } from "../look/address";
import { useKeys } from "../look/keys";
import { yourTurn } from "../look/notify";
import { go } from "../look/router";
import { t } from "../look/text";
import { Button, classes, IconButton, Menu, Segmented, tell, Waiting, type MenuItem } from "../parts";
import { FinishedGames } from "../shell/home";
import { download, fileOf, finished } from "../shell/kept";
import { lobbySoon } from "../shell/lobby";
import { MissingPage, Page } from "../shell/pages";
import { engineSpeaks } from "../shell/state";
import { backToGame } from "../shell/top";
import { Table } from "../table";
import { Timeline } from "./timeline";
import { VerifyDialog } from "./verify";
import { type PastSource, readStory, ReplaySource, RunningPast, withNames, type Story } from "./source";

export { VerifyDialog };

/** Two engines: one draws, the other knows the whole record. */
export function useEngines(): [Engine, Engine] | null {
    const made = useSignal<[Engine, Engine] | null>(null);
    useEffect(() => {
        void loadModule()
            .then((module) => Promise.all([startEngine(module), startEngine(module)]))
            .then((both) => void (made.value = both));
    }, []);
    return made.value;
}

/** The text of a record by the name in the address: a game of this device, a file that was opened, a table of the server. */
const opened = new Map<string, string>();

export interface Found {
    text: string;
    /** The same with the names that the server has for those who played. */
    raw: string;
    /** By whose eyes it is seen at first: one's own, or those of a spectator. */
    seat: number;
    /** A game of this device that counted for nothing. */
    practice?: boolean;
}

function asIs(text: string, seat: number): Found {
    return { text, raw: text, seat };
}

/** A game of the server opens on one's own seat, if one had one, with the names that were seen in play. */
async function fromServer(id: string): Promise<Found | string> {
    const [answer, lobby] = await Promise.all([
        fetch(`/record/${encodeURIComponent(id)}`).catch(() => null),
        lobbySoon(),
    ]);
    if (!answer || answer.status >= 500) return t("The server can not be reached now.");
    if (!answer.ok) return t("There is no such record.");
    const text = await answer.text();
    const seen = await lobby?.lookAt(id);
    return seen ? { text: withNames(text, seen.names), raw: text, seat: seen.seat } : asIs(text, -1);
}

/** The record, or why there is none. */
export async function recordOf(id: string): Promise<Found | string> {
    const own = finished.peek().find((one) => one.id === id);
    if (own) return { ...asIs(own.record, 0), practice: own.practice };
    const file = opened.get(id);
    return file ? asIs(file, -1) : fromServer(id);
}

/** Opens a record from a file, if the rules take it. */
export async function openFile(file: File, engine: Engine): Promise<void> {
    const text = await file.text();
    const story = readStory(text, engine);
    if ("problem" in story)
        return tell(
            t("{file}, line {line}: {reason}", {
                file: file.name,
                line: story.line + 1,
                reason: story.problem.text,
            }),
            "bad",
        );
    const id = `file-${opened.size + 1}`;
    opened.set(id, text);
    go(`/replay/${id}`);
}

function FileButton({ engine }: { engine: Engine | undefined }) {
    return (
        <label class="btn file-btn">
            <span>{t("Open a record")}</span>
            <input
                type="file"
                accept=".jsonl,.json,application/jsonl"
                class="vh"
                disabled={!engine}
                onChange={(event) => {
                    const file = event.currentTarget.files?.[0];
                    if (file && engine) void openFile(file, engine);
                }}
            />
        </label>
    );
}

function Finished() {
    const engines = useEngines();
    return (
        <Page title={t("Finished games")}>
            {finished.value.length === 0 && (
                <p class="muted">
                    {t("Games that you finish on this device are listed here, with their records.")}
                </p>
            )}
            <FinishedGames />
            <div class="row">
                <FileButton engine={engines?.[1]} />
            </div>
        </Page>
    );
}

/** By whose eyes; are the dice honest, and the record as a file, which have a menu where there is no room for buttons. */
function More({
    id,
    source,
    story,
    own,
    file,
    onResult,
    onVerify,
    onSeat,
}: {
    /** The name of the record in addresses. */
    id: string;
    source: ReplaySource;
    /** How it ended, where it did. */
    onResult?: () => void;
    /** The name of the record as a file. */
    file: string;
    story: Story;
    /** The seat of the person at the screen, or -1. */
    own: number;
    onVerify: () => void;
    onSeat: (seat: number) => void;
}) {
    const opened = useSignal(false);
    const seats = Array.from({ length: story.seats }, (_, seat): [string, string] => [
        String(seat),
        seat === own ? t("You") : (story.names[seat] ?? t("Player {n}", { n: seat + 1 })),
    ]);
    const save = () => download(file, `${story.lines.join("\n")}\n`);
    const back = backToGame();
    const items: MenuItem[] = [
        ...(onResult ? [{ text: t("Result"), icon: "i-star", onPick: onResult } as const] : []),
        ...(story.fair ? [{ text: t("Verify the dice"), icon: "i-dice", onPick: onVerify } as const] : []),
        ...(story.over ? [{ text: t("Review"), icon: "i-chart", href: href(`/review/${id}`) } as const] : []),
        { text: t("Save the record"), icon: "i-down", onPick: save },
        ...(back ? [{ text: t("Back to the game"), icon: "i-back", href: href(back) } as const] : []),
    ];
    return (
        <>
            <IconButton
                class="time-more"
                icon="i-eye"
                label={t("Seen by")}
                pressed={opened.value}
                onPick={() => void (opened.value = !opened.peek())}
            />
            <div class={classes("time-others", opened.value && "opened")}>
                <Segmented
                    label={t("Seen by")}
                    hideLabel
                    value={String(source.seat)}
                    onChange={(seat) => onSeat(Number(seat))}
                    options={[...seats, ["-1", t("a spectator")]]}
                />
                {items.map(({ text, icon, href: to, onPick }) => (
                    <Button key={text} small icon={icon} href={to} onPick={onPick}>
                        {text}
                    </Button>
                ))}
            </div>
            <Menu class="time-menu" icon="i-menu" label={t("Dice and record")} items={items} />
        </>
    );
}

/** How the log of a game is folded, once its table is loaded. */
function useRules(game: GameName): LogRules<AnyEvent> | undefined {
    const rules = useSignal<LogRules<AnyEvent> | undefined>(undefined);
    useEffect(() => void loadTable(game).then((table) => void (rules.value = table.events.log)), [game]);
    return rules.value;
}

/** A table that shows the past, up to where its source stands. */
export function usePast<S extends PastSource>(
    engine: Engine,
    make: () => S,
    inputs: readonly unknown[],
): [S, Table] {
    const made = useMemo((): [S, Table] => {
        const source = make();
        return [source, new Table(engine, source)];
    }, inputs);
    const [, table] = made;
    useEffect(() => {
        table.catchUp();
        const stop = engineSpeaks(engine, () => table);
        return () => (stop(), table.close());
    }, [table]);
    return made;
}

/** A record may stop before the game is over. */
function hasEnd({ lines }: Story): boolean {
    return lines.some((line) => line.includes('"do":"end"'));
}

function Watching({
    id,
    story,
    raw,
    first,
    result,
    engines: [draws, knows],
}: {
    id: string;
    /** At first its end, with the page of the result. */
    result: boolean;
    story: Story;
    /** The record as the server gives it. */
    raw: string;
    first: number;
    engines: [Engine, Engine];
}) {
    const own = finished.peek().find((one) => one.id === id);
    const seat = useSignal(first);
    const from = useSignal(result ? story.lines.length : 1);
    const resultOpen = useSignal(result);
    const verifying = useSignal(false);
    const [source, table] = usePast(
        draws,
        () => new ReplaySource(story, seat.value, knows, from.value, seat.value === first && first >= 0),
        [story, seat.value],
    );
    const rules = useRules(story.game);
    const onSeat = (next: number) => {
        from.value = source.at.peek();
        seat.value = next;
    };
    const showEnd = () => {
        source.goTo(source.length);
        resultOpen.value = true;
    };
    return (
        <div class="replaying">
            <GamePage
                key={source.seat}
                table={table}
                still
                frame={{
                    jump: (number) => source.goTo(number + 1),
                    record: () => `${story.lines.join("\n")}\n`,
                    practice: own?.practice,
                    resultOpen,
                }}
            />
            <Timeline source={source} engine={knows} rules={rules}>
                <More
                    id={id}
                    source={source}
                    story={story}
                    own={first}
                    file={own ? fileOf(own) : fileOf({ game: story.game, id })}
                    onResult={hasEnd(story) ? showEnd : undefined}
                    onVerify={() => void (verifying.value = true)}
                    onSeat={onSeat}
                />
            </Timeline>
            {verifying.value && (
                <VerifyDialog record={raw} table={id} onClose={() => void (verifying.value = false)} />
            )}
        </div>
    );
}

/** A table with others goes on meanwhile, and says when it is one's turn; one on this device stands still. */
function useWaitingTable(of: Table): void {
    useEffect(() => {
        if (of.source.connection.peek() !== "local") of.setPace(() => 0);
        const stop = effect(() => void (yourTurn.value = of.yourTurn.value));
        return () => (stop(), of.hold(), void (yourTurn.value = false));
    }, [of]);
}

/** What has been at a table that is still played, from one of its events on; and back. */
export function LookingBack({
    of,
    number,
    frame: { above, connection, onChat, unread, practice },
    onBack,
    engines: [draws, knows],
}: PastProps & { engines: [Engine, Engine] }) {
    const [source, table] = usePast(draws, () => {
        const shown = of.record().slice(0, 1 + (of.events.peek().at(-1)?.number ?? 0));
        return new RunningPast(shown, of.source, number + 1);
    }, [of]);
    const rules = useRules(of.position.peek()!.game);
    useEffect(() => scrollTo(0, 0), []);
    useWaitingTable(of);
    useKeys({ other: { Escape: onBack } });
    return (
        <div class="replaying">
            <GamePage
                table={table}
                still
                frame={{
                    above: connection === "local" ? undefined : above,
                    connection,
                    onChat,
                    unread,
                    jump: (to) => source.goTo(to + 1),
                    mark: t("Looking back"),
                    practice,
                }}
            />
            <Timeline source={source} engine={knows} rules={rules}>
                <div class="time-back">
                    {of.yourTurn.value && <b role="status">{t("Your turn")}</b>}
                    <Button go icon="i-back" onPick={onBack}>
                        {t("Back to the game")}
                    </Button>
                </div>
            </Timeline>
        </div>
    );
}

interface PastProps {
    /** The table that is played. */
    of: Table;
    /** Of its page, what stays in sight. */
    frame: Frame;
    /** The event to begin with. */
    number: number;
    onBack: () => void;
}

export function PastPage(props: PastProps) {
    const engines = useEngines();
    return engines ? <LookingBack {...props} engines={engines} /> : <Waiting />;
}

function Loaded({ id, result }: { id: string; result: boolean }) {
    const engines = useEngines();
    const story = useSignal<Story | string | null>(null);
    const found = useSignal<Found | null>(null);
    useEffect(() => {
        if (!engines) return;
        void recordOf(id).then((record) => {
            if (typeof record === "string") return void (story.value = record);
            const read = readStory(record.text, engines[1]);
            found.value = record;
            story.value =
                "problem" in read
                    ? t("Line {line}: {reason}", { line: read.line + 1, reason: read.problem.text })
                    : read;
        });
    }, [id, engines]);
    if (typeof story.value === "string") return <MissingPage text={story.value} />;
    if (!engines || !story.value || !found.value) return <Waiting title={t("Replay")} />;
    const { raw, seat } = found.value;
    const of = { id, story: story.value, raw, first: seat, result, engines };
    return <Watching key={id} {...of} />;
}

export function ReplayPage({ id, result = false }: { id?: string; result?: boolean }) {
    return id ? <Loaded key={String(result)} id={id} result={result} /> : <Finished />;
}
