// Where what has been learned is kept: in this browser alone.

import { answered, nothing, read } from "./store.js";

const NAME = "scorer.learned";

export function load() {
  try {
    const text = localStorage.getItem(NAME);
    const last = localStorage.getItem(`${NAME}.last`) ?? "";
    return { ...((text && read(text)) || nothing()), last };
  } catch {
    return nothing();
  }
}

/** Whether it is kept: storage may be refused, or full. */
export function save({ last, ...state }) {
  try {
    localStorage.setItem(NAME, JSON.stringify(state));
    localStorage.setItem(`${NAME}.last`, last);
    return true;
  } catch {
    return false;
  }
}

/** Counts an answered exercise, once a page: Back and a reload bring the same page again. */
export function count(exercise) {
  if (history.state?.counted) return;
  save(answered(load(), exercise, Date.now()));
  history.replaceState({ ...history.state, counted: true }, "");
}

export const text = ({ last, ...state }) => JSON.stringify(state);
