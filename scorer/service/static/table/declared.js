// What a winner had declared, such as a riichi: one key beside those for what the hand is worth.

import { make } from "../keypad/elements.js";

/** The key: {drawDeclared}. */
export function declaredOf(state) {
  const question = () => state.furtherAsked().find(({ ofWin }) => ofWin);
  const key = make("button", { type: "button", class: "kp-digit kp-declared", "data-declared": "", hidden: "", on: () => question().turn(state.current) });

  /** Among these keys, where the winner's worth is entered. */
  function drawDeclared(digits) {
    const asked = state.facts.own.amounts && state.players.winners.includes(state.current.seat) && question();
    if (asked && !key.isConnected) digits.lastChild.before(key);
    key.hidden = !asked;
    if (!asked) return;
    key.textContent = asked.title;
    key.setAttribute("aria-pressed", String(asked.isSo(state.current)));
  }

  return { drawDeclared };
}
