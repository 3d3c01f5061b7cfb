// What this phone remembers of games: their links, the names that were typed, and who holds it.
// Without storage the link in the address still opens a game.

import { readList, write } from "../storage.js";

const GAMES = "scorer.games";
const NAMES = "scorer.names";
const OWN = "scorer.own";
const DIFFERENT = "scorer.different";
// As keypad/kept.js names them: then the page or the game, and the ruleset.
const DRAFT = "scorer.engine.hand.";
const MOST_GAMES = 12;
const MOST_NAMES = 40;
const MOST_OWN = 60;
const MOST_DIFFERENT = 20;

const isGame = (game) => typeof game?.key === "string";

/** A game that has begun on this phone alone, and whether the scorer is kept here. */
export const isAlone = (key) => key.startsWith("alone-");
export const hasScorer = () => {
  try {
    return Boolean(localStorage.getItem("scorer.engine"));
  } catch {
    return false;
  }
};

/** The games of this phone, the last one used first: {key, watch, role, title, at, over, me}. */
export const games = () => readList(GAMES).filter(isGame);

export const gameOf = (key) => games().find((game) => game.key === key);

/** What is known of a game now, beside what was known before. */
export function remember(key, details) {
  const others = games().filter((game) => game.key !== key);
  const known = [{ ...gameOf(key), key, ...details, at: Date.now() }, ...others];
  // A game that the server does not have is nowhere else.
  write(GAMES, known.filter(({ role }, at) => at < MOST_GAMES || role === "alone"));
}

/** Forgets a game, and the pages of it that were kept for when there is no network. */
export async function forget(key) {
  write(GAMES, games().filter((game) => game.key !== key));
  for (const name of (await globalThis.caches?.keys().catch(() => [])) ?? []) {
    const cache = await caches.open(name);
    const kept = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`/games/${key}`));
    await Promise.all(kept.map((request) => cache.delete(request)));
  }
}

/** Forgets the hands that were being tapped in, of which this is true by the name they are kept under. */
export function forgetDrafts(isPast) {
  for (const stored of ["localStorage", "sessionStorage"]) {
    try {
      const storage = globalThis[stored];
      for (const name of Object.keys(storage)) if (name.startsWith(DRAFT) && isPast(name.slice(DRAFT.length))) storage.removeItem(name);
    } catch {
      // A browser that stores nothing has none.
    }
  }
}

/** The names that were typed on this phone, the last ones first. */
export const names = () => readList(NAMES).filter((name) => typeof name === "string");

export const rememberNames = (typed) => write(NAMES, [...new Set([...typed, ...names()])].slice(0, MOST_NAMES));

/** What the server has made of entries otherwise than this phone: {n, game, what, here, there}. */
export const differences = (game) => readList(DIFFERENT).filter((difference) => difference?.game === game);

export const rememberDifference = (difference) => write(DIFFERENT, [...readList(DIFFERENT), difference].slice(-MOST_DIFFERENT));

export const forgetDifference = (n) => write(DIFFERENT, readList(DIFFERENT).filter((difference) => difference?.n !== n));

/** The versions of a game that are this phone's own entries. */
const own = () => readList(OWN).filter((entry) => Array.isArray(entry));

export const rememberOwn = (key, version) => write(OWN, [[key, version], ...own()].slice(0, MOST_OWN));

/** The version that somebody has seen who saw this one, and knows what they wrote themselves. */
export function seen(key, version) {
  const mine = own().filter(([game]) => game === key).map(([, number]) => number);
  let last = version;
  while (mine.includes(last + 1)) last += 1;
  return last;
}
