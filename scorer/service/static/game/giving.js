// A game that has begun on this phone is made on the server, and what waits of it goes there.

import { alone, inTime } from "../network.js";
import { put, waiting } from "./queue.js";
import { forget, gameOf, remember } from "./remembered.js";

/** Where an entry is sent: without a scorer on the phone it knew nothing but what it is. */
const pathOf = (path, key) => `/games/${key}${path.replace(/^\/games\/[^/]+/, "")}`;

/** The answer of the server to a game: {keys} or {errors}; nothing where it is to be asked again. */
const made = (game, begin) => inTime(async (signal) => {
  // However often it is sent under this name, one game is made.
  const headers = { Accept: "application/json", "Idempotency-Key": game };
  const answer = await fetch("/games/new", { method: "POST", body: new URLSearchParams(begin), headers, signal });
  return [201, 422].includes(answer.status) ? answer.json() : {};
});

/** What waits under one key goes under another. */
export async function move(before, key) {
  for (const entry of await waiting(before)) await put({ ...entry, game: key, path: pathOf(entry.path, key) });
}

/** Makes the game on the server; its hands then wait under its new key. Answers {key}, or {errors}
    where the server refuses it, or nothing. Two tabs, or two looks of one, make one game. */
export const give = (game) => alone(`scorer-give-${game}`, async () => {
  const { begin, title, me, given } = gameOf(game) ?? {};
  const { keys, errors } = given ? { keys: given } : begin ? await made(game, begin) : {};
  if (!keys) return { errors };
  // Broken off here, it goes on from here: no second game is made.
  remember(game, { given: keys });
  remember(keys.play, { watch: keys.watch, title, role: "play", me });
  await move(game, keys.play);
  forget(game);
  return { key: keys.play };
});
