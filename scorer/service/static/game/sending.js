// Entries are sent one after the other, each under its own name: however often one is sent, it counts once.

import { alone, inTime, jsonOf } from "../network.js";
import { requestPersistence } from "../storage.js";
import { forgetCounted, update, waiting } from "./queue.js";
import { hasScorer, isAlone, rememberDifference, rememberOwn } from "./remembered.js";

/** Sends what waits of a game: "sent" where nothing is left, "waits" where there is no network, "asks"
    where somebody has to look. */
export const send = (game) => alone(`scorer-send-${game}`, () => sendAll(game)).catch((error) => {
  console.error("the entries of a game are not sent", error);
  throw error;
});

async function sendAll(game) {
  if (isAlone(game)) return "waits";
  for (const entry of await waiting(game)) {
    if (entry.stale || entry.refused) return "asks";
    const become = await sendOne(entry);
    if (become !== "sent") return become;
  }
  return "sent";
}

async function sendOne(entry) {
  const answer = await post(entry.path, new URLSearchParams([...entry.body, ["after", entry.after], ["once", entry.once]]));
  return answer ? heard(entry, answer) : waits(entry);
}

/** The status and the JSON of the answer; undefined where the network brings none in time. Any other
    failure is a fault of these scripts, and not taken for a network that is away. */
const post = (address, body) => inTime((signal) => {
  const request = new Request(address, { method: "POST", body, headers: { Accept: "application/json" }, signal });
  return fetch(request).then(read);
}).catch(() => undefined);

const read = async (answer) => ({ status: answer.status, content: jsonOf(await answer.text()) ?? {} });

/** Stays on this phone, which should not lose it meanwhile: requested once for each entry. */
async function waits(entry) {
  if (!entry.waits) {
    requestPersistence();
    await update(entry, { waits: true });
  }
  return "waits";
}

/** Whether the scorer on this phone had moved other points; nothing differs where it has not answered. */
export const differ = (here, there) => Boolean(here && there)
  && [...new Set([...Object.keys(here), ...Object.keys(there)])].some((player) => (here[player] ?? 0) !== (there[player] ?? 0));

async function heard(entry, { status, content }) {
  if (status === 201) {
    const { version, entry: made } = content;
    rememberOwn(entry.game, version);
    if (differ(entry.moves, made?.moves)) rememberDifference({ n: entry.n, game: entry.game, what: entry.say || entry.what, here: entry.moves, there: made.moves });
    // The scorer on this phone counts it until it has seen the sheet that has it.
    await (hasScorer() ? update(entry, { sent: version }) : forgetCounted(entry));
    return "sent";
  }
  // Too much at once, or the store is away: it is sent again.
  if (status === 429 || status >= 500) return waits(entry);
  const about = status === 409 ? { stale: { version: content.version, entries: content.entries ?? [], comesTo: content.comes_to } }
    : { refused: (content.errors ?? []).map(({ detail }) => detail).concat(content.errors ? [] : [content.detail ?? String(status)]) };
  await update(entry, about);
  return "asks";
}
