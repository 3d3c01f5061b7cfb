// The classes that this phone has joined: the pupil's secret, and how far they have come.
// Where nothing can be stored a page goes on until it is left.

import { read, write } from "../storage.js";

const PLACE = "scorer.classes";
const MOST = 20;

const all = () => read(PLACE) ?? {};

/** What this phone knows of a class: {pupil, nickname, marks}; undefined before it has joined. */
export const pupilOf = (key) => all()[key];

export function rememberPupil(key, about) {
  const known = { ...all(), [key]: { ...pupilOf(key), ...about, at: Date.now() } };
  const newest = Object.entries(known).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  write(PLACE, Object.fromEntries(newest));
}
