// What was wrong when the page came goes from it as it is mended; what is wrong now, the bar tells.

import { valuesOf } from "./form.js";

const nameOf = (item) => decodeURIComponent(item.querySelector("a")?.hash ?? "").replace("#field-", "");

/** A function that forgets the faults whose field has changed since; all, once there is an answer. */
export function faultsOf(form) {
  const box = form.querySelector(".problems");
  const valueNow = (name) => String(valuesOf(form, name));
  let left = [...(box?.querySelectorAll("li") ?? [])].map((item) => {
    const name = nameOf(item);
    return { item, name, was: valueNow(name) };
  });

  return function forget(answered) {
    const mended = left.filter(({ name, was }) => answered || (name && valueNow(name) !== was));
    if (!mended.length) return;
    left = left.filter((fault) => !mended.includes(fault));
    for (const { item, name } of mended) {
      item.remove();
      if (name) unmark(form, name);
    }
    if (left.length === 1) box.querySelector("h2").textContent = box.dataset.one;
    if (!left.length) for (const part of form.querySelectorAll(":scope > :is(.problems, .near)")) part.remove();
  };
}

/** The player whom the first of these faults speaks of, if it is one's. */
export function seatAtFault(faults) {
  const [, letter = ""] = /#field-([eswn])\./.exec(faults?.querySelector("a[href]")?.hash ?? "") ?? [];
  return letter.toUpperCase();
}

/** The message beside the field, and what says that the field has one. */
function unmark(form, name) {
  const message = form.querySelector(`#error-${CSS.escape(name)}`);
  message?.remove();
  form.querySelector(`#field-${CSS.escape(name)}`)?.closest(".invalid")?.classList.remove("invalid");
  for (const field of form.querySelectorAll(`[aria-describedby~="error-${CSS.escape(name)}"]`)) {
    const rest = field.getAttribute("aria-describedby").split(" ").filter((id) => id !== `error-${name}`);
    field.removeAttribute("aria-invalid");
    if (rest.length) field.setAttribute("aria-describedby", rest.join(" "));
    else field.removeAttribute("aria-describedby");
  }
}
