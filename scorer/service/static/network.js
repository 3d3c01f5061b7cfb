// Requests that end: a line may die without a word, and what runs alone lets nobody else begin.

const PATIENCE = 10_000;

/** What this gets from the network with a signal for its requests. Rejects where that does not come
    whole within so many milliseconds, whatever else it waits for. */
export function inTime(act, patience = PATIENCE) {
  // AbortSignal.timeout would do this, from Safari 16 on.
  const giveUp = new AbortController();
  const late = new Promise((_, failed) => giveUp.signal.addEventListener("abort", () => failed(new Error("not in time"))));
  const timer = setTimeout(() => giveUp.abort(), patience);
  return Promise.race([(async () => act(giveUp.signal))(), late]).finally(() => clearTimeout(timer));
}

/** What a text of JSON holds; undefined where it is none, such as a page of an error. */
export function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const running = new Map();

/** Does this when nothing runs under the same name: in any tab where the browser has locks, which it
    has at addresses with https, or else in this one. */
export function alone(name, act) {
  if (navigator.locks) return navigator.locks.request(name, act);
  const next = (running.get(name) ?? Promise.resolve()).catch(() => {}).then(act);
  running.set(name, next);
  return next;
}
