// Where the hands stand while they take shape: what is still to be entered.

import { _, n_ } from "../words.js";
import { valueOf } from "./form.js";

/** How many tiles are wrong with a hand, in words. */
export const missingTiles = (number) => n_("{number} tile short", "{number} tiles short", number);
export const surplusTiles = (number) => n_("{number} tile too many", "{number} tiles too many", number);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What is still to be entered of a hand before the scorer can answer: the name of a field, or none. */
function missing(form, facts, whole) {
  const won = valueOf(form, "won");
  if (!valueOf(form, "seat")) return "seat";
  if (whole && !won) return "won";
  if (whole && ["discard", "robbed_kong"].includes(won) && !valueOf(form, "from")) return "from";
  return facts.asksRound && !valueOf(form, "round") ? "round" : "";
}

/** The question that the answer waits for, in the page's words. */
export function wanted(field, form, facts) {
  const words = field === "from" ? facts.whose[valueOf(form, "won")] : facts.required[field];
  return { say: capital(words), field };
}

/** The stage of a page of one hand: {say, field} of what is still to come, or {ask} of the next question.
    That of a table is in table/stage.js. */
export function stage({ form, facts, players: { hands: [hand] } }) {
  const { bonus, unread } = hand.lying;
  const have = hand.count;
  const lost = valueOf(form, "won") === "no";
  const wholeHand = facts.page === "hand";
  if (unread.length) return { ask: wholeHand ? "score" : "waiting" };
  if (!have && !bonus.length) return { say: _("Tap the tiles in") };
  if (lost && have === hand.wholeAt) return { say: _("1 tile too many for a hand that did not win") };
  if (have > hand.most) return { say: surplusTiles(have - hand.most) };
  const still = (lost ? facts.tilesHeld : hand.most) - have;
  if (still > 1 || (still > 0 && (lost || !wholeHand))) return { say: missingTiles(still) };
  const field = missing(form, facts, wholeHand && still < 1);
  // Which tiles are waited for is known without the winds.
  if (!wholeHand) return { ask: "waiting" };
  if (field && still > 0) return { say: missingTiles(still), field };
  if (field) return wanted(field, form, facts);
  return { ask: still < 1 ? "score" : "waits" };
}
