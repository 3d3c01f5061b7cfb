// The evenings that this phone has seen, stored on it and nowhere else, for what players did over all of them.

import { readList, write } from "../storage.js";
import { games, isAlone } from "./remembered.js";
import { idOf, summary } from "./statistics.js";

const EVENINGS = "scorer.evenings";
const MOST = 400;
const OFTEN = 600_000;

const isEvening = (evening) => typeof evening?.id === "string";

const stored = () => readList(EVENINGS).filter(isEvening);

/** Without storage the page counts the games that it still finds. */
const store = (list) => write(EVENINGS, list.slice(0, MOST));

/** The evenings, the last one first. */
export const evenings = () => stored().filter(({ players }) => Array.isArray(players)).sort((a, b) => b.at.localeCompare(a.at));

/** Takes evenings away for good: what is left is that they are not to come back. */
export function remove(isTaken) {
  store(stored().map((evening) => (evening.players && isTaken(evening) ? { id: evening.id } : evening)));
}

/** Fetches the sheet of a game and stores what players did in it. */
async function count(key) {
  const answer = await fetch(`/api/v1/games/${key}`, { cache: "no-store" });
  if (!answer.ok) return;
  const did = summary(await answer.json());
  const evening = { ...did, seen: Date.now() };
  const known = stored();
  const before = known.find(({ id }) => id === evening.id);
  if (before && !before.players) return;
  store([evening, ...known.filter(({ id }) => id !== evening.id)]);
}

/** A board is shown: the evening is counted where that was not done lately, and at its end. */
export function note(key, { at, rules: ruleset, title, version, over }) {
  const own = idOf({ at, ruleset, title });
  const before = stored().find(({ id }) => id === own);
  const isNew = !before || (before.players && before.version !== Number(version));
  const isDue = !before || over === "yes" || Date.now() - before.seen > OFTEN;
  if (isNew && isDue && !isAlone(key)) count(key).catch(() => {});
}

/** All games that this phone has a link to. */
export const refresh = () => Promise.allSettled(games().filter(({ key }) => !isAlone(key)).map(({ key }) => count(key)));
