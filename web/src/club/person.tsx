/* The page of a person, /#/p/WHO: what they have played, as far as they show it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { gameTitle, moduleOf } from "../games/registry";
import { href } from "../look/address";
import { pageTitle } from "../look/notify";
import { settings } from "../look/settings";
import { number, t, tn } from "../look/text";
import { line, Refused } from "../online/line";
import type { Person, Played } from "../online/messages";
import { namesOf, problemOf } from "../online/room";
import { Button, Segmented, Sym, tell } from "../parts";
import { MissingPage, Page } from "../shell/pages";
import { NotYet } from "./notyet";
import { ResultsPicture } from "./record";
import { ReportDialog } from "./report";

type Shows = NonNullable<Person["shows"]>;

function dayOf(at: number): string {
    return new Date(at).toLocaleDateString(settings.value.language, { dateStyle: "medium" });
}

/** "★ Ada 41, Bruno 38" */
function scoresOf({ seats }: Played): string {
    const names = namesOf({ seats });
    const parts = seats.map(({ won, score }, seat) => {
        const points = score === undefined ? "" : ` ${number(score)}`;
        return `${won ? "★ " : ""}${names[seat]!}${points}`;
    });
    return parts.join(", ");
}

function FinishedLine({ one }: { one: Played }) {
    const game = gameTitle(one.game);
    return (
        <li>
            <span class="game-badge" data-game={one.game}>
                <Sym art={moduleOf(one.game).art} />
            </span>
            <span>
                {scoresOf(one)}
                <small>{`${game}, ${dayOf(one.at)}`}</small>
            </span>
            <span class="list-do">
                <Button
                    small
                    icon="i-chart"
                    href={href(`/review/${one.table}`)}
                    label={t("Review {game}", { game: `${game}, ${dayOf(one.at)}` })}
                >
                    {t("Review")}
                </Button>
                <Button
                    small
                    icon="i-play"
                    href={href(`/replay/${one.table}`)}
                    label={t("Replay {game}", { game: `${game}, ${dayOf(one.at)}` })}
                >
                    {t("Replay")}
                </Button>
            </span>
        </li>
    );
}

const refused = (error: unknown) => tell(problemOf(error).text, "bad");

/** What others see of this page is for its person to choose. */
function Showing({ shows, onChange }: { shows: Shows; onChange: (shows: Shows) => void }) {
    const change = (to: Shows) => line.ask("show", { to }).then(() => onChange(to), refused);
    return (
        <section class="panel person-shows" aria-label={t("Who sees this page")}>
            <Segmented
                label={t("Who sees this page")}
                value={shows}
                onChange={(to) => void change(to)}
                options={[
                    ["nobody", t("only me")],
                    ["tables", t("those at my tables")],
                    ["all", t("everybody")],
                ]}
            />
            <p class="small muted">
                {t("Games at tables that were not open to everybody are seen only by those who sat there.")}
            </p>
        </section>
    );
}

function Facts({ person: { since, running, results } }: { person: Person }) {
    const played = results.reduce((sum, { games }) => sum + games, 0);
    return (
        <p class="muted">
            {[
                tn("one finished game", "{n} finished games", played, { n: number(played) }),
                tn("one running", "{n} running", running, { n: number(running) }),
                ...(since ? [t("here since {day}", { day: dayOf(since) })] : []),
            ].join(" · ")}
        </p>
    );
}

function Finished({ person, onMore }: { person: Person; onMore?: () => void }) {
    if (person.finished.length === 0) return null;
    return (
        <section class="panel table-list" aria-label={t("Finished games")}>
            <h2>{t("Finished games")}</h2>
            <ul>
                {person.finished.map((one) => (
                    <FinishedLine key={one.table} one={one} />
                ))}
            </ul>
            {onMore && (
                <Button small onPick={onMore}>
                    {t("Show more")}
                </Button>
            )}
        </section>
    );
}

/** What the server tells of somebody, page by page; "hidden": nothing. What breaks is asked again when the line is up. */
function usePerson(who: string) {
    const person = useSignal<Person | "hidden" | null>(null);
    const pages = useSignal(0);
    const isUp = line.state.value === "online";
    const load = async (page: number, before: Played[]) => {
        try {
            const found = await line.ask("person", { who, page });
            pages.value = page + 1;
            person.value = { ...found, finished: [...before, ...found.finished] };
        } catch (error) {
            if (!(error instanceof Refused)) return;
            if (page === 0) person.value = "hidden";
            else refused(error);
        }
    };
    useEffect(() => void (person.value = null), [who]);
    useEffect(() => {
        if (isUp && person.peek() === null) void load(0, []);
    }, [who, isUp]);
    return { person, more: () => void load(pages.peek(), (person.peek() as Person).finished) };
}

export function PersonPage({ who }: { who: string }) {
    const { person, more } = usePerson(who);
    const isReporting = useSignal(false);
    const shown = person.value;
    const name = shown && shown !== "hidden" ? shown.name : "";
    useEffect(() => void (pageTitle.value = name), [name]);
    if (shown === "hidden") return <MissingPage text={hiddenText()} />;
    if (!shown) return <NotYet />;
    const isOwn = line.hello.value?.who === who;
    return (
        <Page title={shown.name} lead={<Facts person={shown} />}>
            {isOwn && (
                <Showing
                    shows={shown.shows ?? "tables"}
                    onChange={(shows) => void (person.value = { ...shown, shows })}
                />
            )}
            <section class="panel" aria-label={t("Results")}>
                <h2>{t("Results")}</h2>
                <ResultsPicture results={shown.results} />
            </section>
            <Finished person={shown} onMore={shown.more ? more : undefined} />
            {!isOwn && (
                <div class="row">
                    <Button small quiet icon="i-flag" onPick={() => void (isReporting.value = true)}>
                        {t("Report {name}", { name: shown.name })}
                    </Button>
                </div>
            )}
            {isReporting.value && (
                <ReportDialog
                    on={{ who, name: shown.name }}
                    onClose={() => void (isReporting.value = false)}
                />
            )}
        </Page>
    );
}

function hiddenText(): string {
    return t("There is nobody here by this address, or they do not show their page.");
}
