/* Replay: a finished game with a timeline, from any seat; records from this device, from the server, from a file. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { loadModule, startEngine, type Engine } from "../engine";
import { GamePage } from "../games/page";
import { useKeys } from "../look/keys";
import { beat } from "../look/motion";
import { go } from "../look/router";
import { t } from "../look/text";
import { Button, IconButton, Segmented, tell, Waiting } from "../parts";
import { FinishedGames } from "../shell/home";
import { download, finished } from "../shell/kept";
import { MissingPage, Page } from "../shell/pages";
import { engineSpeaks } from "../shell/state";
import { Table } from "../table";
import { readStory, ReplaySource, verify, type Story } from "./source";

/** Two engines: one draws, the other knows the whole record. */
function useEngines(): [Engine, Engine] | null {
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

async function recordOf(id: string): Promise<string | null> {
    const local = finished.peek().find((one) => one.id === id)?.record ?? opened.get(id);
    if (local) return local;
    const answer = await fetch(`/record/${encodeURIComponent(id)}`).catch(() => null);
    return answer?.ok ? answer.text() : null;
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

function tellVerdict(story: Story, engine: Engine): void {
    const wrong = verify(story, engine);
    if (wrong === null) tell(t("Every card and roll follows from the seed that was promised."));
    else tell(t("Line {n} does not follow from the seed that was promised.", { n: wrong }), "bad");
}

function Controls({
    source,
    story,
    engine,
    onSeat,
}: {
    source: ReplaySource;
    story: Story;
    engine: Engine;
    onSeat: (seat: number) => void;
}) {
    const playing = useSignal(false);
    const at = source.at.value;
    const last = source.length;
    useEffect(() => {
        if (!playing.value) return;
        if (at >= last) return void (playing.value = false);
        let stopped = false;
        void beat(700).then(() => setTimeout(() => stopped || source.goTo(at + 1), 40));
        return () => void (stopped = true);
    }, [playing.value, at, source]);
    const step = (by: number) => {
        playing.value = false;
        source.goTo(source.at.peek() + by);
    };
    useKeys({
        other: {
            ArrowLeft: () => step(-1),
            ArrowRight: () => step(1),
            Home: () => step(-last),
            End: () => step(last),
            " ": () => void (playing.value = !playing.peek()),
        },
    });
    const seats = Array.from({ length: story.seats }, (_, seat): [string, string] => [
        String(seat),
        story.names[seat] ?? t("Player {n}", { n: seat + 1 }),
    ]);
    const save = () => download(`${story.game}.jsonl`, `${story.lines.join("\n")}\n`);
    return (
        <section class="replay-bar" aria-label={t("Timeline")}>
            <div class="row">
                <IconButton icon="i-first" label={t("To the beginning")} onPick={() => step(-last)} />
                <IconButton icon="i-back" label={t("One step back")} onPick={() => step(-1)} />
                <IconButton
                    icon={playing.value ? "i-pause" : "i-play"}
                    label={playing.value ? t("Pause") : t("Play on")}
                    onPick={() => void (playing.value = !playing.peek())}
                />
                <IconButton icon="i-next" label={t("One step on")} onPick={() => step(1)} />
                <IconButton icon="i-last" label={t("To the end")} onPick={() => step(last)} />
                <input
                    type="range"
                    min={1}
                    max={last}
                    value={at}
                    aria-label={t("Line {n} of {all}", { n: at - 1, all: last - 1 })}
                    onInput={(event) => (
                        void (playing.value = false),
                        source.goTo(Number(event.currentTarget.value))
                    )}
                />
                <output class="num">
                    {at - 1}/{last - 1}
                </output>
            </div>
            <div class="row">
                <Segmented
                    label={t("Seen by")}
                    hideLabel
                    value={String(source.seat)}
                    onChange={(seat) => onSeat(Number(seat))}
                    options={[...seats, ["-1", t("a spectator")]]}
                />
                {story.fair && (
                    <Button small icon="i-dice" onPick={() => tellVerdict(story, engine)}>
                        {t("Verify the dice")}
                    </Button>
                )}
                <Button small icon="i-down" onPick={save}>
                    {t("Save the record")}
                </Button>
            </div>
        </section>
    );
}

function Watching({ story, engines: [draws, knows] }: { story: Story; engines: [Engine, Engine] }) {
    const seat = useSignal(0);
    const from = useSignal(1);
    const { source, table } = useMemo(() => {
        const made = new ReplaySource(story, seat.value, knows, from.value);
        return { source: made, table: new Table(draws, made) };
    }, [story, seat.value]);
    useEffect(() => {
        table.catchUp();
        const stop = engineSpeaks(draws, () => table);
        return () => (stop(), table.close());
    }, [table]);
    const onSeat = (next: number) => {
        from.value = source.at.peek();
        seat.value = next;
    };
    return (
        <div class="replaying">
            <GamePage
                key={source.seat}
                table={table}
                still
                frame={{ jump: (number) => source.goTo(number + 1) }}
            />
            <Controls source={source} story={story} engine={knows} onSeat={onSeat} />
        </div>
    );
}

function Loaded({ id }: { id: string }) {
    const engines = useEngines();
    const story = useSignal<Story | string | null>(null);
    useEffect(() => {
        if (!engines) return;
        void recordOf(id).then((text) => {
            const read = text === null ? null : readStory(text, engines[1]);
            story.value = !read
                ? t("There is no such record.")
                : "problem" in read
                  ? t("Line {line}: {reason}", { line: read.line + 1, reason: read.problem.text })
                  : read;
        });
    }, [id, engines]);
    if (typeof story.value === "string") return <MissingPage text={story.value} />;
    if (!engines || !story.value) return <Waiting title={t("Replay")} />;
    return <Watching key={id} story={story.value} engines={engines} />;
}

export function ReplayPage({ id }: { id?: string }) {
    return id ? <Loaded id={id} /> : <Finished />;
}
