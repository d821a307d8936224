/* A guided first game: real moves against gentle bots, each rule told when it comes up. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GameName } from "../engine";
import { useTable } from "../games/made";
import type { Course, Lesson } from "../games/module";
import { GamePage } from "../games/page";
import { gameTitle, moduleOf } from "../games/registry";
import { LocalSource } from "../local";
import { rulePath } from "../look/address";
import { go } from "../look/router";
import { settings } from "../look/settings";
import { t } from "../look/text";
import { Button, Waiting } from "../parts";
import { MissingPage } from "../shell/pages";
import type { Table } from "../table";
import { Ring } from "./ring";

const SEATS = 3;

async function firstGame(game: GameName, { seed }: Course): Promise<LocalSource> {
    const names = [settings.peek().name.trim() || t("Guest"), "Ada", "Bruno"];
    const setup = JSON.stringify({ record: 1, game, seats: SEATS, names });
    const bots = [null, "novice", "novice"];
    const source = await LocalSource.host({ setup, seed, bots, lines: [] }, 0);
    if (!(source instanceof LocalSource)) throw new Error(source.text);
    return source;
}

/** The first lesson that fits the table and has not been read. */
function useLesson({ lessons }: Course, table: Table): [Lesson | null, () => void] {
    const read = useSignal<readonly Lesson[]>([]);
    const at = table.position.value;
    const waits = table.waiting.value > 0;
    const fits = (one: Lesson) => !read.value.includes(one) && !!at && one.when(at, table.choices.value);
    const next = waits ? null : (lessons.find(fits) ?? null);
    return [next, () => next && void (read.value = [...read.peek(), next])];
}

function Coach({ game, course, table }: { game: GameName; course: Course; table: Table }) {
    const [lesson, onRead] = useLesson(course, table);
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
            {lesson.at && <Ring key={lesson.at} at={lesson.at} />}
        </section>
    );
}

function FirstGame({ game, course }: { game: GameName; course: Course }) {
    const table = useTable(() => firstGame(game, course), [course], true);
    if (!table) return <Waiting title={t("Learn {game}", { game: gameTitle(game) })} />;
    return (
        <GamePage
            table={table}
            frame={{
                coach: <Coach game={game} course={course} table={table} />,
                again: { text: t("Play a game of your own"), onPick: () => go(`/play/${game}`) },
            }}
        />
    );
}

export function LearnPage({ game }: { game: GameName }) {
    const course = useSignal<Course | null>(null);
    const { loadCourse } = moduleOf(game);
    useEffect(() => {
        course.value = null;
        void loadCourse?.().then((made) => void (course.value = made));
    }, [game]);
    if (!loadCourse) return <MissingPage text={t("There is no such page.")} />;
    if (!course.value) return <Waiting title={t("Learn {game}", { game: gameTitle(game) })} />;
    return <FirstGame key={game} game={game} course={course.value} />;
}
