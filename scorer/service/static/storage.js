// What the browser stores under a name, and whether it may delete that by itself. It may refuse to store, or be
// full: then nothing is there to be read, and the pages go on without.

export function read(name, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(name));
  } catch {
    return null;
  }
}

/** The list of that name; an empty one where something else is stored, or nothing. */
export function readList(name) {
  const found = read(name);
  return Array.isArray(found) ? found : [];
}

export function write(name, value, storage = "localStorage") {
  try {
    globalThis[storage].setItem(name, JSON.stringify(value));
  } catch {
    // Whoever reads finds what was there before.
  }
}

/** Requests storage that is not cleared by itself. Nobody waits for the answer: Firefox shows a prompt
    that its user may leave open for ever. */
export function requestPersistence() {
  navigator.storage?.persist?.().catch(() => {});
}

/** Whether the browser has granted that. */
export const isPersistent = async () => Boolean(await navigator.storage?.persisted?.().catch(() => false));
