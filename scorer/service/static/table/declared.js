// What a winner had declared, such as a riichi: one key beside those for what the hand is worth.

import { make } from "../keypad/elements.js";

/** The key: {drawDeclared}. */
export function declaredOf(state) {
  const question = () => state.furtherAsked().find(({ ofWin }) => ofWin);
  const key = make("button", { type: "button", class: "kp-digit kp-declared", "data-declared": "", hidden: "", on: () => question().turn(state.current) });

  /** Among these keys, where the winner's worth is entered. */
  function drawDeclared(digits) {
    const declared = state.facts.own.amounts && state.players.winners.includes(state.current.seat) && question();
    if (declared && !key.isConnected) digits.lastChild.before(key);
    key.hidden = !declared;
    if (!declared) return;
    key.textContent = declared.title;
    key.setAttribute("aria-pressed", String(declared.isSo(state.current)));
  }

  return { drawDeclared };
}
