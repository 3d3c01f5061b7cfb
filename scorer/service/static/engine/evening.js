// The games of this phone, for when there is no network: as they were last seen, and what waits to be sent.

import { add, forgetSent, newName, since, update, waiting } from "../game/queue.js";
import { GAMES } from "./files.js";

const MOST = 12;
const BOARD = /<article id="game"[^>]*>/;

const partOf = (tag, name) => new RegExp(`data-${name}="([^"]*)"`).exec(tag)?.[1];
// No page has this address.
const placeOf = (key) => `/games/${key}/kept`;

/** The page of a game came from the server: the game is kept as it is there. */
export async function seen(key, page) {
  const [tag] = BOARD.exec(await page.text()) ?? [];
  if (partOf(tag, "page") !== "board") return;
  const cache = await caches.open(GAMES);
  const seenAs = partOf(tag, "tag");
  const before = await (await cache.match(placeOf(key)))?.json();
  if (seenAs && before?.tag === seenAs) return;
  const answer = await fetch(`/api/v1/games/${key}/export.json`, { cache: "no-store" });
  if (!answer.ok) return;
  await cache.delete(placeOf(key));
  const game = await answer.json();
  await keep(key, { tag: seenAs, role: partOf(tag, "role"), export: game });
  await forgetSent(key, game.version);
}

/** Keeps a game: what is known of it, or the form that began it on this phone. */
export async function keep(key, known) {
  const cache = await caches.open(GAMES);
  await cache.put(placeOf(key), new Response(JSON.stringify(known)));
  const old = (await cache.keys()).slice(0, -MOST);
  await Promise.all(old.filter(({ url }) => !url.includes("/games/alone-")).map((request) => cache.delete(request)));
}

/** A game with what waits, as offline_app.py takes it; nothing where this phone has not seen it. */
export async function gameOf(key) {
  const known = await (await (await caches.open(GAMES)).match(placeOf(key)))?.json();
  if (!known) return undefined;
  const entries = await since(key, known.export?.version ?? 0).catch(() => []);
  const stuck = entries.findIndex(({ stale, refused }) => stale || refused);
  const ready = stuck < 0 ? entries : entries.slice(0, stuck);
  return {
    entries: ready,
    document: {
      key,
      role: known.role ?? "play",
      ...(known.begin ? { begin: known.begin } : { export: known.export }),
      waiting: ready.map(({ path, body, after, once }) => ({ path, body: [...body, ["after", String(after)], ["once", once]] })),
    },
  };
}

/** What came of each entry that waits goes with it, to be compared with what the server makes of it. */
export async function note(entries, answers, release) {
  const answered = entries.map((entry, at) => ({ ...entry, answer: answers[at] })).filter(({ sent, answer }) => answer && !sent);
  for (const entry of answered) {
    const answer = entry.answer;
    if (answer.status === 422) await update(entry, { refused: (JSON.parse(answer.body).errors ?? []).map(({ detail }) => detail) });
    if (answer.status !== 201 || entry.engine) continue;
    await update(entry, { engine: release, moves: JSON.parse(answer.body).entry.moves ?? {} });
  }
}

/** A form that a page sent itself: it waits, as if a script had taken it. */
export async function wait(key, path, body) {
  const fields = [...new URLSearchParams(body)];
  const valueOf = (name) => fields.find(([field]) => field === name)?.[1];
  const beside = ["after", "once"];
  const once = valueOf("once") || newName();
  // One that is corrected waits already.
  if ((await waiting(key)).some((entry) => entry.once === once)) return;
  await add({ game: key, path, body: fields.filter(([name, value]) => value && !beside.includes(name)), what: "", say: "", after: Number(valueOf("after") ?? 0), once });
}
