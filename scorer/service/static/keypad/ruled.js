// What there is only under a house rule: the form shows it as long as that is played, or it was told.

import { isPlayed } from "./form.js";

const isTold = (entry) =>
  [...entry.querySelectorAll("input, select")].some(({ type, checked, value }) => (type === "checkbox" ? checked : value));

export function showPlayed(form, facts) {
  for (const entry of form.querySelectorAll("[data-option]")) {
    const { option, value } = entry.dataset;
    entry.hidden = !isPlayed(form, facts, [option, value]) && !isTold(entry);
    const part = entry.closest("details");
    part.hidden = !part.querySelector(".check:not([hidden]), .event:not([hidden])");
  }
}
