// What the parts of the keypad are made of.

import { corner } from "./tiles.js";

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, { text, on, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  if (text !== undefined) element.textContent = text;
  if (on) element.addEventListener("click", on);
  element.append(...children.filter(Boolean));
  return element;
}

function use(href, name = "") {
  const made = document.createElementNS(SVG, "use");
  if (name) made.setAttribute("class", name);
  made.setAttribute("href", href);
  return made;
}

/** A tile with its face; its name is on what holds it. */
export function face(code, back = false) {
  const svg = document.createElementNS(SVG, "svg");
  const faces = document.querySelector("#keypad").dataset.faces;
  svg.setAttribute("class", "face");
  svg.setAttribute("viewBox", "0 0 60 80");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.code = code;
  svg.append(use(`${faces}#${back ? "back" : code}`));
  if (!back) svg.append(use(`#corner-${corner(code)}`, "corner"));
  return svg;
}

/** Children exchanged without the keyboard's focus being lost: it stays at the same `data-at`. */
export function exchange(holder, children, elsewhere) {
  const active = holder.contains(document.activeElement) ? document.activeElement : null;
  const at = active?.dataset.at;
  holder.replaceChildren(...children.filter(Boolean));
  if (!active) return;
  const same = at && holder.querySelector(`[data-at="${CSS.escape(at)}"]`);
  (same || holder.querySelector("button") || elsewhere())?.focus({ preventScroll: true });
}
