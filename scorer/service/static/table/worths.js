// What the keys for agreed amounts are paid, beside what was tapped already: by the engine's own table, which
// came with the page.

import { valueOf } from "../keypad/form.js";

const isAsCame = (input) => {
  if (["checkbox", "radio"].includes(input.type)) return input.checked === input.defaultChecked;
  if (!input.options) return input.value === input.defaultValue;
  const usual = [...input.options].findIndex(({ defaultSelected }) => defaultSelected);
  return input.selectedIndex === Math.max(usual, 0);
};

/** Whether the form has the house rules, and as many players, as when the page came. */
const hasSameRules = (form) => [...form.elements].every((input) => !/^(o\..*|preset|away)$/.test(input.name) || isAsCame(input));

/** The amounts that this key makes of a hand, by their names: those entered stay, unless it stands alone. */
function amountsWith(hand, { field, numbers }, key, number) {
  const pressed = numbers.find((declared) => declared.key === key);
  const isWhole = pressed.alone || pressed.usual.some(([value, text]) => value === number && text !== value);
  const of = (declared) => (declared === pressed ? number : declared.alone || isWhole ? "" : hand.value(`${field}.${declared.key}`));
  return numbers.map((declared) => [declared.key, of(declared)]).filter(([, value]) => value);
}

/** Writes on each key what it pays, where that is known, and bars what no hand has that is won so. */
export function drawWorths({ facts, form, current }, digits) {
  const { amounts } = facts.own;
  if (!amounts || digits.hidden) return;
  const worths = hasSameRules(form) ? amounts.worths : {};
  const together = amounts.numbers.filter(({ alone }) => !alone).length;
  const way = valueOf(form, "won") === "self_draw" ? 1 : 0;
  const winner = current.seat === "E" ? 1 : 0;
  for (const button of digits.querySelectorAll("[data-amount]")) {
    const [key, number] = button.dataset.amount.split(" ");
    const pairs = amountsWith(current, amounts, key, number);
    const name = pairs.map((pair) => pair.join(" ")).join(" ");
    const paid = worths[name]?.[winner][way] ?? "";
    const isKnown = Object.keys(worths).length > 0 && (pairs.length === together || name in worths);
    button.querySelector("small").textContent = paid;
    button.disabled = isKnown && !paid && button.getAttribute("aria-pressed") !== "true";
  }
}
