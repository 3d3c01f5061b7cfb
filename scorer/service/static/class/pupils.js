// The classes that this phone has joined: the pupil's secret, and how far they have come.

const PLACE = "scorer.classes";
const MOST = 20;

function all() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
}

/** What this phone knows of a class: {pupil, nickname, marks}; undefined before it has joined. */
export const pupilOf = (key) => all()[key];

export function rememberPupil(key, about) {
  const known = { ...all(), [key]: { ...pupilOf(key), ...about, at: Date.now() } };
  const newest = Object.entries(known).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // A full or closed store: the page goes on until it is left.
  }
}
