/* Where in the program the person is. */
import { signal } from "@preact/signals";
import type { GameName } from "../engine";
import { isGame } from "../games/registry";
import { href } from "./address";

export type Route =
    | { page: "home" | "settings" | "about" | "profile" | "admin" | "unknown" }
    | { page: "replay"; id?: string; result?: boolean }
    | { page: "review"; id: string; part?: string }
    | { page: "play" | "learn"; game: GameName }
    | { page: "table"; id: string; wall: boolean }
    | { page: "person"; who: string }
    | { page: "join" | "invite"; code: string }
    | { page: "rules"; game: GameName; rule?: string };

function read(): Route {
    const path = location.hash.startsWith("#/") ? location.hash.slice(1) : location.pathname;
    const [page = "", word = "", rule] = path.split("/").filter(Boolean).map(decodeURIComponent);
    if (page === "" || page === "index.html") return { page: "home" };
    if (page === "settings" || page === "about" || page === "profile" || page === "admin") return { page };
    if (page === "p" && word) return { page: "person", who: word };
    if (page === "join" || page === "invite") return { page, code: word || location.hash.slice(1) };
    if (page === "review" && word) return { page, id: word, part: rule };
    if (page === "replay") return { page, id: word || undefined, result: rule === "result" };
    if (page === "t" && word) return { page: "table", id: word, wall: rule === "wall" };
    if (!isGame(word)) return { page: "unknown" };
    if (page === "play" || page === "learn") return { page, game: word };
    if (page === "rules") return { page, game: word, rule };
    return { page: "unknown" };
}

export const route = signal<Route>(read());

/** The path of the table that was on the screen last, to go back to. */
export const lastTable = signal(pathOf(route.peek()));

function pathOf(at: Route): string | null {
    if (at.page === "play") return `/play/${at.game}`;
    return at.page === "table" ? `/t/${at.id}` : null;
}

export function go(path: string): void {
    history.pushState(null, "", href(path));
    update();
}

function readRoute(): void {
    route.value = read();
    lastTable.value = pathOf(route.peek()) ?? lastTable.peek();
}

function update(): void {
    readRoute();
    scrollTo(0, 0);
}

/** Links of ours change the page without loading it again. */
function onClick(event: MouseEvent): void {
    if (
        event.defaultPrevented ||
        event.button ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.altKey
    )
        return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const to = link?.getAttribute("href");
    if (!to || link!.target || link!.hasAttribute("download")) return;
    if (to === "/" || to.startsWith("/#/") || to.startsWith("/t/")) {
        event.preventDefault();
        history.pushState(null, "", to);
        update();
    }
}

export function startRouter(): void {
    addEventListener("popstate", update);
    addEventListener("hashchange", readRoute);
    addEventListener("click", onClick);
}
