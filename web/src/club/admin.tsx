/* The page of a club's owner: reports, people, what owners did, invitations, and the rules of the house. */
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { gameTitle } from "../games/registry";
import { href } from "../look/address";
import { pageTitle } from "../look/notify";
import { settings } from "../look/settings";
import { list, N_, number, t, tn } from "../look/text";
import { LongWord } from "../online/facts";
import { line } from "../online/line";
import type { Act, Answer, House, Member, Report } from "../online/messages";
import { problemOf } from "../online/room";
import { Button, Chip, Dialog, Field, Menu, Segmented, Stepper, tell, type MenuItem } from "../parts";
import { isText } from "../shape";
import { MissingPage, Page } from "../shell/pages";
import { copy } from "./copying";
import { paceOf } from "./games";
import { NotYet } from "./notyet";
import { houseGames } from "./rooms";

type Fields = Record<string, unknown>;

/** Asks for an act; a refusal is told. */
async function act(verb: string, fields: Fields = {}): Promise<Answer<"admin"> | null> {
    try {
        return await line.ask("admin", { act: verb, ...fields });
    } catch (error) {
        tell(problemOf(error).text, "bad");
        return null;
    }
}

function timeOf(at: number): string {
    return new Date(at).toLocaleString(settings.value.language, { dateStyle: "short", timeStyle: "short" });
}

/** What is done to somebody, or to a table, in words; those that last have days. */
const DEEDS = {
    mute: { text: N_("Mute"), about: N_("They chat nowhere for so long."), days: true },
    unmute: { text: N_("Let them chat again"), about: N_("They may chat again from now on.") },
    ban: {
        text: N_("Shut out"),
        about: N_("They are out at once; bots play for them when their time is up."),
        days: true,
    },
    unban: { text: N_("Let them in again"), about: N_("They may come back from now on.") },
    rename: { text: N_("Rename"), about: N_("Everybody sees the new name.") },
    reset: {
        text: N_("Give a lost person a new device"),
        about: N_("All their devices are removed, and you get a link for a new one. Be sure who asks."),
    },
    end: { text: N_("End the table"), about: N_("The game ends without a result.") },
} as const;
type Deed = keyof typeof DEEDS;

/** To whom, or to which table, something is to be done. */
interface Planned {
    deed: Deed;
    who?: string;
    name?: string;
    table?: string;
}

const DAYS = ["1", "7", "30", "0"] as const;

function DeedDialog({
    planned,
    onDone,
    onClose,
}: {
    planned: Planned;
    onDone: () => void;
    onClose: () => void;
}) {
    const { deed, who, name, table } = planned;
    const about = DEEDS[deed];
    const days = useSignal<(typeof DAYS)[number]>("7");
    const text = useSignal("");
    const called = useSignal(name ?? "");
    const link = useSignal<string | null>(null);
    const sure = async () => {
        const done = await act(deed, {
            ...(table ? { table } : { who }),
            ...("days" in about ? { days: Number(days.peek()) } : {}),
            ...(deed === "rename" ? { name: called.peek().trim() } : {}),
            text: text.peek().trim(),
        });
        if (!done) return;
        onDone();
        if (done.code) return void (link.value = `${location.origin}/join#${done.code}`);
        tell(t("It is done, and in the log."));
        onClose();
    };
    return (
        <Dialog
            open
            title={name && deed !== "end" ? `${t(about.text)}: ${name}` : t(about.text)}
            onClose={onClose}
            actions={
                link.value ? (
                    <Button go onPick={onClose}>
                        {t("Done")}
                    </Button>
                ) : (
                    <>
                        <Button onPick={onClose}>{t("Leave it")}</Button>
                        <Button go onPick={() => void sure()}>
                            {t(about.text)}
                        </Button>
                    </>
                )
            }
        >
            <p>{t(about.about)}</p>
            {link.value && <LinkToGive url={link.value} />}
            {"days" in about && !link.value && (
                <Segmented
                    label={t("For how long")}
                    value={days.value}
                    onChange={(next) => void (days.value = next)}
                    options={DAYS.map((n) => [
                        n,
                        n === "0" ? t("for good") : tn("one day", "{n} days", Number(n)),
                    ])}
                />
            )}
            {deed === "rename" && (
                <Field
                    label={t("The new name")}
                    value={called.value}
                    max={40}
                    onChange={(next) => void (called.value = next)}
                />
            )}
            {!link.value && (
                <Field
                    label={t("Why")}
                    value={text.value}
                    max={400}
                    note={t("It stands in the log.")}
                    onChange={(next) => void (text.value = next)}
                />
            )}
        </Dialog>
    );
}

