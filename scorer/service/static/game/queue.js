// Entries that are not acknowledged yet. They lie in the browser's database, on the disk before anybody
// is told that they are kept: a reload, a closed tab or an empty battery loses none.

const DATABASE = "scorer-games";
const STORE = "entries";

function database() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "n", autoIncrement: true });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

/** Does this in a transaction, and answers when it is on the disk. */
async function within(mode, act) {
  const base = await database();
  try {
    return await new Promise((done, failed) => {
      const transaction = base.transaction(STORE, mode, { durability: "strict" });
      const asked = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(asked.result);
      transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    base.close();
  }
}

/** One more: {game, path, body, what, say, after, once}. Answers its number. */
export const add = (entry) => within("readwrite", (store) => store.add(entry));

/** The entries of a game that wait, in the order in which they were made. */
export async function waiting(game) {
  const all = await within("readonly", (store) => store.getAll());
  return all.filter((entry) => entry.game === game);
}

export const put = (entry) => within("readwrite", (store) => store.put(entry));

export const remove = (n) => within("readwrite", (store) => store.delete(n));

/** A name that no other entry has: the server counts what comes under it once. */
export function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
