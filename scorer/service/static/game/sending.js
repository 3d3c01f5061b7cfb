// Entries are sent one after the other, each under its own name: however often one is sent, it counts once.

import { put, remove, waiting } from "./queue.js";
import { hasScorer, isAlone, rememberDifference, rememberOwn } from "./remembered.js";

const PATIENCE = 10_000;

/** One tab at a time, where the browser can tell. */
const alone = (name, act) => (navigator.locks ? navigator.locks.request(name, act) : act());

/** Sends what waits of a game: "sent" where nothing is left, "waits" where there is no network, "asks"
    where somebody has to look. */
export const send = (game) => alone(`scorer-send-${game}`, async () => {
  if (isAlone(game)) return "waits";
  for (const entry of await waiting(game)) {
    if (entry.stale || entry.refused) return "asks";
    const become = await sendOne(entry);
    if (become !== "sent") return become;
  }
  return "sent";
});

async function sendOne(entry) {
  let answer;
  try {
    const body = new URLSearchParams([...entry.body, ["after", entry.after], ["once", entry.once]]);
    answer = await fetch(entry.path, {
      method: "POST", body, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE),
    });
    return await heard(entry, answer.status, answer);
  } catch {
    return "waits";
  }
}

/** Whether the scorer on this phone had moved other points; of what it was not asked nothing differs. */
export const differ = (here, there) => Boolean(here && there)
  && [...new Set([...Object.keys(here), ...Object.keys(there)])].some((player) => (here[player] ?? 0) !== (there[player] ?? 0));

async function heard(entry, status, answer) {
  if (status === 201) {
    const { version, entry: made } = await answer.json();
    rememberOwn(entry.game, version);
    if (differ(entry.moves, made?.moves)) rememberDifference({ n: entry.n, game: entry.game, what: entry.say || entry.what, here: entry.moves, there: made.moves });
    // The scorer on this phone counts it until it has seen the sheet that has it.
    await (hasScorer() ? put({ ...entry, sent: version }) : remove(entry.n));
    return "sent";
  }
  // Too much at once, or the store is away: it is sent again.
  if (status === 429 || status >= 500) return "waits";
  const told = await answer.json().catch(() => ({}));
  const about = status === 409 ? { stale: { version: told.version, entries: told.entries ?? [] } }
    : { refused: (told.errors ?? []).map(({ detail }) => detail).concat(told.errors ? [] : [told.detail ?? String(status)]) };
  await put({ ...entry, ...about });
  return "asks";
}
