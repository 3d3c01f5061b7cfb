// What the keypad looks like: elements made here, told what to show from outside.

import { _ } from "../words.js";
import { nameOf, setName } from "./tiles.js";

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
function face(code, back = false) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 60 80");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.code = code;
  use.setAttribute("href", `#tile-${back ? "back" : code}`);
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

/** A key as it stands: struck through where its tiles are spent, only dimmed where there is no room. */
export function showKey(button, { left, spent, usable, label }) {
  const tile = nameOf(button.dataset.code);
  const told = left > 0 ? _("{tile}, {number} left", { tile, number: left }) : _("{tile}, none left", { tile });
  button.setAttribute("aria-label", label ?? told);
  button.setAttribute("aria-disabled", String(!usable));
  button.classList.toggle("kp-spent", spent);
  button.lastChild.textContent = left > 4 ? `${left}` : "•".repeat(Math.max(left, 0));
}

function drawn(code, { won, label, at, on }) {
  const kind = won ? "kp-tile kp-won" : "kp-tile";
  const button = make("button", { type: "button", class: kind, "aria-label": label, "data-at": at, on }, face(code));
  if (won) button.append(make("span", { class: "kp-mark", text: _("won"), "aria-hidden": "true" }));
  return button;
}

function set(one, on) {
  const down = one.is === "concealed" && one.tiles.length === 4;
  const faces = one.tiles.map((tile, at) => face(tile, down && (at === 0 || at === 3)));
  const label = _("{set}, {tiles}: take it back", { set: setName(one), tiles: one.tiles.map(nameOf).join(_(", ")) });
  return make("button", {
    type: "button", class: "kp-set", "aria-label": label, "data-at": `set${one.row}`, on,
  }, make("span", { class: "kp-set-tiles" }, ...faces), make("span", { class: "kp-name", text: setName(one) }));
}

function tileLabel(tile, isWon, choosing) {
  // With the word that is seen: who speaks to the phone says that one.
  if (isWon) return _("{tile}, the winning tile ({won}): take it back", { tile, won: _("won") });
  return choosing ? _("{tile}: make it the winning tile", { tile }) : _("{tile}: take it back", { tile });
}

/** The hand as buttons: sets, tiles, flowers, and a place for every tile that is still short. */
export function handButtons({ sets, hand, bonus, unread }, { won, choosing, short, hint, onSet, onTile, onFlower }) {
  const last = hand.lastIndexOf(won);
  const tiles = hand.map((code, index) => {
    const isWon = index === last;
    const label = tileLabel(nameOf(code), isWon, choosing);
    return drawn(code, { won: isWon, label, at: `tile${index}`, on: () => onTile(code, isWon) });
  });
  const places = Array.from({ length: short }, () => make("span", { class: "kp-place" }));
  const flowers = bonus.map((code) =>
    drawn(code, { label: tileLabel(nameOf(code)), at: code, on: () => onFlower(code) }));
  return [
    sets.length && make("div", { class: "kp-sets" }, ...sets.map((one) => set(one, () => onSet(one.row)))),
    make("div", { class: "kp-tiles" }, ...tiles, ...places,
      flowers.length && make("span", { class: "kp-bonus" }, ...flowers)),
    hint && make("p", { class: "hint", text: hint }),
    ...unread.map((text) => make("p", { class: "kp-unread", text: _("As typed: {text}", { text }) })),
  ];
}

/** The players of a table, to choose whose hand is tapped in. */
export function seatTabs(seats, chosen, onSeat) {
  return seats.map(({ seat, name, state, won }) => make("button", {
    type: "button", class: won ? "kp-seat kp-winner" : "kp-seat", "aria-pressed": String(seat === chosen),
    "data-at": `seat-${seat}`, on: () => onSeat(seat),
  }, make("span", { text: name }), make("small", { text: state })));
}

/** A question of the form, asked beside the keys: its own inputs as buttons. `round` sets the seats
    around a table, as their players sit, with this one nearest to the reader. */
export function question(form, name, { skip, round, you, onPick, onDone, done }) {
  const inputs = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)].filter((input) => !skip.includes(input.value));
  const words = form.querySelector(`#field-${CSS.escape(name)} legend`).textContent;
  const buttons = inputs.map((input) => make("button", {
    type: "button", class: "kp-choice", "aria-pressed": String(input.checked),
    "data-at": `${name}-${input.value}`, "data-place": round && placeOf(input.value, round),
    text: input.closest("label").textContent.trim(), on: () => onPick(input),
  }));
  const list = inputs[0]?.type === "checkbox" ? "kp-choices kp-list" : "kp-choices";
  const middle = round && you && make("span", { class: "kp-you", "data-place": "near", text: you });
  const none = !buttons.length && make("p", { class: "note", text: _("Nothing special can be told of this hand yet.") });
  return [
    make("div", { class: "kp-ask" }, make("p", { text: words }), make("button", { type: "button", class: "kp-done", text: done, on: onDone })),
    make("div", { class: round ? "kp-choices kp-compass" : list }, ...buttons, middle, none),
  ];
}

const SEATS = "ESWN";
const PLACES = ["near", "right", "across", "left"];

/** Where a seat lies, seen from another: the next to play sits at the right hand. */
const placeOf = (seat, from) =>
  SEATS.includes(seat) ? PLACES[(SEATS.indexOf(seat) - SEATS.indexOf(from) + 4) % 4] : "middle";

/** Light these tiles in the hand: whole sets of them first, then single ones. */
export function light(holder, codes) {
  const rest = [...codes];
  const take = (wanted) => {
    if (!wanted.every((code) => count(rest, code) >= count(wanted, code))) return false;
    for (const code of wanted) rest.splice(rest.indexOf(code), 1);
    return true;
  };
  for (const button of holder.querySelectorAll(".kp-set, .kp-tile")) {
    const shown = [...button.querySelectorAll("svg")].map((svg) => svg.dataset.code);
    button.classList.toggle("kp-lit", codes.length > 0 && take(shown));
  }
}

const count = (codes, code) => codes.filter((other) => other === code).length;
