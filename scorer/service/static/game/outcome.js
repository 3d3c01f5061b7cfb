// What a hand that waits is called in a list of entries.

import { _ } from "../words.js";

/** What the scorer has said of a hand, where it knows the whole hand; else who won. */
export function outcomeOf(form, seats) {
  const said = document.querySelector(".kp-result[data-answered] .kp-say")?.textContent;
  if (said) return said;
  const winner = form.elements.namedItem("winner")?.value;
  if (winner === "nobody") return _("Nobody won");
  return seats[winner] ? _("{player} won", { player: seats[winner] }) : "";
}
