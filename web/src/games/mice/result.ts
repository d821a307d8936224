/* How a game of mice ended: where the food in each bag came from, how the bags filled, and why it was so much or so little. */
import type { MiceEvent, MicePosition, MiceTypes } from "../../engine";
import { number, t, tn } from "../../look/text";
import type { Table } from "../../table";
import type { Result, ResultPart } from "../module";

/** What moves food: each change of what a seat has, exposed and safe together, belongs to one of these. */
type Cause = "first" | "complete" | "steal" | "share" | "secure";
const CAUSES: readonly MiceEvent["do"][] = ["first", "complete", "steal", "share", "secure"];

/** What a seat got and lost in the whole game. */
interface Account {
    start: number;
    columns: number;
    stolen: number;
    passed: number;
    lost: number;
    /** What each way to the bag brought. */
    trips: number[];
}

interface Course {
    accounts: Account[];
    rounds: { label: string; totals: number[] }[];
}

const owns = (at: MicePosition, seat: number) => at.seats[seat]!.exposed + at.seats[seat]!.safe;

function book(account: Account, cause: Cause, by: number): void {
    if (cause === "first") account.start += by;
    else if (cause === "complete") account.columns += by;
    else if (cause === "share") account.passed += by;
    else if (by > 0) account.stolen += by;
    else account.lost += by;
}

function bookChanges(
    accounts: Account[],
    cause: Cause,
    before: MicePosition | null,
    now: MicePosition,
): void {
    accounts.forEach((account, seat) => {
        const by = owns(now, seat) - (before ? owns(before, seat) : 0);
        if (by !== 0) book(account, before ? cause : "first", by);
        const bagged = now.seats[seat]!.safe - (before?.seats[seat]!.safe ?? 0);
        if (bagged > 0) account.trips.push(bagged);
    });
}

/** The game once more, by its engine: after what moves food, and at the beginning of each round. */
function walk(table: Table<MiceTypes>, at: MicePosition): Course {
    const seats = at.seats.length;
    const accounts = at.seats.map(
        (): Account => ({ start: 0, columns: 0, stolen: 0, passed: 0, lost: 0, trips: [] }),
    );
    const rounds: Course["rounds"] = [];
    let cause: Cause = "first";
    let before: MicePosition | null = null;
    let turns = 0;
    const safe = (now: MicePosition) => now.seats.map((of) => of.safe);
    const isRound = (line: MiceEvent) => line.do === "turn" && turns++ % seats === 0 && turns > 1;
    for (const { line, position } of table.history(
        (one) => isRound(one) || CAUSES.includes(one.do) || one.do === "food",
    )) {
        if (CAUSES.includes(line.do)) cause = line.do as Cause;
        bookChanges(accounts, cause, before, position);
        before = position;
        if (line.do === "turn") rounds.push({ label: number(rounds.length + 1), totals: safe(position) });
    }
    if (before) bookChanges(accounts, cause, before, at);
    rounds.push({ label: number(rounds.length + 1), totals: safe(at) });
    return { accounts, rounds };
}

function partsOf(account: Account, left: number): ResultPart[] {
    const parts: ResultPart[] = [
        { label: t("start"), points: account.start, art: "cracker", tone: "mice-tone-start" },
        { label: t("columns"), points: account.columns, art: "cheese", tone: "mice-tone-columns" },
        { label: t("greedy eater"), points: account.stolen, art: "greedy", tone: "mice-tone-greedy" },
        {
            label: t("accountant"),
            points: account.passed,
            art: "accountant",
            tone: "mice-tone-share",
            note: t("to neighbours"),
        },
        { label: t("taken by others"), points: account.lost, tone: "mice-tone-lost" },
        { label: t("left outside the bag"), points: -left, tone: "mice-tone-left" },
    ];
    return parts.filter(({ points }) => points !== 0);
}

/** One sentence: what kept the bag empty, or how it was filled. */
function whyOf({ trips, lost }: Account, safe: number, left: number): string {
    if (trips.length === 0)
        return left > 0
            ? t("Nothing came into the bag; {n} food stayed outside.", { n: left })
            : t("Nothing came into the bag.");
    if (-lost > left && -lost > safe / 2) return t("Others took {n} food before it was safe.", { n: -lost });
    if (left > safe / 2) return t("{n} food never came into the bag.", { n: left });
    return tn(
        "One trip to the bag, with {most} food.",
        "{n} trips to the bag, the largest with {most} food.",
        trips.length,
        { most: Math.max(...trips) },
    );
}

export function result(table: Table<MiceTypes>, at: MicePosition): Result {
    const { accounts, rounds } = walk(table, at);
    return {
        seats: at.seats.map(({ safe, exposed }, seat) => ({
            seat,
            total: safe,
            parts: partsOf(accounts[seat]!, exposed),
            why: whyOf(accounts[seat]!, safe, exposed),
        })),
        rounds,
        course: t("Safe food after each round"),
        said: number,
    };
}
