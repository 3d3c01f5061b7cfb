// What this browser keeps of the hands and the table; the server keeps nothing.

const MOST_STEPS = 60;

const local = () => localStorage;
const session = () => sessionStorage;

export function kept(key, storage = local) {
  try {
    return JSON.parse(storage().getItem(key));
  } catch {
    return null;
  }
}

export function keep(key, value, storage = local) {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the hand still stands in the form.
  }
}

/** A hand that was kept, and whether its result was shown; none where what is kept is damaged. */
export function keptHand(key) {
  const last = kept(key);
  return typeof last?.hand === "string" ? last : null;
}

const texts = (list) => (Array.isArray(list) ? list.filter((text) => typeof text === "string") : []);

/** The steps that Undo and Redo go through, as long as the page is open or comes back. */
export function steps(key) {
  const last = kept(`${key}.steps`, session);
  const [undone, redone] = [texts(last?.[0]), texts(last?.[1])];
  const save = () => keep(`${key}.steps`, [undone, redone].map((all) => all.slice(-MOST_STEPS)), session);
  return { undone, redone, save };
}
