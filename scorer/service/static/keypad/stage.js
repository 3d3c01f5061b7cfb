// Where the hands stand while they take shape: what is still to be tapped or told.

import { _, n_ } from "../words.js";
import { valueOf, valuesOf } from "./form.js";
import { agreedOf, isAgreedWhole, untoldOf } from "./points.js";

const short = (number) => n_("{number} tile short", "{number} tiles short", number);
const over = (number) => n_("{number} tile too many", "{number} tiles too many", number);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What is still to be told before the scorer can answer: the name of a field, or none. */
function missing(form, facts, whole) {
  const won = valueOf(form, "won");
  if (facts.page !== "table" && !valueOf(form, "seat")) return "seat";
  if (whole && !won) return "won";
  if (whole && ["discard", "robbed_kong"].includes(won) && !valueOf(form, "from")) return "from";
  return facts.asksRound && !valueOf(form, "round") ? "round" : "";
}

/** The question that the answer waits for, in the page's words. */
function wanted(field, form, facts) {
  const words = field === "from" ? facts.whose[valueOf(form, "won")] : facts.required[field];
  return { say: capital(words), field };
}

/** The stage of one page: {say, field} of what is still to come, or {ask} of what can be asked. Of
    the hands of a table the one that the keys lay into comes first. */
export function stage(form, facts, hands, mine) {
  return facts.page === "table" ? ofTable(form, facts, hands, mine) : ofHand(form, facts, hands[0]);
}

function ofHand(form, facts, hand) {
  const { bonus, unread } = hand.lying;
  const have = hand.count;
  const lost = valueOf(form, "won") === "no";
  const wholeHand = facts.page === "hand";
  if (unread.length) return { ask: wholeHand ? "score" : "waiting" };
  if (!have && !bonus.length) return { say: _("Tap the tiles in") };
  if (lost && have === hand.wholeAt) return { say: _("1 tile too many for a hand that did not win") };
  if (have > hand.most) return { say: over(have - hand.most) };
  const still = (lost ? facts.tilesHeld : hand.most) - have;
  if (still > 1 || (still > 0 && (lost || !wholeHand))) return { say: short(still) };
  const field = missing(form, facts, wholeHand && still < 1);
  // Which tiles are waited for can be told without the winds.
  if (!wholeHand) return { ask: "waiting" };
  if (field && still > 0) return { say: short(still), field };
  if (field) return wanted(field, form, facts);
  return { ask: still < 1 ? "score" : "waits" };
}

/** How many tiles are wrong with one hand of a table, in words; a loser's may stay untold. */
function wrongCount(hand, winner) {
  const { unread } = hand.lying;
  if (!unread.length && agreedOf(hand) && !isAgreedWhole(hand)) return _("choose {what} too", { what: untoldOf(hand).join(_(", ")) });
  // Who did not win has nothing to tell where losers do not score.
  if (unread.length || agreedOf(hand) || (!hand.facts.losers && hand.most < hand.wholeAt)) return "";
  const have = hand.count;
  if (have > hand.most) return over(have - hand.most);
  if (hand.isPartial && hand.seat !== winner) return "";
  return have < hand.most && (have || hand.seat === winner) ? short(hand.most - have) : "";
}

/** Whether it is still to be told who waits: nobody won, and the hand ended so that it matters. */
function isWaitingUntold(form, { waiting, seats }) {
  if (!waiting || valueOf(form, "winner") !== "nobody") return false;
  const told = (field, ...values) => values.includes(valueOf(form, field));
  if (!waiting.ended.every(([field, value]) => told(field, "", value)) || waiting.voidAfter.some((name) => valuesOf(form, name).length)) return false;
  return Object.keys(seats).filter((seat) => seat !== valueOf(form, "away")).map((seat) => seat.toLowerCase())
    .some((seat) => told(`${seat}.${waiting.waits}`, "") && !told(`${seat}.${waiting.declared}`, "yes") && told(`${seat}.hand`, ""));
}

function ofTable(form, facts, hands, mine) {
  const winner = valueOf(form, "winner");
  if (!winner) return { say: _("Choose who won"), field: "winner" };
  for (const hand of [mine, ...hands.filter((other) => other !== mine)]) {
    const state = wrongCount(hand, winner);
    if (state) return { say: _("{player}: {state}", { player: facts.seats[hand.seat], state }), seat: hand.seat };
  }
  if (isWaitingUntold(form, facts)) return { say: facts.waiting.say, field: facts.waiting.waits };
  const field = missing(form, facts, winner !== "nobody");
  if (field) return wanted(field, form, facts);
  return facts.unsettled ? { say: _("Payments follow when the waiting hands are scored") } : { ask: "table" };
}
