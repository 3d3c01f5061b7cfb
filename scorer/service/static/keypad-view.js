// What the keypad looks like: elements made here, told what to show from outside.

const v = new URL(import.meta.url).search;
const { nameOf } = await import(`./keypad-tiles.js${v}`);

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

/** A tile drawn with the page's own symbols; its name is on what holds it. */
export function face(code) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 60 80");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#tile-${code}`);
  svg.append(use);
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

export function key(code, on) {
  const button = make("button", { type: "button", class: "kp-key", "data-code": code, on }, face(code));
  button.append(make("span", { class: "kp-left", "aria-hidden": "true" }));
  return button;
}

export function showKey(button, left, usable, label) {
  const code = button.dataset.code;
  const remain = left > 0 ? `${left} left` : "none left";
  button.setAttribute("aria-label", label ?? `${nameOf(code)}, ${remain}`);
  button.setAttribute("aria-disabled", String(!usable));
  button.lastChild.textContent = left > 4 ? `${left}` : "•".repeat(Math.max(left, 0));
}

function drawn(code, { won, act, at, on }) {
  const name = `${nameOf(code)}${won ? ", the winning tile" : ""}: ${act}`;
  const button = make("button", {
    type: "button", class: won ? "kp-tile kp-won" : "kp-tile", "aria-label": name, "data-at": at, on,
  }, face(code));
  if (won) button.append(make("span", { class: "kp-mark", text: "won", "aria-hidden": "true" }));
  return button;
}

const SIZES = { 3: "pung", 4: "kong", 5: "quint", 6: "sextet" };

function setName({ tiles, is }) {
  const plain = tiles.filter((tile) => tile !== "J");
  const kind = new Set(plain).size > 1 ? "chow" : (SIZES[tiles.length] ?? "set");
  return `${is ? "concealed" : "exposed"} ${kind}`;
}

function set(one, on) {
  const down = one.is === "concealed" && one.tiles.length === 4;
  const faces = one.tiles.map((tile, at) => face(down && (at === 0 || at === 3) ? "back" : tile));
  const label = `${setName(one)}: ${one.tiles.map(nameOf).join(", ")}: take it back`;
  return make("button", {
    type: "button", class: "kp-set", "aria-label": label, "data-at": `set${one.row}`, on,
  }, make("span", { class: "kp-set-tiles" }, ...faces), make("span", { class: "kp-name", text: setName(one) }));
}

/** The hand as buttons: sets, tiles, flowers, and a place for every tile that is still short. */
export function handButtons(found, { whole, won, short, hint, onSet, onTile, onFlower }) {
  let marked = false;
  const tiles = found.shown.map((code, index) => {
    const isWon = whole && code === won && !marked && found.shown[index + 1] !== code;
    marked ||= isWon;
    const act = whole && !isWon ? "make it the winning tile" : "take it back";
    return drawn(code, { won: isWon, act, at: `tile${index}`, on: () => onTile(code, isWon) });
  });
  const places = Array.from({ length: short }, () => make("span", { class: "kp-place" }));
  const bonus = found.flowers.map((code) =>
    drawn(code, { act: "take it back", at: code, on: () => onFlower(code) }));
  return [
    found.sets.length &&
      make("div", { class: "kp-sets" }, ...found.sets.map((one) => set(one, () => onSet(one.row)))),
    make("div", { class: "kp-tiles" }, ...tiles, ...places,
      bonus.length && make("span", { class: "kp-bonus" }, ...bonus)),
    hint && make("p", { class: "hint", text: hint }),
    ...found.unread.map((text) => make("p", { class: "kp-unread", text: `As typed: ${text}` })),
  ];
}

/** A question of the form, asked beside the keys: its own inputs as buttons. */
export function question(form, name, skip, onPick, onDone) {
  const inputs = [...form.querySelectorAll(`[name="${name}"]`)];
  const words = document.querySelector(`#field-${name} legend`).textContent;
  const buttons = inputs
    .filter((input) => !skip.includes(input.value))
    .map((input) => make("button", {
      type: "button", class: "kp-choice", "aria-pressed": String(input.checked),
      "data-at": `${name}-${input.value}`, text: input.closest("label").textContent.trim(),
      on: () => onPick(input),
    }));
  const list = inputs[0].type === "checkbox" ? "kp-choices kp-list" : "kp-choices";
  const done = onDone && make("button", { type: "button", class: "kp-done", text: "Done", on: onDone });
  return [make("div", { class: "kp-ask" }, make("p", { text: words }), done), make("div", { class: list }, ...buttons)];
}

export function waitButtons(waits, onWait) {
  const worth = (told) => (told ? `${told.total}${told.qualifies ? "" : ", too little,"}` : "nothing");
  const buttons = waits.map(({ tile, unseen, discard, self_draw }) => make("button", {
    type: "button", class: "kp-wait", "data-at": `wait-${tile}`, on: () => onWait(tile),
    "aria-label": `${nameOf(tile)}, ${unseen} unseen: ${worth(discard)} by discard, ${worth(self_draw)} drawn`,
  }, face(tile), make("span", { text: `${worth(discard)} by discard` }), make("span", { text: `${worth(self_draw)} drawn` })));
  const title = "What each tile would bring";
  return [make("div", { class: "kp-waits", role: "group", "aria-label": title }, ...buttons)];
}

/** A formula with its powers raised: "42 × 2^3". */
const raised = (formula) =>
  formula.split(/\^(\d+)/).map((part, at) => (at % 2 ? make("sup", { text: part }) : part));

export function lineList(lines, formula) {
  const rows = lines.map(({ name, worth }) =>
    make("li", {}, make("span", { text: name }), make("b", { text: worth })));
  return [
    make("p", { class: "kp-ask" }, "The lines: ", ...raised(formula)),
    rows.length
      ? make("ul", { class: "kp-lines" }, ...rows)
      : make("p", { class: "kp-ask", text: "Nothing in these tiles scores" }),
  ];
}
