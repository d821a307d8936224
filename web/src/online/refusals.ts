/* Why the server refuses something, in the words of the page: it says so itself in English alone. */
import { N_, t } from "../look/text";
import type { Refused } from "./line";

const STRANGE = N_("The server and this page do not understand each other. Reload the page.");

/** By the code of the error. */
const CODES: Record<Refused["code"], string> = {
    json: STRANGE,
    request: STRANGE,
    hello: STRANGE,
    protocol: STRANGE,
    key: N_("That key belongs to somebody else, or to nobody."),
    code: N_("This was used already, is too old, or never was good."),
    device: N_("That is not one of your devices any more."),
    club: N_("This club is not open to everybody."),
    banned: N_("The owner of this club has shut you out."),
    owner: N_("Only owners of this club may do that."),
    person: N_("There is nobody here by this address, or they do not show their page."),
    name: N_(
        "That name is not to be had: it is too long, has invisible letters, or looks like somebody else’s.",
    ),
    table: N_("There is no such table."),
    seat: N_("That seat is not to be had."),
    maker: N_("Only who made the table may do that."),
    started: N_("The game has started already."),
    not_started: N_("The game has not started yet."),
    over: N_("The game is over."),
    turn: N_("It is not your turn, or a bot plays for you."),
    late: N_("Something has happened at the table meanwhile."),
    illegal: N_("The rules do not allow that now."),
    options: N_("This club does not offer this game, or not with these rules."),
    clock: N_("This club does not offer this clock."),
    level: N_("No bot of that level plays this game here."),
    chat: N_("This can not be said here: it is too long, or nothing of it is seen."),
    limit: N_("That is too much at once. Wait a little, then try again."),
    store: N_("The server can not write that down now. Nothing is lost: try again in a moment."),
    paused: N_("The game is paused."),
    removed: N_("You were removed from this table."),
    unknown: "",
};

/** By what the server says, where there is more to say than the code does. */
const MORE: Record<string, string> = {
    "address is one of mail, like name@example.org.": N_(
        "That is no mail address: one is like name@example.org.",
    ),
    "This address was asked already; a day later it can be asked again.": N_(
        "This address was asked already; it can be asked again in a day.",
    ),
    "The last device can not be removed.": N_("The last device can not be removed."),
    "You have too many devices already; remove one first.": N_(
        "There are too many devices already; remove one first.",
    ),
    "You have too many tables already.": N_("You sit at too many tables already."),
    "Tables here are not made by everybody.": N_("Not everybody makes tables in this club."),
    "You are muted in this club.": N_("The owner of this club has muted you."),
    "You are muted at this table.": N_("You are muted at this table."),
    "Only who sits at this table may chat here.": N_("Only those who sit at this table may chat here."),
    "You chat too fast.": N_("You chat too fast."),
    "You have reported enough for today.": N_("You have reported enough for today."),
    "This game has been paused too often.": N_("This game has been paused too often."),
};

export const SENTENCES: readonly string[] = Object.keys(MORE);

export function refusalText({ code, message }: Pick<Refused, "code" | "message">): string {
    return t(MORE[message] ?? CODES[code]) || message;
}
