// Keeps the files of this version, so that the page works with no network. The build puts in their names and a mark of
// their contents. A new version is taken when no page of the old one is open any more.
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
    const isPage = request.mode === "navigate" && (pathname === "/" || pathname.startsWith("/t/"));
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
