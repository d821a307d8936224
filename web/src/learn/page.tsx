/* A guided first game: real moves against gentle bots, each rule told when it comes up. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GameName } from "../engine";
import { useTable } from "../games/made";
import { GamePage } from "../games/page";
import { LocalSource } from "../local";
import { settings } from "../look/settings";
import { go, rulePath } from "../look/router";
import { t } from "../look/text";
import { Button, Waiting } from "../parts";
import { gameTitle } from "../shell/titles";
import type { Table } from "../table";
import { LESSONS, type Lesson } from "./lessons";

const SEATS = 3;
/** Deals in which the first rounds show a little of everything, and nothing before what explains it. */
const SEEDS: Record<GameName, string> = { loot: "28", bars: "4", mice: "4" };

async function firstGame(game: GameName): Promise<LocalSource> {
    const names = [settings.peek().name.trim() || t("Guest"), "Ada", "Bruno"];
    const setup = JSON.stringify({ record: 1, game, seats: SEATS, names });
    const bots = [null, "novice", "novice"];
    const source = await LocalSource.host({ setup, seed: SEEDS[game], bots, lines: [] }, 0);
    if (!(source instanceof LocalSource)) throw new Error(source.text);
    return source;
}

/** The first lesson that fits the table and has not been read. */
function useLesson(game: GameName, table: Table): [Lesson | null, () => void] {
    const read = useSignal<readonly Lesson[]>([]);
    const at = table.position.value;
    const waits = table.waiting.value > 0;
    const next =
        at && !waits
            ? (LESSONS[game].find((one) => !read.value.includes(one) && one.when(at, table.choices.value)) ??
              null)
            : null;
    return [next, () => next && void (read.value = [...read.peek(), next])];
}

function Coach({ game, table }: { game: GameName; table: Table }) {
    const [lesson, onRead] = useLesson(game, table);
    const box = useRef<HTMLElement>(null);
    useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [lesson]);
    if (!lesson) return null;
    return (
        <section class="coach" role="status" aria-label={t("Lesson")} ref={box}>
            <h2>{lesson.title()}</h2>
            <p>
                {lesson.text()}{" "}
                <a class="rule" href={rulePath(game, lesson.rule)}>
                    {lesson.rule}
                </a>
            </p>
            <Button small go onPick={onRead}>
                {t("Got it")}
            </Button>
        </section>
    );
}

export function LearnPage({ game }: { game: GameName }) {
    const table = useTable(() => firstGame(game), [game]);
    if (!table) return <Waiting title={t("Learn {game}", { game: gameTitle(game) })} />;
    return (
        <GamePage
            table={table}
            frame={{
                coach: <Coach game={game} table={table} />,
                again: { text: t("Play a game of your own"), onPick: () => go(`/play/${game}`) },
            }}
        />
    );
}
