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

/** Exchanges only the children that look different: a press on one of the others goes on. */
function exchangeChanged(holder, children) {
  for (const [at, old] of [...holder.childNodes].entries()) if (!old.isEqualNode(children[at])) old.replaceWith(children[at]);
}

/** Children exchanged without the keyboard's focus being lost: it stays at the same `data-at`. Where
    nothing but the `answer` is new, what looks the same does the same, and stays. */
export function exchange(holder, all, elsewhere, answer = false) {
  const children = all.filter(Boolean);
  const active = holder.contains(document.activeElement) ? document.activeElement : null;
  const at = active?.dataset.at;
  if (answer && children.length === holder.childNodes.length) exchangeChanged(holder, children);
  else holder.replaceChildren(...children);
  if (!active || active.isConnected) return;
  const same = at && holder.querySelector(`[data-at="${CSS.escape(at)}"]`);
  (same || holder.querySelector("button") || elsewhere())?.focus({ preventScroll: true });
}
