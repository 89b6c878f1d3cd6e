/** Keeps the shell of the pages, so that they open without a network and can say what is wrong. */

// One for each release: what older ones kept is thrown away.
const SHELF = `tablee-${location.search.slice(1)}`;
const SHELL = ["/", "/manifest.webmanifest", "/icons/tablee.svg"];
const LASTING = /^\/(assets|icons)\//;

self.addEventListener("install", (event) => {
  event.waitUntil(fillShelf());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fromHouse(request));
  else if (LASTING.test(url.pathname)) event.respondWith(fromShelf(request));
});

/** The shell, and the files it names: one visit is enough. */
async function fillShelf() {
  const page = await (await fetch("/")).text();
  const named = page.match(/\/assets\/[^"]+/g) ?? [];
  await (await caches.open(SHELF)).addAll([...SHELL, ...new Set(named)]);
}

/** Not everything the house answers is the shell: one may open an icon, or ask how it is. */
const isPage = (answer) => answer.headers.get("content-type")?.startsWith("text/html");

/** A page: from the house; without it, the shell that is kept. */
async function fromHouse(request) {
  const shelf = await caches.open(SHELF);
  try {
    const answer = await fetch(request);
    if (answer.ok && isPage(answer)) await shelf.put("/", answer.clone());
    return answer;
  } catch {
    return (await shelf.match("/")) ?? Response.error();
  }
}

/** A file that never changes under its name: from the shelf if it is there. */
async function fromShelf(request) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request, answer.clone());
  return answer;
}
