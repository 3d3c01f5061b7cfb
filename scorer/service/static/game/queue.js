// Entries that are not acknowledged yet. They lie in the browser's database, on the disk before a page
// says that they are kept: a reload, a closed tab or an empty battery loses none.

const DATABASE = "scorer-games";
const STORE = "entries";

function database() {
  return new Promise((done, failed) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "n", autoIncrement: true });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/** Does this in a transaction, and answers when it is on the disk. */
async function within(mode, act) {
  const base = await database();
  try {
    return await new Promise((done, failed) => {
      const transaction = base.transaction(STORE, mode, { durability: "strict" });
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    base.close();
  }
}

/** One more: {game, path, body, what, say, after, once}. Answers its number. */
export const add = (entry) => within("readwrite", (store) => store.add(entry));

const allOf = async (game) => (await within("readonly", (store) => store.getAll())).filter((entry) => entry.game === game);

/** The entries of a game that wait, in the order in which they were made. */
export const waiting = async (game) => (await allOf(game)).filter(({ sent }) => !sent);

/** The same, and before them those that made a version of the sheet after this one. */
export const since = async (game, version) => (await allOf(game)).filter(({ sent }) => !sent || sent > version);

/** Forgets what a phone that scores has of entries that are in this version of the sheet. */
export async function forgetSent(game, version) {
  for (const { n, sent } of await allOf(game)) if (sent <= version) await remove(n);
}

export const put = (entry) => within("readwrite", (store) => store.put(entry));

/** Changes an entry that is still here, and not the one that has taken its place. */
const change = ({ n, once }, act) => within("readwrite", (store) => {
  const request = store.get(n);
  request.onsuccess = () => request.result?.once === once && act(store, request.result);
  return request;
});

/** What is found out about an entry. */
export const update = (entry, about) => change(entry, (store, found) => store.put({ ...found, ...about }));

/** Forgets an entry that is counted. */
export const forgetCounted = (entry) => change(entry, (store) => store.delete(entry.n));

/** The entries behind this one come after what has become of it, too: `counted` is 1 where it is one of
    the versions before them, 0 where it is dropped. */
export async function moveLater({ n, game, after: before, stale }, counted) {
  const first = (stale?.version ?? before) + counted;
  const later = (await waiting(game)).filter((entry) => entry.n > n);
  for (const [at, entry] of later.entries()) await update(entry, { after: Math.max(entry.after - 1 + counted, first + at) });
}

export const remove = (n) => within("readwrite", (store) => store.delete(n));

/** A name that no other entry has: the server counts what comes under it once. */
export function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
