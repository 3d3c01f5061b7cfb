// Others have won than before: what was entered of each player stays theirs.

import { _ } from "../words.js";
import { setValues, valuesOf } from "./form.js";
import { agreedOf } from "./points.js";

const YES = ["yes"];

/** Whether anything is entered of this hand. */
export const isTold = (hand) => Boolean(agreedOf(hand)) || hand.facts.tileFields.some((name) => hand.value(name));

/** All of a hand that the form has fields for. */
function fieldsOf({ facts }) {
  const { own: { amounts, player }, rows, tileFields } = facts;
  const numbers = player.filter(({ type }) => type === "integer").map(({ field }) => field);
  const agreed = amounts ? [...amounts.numbers.map(({ key }) => `${amounts.field}.${key}`), ...numbers] : [];
  return [...tileFields, ...rows.map((row) => `set${row}is`), "part", "points", ...agreed];
}

/** Out of the form with a hand, or to another player, whose hand it was. */
function passOn(hand, to) {
  for (const name of fieldsOf(hand)) {
    if (to) to.put(name, hand.value(name));
    hand.put(name);
  }
}

const withOf = (seat, first) => (seat === first ? "with" : `${seat.toLowerCase()}.with`);

/** What was a circumstance of a win stays with that player, who has not won, and goes with no other win. */
function keepTold(form, { circumstances, own }, seat, name) {
  const chosen = valuesOf(form, name);
  for (const { field, tells } of own.player.filter((question) => question.tells)) {
    const goesBeside = (id) => circumstances[id]?.beside ?? [];
    const alike = [tells, ...Object.keys(circumstances).map(goesBeside).filter((ids) => ids.includes(tells)).flat()];
    if (!chosen.some((id) => alike.includes(id))) continue;
    setValues(form, `${seat.toLowerCase()}.${field}`, YES);
    setValues(form, name, chosen.filter((id) => !alike.includes(id) && !goesBeside(id).includes(tells)));
  }
}

/** One of several winners is the first now: the circumstances of that win go along. */
function promote(form, seat) {
  const own = withOf(seat);
  setValues(form, "with", valuesOf(form, own));
  setValues(form, own, []);
  setValues(form, "also", valuesOf(form, "also").filter((other) => other !== seat));
}

/** The winners are others than `before`. Where losers do not score a hand goes along to who won instead,
    or out of the form; then that is answered in words. */
export function changeWinners({ form, facts, players }, before) {
  const handOf = (seat) => players.seated.find((hand) => hand.seat === seat);
  const [was, now] = [before.filter(handOf), players.winners.filter(handOf)];
  const gone = was.filter((seat) => !now.includes(seat));
  for (const seat of gone) keepTold(form, facts, seat, withOf(seat, was[0]));
  if (was.indexOf(now[0]) > 0) promote(form, now[0]);
  if (facts.losers) return "";
  const { seats } = facts;
  const said = gone.map(handOf).filter(isTold).map((hand) => {
    const to = now.map(handOf).find((other) => !isTold(other));
    passOn(hand, to);
    return to ? _("{player}’s hand is {other}’s now. Undo brings it back", { player: seats[hand.seat], other: seats[to.seat] })
      : _("{player}’s hand is cleared. Undo brings it back", { player: seats[hand.seat] });
  });
  return said[0] ?? "";
}
