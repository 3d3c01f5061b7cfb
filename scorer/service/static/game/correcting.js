// The entry that somebody corrects in this tab. It stays among what waits until its correction takes its place.

import { read, write } from "../storage.js";
import { update } from "./queue.js";

const CORRECTED = "scorer.corrected";
// As the page came: what is mended is no longer named on it.
const isAnswer = Boolean(document.querySelector(".problems"));

/** Remembers the entry whose form is sent as a page: the answer shows what is wrong in it. Without storage the
    correction comes after all that waits. */
export const rememberCorrected = ({ game, n, once }) => write(CORRECTED, { game, n, once }, "sessionStorage");

function corrected(game) {
  const entry = read(CORRECTED, "sessionStorage");
  return entry?.game === game ? entry : undefined;
}

/** The entry that this page corrects. */
export const correctedHere = (game) => (isAnswer ? corrected(game) : undefined);

/** Has the entry wait again once its page is left: the server may have accepted it, or still refuses it. */
export async function requeueCorrected(game) {
  const entry = corrected(game);
  if (!entry) return;
  await update(entry, { stale: undefined, refused: undefined });
  sessionStorage.removeItem(CORRECTED);
}
