// Keeps the files of this version, so that the page works with no network. The build puts in their names and a mark of
// their contents. A new version is taken when no page of the old one is open any more. It also shows what the server pushes
// while no page is open: that it is one's turn.
import { isText, isWith, parseAs } from "./shape";

declare const FILES: string[];
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const NAME = `razzia-${VERSION}`;

worker.addEventListener("install", (event) => {
    event.waitUntil(
        caches
            .open(NAME)
            .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))),
    );
});

worker.addEventListener("activate", (event) => {
    const others = async () =>
        (await caches.keys()).filter((name) => name.startsWith("razzia-") && name !== NAME);
    event.waitUntil(
        others()
            .then((names) => Promise.all(names.map((name) => caches.delete(name))))
            .then(() => worker.clients.claim()),
    );
});

/** The page itself answers every address of ours; nets are kept when they are first asked for. */
async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const cache = await caches.open(NAME);
    const isPage = request.mode === "navigate" && /^\/($|t\/|join$|invite$)/.test(pathname);
    const found = await cache.match(isPage ? "/" : request, { ignoreSearch: true });
    if (found) return found;
    const fetched = await fetch(request);
    if (fetched.ok && pathname.startsWith("/nets/")) await cache.put(request, fetched.clone());
    return fetched;
}

worker.addEventListener("fetch", (event) => {
    const { origin } = new URL(event.request.url);
    if (event.request.method === "GET" && origin === location.origin)
        event.respondWith(answer(event.request));
});

const isTurn = isWith({ title: isText, text: isText, table: isText });

/** A push must show something: whatever came is not silent. A later turn at the same table takes the place of the one before. */
async function showTurn(data: PushMessageData | null): Promise<void> {
    const turn = parseAs(isTurn, data?.text() ?? "") ?? { title: "Razzia", text: "", table: "" };
    await worker.registration.showNotification(turn.title, {
        body: turn.text,
        tag: `razzia-${turn.table}`,
        icon: "/icon-192.png",
        data: turn.table,
    });
    if ("setAppBadge" in worker.navigator) await worker.navigator.setAppBadge().catch(() => undefined);
}

worker.addEventListener("push", (event) => event.waitUntil(showTurn(event.data)));

/** To the table: the page that shows it already, else one that is open, else a new one. */
async function openTable(table: string): Promise<void> {
    const path = table ? `/t/${encodeURIComponent(table)}` : "/";
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
    if (!page) return void (await worker.clients.openWindow(path));
    page.postMessage({ open: path });
    await page.focus();
}

worker.addEventListener("notificationclick", (event) => {
    const table: unknown = event.notification.data;
    event.notification.close();
    event.waitUntil(openTable(isText(table) ? table : ""));
});
