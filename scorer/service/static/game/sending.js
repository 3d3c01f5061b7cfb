// Entries are sent one after the other, each under its own name: however often one is sent, it counts once.

import { put, remove, waiting } from "./queue.js";
import { rememberOwn } from "./remembered.js";

const PATIENCE = 10_000;

/** One tab at a time, where the browser can tell. */
const alone = (name, act) => (navigator.locks ? navigator.locks.request(name, act) : act());

/** Sends what waits of a game: "sent" where nothing is left, "waits" where there is no network, "asks"
    where somebody has to look. */
export const send = (game) => alone(`scorer-send-${game}`, async () => {
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

async function heard(entry, status, answer) {
  if (status === 201) {
    const { version } = await answer.json();
    rememberOwn(entry.game, version);
    await remove(entry.n);
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