function LinkToGive({ url }: { url: string }) {
    return (
        <div class="admin-link">
            <LongWord parts={url.match(/[^/#]+[/#]*/g) ?? []} />
            <Button small icon="i-copy" onPick={() => void copy(url)}>
                {t("Copy the link")}
            </Button>
        </div>
    );
}

type Plan = (planned: Planned) => void;

function deedsFor(one: { who: string; name: string }, plan: Plan, member?: Member): MenuItem[] {
    const isMuted = !!member?.muted;
    const isBanned = !!member?.banned;
    const deeds: Deed[] = [isMuted ? "unmute" : "mute", isBanned ? "unban" : "ban", "rename", "reset"];
    return deeds.map((deed) => ({
        text: t(DEEDS[deed].text),
        onPick: () => plan({ deed, who: one.who, name: one.name }),
    }));
}

/** Lists come in pages; more are asked for by a button. */
function usePages<T>(
    fetchPage: (page: number) => Promise<{ rows: T[]; more: boolean } | null>,
    again: unknown,
) {
    const rows = useSignal<T[] | null>(null);
    const page = useSignal(0);
    const more = useSignal(false);
    const load = async (n: number) => {
        const found = await fetchPage(n);
        if (!found) return;
        rows.value = n > 0 ? [...(rows.peek() ?? []), ...found.rows] : found.rows;
        page.value = n;
        more.value = found.more;
    };
    useEffect(() => void load(0), [again]);
    return {
        rows,
        more: more.value ? () => void load(page.peek() + 1) : undefined,
        reload: () => void load(0),
    };
}

function MoreButton({ onPick }: { onPick?: () => void }) {
    return onPick ? (
        <Button small onPick={onPick}>
            {t("Show more")}
        </Button>
    ) : null;
}

function PersonLink({ one }: { one: { who?: string; name?: string } | null | undefined }) {
    if (!one?.who) return <b>{one?.name ?? t("somebody who was forgotten")}</b>;
    return <a href={href(`/p/${one.who}`)}>{one.name ?? one.who}</a>;
}

function ReportLine({ report, plan, onDone }: { report: Report; plan: Plan; onDone: () => void }) {
    const { on, by, said, text, table, at, done } = report;
    const items: MenuItem[] = [
        ...(on?.who ? deedsFor({ who: on.who, name: on.name ?? on.who }, plan) : []),
        ...(table ? [{ text: t(DEEDS.end.text), onPick: () => plan({ deed: "end", table }) }] : []),
    ];
    const finish = async () => {
        if (await act("done", { report: report.report })) onDone();
    };
    return (
        <li>
            <div>
                <p>
                    <PersonLink one={on} /> {done && <Chip tone="good">{t("done")}</Chip>}
                </p>
                {said && <blockquote class="report-said">{said}</blockquote>}
                {text && <p>{text}</p>}
                <small>
                    {timeOf(at)}, {t("reported by")} <PersonLink one={by} />
                    {table && (
                        <>
                            {", "}
                            <a href={href(`/t/${table}`)}>{t("the table")}</a>
                        </>
                    )}
                </small>
            </div>
            <span class="list-do">
                {!done && (
                    <Button small icon="i-check" onPick={() => void finish()}>
                        {t("Done")}
                    </Button>
                )}
                <Menu
                    icon="i-menu"
                    label={t("What to do about {name}", { name: on?.name ?? "" })}
                    items={items}
                />
            </span>
        </li>
    );
}

function Reports({ plan, changes }: { plan: Plan; changes: Signal<number> }) {
    const all = useSignal(false);
    const { rows, more, reload } = usePages<Report>(async (page) => {
        const found = await act("reports", { page, all: all.peek() });
        return found && { rows: found.reports ?? [], more: found.more ?? false };
    }, `${changes.value} ${all.value}`);
    return (
        <>
            <Segmented
                label={t("Which reports")}
                hideLabel
                value={all.value ? "all" : "open"}
                onChange={(which) => void (all.value = which === "all")}
                options={[
                    ["open", t("Open")],
                    ["all", t("All")],
                ]}
            />
            {rows.value?.length === 0 && <p class="muted">{t("Nobody has reported anything.")}</p>}
            <ul class="admin-list">
                {rows.value?.map((report) => (
                    <ReportLine key={report.report} report={report} plan={plan} onDone={reload} />
                ))}
            </ul>
            <MoreButton onPick={more} />
        </>
    );
}

function MemberLine({ member, plan }: { member: Member; plan: Plan }) {
    const { who, name, since, muted, banned, owner, games } = member;
    return (
        <li>
            <div>
                <p>
                    <PersonLink one={{ who, name }} /> {owner && <Chip tone="note">{t("owner")}</Chip>}{" "}
                    {!!muted && <Chip tone="bad">{t("muted")}</Chip>}{" "}
                    {!!banned && <Chip tone="bad">{t("shut out")}</Chip>}
                </p>
                <small>
                    <code>{who}</code>
                    {since !== undefined && ` · ${t("since {day}", { day: timeOf(since) })}`}
                    {games !== undefined && ` · ${tn("one game", "{n} games", games, { n: number(games) })}`}
                </small>
            </div>
            <Menu
                icon="i-menu"
                label={t("What to do about {name}", { name })}
                items={deedsFor(member, plan, member)}
            />
        </li>
    );
}

const isMark = (text: string) => /^[0-9a-f]{12}$/.test(text);
const TYPED = 300;

function People({ plan, changes }: { plan: Plan; changes: Signal<number> }) {
    const asked = useSignal("");
    const sought = useSignal("");
    useEffect(() => {
        const timer = setTimeout(() => void (sought.value = asked.peek().trim()), TYPED);
        return () => clearTimeout(timer);
    }, [asked.value]);
    const { rows: found, more } = usePages<Member>(async (page) => {
        const text = sought.peek();
        if (!text) return { rows: [], more: false };
        const answer = await act("find", isMark(text) ? { who: text } : { name: text, page });
        return answer && { rows: answer.people ?? [], more: answer.more ?? false };
    }, `${changes.value} ${sought.value}`);
    return (
        <>
            <Field
                label={t("A name, or a part of it")}
                value={asked.value}
                max={40}
                onChange={(text) => void (asked.value = text)}
            />
            {sought.value && found.value?.length === 0 && (
                <p class="muted">{t("Nobody here is called so.")}</p>
            )}
            <ul class="admin-list">
                {found.value?.map((member) => (
                    <MemberLine key={member.who} member={member} plan={plan} />
                ))}
            </ul>
            <MoreButton onPick={more} />
        </>
    );
}

/** What is done on the machine, or leaves nobody behind. */
const OTHER_ACTS: Record<string, string> = {
    done: N_("A report is done"),
    invite: N_("An invitation was made"),
    owner: N_("Made an owner"),
    "no-owner": N_("An owner no longer"),
};

function actText(name: string): string {
    return t(name in DEEDS ? DEEDS[name as Deed].text : (OTHER_ACTS[name] ?? name));
}

/** The log has marks: whoever they are is asked for, once each. */
function useNames(acts: readonly Act[] | null): Map<string, string> {
    const names = useSignal(new Map<string, string>());
    const look = async (marks: Set<string>) => {
        for (const who of marks) {
            const found = await line.ask("admin", { act: "find", who }).catch(() => null);
            const name = found?.people?.[0]?.name;
            if (name !== undefined) names.value = new Map(names.peek()).set(who, name);
        }
    };
    useEffect(() => {
        const marks = (acts ?? []).flatMap(({ who, by }) => [who, by]);
        void look(
            new Set(
                marks.filter((one): one is string => isText(one) && isMark(one) && !names.peek().has(one)),
            ),
        );
    }, [acts]);
    return names.value;
}

function ActLog({ changes }: { changes: Signal<number> }) {
    const { rows, more } = usePages<Act>(async (page) => {
        const found = await act("acts", { page });
        return found && { rows: found.acts ?? [], more: found.more ?? false };
    }, changes.value);
    const names = useNames(rows.value);
    const byOf = ({ by }: Act) => (isText(by) && by ? (names.get(by) ?? by) : t("on the machine"));
    return (
        <>
            {rows.value?.length === 0 && <p class="muted">{t("Nothing was done yet.")}</p>}
            <ul class="admin-list">
                {rows.value?.map((one, i) => (
                    <li key={i}>
                        <div>
                            <p>
                                <b>{actText(one.act)}</b>{" "}
                                {one.who && (
                                    <a href={href(`/p/${one.who}`)}>{names.get(one.who) ?? one.who}</a>
                                )}
                                {one.table && <a href={href(`/t/${one.table}`)}>{t("the table")}</a>}
                            </p>
                            {one.text && <p>{one.text}</p>}
                            <small>{`${timeOf(one.at)}, ${byOf(one)}`}</small>
                        </div>
                    </li>
                ))}
            </ul>
            <MoreButton onPick={more} />
        </>
    );
}

function Invitations() {
    const uses = useSignal(1);
    const link = useSignal<{ url: string; until: number } | null>(null);
    const invite = async () => {
        const made = await act("invite", { uses: uses.peek(), days: 7 });
        if (made?.code)
            link.value = { url: `${location.origin}/invite#${made.code}`, until: made.until ?? 0 };
    };
    return (
        <>
            <Stepper
                label={t("For how many people")}
                value={uses.value}
                min={1}
                max={1000}
                onChange={(n) => void (uses.value = n)}
            />
            <div class="row">
                <Button icon="i-link" onPick={() => void invite()}>
                    {t("Make an invitation for a week")}
                </Button>
            </div>
            {link.value && <LinkToGive url={link.value.url} />}
        </>
    );
}

function Rule({ name, children }: { name: string; children: ComponentChildren }) {
    return (
        <div>
            <dt>{name}</dt>
            <dd>{children}</dd>
        </div>
    );
}

/** As the machine has them; they are set there. */
function HouseRules({ house }: { house: House }) {
    const clubs: Record<string, string> = {
        open: t("open to everybody"),
        invitation: t("by invitation"),
        closed: t("closed to new people"),
    };
    const helps: Record<string, string> = {
        choose: t("as each table settles it"),
        yes: t("always allowed"),
        no: t("never allowed"),
    };
    const makers: Record<string, string> = {
        all: t("everybody"),
        members: t("those who have been here for a while"),
        owners: t("owners"),
    };
    return (
        <>
            <dl class="house-rules">
                <Rule name={t("The club is")}>{clubs[house.club ?? "open"] ?? house.club}</Rule>
                <Rule name={t("Games")}>{list(houseGames().map(gameTitle))}</Rule>
                <Rule name={t("Clocks")}>
                    {list((house.clocks ?? []).map((clock) => paceOf(clock) || t("no clock")))}
                </Rule>
                <Rule name={t("Help from the master")}>{helps[house.help ?? "choose"] ?? house.help}</Rule>
                <Rule name={t("Who may make tables")}>{makers[house.make ?? "all"] ?? house.make}</Rule>
                <Rule name={t("Records are kept")}>
                    {house.records ? tn("for one day", "for {n} days", house.records) : t("for good")}
                </Rule>
            </dl>
            <p class="small muted">
                {t("These are settings of the server; they are changed on its machine.")}
            </p>
        </>
    );
}

type Part = "reports" | "people" | "log" | "house";

export function AdminPage() {
    const part = useSignal<Part>("reports");
    const planned = useSignal<Planned | null>(null);
    const changes = useSignal(0);
    useEffect(() => void (pageTitle.value = t("This club")), []);
    const hello = line.hello.value;
    if (!hello || line.shut.value) return <NotYet />;
    if (!hello.owner) return <MissingPage text={t("Only an owner of this club sees this page.")} />;
    const plan = (one: Planned) => void (planned.value = one);
    return (
        <Page title={t("This club")}>
            <Segmented<Part>
                label={t("What to look at")}
                hideLabel
                value={part.value}
                onChange={(next) => void (part.value = next)}
                options={[
                    ["reports", t("Reports")],
                    ["people", t("People")],
                    ["log", t("Log")],
                    ["house", t("House")],
                ]}
            />
            <section class="panel admin" aria-label={t("This club")}>
                {part.value === "reports" && <Reports plan={plan} changes={changes} />}
                {part.value === "people" && <People plan={plan} changes={changes} />}
                {part.value === "log" && <ActLog changes={changes} />}
                {part.value === "house" && (
                    <>
                        <HouseRules house={hello.house ?? {}} />
                        {hello.house?.club === "invitation" && (
                            <>
                                <h2>{t("Invitations")}</h2>
                                <Invitations />
                            </>
                        )}
                    </>
                )}
            </section>
            {planned.value && (
                <DeedDialog
                    planned={planned.value}
                    onDone={() => void changes.value++}
                    onClose={() => void (planned.value = null)}
                />
            )}
        </Page>
    );
}
