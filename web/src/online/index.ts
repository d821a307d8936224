/* Tables with other people: begins to speak with the server that the page comes from, and tells the shell when it is there. */
import { computed, effect, signal } from "@preact/signals";
import { route } from "../look/router";
import { settings } from "../look/settings";
import { t } from "../look/text";
import { tell } from "../parts";
import { AnyonePanel } from "../club/anyone";
import { followGames, listMine, tellsGames } from "../club/games";
import { ownPage, pages } from "../club/pages";
import { hasRooms, houseGames, keepWaiting } from "../club/rooms";
import { loadStyle } from "../games/registry";
import { renew } from "../club/told";
import { lobby, noteClub, type TableEntry } from "../shell/lobby";
import { AtServer } from "../club/settings";
import { tellName } from "./asking";
import { isWall } from "./key";
import { line, Refused } from "./line";
import { OnlineDialogs } from "./fair";
import { inviteTo } from "./make";
import { TablePage } from "./page";
import { isListed, type Listed } from "./messages";
import { garbledText, lookAt, namesOf, problemOf, shutText } from "./room";

const open = signal<TableEntry[]>([]);

/** Those of the house, where one may make tables at all. */
const ownTables = computed(() => {
    const { house, owner } = line.hello.value ?? {};
    if (!line.hello.value) return null;
    return house?.make === "owners" && !owner ? [] : houseGames();
});

const notice = computed(() => line.shut.value && shutText(line.shut.value));

function entryOf({ table, lobby: of }: Listed): TableEntry {
    const taken = of.seats.filter(({ who, level }) => who ?? level);
    const status = of.status === "abandoned" ? "finished" : of.status;
    const pace = !of.clock ? [] : ["days" in of.clock ? t("slow") : t("live")];
    const help = of.help === false ? [t("no help from the master")] : [];
    const names = namesOf(of).filter((_, seat) => of.seats[seat]!.who ?? of.seats[seat]!.level);
    return {
        id: table,
        game: of.game,
        names,
        seats: of.seats.length,
        free: of.seats.length - taken.length,
        status,
        settled: [...pace, ...help],
    };
}

async function look(): Promise<void> {
    const answer = await line.ask("tables").catch(() => null);
    if (!answer) return;
    open.value = answer.open.filter(isListed).map(entryOf);
    if (!tellsGames.peek()) listMine(answer.mine.filter(isListed));
}

const EVERY = 10_000;

/** The lists of the first page are asked for when it is seen, and again while it is. */
function keepLooking(): void {
    let timer: ReturnType<typeof setInterval> | undefined;
    effect(() => {
        clearInterval(timer);
        if (route.value.page !== "home" || line.state.value !== "online") return;
        void look();
        timer = setInterval(() => document.hidden || void look(), EVERY);
    });
}

/** A new name is told once it has stood for a moment. */
function keepName(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let refused = "";
    const tellIt = (name: string) =>
        tellName().catch((error: unknown) => {
            if (error instanceof Refused) refused = name;
            tell(problemOf(error).text, "bad");
        });
    effect(() => {
        const name = settings.value.name.trim();
        clearTimeout(timer);
        if (line.hello.value?.named === false) refused = name;
        if (!name || name === refused || isWall() || line.state.value !== "online") return;
        timer = setTimeout(() => void tellIt(name), 800);
    });
}

/** Whoever goes to a wall or comes back from it is somebody else for the server. */
function keepKey(): void {
    let was = isWall();
    effect(() => {
        const now = isWall(route.value);
        if (now === was) return;
        was = now;
        line.again();
    });
}

export function goOnline(): void {
    effect(() => {
        if (line.garbled.value > 0) tell(garbledText(), "bad");
    });
    effect(() => {
        if ((line.hello.value ?? line.shut.value) && !lobby.peek())
            lobby.value = {
                open,
                games: ownTables,
                invite: async (game) => inviteTo(game),
                lookAt,
                Page: TablePage,
                Dialogs: OnlineDialogs,
                Settings: AtServer,
                Anyone: AnyonePanel,
                hasRooms,
                notice,
                ownPage,
                pages,
            };
    });
    effect(() => {
        if (hasRooms.value !== null) noteClub(hasRooms.value);
    });
    effect(() => {
        const { page } = route.peek();
        if (page === "join" || page === "invite") return; // they say how one comes in
        if (line.shut.value) tell(shutText(line.shut.value), "bad");
    });
    effect(() => {
        if (line.hello.value?.named === false)
            tell(t("That name is not to be had here. You keep the one before."), "bad");
    });
    followGames();
    keepWaiting();
    line.whenUp(() => void renew());
    keepLooking();
    keepName();
    keepKey();
    void loadStyle("club").then(() => line.open());
}
