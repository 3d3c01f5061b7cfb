// Opens the pages without a network: all that it shows are pages, kept, but for one where none is left.

const { release, files, pages, offline, asked, bare } = {{ facts | tojson }};
{% block engine %}
const answering = undefined;
{% endblock %}
const KEPT = `scorer-${release}`;
const SEEN = `scorer-${release}-seen`;
const MOST_SEEN = 30;
const PATIENCE = 4000;
// A file with its release in the address, which never changes.
const RELEASED = /^\/static\/\d/;
// What is never kept: answers to programs, and the page of whoever runs the server.
const LIVE = /^\/(api\/|health$)/;
const CANONICAL = /<link rel="canonical" href="([^"]+)"/;

// What is kept to score with goes when the player says so, or when it is of another release.
const isOfEngine = (name) => (answering ? answering.keeps(name) : name.startsWith("scorer-engine-"));
const keptAt = (address) => caches.match(address, { ignoreVary: true });
const sleep = (time) => new Promise((done) => setTimeout(done, time));

addEventListener("install", (event) => {
  // Safe at once: what an older page still wants and is not kept comes from the network.
  skipWaiting();
  event.waitUntil(Promise.all([keepAll([...files, ...pages, offline]), answering?.install()]));
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOld(), clients.claim()]));
});

// The page tells what it has loaded before there was a worker, and its language. One that was on its
// way when the worker began was not claimed then.
addEventListener("message", (event) => {
  const { files: loaded, language } = event.data;
  if (loaded) event.waitUntil(Promise.all([clients.claim(), keepMissing(loaded), keepLanguage(language), answering?.speak(language)]));
  if (answering) event.waitUntil(answering.prepare(event.ports[0]));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (answering?.answers(request, url)) event.respondWith(answering.answer(event, url, { copyOf, withoutNetwork }));
  else if (request.method !== "GET" || LIVE.test(url.pathname)) return;
  else if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (isFile(request, url)) event.respondWith(file(request));
});

async function keepAll(addresses) {
  const cache = await caches.open(KEPT);
  await cache.addAll(addresses.map((address) => new Request(address, { cache: "no-cache" })));
}

async function keepMissing(addresses) {
  const found = await Promise.all(addresses.map(keptAt));
  await keepAll(addresses.filter((address, at) => !found[at]));
}

/** Pages that were kept in another language are fetched again. */
async function keepLanguage(language) {
  const kept = await (await keptAt(offline))?.text();
  if (kept && !kept.includes(`<html lang="${language}"`)) await keepAll([...pages, offline]);
}

async function dropOld() {
  const names = await caches.keys();
  const mine = (name) => [KEPT, SEEN].includes(name) || isOfEngine(name);
  const old = names.filter((name) => name.startsWith("scorer-") && !mine(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

// Firefox before 133 has no word for what asks for the faces of the tiles.
const isFile = (request, url) =>
  RELEASED.test(url.pathname) && ["script", "style", "image", ""].includes(request.destination);

async function file(request) {
  answering?.met(request.url);
  const kept = await keptAt(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) (await caches.open(KEPT)).put(request.url, answer.clone());
  return answer;
}

/** A page comes from the network, unless that fails or takes too long and a copy is kept. */
async function page(event, url) {
  const asked = fetch(event.request).catch(() => undefined);
  event.waitUntil(asked.then((answer) => answer && keep(url, answer.clone())));
  const soon = await Promise.race([asked, sleep(PATIENCE)]);
  return soon ?? withoutNetwork(event.request, url, asked);
}

async function withoutNetwork(request, url, asked) {
  const copy = request.method === "GET" ? await copyOf(url) : undefined;
  const answer = copy ?? (await asked);
  if (answer || request.mode !== "navigate") return answer ?? Response.error();
  // The browser may have deleted what was kept, and left this worker.
  return (await keptAt(offline)) ?? new Response(bare, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

async function keep(url, answer) {
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  if (answer.status !== 200 || answer.redirected || !isPage) return;
  // A form that was asked for with a player is an older hand's by the next time.
  if (isOfGame(url) && url.search) return;
  const asked = url.pathname + url.search;
  // Of games and classes only the last pages are kept: each hand has one of its own.
  if (pages.includes(asked) || (!url.search && !/^\/(games|classes)\//.test(url.pathname))) {
    await (await caches.open(KEPT)).put(asked, answer);
    return;
  }
  // The page shows its result under the address that it names as its own.
  const [, named] = CANONICAL.exec(await answer.clone().text()) ?? [];
  const address = named?.replaceAll("&amp;", "&") ?? asked;
  const seen = await caches.open(SEEN);
  await seen.delete(address, { ignoreVary: true });
  await seen.put(address, answer);
  const oldest = (await seen.keys()).slice(0, -MOST_SEEN);
  await Promise.all(oldest.map((request) => seen.delete(request, { ignoreVary: true })));
}

const isOfGame = ({ pathname }) => /^\/games\/[^/]+\/hand$/.test(pathname);

async function copyOf(url) {
  // The form itself fills in who has won.
  if (isOfGame(url)) return copyAt(url.pathname);
  const found = (await keptAt(url.pathname + url.search)) ?? (await formFor(url));
  return found && marked(found);
}

async function copyAt(address) {
  const found = await keptAt(address);
  return found && marked(found);
}

/** Whether this is what an empty form may be asked with; with anything else somebody typed a hand.
    A name that ends in a dot is told by its beginning. */
const isAsked = (name) => /^(name\d|title|start)$/.test(name) || name === "ruleset" || asked.some((pattern) => (pattern.endsWith(".") ? name.startsWith(pattern) : name === pattern));

/** The kept form of the same ruleset, for an address that asks for a form and holds no hand. */
async function formFor({ pathname, searchParams }) {
  // A button of a preset names its ruleset before the dot.
  const to = searchParams.get("to")?.split(".")[0];
  if (!to && ![...searchParams.keys()].every(isAsked)) return undefined;
  const rules = to || searchParams.get("rules") || searchParams.get("ruleset");
  // Under a ruleset the first page is the form of one hand.
  const path = pathname === "/" && [...searchParams.keys()].length ? "/hand" : pathname;
  const form = rules && (await keptAt(`${path}?rules=${encodeURIComponent(rules)}`));
  return form || keptAt(path);
}

// The name of a form that makes something: it was its page's, and another evening makes another.
const NAMED = /(name="once" data-making value=")[^"]*/g;

/** The page itself then says that it was kept. */
async function marked(copy) {
  const headers = new Headers(copy.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  const text = await copy.text();
  return new Response(text.replace("<html ", "<html data-kept ").replace(NAMED, "$1"), { headers });
}
