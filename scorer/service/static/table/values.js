// The points that losers mostly agree on, each one tap: the next loser's follow at once.

import { _ } from "../words.js";
import { make } from "../keypad/elements.js";
import { SETTLING } from "../keypad/screen.js";

// The commonest of 1,200 hands that were drawn as losers have them: nine in ten. Others are entered by digits.
const VALUES = ["0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20", "22", "24", "26", "28", "32", "36", "40", "44", "48", "56", "64", "72", "80"];

/** The keys for the points of a loser: {pad, drawPad}. `isLoser` tells of a hand whether it lost. */
export function valuesOf(state, isLoser) {
  const { points } = state;

  let last = { value: "", at: 0 };

  /** These points, and on to the next loser, for whom a second tap in the same place is not meant. */
  function take(value) {
    const now = { value, at: performance.now() };
    if (value === last.value && now.at - last.at < SETTLING) return;
    last = now;
    state.change((hand) => hand.put("points", value));
    if (points.next) points.goOn();
  }

  function useDigits() {
    points.byDigits = true;
    state.screen.draw();
  }

  const key = (value) => make("button", { type: "button", class: "kp-digit", "data-value": value, text: value, on: () => take(value) });
  const other = make("button", { type: "button", class: "kp-digit kp-other", "data-value": "other", text: _("Other points"), on: useDigits });
  const pad = make("div", { class: "kp-values", role: "group", "aria-label": _("Agreed points"), hidden: "" }, ...VALUES.map(key), other);

  /** In the place of the digits, where a loser's points are entered. */
  function drawPad(digits) {
    const { current } = state;
    if (!pad.isConnected) digits.after(pad);
    pad.hidden = digits.hidden || points.byDigits || !isLoser(current);
    digits.hidden ||= !pad.hidden;
    for (const button of pad.children) button.setAttribute("aria-pressed", String(button.dataset.value === current.value("points")));
  }

  return { pad, drawPad };
}
