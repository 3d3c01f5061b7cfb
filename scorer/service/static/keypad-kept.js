// What this browser keeps of the hands and the table; the server keeps nothing.

const MOST_STEPS = 60;

export function kept(key, storage = localStorage) {
  try {
    return JSON.parse(storage.getItem(key));
  } catch {
    return null;
  }
}

export function keep(key, value, storage = localStorage) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the hand still stands in the form.
  }
}

/** The steps that Undo and Redo go through, as long as the page is open or comes back. */
export function steps(key) {
  const [undone = [], redone = []] = kept(`${key}.steps`, sessionStorage) ?? [];
  const save = () => keep(`${key}.steps`, [undone, redone].map((all) => all.slice(-MOST_STEPS)), sessionStorage);
  return { undone, redone, save };
}
