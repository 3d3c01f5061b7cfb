// A game that has begun on this phone is made on the server, and what waits of it goes there.

import { put, waiting } from "./queue.js";
import { forget, gameOf, remember } from "./remembered.js";

/** Where an entry is sent: without a scorer on the phone it knew nothing but what it is. */
const pathOf = (path, key) => `/games/${key}${path.replace(/^\/games\/[^/]+/, "")}`;

async function made(begin) {
  const answer = await fetch("/games/new", { method: "POST", body: new URLSearchParams(begin), headers: { Accept: "application/json" } });
  return answer.status === 201 ? (await answer.json()).keys : undefined;
}

/** Makes the game on the server; its hands then wait under its new key. Answers that, or nothing. */
export async function give(game) {
  const { begin, title, me, given } = gameOf(game) ?? {};
  const keys = given ?? (begin && await made(begin));
  if (!keys) return "";
  // Broken off here, it goes on from here: no second game is made.
  remember(game, { given: keys });
  remember(keys.play, { watch: keys.watch, title, role: "play", me });
  for (const entry of await waiting(game)) await put({ ...entry, game: keys.play, path: pathOf(entry.path, keys.play) });
  forget(game);
  return keys.play;
}
