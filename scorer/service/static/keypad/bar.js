// The bar at the bottom: what the hand is worth, whose it is, and the button that folds the keys.

import { _ } from "../words.js";
import { make } from "./elements.js";
import { count } from "./feel.js";

/** The bar, and the words for a screen reader: {bar, spoken, result, main, drawBar}. The form's own button, `main`,
    has its place in the bar as soon as that is shown. */
export function barOf(state, { onResult }) {
  const { facts, form, players } = state;
  const total = make("b", { class: "kp-total" });
  const words = make("span", { class: "kp-say" });
  const result = make("button", { type: "button", class: "kp-result", "aria-expanded": "false", on: onResult }, total, words);
  // Of a table: whose hand the keys write, wherever the page is.
  const whose = make("span", { class: "kp-whose" });
  const toggle = make("button", {
    type: "button", class: "kp-toggle", "aria-controls": "keypad-keys", on: () => state.fold(!state.folded),
  }, make("span", { class: "kp-chevron", "aria-hidden": "true" }), make("span", { text: _("Keys") }), " ", whose);
  const bar = make("div", { class: players.four ? "kp-bar kp-of-table" : "kp-bar" }, toggle, result);
  const main = form.querySelector(".actions .main");
  const spoken = make("p", { class: "unseen", role: "status" });

  function drawBar() {
    const { answer, note } = state;
    const scored = answer.total && !answer.pending;
    count(total, scored ? answer.total : "");
    result.classList.toggle("kp-pending", Boolean(answer.pending));
    result.toggleAttribute("data-answered", Boolean(answer.answered && !answer.pending));
    result.classList.toggle("kp-failed", Boolean(answer.failed));
    result.setAttribute("aria-expanded", String(state.showing));
    const text = note || answer.say;
    // While an answer is awaited the last words stay; the button is never without any.
    words.textContent = text || words.textContent || "…";
    const sentence = scored && !note ? _("{total} {unit}. {say}", { total: answer.total, unit: answer.unit, say: text }) : text;
    if (sentence && spoken.textContent !== sentence) spoken.textContent = sentence;
    whose.textContent = (players.four && facts.seats[state.current.seat]) || "";
    toggle.setAttribute("aria-expanded", String(!state.folded));
  }

  return { bar, spoken, result, main, drawBar };
}
